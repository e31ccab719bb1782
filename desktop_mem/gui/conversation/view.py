"""The conversation on view: a list that measures only the rows it shows, however many there are."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPoint, QPointF, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu, QStyle, QStyleOptionViewItem, QWidget

from desktop_mem.gui.conversation.model import ConversationModel, plain_text
from desktop_mem.gui.conversation.row import Row, RowKind
from desktop_mem.gui.conversation.row_delegate import RowDelegate
from desktop_mem.gui.conversation.row_heights import RowHeights
from desktop_mem.gui.conversation.row_offers import RowOffers
from desktop_mem.gui.conversation.row_parts import HotPart
from desktop_mem.gui.theme import Theme

MOST_ROUNDS = 6  # measuring moves rows into view, which must be measured in turn
NEAR_END = 8


class ConversationView(QListView):
    """Shows a `ConversationModel`. Heights are guessed until a row comes into view; what the reader looks at never jumps.

    At the end it stays at the end while text streams in; elsewhere it keeps its place. QListView lays out all rows at
    once, which 50,000 messages do not allow, so the geometry is this class's own. `row_actions` gives what else is in a row's menu.
    """

    older_wanted = Signal()

    def __init__(self, model: ConversationModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._theme = theme
        self._heights = RowHeights()
        self._asked_older = False
        self._at_end = True
        self._settling = False
        self._laid_out_for = 0
        self._painted: dict[int, QRect] = {}
        self.row_actions: Callable[[Row], list[QAction]] = lambda _row: []
        self.offers = RowOffers(model, self)
        self._delegate = RowDelegate(theme, self)
        self._delegate.use_width(float(max(self.width(), 200)), mirrored=self.isRightToLeft())
        self.setItemDelegate(self._delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Conversation"))
        self.setModel(model)
        model.rowsRemoved.connect(self._take_removed)
        theme.changed.connect(self._restyle)
        self.viewport().setMouseTracking(True)
        self._copy = QAction(self.tr("Copy"), self, shortcut=QKeySequence(QKeySequence.StandardKey.Copy))
        self._copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._copy.triggered.connect(self.copy_selected)
        self.addAction(self._copy)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)

    # -- what the reader does -------------------------------------------------------------------------------------

    def copy_selected(self) -> None:
        """Put the source text of the selected rows on the clipboard, oldest first."""
        places = sorted(index.row() for index in self.selectedIndexes())
        if places:
            QGuiApplication.clipboard().setText("\n\n".join(plain_text(self._model.rows[place]) for place in places))

    def scroll_to_end(self) -> None:
        """Show the newest row, and stay with it."""
        self._at_end = True
        self._settle()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid():
            return
        hot = self._hot_at(event.position())
        if hot is None:
            self._toggle(index)
        else:
            self.offers.do(self._model.rows[index.row()], hot)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        shape = Qt.CursorShape.PointingHandCursor if self._hot_at(event.position()) else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    def _hot_at(self, point: QPointF) -> HotPart | None:
        index = self.indexAt(point.toPoint())
        if not index.isValid():
            return None
        top_left = QPointF(-self.viewport().x(), self.visualRect(index).top())
        return self._delegate.hot_at(self._model, index.row(), point - top_left)

    def show_row(self, place: int) -> None:
        """Bring the row into view, near the top, unfolded, and make it the current one."""
        self._at_end = False
        if not self._model.rows[place].expanded:
            self._model.toggle(self._model.index(place))
        self._settle((place, -self.viewport().height() / 6))
        self.selectionModel().setCurrentIndex(self._model.index(place), QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        if not index.isValid():
            return
        if not self.selectionModel().isSelected(index):
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self._copy)
        row = self._model.rows[index.row()]
        menu.addActions(self.offers.actions(row, menu))
        if row.kind is RowKind.TRACE:
            menu.addAction(self.tr("Show or hide the steps"), lambda: self._toggle(index))
        if more := self.row_actions(row):
            menu.addSeparator()
            menu.addActions(more)
        menu.popup(self.viewport().mapToGlobal(self.visualRect(index).center()) if by_key else event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        current = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and current.isValid():
            self._toggle(current)
            return
        if event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            bar = self.verticalScrollBar()
            bar.setValue(bar.minimum() if event.key() == Qt.Key.Key_Home else bar.maximum())
            return
        super().keyPressEvent(event)

    def _toggle(self, index: QModelIndex) -> None:
        self._at_end = False  # what was clicked stays where it is
        self._model.toggle(index)

    # -- geometry -------------------------------------------------------------------------------------------------

    def visualRect(self, index: QModelIndex) -> QRect:
        if not index.isValid() or index.row() >= len(self._heights):
            return QRect()
        top = round(self._heights.top(index.row())) - self.verticalOffset()
        return QRect(0, top, self.viewport().width(), round(self._heights.top(index.row() + 1)) - self.verticalOffset() - top)

    def indexAt(self, point: QPoint) -> QModelIndex:
        place = self._heights.place_at(point.y() + self.verticalOffset())
        return self._model.index(place) if 0 <= place < len(self._heights) else QModelIndex()

    def scrollTo(self, index: QModelIndex, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible) -> None:
        rect, bar, tall = self.visualRect(index), self.verticalScrollBar(), self.viewport().height()
        if rect.isNull():
            return
        if rect.top() < 0 or rect.height() > tall:
            bar.setValue(bar.value() + rect.top())
        elif rect.bottom() > tall:
            bar.setValue(bar.value() + rect.bottom() - tall)

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        moves = QAbstractItemView.CursorAction
        current = self.currentIndex().row() if self.currentIndex().isValid() else len(self._heights)
        page = self.viewport().height()
        if action in (moves.MovePageUp, moves.MovePageDown) and 0 <= current < len(self._heights):
            target = self._heights.place_at(self._heights.top(current) + (page if action == moves.MovePageDown else -page))
        else:
            steps = {moves.MoveUp: -1, moves.MovePrevious: -1, moves.MoveDown: 1, moves.MoveNext: 1}
            target = current + steps.get(action, 0)
        return self._model.index(min(max(target, 0), len(self._heights) - 1))

    def horizontalOffset(self) -> int:
        return 0

    def verticalOffset(self) -> int:
        return self.verticalScrollBar().value()

    def isIndexHidden(self, index: QModelIndex) -> bool:
        return False

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        first, last = (self._heights.place_at(y + self.verticalOffset()) for y in (rect.top(), rect.bottom()))
        selection = QItemSelection()
        if self._heights and last >= 0 and first < len(self._heights):
            selection.select(self._model.index(max(first, 0)), self._model.index(min(last, len(self._heights) - 1)))
        self.selectionModel().select(selection, command)

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        return QRegion(self.viewport().rect())

    # -- layout ---------------------------------------------------------------------------------------------------

    def doItemsLayout(self) -> None:
        self._settle()

    def updateGeometries(self) -> None:
        bar = self.verticalScrollBar()
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(self._theme.px(8))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.width() != self._laid_out_for:
            self._restyle()
        else:
            self._settle()

    def reset(self) -> None:
        super().reset()
        self._asked_older = False
        self._at_end = True
        self._guess_all()
        self._ask_older()

    def rowsInserted(self, parent: QModelIndex, start: int, end: int) -> None:
        super().rowsInserted(parent, start, end)
        guesses = self._delegate.estimates(self._model.rows.glances(start, end + 1))
        above, anchor = start == 0 and len(self._heights) > 0, self._anchor()
        self._heights.insert(start, guesses)
        self._painted = {}
        if above:
            self._asked_older = False
        if above and not self._at_end and anchor is not None:
            anchor = (anchor[0] + len(guesses), anchor[1])
        self._settle(anchor)

    def dataChanged(self, top: QModelIndex, bottom: QModelIndex, roles: list[int] | None = None) -> None:
        for place in range(top.row(), bottom.row() + 1):
            self._heights.forget(place)
        self._settle(changed=top.row())

    def _take_removed(self, _parent: QModelIndex, start: int, end: int) -> None:
        self._heights.remove(start, end)
        self._painted = {}
        self._settle()

    def _restyle(self) -> None:
        anchor = self._anchor()
        self._laid_out_for = self.width()
        # The whole width, scroll bar or not: rows do not shift when it appears, and stand in line with the composer.
        self._delegate.use_width(float(self.width()), mirrored=self.isRightToLeft())
        self._guess_all(anchor)

    def _guess_all(self, anchor: tuple[int, float] | None = None) -> None:
        self._heights.replace(self._delegate.estimates(self._model.rows.glances()))
        self._painted = {}
        self._settle(anchor)

    def _anchor(self) -> tuple[int, float] | None:
        """The first row on view and how far its top stands above the upper edge."""
        place = self._heights.place_at(self.verticalOffset())
        return (place, self.verticalOffset() - self._heights.top(place)) if 0 <= place < len(self._heights) else None

    def _settle(self, anchor: tuple[int, float] | None = None, changed: int | None = None) -> None:
        """Measure what is on view and move the scroll bar so that it stays where it was; `changed` is the first row that looks new."""
        if self._settling:
            return
        self._settling = True
        anchor = anchor or self._anchor()
        bar = self.verticalScrollBar()
        for _ in range(MOST_ROUNDS):
            bar.setRange(0, max(0, round(self._heights.total) - self.viewport().height()))
            if self._at_end:
                bar.setValue(bar.maximum())
            elif anchor is not None and anchor[0] < len(self._heights):
                bar.setValue(round(self._heights.top(anchor[0]) + anchor[1]))
            if not self._measure_visible():
                break
        self._settling = False
        self.updateGeometries()
        self._repaint(changed)

    def _repaint(self, changed: int | None) -> None:
        """Move what only moved, and paint what is new: a line more of a streaming reply costs that line, not the whole view."""
        before, self._painted = self._painted, {place: self.visualRect(self._model.index(place)) for place in self._visible()}
        after, viewport = self._painted, self.viewport()
        moves = {
            after[place].top() - old.top() for place, old in before.items() if place in after and (changed is None or place <= changed)
        }
        kept = all(
            after[place].height() == old.height()
            for place, old in before.items()
            if place in after and (changed is None or place < changed)
        )
        if len(moves) != 1 or not kept:
            viewport.update()
            return
        viewport.scroll(0, moves.pop())
        if changed in after:
            top = after[changed].top() + int(self._delegate.layout(self._model, changed).new_from)
            viewport.update(0, top, viewport.width(), viewport.height() - top)

    def _visible(self) -> range:
        first = max(0, self._heights.place_at(self.verticalOffset()))
        last = min(self._heights.place_at(self.verticalOffset() + self.viewport().height()), len(self._heights) - 1)
        return range(first, last + 1)

    def _measure_visible(self) -> bool:
        """Measure the rows on view that were only guessed; whether any height changed."""
        unknown = [place for place in self._visible() if not self._heights.is_measured(place)]
        return self._heights.measure({place: self._delegate.layout(self._model, place).height for place in unknown})

    # -- scrolling and painting -----------------------------------------------------------------------------------

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """The pixels are moved by `_repaint`, once it is known what else has changed."""

    def _scrolled(self, value: int) -> None:
        if self._settling:
            return
        bar = self.verticalScrollBar()
        self._at_end = value >= bar.maximum() - NEAR_END
        self._settle()
        self._ask_older()

    def _ask_older(self) -> None:
        """Near the top, or when all that is loaded fits on view, ask once for the stretch before it."""
        near_top = self.verticalScrollBar().value() <= self.viewport().height() // 4
        if near_top and self._model.older_known and not self._asked_older:
            self._asked_older = True
            QTimer.singleShot(0, self, self.older_wanted.emit)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setClipRect(event.rect())
        selection, current = self.selectionModel(), self.currentIndex()
        for place in self._visible():
            index = self._model.index(place)
            option = QStyleOptionViewItem()
            option.rect = self.visualRect(index).translated(-self.viewport().x(), 0)
            option.direction = self.layoutDirection()
            if not option.rect.intersects(event.rect()):
                continue
            if selection.isSelected(index):
                option.state |= QStyle.StateFlag.State_Selected
            if index == current and self.hasFocus():
                option.state |= QStyle.StateFlag.State_HasFocus
            self._delegate.paint(painter, option, index)
        painter.end()
