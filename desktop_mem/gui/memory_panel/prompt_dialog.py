"""The exact text of the model's window: part by part, and the whole prompt as the model reads it."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from desktop_mem.gui.asking_dialog import AskingDialog
from desktop_mem.gui.engine_words import in_the_users_language
from desktop_mem.gui.theme import Theme
from desktop_mem.gui.wording import number_words
from desktop_mem.runtime.command import ShowPrompt
from desktop_mem.runtime.update import CommandFailed, PromptShown

WHOLE = ""


class PromptDialog(AskingDialog):
    """Asks the engine for the next prompt whenever it is shown; emits `command`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._texts: dict[str, str] = {}
        self._tokens = 0
        self.setWindowTitle(self.tr("What the model reads"))
        self.part = QComboBox(accessibleName=self.tr("Part of the window"))
        for words, key in (
            (self.tr("The whole prompt, markup and all"), WHOLE),
            (self.tr("Instructions"), "instructions"),
            (self.tr("Working context"), "working_context"),
            (self.tr("Summary"), "summary"),
            (self.tr("Messages"), "queue"),
        ):
            self.part.addItem(words, key)
        self.figure = QLabel(wordWrap=True)
        self.figure.setProperty("tone", "muted")
        self.text = QPlainTextEdit(readOnly=True, tabChangesFocus=True, accessibleName=self.tr("Text of this part"))
        self.refresh_button = QPushButton(self.tr("Refresh"))
        self.close_button = QPushButton(self.tr("Close"))
        head, foot = QHBoxLayout(), QHBoxLayout()
        head.addWidget(self.part)
        head.addWidget(self.figure, 1)
        foot.addWidget(self.refresh_button)
        foot.addStretch(1)
        foot.addWidget(self.close_button)
        self._column = QVBoxLayout(self)
        self._column.addLayout(head)
        self._column.addWidget(self.text, 1)
        self._column.addLayout(foot)
        self.part.currentIndexChanged.connect(self._show)
        self.refresh_button.clicked.connect(self.ask)
        self.close_button.clicked.connect(self.close)
        theme.changed.connect(self._restyle)
        self._restyle()

    def open_part(self, key: str) -> None:
        """Show that part of the window; an empty key is the whole prompt."""
        self.part.setCurrentIndex(max(0, self.part.findData(key)))
        self.ask()
        self._come_forward()

    def ask(self) -> None:
        """Ask for the prompt as it is now."""
        self._send(ShowPrompt())

    def take(self, update: Any) -> None:
        """Show what the engine sends."""
        match update:
            case PromptShown(request_id=request_id, text=text, tokens=tokens, parts=parts) if self.owns(request_id):
                self._texts, self._tokens = {WHOLE: text, **dict(parts)}, tokens
                self._show()
            case CommandFailed(request_id=request_id, reason=reason) if self.owns(request_id):
                self.text.setPlainText(in_the_users_language(reason))

    def _show(self, *_: Any) -> None:
        key = self.part.currentData()
        self.text.setPlainText(self._texts.get(key, "") or self.tr("Nothing stands here now."))
        words = self.tr("{tokens} tokens in all").format(tokens=number_words(self._tokens))
        self.figure.setText(words if key == WHOLE and self._tokens else "")

    def _restyle(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(5), px(4), px(5), px(4))
        self._column.setSpacing(px(2.5))
        self.text.setFont(self._theme.font(0.95, fixed=True))
        self.resize(px(190), px(140))
