"""What can be done from the menu and by key, declared once: words, keys, and what it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing to do; without words it stands in no menu, and `told` says what its keys do."""

    keys: str
    done: Callable[[], None]
    words: str = ""
    told: str = ""


class WindowActions(QObject):
    """Gives the deeds to the window as actions; a menu of those with words, groups apart."""

    def __init__(self, window: QWidget, groups: list[list[Deed]]) -> None:
        super().__init__(window)
        self.menu = QMenu(window)
        self.menu.setAccessibleName(self.tr("Menu"))
        self.by_words: dict[str, QAction] = {}
        self._told: list[tuple[str, str]] = []
        for place, deeds in enumerate(groups):
            if place and any(deed.words for deed in deeds):
                self.menu.addSeparator()
            for deed in deeds:
                self._add(window, deed)

    def shortcuts(self) -> list[tuple[str, str]]:
        """Keys, each with what they do."""
        return list(self._told)

    def _add(self, window: QWidget, deed: Deed) -> None:
        action = QAction(deed.words or deed.told, self)
        action.triggered.connect(lambda _=False: deed.done())
        if deed.keys:
            action.setShortcut(QKeySequence(deed.keys))
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            self._told.append((deed.keys, deed.told or deed.words.rstrip("…")))
        window.addAction(action)
        if deed.words:
            self.menu.addAction(action)
            self.by_words[deed.words] = action
