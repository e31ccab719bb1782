"""Every widget of the window and of its dialogs: a name, a role, and the keyboard reaches it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QDialog,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from desktop_mem.gui.gallery import ALL
from desktop_mem.gui.main_window import MainWindow
from desktop_mem.memory.update import EventAdmitted, ReplySent

CONTROLS = (QAbstractButton, QAbstractItemView, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QTextEdit)
# Parts of Qt's own widgets, which speak for them: the field of a spin box, the list of a combo box, the header of a calendar.
INSIDE = ("QAbstractSpinBox", "QComboBox", "QComboBoxPrivateContainer", "QCalendarWidget", "QTabBar", "QLineEdit", "QFileDialog")


def controls(root: QWidget) -> Iterator[QWidget]:
    for widget in root.findChildren(QWidget):
        if isinstance(widget, CONTROLS) and widget.isVisible() and not inside(widget):
            yield widget


def inside(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    while parent is not None and not parent.isWindow():
        if any(parent.inherits(name) for name in INSIDE):
            return True
        parent = parent.parentWidget()
    return parent is not None and parent.inherits("QComboBoxPrivateContainer")


def spoken(widget: QWidget) -> str:
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


def chain(root: QWidget) -> list[QWidget]:
    """The widgets that Tab leads to, in order."""
    found, widget = [], root.nextInFocusChain()
    while widget is not root and len(found) < 5000:
        if (
            widget.focusPolicy() & Qt.FocusPolicy.TabFocus
            and widget.isVisible()
            and widget.isEnabled()
            and widget.window() is root.window()
        ):
            found.append(widget)
        widget = widget.nextInFocusChain()
    return found


@pytest.mark.parametrize("scene", ALL, ids=lambda scene: scene.name)
def test_every_widget_has_a_name_a_role_and_is_reached_by_key(qtbot: Any, theme: Any, scene: Any) -> None:
    """gpt4all 3604, lmstudio 222, open-webui 4577: a screen reader can use the window."""
    window = MainWindow(theme)
    qtbot.addWidget(window)
    window.resize(1280, 840)
    window.show()
    scene.play(window)
    qtbot.wait(5)
    for root in [window, *[dialog for dialog in window.findChildren(QDialog) if dialog.isVisible()]]:
        reached = set(map(id, chain(root)))
        seen = 0
        for widget in controls(root):
            seen += 1
            place = f"{type(widget).__name__} in {type(widget.parentWidget()).__name__} of {scene.name}"
            assert spoken(widget), f"{place} has no name"
            role = QAccessible.queryAccessibleInterface(widget).role()
            assert role not in (QAccessible.Role.NoRole, QAccessible.Role.Client), f"{place} has no role"
            if widget.window() is root.window() and widget.isEnabled():
                assert id(widget) in reached, f"{place} ({spoken(widget)}) is not reached by Tab"
        assert seen >= 1
    for dialog in window.findChildren(QDialog):
        dialog.close()


def test_tab_begins_where_the_user_writes_and_goes_on_in_reading_order(window, qtbot) -> None:
    order = [spoken(widget) for widget in chain(window)]
    assert order.index("Message") < order.index("Add files…") if "Add files…" in order else True
    assert len(order) == len([name for name in order if name])
    assert window.conversation.composer.edit.hasFocus() or not window.isActiveWindow()


def test_dialogs_close_with_escape(window, qtbot) -> None:
    window.menu.show_about()
    qtbot.keyClick(window.menu.shown, Qt.Key.Key_Escape)
    assert not window.menu.shown.isVisible()
    window.menu.prompt.open_part("")
    qtbot.waitUntil(window.menu.prompt.isActiveWindow)
    qtbot.keyClick(window.menu.prompt, Qt.Key.Key_Escape)
    assert not window.menu.prompt.isVisible()


def test_a_reply_is_announced_to_a_screen_reader(window, script, monkeypatch) -> None:
    """anything-llm 1022: whoever does not see the window hears the answer when it comes."""
    said = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: said.append(event.message()))
    window.take(EventAdmitted(script.user(1, "Hello")))
    window.take(ReplySent(script.reply(2, "Good morning, Lena.")))
    assert said == ["Good morning, Lena."]
