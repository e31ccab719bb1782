"""Paints a row from its layout, and keeps the layouts of the rows on view."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAbstractTextDocumentLayout, QPainter, QPalette, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop_mem.gui.conversation.model import ConversationModel
from desktop_mem.gui.conversation.row import Row
from desktop_mem.gui.conversation.row_layout import RowLayouter
from desktop_mem.gui.conversation.row_parts import HotPart, RowLayout, TextPart
from desktop_mem.gui.conversation.rows import Unmade
from desktop_mem.gui.icons import paint_icon
from desktop_mem.gui.theme import Theme
from desktop_mem.gui.wording import day_words

KEPT_LAYOUTS = 160  # a few screens; each holds laid-out text

Index = QModelIndex | QPersistentModelIndex


class RowDelegate(QStyledItemDelegate):
    """Measures and paints rows for one width at a time."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._layouts: OrderedDict[int, tuple[tuple[Any, ...], Row, RowLayout]] = OrderedDict()
        self._layouter: RowLayouter | None = None
        self._width = 0.0

    def use_width(self, width: float, *, mirrored: bool) -> None:
        """Lay out for this width from here on; forgets every layout."""
        self._width = width
        self._layouts.clear()
        self._layouter = RowLayouter(self._theme, width, mirrored=mirrored)

    def estimates(self, rows: Iterable[Row | Unmade]) -> list[float]:
        """A cheap guess of each row's height in pixels."""
        assert self._layouter is not None
        return self._layouter.estimates(rows)

    def layout(self, model: ConversationModel, place: int) -> RowLayout:
        """The row's layout, laid out now unless it is known."""
        assert self._layouter is not None
        row = model.rows[place]
        day = day_words(row.at, datetime.now().astimezone()) if model.starts_day(place) else ""
        key = (row.revision, row.state, day)
        known = self._layouts.get(id(row))
        if known is not None and known[0] == key and known[1] is row:
            self._layouts.move_to_end(id(row))
            return known[2]
        before = known[2] if known is not None and known[1] is row else None
        layout = self._layouter.layout(row, day, model.state_words(row), before)
        self._layouts[id(row)] = (key, row, layout)
        if len(self._layouts) > KEPT_LAYOUTS:
            self._layouts.popitem(last=False)
        return layout

    def hot_at(self, model: ConversationModel, place: int, at: QPointF) -> HotPart | None:
        """What a click there does, `at` from the row's own top left."""
        return next((hot for hot in self.layout(model, place).hots if hot.rect.contains(at)), None)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(round(self._width), round(self.layout(index.model(), index.row()).height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        layout = self.layout(index.model(), index.row())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(QPointF(option.rect.topLeft()))
        for box in layout.boxes:
            painter.setPen(QPen(self._theme.colour(box.outline), 1) if box.outline else Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour(box.fill))
            painter.drawRoundedRect(box.rect.adjusted(0.5, 0.5, -0.5, -0.5), box.radius, box.radius)
        for part in layout.icons:
            paint_icon(painter, part.name, part.rect, self._theme.colour(part.colour))
        for line in layout.lines:
            painter.setFont(line.font)
            painter.setPen(self._theme.colour(line.colour))
            align = QStyle.visualAlignment(option.direction, line.align) | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(line.rect, int(align), line.text)
        seen = painter.clipBoundingRect()
        for text in layout.texts:
            self._paint_text(painter, text, seen)
        if option.state & QStyle.StateFlag.State_Selected:
            self._paint_frame(painter, layout.frame, focused=bool(option.state & QStyle.StateFlag.State_HasFocus))
        painter.restore()

    def _paint_text(self, painter: QPainter, part: TextPart, seen: QRectF) -> None:
        """Paint what `seen` holds of it; all of it where that is empty."""
        clip = seen.translated(-part.at) if not seen.isEmpty() else QRectF(QPointF(), part.document.size())
        if not clip.intersects(QRectF(QPointF(), part.document.size())):
            return
        context = QAbstractTextDocumentLayout.PaintContext()
        context.clip = clip
        context.palette.setColor(QPalette.ColorRole.Text, self._theme.colour(part.colour))
        painter.save()
        painter.translate(part.at)
        part.document.documentLayout().draw(painter, context)
        painter.restore()

    def _paint_frame(self, painter: QPainter, frame: QRectF, *, focused: bool) -> None:
        radius = self._theme.px(4)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.colour("accent"), 2 if focused else 1.5))
        painter.drawRoundedRect(frame.adjusted(-2, -2, 2, 2), radius, radius)
