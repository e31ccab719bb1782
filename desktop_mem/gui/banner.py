"""The banner: one sentence across the window when something needs to be known, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from desktop_mem.gui.engine_words import in_the_users_language
from desktop_mem.gui.icons import icon
from desktop_mem.gui.theme import Theme
from desktop_mem.runtime.update import CommandFailed, EmbedderReady, EngineReady, EngineStopped


class Banner(QFrame):
    """Hidden unless there is something to say. A notice about the engine goes by itself when the engine is back; where a new start may
    help, a button wants it (`restart_wanted`).
    """

    restart_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, objectName="banner")
        self._theme = theme
        self._source = ""
        self.tone = ""
        self._mark = QLabel()
        self._text = QLabel(wordWrap=True)
        self._close = QToolButton(toolTip=self.tr("Dismiss"), accessibleName=self.tr("Dismiss"))
        self._close.setProperty("kind", "quiet")
        self._close.clicked.connect(self.dismiss)
        self.details_button = QPushButton(self.tr("Details…"))
        self.details_button.hide()
        self.details_button.clicked.connect(lambda: self._details() if self._details else None)
        self.restart_button = QPushButton(self.tr("Restart the engine"))
        self.restart_button.hide()
        self.restart_button.clicked.connect(self.restart_wanted)
        self._details: Callable[[], None] | None = None
        self._line = QHBoxLayout(self)
        self._line.addWidget(self._mark)
        self._line.addWidget(self._text, 1)
        self._line.addWidget(self.restart_button)
        self._line.addWidget(self.details_button)
        self._line.addWidget(self._close)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.hide()

    def text(self) -> str:
        """What it says now; empty when hidden."""
        return "" if self.isHidden() else self._text.text()

    def take(self, update: Any) -> None:
        """Say what went wrong, or that it is right again."""
        match update:
            case EngineStopped(reason="", restarting=True):
                self.say(self.tr("The engine starts again; nothing that was accepted is lost."), "info", "engine")
            case EngineStopped(reason=reason, restarting=True):
                words = self.tr("{reason} It is being restarted; nothing that was accepted is lost.")
                self.say(words.format(reason=in_the_users_language(reason)), "warning", "engine")
            case EngineStopped(reason=reason):
                words = self.tr("{reason} What is stored is safe; restart the engine to go on.")
                self.say(words.format(reason=in_the_users_language(reason)), "danger", "engine", restart=True)
            case EngineReady(fault=fault) if fault:
                self.say(in_the_users_language(fault), "danger", "engine", restart=True)
            case EngineReady(notice=notice) if notice:
                self.say(in_the_users_language(notice), "warning", "engine")
            case EngineReady():
                self.settle("engine")
            case EmbedderReady(fault=fault) if fault:
                words = self.tr("{reason} Until then, search knows words only.")
                self.say(words.format(reason=in_the_users_language(fault)), "warning", "embedder")
            case EmbedderReady():
                self.settle("embedder")
            case CommandFailed(reason=reason):
                self.say(in_the_users_language(reason), "danger", "command")

    def say(self, text: str, tone: str, source: str, *, restart: bool = False) -> None:
        """Show a sentence; `tone` is `info`, `warning` or `danger`, `source` what it is about; `restart` offers to restart the engine."""
        self.restart_button.setVisible(restart)
        if source != self._source:
            self._details = None
            self.details_button.hide()
        self._source, self.tone = source, tone
        self._text.setText(text)
        self.setAccessibleName(text)
        self.setProperty("tone", tone)
        self.style().unpolish(self)
        self.style().polish(self)
        self._restyle()
        self.show()

    @property
    def has_details(self) -> bool:
        """Whether there is more to read about what it says."""
        return self._details is not None

    def offer_details(self, show: Callable[[], None]) -> None:
        """Let the user read more about what it says now."""
        self._details = show
        self.details_button.show()

    def settle(self, source: str) -> None:
        """Hide a sentence about `source`."""
        if self._source == source:
            self.dismiss()

    def dismiss(self) -> None:
        """Hide it."""
        self._details = None
        self.details_button.hide()
        self._source = ""
        self.hide()

    def _restyle(self) -> None:
        px = self._theme.px
        self._line.setContentsMargins(px(3), px(2), px(2), px(2))
        self._line.setSpacing(px(3))
        name, token = ("warning", self.tone) if self.tone in ("warning", "danger") else ("info", "accent_text")
        self._mark.setPixmap(icon(name, self._theme.colour(token), px(5)).pixmap(QSize(px(5), px(5))))
        self._close.setIcon(icon("close", self._theme.colour("text"), px(4)))
        self._close.setIconSize(QSize(px(4), px(4)))
