"""The trash: what was forgotten, and bringing it back."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop_mem.control.trash import TrashItem
from desktop_mem.gui import offers as offer
from desktop_mem.gui.asking_dialog import AskingDialog
from desktop_mem.gui.change_words import short_moment, title_words
from desktop_mem.gui.engine_words import in_the_users_language
from desktop_mem.gui.memory_panel.entry_list import Entry, EntryList, EntryModel
from desktop_mem.gui.theme import Theme
from desktop_mem.memory.update import ChangeRedone, ChangeUndone, MemoryForgotten
from desktop_mem.runtime.memory_command import ShowTrash
from desktop_mem.runtime.memory_update import TrashShown
from desktop_mem.runtime.update import CommandFailed

MOST_LINES = 8


class TrashDialog(AskingDialog):
    """Asks for the trash, and again while it is open and memory changes. Emits `command`, and `wanted` to bring something back."""

    wanted = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setWindowTitle(self.tr("Trash"))
        self.note = QLabel(wordWrap=True)
        self.note.setProperty("tone", "muted")
        self.model = EntryModel(self)
        self.list = EntryList(theme, self.windowTitle(), self.model, MOST_LINES)
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.setAutoDefault(False)
        self._foot = QHBoxLayout()
        self._foot.addStretch(1)
        self._foot.addWidget(self.close_button)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.note)
        self._column.addWidget(self.list, 1)
        self._column.addLayout(self._foot)
        self.list.wanted.connect(self.wanted)
        self.close_button.clicked.connect(self.close)
        theme.changed.connect(self._restyle)
        self._restyle()

    def open_trash(self) -> None:
        """Show what lies in the trash."""
        self.note.setText(self.tr("Looking…"))
        self._ask()
        self._come_forward()

    def take(self, update: Any) -> None:
        """Show what the engine sends, or why there is nothing."""
        match update:
            case TrashShown(request_id=request_id, items=items) if self.owns(request_id):
                self.asked = ""
                self.model.show_entries(map(_entry, items))
                kept = self.tr("No search finds these, and no answer uses them. They can be brought back.")
                self.note.setText(kept if items else self.tr("The trash is empty."))
            case CommandFailed(request_id=request_id, reason=reason) if self.owns(request_id):
                self.asked = ""
                self.note.setText(in_the_users_language(reason))
            case ChangeUndone() | ChangeRedone() | MemoryForgotten() if self.isVisible():
                self._ask()

    def _ask(self) -> None:
        self._send(ShowTrash())

    def _restyle(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(0, px(4), 0, px(4))
        for part in (self.note, self._foot):  # the cards of the list keep their own distance
            part.setContentsMargins(px(4), 0, px(4), 0)
        self._column.setSpacing(px(2.5))
        self.resize(px(150), px(110))


def _entry(item: TrashItem) -> Entry:
    return Entry(title_words(item.target), item.text, "close", "muted", short_moment(item.forgotten_at), (offer.restore(item.event),))
