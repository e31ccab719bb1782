"""Fields for settings, made from their declarations: type, bounds and choices decide which widget stands there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import Field, fields
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QLabel, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from desktop_mem.gui.setting_words import choice_words, text_words, title_words
from desktop_mem.gui.theme import Theme
from desktop_mem.settings import Settings

DECLARED: dict[str, Field[Any]] = {item.name: item for item in fields(Settings)}


class SettingFields(QWidget):
    """A column of settings by name, each with its title, its field, and what it is about; `changed` when the user changes one."""

    changed = Signal()

    def __init__(self, names: Iterable[str], theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields: dict[str, QWidget] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(4), theme.px(3), theme.px(4), theme.px(3))
        column.setSpacing(theme.px(1))
        for name in names:
            self._add(column, DECLARED[name], theme)
        column.addStretch(1)

    def show_values(self, values: dict[str, Any]) -> None:
        """Put these values into the fields."""
        for name, field in self.fields.items():
            value = values[name]
            field.blockSignals(True)
            if isinstance(field, QCheckBox):
                field.setChecked(value)
            elif isinstance(field, QComboBox):
                field.setCurrentIndex(field.findData(value))
            elif isinstance(field, QLineEdit):
                field.setText(value)
            else:
                field.setValue(value)
            field.blockSignals(False)

    def values(self) -> dict[str, Any]:
        """What stands in the fields."""
        return {name: _value(field) for name, field in self.fields.items()}

    def _add(self, column: QVBoxLayout, declared: Field[Any], theme: Theme) -> None:
        title, text = title_words(declared.name), text_words(declared.metadata["text"])
        field = self._field(declared, title)
        field.setAccessibleName(title)
        field.setAccessibleDescription(text)
        self.fields[declared.name] = field
        if not isinstance(field, QCheckBox):
            label = QLabel(title)
            label.setBuddy(field)
            column.addWidget(label)
        column.addWidget(field)
        about = QLabel(text, wordWrap=True)
        about.setProperty("tone", "muted")
        about.setProperty("textSize", "small")
        column.addWidget(about)
        column.addSpacing(theme.px(2))

    def _field(self, declared: Field[Any], title: str) -> QWidget:
        default, bounds, choices = declared.default, declared.metadata["bounds"], declared.metadata["choices"]
        if isinstance(default, bool):
            box = QCheckBox(title)
            box.toggled.connect(self.changed)
            return box
        if choices:
            combo = _QuietCombo()
            for choice in choices:
                combo.addItem(choice_words(choice), choice)
            combo.currentIndexChanged.connect(self.changed)
            return combo
        if isinstance(default, str):
            line = QLineEdit()
            line.textChanged.connect(self.changed)
            return line
        low, high = bounds
        spin = _QuietDouble(decimals=2, singleStep=0.05) if isinstance(default, float) else _QuietSpin(groupSeparatorShown=True)
        spin.setRange(*((float(low), float(high)) if isinstance(default, float) else (int(low), int(high))))
        spin.valueChanged.connect(self.changed)
        return spin


def _value(field: QWidget) -> Any:
    if isinstance(field, QCheckBox):
        return field.isChecked()
    if isinstance(field, QComboBox):
        return field.currentData()
    if isinstance(field, QLineEdit):
        return field.text().strip()
    return round(field.value(), 4) if isinstance(field, QDoubleSpinBox) else field.value()


class _Quiet:
    """Leaves the wheel to the page that scrolls, unless the field has the focus: scrolling must change no setting."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: Any) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class _QuietSpin(_Quiet, QSpinBox):
    pass


class _QuietDouble(_Quiet, QDoubleSpinBox):
    pass


class _QuietCombo(_Quiet, QComboBox):
    pass
