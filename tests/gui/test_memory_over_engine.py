"""The window over the real worker and stores: what the assistant writes is seen, explained, undone, forgotten and brought back by click."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from desktop_mem.gui.main_window import MainWindow
from desktop_mem.gui.memory_panel.entry_list import ENTRY_ROLE
from desktop_mem.inference.scripted import ScriptedModel, SetClock, say
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.runtime.command import KeepText
from tests.runtime.conftest import Driven

APPEND = FunctionCall("core_memory_append", {"label": "human", "content": "Name: Anna"}, "", True)


class Worked:
    """A window whose commands a worker carries out when it is told to."""

    def __init__(self, window: MainWindow, driven: Driven) -> None:
        self.window, self.driven = window, driven
        window.command.connect(self._put)
        self._shown = 0

    def _put(self, command: Any) -> None:
        self.driven.inbox.put(command)
        self.window.take_sent(command)

    def work(self) -> None:
        """Let the worker do all that waits, and the window show it."""
        busy = True
        while busy:
            busy = self.driven.worker.turn()
            while self._shown < len(self.driven.updates):
                self._shown += 1
                busy = True
                self.window.take(self.driven.updates[self._shown - 1])

    def say(self, text: str) -> None:
        self.window.conversation.ask(text)
        self.work()

    @property
    def human(self) -> str:
        return self.window.memory.cards["human"].text


@pytest.fixture
def worked(window: MainWindow, tmp_path: Path, embedder_folder: Path) -> Iterator[Worked]:
    driven = Driven(tmp_path / "profile", ScriptedModel([APPEND, say("Hello Anna.")], default=say("Yes.")), SetClock(), "model")
    driven.worker.start()
    made = Worked(window, driven)
    window.begin()
    made.work()
    yield made
    driven.worker.close()


def test_what_the_assistant_wrote_is_undone_and_redone_by_click(worked, qtbot) -> None:
    window = worked.window
    before = worked.human
    worked.say("My name is Anna.")
    assert worked.human == "Name: Anna"
    head = window.memory.head
    assert head.undo_button.toolTip() == "Take back: The assistant added to “About you”\n+ Name: Anna"
    entry = next(entry for entry in window.activity.model.entries if entry.title == "“About you” changed")
    assert [offer.kind for offer in entry.offers] == ["undo", "why"]
    qtbot.mouseClick(head.undo_button, Qt.MouseButton.LeftButton)
    worked.work()
    assert (worked.human, head.redo_button.isEnabled()) == (before, True)
    qtbot.mouseClick(head.redo_button, Qt.MouseButton.LeftButton)
    worked.work()
    assert worked.human == "Name: Anna"
    window.activity.list.wanted.emit(entry.offers[0].kind, entry.offers[0].value)
    worked.work()
    assert worked.human == before


def test_a_line_says_why_is_forgotten_and_comes_back(worked) -> None:
    window, desk = worked.window, worked.window.memories
    worked.say("My name is Anna.")
    window.memory.cards["human"].why_button.click()
    worked.work()
    (card,) = desk.why.cards
    assert card.text.text() == "Name: Anna"
    assert card.sources[0].words.text() == "“My name is Anna.”"
    desk.do("forget", "w:human\nName: Anna")
    worked.work()
    assert (worked.human, desk.why.note.text()) == ("", "Nothing stands here yet.")
    window.memory.head.trash_button.click()
    worked.work()
    (entry,) = desk.trash.model.entries
    assert entry.detail == "Name: Anna"
    desk.trash.list.menu_of(desk.trash.model.index(0).data(ENTRY_ROLE)).actions()[0].trigger()
    worked.work()
    assert (worked.human, desk.trash.note.text()) == ("Name: Anna", "The trash is empty.")


def test_messages_and_notes_are_forgotten_and_come_back(worked) -> None:
    window, desk = worked.window, worked.window.memories
    worked.say("My name is Anna.")
    window.command.emit(KeepText("The garage code is 4711"))
    worked.work()
    first = window.conversation.model.rows[0]
    assert (first.text, first.address) == ("My name is Anna.", "m1")
    for address in ("m1", "p1"):
        desk.do("forget", address)
        worked.work()
    assert "My name is Anna." not in [row.text for row in window.conversation.model.rows]
    desk.trash.open_trash()
    worked.work()
    assert [entry.detail for entry in desk.trash.model.entries] == ["The garage code is 4711", "My name is Anna."]
    desk.do("why", "p1")
    worked.work()
    assert desk.why.restore_button.isVisible()
    desk.why.restore_button.click()
    worked.work()
    assert [card.text.text() for card in desk.why.cards] == ["The garage code is 4711"]
    desk.do("restore", "m1")
    worked.work()
    assert window.conversation.model.rows[0].text == "My name is Anna."


def test_history_tells_all_and_takes_the_later_ones_along(worked) -> None:
    window, desk = worked.window, worked.window.memories
    worked.say("My name is Anna.")
    card = window.memory.cards["human"]
    card.edit_button.click()
    card.editor.setPlainText("Name: Anna\nLikes tea")
    card.save_button.click()
    worked.work()
    desk.history.open_history("w:human")
    worked.work()
    assert [entry.title for entry in desk.history.model.entries] == ["You changed “About you”", "The assistant added to “About you”"]
    desk.do(desk.history.model.entries[1].offers[0].kind, desk.history.model.entries[1].offers[0].value)
    desk.question.accept()
    worked.work()
    assert worked.human == ""
    assert [entry.title for entry in desk.history.model.entries[:2]] == ["You took back a change of “About you”"] * 2
    desk.as_of.open_day()
    worked.work()
    assert "About you\nNothing yet." in desk.as_of.text.toPlainText()


def test_a_proposal_of_the_engine_is_accepted_by_click(worked) -> None:
    window = worked.window
    worked.say("My name is Anna.")
    session = worked.driven.worker._agent.session
    section = next(each for each in session._context.working_context.sections if each.label == "human")
    worked.driven.updates += session.proposing.propose_text(section, "Anna", "human holds 1964 of 2000 characters.")
    worked.work()
    (card,) = window.memory.proposals.cards.values()
    assert card.change.text() == "− Name: Anna\n+ Anna"
    card.accept_button.click()
    worked.work()
    assert (worked.human, window.memory.proposals.cards, window.tabs.tabText(0)) == ("Anna", {}, "Memory")
