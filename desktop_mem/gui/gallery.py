"""The gallery: the window in its states, painted to PNG files, so that its looks can be judged without a desktop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QLocale, Qt
from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication, QDialog

from desktop_mem.errors import EnvironmentFault
from desktop_mem.gui.application import make_application, speak
from desktop_mem.gui.gallery_memory import MEMORY
from desktop_mem.gui.gallery_panels import DIALOGS, PANELS
from desktop_mem.gui.gallery_scenes import SCENES, Scene
from desktop_mem.gui.main_window import MainWindow
from desktop_mem.gui.theme import Theme
from desktop_mem.settings import Settings

SIZE = (1280, 840)
ALL = (*SCENES, *PANELS, *MEMORY, *DIALOGS)
CHINESE = {"language": "zh_CN"}
VARIANTS: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    ("chatting", "150-percent", "light", {"scale": 1.5}),
    ("importing", "150-percent", "dark", {"scale": 1.5}),
    ("citing", "200-percent", "light", {"scale": 2.0}),
    ("searching", "200-percent", "dark", {"scale": 2.0}),
    ("timeline", "200-percent", "light", {"scale": 2.0}),
    ("memory-proposals", "200-percent", "light", {"scale": 2.0}),
    ("why", "200-percent", "dark", {"scale": 2.0}),
    ("history", "200-percent", "light", {"scale": 2.0}),
    *((name, "in-chinese", choice, CHINESE) for name, choice in (
        ("chatting", "light"),
        ("importing", "dark"),
        ("engine-stopped", "light"),
        ("context-nearly-full", "light"),
        ("turns-and-reminders", "light"),
        ("sections-and-summary", "dark"),
        ("citing", "light"),
        ("searching", "light"),
        ("timeline", "dark"),
        ("models", "light"),
        ("preferences", "light"),
        ("shortcuts", "light"),
        ("memory-changed", "light"),
        ("memory-proposals", "light"),
        ("why", "dark"),
        ("history", "light"),
        ("memory-on-a-day", "light"),
        ("trash", "light"),
    )),
    *((name, "right-to-left", "light", {"mirrored": True}) for name in (
        "chatting", "citing", "searching", "timeline", "models", "memory-activity", "memory-proposals", "why", "history",
    )),
)  # fmt: skip
NAMES = (*(scene.name for scene in ALL), "variants")
GOOD_FONTS = ("Inter", "Noto Sans", "Noto Sans CJK SC", "DejaVu Sans")


def render_gallery(folder: Path, names: Sequence[str] = (), told: Callable[[Path], None] = lambda file: None) -> list[Path]:
    """Paint every scene (or those `names`) in light and dark, some also large, in Chinese and from right to left; the files written,
    each `told` as soon as it is. Raises `EnvironmentFault` when one cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder, error.strerror or str(error)) from error
    application = make_application(Settings(language="en"))
    families = set(QFontDatabase.families())
    font = QFont(next((family for family in GOOD_FONTS if family in families), application.font().family()))
    font.setPointSizeF(10.0)
    application.setStyleSheet("")
    application.setFont(font)
    files = []
    for file, name, choice, how in _pictures(names):
        files.append(_paint(application, _scene(name), folder / file, choice, **how))
        told(files[-1])
    return files


def _pictures(names: Sequence[str]) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """The name of each file, its scene, its palette, and what else is special about it."""
    for scene in ALL:
        if not names or scene.name in names:
            for choice in ("light", "dark"):
                yield f"{scene.name}-{choice}.png", scene.name, choice, {}
    if not names or "variants" in names:
        for name, kind, choice, how in VARIANTS:
            yield f"{name}-{kind}.png", name, choice, how


def _unwritable(path: Path, reason: str) -> EnvironmentFault:
    return EnvironmentFault(f"{path} cannot be written ({reason}).", "Choose another folder.")


def _scene(name: str) -> Scene:
    return next(scene for scene in ALL if scene.name == name)


def _paint(application: QApplication, scene: Scene, file: Path, choice: str, **variant: Any) -> Path:
    translators = speak(application, variant.get("language", "en"))
    if variant.get("mirrored"):
        application.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    font = QFont(application.font())
    theme = Theme(application, choice, variant.get("scale", 1.0))
    window = MainWindow(theme)
    window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    window.resize(*SIZE)
    window.splitter.setSizes([round(SIZE[0] * 0.66), round(SIZE[0] * 0.34)])
    window.show()
    scene.play(window)
    for _ in range(3):
        QCoreApplication.processEvents()
    dialog = next((each for each in window.findChildren(QDialog) if each.isVisible()), None)
    saved = (dialog or window).grab().save(str(file))
    if dialog is not None:
        dialog.close()
    window.close()
    window.deleteLater()
    theme.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    for translator in translators:
        application.removeTranslator(translator)
    application.setStyleSheet("")
    application.setFont(font)
    application.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    QLocale.setDefault(QLocale("en"))
    if not saved:
        raise _unwritable(file, "no picture could be written there")
    return file
