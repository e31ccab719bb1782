"""The source of a citation on view: the cited text at its place, with what stands about it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont, QGuiApplication, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QTextEdit, QVBoxLayout, QWidget

from desktop_mem.gui.asking_dialog import AskingDialog
from desktop_mem.gui.change_words import title_words
from desktop_mem.gui.engine_words import in_the_users_language, place_words
from desktop_mem.gui.theme import Theme
from desktop_mem.runtime.command import OpenPlace
from desktop_mem.runtime.update import CommandFailed, OpenedText, PlaceOpened


class SourceDialog(AskingDialog):
    """Asks for an address, then for its surroundings, and marks the cited text in them. Emits `command`, and `message_wanted` to go to
    a message in the conversation.
    """

    message_wanted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._address = ""
        self._cited = ""
        self.setWindowTitle(self.tr("Source"))
        self.heading = QLabel(wordWrap=True)
        self.heading.setProperty("textSize", "title")
        self.note = QLabel(wordWrap=True)
        self.note.setProperty("tone", "muted")
        self.text = QTextEdit(readOnly=True, accessibleName=self.tr("Text of the source"))
        self.text.setTabChangesFocus(True)
        self.go_button = QPushButton(self.tr("Show in the conversation"))
        self.copy_button = QPushButton(self.tr("Copy text"))
        self.close_button = QPushButton(self.tr("Close"))
        line = QHBoxLayout()
        line.addWidget(self.go_button)
        line.addWidget(self.copy_button)
        line.addStretch(1)
        line.addWidget(self.close_button)
        self._column = QVBoxLayout(self)
        for part in (self.heading, self.note):
            self._column.addWidget(part)
        self._column.addWidget(self.text, 1)
        self._column.addLayout(line)
        self.go_button.clicked.connect(self._go)
        self.copy_button.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._cited))
        self.close_button.clicked.connect(self.close)
        theme.changed.connect(self._restyle)
        self._restyle()

    def open_source(self, address: str, text: str = "") -> None:
        """Show what stands at an address; `text` stands there until the engine has answered."""
        self._address, self._cited = address, text
        self.heading.setText(address)
        self.note.setText(self.tr("Opening…"))
        self._put(text, text)
        self.go_button.setVisible(address.startswith("m"))
        self._ask(address)
        self._come_forward()
        self.text.setFocus()

    def take(self, update: Any) -> None:
        """Show what the engine sends, or why there is nothing."""
        match update:
            case PlaceOpened(request_id=request_id, address=address, texts=texts) if self.owns(request_id):
                self._show(address, texts)
            case CommandFailed(request_id=request_id, reason=reason) if self.owns(request_id):
                self.asked = ""
                if self._cited:
                    self.note.setText(
                        self.tr("What stands about it cannot be shown: {reason}").format(reason=in_the_users_language(reason))
                    )
                else:
                    self.note.setText(in_the_users_language(reason))

    def _ask(self, address: str) -> None:
        self._send(OpenPlace(address))

    def _show(self, address: str, texts: tuple[OpenedText, ...]) -> None:
        self.asked = ""
        first = texts[0] if texts else OpenedText(address, "")
        if address == self._address:
            self.heading.setText(self._heading_words(address, first.citation))
            self.note.setText(self.tr("Nothing stands there.") if not texts else "")
            self._cited = "\n\n".join(each.text for each in texts)
            self._put(self._cited, self._cited if first.around else "")
            if first.around and len(texts) == 1:
                self._ask(first.around)
            return
        self.note.setText(self.tr("The cited text is marked; about it stands what the document says there."))
        self._put("\n\n".join(each.text for each in texts), self._cited)

    def _heading_words(self, address: str, citation: str) -> str:
        """The place in a document, the title of a section, or what kind of memory it is."""
        if address.startswith("w:"):
            return title_words(address)
        return place_words(citation) if citation else self._kind_words(address)

    def _kind_words(self, address: str) -> str:
        words = {"m": self.tr("Message {address}"), "s": self.tr("Summary {address}"), "p": self.tr("Kept note {address}")}
        return words.get(address[:1], "{address}").format(address=address)

    def _put(self, text: str, marked: str) -> None:
        """Show the text with the cited stretch marked and in view."""
        self.text.setPlainText(text)
        at = text.find(marked) if marked else -1
        self.text.setExtraSelections([])
        if at < 0:
            return
        cursor = self.text.textCursor()
        cursor.setPosition(_utf16(text[:at]))
        self.text.setTextCursor(cursor)
        cursor.setPosition(_utf16(text[: at + len(marked)]), QTextCursor.MoveMode.KeepAnchor)
        selection = QTextEdit.ExtraSelection()
        selection.cursor = cursor
        form = QTextCharFormat()
        form.setBackground(self._theme.colour("accent_soft"))
        form.setForeground(self._theme.colour("text"))
        form.setFontWeight(QFont.Weight.Medium)
        selection.format = form
        self.text.setExtraSelections([selection])
        bar = self.text.verticalScrollBar()
        bar.setValue(bar.value() + self.text.cursorRect().top() - self._theme.px(6))

    def _go(self) -> None:
        self.message_wanted.emit(self._address)
        self.close()

    def _restyle(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(5), px(4), px(5), px(4))
        self._column.setSpacing(px(2.5))
        self.resize(px(170), px(130))


def _utf16(text: str) -> int:
    """Qt's count of the text's characters."""
    return len(text.encode("utf-16-le")) // 2
