"""The memory desk: the dialogs on memory, and what any part of the window may want of a piece of it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from desktop_mem.gui import offers as offer
from desktop_mem.gui.change_words import change_words, piece_words
from desktop_mem.gui.engine_words import in_the_users_language
from desktop_mem.gui.memory_panel.as_of_dialog import AsOfDialog
from desktop_mem.gui.memory_panel.history_dialog import HistoryDialog
from desktop_mem.gui.memory_panel.trash_dialog import TrashDialog
from desktop_mem.gui.memory_panel.undo_state import UndoState
from desktop_mem.gui.memory_panel.why_dialog import WhyDialog
from desktop_mem.gui.theme import Theme
from desktop_mem.gui.wording import number_words
from desktop_mem.memory.memory_event import MemoryEvent
from desktop_mem.memory.update import MemoryForgotten
from desktop_mem.runtime.memory_command import ForgetMemory, RestoreMemory, UndoChange
from desktop_mem.runtime.update import CommandFailed


class MemoryDesk(QObject):
    """Does what offers say. Emits `command`, `opened` with the address and text of a source, and `told` with words for the user."""

    command = Signal(object)
    opened = Signal(str, str)
    told = Signal(str)

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._made_in_history = ""
        self.undo = UndoState(self)
        self.why = WhyDialog(theme, window)
        self.history = HistoryDialog(theme, window)
        self.trash = TrashDialog(theme, window)
        self.as_of = AsOfDialog(theme, window)
        self.question: QMessageBox | None = None
        for child in self._children():
            child.command.connect(self.command)
        for dialog in (self.why, self.history, self.trash):
            dialog.wanted.connect(self.do)
        self.why.opened.connect(self.opened)
        self.history.day_wanted.connect(self.as_of.open_day)

    def take(self, update: Any) -> None:
        """Pass an update on; tell what went into the trash, and why a change on view in the history could not be taken back."""
        if isinstance(update, MemoryForgotten):
            words = self.tr("{what} lies in the trash now. From there it can be brought back.")
            self.told.emit(words.format(what=_capital(piece_words(update.target) if update.target[0] != "w" else self.tr("The line"))))
        if isinstance(update, CommandFailed) and update.request_id and update.request_id == self._made_in_history:
            self.history.say(in_the_users_language(update.reason))
        for child in self._children():
            child.take(update)

    def owns(self, request_id: str) -> bool:
        """Whether it shows what became of this command."""
        in_history = bool(request_id) and request_id == self._made_in_history and self.history.isVisible()
        return in_history or any(dialog.owns(request_id) for dialog in (self.why, self.history, self.trash, self.as_of))

    def do(self, kind: str, value: str) -> None:
        """Do what an offer says."""
        match kind:
            case offer.WHY:
                self.why.explain(value)
            case offer.HISTORY:
                self.history.open_history(value)
            case offer.UNDO:
                self._undo(value)
            case offer.FORGET:
                address, _, line = value.partition("\n")
                self.command.emit(ForgetMemory(address, line))
            case offer.RESTORE:
                self.command.emit(RestoreMemory(value))
            case offer.OPEN:
                self.opened.emit(value, "")

    def step_aside(self) -> None:
        """Let the conversation be seen."""
        for dialog in (self.why, self.history):
            dialog.close()

    def _undo(self, address: str) -> None:
        """Take a change back; when later ones rest on it, the user says whether those go too."""
        known = {event.address: event for event in (*self.undo.events, *self.history.events)}
        event = known.get(address)
        later = [each for each in known.values() if event and _number(each) > _number(event) and each.rests_on(event)]
        if event and later:
            self._ask(event, len(later))
        else:
            self._send(address, along=False)

    def _ask(self, event: MemoryEvent, later: int) -> None:
        words = self.tr("{change}. Later changes rest on that: {count}. They are taken back with it.")
        box = QMessageBox(self.history if self.history.isVisible() else self._window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(self.tr("Undo"))
        box.setText(words.format(change=change_words(event), count=number_words(later)))
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.addButton(self.tr("Take all of them back"), QMessageBox.ButtonRole.AcceptRole)
        box.accepted.connect(lambda: self._send(event.address, along=True))
        box.finished.connect(box.deleteLater)
        self.question = box
        box.open()

    def _send(self, address: str, *, along: bool) -> None:
        command = UndoChange(address, along)
        self._made_in_history = command.request_id if self.history.isVisible() else ""
        self.command.emit(command)

    def _children(self) -> tuple[Any, ...]:
        return (self.undo, self.why, self.history, self.trash, self.as_of)


def _number(event: MemoryEvent) -> int:
    return int(event.address[1:])


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
