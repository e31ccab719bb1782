"""The composer: where the user writes, sends and stops."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from desktop_mem.gui.file_drop import local_paths
from desktop_mem.gui.icons import icon
from desktop_mem.gui.job_state import STOPPED, JobState
from desktop_mem.gui.theme import Theme

MOST_LINES = 8


class MessageEdit(QPlainTextEdit):
    """A text field as tall as its text, up to eight lines. Enter sends, Shift+Enter breaks the line; an input method keeps its Enter."""

    sent = Signal()
    files_pasted = Signal(list)
    focus_changed = Signal(bool)
    escaped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._composing = False
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(2)
        self.textChanged.connect(self.fit)

    def fit(self) -> None:
        """Take the height of the text."""
        lines = min(max(1, int(self.document().size().height())), MOST_LINES)  # a plain-text document measures itself in lines
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(policy.ScrollBarAsNeeded if lines == MOST_LINES else policy.ScrollBarAlwaysOff)
        self.setFixedHeight(self.fontMetrics().lineSpacing() * lines + 8)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and not self._composing and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.sent.emit()
            return
        if event.key() == Qt.Key.Key_Escape and not self._composing:
            self.escaped.emit()
            return
        super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return not local_paths(source) and super().canInsertFromMimeData(source)  # a refused drag goes on to the window

    def insertFromMimeData(self, source: QMimeData) -> None:
        if paths := local_paths(source):
            self.files_pasted.emit(paths)
        else:
            super().insertFromMimeData(source)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit(False)


class Composer(QWidget):
    """Emits `submitted` with a message and `stop_wanted`. What it allows follows the job state, never its own memory of clicks.

    With a `purpose` it asks for another text, and emits `replaced` with both; the draft of the message comes back afterwards.
    """

    submitted = Signal(str)
    replaced = Signal(str, str)
    stop_wanted = Signal()
    files_pasted = Signal(list)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._state = JobState()
        self._draft = ""
        self.purpose = ""
        self.edit = MessageEdit()
        self.edit.setPlaceholderText(self.tr("Write a message…"))
        self.edit.setAccessibleName(self.tr("Message"))
        self.send_button = QPushButton()
        self.send_button.setProperty("kind", "primary")
        self.send_button.setAccessibleName(self.tr("Send"))
        self.stop_button = QPushButton(self.tr("Stop"))
        self.stop_button.setProperty("kind", "danger")
        self.stop_button.setToolTip(self.tr("Stop the answer and keep what was said so far (Esc)"))
        self.stop_button.setShortcut(Qt.Key.Key_Escape)
        self.notice = QLabel(wordWrap=True)
        self.notice.setProperty("tone", "muted")
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.cancel_button.setProperty("kind", "quiet")
        self.cancel_button.setToolTip(self.tr("Leave it as it is (Esc)"))
        self.hint = QLabel()
        self.hint.setProperty("tone", "muted")
        self.hint.setProperty("textSize", "small")
        self._build()
        self.edit.sent.connect(self._submit)
        self.edit.escaped.connect(self.cancel)
        self.cancel_button.clicked.connect(self.cancel)
        self.edit.files_pasted.connect(self.files_pasted)
        self.edit.textChanged.connect(self._refresh)
        self.edit.focus_changed.connect(self._show_focus)
        self.send_button.clicked.connect(self._submit)
        self.stop_button.clicked.connect(self.stop_wanted)
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_state(self, state: JobState) -> None:
        """Follow the engine: stop while it works, no sending when it is gone for good."""
        self._state = state
        self._refresh()

    def ask_for(self, purpose: str, notice: str, text: str) -> None:
        """Let the user write a text for that purpose, beginning with `text`."""
        if not self.purpose:
            self._draft = self.edit.toPlainText()
        self._set(purpose, text)
        self.notice.setText(notice)
        self.edit.setAccessibleDescription(notice)
        self.edit.setFocus()

    def cancel(self) -> None:
        """Back to the message that was being written."""
        if self.purpose:
            self._set("", self._draft)
            self.edit.setAccessibleDescription("")

    def _set(self, purpose: str, text: str) -> None:
        self.purpose = purpose
        self.edit.setPlainText(text)
        self.edit.moveCursor(QTextCursor.MoveOperation.End)
        self._refresh()

    def _build(self) -> None:
        self._card = QFrame(objectName="composer")
        self._line = QHBoxLayout(self._card)
        self._line.addWidget(self.edit, 1)
        self._line.addWidget(self.stop_button, 0, Qt.AlignmentFlag.AlignBottom)
        self._line.addWidget(self.send_button, 0, Qt.AlignmentFlag.AlignBottom)
        self._column = QVBoxLayout(self)
        middle = QHBoxLayout()  # in line with the column of the conversation above
        middle.addStretch(1)
        middle.addWidget(self._card, 1000)
        middle.addStretch(1)
        self._above = QHBoxLayout()
        self._above.addWidget(self.notice, 1)
        self._above.addWidget(self.cancel_button)
        self._column.addLayout(self._above)
        self._column.addLayout(middle)
        self._column.addWidget(self.hint, 0, Qt.AlignmentFlag.AlignHCenter)
        self.setFocusProxy(self.edit)

    def _submit(self) -> None:
        text = self.edit.toPlainText().strip()
        if not text or not self._can_send():
            return
        if purpose := self.purpose:
            self.cancel()
            self.replaced.emit(purpose, text)
        else:
            self.edit.clear()
            self.submitted.emit(text)

    def _can_send(self) -> bool:
        return self._state.engine != STOPPED

    def _refresh(self, *_: Any) -> None:
        for part in (self.notice, self.cancel_button):
            part.setVisible(bool(self.purpose))
        self.stop_button.setVisible(self._state.working)
        self.send_button.setEnabled(bool(self.edit.toPlainText().strip()) and self._can_send())
        if not self._can_send():
            hint = self.tr("The engine is not running, so nothing can be sent. Your text stays here.")
        elif self._state.working:
            hint = self.tr("You can go on writing: messages wait their turn.")
        else:
            hint = self.tr("Enter sends, Shift+Enter starts a new line")
        self.hint.setText(hint)
        self.send_button.setToolTip(self.tr("Send (Enter)") if self._can_send() else hint)

    def _restyle(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(5), px(1), px(5), px(2))
        self._column.setSpacing(px(1))
        self._above.setContentsMargins(px(4), px(1), 0, 0)
        self._line.setContentsMargins(px(4), px(2), px(2), px(2))
        self._line.setSpacing(px(2))
        self.send_button.setIcon(icon("send", self._theme.colour("on_accent"), px(5), self._theme.colour("muted")))
        self.stop_button.setIcon(icon("stop", self._theme.colour("danger"), px(5)))
        for button in (self.send_button, self.stop_button):
            button.setIconSize(QSize(px(5), px(5)))
        self.edit.setFont(self._theme.font())
        self._card.setMaximumWidth(px(200))
        self.edit.fit()

    def _show_focus(self, focused: bool) -> None:
        self._card.setProperty("focused", focused)
        self._card.style().unpolish(self._card)
        self._card.style().polish(self._card)
