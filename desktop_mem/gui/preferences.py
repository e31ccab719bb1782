"""The preferences: every setting on its page, saved only when the user says so."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QScrollArea, QTabWidget, QVBoxLayout, QWidget

from desktop_mem.errors import EnvironmentFault
from desktop_mem.gui.engine_words import in_the_users_language
from desktop_mem.gui.setting_fields import DECLARED, SettingFields
from desktop_mem.gui.setting_words import GROUPS, group_words, title_words
from desktop_mem.gui.theme import Theme
from desktop_mem.settings import Settings


class PreferencesDialog(QDialog):
    """Edits the settings of the profile in `folder`; emits `saved` with the new ones. Leaving it without saving changes nothing."""

    saved = Signal(object)

    def __init__(self, folder: Path, settings: Settings, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder, self._settings = folder, settings
        self.setWindowTitle(self.tr("Preferences"))
        self.tabs = QTabWidget(documentMode=True, accessibleName=self.tr("Pages of the preferences"))
        self.pages = [self._page(title, names, theme) for title, names in _pages()]
        self.note = QLabel(wordWrap=True)
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Save | kinds.Cancel | kinds.RestoreDefaults)
        self.save_button = self.buttons.button(kinds.Save)
        self.save_button.setProperty("kind", "primary")
        self.buttons.accepted.connect(self._save)
        self.buttons.rejected.connect(self.reject)
        self.buttons.button(kinds.RestoreDefaults).clicked.connect(lambda: self.show_values(Settings()))
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(4), theme.px(3), theme.px(4), theme.px(4))
        column.setSpacing(theme.px(3))
        column.addWidget(self.tabs, 1)
        column.addWidget(self.note)
        column.addWidget(self.buttons)
        self.resize(theme.px(150), theme.px(150))
        self.show_values(settings)

    def show_values(self, settings: Settings) -> None:
        """Put these into the fields; nothing is saved yet."""
        for page in self.pages:
            page.show_values(asdict(settings))
        self._check()

    def values(self) -> dict[str, object]:
        """What stands in the fields."""
        return {name: value for page in self.pages for name, value in page.values().items()}

    def _save(self) -> None:
        try:
            settings = replace(self._settings, **self.values())
            settings.save(self._folder)
        except (EnvironmentFault, OSError) as fault:
            self._say(in_the_users_language(str(fault)), "danger")
            return
        self._settings = settings
        self.saved.emit(settings)
        self.accept()

    def _check(self) -> None:
        """What cannot be saved is said while it is written."""
        try:
            changed = replace(self._settings, **self.values()) != self._settings
        except EnvironmentFault as fault:
            self._say(_in_titles(in_the_users_language(fault.what)), "danger")
            self.save_button.setEnabled(False)
            return
        self.save_button.setEnabled(changed)
        self._say(
            self.tr("Colours change at once, the language at the next start of the program, all else at that of the engine."), "muted"
        )

    def _say(self, words: str, tone: str) -> None:
        self.note.setText(words)
        self.note.setProperty("tone", tone)
        self.note.style().unpolish(self.note)
        self.note.style().polish(self.note)

    def _page(self, title: str, names: tuple[str, ...], theme: Theme) -> SettingFields:
        page = SettingFields(names, theme)
        page.setObjectName("sidePage")
        page.changed.connect(self._check)
        area = QScrollArea(widgetResizable=True, accessibleName=group_words(title))
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(page)
        self.tabs.addTab(area, group_words(title))
        return page


def _in_titles(sentence: str) -> str:
    """The sentence with the titles of the settings in the place of their names."""
    for name in sorted(DECLARED, key=len, reverse=True):
        sentence = re.sub(rf"\b{name}\b", f"“{title_words(name)}”", sentence)
    return sentence


def _pages() -> list[tuple[str, tuple[str, ...]]]:
    """The groups; a setting that is in none of them stands on the last page, so that none can be forgotten."""
    placed = {name for _, names in GROUPS for name in names}
    rest = tuple(name for name in DECLARED if name not in placed)
    *first, (title, names) = GROUPS
    return [*first, (title, names + rest)]
