"""The dialog for a section of the working context, new or there: its name, what it is for, its size, and who may write it."""

from __future__ import annotations

import re
from collections.abc import Collection

from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from desktop_mem.gui.theme import Theme
from desktop_mem.memory.ports import SectionState
from desktop_mem.runtime.command import AddSection, ConfigureSection

_NAME = re.compile("[a-z][a-z0-9_]{0,39}")
_LIMITS = (100, 100_000)
_USUAL_LIMIT = 2000


class SectionDialog(QDialog):
    """Asks until the name is one that the kernel takes; `taken` are those that exist. With a `state` it is about that section."""

    def __init__(self, taken: Collection[str], theme: Theme, parent: QWidget | None = None, state: SectionState | None = None) -> None:
        super().__init__(parent)
        self._taken = frozenset(taken)
        self._state = state
        self.setWindowTitle(self.tr("New section") if state is None else self.tr("Settings of a section"))
        self.name = QLineEdit(placeholderText=self.tr("pets, work_plan, …"))
        self.description = QLineEdit(placeholderText=self.tr("what is known about my pets"))
        self.limit = QSpinBox(minimum=_LIMITS[0], maximum=_LIMITS[1], value=_USUAL_LIMIT, singleStep=100, groupSeparatorShown=True)
        self.limit.setMinimumHeight(self.name.sizeHint().height())
        self.read_only = QCheckBox(self.tr("Only I can change it"))
        self.hint = QLabel(wordWrap=True)
        self.hint.setProperty("tone", "muted")
        self.hint.setProperty("textSize", "small")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        words = self.tr("Add") if state is None else self.tr("Save")
        self.add_button = self.buttons.addButton(words, QDialogButtonBox.ButtonRole.AcceptRole)
        self.add_button.setProperty("kind", "primary")
        form = QFormLayout()
        form.addRow(self.tr("Name"), self.name)
        form.addRow(self.tr("What it is for"), self.description)
        form.addRow(self.tr("Characters at most"), self.limit)
        form.addRow("", self.read_only)
        form.setSpacing(theme.px(2))
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.hint)
        column.addWidget(self.buttons)
        column.setContentsMargins(theme.px(5), theme.px(4), theme.px(5), theme.px(4))
        column.setSpacing(theme.px(3))
        self.setMinimumWidth(theme.px(100))
        self.name.textChanged.connect(self._check)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        if state is not None:
            self._show(state)
        self._check()

    def _show(self, state: SectionState) -> None:
        self.name.setText(state.label)
        self.name.setReadOnly(True)
        self.description.setText(state.description)
        self.limit.setMinimum(max(_LIMITS[0], len(state.text)))  # what stands there has to fit
        self.limit.setValue(state.limit)
        self.read_only.setChecked(state.read_only)

    def command(self) -> AddSection | ConfigureSection:
        """What the user asks for."""
        if self._state is not None:
            return ConfigureSection(self._state.label, self.description.text().strip(), self.limit.value(), self.read_only.isChecked())
        return AddSection(self.name.text(), self.description.text().strip(), self.limit.value(), self.read_only.isChecked())

    def _check(self) -> None:
        name = self.name.text()
        if self._state is not None:
            self.hint.hide()
            return
        taken = name in self._taken
        self.add_button.setEnabled(not taken and bool(_NAME.fullmatch(name)))
        hint = self.tr("The name is for the model: up to 40 of a-z, 0-9 and _, beginning with a letter.")
        self.hint.setText(self.tr("There is a section of that name already.") if taken else hint)
