"""The filter of the ledger: by name or folder, by how a document stands, by its kind, and by its tag."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Any

from PySide6.QtCore import QModelIndex, QSortFilterProxyModel, Qt, QTimer
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_mem.control.document_ledger import ImportState, Reason
from desktop_mem.gui.documents.ledger_model import ENTRY_ROLE, LedgerModel, LedgerRow
from desktop_mem.gui.line_field import LineField
from desktop_mem.gui.theme import Theme
from desktop_mem.gui.wording import number_words

_LATER_MS = 250
OPEN, STORED, TROUBLE, FAILED = "open", "stored", "trouble", "failed"


def kind_of(row: LedgerRow) -> str:
    """What kind of file it is, as its name says: `PDF`, `DOCX`; empty where it says nothing."""
    return PurePosixPath(row.name).suffix.removeprefix(".").upper()


def stands(row: LedgerRow) -> frozenset[str]:
    """Under which states of the filter the document falls."""
    if row.is_open:
        return frozenset({OPEN})
    if row.entry.state is ImportState.FAILED:
        return frozenset({FAILED, TROUBLE})
    trouble = row.entry.reason in (Reason.PARTIAL, Reason.MISSING, Reason.CANCELLED) or row.entry.state is ImportState.CANCELLED
    return frozenset({STORED, TROUBLE} if trouble else {STORED})


class LedgerFilter(QSortFilterProxyModel):
    """Lets through the rows that are as wanted; in the order of the ledger."""

    def __init__(self, ledger: LedgerModel) -> None:
        super().__init__(ledger)
        self.words = self.state = self.kind = self.tag = ""
        self.setSourceModel(ledger)

    def want(self, words: str, state: str, kind: str, tag: str) -> None:
        """Show these only; an empty one is no matter."""
        wanted = (words.strip().casefold(), state, kind, tag)
        if wanted != (self.words, self.state, self.kind, self.tag):
            self.words, self.state, self.kind, self.tag = wanted
            self.invalidate()

    @property
    def narrows(self) -> bool:
        """Whether anything is filtered."""
        return bool(self.words or self.state or self.kind or self.tag)

    def filterAcceptsRow(self, place: int, parent: QModelIndex) -> bool:
        if not self.narrows:
            return True
        row: LedgerRow = self.sourceModel().index(place, 0).data(ENTRY_ROLE)
        entry = row.entry
        named = self.words in entry.path.casefold() or any(self.words in tag.casefold() for tag in entry.tags)
        return (
            named
            and (not self.state or self.state in stands(row))
            and (not self.kind or self.kind == kind_of(row))
            and (not self.tag or self.tag in entry.tags)
        )


class LedgerFilterBar(QWidget):
    """The fields of a `LedgerFilter`, and how many documents they let through. Offers the kinds and tags that the ledger has."""

    def __init__(self, ledger: LedgerModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._ledger = theme, ledger
        self.proxy = LedgerFilter(ledger)
        self.words = LineField(self.tr("Filter by name, folder or tag"), self.tr("Filter documents"))
        self.state = QComboBox(accessibleName=self.tr("State"))
        for words, state in (
            (self.tr("All states"), ""),
            (self.tr("In the works"), OPEN),
            (self.tr("Stored"), STORED),
            (self.tr("Not whole"), TROUBLE),
            (self.tr("Failed"), FAILED),
        ):
            self.state.addItem(words, state)
        self.kind = QComboBox(accessibleName=self.tr("Kind"))
        self.tag = QComboBox(accessibleName=self.tr("Tag"))
        self.count = QLabel()
        self.count.setProperty("tone", "muted")
        self.count.setProperty("textSize", "small")
        for box in (self.state, self.kind, self.tag):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(6)
            box.activated.connect(self._apply)
        self.words.textChanged.connect(self._apply)
        self._boxes = QHBoxLayout()
        for box in (self.state, self.kind, self.tag):
            self._boxes.addWidget(box, 1)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.words)
        self._column.addLayout(self._boxes)
        self._column.addWidget(self.count)
        self._later = QTimer(self, singleShot=True, interval=_LATER_MS)
        self._later.timeout.connect(self.refresh)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.refresh()

    def refresh_soon(self) -> None:
        """The ledger changed, and may change again at once."""
        self.setVisible(len(self._ledger) > 0)
        if not self._later.isActive():
            self._later.start()

    def refresh(self) -> None:
        """Offer what the ledger has now; a filter for what is gone is taken off."""
        rows = self._ledger.rows
        self._offer(self.kind, self.tr("All kinds"), {kind_of(row) for row in rows})
        self._offer(self.tag, self.tr("All tags"), {tag for row in rows for tag in row.entry.tags})
        self.tag.setVisible(self.tag.count() > 1)
        self.setVisible(bool(rows))
        self._apply()

    def _offer(self, box: QComboBox, everything: str, values: Iterable[str]) -> None:
        wanted = ["", *sorted(filter(None, values))]
        if [box.itemData(place) for place in range(box.count())] == wanted:
            return
        chosen = box.currentData() or ""
        box.clear()
        for value in wanted:
            box.addItem(value or everything, value)
        box.setCurrentIndex(max(0, box.findData(chosen)))

    def _apply(self, *_: Any) -> None:
        self.proxy.want(self.words.text(), self.state.currentData() or "", self.kind.currentData() or "", self.tag.currentData() or "")
        self.count.setVisible(self.proxy.narrows)
        shown, whole = number_words(self.proxy.rowCount()), number_words(len(self._ledger))
        self.count.setText(self.tr("Shown: {shown} of {whole}").format(shown=shown, whole=whole))

    def _restyle(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(4), 0, px(4), 0)
        self._column.setSpacing(px(1.5))
        self._boxes.setSpacing(px(1.5))
        self.count.setAlignment(Qt.AlignmentFlag.AlignLeading)
