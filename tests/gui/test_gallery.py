"""The gallery: every scene becomes a picture, nothing is cut off at large text."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QLabel

from desktop_mem.gui.gallery import ALL, render_gallery
from desktop_mem.gui.main_window import MainWindow


@pytest.fixture
def clean_application(theme: Any) -> Any:
    """Leaves fonts and sheets as they were (the theme fixture restores them)."""
    return theme


def test_the_gallery_is_painted(clean_application, tmp_path) -> None:
    files = render_gallery(tmp_path, ["chatting"])
    assert [file.name for file in files] == ["chatting-light.png", "chatting-dark.png"]
    for file, bright in zip(files, (True, False), strict=True):
        image = QImage(str(file))
        assert (image.width(), image.height()) == (1280, 840)
        assert (image.pixelColor(5, 830).lightness() > 128) is bright


@pytest.mark.parametrize("scene", ALL, ids=lambda scene: scene.name)
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_no_word_is_cut_off(qtbot, theme, scene, scale) -> None:
    theme.scale = scale
    theme.apply()
    window = MainWindow(theme)
    qtbot.addWidget(window)
    window.resize(1280, 840)
    window.splitter.setSizes([844, 436])
    window.show()
    scene.play(window)
    for _ in range(10):  # a layout settles in a few rounds of the event loop
        qtbot.wait(1)
    cut = [repr(widget.text()) for widget in window.findChildren(QLabel) if widget.isVisible() and widget.text() and _is_cut(widget)]
    cut += [
        repr(button.text())
        for button in window.findChildren(QAbstractButton)
        if button.isVisible() and button.text() and button.width() < button.sizeHint().width()
    ]
    assert cut == []
    memory = window.memory
    if memory.isVisible():
        assert memory.widget().width() <= memory.viewport().width()


def _is_cut(label: QLabel) -> bool:
    room = label.contentsRect()
    if label.wordWrap():
        needed = label.fontMetrics().boundingRect(0, 0, room.width(), 10_000, int(Qt.TextFlag.TextWordWrap), label.text())
    else:
        needed = label.fontMetrics().boundingRect(0, 0, 10_000, 10_000, 0, label.text())
    return needed.width() > room.width() + 1 or needed.height() > room.height() + 1
