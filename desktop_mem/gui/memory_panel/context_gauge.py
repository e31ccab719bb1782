"""The context gauge: the model's window as one bar, part by part, to the token."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolTip, QVBoxLayout, QWidget

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


_SHOWABLE = ("instructions", "working_context", "summary", "queue")  # what has a text


class GaugeBar(QWidget):
    """The bar itself, with the marks of warning and flush; each part explains itself under the pointer, and a click asks for its text."""

    part_wanted = Signal(str)

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

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        here = next((part.key for part, rect in self.spans() if rect.left() <= event.position().x() < rect.right()), "")
        if here in _SHOWABLE:
            self.part_wanted.emit(here)

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


class GaugeLegend(QWidget):
    """The key to the bar: swatch, title and tokens of each part, in as many columns as the width and the text size allow."""

    part_wanted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._parts: list[Part] = []
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self.updateGeometry)

    def show_parts(self, parts: list[Part]) -> None:
        """Show these parts."""
        self._parts = parts
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(60), self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(30), self._line())

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        columns = self._columns(width)
        return self._line() * -(-len(self._parts) // columns)

    def cells(self) -> list[tuple[Part, QRectF]]:
        """Each part with its place."""
        columns, gap, line = self._columns(self.width()), self._theme.px(4), self._line()
        wide = (self.width() - gap * (columns - 1)) / columns
        cells = []
        for place, part in enumerate(self._parts):
            rect = QRectF((place % columns) * (wide + gap), (place // columns) * line, wide, line)
            if self.isRightToLeft():
                rect.moveLeft(self.width() - rect.right())
            cells.append((part, rect))
        return cells

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            here = next((part for part, rect in self.cells() if rect.contains(event.pos())), None)
            QToolTip.showText(event.globalPos(), here.explanation if here else "", self)
            return True
        return super().event(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        here = next((part.key for part, rect in self.cells() if rect.contains(event.position())), "")
        if here in _SHOWABLE:
            self.part_wanted.emit(here)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._theme.font(0.9))
        for part, rect in self.cells():
            self._paint_cell(painter, part, rect)
        painter.end()

    def _paint_cell(self, painter: QPainter, part: Part, rect: QRectF) -> None:
        side, mirrored = float(self._theme.px(2.5)), self.isRightToLeft()
        swatch = QRectF(rect.right() - side if mirrored else rect.left(), rect.center().y() - side / 2, side, side)
        swatch.adjust(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(self._theme.colour("outline"), 1))
        painter.setBrush(self._theme.colour("gauge_free" if part.key == "reserve" else part.token))
        painter.drawRoundedRect(swatch, 2, 2)
        if part.key == "reserve":
            painter.setBrush(QBrush(self._theme.colour(part.token), Qt.BrushStyle.BDiagPattern))
            painter.drawRoundedRect(swatch, 2, 2)
        room = side + self._theme.px(2)
        words = rect.adjusted(0, 0, -room, 0) if mirrored else rect.adjusted(room, 0, 0, 0)
        middle, align = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag
        painter.setPen(self._theme.colour("text"))
        painter.drawText(words, int((align.AlignRight if mirrored else align.AlignLeft) | middle), part.title)
        painter.drawText(words, int((align.AlignLeft if mirrored else align.AlignRight) | middle), number_words(part.tokens))

    def _line(self) -> int:
        return round(QFontMetricsF(self._theme.font(0.9)).height()) + self._theme.px(1.2)

    def _columns(self, width: int) -> int:
        metrics = QFontMetricsF(self._theme.font(0.9))
        widest = max((metrics.horizontalAdvance(f"{part.title}  {number_words(part.tokens)}") for part in self._parts), default=0.0)
        return 2 if width >= 2 * (widest + self._theme.px(4.5)) + self._theme.px(4) else 1


class ContextGauge(QFrame):
    """The card: how full the window is in words, the bar, and a legend with the tokens of each part. `part_wanted`: show its exact text."""

    part_wanted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, objectName="card")
        self._theme = theme
        self.parts: list[Part] = []
        self._title = QLabel(self.tr("Context window"))
        self._title.setProperty("textSize", "title")
        self._figure = QLabel(self.tr("not measured yet"))
        self._figure.setProperty("tone", "muted")
        self._bar = GaugeBar(theme)
        self._legend = GaugeLegend(theme)
        self._figure.setProperty("textSize", "small")
        self._figure.setWordWrap(True)
        self.text_button = QPushButton(self.tr("Exact text"))
        self.text_button.setProperty("kind", "quiet")
        self.text_button.setToolTip(self.tr("What the model reads, part by part; a click on a part shows it too"))
        self.text_button.clicked.connect(lambda: self.part_wanted.emit(""))
        for part in (self._bar, self._legend):
            part.part_wanted.connect(self.part_wanted)
            part.setCursor(Qt.CursorShape.PointingHandCursor)
        self._column = QVBoxLayout(self)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.text_button)
        self._column.addLayout(head)
        self._column.addWidget(self._figure)
        self._column.addWidget(self._bar)
        self._column.addWidget(self._legend)
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
        self._legend.show_parts(parts)

    def _restyle(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(4), px(3.5), px(4), px(3.5))
        self._column.setSpacing(px(2))
