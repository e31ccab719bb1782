"""The memory panel: the gauge to the token, sections with the user's edits, and the activity list."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from desktop_mem.gui.memory_panel.activity import ActivityPanel, difference
from desktop_mem.gui.memory_panel.panel import MemoryPanel
from desktop_mem.memory.ports import Counts, SectionState
from desktop_mem.memory.update import ContextMeasured, PressureWarned, QueueFlushed, SectionChanged, StepMeasured
from desktop_mem.runtime.command import EditSection
from desktop_mem.runtime.update import CommandFailed, CountsChanged, SectionsShown

HUMAN = SectionState("human", "Name: Lena", 2000)
CONTEXT = ContextMeasured(4000, 1000, 200, 300, 500, 500, 2450, 3500)


@pytest.fixture
def panel(qtbot: Any, theme: Any) -> MemoryPanel:
    made = MemoryPanel(theme)
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


def test_the_gauge_paints_each_part_in_its_colour(panel, theme) -> None:
    panel.take(CONTEXT)
    bar = panel.gauge._bar
    image = bar.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    for part, rect in bar.spans()[:5]:
        assert image.pixelColor(round(rect.center().x()), round(rect.center().y())).name() == theme.colour(part.token).name()


def test_sections_are_shown_with_human_titles(panel) -> None:
    assert [(label, card.shown_text(), card._title.text()) for label, card in panel.cards.items()] == [
        ("persona", "Calm.", "About the assistant"),
        ("human", "Name: Lena", "About you"),
    ]
    assert panel.cards["persona"].edit_button.isHidden()
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
        (PressureWarned(2890, 3584), "The context window is filling up\n2,890 of 3,584 tokens"),
    ]
    for update, words in updates:
        panel.take(update)
        assert panel.model.index(0).data() == words
    assert [entry.mark for entry in panel.model.entries] == ["warning", "folder", "edit", "warning", "check"]
    assert panel.list.isVisible()
    panel.take(StepMeasured(3320, 140, 141, 88, 0.6, 1.76, False))
    assert panel.cost() == "Last step: 141 tokens read, 88 written, 50 per second"


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
