"""The timeline: reminders are put off and called off, topics are gone on with, and a day leads into the conversation."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from PySide6.QtCore import QDate

from desktop_mem.gui.timeline_panel import TimelinePanel
from desktop_mem.memory.passage import Hit, HitPage
from desktop_mem.memory.reminder import Reminder, When
from desktop_mem.memory.topic import Topic
from desktop_mem.memory.update import ReminderSet, TopicSwitched
from desktop_mem.runtime.command import CancelReminder, RenameTopic, Search, ShowReminders, ShowTopics, SnoozeReminder, SwitchTopic
from desktop_mem.runtime.update import EngineReady, RemindersShown, SearchFinished, TopicsShown
from tests.gui.conftest import AT

ONCE = Reminder("stretch", "at 15:05", When(AT + timedelta(hours=1)), AT, AT, "r1", "m1")
AGAIN = Reminder("report", "every Friday", When(AT + timedelta(days=3), "FREQ=WEEKLY"), AT, AT, "r2", "m1")


@pytest.fixture
def panel(qtbot: Any, theme: Any) -> TimelinePanel:
    made = TimelinePanel(theme)
    made.commands = []
    made.command.connect(made.commands.append)
    qtbot.addWidget(made)
    made.resize(420, 800)
    made.show()
    return made


def words(area: Any) -> list[str]:
    return [area.item(place).text() for place in range(area.count())]


def test_it_asks_again_whenever_something_changed(panel) -> None:
    for update in (EngineReady("m", 4096), TopicSwitched(Topic("x", AT, "t1")), ReminderSet(ONCE)):
        panel.take(update)
    assert [type(command) for command in panel.commands] == [ShowTopics, ShowReminders, ShowTopics, ShowReminders]


def test_reminders_are_put_off_and_called_off(panel) -> None:
    assert panel.no_reminders.isVisible()
    panel.take(RemindersShown((ONCE, AGAIN)))
    assert not panel.no_reminders.isVisible()
    assert [line.split("\n")[0] for line in words(panel.reminders)] == ["stretch", "report"]
    assert words(panel.reminders)[1].endswith("comes again: every Friday")
    assert not panel.cancel_button.isEnabled()
    panel.reminders.setCurrentRow(1)
    panel.snooze_button.menu().actions()[1].trigger()
    panel.cancel_button.click()
    assert [(type(c), c.address, getattr(c, "minutes", None)) for c in panel.commands] == [
        (SnoozeReminder, "r2", 60),
        (CancelReminder, "r2", None),
    ]


def test_topics_are_gone_on_with_and_renamed(panel, qtbot) -> None:
    panel.take(TopicsShown((Topic("Garden", AT - timedelta(days=9), "t1"), Topic("", AT, "t2")), "t2"))
    assert words(panel.topics) == ["(without a title)\nTuesday, March 3, 2026 · now", "Garden\nSunday, February 22, 2026"]
    panel.topics.setCurrentRow(1)
    panel.switch_button.click()
    panel._rename()
    from PySide6.QtWidgets import QInputDialog

    dialog = panel.findChild(QInputDialog)
    assert dialog.textValue() == "Garden"
    dialog.setTextValue(" The garden ")
    dialog.accept()
    assert [(type(c), c.address, c.title) for c in panel.commands] == [(SwitchTopic, "t1", ""), (RenameTopic, "t1", "The garden")]


def test_a_day_leads_to_its_first_message(panel, qtbot) -> None:
    panel.day.setDate(QDate(2026, 2, 22))
    panel.day_button.click()
    (question,) = panel.commands
    assert (type(question), question.query, question.within.start, question.within.end) == (Search, "", "2026-02-22", "2026-02-22")
    with qtbot.waitSignal(panel.message_wanted) as wanted:
        panel.take(SearchFinished(question.request_id, "", HitPage((Hit("m7", "x", AT, 1.0),), 1, 1, 1), None))
    assert wanted.args == ["m7"]
    panel.day_button.click()
    panel.take(SearchFinished(panel.commands[-1].request_id, "", HitPage((), 0, 1, 1), None))
    assert panel.day_note.text() == "Nothing was said on that day."
