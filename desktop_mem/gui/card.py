"""The card as which a row of a list is painted: its ground, its icon, and the room that is left for words."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen
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
