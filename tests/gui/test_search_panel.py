"""The search panel and the source of a hit: filters as on the command line, folded duplicates, pages, and the cited text at its place."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt

from desktop_mem.gui.documents.ledger_model import LedgerModel
from desktop_mem.gui.search.panel import SearchPanel
from desktop_mem.gui.source_dialog import SourceDialog
from desktop_mem.memory.passage import Coverage, Hit, HitPage
from desktop_mem.runtime.command import Narrowing, OpenPlace, Search
from desktop_mem.runtime.update import CommandFailed, OpenedText, PlaceOpened, SearchFinished
from tests.gui.conftest import AT

PASSAGE = Hit("p8", "Water  at\n2.4 m.", AT, 0.8, ("words", "meaning"), citation="soil.pdf, page 7", document="d1", also=("p31", "p77"))
SAID = Hit("m3", "It rises in spring.", AT, 0.6, ("exact",), speaker="user")


@pytest.fixture
def panel(qtbot: Any, theme: Any) -> SearchPanel:
    made = SearchPanel(theme, LedgerModel())
    made.commands, made.seen = [], []
    made.command.connect(made.commands.append)
    made.opened.connect(lambda *what: made.seen.append(what))
    qtbot.addWidget(made)
    made.resize(420, 700)
    made.show()
    return made


@pytest.fixture
def dialog(qtbot: Any, theme: Any) -> SourceDialog:
    made = SourceDialog(theme)
    made.commands = []
    made.command.connect(made.commands.append)
    qtbot.addWidget(made)
    return made


def find(panel: SearchPanel, qtbot: Any, query: str = "water") -> None:
    panel.query.setText(query)
    qtbot.keyClick(panel.query, Qt.Key.Key_Return)


def answer(panel: SearchPanel, *, pages: int = 1, note: str = "") -> None:
    archival = HitPage((PASSAGE,), 9, 1, pages, note, (Coverage("d1", "soil.pdf", 1, 188),))
    panel.take(SearchFinished(panel.asked, "water", HitPage((SAID,), 1, 1, 1, note), archival))


def test_the_filters_are_those_of_the_command_line(panel, qtbot) -> None:
    panel.filter_button.click()
    assert panel.filters.isVisible()
    panel.filters.kind.setCurrentIndex(1)
    for field, text in (
        (panel.filters.inside, "soil.pdf"),
        (panel.filters.tag, " site "),
        (panel.filters.start, "2026-01"),
        (panel.filters.end, "2026"),
    ):
        field.setText(text)
    find(panel, qtbot)
    (command,) = panel.commands
    assert (command.query, command.within, command.page) == ("water", Narrowing("p", "soil.pdf", "site", "2026-01", "2026"), 1)


def test_filters_alone_show_what_they_leave(panel, qtbot) -> None:
    find(panel, qtbot, "")
    assert panel.commands == []
    assert panel.hint.text().startswith("Say what to look for")
    panel.filters.start.setText("2026-03-14")
    find(panel, qtbot, "")
    panel.filters.start.clear()
    panel.filters.kind.setCurrentIndex(1)
    find(panel, qtbot, "")
    assert [command.within for command in panel.commands] == [Narrowing(start="2026-03-14"), Narrowing("p")]


def test_hits_say_where_why_and_what_is_folded(panel, qtbot) -> None:
    find(panel, qtbot)
    answer(panel, pages=5, note="Meaning is not searched yet: the embedder is still loading.")
    rows = panel.model.rows
    assert [row.title for row in rows] == ["Documents and notes: 9", "soil.pdf, page 7", "Said in the conversation: 1", rows[3].title]
    assert rows[3].title.startswith("You, Tuesday, March 3, 2026")
    assert (rows[1].why, rows[1].text) == ("words match · meaning matches", "Water at 2.4 m.")
    assert rows[1].same == "The same text stands in other places too: 2"
    assert panel.note.text() == ("Meaning is not searched yet: the embedder is still loading.\nseen: 1 of 188 passages of soil.pdf")
    menu = panel.list.menu_of(rows[1])
    same = [action for action in menu.actions() if action.text().startswith("Open the same")]
    assert [action.text() for action in same] == ["Open the same text at p31", "Open the same text at p77"]
    same[1].trigger()
    menu.deleteLater()
    panel.list.setCurrentIndex(panel.model.index(3))
    qtbot.keyClick(panel.list, Qt.Key.Key_Return)
    assert panel.seen == [("p77", ""), ("m3", SAID.text)]


def test_pages_are_leafed_through(panel, qtbot) -> None:
    find(panel, qtbot)
    answer(panel, pages=2)
    assert (panel.page.text(), panel.previous_button.isEnabled(), panel.next_button.isEnabled()) == ("1 of 2", False, True)
    qtbot.mouseClick(panel.next_button, Qt.MouseButton.LeftButton)
    assert [command.page for command in panel.commands] == [1, 2]
    answer(panel, pages=2)
    assert (panel.page.text(), panel.next_button.isEnabled()) == ("2 of 2", False)


def test_an_older_answer_never_stands_over_a_newer_question(panel, qtbot) -> None:
    """text-generation-webui 5136: a stale page overwrites nothing."""
    find(panel, qtbot, "old")
    stale = panel.asked
    find(panel, qtbot, "new")
    panel.take(SearchFinished(stale, "old", HitPage((SAID,), 1, 1, 1), None))
    assert panel.model.rows == []
    panel.take(CommandFailed(panel.asked, "No document has the tag 'x'. There are no tags yet."))
    assert panel.hint.text().startswith("No document has the tag")
    assert isinstance(panel.commands[1], Search)


def test_a_source_is_opened_on_its_page_with_the_cited_text_marked(dialog) -> None:
    """anything-llm 392: the citation opens the page, and marks what was cited."""
    dialog.open_source("p8", "Water at 2.4 m.")
    assert dialog.text.toPlainText() == "Water at 2.4 m."
    dialog.take(PlaceOpened(dialog.asked, "p8", (OpenedText("p8", "Water at 2.4 m. 👍", "soil.pdf, page 7", "d1#page=7"),)))
    assert [command.address for command in dialog.commands] == ["p8", "d1#page=7"]
    around = (OpenedText("p7", "Emoji 🎉 before."), OpenedText("p8", "Water at 2.4 m. 👍"), OpenedText("p9", "After."))
    dialog.take(PlaceOpened(dialog.asked, "d1#page=7", around))
    assert dialog.heading.text() == "soil.pdf, page 7"
    assert dialog.text.toPlainText() == "Emoji 🎉 before.\n\nWater at 2.4 m. 👍\n\nAfter."
    (marked,) = dialog.text.extraSelections()
    assert marked.cursor.selectedText() == "Water at 2.4 m. 👍"
    assert not dialog.go_button.isVisible()


def test_a_message_that_is_not_on_view_can_be_gone_to(dialog, qtbot) -> None:
    dialog.open_source("m3", "It rises.")
    with qtbot.waitSignal(dialog.message_wanted) as wanted:
        dialog.go_button.click()
    assert wanted.args == ["m3"]


def test_a_source_that_is_gone_says_so(dialog) -> None:
    dialog.open_source("p8")
    dialog.take(CommandFailed("other", "not for us"))
    dialog.take(CommandFailed(dialog.asked, "There is no passage p8."))
    assert dialog.note.text() == "There is no passage p8."
    assert [type(command) for command in dialog.commands] == [OpenPlace]
