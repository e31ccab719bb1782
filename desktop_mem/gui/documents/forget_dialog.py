"""The dialog before a document is forgotten: what goes, and what that rests on it is to go along."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from desktop_mem.control.import_work import Dependent, ForgettingQuestion
from desktop_mem.gui.documents.ledger_model import name_of
from desktop_mem.gui.theme import Theme
from desktop_mem.gui.wording import number_words, section_words
from desktop_mem.runtime.command import ForgetDocument

_ADDRESS = Qt.ItemDataRole.UserRole + 1
_SHOWN = 160


class ForgetDialog(QDialog):
    """Everything that rests on the document is kept unless the user ticks it."""

    def __init__(self, question: ForgettingQuestion, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._question = question
        name = name_of(question.entry)
        self.setWindowTitle(self.tr("Forget a document"))
        self._text = QLabel(
            self.tr("“{name}” and its passages ({count}) are deleted from memory and from the search index. The file itself stays.").format(
                name=name, count=number_words(question.entry.passages)
            ),
            wordWrap=True,
        )
        self._hint = QLabel(self.tr("These rest on it. Tick what is to be forgotten, too; the rest is kept."), wordWrap=True)
        self._hint.setProperty("tone", "muted")
        self.list = QListWidget(accessibleName=self.tr("What rests on this document"), wordWrap=True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for dependent in question.dependents:
            self._add(dependent.address, self._words(dependent))
        for member in question.members:
            self._add(member.address, self.tr("File inside: {name}").format(name=name_of(member)))
        self.all_box = QCheckBox(self.tr("All of these"))
        self.all_box.toggled.connect(self._tick_all)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.forget_button = self.buttons.addButton(self.tr("Forget"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.forget_button.setProperty("kind", "primary")
        column = QVBoxLayout(self)
        for part in (self._text, self._hint, self.list, self.all_box, self.buttons):
            column.addWidget(part)
        for part in (self._hint, self.list, self.all_box):
            part.setVisible(self.list.count() > 0)
        column.setContentsMargins(theme.px(5), theme.px(4), theme.px(5), theme.px(4))
        column.setSpacing(theme.px(3))
        self.setMinimumWidth(theme.px(120))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def command(self) -> ForgetDocument:
        """What the user has decided."""
        items = [self.list.item(place) for place in range(self.list.count())]
        along = tuple(item.data(_ADDRESS) for item in items if item.checkState() == Qt.CheckState.Checked)
        return ForgetDocument(self._question.entry.address, confirmed=True, along=along)

    def _add(self, address: str, words: str) -> None:
        item = QListWidgetItem(words, self.list)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Unchecked)
        item.setData(_ADDRESS, address)

    def _tick_all(self, ticked: bool) -> None:
        for place in range(self.list.count()):
            self.list.item(place).setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)

    def _words(self, dependent: Dependent) -> str:
        text = " ".join(dependent.text.split())
        text = text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
        if dependent.address.startswith("w:"):
            return self.tr("{section}: {text}").format(section=section_words(dependent.address[2:]), text=text)
        if dependent.address.startswith("p"):
            return self.tr("Kept passage: {text}").format(text=text)
        if dependent.address.startswith("q"):
            return self.tr("Proposed: {text}").format(text=text)
        return self.tr("Said: {text}").format(text=text)
