"""The memory panel: the gauge to the token, sections with the user's edits, and the activity list."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QMessageBox

from desktop_mem.gui.change_words import difference
from desktop_mem.gui.memory_panel.activity import ActivityPanel
from desktop_mem.gui.memory_panel.panel import MemoryPanel
from desktop_mem.gui.memory_panel.section_dialog import SectionDialog
from desktop_mem.gui.memory_panel.undo_state import UndoState
from desktop_mem.memory.passage import Hit
from desktop_mem.memory.ports import Counts, SectionState
from desktop_mem.memory.suggestion import Suggestion, Wish
from desktop_mem.memory.topic import Topic
from desktop_mem.memory.update import (
    ConflictFound,
    ContextMeasured,
    EntryWritten,
    PagedIn,
    PressureWarned,
    QueueFlushed,
    SectionChanged,
    StepMeasured,
    SuggestionDone,
    SummaryChanged,
    TopicSwitched,
    TurnUndone,
)
from desktop_mem.runtime.command import AddSection, EditSection, EditSummary, RebuildSummary, RemoveSection
from desktop_mem.runtime.update import CommandAccepted, CommandFailed, CountsChanged, SectionsShown, SummaryShown
from tests.gui.conftest import AT

HUMAN = SectionState("human", "Name: Lena", 2000)
CONTEXT = ContextMeasured(4000, 1000, 200, 300, 500, 500, 2450, 3500)


@pytest.fixture
def panel(qtbot: Any, theme: Any) -> MemoryPanel:
    made = MemoryPanel(theme, UndoState())
    made.commands = []
    made.command.connect(made.commands.append)
    qtbot.addWidget(made)
    made.resize(400, 700)
    made.show()
    made.take(SectionsShown((SectionState("persona", "Calm.", 2000, read_only=True), HUMAN)))
    return made


def test_the_gauge_adds_up_to_the_window(panel) -> None:
    panel.take(CONTEXT)
    gauge = panel.gauge
    assert gauge.figure() == "2,000 of 4,000 tokens"
    assert [(part.key, part.tokens) for part in gauge.parts] == [
        ("instructions", 1000),
        ("working_context", 200),
        ("summary", 300),
        ("queue", 500),
        ("free", 1500),
        ("reserve", 500),
    ]
    assert sum(part.tokens for part in gauge.parts) == CONTEXT.window
    assert "Instructions 1,000, Working context 200, Summary 300, Messages 500, Free 1,500, Reserve 500" in gauge.accessibleDescription()
    spans = gauge._bar.spans()
    assert [round(rect.width() / gauge._bar.width() * 4000) for _, rect in spans] == [1000, 200, 300, 500, 1500, 500]
    assert gauge._bar._mark_texts() == ("70 %", "100 %")


def test_the_gauge_paints_each_part_in_its_colour(panel, theme, qtbot) -> None:
    panel.take(CONTEXT)
    bar = panel.gauge._bar
    qtbot.waitUntil(lambda: bar.height() == bar.sizeHint().height())  # its layout has settled
    image = bar.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    for part, rect in bar.spans()[:5]:
        assert image.pixelColor(round(rect.center().x()), round(rect.center().y())).name() == theme.colour(part.token).name()


def test_sections_are_shown_with_human_titles(panel) -> None:
    assert [(label, card.shown_text(), card._title.text()) for label, card in panel.cards.items()] == [
        ("persona", "Calm.", "About the assistant"),
        ("human", "Name: Lena", "About you"),
    ]
    assert [card.read_only.isVisible() for card in panel.cards.values()] == [True, False]
    assert [card.edit_button.isVisible() for card in panel.cards.values()] == [True, True]  # the user may write both
    assert [card.remove_button.isVisible() for card in panel.cards.values()] == [False, False]
    panel.take(SectionChanged(HUMAN, SectionState("human", "", 2000)))
    assert panel.cards["human"].shown_text() == "Nothing yet."
    panel.take(SectionsShown((HUMAN,)))
    assert list(panel.cards) == ["human"]


def test_an_edit_names_the_text_that_the_user_saw(panel, qtbot) -> None:
    card = panel.cards["human"]
    qtbot.mouseClick(card.edit_button, Qt.MouseButton.LeftButton)
    card.editor.setPlainText("Name: Lena Hoffmann")
    qtbot.mouseClick(card.save_button, Qt.MouseButton.LeftButton)
    (edit,) = panel.commands
    assert edit == EditSection("human", "Name: Lena Hoffmann", "Name: Lena", edit.request_id)
    assert not card.is_editing()
    assert panel.owns(edit.request_id)
    panel.take(SectionChanged(HUMAN, SectionState("human", "Name: Lena Hoffmann", 2000)))
    assert card.shown_text() == "Name: Lena Hoffmann"


def test_a_refused_edit_keeps_the_draft_and_says_why(panel, qtbot) -> None:
    card = panel.cards["human"]
    card.edit_button.click()
    card.editor.setPlainText("Draft")
    card.save_button.click()
    panel.take(CommandFailed(panel.commands[0].request_id, "It has changed meanwhile."))
    assert card.is_editing()
    assert (card.editor.toPlainText(), card.notice.text()) == ("Draft", "It has changed meanwhile.")


def test_a_change_while_editing_is_shown_and_can_be_saved_over(panel) -> None:
    card = panel.cards["human"]
    card.edit_button.click()
    card.editor.setPlainText("Mine")
    panel.take(SectionChanged(HUMAN, SectionState("human", "Theirs", 2000)))
    assert card.notice.isVisible()
    assert "“Theirs”" in card.notice.text()
    assert card.editor.toPlainText() == "Mine"
    card.save_button.click()
    assert (panel.commands[0].text, panel.commands[0].expected) == ("Mine", "Theirs")


def test_a_text_over_the_limit_cannot_be_saved(panel) -> None:
    panel.take(SectionsShown((SectionState("human", "x", 5),)))
    card = panel.cards["human"]
    card.edit_button.click()
    card.editor.setPlainText("123456")
    assert not card.save_button.isEnabled()
    card.editor.setPlainText("12345")
    assert card.save_button.isEnabled()
    card.cancel_button.click()
    assert card.shown_text() == "x"
    assert panel.commands == []


def test_a_new_section_is_asked_for(panel, qtbot) -> None:
    qtbot.mouseClick(panel.new_button, Qt.MouseButton.LeftButton)
    dialog = panel.findChild(SectionDialog)
    assert not dialog.add_button.isEnabled()
    for name, possible in (("Pets", False), ("human", False), ("2cats", False), ("pets", True)):
        dialog.name.setText(name)
        assert dialog.add_button.isEnabled() is possible
    dialog.description.setText(" what is known about my pets ")
    dialog.limit.setValue(500)
    dialog.read_only.setChecked(True)
    qtbot.mouseClick(dialog.add_button, Qt.MouseButton.LeftButton)
    (add,) = panel.commands
    assert add == AddSection("pets", "what is known about my pets", 500, True, "", add.request_id)
    panel.take(SectionsShown((HUMAN, SectionState("pets", "", 500, "what is known about my pets", True))))
    card = panel.cards["pets"]
    assert (card._title.text(), card.description.text(), card.read_only.isHidden()) == ("pets", "what is known about my pets", False)
    assert panel._column.indexOf(card) == panel._column.indexOf(panel.new_button) - 1


def test_a_section_that_the_user_made_can_be_removed(panel, qtbot) -> None:
    panel.take(SectionsShown((HUMAN, SectionState("cats", "", 500), SectionState("dogs", "Rex", 500))))
    qtbot.mouseClick(panel.cards["cats"].remove_button, Qt.MouseButton.LeftButton)
    assert panel.commands == [RemoveSection("cats", panel.commands[0].request_id)]
    qtbot.mouseClick(panel.cards["dogs"].remove_button, Qt.MouseButton.LeftButton)
    asked = panel.cards["dogs"].findChild(QMessageBox)
    assert asked.text() == "Remove “dogs” and its text from what the assistant always has in mind?"
    assert len(panel.commands) == 1
    remove = next(button for button in asked.buttons() if button.text() == "Remove")
    qtbot.mouseClick(remove, Qt.MouseButton.LeftButton)
    assert panel.commands[1:] == [RemoveSection("dogs", panel.commands[1].request_id)]
    panel.take(SectionsShown((HUMAN,)))
    assert list(panel.cards) == ["human"]


FLUSHED = QueueFlushed(("m1", "m2"), 3590, 1980, "Items 1 to 24.", "s2", "model")


def test_the_summary_is_shown_when_there_is_one(panel) -> None:
    card = panel.summary
    assert not card.isVisible()
    panel.take(FLUSHED)
    panel.take(CONTEXT)
    assert (card.isVisible(), card.shown_text(), card._figure.text()) == (True, "Items 1 to 24.", "300 tokens")
    panel.take(SummaryChanged("s3", "Items 1 to 40.", "extract"))
    assert card.shown_text() == "Items 1 to 40."
    panel.take(TopicSwitched(Topic("Garden", AT, "t2", "s1"), summary="Roses."))
    panel.take(CONTEXT)
    assert (card.shown_text(), card.edit_button.isEnabled()) == ("Roses.", True)
    panel.take(TopicSwitched(Topic("Trip", AT, "t3")))
    panel.take(ContextMeasured(4000, 1000, 200, 0, 500, 500, 2450, 3500))
    assert not card.isVisible()


def test_the_summary_is_edited_and_written_anew(panel, qtbot) -> None:
    card = panel.summary
    panel.take(FLUSHED)
    panel.take(CONTEXT)
    qtbot.mouseClick(card.edit_button, Qt.MouseButton.LeftButton)
    card.editor.setPlainText("Items 1 to 24 are settled.")
    qtbot.mouseClick(card.save_button, Qt.MouseButton.LeftButton)
    edit = panel.commands[0]
    assert edit == EditSummary("Items 1 to 24 are settled.", "Items 1 to 24.", edit.request_id)
    assert panel.owns(edit.request_id)
    panel.take(CommandFailed(edit.request_id, "Not done: the summary would take 900 tokens and may take 358. Shorten it."))
    assert (card.is_editing(), card.editor.toPlainText()) == (True, "Items 1 to 24 are settled.")
    assert card.notice.text() == "Not done: the summary would take 900 tokens and may take 358. Shorten it."
    card.cancel_button.click()
    qtbot.mouseClick(card.rebuild_button, Qt.MouseButton.LeftButton)
    rebuild = panel.commands[1]
    assert (type(rebuild), card.rebuild_button.isEnabled()) == (RebuildSummary, False)
    panel.take(SummaryChanged("s4", "All 24 items.", "extract"))
    panel.take(CommandAccepted(rebuild.request_id))
    assert (card.shown_text(), card.rebuild_button.isEnabled()) == ("All 24 items.", True)
    card.rebuild_button.click()
    panel.take(CommandFailed(panel.commands[2].request_id, "Not done: that."))
    assert (card.is_editing(), card.notice.text(), card.rebuild_button.isEnabled()) == (False, "Not done: that.", True)


def test_a_summary_from_an_earlier_run_is_shown_at_the_start(panel) -> None:
    panel.take(SummaryShown("s1", "Items 1 to 24."))
    panel.take(CONTEXT)
    assert (panel.summary.shown_text(), panel.summary.edit_button.isEnabled()) == ("Items 1 to 24.", True)


def test_counts_tell_what_lies_outside_the_window(panel) -> None:
    panel.take(CountsChanged(Counts(1284, 3911, 27)))
    assert panel.counts() == "Outside the window: messages 1,284, passages 3,911, documents 27"


def test_activity_tells_what_was_done(qtbot, theme, script) -> None:
    panel = ActivityPanel(theme)
    qtbot.addWidget(panel)
    panel.show()
    updates = [
        (
            script.called("core_memory_append", "Stored.", label="human", content="Phone"),
            "Added to working context\nSection: human\nText: Phone\nStored.",
        ),
        (script.called("open_page", "No such page.", ok=False), "Opened a page\nNo such page."),
        (SectionChanged(HUMAN, SectionState("human", "Name: Lena\nPhone", 9)), "“About you” changed\n+ Phone"),
        (
            QueueFlushed(("m1", "m2"), 3590, 1980, "Items 1 to 24.", "s2", "model"),
            "Summarised older messages\nMessages: 2. Tokens: 3,590 before, 1,980 after.\nItems 1 to 24.",
        ),
        (SummaryChanged("s3", "Items 1 to 40.", "user"), "The summary changed\nItems 1 to 40."),
        (
            TurnUndone("m1", ("m1", "m2"), ("The section “About you” was changed since then and stays as it is.",)),
            "Taken back\nMessages: 2.\nThe section “About you” was changed since then and stays as it is.",
        ),
        (PressureWarned(2890, 3584), "The context window is filling up\n2,890 of 3,584 tokens"),
    ]
    for update, words in updates:
        panel.take(update)
        assert panel.model.index(0).data() == words
    assert [entry.mark for entry in panel.model.entries] == ["warning", "undo", "edit", "folder", "edit", "warning", "check"]
    assert panel.list.isVisible()
    panel.take(StepMeasured(3320, 140, 141, 88, 0.6, 1.76, False))
    assert panel.cost() == "Last step: 141 tokens read, 88 written, 50 per second"


def test_activity_tells_what_the_program_does_for_memory_by_itself(qtbot, theme) -> None:
    panel = ActivityPanel(theme)
    qtbot.addWidget(panel)
    hit = Hit("m1", "Lena lives in Bergen.", AT, 0.9, speaker="user")
    spared = QueueFlushed(("m2",), 3590, 1980, "Items.", "s2", "extract", (("m1", "cited"), ("m3", "paged in")))
    kept = EntryWritten(
        "m4",
        "Likes tea",
        "human",
        address="p1",
        note="'Likes tea' was put into archival storage as p1, because the section could not take it.",
    )
    updates = [
        (EntryWritten("m4", "Lives in Rome", "human"), "Noted without the model\nLives in Rome\nFrom your message m4."),
        (kept, f"Noted without the model\nLikes tea\n{kept.note}"),
        (ConflictFound(("Lives in Rome", "Lives in Oslo")), "Two notes cannot both hold\nLives in Rome\nLives in Oslo"),
        (ConflictFound(("Oslo", "Rome"), outdated=True), "The model edited an older text\nOslo\nRome"),
        (
            SuggestionDone(Suggestion(Wish.MERGE, "p1", "p2 says the same", 0.9, "p2")),
            "Folded what was kept twice\np2 says the same as p1.",
        ),
        (
            spared,
            "Summarised older messages\nMessages: 1. Tokens: 3,590 before, 1,980 after.\nStill in view: m1 (cited), m3 (paged in)\nItems.",
        ),
    ]
    for update, words in updates:
        panel.model.take(update)
        assert panel.model.index(0).data() == words
    panel.model.take(PagedIn("m5", (hit,), from_cache=True))
    assert "Remembered from the same question before." in panel.model.index(0).data()


def test_activity_keeps_the_latest_five_hundred(qtbot, theme) -> None:
    panel = ActivityPanel(theme)
    qtbot.addWidget(panel)
    for used in range(510):
        panel.take(PressureWarned(used, 1000))
    assert panel.model.rowCount() == 500
    assert panel.model.index(0).data().endswith("509 of 1,000 tokens")


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [("a\nb", "a\nc", "− b\n+ c"), ("", "new", "+ new"), ("old", "", "− old"), ("same", "same", "")],
)
def test_difference(before: str, after: str, lines: str) -> None:
    assert difference(before, after) == lines


def test_the_settings_of_a_section_are_changed(qtbot, theme) -> None:
    panel = MemoryPanel(theme, UndoState())
    qtbot.addWidget(panel)
    commands = []
    panel.command.connect(commands.append)
    panel.take(SectionsShown((SectionState("pets", "Rex, " * 60, 2000, "my pets"),)))
    card = panel.cards["pets"]
    card.settings_button.click()
    dialog = card.findChild(SectionDialog)
    assert (dialog.name.text(), dialog.name.isReadOnly(), dialog.limit.minimum()) == ("pets", True, 300)
    dialog.limit.setValue(500)
    dialog.read_only.setChecked(True)
    dialog.accept()
    (command,) = commands
    assert (command.label, command.description, command.limit, command.read_only) == ("pets", "my pets", 500, True)
    assert panel.owns(command.request_id)
