"""What undo and redo of memory would do next, kept in step with the ledger."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop_mem.gui.change_words import change_detail, change_words
from desktop_mem.memory.memory_event import MemoryEvent
from desktop_mem.memory.update import (
    ChangeRedone,
    ChangeUndone,
    MemoryForgotten,
    PassageKept,
    ProposalDecided,
    QueueFlushed,
    ReminderSet,
    SectionChanged,
    SummaryChanged,
    TurnUndone,
    Yielded,
)
from desktop_mem.runtime.memory_command import RedoChange, ShowLedger, UndoChange
from desktop_mem.runtime.memory_update import LedgerShown
from desktop_mem.runtime.update import CommandFailed, EngineStopped, SectionsShown

LATEST = 50
_CHANGES = (
    SectionsShown,
    SectionChanged,
    ChangeUndone,
    ChangeRedone,
    MemoryForgotten,
    PassageKept,
    ProposalDecided,
    QueueFlushed,
    ReminderSet,
    SummaryChanged,
    TurnUndone,
    Yielded,
)


class UndoState(QObject):
    """Holds the latest changes of memory, newest first, and which of them goes next. Emits `command`, and `changed`.

    The ledger is asked after every change, one question at a time.
    """

    command = Signal(object)
    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.events: tuple[MemoryEvent, ...] = ()
        self._undo = self._redo = ""
        self._asked = self._sent = ""
        self._stale = False

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        """Whether there is a change to bring back."""
        return bool(self._redo)

    def take(self, update: Any) -> None:
        """Follow the ledger."""
        match update:
            case LedgerShown(request_id=request_id) if request_id == self._asked:
                self._asked, self.events = "", update.events
                self._show(update.undo, update.redo)
                if self._stale:
                    self._ask()
            case CommandFailed(request_id=request_id) if request_id and request_id == self._asked:
                self._asked = ""
            case CommandFailed(request_id=request_id) if request_id and request_id == self._sent:
                self._ask()
            case EngineStopped():
                self._asked = ""
                self._show("", "")
            case _ if isinstance(update, _CHANGES):
                self._ask()

    def undo(self) -> None:
        """Take the last change back."""
        if self._undo:
            self._show("", self._redo)
            self._send(UndoChange())

    def redo(self) -> None:
        """Bring back what was taken back last."""
        if self._redo:
            self._show(self._undo, "")
            self._send(RedoChange())

    def last(self) -> MemoryEvent | None:
        """The change that undo takes back."""
        return self._event(self._undo)

    def undo_words(self) -> str:
        """What undo would do, for a tool tip."""
        words = self.tr("Take back: {change}")
        return words.format(change=_told(self._event(self._undo))) if self._undo else self.tr("There is nothing to take back")

    def redo_words(self) -> str:
        """What redo would do, for a tool tip."""
        words = self.tr("Make this change again: {change}")
        return words.format(change=_told(self._event(self._redo))) if self._redo else self.tr("There is nothing to make again")

    def _event(self, address: str) -> MemoryEvent | None:
        return next((event for event in self.events if address and event.address == address), None)

    def _send(self, command: UndoChange | RedoChange) -> None:
        self._sent = command.request_id
        self.command.emit(command)

    def _ask(self) -> None:
        self._stale = bool(self._asked)
        if not self._stale:
            question = ShowLedger(limit=LATEST)
            self._asked = question.request_id
            self.command.emit(question)

    def _show(self, undo: str, redo: str) -> None:
        self._undo, self._redo = undo, redo
        self.changed.emit()


def _told(event: MemoryEvent | None) -> str:
    """A change with the lines that it is about."""
    return "\n".join(part for part in (change_words(event), change_detail(event)[:400]) if part) if event else "…"
