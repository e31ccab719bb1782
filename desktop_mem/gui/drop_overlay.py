"""What covers the window while files hang over it: where they will go."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop_mem.gui.icons import paint_icon
from desktop_mem.gui.theme import Theme


class DropOverlay(QWidget):
    """Lies over its parent, as large as it is, and takes no events itself."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        parent.installEventFilter(self)
        self.hide()

    def show_hover(self, hovering: bool) -> None:
        """Cover the window, or not."""
        self.setGeometry(self.parentWidget().rect())
        self.setVisible(hovering)
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self.parentWidget().rect())
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, px = QPainter(self), self._theme.px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(self._theme.colour("canvas"))
        veil.setAlpha(235)
        painter.fillRect(self.rect(), veil)
        frame = QRectF(self.rect()).adjusted(px(5), px(5), -px(5), -px(5))
        painter.setBrush(self._theme.colour("accent_soft"))
        painter.setPen(QPen(self._theme.colour("accent"), 2, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(frame, px(5), px(5))
        side = float(px(14))
        middle = frame.center()
        paint_icon(painter, "drop", QRectF(middle.x() - side / 2, middle.y() - side, side, side), self._theme.colour("accent_text"))
        painter.setFont(self._theme.font(1.4, bold=True))
        painter.setPen(self._theme.colour("text"))
        words = QRectF(frame.left(), middle.y() + px(3), frame.width(), px(20))
        painter.drawText(words, int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop), self.tr("Drop to remember"))
        painter.end()
