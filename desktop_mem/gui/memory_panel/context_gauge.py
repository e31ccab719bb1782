"""The context gauge: the model's window as one bar, part by part, to the token."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QHelpEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from desktop_mem.gui.theme import Theme
from desktop_mem.gui.wording import number_words
from desktop_mem.memory.update import ContextMeasured


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the window: its key, colour token, title, explanation and tokens."""

    key: str
    token: str
    title: str
    explanation: str
    tokens: int


class GaugeBar(QWidget):
    """The bar itself, with the marks of warning and flush; each part explains itself under the pointer."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._parts: list[Part] = []
        self._window = 0
        self._marks: tuple[int, int] = (0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_parts(self, parts: list[Part], window: int, marks: tuple[int, int]) -> None:
        """Show these parts of a window of so many tokens, and the marks of warning and flush in tokens."""
        self._parts, self._window, self._marks = parts, window, marks
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(60), self._theme.px(13))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(30), self._theme.px(13))

    def spans(self) -> list[tuple[Part, QRectF]]:
        """Each part with its place in the bar, in pixels."""
        bar, spans, start = self._bar(), [], 0
        for part in self._parts:
            wide = bar.width() * part.tokens / self._window if self._window else 0.0
            x = bar.left() + bar.width() * start / self._window if self._window else bar.left()
            rect = QRectF(x, bar.top(), wide, bar.height())
            if self.isRightToLeft():
                rect.moveLeft(self.width() - rect.right())
            spans.append((part, rect))
            start += part.tokens
        return spans

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            here = next((part for part, rect in self.spans() if rect.left() <= event.pos().x() < rect.right()), None)
            text = f"<b>{here.title}</b>: {number_words(here.tokens)}<br>{here.explanation}" if here else ""
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bar, radius = self._bar(), self._theme.px(1.5)
        outline = QPainterPath()
        outline.addRoundedRect(bar, radius, radius)
        painter.setClipPath(outline)
        painter.fillRect(bar, self._theme.colour("gauge_free"))
        for part, rect in self.spans():
            painter.fillRect(rect, self._theme.colour("gauge_free" if part.key == "reserve" else part.token))
            if part.key == "reserve":  # hatched, so that it reads as kept back rather than filled
                painter.fillRect(rect, QBrush(self._theme.colour(part.token), Qt.BrushStyle.BDiagPattern))
            elif part.tokens and part.key != "free":
                edge = rect.left() if self.isRightToLeft() else rect.right()
                painter.fillRect(QRectF(edge - 1, rect.top(), 1, rect.height()), self._theme.colour("surface"))
        painter.setClipping(False)
        self._paint_marks(painter, bar)
        painter.end()

    def _bar(self) -> QRectF:
        return QRectF(0, self._theme.px(4.5), self.width(), self._theme.px(5.5))

    def _paint_marks(self, painter: QPainter, bar: QRectF) -> None:
        if not self._window:
            return
        font = self._theme.font(0.82)
        painter.setFont(font)
        for tokens, text in zip(self._marks, self._mark_texts(), strict=True):
            x = bar.left() + bar.width() * tokens / self._window
            if self.isRightToLeft():
                x = self.width() - x
            x = min(max(x, 1.0), self.width() - 1.0)
            painter.setPen(QPen(self._theme.colour("gauge_mark"), 1.5))
            painter.drawLine(QPointF(x, bar.top() - self._theme.px(0.7)), QPointF(x, bar.bottom() + self._theme.px(0.7)))
            painter.setPen(self._theme.colour("muted"))
            wide = painter.fontMetrics().horizontalAdvance(text) + 2
            left = min(max(x - wide / 2, 0.0), self.width() - wide)
            painter.drawText(QRectF(left, 0, wide, self._theme.px(3.8)), int(Qt.AlignmentFlag.AlignCenter), text)

    def _mark_texts(self) -> tuple[str, str]:
        """The marks as shares of what a prompt may take, that is up to the flush mark."""
        flush = self._marks[1] or 1
        return (f"{round(100 * self._marks[0] / flush)} %", "100 %")


class ContextGauge(QFrame):
    """The card: how full the window is in words, the bar, and a legend with the tokens of each part."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, objectName="card")
        self._theme = theme
        self.parts: list[Part] = []
        self._title = QLabel(self.tr("Context window"))
        self._title.setProperty("size", "title")
        self._figure = QLabel(self.tr("not measured yet"))
        self._figure.setProperty("tone", "muted")
        self._bar = GaugeBar(theme)
        self._legend = QGridLayout()
        self._cells: dict[str, tuple[QLabel, QLabel, QLabel]] = {}
        head = QHBoxLayout()
        head.addWidget(self._title)
        head.addStretch(1)
        head.addWidget(self._figure)
        self._column = QVBoxLayout(self)
        self._column.addLayout(head)
        self._column.addWidget(self._bar)
        self._column.addLayout(self._legend)
        self.setAccessibleName(self.tr("Context window"))
        theme.changed.connect(self._restyle)
        self._restyle()
        self._show_parts(self._parts_of(ContextMeasured(0, 0, 0, 0, 0, 0, 0, 0)))

    def take(self, update: object) -> None:
        """Show a new measurement."""
        if not isinstance(update, ContextMeasured):
            return
        parts = self._parts_of(update)
        self._bar.show_parts(parts, update.window, (update.warn_at, update.flush_at))
        words = self.tr("{used} of {window} tokens").format(used=number_words(update.used), window=number_words(update.window))
        self._figure.setText(words)
        self._show_parts(parts)
        described = ", ".join(f"{part.title} {number_words(part.tokens)}" for part in parts)
        self.setAccessibleDescription(f"{words}: {described}")
        self._bar.setAccessibleName(self._title.text())
        self._bar.setAccessibleDescription(self.accessibleDescription())

    def figure(self) -> str:
        """How full the window is, in words."""
        return self._figure.text()

    def _parts_of(self, context: ContextMeasured) -> list[Part]:
        return [
            Part(
                "instructions",
                "gauge_instructions",
                self.tr("Instructions"),
                self.tr("How the assistant works; always in view."),
                context.instructions,
            ),
            Part(
                "working_context",
                "gauge_working_context",
                self.tr("Working context"),
                self.tr("What it always knows about you and itself."),
                context.working_context,
            ),
            Part("summary", "gauge_summary", self.tr("Summary"), self.tr("Older messages, in short."), context.summary),
            Part("queue", "gauge_queue", self.tr("Messages"), self.tr("The latest messages, word for word."), context.queue),
            Part("free", "gauge_free", self.tr("Free"), self.tr("Room for more messages."), max(0, context.free)),
            Part("reserve", "gauge_reserve", self.tr("Reserve"), self.tr("Kept free for the answer."), context.reserve),
        ]

    def _show_parts(self, parts: list[Part]) -> None:
        self.parts = parts
        for place, part in enumerate(parts):
            if part.key not in self._cells:
                cells = (QLabel(), QLabel(part.title), QLabel(alignment=Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter))
                for column, cell in enumerate(cells):
                    cell.setToolTip(part.explanation)
                    self._legend.addWidget(cell, place // 2, column + 4 * (place % 2))
                cells[1].setProperty("size", "small")
                cells[2].setProperty("size", "small")
                self._cells[part.key] = cells
            self._cells[part.key][2].setText(number_words(part.tokens))
            self._cells[part.key][0].setPixmap(_swatch(self._theme, part))
        for column in (1, 5):
            self._legend.setColumnStretch(column, 1)

    def _restyle(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(4), px(3.5), px(4), px(3.5))
        self._column.setSpacing(px(2))
        self._legend.setHorizontalSpacing(px(1.5))
        self._legend.setVerticalSpacing(px(1))
        self._legend.setColumnMinimumWidth(3, px(3))
        for part in self.parts:
            self._cells[part.key][0].setPixmap(_swatch(self._theme, part))


def _swatch(theme: Theme, part: Part) -> QPixmap:
    """The legend's key to one part of the bar."""
    side = theme.px(2.5)
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.colour("outline"), 1))
    painter.setBrush(theme.colour("gauge_free" if part.key == "reserve" else part.token))
    rect = QRectF(0.5, 0.5, side - 1, side - 1)
    painter.drawRoundedRect(rect, 2, 2)
    if part.key == "reserve":
        painter.setBrush(QBrush(theme.colour(part.token), Qt.BrushStyle.BDiagPattern))
        painter.drawRoundedRect(rect, 2, 2)
    painter.end()
    return pixmap
