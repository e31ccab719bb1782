"""The filters of a search: where to look, in which documents, with which tag, and when."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtWidgets import QComboBox, QCompleter, QFormLayout, QWidget

from desktop_mem.gui.line_field import LineField
from desktop_mem.gui.theme import Theme
from desktop_mem.runtime.command import Narrowing


class SearchFilters(QWidget):
    """Emits `submitted` when Enter is pressed in one of its fields."""

    submitted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.kind = QComboBox(accessibleName=self.tr("Where to look"))
        for words, kind in ((self.tr("Everywhere"), ""), (self.tr("Documents and notes"), "p"), (self.tr("The conversation"), "m")):
            self.kind.addItem(words, kind)
        self.inside = LineField(self.tr("name, folder or address of a document"))
        self.tag = LineField(self.tr("a tag of documents"))
        self.start = LineField(self.tr("2026, 2026-03 or 2026-03-14"))
        self.end = LineField(self.tr("2026, 2026-03 or 2026-03-14"))
        self._tags, self._names = QStringListModel(self), QStringListModel(self)
        for field, words in ((self.tag, self._tags), (self.inside, self._names)):
            completer = QCompleter(words, self)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            field.setCompleter(completer)
        self._form = QFormLayout(self)
        for label, field in (
            (self.tr("Look in"), self.kind),
            (self.tr("Document"), self.inside),
            (self.tr("Tag"), self.tag),
            (self.tr("From"), self.start),
            (self.tr("To"), self.end),
        ):
            self._form.addRow(label, field)
            field.setAccessibleName(label)
        for field in (self.inside, self.tag, self.start, self.end):
            field.returnPressed.connect(self.submitted)
        self.kind.activated.connect(lambda _: self.submitted.emit())
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        theme.changed.connect(self._restyle)
        self._restyle()

    def narrowing(self) -> Narrowing:
        """What the search shall look at."""
        texts = (field.text().strip() for field in (self.inside, self.tag, self.start, self.end))
        return Narrowing(self.kind.currentData(), *texts)

    def offer(self, names: Iterable[str], tags: Iterable[str]) -> None:
        """Complete these names of documents and tags."""
        self._names.setStringList(sorted(set(names)))
        self._tags.setStringList(sorted(set(tags)))

    def _restyle(self) -> None:
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setVerticalSpacing(self._theme.px(1.5))
        self._form.setHorizontalSpacing(self._theme.px(3))
