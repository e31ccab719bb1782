"""A dialog that shows what the engine answers to its latest question."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QWidget

from desktop_mem.gui.theme import Theme


class AskingDialog(QDialog):
    """Emits `command` with a question; `asked` is the id of the latest one."""

    command = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.asked = ""

    def owns(self, request_id: str) -> bool:
        """Whether this dialog asked that."""
        return bool(request_id) and request_id == self.asked

    def _send(self, question: Any) -> None:
        self.asked = question.request_id
        self.command.emit(question)

    def _come_forward(self) -> None:
        self.show()
        self.raise_()
        self.activateWindow()
