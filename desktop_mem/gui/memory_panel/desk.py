"""The memory desk: the dialogs on memory, and what any part of the window may want of a piece of it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from desktop_mem.control.addresses import row_number
from desktop_mem.gui import offers as offer
from desktop_mem.gui.change_words import change_words, title_words
from desktop_mem.gui.engine_words import in_the_users_language
from desktop_mem.gui.memory_panel.undo_state import UndoState
from desktop_mem.gui.theme import Theme
from desktop_mem.gui.wording import number_words
from desktop_mem.memory.memory_event import MemoryEvent
from desktop_mem.memory.update import MemoryForgotten
from desktop_mem.runtime.memory_command import ForgetMemory, RestoreMemory, UndoChange
from desktop_mem.runtime.update import CommandFailed, SectionsShown

if TYPE_CHECKING:
    from desktop_mem.gui.memory_panel.as_of_dialog import AsOfDialog
    from desktop_mem.gui.memory_panel.history_dialog import HistoryDialog
    from desktop_mem.gui.memory_panel.trash_dialog import TrashDialog
    from desktop_mem.gui.memory_panel.why_dialog import WhyDialog


class MemoryDesk(QObject):
    """Does what offers say. Emits `command`, `opened` with the address and text of a source, and `told` with words for the user. A dialog
    is imported and made when it is first asked for: the window does not wait for any.
    """

    command = Signal(object)
    opened = Signal(str, str)
    told = Signal(str)

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme, self._window = theme, window
        self._made_in_history = ""
        self._sections: SectionsShown | None = None
        self._made: list[Any] = []
        self.question: QMessageBox | None = None
        self.undo = UndoState(self)
        self.undo.command.connect(self.command)

    @cached_property
    def why(self) -> WhyDialog:
        """Why something is believed."""
        from desktop_mem.gui.memory_panel.why_dialog import WhyDialog

        dialog = self._keep(WhyDialog(self._theme, self._window))
        dialog.opened.connect(self.opened)
        dialog.wanted.connect(self.do)
        return dialog

    @cached_property
    def history(self) -> HistoryDialog:
        """What changed, newest first."""
        from desktop_mem.gui.memory_panel.history_dialog import HistoryDialog

        dialog = self._keep(HistoryDialog(self._theme, self._window))
        dialog.wanted.connect(self.do)
        dialog.day_wanted.connect(lambda: self.as_of.open_day())
        if self._sections is not None:
            dialog.take(self._sections)
        return dialog

    @cached_property
    def trash(self) -> TrashDialog:
        """What was forgotten."""
        from desktop_mem.gui.memory_panel.trash_dialog import TrashDialog

        dialog = self._keep(TrashDialog(self._theme, self._window))
        dialog.wanted.connect(self.do)
        return dialog

    @cached_property
    def as_of(self) -> AsOfDialog:
        """Memory as it was."""
        from desktop_mem.gui.memory_panel.as_of_dialog import AsOfDialog

        return self._keep(AsOfDialog(self._theme, self._window))

    def _keep(self, dialog: Any) -> Any:
        """Pass on from here what it asks the engine, and to it what the engine says."""
        dialog.command.connect(self.command)
        self._made.append(dialog)
        return dialog

    def _history_is_open(self) -> bool:
        return "history" in vars(self) and self.history.isVisible()

    def take(self, update: Any) -> None:
        """Pass an update on; tell what went into the trash, and why a change on view in the history could not be taken back."""
        if isinstance(update, MemoryForgotten):
            words = self.tr("{what} lies in the trash now. From there it can be brought back.")
            self.told.emit(words.format(what=self.tr("The line") if update.target[0] == "w" else title_words(update.target)))
        if isinstance(update, CommandFailed) and update.request_id and update.request_id == self._made_in_history:
            self.history.say(in_the_users_language(update.reason))
        if isinstance(update, SectionsShown):
            self._sections = update
        for child in (self.undo, *self._made):
            child.take(update)

    def owns(self, request_id: str) -> bool:
        """Whether it shows what became of this command."""
        in_history = bool(request_id) and request_id == self._made_in_history and self._history_is_open()
        return in_history or any(dialog.owns(request_id) for dialog in self._made)

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
        for name in ("why", "history"):
            if name in vars(self):
                getattr(self, name).close()

    def _undo(self, address: str) -> None:
        """Take a change back; when later ones rest on it, the user says whether those go too."""
        shown = self.history.events if "history" in vars(self) else ()
        known = {event.address: event for event in (*self.undo.events, *shown)}
        event = known.get(address)
        later = [
            each
            for each in known.values()
            if event and row_number(each.address, "e") > row_number(event.address, "e") and each.rests_on(event)
        ]
        if event and later:
            self._ask(event, len(later))
        else:
            self._send(address, along=False)

    def _ask(self, event: MemoryEvent, later: int) -> None:
        words = self.tr("{change}. Later changes rest on that: {count}. They are taken back with it.")
        box = QMessageBox(self.history if self._history_is_open() else self._window)
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
        self._made_in_history = command.request_id if self._history_is_open() else ""
        self.command.emit(command)
