"""A list of entries as cards: what happened, the details, when, and what can be done about it by click, key and menu."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QListView, QMenu, QStyledItemDelegate, QStyleOptionViewItem

from desktop_mem.gui.card import paint_card, wrapped_lines
from desktop_mem.gui.offers import Offer
from desktop_mem.gui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
ENTRY_ROLE = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: what happened, the details, the icon and colour that mark it, when in words, and what can be done about it."""

    title: str
    detail: str
    mark: str
    token: str
    when: str
    offers: tuple[Offer, ...] = ()


class EntryModel(QAbstractListModel):
    """Holds entries, newest first."""

    def __init__(self, parent: Any = None) -> None:
        super().__init__(parent)
        self.entries: list[Entry] = []

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry = self.entries[index.row()]
        if role == ENTRY_ROLE:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{entry.title}\n{entry.detail}".strip()
        if role == Qt.ItemDataRole.AccessibleTextRole:
            offers = " · ".join(offer.words for offer in entry.offers)
            return "\n".join(part for part in (entry.title, entry.detail, entry.when, offers) if part)
        if role == Qt.ItemDataRole.ToolTipRole:
            return entry.detail[:2000] or None
        return None

    def show_entries(self, entries: Iterable[Entry]) -> None:
        """Show these instead."""
        self.beginResetModel()
        self.entries = list(entries)
        self.endResetModel()


class EntryDelegate(QStyledItemDelegate):
    """Paints an entry: mark, title, time, the first lines of its details, and its offers as words to click."""

    def __init__(self, theme: Theme, view: QListView, most_lines: int) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._most_lines = most_lines

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        entry: Entry = index.data(ENTRY_ROLE)
        lines = len(self._lines(entry, self._inner_width())) + bool(entry.offers)
        offers = self._theme.px(1) if entry.offers else 0
        return QSize(
            self._theme.px(40), round(self._title().lineSpacing() + lines * self._small().lineSpacing()) + self._theme.px(6.5) + offers
        )

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry: Entry = index.data(ENTRY_ROLE)
        mirrored = option.direction == Qt.LayoutDirection.RightToLeft
        small, px = self._theme.font(0.88), self._theme.px
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)  # each text in its own, whichever way the window runs
        side = self._title().height()
        words = paint_card(painter, option, self._theme, self._card(option.rect), (entry.mark, entry.token), side)
        wide = self._small().horizontalAdvance(entry.when)
        head = QRectF(words.left(), words.top(), words.width(), side)
        self._line(painter, head, entry.when, small, "muted", not mirrored)
        room = head.adjusted(wide + px(2), 0, 0, 0) if mirrored else head.adjusted(0, 0, -wide - px(2), 0)
        self._line(painter, room, entry.title, self._theme.font(bold=True), "text", mirrored)
        y = words.top() + self._title().lineSpacing() + px(0.5)
        for line in self._lines(entry, words.width()):
            step = self._small().lineSpacing()
            self._line(painter, QRectF(words.left(), y, words.width(), step), line, small, "muted", mirrored)
            y += step
        for rect, offer in self.offer_places(QRectF(option.rect), entry, mirrored=mirrored):
            self._line(painter, rect, offer.words, small, "accent_text", mirrored)
        painter.restore()

    def offer_places(self, rect: QRectF, entry: Entry, *, mirrored: bool) -> list[tuple[QRectF, Offer]]:
        """Where each offer stands in the entry that fills `rect`."""
        if not entry.offers:
            return []
        px, metrics = self._theme.px, self._small()
        card, side = self._card(rect), self._title().height()
        top = card.bottom() - px(2) - metrics.lineSpacing()
        x, places = card.left() + px(3) + side + px(2), []
        for offer in entry.offers:
            wide = metrics.horizontalAdvance(offer.words) + 1
            place = QRectF(x, top, wide, metrics.lineSpacing())
            if mirrored:
                place.moveRight(card.left() + card.right() - x)
            places.append((place, offer))
            x += wide + px(5)
        return places

    def _card(self, rect: QRectF) -> QRectF:
        px = self._theme.px
        return QRectF(rect).adjusted(px(4), px(1), -px(4), -px(1))

    def _line(self, painter: QPainter, rect: QRectF, text: str, font: Any, token: str, rightward: bool) -> None:
        painter.setFont(font)
        painter.setPen(self._theme.colour(token))
        shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, rect.width() + 1)
        align = Qt.AlignmentFlag.AlignRight if rightward else Qt.AlignmentFlag.AlignLeft
        flags = align | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(rect, int(flags), shown)

    def _lines(self, entry: Entry, width: float) -> list[str]:
        return wrapped_lines(entry.detail, self._theme.font(0.88), width, self._most_lines)

    def _inner_width(self) -> float:
        px = self._theme.px
        return self._view.viewport().width() - 2 * px(4) - 2 * px(3) - self._title().height() - px(2)

    def _title(self) -> QFontMetricsF:
        return QFontMetricsF(self._theme.font(bold=True))

    def _small(self) -> QFontMetricsF:
        return QFontMetricsF(self._theme.font(0.88))


class EntryList(QListView):
    """Emits `wanted` with the kind and value of an offer that was chosen."""

    wanted = Signal(str, str)

    def __init__(self, theme: Theme, name: str, model: EntryModel, most_lines: int = 3) -> None:
        super().__init__(uniformItemSizes=False, accessibleName=name)
        self._delegate = EntryDelegate(theme, self, most_lines)
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.viewport().setMouseTracking(True)
        theme.changed.connect(self.doItemsLayout)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        offer = self.offer_at(event.position())
        if offer is not None and event.button() == Qt.MouseButton.LeftButton:
            self.wanted.emit(offer.kind, offer.value)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if self.offer_at(event.position()) else Qt.CursorShape.ArrowCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and index.isValid() and index.data(ENTRY_ROLE).offers:
            self.menu_of(index.data(ENTRY_ROLE)).popup(self.viewport().mapToGlobal(self.visualRect(index).center()))
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        if index.isValid() and index.data(ENTRY_ROLE).offers:
            at = self.viewport().mapToGlobal(self.visualRect(index).center()) if by_key else event.globalPos()
            self.menu_of(index.data(ENTRY_ROLE)).popup(at)

    def menu_of(self, entry: Entry) -> QMenu:
        """What can be done about this entry."""
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        for offer in entry.offers:
            menu.addAction(offer.words, lambda offer=offer: self.wanted.emit(offer.kind, offer.value))
        return menu

    def offer_at(self, point: QPointF) -> Offer | None:
        """The offer that stands there."""
        index = self.indexAt(point.toPoint())
        if not index.isValid():
            return None
        rect, mirrored = QRectF(self.visualRect(index)), self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        places = self._delegate.offer_places(rect, index.data(ENTRY_ROLE), mirrored=mirrored)
        return next((offer for place, offer in places if place.contains(point)), None)
