"""The card as which a row of a list is painted: its ground, its icon, the room that is left for words, and words in lines."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPen, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from desktop_mem.gui.icons import paint_icon
from desktop_mem.gui.theme import Theme


def paint_card(painter: QPainter, option: QStyleOptionViewItem, theme: Theme, card: QRectF, icon: tuple[str, str], side: float) -> QRectF:
    """Paint the card with its icon (name and colour token, a square of `side` pixels); where its words stand."""
    px, mirrored = theme.px, option.direction == Qt.LayoutDirection.RightToLeft
    selected = bool(option.state & QStyle.StateFlag.State_Selected)
    painter.setPen(QPen(theme.colour("accent" if selected else "border"), 2 if selected else 1))
    painter.setBrush(theme.colour("surface"))
    painter.drawRoundedRect(card, px(2), px(2))
    inner = card.adjusted(px(3), px(2), -px(3), -px(2))
    mark = QRectF(inner.right() - side if mirrored else inner.left(), inner.top(), side, side)
    paint_icon(painter, icon[0], mark, theme.colour(icon[1]))
    return inner.adjusted(0, 0, -side - px(2), 0) if mirrored else inner.adjusted(side + px(2), 0, 0, 0)


def wrapped_lines(text: str, font: QFont, width: float, most: int) -> list[str]:
    """The first `most` lines of the text within that width in pixels; an ellipsis says that there is more."""
    lines: list[str] = []
    for paragraph in filter(str.strip, text[: 200 * most].splitlines()):
        for line in _wrapped(paragraph, font, max(width, 40.0)):
            if len(lines) == most:
                lines[-1] = lines[-1].rstrip() + "…"
                return lines
            lines.append(line)
    return lines


def _wrapped(paragraph: str, font: QFont, width: float) -> list[str]:
    layout = QTextLayout(paragraph, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    lines = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        lines.append(_stretch(paragraph, line.textStart(), line.textLength()).rstrip())
    layout.endLayout()
    return lines


def _stretch(text: str, start: int, length: int) -> str:
    """A stretch by Qt's count of characters."""
    return text.encode("utf-16-le")[2 * start : 2 * (start + length)].decode("utf-16-le", "replace")
