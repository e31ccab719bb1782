"""One section of the working context: its text, how full it is, and the user's own edits."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPlainTextEdit, QProgressBar, QPushButton, QVBoxLayout, QWidget

from desktop_mem.gui.engine_words import in_the_users_language
from desktop_mem.gui.theme import Theme
from desktop_mem.gui.wording import number_words, section_words
from desktop_mem.memory.ports import SectionState
from desktop_mem.runtime.command import EditSection
from desktop_mem.runtime.update import CommandFailed


class SectionCard(QFrame):
    """Shows a `SectionState`; emits `command` with the edit. A draft is never thrown away by an update or a refusal."""

    command = Signal(object)

    def __init__(self, state: SectionState, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, objectName="card")
        self._theme = theme
        self.state = state
        self._expected = state.text
        self._request_id = ""
        self._title = QLabel(section_words(state.label), wordWrap=True)
        self._title.setProperty("textSize", "title")
        self._figure = QLabel(wordWrap=True)
        self._figure.setProperty("tone", "muted")
        self._figure.setProperty("textSize", "small")
        self._text = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.editor = QPlainTextEdit(tabChangesFocus=True, accessibleName=section_words(state.label))
        self.notice = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.notice.setProperty("tone", "warning")
        self.notice.setProperty("textSize", "small")
        self.edit_button = QPushButton(self.tr("Edit"))
        self.edit_button.setProperty("kind", "quiet")
        self.edit_button.setAccessibleName(self.tr("Edit “{section}”").format(section=section_words(state.label)))
        self.save_button = QPushButton(self.tr("Save"))
        self.save_button.setProperty("kind", "primary")
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self._fill = QProgressBar(textVisible=False)
        self._build()
        self.edit_button.clicked.connect(self._begin)
        self.save_button.clicked.connect(self._save)
        self.cancel_button.clicked.connect(self._end)
        self.editor.textChanged.connect(self._count)
        theme.changed.connect(self._restyle)
        self._restyle()
        self._end()

    def show_state(self, state: SectionState) -> None:
        """The section as it is now. An open editor keeps its draft and says what changed meanwhile."""
        changed, self.state = state.text != self.state.text, state
        if self.is_editing() and state.text == self.editor.toPlainText().strip():
            self._end()
        elif self.is_editing() and changed:
            self._expected = state.text  # shown right here, so saving over it is a decision
            self._say(self.tr("It has changed meanwhile. It now reads: “{text}” Saving replaces that.").format(text=state.text))
        else:
            self._refresh()

    def take(self, update: Any) -> None:
        """Show why an edit of this section was refused."""
        if isinstance(update, CommandFailed) and self.made(update.request_id):
            self._begin(keep_draft=True)
            self._say(in_the_users_language(update.reason))

    def made(self, request_id: str) -> bool:
        """Whether this card sent that command."""
        return bool(request_id) and request_id == self._request_id

    def is_editing(self) -> bool:
        """Whether the editor is open."""
        return not self.editor.isHidden()

    def shown_text(self) -> str:
        """The text as the card shows it."""
        return self._text.text()

    def _build(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.edit_button)
        self._buttons = QHBoxLayout()
        self._buttons.addWidget(self._figure, 1)
        self._buttons.addWidget(self.cancel_button)
        self._buttons.addWidget(self.save_button)
        self._column = QVBoxLayout(self)
        self._column.addLayout(head)
        for part in (self._text, self.notice, self.editor):
            self._column.addWidget(part)
        self._column.addWidget(self._fill)
        self._column.addLayout(self._buttons)

    def _begin(self, *, keep_draft: bool = False) -> None:
        if not keep_draft:
            self.editor.setPlainText(self.state.text)
        self._expected = self.state.text
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
        self.edit_button.setVisible(not editing and not self.state.read_only)
        self._count()

    def _save(self) -> None:
        edit = EditSection(self.state.label, self.editor.toPlainText().strip(), self._expected)
        if edit.text == self.state.text:
            self._end()
            return
        self._request_id = edit.request_id
        self._end()
        self._text.setText(edit.text or self.tr("Nothing yet."))
        self.command.emit(edit)

    def _say(self, text: str) -> None:
        self.notice.setText(text)
        self.notice.show()

    def _refresh(self) -> None:
        self._text.setText(self.state.text or self.tr("Nothing yet."))
        self._text.setProperty("tone", "" if self.state.text else "muted")
        self._text.style().unpolish(self._text)
        self._text.style().polish(self._text)
        self.setToolTip(self.state.description)
        self._count()

    def _count(self) -> None:
        length = len(self.editor.toPlainText().strip()) if self.is_editing() else len(self.state.text)
        limit = max(1, self.state.limit)
        words = self.tr("{used} of {limit} characters").format(used=number_words(length), limit=number_words(self.state.limit))
        self._figure.setText(words)
        self._fill.setRange(0, limit)
        self._fill.setValue(min(length, limit))
        self._fill.setAccessibleName(words)
        self.save_button.setEnabled(length <= self.state.limit)
        self.save_button.setToolTip("" if length <= self.state.limit else self.tr("Too long for this section."))

    def _restyle(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(4), px(2.5), px(4), px(3))
        self._column.setSpacing(px(2))
        self.editor.setMinimumHeight(px(30))
        self._fill.setFixedHeight(px(1.5))
