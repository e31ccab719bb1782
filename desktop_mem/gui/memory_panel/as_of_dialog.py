"""Memory on a day: the sections and the kept notes as they were then, to be read."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QDate, Qt
from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QDateEdit, QHBoxLayout, QLabel, QPushButton, QTextEdit, QVBoxLayout, QWidget

from desktop_mem.gui.asking_dialog import AskingDialog
from desktop_mem.gui.engine_words import in_the_users_language
from desktop_mem.gui.theme import Theme
from desktop_mem.gui.wording import section_words
from desktop_mem.runtime.memory_command import ShowMemoryAsOf
from desktop_mem.runtime.memory_update import MemoryAsOfShown
from desktop_mem.runtime.update import CommandFailed


class AsOfDialog(AskingDialog):
    """Asks for memory as it was at the end of a day. Emits `command`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setWindowTitle(self.tr("Memory on a day"))
        self.day = QDateEdit(QDate.currentDate(), calendarPopup=True, accessibleName=self.tr("Day"))
        self.day.setMaximumDate(QDate.currentDate())
        self.show_button = QPushButton(self.tr("Show"))
        self.show_button.setDefault(True)
        self.note = QLabel(wordWrap=True)
        self.note.setProperty("tone", "muted")
        self.text = QTextEdit(readOnly=True, accessibleName=self.tr("Memory on that day"))
        self.text.setTabChangesFocus(True)
        self.close_button = QPushButton(self.tr("Close"))
        head, foot = QHBoxLayout(), QHBoxLayout()
        head.addWidget(self.day)
        head.addWidget(self.show_button)
        head.addStretch(1)
        foot.addStretch(1)
        foot.addWidget(self.close_button)
        self._column = QVBoxLayout(self)
        self._column.addLayout(head)
        self._column.addWidget(self.note)
        self._column.addWidget(self.text, 1)
        self._column.addLayout(foot)
        self.show_button.clicked.connect(self.ask)
        self.close_button.clicked.connect(self.close)
        theme.changed.connect(self._restyle)
        self._restyle()

    def open_day(self) -> None:
        """Let the user choose a day; the one chosen is shown."""
        self._come_forward()
        self.ask()

    def ask(self) -> None:
        """Ask for memory on the chosen day."""
        self.note.setText(self.tr("Looking…"))
        self._send(ShowMemoryAsOf(self.day.date().toString(Qt.DateFormat.ISODate)))

    def take(self, update: Any) -> None:
        """Show what the engine sends, or why there is nothing."""
        match update:
            case MemoryAsOfShown(request_id=request_id) if self.owns(request_id):
                self.asked = ""
                self._show(update)
            case CommandFailed(request_id=request_id, reason=reason) if self.owns(request_id):
                self.asked = ""
                self.note.setText(in_the_users_language(reason))

    def _show(self, shown: MemoryAsOfShown) -> None:
        empty = not shown.notes and not any(section.text for section in shown.sections)
        words = self.tr("Nothing was in memory on that day.") if empty else self.tr("As it was at the end of that day, to be read only.")
        self.note.setText(words)
        self.text.clear()
        cursor = self.text.textCursor()
        for section in shown.sections:
            self._put(cursor, section_words(section.label), section.text or self.tr("Nothing yet."))
        if shown.notes:
            forgotten = self.tr("(forgotten since)")
            notes = "\n".join(f"• {note.text or forgotten}" for note in shown.notes)
            self._put(cursor, self.tr("Kept notes"), notes)
        self.text.moveCursor(QTextCursor.MoveOperation.Start)

    def _put(self, cursor: QTextCursor, title: str, text: str) -> None:
        heading, body = QTextCharFormat(), QTextCharFormat()
        heading.setFont(self._theme.font(1.05, bold=True))
        body.setFont(self._theme.font())
        block = QTextBlockFormat()
        block.setTopMargin(self._theme.px(2) if cursor.position() else 0)
        if cursor.position():
            cursor.insertBlock()
        cursor.setBlockFormat(block)
        cursor.insertText(title, heading)
        cursor.insertBlock(QTextBlockFormat())
        cursor.insertText(text, body)

    def _restyle(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(5), px(4), px(5), px(4))
        self._column.setSpacing(px(2.5))
        self.resize(px(140), px(120))
