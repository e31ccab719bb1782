"""The status line: what the engine is doing, which model answers, and what search can do yet."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_mem.gui.job_state import READY, RESTARTING, STARTING, JobState
from desktop_mem.gui.theme import Theme
from desktop_mem.gui.wording import engine_stage_words


class Dot(QWidget):
    """A coloured dot; the words beside it say the same, so that colour is never the only sign."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.token = "warning"

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(2.5), self._theme.px(2.5))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour(self.token))
        side = self._theme.px(2.5)
        painter.drawEllipse(QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side))
        painter.end()


class StatusLine(QWidget):
    """Shows a `JobState` in words."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._dot = Dot(theme)
        self._main = QLabel()
        self._more = QLabel(wordWrap=False)
        self._more.setProperty("tone", "muted")
        self._more.setProperty("textSize", "small")
        self._line = QHBoxLayout(self)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._main)
        words.addWidget(self._more)
        self._line.addWidget(self._dot)
        self._line.addLayout(words, 1)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.show_state(JobState())

    def text(self) -> str:
        """Both lines as shown."""
        return " ".join(part for part in (self._main.text(), self._more.text()) if part)

    def show_state(self, state: JobState) -> None:
        """Say how things stand."""
        self._dot.token = {READY: "success", STARTING: "warning", RESTARTING: "warning"}.get(state.engine, "danger")
        self._main.setText(self._headline(state))
        self._more.setText(self._detail(state))
        self._more.setVisible(bool(self._more.text()))
        self.setAccessibleName(self.text())
        self._dot.update()

    def _headline(self, state: JobState) -> str:
        if state.engine == STARTING:
            return engine_stage_words(state.stage, state.stage_text) if state.stage else self.tr("Starting…")
        if state.engine == RESTARTING:
            return self.tr("Restarting the engine…")
        if state.engine != READY:
            return self.tr("The engine has stopped")
        if not state.model:
            return self.tr("Ready, without a model")
        return (
            self.tr("{model} is working…").format(model=state.model)
            if state.working
            else self.tr("{model} is ready").format(model=state.model)
        )

    def _detail(self, state: JobState) -> str:
        if state.engine != READY or state.searches_meaning:
            return ""
        if state.embedder_fault:
            return self.tr("Search knows words only")
        return self.tr("Search knows words only until the search model is loaded")

    def _restyle(self) -> None:
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(self._theme.px(2))
        self._dot.setFixedSize(self._theme.px(3), self._theme.px(3))
