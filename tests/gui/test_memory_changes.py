"""Changes of memory in the window: undo, activity and why; what each widget shows of an update, and the command that each button sends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu

from desktop_mem.control.explanation import Explanation, Ground
from desktop_mem.gui.change_words import change_detail, change_words, piece_words, title_words
from desktop_mem.gui.memory_panel.activity import ActivityPanel
from desktop_mem.gui.memory_panel.desk import MemoryDesk
from desktop_mem.gui.memory_panel.undo_bar import UndoBar
from desktop_mem.gui.memory_panel.undo_state import LATEST, UndoState
from desktop_mem.memory.memory_event import MemoryEvent, detail_of
from desktop_mem.memory.resolved import OpenedText, Resolved, Standing
from desktop_mem.memory.update import (
    ChangeUndone,
    EventAdmitted,
    MemoryForgotten,
    SectionChanged,
    Yielded,
)
from desktop_mem.runtime.command import OpenPlace
from desktop_mem.runtime.memory_command import (
    ExplainMemory,
    ForgetMemory,
    RedoChange,
    RestoreMemory,
    ShowLedger,
    UndoChange,
)
from desktop_mem.runtime.memory_update import LedgerShown, MemoryExplained
from desktop_mem.runtime.update import CommandFailed, EngineStopped, PlaceOpened, SectionsShown
from tests.gui.conftest import AT, Sent
from tests.gui.memory_script import ADDED, AFTER, BEFORE, NAMED, shown

# -- changes in words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (ADDED, "The assistant added to “About you”"),
        (replace(ADDED, kind="replace", actor="user"), "You changed “About you”"),
        (replace(ADDED, actor="control"), "The program added to “About you”"),
        (replace(ADDED, kind="forget"), "The assistant put a line of “About you” into the trash"),
        (replace(ADDED, target="p7", kind="forget", actor="user"), "You put a kept note into the trash"),
        (replace(ADDED, target="p7", kind="insert"), "The assistant kept a note"),
        (replace(ADDED, target="r3", kind="remove", actor="user"), "You called off a reminder"),
        (replace(ADDED, target="w:pets", kind="remove", actor="user"), "You removed the section “pets”"),
        (replace(ADDED, kind="undo", actor="user"), "You took back a change of “About you”"),
        (replace(ADDED, target="m4", kind="undo", actor="user"), "You took back a message with its answer"),
        (replace(ADDED, target="m4", kind="undo", actor="user", detail=detail_of(False, True)), "You brought back a message"),
        (replace(ADDED, target="p7", kind="undo", before="", actor="user"), "You brought back a kept note"),
        (replace(ADDED, target="p7", kind="undo", after="", actor="user"), "You took back a change of a kept note"),
        (replace(ADDED, target="q1", kind="decide", actor="control"), "The program let a proposal lapse"),
        (replace(ADDED, kind="a new kind"), "The assistant changed “About you”"),
    ],
)
def test_changes_in_words(theme, change: MemoryEvent, words: str) -> None:
    assert change_words(change) == words


def test_what_changed_in_lines(theme) -> None:
    assert change_detail(ADDED) == "+ Phone: 1"
    assert change_detail(replace(ADDED, target="q1", kind="decide", before="Phone: 1", after="rejected")) == "rejected"
    assert change_detail(replace(ADDED, target="d1", kind="delete", before="a.pdf", after="")) == "a.pdf"
    assert change_detail(replace(ADDED, target="s2", kind="summarise", after="Items 1 to 9.")) == "Items 1 to 9."
    assert (piece_words("w:human"), title_words("w:human"), title_words("p7"), piece_words("x")) == (
        "“About you”",
        "About you",
        "A kept note",
        "x",
    )


# -- undo and redo ---------------------------------------------------------------------------------------------------


def test_undo_is_enabled_by_what_the_ledger_says(qtbot, theme) -> None:
    state, sent = UndoState(), Sent()
    state.command.connect(sent.append)
    bar = UndoBar(state, theme)
    qtbot.addWidget(bar)
    bar.show()
    assert (bar.undo_button.isEnabled(), bar.redo_button.isEnabled(), bar.last.isVisible()) == (False, False, False)
    assert bar.undo_button.toolTip() == "There is nothing to take back"
    state.take(SectionChanged(BEFORE, AFTER))
    (question,) = sent
    assert (type(question), question.address, question.limit) == (ShowLedger, "", LATEST)
    state.take(shown(question, ADDED, NAMED, undo="e2"))
    assert (bar.undo_button.isEnabled(), bar.redo_button.isEnabled()) == (True, False)
    assert bar.undo_button.toolTip() == "Take back: The assistant added to “About you”\n+ Phone: 1"
    assert bar.last.text().startswith("The assistant added to “About you”, 3/3/26")
    qtbot.mouseClick(bar.undo_button, Qt.MouseButton.LeftButton)
    assert sent[-1] == UndoChange("", False, sent[-1].request_id)
    assert not bar.undo_button.isEnabled()  # until the ledger has answered, so that two clicks are not three
    state.take(ChangeUndone("e2", "w:human"))
    state.take(shown(sent[-1], replace(ADDED, undone=True), NAMED, undo="e1", redo="e2"))
    assert bar.redo_button.toolTip() == "Make this change again: The assistant added to “About you”\n+ Phone: 1"
    qtbot.mouseClick(bar.redo_button, Qt.MouseButton.LeftButton)
    assert type(sent[-1]) is RedoChange


def test_one_question_at_a_time_and_none_is_forgotten(theme) -> None:
    state, sent = UndoState(), Sent()
    state.command.connect(sent.append)
    for update in (SectionChanged(BEFORE, AFTER), ChangeUndone("e2", "w:human"), SectionsShown((BEFORE,)), Yielded(1)):
        state.take(update)
    assert len(sent) == 1
    state.take(LedgerShown("another", "", (ADDED,), False, "e2", ""))
    assert not state.can_undo
    state.take(shown(sent[0], NAMED, undo="e1"))
    assert (len(sent), state.can_undo) == (2, True)
    state.take(shown(sent[1], ADDED, NAMED, undo="e2"))
    assert (len(sent), state.last()) == (2, ADDED)
    state.take(EngineStopped("gone", True))
    assert not state.can_undo


def test_a_refused_undo_shows_its_sentence(window, desk) -> None:
    window.take(SectionChanged(BEFORE, AFTER))
    window.take(shown(desk.sent.last(ShowLedger), ADDED, undo="e2"))
    window.memory.head.undo_button.click()
    window.take(CommandFailed(desk.sent.last(UndoChange).request_id, "Not done: there is nothing to undo."))
    assert window.banner.text() == "Not done: there is nothing to undo."
    window.take(shown(desk.sent.last(ShowLedger), ADDED, undo="e2"))
    assert window.memory.head.undo_button.isEnabled()


def test_undo_by_menu_and_key_leaves_text_fields_alone(window, desk, qtbot) -> None:
    undo = window.menu._actions.by_words["Undo the last change of memory"]
    assert (undo.isEnabled(), undo.shortcut().toString()) == (False, "Alt+Z")
    window.take(SectionChanged(BEFORE, AFTER))
    window.take(shown(desk.sent.last(ShowLedger), ADDED, undo="e2"))
    assert (undo.isEnabled(), undo.toolTip()) == (True, "Take back: The assistant added to “About you”\n+ Phone: 1")
    edit = window.conversation.composer.edit
    edit.setFocus()
    qtbot.keyClicks(edit, "Hello")
    qtbot.keyClick(edit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert (edit.toPlainText(), desk.sent.of(UndoChange)) == ("", [])
    undo.trigger()
    assert len(desk.sent.of(UndoChange)) == 1


# -- activity --------------------------------------------------------------------------------------------------------


@pytest.fixture
def activity(qtbot: Any, theme: Any) -> ActivityPanel:
    made = ActivityPanel(theme)
    made.wishes = []
    made.wanted.connect(lambda *what: made.wishes.append(what))
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show()
    return made


def offers(panel: ActivityPanel, place: int = 0) -> list[tuple[str, str]]:
    return [(offer.kind, offer.value) for offer in panel.model.entries[place].offers]


def test_a_change_can_be_undone_where_it_is_told(activity, script, qtbot) -> None:
    called = replace(script.called("archival_memory_insert", "stored as p7.", content="The key is red."), sources=("p7",))
    activity.take(called)
    activity.take(SectionChanged(BEFORE, AFTER))
    assert (offers(activity), offers(activity, 1)) == ([("why", "w:human")], [("why", "p7")])
    kept = MemoryEvent("p7", "insert", "", "The key is red.", "model", AT, address="e1")
    activity.take(LedgerShown("", "", (ADDED, kept), False, "e2", ""))
    assert (offers(activity), offers(activity, 1)) == ([("undo", "e2"), ("why", "w:human")], [("undo", "e1"), ("why", "p7")])
    place = activity.list._delegate.offer_places(
        activity.list.visualRect(activity.model.index(0)).toRectF(), activity.model.entries[0], mirrored=False
    )[0][0]
    qtbot.mouseClick(activity.list.viewport(), Qt.MouseButton.LeftButton, pos=place.center().toPoint())
    assert activity.wishes == [("undo", "e2")]
    activity.take(LedgerShown("", "", (replace(ADDED, undone=True), kept), False, "e1", "e2"))
    assert offers(activity) == [("why", "w:human")]


def test_what_can_be_done_is_reached_by_key_and_spoken(activity, qtbot) -> None:
    activity.take(SectionChanged(BEFORE, AFTER))
    index = activity.model.index(0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole).endswith("Why?")
    activity.list.setCurrentIndex(index)
    activity.list.keyPressEvent(QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier))
    (menu,) = activity.list.findChildren(QMenu)
    menu.actions()[0].trigger()
    menu.close()
    assert activity.wishes == [("why", "w:human")]


def test_two_equal_changes_are_two(activity) -> None:
    for before, after in ((BEFORE, AFTER), (AFTER, BEFORE), (BEFORE, AFTER)):
        activity.take(SectionChanged(before, after))
    again = replace(ADDED, address="e4")
    activity.take(
        LedgerShown(
            "", "", (again, replace(ADDED, kind="edit", before=ADDED.after, after=ADDED.before, address="e3"), ADDED), False, "", ""
        )
    )
    assert [offers(activity, place)[0] for place in range(3)] == [("undo", "e4"), ("undo", "e3"), ("undo", "e2")]


# -- why -------------------------------------------------------------------------------------------------------------

MEMORY = Resolved("w:human", "section", (OpenedText("w:human", "Name: Lena\nPhone: 1"),))
SAID = Resolved("m4", "message", (OpenedText("m4", "My phone is 1.", "2026-03-03 14:05 user"),), at=AT)
READ = Resolved("p8", "passage", (OpenedText("p8", "Call 1.", "letter.pdf, page 2", "d1#page=2"),), at=AT, sources=("d1",))
GONE = Resolved("p9", "", (), Standing.SOURCE_DELETED, "The source of p9 was deleted: its document was forgotten, or has a newer version.")


def explained(desk: MemoryDesk, explanation: Explanation) -> None:
    desk.take(MemoryExplained(desk.sent.last(ExplainMemory).request_id, explanation))


def test_why_shows_each_line_with_its_grounds(window, desk, qtbot) -> None:
    """Each visible memory says where it is from, or that its source was deleted."""
    window.take(SectionsShown((AFTER,)))
    qtbot.mouseClick(window.memory.cards["human"].why_button, Qt.MouseButton.LeftButton)
    assert desk.sent.last(ExplainMemory).address == "w:human"
    explained(desk, Explanation(MEMORY, (Ground("Name: Lena"), Ground("Phone: 1", ADDED, SAID, (READ, GONE)))))
    first, second = desk.why.cards
    assert (first.text.text(), first.brought.text()) == ("Name: Lena", "There from the beginning")
    assert second.brought.text().startswith("The assistant added to “About you” · 3/3/26")
    assert second.brought.text().endswith("SmolLM2 · e2")
    assert [line.place.text() for line in second.sources[:2]] == [
        "Because of: " + line.replace("@", second.sources[0].place.text().partition(", ")[2]) for line in ("You, @",)
    ] + ["Rests on: letter.pdf, page 2"]
    assert [line.words.text() for line in second.sources] == ["“My phone is 1.”", "“Call 1.”", GONE.note]
    assert [line.open_button.isVisible() for line in second.sources] == [True, True, False]
    second.sources[1].open_button.click()
    assert desk.sent.last(OpenPlace).address == "p8"
    assert window.source.isVisible()


def test_a_source_that_was_said_is_shown_in_the_conversation(window, desk, script) -> None:
    window.take(EventAdmitted(script.user(4, "My phone is 1.")))
    desk.do("why", "w:human")
    explained(desk, Explanation(MEMORY, (Ground("Phone: 1", ADDED, SAID),)))
    desk.why.cards[0].sources[0].open_button.click()
    assert (window.source.isVisible(), desk.why.isVisible()) == (False, False)  # nothing stands before it
    assert window.conversation.view.currentIndex().row() == 0


def test_a_line_is_forgotten_and_its_change_undone_from_why(window, desk) -> None:
    desk.do("why", "w:human")
    explained(desk, Explanation(MEMORY, (Ground("Phone: 1", ADDED, SAID),)))
    for word, sends in (("Undo this change", UndoChange("e2")), ("Forget this line", ForgetMemory("w:human", "Phone: 1"))):
        button = next(each for each in desk.why.cards[0].findChildren(type(desk.why.close_button)) if each.text() == word)
        button.click()
        assert desk.sent[-1] == replace(sends, request_id=desk.sent[-1].request_id)
    window.take(MemoryForgotten("e3", "w:human"))
    assert window.banner.text() == "The line lies in the trash now. From there it can be brought back."
    assert desk.sent.last(ExplainMemory).address == "w:human"
    assert len(desk.sent.of(ExplainMemory)) == 2


def test_what_was_forgotten_is_brought_back_from_why(desk) -> None:
    desk.do("why", "p7")
    note = "p7 was forgotten on 2026-03-03 14:05 and lies in the trash."
    explained(desk, Explanation(Resolved("p7", "passage", (), Standing.FORGOTTEN, note), ()))
    assert (desk.why.note.text(), desk.why.cards, desk.why.restore_button.isVisible()) == (note, [], True)
    desk.why.restore_button.click()
    assert desk.sent.last(RestoreMemory).address == "p7"


def test_why_says_what_the_engine_refuses(window, desk) -> None:
    desk.do("why", "p99")
    window.take(CommandFailed(desk.sent.last(ExplainMemory).request_id, "There is no passage p99."))
    assert (desk.why.note.text(), window.banner.text()) == ("There is no passage p99.", "")
    desk.do("why", "w:human")
    explained(desk, Explanation(replace(MEMORY, texts=()), ()))
    assert desk.why.note.text() == "Nothing stands here yet."


def test_a_passage_of_a_document_is_not_forgotten_alone(desk) -> None:
    desk.do("why", "p8")
    explained(desk, Explanation(READ, (Ground("Call 1."),)))
    words = [each.text() for each in desk.why.cards[0].findChildren(type(desk.why.close_button))]
    assert "Forget" not in words
    note = Resolved("p7", "passage", (OpenedText("p7", "The key is red."),), at=AT)
    desk.do("why", "p7")
    explained(desk, Explanation(note, (Ground("The key is red."),)))
    assert "Forget" in [each.text() for each in desk.why.cards[0].findChildren(type(desk.why.close_button))]


def test_the_pointer_shows_what_can_be_clicked(activity) -> None:
    activity.take(SectionChanged(BEFORE, AFTER))
    assert activity.list.offer_at(QPointF(5, 5)) is None
    assert activity.list.offer_at(QPointF(5000, 5000)) is None


def test_a_section_that_a_reply_rests_on_opens_under_its_title(window, desk) -> None:
    window._open("w:human", "")
    window.take(PlaceOpened(desk.sent.last(OpenPlace).request_id, "w:human", MEMORY.texts, "section"))
    assert (window.source.heading.text(), window.source.text.toPlainText()) == ("About you", "Name: Lena\nPhone: 1")
