"""What a search found as a list model: the documents and notes first, then what was said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QModelIndex, QPersistentModelIndex, Qt

from desktop_mem.gui.engine_words import citation_words, hit_words
from desktop_mem.gui.wording import moment_words, number_words, why_words
from desktop_mem.memory.passage import Hit, HitPage
from desktop_mem.runtime.update import SearchFinished

Index = QModelIndex | QPersistentModelIndex
HIT_ROLE = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True, slots=True)
class Found:
    """One line of the list: a heading (no `hit`), or a hit with its place, why it matched, its text, and what says the same."""

    title: str
    why: str = ""
    text: str = ""
    same: str = ""
    hit: Hit | None = None


class HitModel(QAbstractListModel):
    """Holds one page of results."""

    def __init__(self, parent: Any = None) -> None:
        super().__init__(parent)
        self.rows: list[Found] = []

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and self.rows[index.row()].hit is None:
            return Qt.ItemFlag.ItemIsEnabled
        return super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == HIT_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ". ".join(part for part in (row.title, row.why, row.text, row.same) if part)
        return None

    def show_results(self, found: SearchFinished) -> None:
        """Show these results instead."""
        self.beginResetModel()
        self.rows = [
            *_rows(found.archival, QCoreApplication.translate("Search", "Documents and notes: {count}")),
            *_rows(found.recall, QCoreApplication.translate("Search", "Said in the conversation: {count}")),
        ]
        self.endResetModel()

    def drop(self, address: str) -> None:
        """That hit is no longer found."""
        for place in reversed(range(len(self.rows))):
            hit = self.rows[place].hit
            if hit is not None and hit.address == address:
                self.beginRemoveRows(QModelIndex(), place, place)
                del self.rows[place]
                self.endRemoveRows()

    def clear(self) -> None:
        """Show nothing."""
        self.beginResetModel()
        self.rows = []
        self.endResetModel()


def _rows(page: HitPage | None, heading: str) -> list[Found]:
    if page is None:
        return []
    return [Found(heading.format(count=number_words(page.total))), *map(_row, page.hits)]


def _row(hit: Hit) -> Found:
    same = ""
    if hit.also:
        same = QCoreApplication.translate("Search", "The same text stands in other places too: {count}").format(
            count=number_words(len(hit.also))
        )
    return Found(_title(hit), why_words(hit.why), " ".join(hit_words(hit).split()), same, hit)


def _title(hit: Hit) -> str:
    if hit.citation:
        return citation_words(hit)
    when = moment_words(hit.created_at.astimezone())
    if hit.speaker == "user":
        return QCoreApplication.translate("Search", "You, {when}").format(when=when)
    if hit.speaker == "assistant":
        return QCoreApplication.translate("Search", "Assistant, {when}").format(when=when)
    return QCoreApplication.translate("Search", "Note, {when}").format(when=when)
