"""What the user can do with the last turn, from its menu and from the keyboard: retry, edit and resend, rewrite, undo."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from desktop_mem.gui.conversation.model import ConversationModel
from desktop_mem.gui.conversation.row import Row, RowState
from desktop_mem.runtime.command import Retry, UndoTurn

EDIT, REWRITE, RETHINK = "edit", "rewrite", "rethink"


class TurnActions(QObject):
    """Emits `command` for what is done at once, and `text_wanted` with its purpose and a first draft for what needs words; the purpose of
    editing a message that waits is `edit` with its address behind it.

    While messages wait behind the last turn, nothing can be done with it, but they themselves can be edited and taken back.
    """

    command = Signal(object)
    text_wanted = Signal(str, str)

    def __init__(self, model: ConversationModel, widget: QWidget) -> None:
        super().__init__(widget)
        self._model = model
        self.retry = self._action(self.tr("Retry"), "Ctrl+R", widget, self._retry)
        self.edit = self._action(self.tr("Edit and resend…"), "F2", widget, self._edit)
        self.rewrite = self._action(self.tr("Rewrite the answer…"), "Shift+F2", widget, self._rewrite)
        self.rethink = self._action(self.tr("Rewrite the thought…"), "Ctrl+F2", widget, self._rethink)
        self.undo = self._action(self.tr("Undo"), "Ctrl+Shift+Backspace", widget, self._undo)
        self.undo.setToolTip(self.tr("Take back the last message with its answer, and what was written in between"))

    def for_row(self, row: Row) -> list[QAction]:
        """What can be done from the menu of a row; nothing, if it is not of the last turn."""
        if row.state is RowState.ACCEPTED and row.note:
            return self._for_waiting(row)
        turn = self._model.begun_turn()
        if not turn or row.turn != turn:
            return []
        rewrite = [self.rewrite] if self._model.last_reply() else []
        rethink = [self.rethink] if self._model.last_thought() else []
        return [self.retry, self.edit, *rewrite, *rethink, self.undo]

    def _for_waiting(self, row: Row) -> list[QAction]:
        edit, undo = QAction(self.tr("Edit this waiting message…"), self), QAction(self.tr("Take it back"), self)
        edit.triggered.connect(lambda: self.text_wanted.emit(f"{EDIT} {row.note}", row.text))
        undo.triggered.connect(lambda: self.command.emit(UndoTurn(turn=row.note)))
        return [edit, undo]

    def _action(self, text: str, keys: str, widget: QWidget, done: Callable[[], None]) -> QAction:
        action = QAction(text, self, shortcut=QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(done)
        widget.addAction(action)
        return action

    def _retry(self) -> None:
        if self._model.begun_turn():
            self.command.emit(Retry())

    def _undo(self) -> None:
        if self._model.begun_turn():
            self.command.emit(UndoTurn())

    def _edit(self) -> None:
        if row := self._model.at_address(self._model.begun_turn()):
            self.text_wanted.emit(EDIT, row.text)

    def _rethink(self) -> None:
        if thought := self._model.last_thought():
            self.text_wanted.emit(RETHINK, thought)

    def _rewrite(self) -> None:
        if row := self._model.last_reply():
            self.text_wanted.emit(REWRITE, row.text)
