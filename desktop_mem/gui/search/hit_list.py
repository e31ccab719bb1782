"""The list of hits: painting them as cards, opening one by click or key, and what else can be done with one."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetricsF, QGuiApplication, QKeyEvent, QPainter
from PySide6.QtWidgets import QListView, QMenu, QStyledItemDelegate, QStyleOptionViewItem

from desktop_mem.gui import offers as offer
from desktop_mem.gui.card import paint_card, wrapped_lines
from desktop_mem.gui.search.hit_model import HIT_ROLE, Found
from desktop_mem.gui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
MOST_LINES = 4


class HitDelegate(QStyledItemDelegate):
    """Paints a heading as text and a hit as a card with the first lines of its text."""

    def __init__(self, theme: Theme, parent: QListView) -> None:
        super().__init__(parent)
        self._theme = theme
        self._view = parent

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row: Found = index.data(HIT_ROLE)
        px, title, small = self._theme.px, self._metrics(1.0), self._metrics(0.88)
        if row.hit is None:
            return QSize(px(40), round(title.lineSpacing()) + px(4))
        lines = len(self._lines(row.text, self._inner_width())) + bool(row.why) + bool(row.same)
        return QSize(px(40), round(title.lineSpacing() + lines * small.lineSpacing()) + px(6.5))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: Found = index.data(HIT_ROLE)
        px, mirrored = self._theme.px, option.direction == Qt.LayoutDirection.RightToLeft
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)  # each text in its own, whichever way the window runs
        card = QRectF(option.rect).adjusted(px(4), px(0.8), -px(4), -px(0.8))
        if row.hit is None:
            self._line(painter, card, row.title, 0.95, "muted", mirrored)
            painter.restore()
            return
        side = self._metrics(1.0).height()
        icon = ("speech" if row.hit.address.startswith("m") else "document", "accent_text")
        words = paint_card(painter, option, self._theme, card, icon, side)
        y = words.top()
        y = self._line(painter, QRectF(words.left(), y, words.width(), side), row.title, 1.0, "text", mirrored)
        if row.why:
            y = self._line(painter, QRectF(words.left(), y, words.width(), side), row.why, 0.88, "accent_text", mirrored)
        for line in self._lines(row.text, words.width()):
            y = self._line(painter, QRectF(words.left(), y, words.width(), side), line, 0.88, "muted", mirrored)
        if row.same:
            self._line(painter, QRectF(words.left(), y, words.width(), side), row.same, 0.88, "text", mirrored)
        painter.restore()

    def _line(self, painter: QPainter, rect: QRectF, text: str, size: float, token: str, mirrored: bool) -> float:
        """Paint one line and give where the next begins."""
        metrics = self._metrics(size)
        painter.setFont(self._theme.font(size))
        painter.setPen(self._theme.colour(token))
        align = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle if token == "text" else Qt.TextElideMode.ElideRight, rect.width())
        line = QRectF(rect.left(), rect.top(), rect.width(), metrics.lineSpacing())
        painter.drawText(
            line, int(align | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), shown
        )
        return line.bottom()

    def _lines(self, text: str, width: float) -> list[str]:
        return wrapped_lines(text, self._theme.font(0.88), width, MOST_LINES)

    def _inner_width(self) -> float:
        px = self._theme.px
        return self._view.viewport().width() - 2 * px(4) - 2 * px(3) - self._metrics(1.0).height() - px(2)

    def _metrics(self, size: float) -> QFontMetricsF:
        return QFontMetricsF(self._theme.font(size))


class HitList(QListView):
    """Emits `opened` with the address of a hit, or of what says the same, and its text; `wanted` with the kind and value of an offer."""

    opened = Signal(str, str)
    wanted = Signal(str, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(accessibleName=self.tr("Search results"))
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setItemDelegate(HitDelegate(theme, self))
        self.clicked.connect(self._open)
        theme.changed.connect(self.doItemsLayout)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._open(self.currentIndex())
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.currentIndex() if event.reason() == QContextMenuEvent.Reason.Keyboard else self.indexAt(event.pos())
        if index.isValid() and index.data(HIT_ROLE).hit is not None:
            self.menu_of(index.data(HIT_ROLE)).popup(event.globalPos())

    def menu_of(self, row: Found) -> QMenu:
        """What can be done with this hit."""
        menu, hit = QMenu(self), row.hit
        assert hit is not None
        menu.aboutToHide.connect(menu.deleteLater)
        menu.addAction(self.tr("Open"), lambda: self.opened.emit(hit.address, hit.text))
        for address in hit.also:
            menu.addAction(self.tr("Open the same text at {address}").format(address=address), lambda a=address: self.opened.emit(a, ""))
        menu.addSeparator()
        menu.addAction(self.tr("Copy text"), lambda: QGuiApplication.clipboard().setText(hit.text))
        menu.addAction(self.tr("Copy address"), lambda: QGuiApplication.clipboard().setText(hit.address))
        menu.addSeparator()
        offers = [offer.why(hit.address), *([offer.forget(hit.address)] if offer.can_be_forgotten(hit.address, hit.document) else [])]
        for each in offers:
            menu.addAction(each.words, lambda each=each: self.wanted.emit(each.kind, each.value))
        return menu

    def _open(self, index: QModelIndex) -> None:
        if (hit := index.data(HIT_ROLE).hit) is not None:
            self.opened.emit(hit.address, hit.text)
