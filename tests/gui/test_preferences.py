"""The preferences: made from the settings' own declarations, saved only when asked, and never silently wrong."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from desktop_mem.gui import setting_words
from desktop_mem.gui.preferences import PreferencesDialog
from desktop_mem.settings import Settings


@pytest.fixture
def dialog(qtbot: Any, theme: Any, tmp_path: Any) -> PreferencesDialog:
    made = PreferencesDialog(tmp_path, Settings(seed=7), theme)
    made.folder = tmp_path
    qtbot.addWidget(made)
    made.show()
    return made


def field(dialog: PreferencesDialog, name: str) -> Any:
    return next(page.fields[name] for page in dialog.pages if name in page.fields)


def test_every_setting_has_a_field_a_title_and_its_words() -> None:
    names = {item.name for item in fields(Settings)}
    assert set(setting_words.TITLES) == names
    assert {name for _, group in setting_words.GROUPS for name in group} == names
    assert set(setting_words._TEXTS) == {item.metadata["text"] for item in fields(Settings)}
    choices = {choice for item in fields(Settings) for choice in item.metadata["choices"]}
    assert choices <= set(setting_words.CHOICES)


def test_all_values_survive_the_fields(dialog) -> None:
    assert dialog.values() == {item.name: getattr(Settings(seed=7), item.name) for item in fields(Settings)}
    assert not dialog.save_button.isEnabled()


def test_nothing_changes_until_it_is_saved(dialog, qtbot) -> None:
    """gpt4all 3497: moving through the fields starts nothing."""
    field(dialog, "theme").setCurrentIndex(2)
    assert dialog.save_button.isEnabled()
    assert not (dialog.folder / "settings.json").exists()
    with qtbot.waitSignal(dialog.saved) as saved:
        dialog.save_button.click()
    assert saved.args == [replace(Settings(seed=7), theme="dark")]
    assert Settings.load(dialog.folder) == saved.args[0]


def test_what_cannot_be_saved_is_said_in_the_users_words(dialog) -> None:
    field(dialog, "flush_share").setValue(0.9)
    assert not dialog.save_button.isEnabled()
    assert dialog.note.text() == "Some settings cannot be used: “Summarise down to” must be smaller than “Warn from”."
    dialog.show_values(Settings())
    assert dialog.save_button.isEnabled()


def test_scrolling_over_a_field_changes_nothing(dialog, qtbot) -> None:
    from PySide6.QtCore import QPoint, QPointF, Qt
    from PySide6.QtGui import QWheelEvent
    from PySide6.QtWidgets import QApplication

    spin = field(dialog, "seed")
    event = QWheelEvent(
        QPointF(5, 5), QPointF(5, 5), QPoint(0, 0), QPoint(0, 120), Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(spin, event)
    assert spin.value() == 7


def test_no_choice_is_called_as_another_one_is_in_the_settings() -> None:
    """ "auto" was shown as "automatic", beside a text that calls another choice by that name."""
    for item in fields(Settings):
        names = item.metadata["choices"]
        for name in names:
            assert setting_words.choice_words(name) not in set(names) - {name}, f"{item.name}: {name}"
