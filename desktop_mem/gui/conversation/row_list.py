"""The rows as a Qt list: what has begun, turn by turn, and behind it the messages that wait."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Signal

from desktop_mem.gui.conversation.row import Row, RowKind
from desktop_mem.gui.conversation.rows import Rows, Unmade

Index = QModelIndex | QPersistentModelIndex
LATEST = 50


class RowList(QAbstractListModel):
    """Holds the rows, oldest first; the last `queued` of them are messages that wait. Emits `filling` before it starts over with some."""

    filling = Signal()

    def __init__(self, parent: Any = None) -> None:
        super().__init__(parent)
        self.rows = Rows()
        self.queued = 0

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def append(self, row: Row) -> None:
        """Add behind all that has begun and before what waits."""
        self.insert(len(self.rows) - self.queued, [row])

    def add_to_turn(self, row: Row) -> None:
        """Add behind the last row of the row's turn; behind all that has begun where that turn is not shown."""
        last = self.rows.last_of_turn(row.turn)
        if last is None:
            self.append(row)
        else:
            self.insert(last + 1, [row])

    def insert(self, place: int, rows: Sequence[Row | Unmade]) -> None:
        """Add rows from `place` on."""
        if rows:
            self.beginInsertRows(QModelIndex(), place, place + len(rows) - 1)
            self.rows.put(place, rows)
            self.endInsertRows()

    def replace_all(self, rows: Sequence[Row | Unmade], waiting: Sequence[Row]) -> None:
        """Start over with these rows, the waiting ones last."""
        if rows or waiting:
            self.filling.emit()
        self.beginResetModel()
        self.rows = Rows([*rows, *waiting])
        self.queued = len(waiting)
        self.endResetModel()

    def take_out(self, row: Row) -> None:
        """Remove one row."""
        place = self.rows.place(row)
        self.beginRemoveRows(QModelIndex(), place, place)
        if place >= len(self.rows) - self.queued:
            self.queued -= 1
        self.rows.take_out(place)
        self.endRemoveRows()

    def touch(self, row: Row) -> None:
        """The row has changed."""
        row.revision += 1
        index = self.index(self.rows.place(row))
        self.dataChanged.emit(index, index)

    def latest(self, wanted: Callable[[Row], bool]) -> Row | None:
        """The newest row that is as wanted, among the latest."""
        return next((row for row in reversed(self.rows[-LATEST:]) if wanted(row)), None)

    def at_address(self, address: str) -> Row | None:
        """The row of the message at that address, among the latest."""
        return self.latest(lambda row: row.address == address) if address else None

    def begun_turn(self) -> str:
        """The newest turn of the user, or nothing while messages wait behind it."""
        row = None if self.queued else self.latest(lambda row: row.kind is RowKind.USER and bool(row.address))
        return row.address if row else ""

    def unanswered_turn(self) -> str:
        """The oldest of the user's latest turns that have no answer."""
        answered = {row.turn for row in self.rows[-LATEST:] if row.kind in (RowKind.REPLY, RowKind.FAULT)}
        turn = ""
        for row in reversed(self.rows[-LATEST:]):
            if row.kind is RowKind.USER and row.address:
                if row.address in answered:
                    break
                turn = row.address
        return turn
