"""The window's few icons, drawn as strokes on a 24-unit grid so that they follow theme and text size."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap

# Each icon is a list of strokes, each stroke a list of points; "circle" entries are (x, y, radius).
_STROKES: dict[str, list[list[tuple[float, float]]]] = {
    "send": [[(12, 19), (12, 5)], [(6, 11), (12, 5), (18, 11)]],
    "chevron-right": [[(9, 6), (15, 12), (9, 18)]],
    "chevron-left": [[(15, 6), (9, 12), (15, 18)]],
    "chevron-down": [[(6, 9), (12, 15), (18, 9)]],
    "chevron-up": [[(6, 15), (12, 9), (18, 15)]],
    "close": [[(6, 6), (18, 18)], [(18, 6), (6, 18)]],
    "check": [[(5, 13), (10, 18), (19, 7)]],
    "plus": [[(12, 5), (12, 19)], [(5, 12), (19, 12)]],
    "document": [[(14, 3), (6, 3), (6, 21), (18, 21), (18, 7), (14, 3), (14, 7), (18, 7)], [(9, 12), (15, 12)], [(9, 16), (15, 16)]],
    "folder": [[(3, 19), (3, 5), (9, 5), (11, 8), (21, 8), (21, 19), (3, 19)]],
    "warning": [[(12, 3), (22, 20), (2, 20), (12, 3)], [(12, 9), (12, 14)], [(12, 17), (12, 17.2)]],
    "info": [[(12, 11), (12, 17)], [(12, 7), (12, 7.2)]],
    "clock": [[(12, 7), (12, 12), (15.5, 14)]],
    "bell": [
        [(4, 17), (20, 17), (17.5, 14), (17.5, 10), (15.5, 6.5), (12, 5), (8.5, 6.5), (6.5, 10), (6.5, 14), (4, 17)],
        [(10, 20.5), (14, 20.5)],
    ],
    "edit": [[(4, 20), (5, 15), (16, 4), (20, 8), (9, 19), (4, 20)], [(13.5, 6.5), (17.5, 10.5)]],
    "undo": [[(8, 5), (4, 9), (8, 13)], [(4, 9), (14, 9), (18, 11), (19, 14), (18, 17), (14, 19), (9, 19)]],
    "drop": [[(12, 3), (12, 15)], [(7, 10), (12, 15), (17, 10)], [(4, 15), (4, 20), (20, 20), (20, 15)]],
    "speech": [[(4, 5), (20, 5), (20, 16), (11, 16), (7, 20), (7, 16), (4, 16), (4, 5)]],
    "menu": [[(4, 7), (20, 7)], [(4, 12), (20, 12)], [(4, 17), (20, 17)]],
    "calendar": [[(4, 6), (20, 6), (20, 20), (4, 20), (4, 6)], [(4, 10.5), (20, 10.5)], [(8, 3.5), (8, 6)], [(16, 3.5), (16, 6)]],
    "sliders": [[(4, 8), (12, 8)], [(17, 8), (20, 8)], [(4, 16), (7, 16)], [(12, 16), (20, 16)]],
    "search": [[(15, 15), (20, 20)]],
    "minus": [[(6, 12), (18, 12)]],
}
_CIRCLES: dict[str, list[tuple[float, float, float]]] = {
    "info": [(12, 12, 9)],
    "clock": [(12, 12, 9)],
    "search": [(10.5, 10.5, 6.5)],
    "sliders": [(14.5, 8, 2.5), (9.5, 16, 2.5)],
}
_FILLED = {"stop": QRectF(6.5, 6.5, 11, 11)}


def paint_icon(painter: QPainter, name: str, rect: QRectF, colour: QColor) -> None:
    """Paint the icon into the square `rect`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / 24, rect.height() / 24)
    if name in _FILLED:
        path = QPainterPath()
        path.addRoundedRect(_FILLED[name], 2, 2)
        painter.fillPath(path, colour)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    for stroke in _STROKES.get(name, []):
        painter.drawPolyline([QPointF(x, y) for x, y in stroke])
    for x, y, radius in _CIRCLES.get(name, []):
        painter.drawEllipse(QPointF(x, y), radius, radius)
    painter.restore()


def icon(name: str, colour: QColor, size: int, disabled: QColor | None = None) -> QIcon:
    """The icon as a `QIcon`; `disabled` is its colour on a button that cannot be pressed."""
    drawn = QIcon(_pixmap(name, colour, size))
    if disabled is not None:
        drawn.addPixmap(_pixmap(name, disabled, size), QIcon.Mode.Disabled)
    return drawn


def _pixmap(name: str, colour: QColor, size: int) -> QPixmap:
    """Drawn at twice `size` pixels, so that it stays sharp on dense screens."""
    pixmap = QPixmap(size * 2, size * 2)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_icon(painter, name, QRectF(0, 0, size, size), colour)
    painter.end()
    return pixmap
