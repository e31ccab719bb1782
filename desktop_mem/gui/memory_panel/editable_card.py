"""A card with a text that the user can edit, without ever losing a draft to an update or a refusal."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from desktop_mem.gui.engine_words import in_the_users_language
from desktop_mem.gui.theme import Theme
from desktop_mem.runtime.update import CommandFailed


class EditableCard(QFrame):
    """Shows a title and a text; emits `command` with the edit that `_edit` makes. Subclasses say what else stands there."""

    command = Signal(object)

    def __init__(self, title: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, objectName="card")
        self._theme = theme
        self.text = ""
        self._expected = ""
        self._request_id = ""
        self._title = QLabel(title, wordWrap=True)
        self._title.setProperty("textSize", "title")
        self._figure = QLabel(wordWrap=True)
        self._figure.setProperty("tone", "muted")
        self._figure.setProperty("textSize", "small")
        self._text = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.editor = QPlainTextEdit(tabChangesFocus=True, accessibleName=title)
        self.notice = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.notice.setProperty("tone", "warning")
        self.notice.setProperty("textSize", "small")
        self.edit_button = QPushButton(self.tr("Edit"))
        self.edit_button.setProperty("kind", "quiet")
        self.edit_button.setAccessibleName(self.tr("Edit “{section}”").format(section=title))
        self.save_button = QPushButton(self.tr("Save"))
        self.save_button.setProperty("kind", "primary")
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self._build()
        self.edit_button.clicked.connect(self._begin)
        self.save_button.clicked.connect(self._save)
        self.cancel_button.clicked.connect(self._end)
        self.editor.textChanged.connect(self._count)
        theme.changed.connect(self._restyle)

    def show_text(self, text: str) -> None:
        """The text as it is now. An open editor keeps its draft and says what changed meanwhile."""
        changed, self.text = text != self.text, text
        if self.is_editing() and text == self.editor.toPlainText().strip():
            self._end()
        elif self.is_editing() and changed:
            self._expected = text  # shown right here, so saving over it is a decision
            self._say(self.tr("It has changed meanwhile. It now reads: “{text}” Saving replaces that.").format(text=text))
        else:
            self._refresh()

    def take(self, update: Any) -> None:
        """Show why an edit was refused."""
        if isinstance(update, CommandFailed) and self.made(update.request_id):
            self._begin(keep_draft=True)
            self._say_refusal(update.reason)

    def made(self, request_id: str) -> bool:
        """Whether this card sent that command."""
        return bool(request_id) and request_id == self._request_id

    def is_editing(self) -> bool:
        """Whether the editor is open."""
        return not self.editor.isHidden()

    def shown_text(self) -> str:
        """The text as the card shows it."""
        return self._text.text()

    def _edit(self, text: str, expected: str) -> Any:
        """The command that puts `text` in the place of `expected`."""
        raise NotImplementedError

    def _count(self) -> None:
        """Say how much the text takes."""

    def _build(self) -> None:
        self._head = QHBoxLayout()
        self._head.addWidget(self._title, 1)
        self._head.addWidget(self.edit_button)
        self._buttons = QHBoxLayout()
        self._buttons.addWidget(self._figure, 1)
        self._buttons.addWidget(self.cancel_button)
        self._buttons.addWidget(self.save_button)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._head)
        for part in (self._text, self.notice, self.editor):
            self._column.addWidget(part)
        self._column.addLayout(self._buttons)

    def _begin(self, *, keep_draft: bool = False) -> None:
        if not keep_draft:
            self.editor.setPlainText(self.text)
        self._expected = self.text
        self._open(True)
        self.editor.setFocus()

    def _end(self, *_: Any) -> None:
        self._open(False)
        self._refresh()

    def _open(self, editing: bool) -> None:
        for part in (self.editor, self.save_button, self.cancel_button):
            part.setVisible(editing)
        self._text.setVisible(not editing)
        self.notice.hide()
        self.edit_button.setVisible(not editing)
        self._count()

    def _save(self) -> None:
        text = self.editor.toPlainText().strip()
        if text == self.text:
            self._end()
            return
        edit = self._edit(text, self._expected)
        self._request_id = edit.request_id
        self._end()
        self._text.setText(text or self.tr("Nothing yet."))
        self.command.emit(edit)

    def _say(self, text: str) -> None:
        self.notice.setText(text)
        self.notice.show()

    def _say_refusal(self, reason: str) -> None:
        self._say(in_the_users_language(reason))

    def _refresh(self) -> None:
        self._text.setText(self.text or self.tr("Nothing yet."))
        self._text.setProperty("tone", "" if self.text else "muted")
        self._text.style().unpolish(self._text)
        self._text.style().polish(self._text)
        self._count()

    def _restyle(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(4), px(2.5), px(4), px(3))
        self._column.setSpacing(px(2))
        self.editor.setMinimumHeight(px(30))
