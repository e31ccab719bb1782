"""The gallery: the window in its states, painted to PNG files, so that its looks can be judged without a desktop."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QLocale, Qt
from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication

from desktop_mem.gui.application import make_application, speak
from desktop_mem.gui.gallery_scenes import SCENES, Scene
from desktop_mem.gui.main_window import MainWindow
from desktop_mem.gui.theme import Theme
from desktop_mem.settings import Settings

SIZE = (1280, 840)
GOOD_FONTS = ("Inter", "Noto Sans", "Noto Sans CJK SC", "DejaVu Sans")


def render_gallery(folder: Path, names: Sequence[str] = ()) -> list[Path]:
    """Paint every scene (or those `names`) in light and dark, some also large, in Chinese and from right to left; the files written."""
    folder.mkdir(parents=True, exist_ok=True)
    application = make_application(Settings(language="en"))
    families = set(QFontDatabase.families())
    font = QFont(next((family for family in GOOD_FONTS if family in families), application.font().family()))
    font.setPointSizeF(10.0)
    application.setStyleSheet("")
    application.setFont(font)
    files = []
    for scene in SCENES:
        if names and scene.name not in names:
            continue
        for choice in ("light", "dark"):
            files.append(_paint(application, scene, folder / f"{scene.name}-{choice}.png", choice))
    chatting = next(scene for scene in SCENES if scene.name == "chatting")
    importing, stopped, full, turns, sections = (
        next(scene for scene in SCENES if scene.name == name)
        for name in ("importing", "engine-stopped", "context-nearly-full", "turns-and-reminders", "sections-and-summary")
    )
    if not names or "variants" in names:
        files.append(_paint(application, chatting, folder / "chatting-150-percent.png", "light", scale=1.5))
        files.append(_paint(application, importing, folder / "importing-150-percent.png", "dark", scale=1.5))
        files.append(_paint(application, chatting, folder / "chatting-in-chinese.png", "light", language="zh_CN"))
        files.append(_paint(application, importing, folder / "importing-in-chinese.png", "dark", language="zh_CN"))
        files.append(_paint(application, stopped, folder / "engine-stopped-in-chinese.png", "light", language="zh_CN"))
        files.append(_paint(application, full, folder / "activity-in-chinese.png", "light", language="zh_CN"))
        files.append(_paint(application, turns, folder / "turns-and-reminders-in-chinese.png", "light", language="zh_CN"))
        files.append(_paint(application, sections, folder / "sections-and-summary-in-chinese.png", "dark", language="zh_CN"))
        files.append(_paint(application, chatting, folder / "chatting-right-to-left.png", "light", mirrored=True))
    return files


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
    window.grab().save(str(file))
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
    return file
