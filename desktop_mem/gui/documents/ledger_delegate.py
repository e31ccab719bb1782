"""Paints one row of the document ledger as a card, with its remedy, progress and a cancel button."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop_mem.gui.card import paint_card
from desktop_mem.gui.documents.ledger_model import ENTRY_ROLE, OUTCOME_ROLE, LedgerRow
from desktop_mem.gui.engine_words import in_the_users_language
from desktop_mem.gui.icons import paint_icon
from desktop_mem.gui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_MOST_HEIGHTS = 20_000
_MARKS = {"success": "check", "danger": "warning", "warning": "warning", "muted": "document"}


class LedgerDelegate(QStyledItemDelegate):
    """Emits `cancel_clicked` with the address of a document."""

    cancel_clicked = Signal(str)

    def __init__(self, theme: Theme, parent: QListView) -> None:
        super().__init__(parent)
        self._theme = theme
        self._view = parent
        self._heights: dict[tuple[str, float], float] = {}  # thousands of rows say the same few things
        theme.changed.connect(self._heights.clear)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row: LedgerRow = index.data(ENTRY_ROLE)
        px = self._theme.px
        wide = self._inner_width(self._view.viewport().width())
        tall = QFontMetricsF(self._theme.font()).lineSpacing() + self._height(index.data(OUTCOME_ROLE), wide)
        if row.entry.detail:
            tall += self._height(in_the_users_language(row.entry.detail), wide)
        if row.tags:
            tall += self._height(row.tags, wide)
        if row.entry.state.value == "reading":
            tall += px(3)
        return QSize(px(40), round(tall) + px(7.2))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: LedgerRow = index.data(ENTRY_ROLE)
        px = self._theme.px
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = QFontMetricsF(self._theme.font()).height()
        words = paint_card(painter, option, self._theme, self._card(option), (_MARKS[row.tone], row.tone), side)
        if row.is_open:
            paint_icon(painter, "close", self.cancel_rect(option).adjusted(px(1), px(1), -px(1), -px(1)), self._theme.colour("muted"))
        self._paint_words(painter, option, row, words, index.data(OUTCOME_ROLE))
        painter.restore()

    def cancel_rect(self, option: QStyleOptionViewItem) -> QRectF:
        """Where the cancel button of an open import stands."""
        px, card = self._theme.px, self._card(option)
        side = float(px(6))
        left = card.left() + px(2) if option.direction == Qt.LayoutDirection.RightToLeft else card.right() - px(2) - side
        return QRectF(left, card.top() + px(1.5), side, side)

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        if event.type() == QEvent.Type.MouseButtonRelease and isinstance(event, QMouseEvent):
            row: LedgerRow = index.data(ENTRY_ROLE)
            if row.is_open and self.cancel_rect(option).contains(event.position()):
                self.cancel_clicked.emit(row.entry.address)
                return True
        return super().editorEvent(event, model, option, index)

    def _paint_words(self, painter: QPainter, option: QStyleOptionViewItem, row: LedgerRow, words: QRectF, outcome: str) -> None:
        px, small, body = self._theme.px, self._theme.font(0.88), self._theme.font()
        align = int(QStyle.visualAlignment(option.direction, Qt.AlignmentFlag.AlignLeading) | Qt.AlignmentFlag.AlignTop)
        title = QRectF(words)
        if row.is_open:  # the button stands at the end of the title
            title = (
                title.adjusted(px(6), 0, 0, 0) if option.direction == Qt.LayoutDirection.RightToLeft else title.adjusted(0, 0, -px(6), 0)
            )
        painter.setFont(body)
        painter.setPen(self._theme.colour("text"))
        painter.drawText(title, align, QFontMetricsF(body).elidedText(row.name, Qt.TextElideMode.ElideMiddle, title.width()))
        y = words.top() + QFontMetricsF(body).lineSpacing() + px(0.7)  # Chinese glyphs of another font may hang lower
        painter.setFont(small)
        painter.setPen(self._theme.colour(row.tone))
        wrapped = align | int(Qt.TextFlag.TextWordWrap)
        line = QRectF(words.left(), y, words.width(), self._height(outcome, words.width()))
        painter.drawText(line, wrapped, outcome)
        y = line.bottom()
        if row.entry.detail:
            painter.setPen(self._theme.colour("muted"))
            detail = in_the_users_language(row.entry.detail)
            tall = self._height(detail, words.width())
            painter.drawText(QRectF(words.left(), y, words.width(), tall), wrapped, detail)
            y += tall
        if row.tags:
            painter.setPen(self._theme.colour("accent_text"))
            tall = self._height(row.tags, words.width())
            painter.drawText(QRectF(words.left(), y, words.width(), tall), wrapped, row.tags)
            y += tall
        if row.entry.state.value == "reading":
            self._paint_progress(painter, option, QRectF(words.left(), y + px(1), words.width(), px(1.2)), row.share)

    def _paint_progress(self, painter: QPainter, option: QStyleOptionViewItem, rect: QRectF, share: float | None) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("gauge_free"))
        painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)
        done = QRectF(rect.left(), rect.top(), max(rect.height(), rect.width() * (share or 0.0)), rect.height())
        if option.direction == Qt.LayoutDirection.RightToLeft:
            done.moveRight(rect.right())
        painter.setBrush(self._theme.colour("accent"))
        painter.drawRoundedRect(done, rect.height() / 2, rect.height() / 2)

    def _card(self, option: QStyleOptionViewItem) -> QRectF:
        px = self._theme.px
        return QRectF(option.rect).adjusted(px(4), px(0.8), -px(4), -px(0.8))

    def _inner_width(self, width: float) -> float:
        px = self._theme.px
        return width - 2 * px(4) - 2 * px(3) - QFontMetricsF(self._theme.font()).height() - px(2)

    def _height(self, text: str, width: float) -> float:
        if len(self._heights) > _MOST_HEIGHTS:
            self._heights.clear()
        if (text, width) not in self._heights:
            metrics = QFontMetricsF(self._theme.font(0.88))
            rect = metrics.boundingRect(QRectF(0, 0, max(width, 40.0), 10_000), int(Qt.TextFlag.TextWordWrap), text)
            self._heights[text, width] = rect.height() + 1
        return self._heights[text, width]
