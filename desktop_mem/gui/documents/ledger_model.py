"""The document ledger as a list model: one row per file, with its progress while it is read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, QTimer

from desktop_mem.control.document_ledger import STORED_REASONS, DocumentEntry, ImportState, Reason
from desktop_mem.gui.engine_words import in_the_users_language
from desktop_mem.gui.wording import number_words, outcome_words, size_words
from desktop_mem.runtime.update import DocumentChanged, DocumentsForgotten, DocumentsListed, DocumentsShown, EngineStopped

Index = QModelIndex | QPersistentModelIndex
ENTRY_ROLE = Qt.ItemDataRole.UserRole + 1
OUTCOME_ROLE = Qt.ItemDataRole.UserRole + 2
_LARGE = 500
_LARGE_MS = 250


def name_of(entry: DocumentEntry) -> str:
    """The file's name without its folders, whichever system the path is from."""
    return PurePath(entry.path.replace("\\", "/")).name or entry.path


@dataclass(slots=True)
class LedgerRow:
    """An entry with its stage and progress (`done` of `total`)."""

    entry: DocumentEntry
    stage: str = ""
    done: int = 0
    total: int = 0

    @property
    def name(self) -> str:
        """The file's name without its folders."""
        return name_of(self.entry)

    @property
    def tags(self) -> str:
        """The user's tags, each with its mark."""
        return " ".join(f"#{tag}" for tag in self.entry.tags)

    @property
    def is_open(self) -> bool:
        """Whether the import can still be cancelled."""
        return self.entry.state in (ImportState.WAITING, ImportState.READING, ImportState.PAUSED)

    @property
    def share(self) -> float | None:
        """Progress from 0 to 1, or None where there is none to show."""
        return min(1.0, self.done / self.total) if self.entry.state is ImportState.READING and self.total > 0 else None

    @property
    def tone(self) -> str:
        """The colour token of the outcome."""
        if self.entry.state is ImportState.FAILED:
            return "danger"
        if self.entry.reason in (Reason.PARTIAL, Reason.MISSING):
            return "warning"
        if self.entry.reason in STORED_REASONS or self.entry.state is ImportState.DONE:
            return "success"
        return "muted"


class LedgerModel(QAbstractListModel):
    """Holds the ledger, newest first. A large one is shown anew four times a second at most, however fast its rows change."""

    def __init__(self, parent: Any = None) -> None:
        super().__init__(parent)
        self._oldest: list[LedgerRow] = []  # so that a place stays the same while new rows come in front
        self._places: dict[str, int] = {}
        self._states: Counter[ImportState] = Counter()
        self._changed: set[int] = set()
        self._later = QTimer(self, singleShot=True, interval=_LARGE_MS)
        self._later.timeout.connect(self._show_changed)

    def __len__(self) -> int:
        return len(self._oldest)

    @property
    def rows(self) -> list[LedgerRow]:
        """All rows, newest first."""
        return self._oldest[::-1]

    @property
    def under_way(self) -> int:
        """How many imports wait or run."""
        return self._states[ImportState.WAITING] + self._states[ImportState.READING]

    @property
    def paused(self) -> int:
        """How many imports rest."""
        return self._states[ImportState.PAUSED]

    @property
    def failed(self) -> int:
        """How many imports failed."""
        return self._states[ImportState.FAILED]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._oldest)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._oldest[len(self._oldest) - 1 - index.row()]
        if role == ENTRY_ROLE:
            return row
        if role == OUTCOME_ROLE:
            return self.outcome(row)
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(part for part in (row.entry.path, in_the_users_language(row.entry.detail)) if part)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            parts = (row.name, self.outcome(row), in_the_users_language(row.entry.detail), row.tags)
            return " ".join(part for part in parts if part)
        return None

    def take(self, update: Any) -> bool:
        """Show the ledger, or entries that changed; whether the update was about that."""
        match update:
            case DocumentsShown(entries=entries):
                self._reset([LedgerRow(entry) for entry in reversed(entries)])
            case DocumentChanged(entry=entry, stage=stage, done=done, total=total):
                self._put([LedgerRow(entry, stage, done, total)])
            case DocumentsListed(entries=entries):
                self._put([LedgerRow(entry) for entry in entries])
            case DocumentsForgotten(addresses=addresses):
                self._reset([row for row in self._oldest if row.entry.address not in addresses])
            case EngineStopped():
                for row in self._oldest:
                    row.done = row.total = 0
                if self._oldest:
                    self.dataChanged.emit(self.index(0), self.index(len(self._oldest) - 1))
            case _:
                return False
        return True

    def outcome(self, row: LedgerRow) -> str:
        """The state in words, with figures."""
        words = [outcome_words(row.entry, row.stage)]
        if row.share is not None:
            words.append(f"{row.share * 100:.0f} %")
        if row.entry.state is ImportState.DONE and row.entry.pages:
            words.append(self.tr("pages: {count}").format(count=number_words(row.entry.pages)))
        if row.entry.state is not ImportState.FAILED and row.entry.passages:
            words.append(self.tr("passages: {count}").format(count=number_words(row.entry.passages)))
        if row.entry.size:
            words.append(size_words(row.entry.size))
        return " · ".join(words)

    def _reset(self, oldest: list[LedgerRow]) -> None:
        self.beginResetModel()
        self._oldest = oldest
        self._places = {row.entry.address: place for place, row in enumerate(oldest)}
        self._states = Counter(row.entry.state for row in oldest)
        self._changed.clear()
        self.endResetModel()

    def _put(self, rows: list[LedgerRow]) -> None:
        new = [row for row in rows if row.entry.address not in self._places]
        for row in rows:
            if (place := self._places.get(row.entry.address)) is not None:
                self._states[self._oldest[place].entry.state] -= 1
                self._states[row.entry.state] += 1
                self._oldest[place] = row
                self._changed.add(place)
        if new:
            self.beginInsertRows(QModelIndex(), 0, len(new) - 1)
            for row in new:
                self._places[row.entry.address] = len(self._oldest)
                self._oldest.append(row)
                self._states[row.entry.state] += 1
            self.endInsertRows()
        if len(self._oldest) < _LARGE:
            self._show_changed()
        elif not self._later.isActive():
            self._later.start()

    def _show_changed(self) -> None:
        changed, self._changed = self._changed, set()
        for place in changed:
            index = self.index(len(self._oldest) - 1 - place)
            self.dataChanged.emit(index, index)
