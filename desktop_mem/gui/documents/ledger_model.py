"""The document ledger as a list model: one row per file, with its progress while it is read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from desktop_mem.control.document_ledger import STORED_REASONS, DocumentEntry, ImportState, Reason
from desktop_mem.gui.engine_words import in_the_users_language
from desktop_mem.gui.wording import number_words, outcome_words, size_words
from desktop_mem.runtime.update import DocumentChanged, DocumentsShown, EngineStopped

Index = QModelIndex | QPersistentModelIndex
ENTRY_ROLE = Qt.ItemDataRole.UserRole + 1


@dataclass(slots=True)
class LedgerRow:
    """An entry with its stage and progress (`done` of `total`)."""

    entry: DocumentEntry
    stage: str = ""
    done: int = 0
    total: int = 0

    @property
    def name(self) -> str:
        """The file's name without its folders, whichever system the path is from."""
        return PurePath(self.entry.path.replace("\\", "/")).name or self.entry.path

    @property
    def is_open(self) -> bool:
        """Whether the import can still be cancelled."""
        return self.entry.state in (ImportState.WAITING, ImportState.READING)

    @property
    def share(self) -> float | None:
        """Progress from 0 to 1, or None where there is none to show."""
        return min(1.0, self.done / self.total) if self.entry.state is ImportState.READING and self.total > 0 else None

    @property
    def tone(self) -> str:
        """The colour token of the outcome."""
        if self.entry.state is ImportState.FAILED:
            return "danger"
        if self.entry.reason is Reason.PARTIAL:
            return "warning"
        if self.entry.reason in STORED_REASONS or self.entry.state is ImportState.DONE:
            return "success"
        return "muted"


class LedgerModel(QAbstractListModel):
    """Holds the ledger, newest first."""

    def __init__(self, parent: Any = None) -> None:
        super().__init__(parent)
        self.rows: list[LedgerRow] = []

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == ENTRY_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.name
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(part for part in (row.entry.path, in_the_users_language(row.entry.detail)) if part)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return " ".join(part for part in (row.name, self.outcome(row), in_the_users_language(row.entry.detail)) if part)
        return None

    def take(self, update: Any) -> None:
        """Show the ledger, or one changed entry."""
        match update:
            case DocumentsShown(entries=entries):
                self.beginResetModel()
                self.rows = [LedgerRow(entry) for entry in entries]
                self.endResetModel()
            case DocumentChanged(entry=entry, stage=stage, done=done, total=total):
                self._change(LedgerRow(entry, stage, done, total))
            case EngineStopped():
                for row in self.rows:
                    row.done = row.total = 0
                if self.rows:
                    self.dataChanged.emit(self.index(0), self.index(len(self.rows) - 1))

    def open_count(self) -> int:
        """How many imports wait or run."""
        return sum(row.is_open for row in self.rows)

    def outcome(self, row: LedgerRow) -> str:
        """The state in words, with figures."""
        words = [outcome_words(row.entry, row.stage)]
        if row.share is not None:
            words.append(f"{row.share * 100:.0f} %")
        if row.entry.state is ImportState.DONE and row.entry.pages:
            words.append(self.tr("pages: {count}").format(count=number_words(row.entry.pages)))
        if row.entry.state is ImportState.DONE and row.entry.passages:
            words.append(self.tr("passages: {count}").format(count=number_words(row.entry.passages)))
        if row.entry.size:
            words.append(size_words(row.entry.size))
        return " · ".join(words)

    def _change(self, changed: LedgerRow) -> None:
        place = next((i for i, row in enumerate(self.rows) if row.entry.address == changed.entry.address), -1)
        if place < 0:
            self.beginInsertRows(QModelIndex(), 0, 0)
            self.rows.insert(0, changed)
            self.endInsertRows()
            return
        self.rows[place] = changed
        self.dataChanged.emit(self.index(place), self.index(place))
