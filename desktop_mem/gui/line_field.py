"""A one-line text field with a button that clears it, which a screen reader can name."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget


class LineField(QLineEdit):
    """`name` is for screen readers; `hint` stands in the field while it is empty."""

    def __init__(self, hint: str, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(hint)
        self.setAccessibleName(name or hint)
        self.setClearButtonEnabled(True)
        clear = QCoreApplication.translate("LineField", "Clear")
        for button in self.findChildren(QToolButton):
            button.setAccessibleName(clear)
            button.setToolTip(clear)
