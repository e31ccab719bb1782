"""The history of memory: what changed, newest first, when, by whom and why, each change to be taken back."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop_mem.gui import offers as offer
from desktop_mem.gui.asking_dialog import AskingDialog
from desktop_mem.gui.change_words import MARKS, change_detail, change_words, short_moment, title_words
from desktop_mem.gui.engine_words import in_the_users_language
from desktop_mem.gui.line_field import LineField
from desktop_mem.gui.memory_panel.entry_list import Entry, EntryList, EntryModel
from desktop_mem.gui.offers import Offer
from desktop_mem.gui.theme import Theme
from desktop_mem.gui.wording import section_words
from desktop_mem.memory.memory_event import MemoryEvent
from desktop_mem.memory.update import ChangeRedone, ChangeUndone, MemoryForgotten, SectionChanged
from desktop_mem.runtime.memory_command import ShowLedger
from desktop_mem.runtime.memory_update import LedgerShown
from desktop_mem.runtime.update import CommandFailed, SectionsShown

PAGE = 100
MOST_LINES = 8


class HistoryDialog(AskingDialog):
    """Asks for the ledger of all memory or of one address, and again while it is open and memory changes. Emits `command`, `wanted` with
    the kind and value of an offer, and `day_wanted`. `events` are the changes on view, newest first.
    """

    wanted = Signal(str, str)
    day_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._limit = PAGE
        self.events: tuple[MemoryEvent, ...] = ()
        self.setWindowTitle(self.tr("History of memory"))
        self.what = QComboBox(accessibleName=self.tr("Of what"))
        self.what.addItem(self.tr("All memory"), "")
        self.address = LineField(self.tr("Address, such as p7 or m12"))
        self.note = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.note.setProperty("tone", "muted")
        self.model = EntryModel(self)
        self.list = EntryList(theme, self.windowTitle(), self.model, MOST_LINES)
        self.more_button = QPushButton(self.tr("Show older"))
        self.day_button = QPushButton(self.tr("Memory on a day…"))
        self.close_button = QPushButton(self.tr("Close"))
        self._build()
        self.what.activated.connect(lambda _: self._open(self.what.currentData()))
        self.address.returnPressed.connect(self._open_address)
        self.list.wanted.connect(self.wanted)
        self.more_button.clicked.connect(self._show_more)
        self.day_button.clicked.connect(self.day_wanted)
        self.close_button.clicked.connect(self.close)
        theme.changed.connect(self._restyle)
        self._restyle()

    def open_history(self, address: str = "") -> None:
        """Show what changed at an address, or in all memory."""
        self._come_forward()
        self._open(address)

    def take(self, update: Any) -> None:
        """Show what the engine sends, or why there is nothing."""
        match update:
            case LedgerShown(request_id=request_id) if self.owns(request_id):
                self.asked = ""
                self._show(update)
            case CommandFailed(request_id=request_id, reason=reason) if self.owns(request_id):
                self.asked = ""
                self.say(in_the_users_language(reason))
            case SectionsShown(sections=sections):
                self._offer([f"w:{section.label}" for section in sections])
            case SectionChanged() | ChangeUndone() | ChangeRedone() | MemoryForgotten() if self.isVisible():
                self._ask()

    def say(self, words: str) -> None:
        """Tell something above the list."""
        self.note.setText(words)
        self.note.setVisible(bool(words))

    def _open(self, address: str) -> None:
        place = self.what.findData(address)
        if place < 0:
            self.what.addItem(f"{title_words(address)} ({address})", address)
            place = self.what.count() - 1
        self.what.setCurrentIndex(place)
        self._limit = PAGE
        self.model.show_entries([])
        self.say(self.tr("Looking…"))
        self._ask()

    def _open_address(self) -> None:
        if address := self.address.text().strip():
            self._open(address)

    def _show_more(self) -> None:
        self._limit += PAGE
        self._ask()

    def _ask(self) -> None:
        self._send(ShowLedger(self.what.currentData(), self._limit))

    def _show(self, shown: LedgerShown) -> None:
        self.events = shown.events
        place = self.list.verticalScrollBar().value()
        self.model.show_entries(map(self._entry, shown.events))
        self.list.doItemsLayout()
        self.list.verticalScrollBar().setValue(place)
        self.more_button.setVisible(shown.more)
        self.say("" if shown.events else self.tr("Nothing has changed there yet."))

    def _entry(self, event: MemoryEvent) -> Entry:
        because = self.tr("Because of a message ({address})").format(address=event.cause) if event.cause else ""
        detail = "\n".join(part for part in (change_detail(event), because) if part)
        when, undone = f"{short_moment(event.at)} · {event.address}", event.undone
        title = self.tr("{change} (taken back)").format(change=change_words(event)) if undone else change_words(event)
        mark = MARKS.get(event.kind, "edit")
        return Entry(title, detail, mark, "muted" if undone else "accent_text", when, tuple(self._offers(event)))

    def _offers(self, event: MemoryEvent) -> list[Offer]:
        offers = [offer.undo(event.address)] if event.can_be_undone and not event.undone else []
        if event.target[:1] in ("w", "p", "s", "r"):
            offers.append(offer.why(event.target))
        return [*offers, *([offer.show_cause(event.cause)] if event.cause.startswith("m") else [])]

    def _offer(self, addresses: list[str]) -> None:
        """The sections there are; the choice stays."""
        chosen = self.what.currentData()
        kept = [self.what.itemData(place) for place in range(1, self.what.count())]
        self.what.clear()
        self.what.addItem(self.tr("All memory"), "")
        for address in dict.fromkeys([*addresses, *(each for each in kept if not each.startswith("w:") or each == chosen)]):
            words = section_words(address[2:]) if address.startswith("w:") else f"{title_words(address)} ({address})"
            self.what.addItem(words, address)
        self.what.setCurrentIndex(max(0, self.what.findData(chosen)))

    def _build(self) -> None:
        self._column = QVBoxLayout(self)
        self._head, self._foot = QHBoxLayout(), QHBoxLayout()
        self._head.addWidget(self.what, 1)
        self._head.addWidget(self.address, 1)
        self._foot.addWidget(self.more_button)
        self._foot.addWidget(self.day_button)
        self._foot.addStretch(1)
        self._foot.addWidget(self.close_button)
        self._column.addLayout(self._head)
        self._column.addWidget(self.note)
        self._column.addWidget(self.list, 1)
        self._column.addLayout(self._foot)
        self.more_button.hide()
        for button in (self.more_button, self.day_button, self.close_button):
            button.setAutoDefault(False)  # Return asks for the address
        self.note.setAlignment(Qt.AlignmentFlag.AlignLeading)

    def _restyle(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(0, px(4), 0, px(4))
        for part in (self._head, self.note, self._foot):  # the cards of the list keep their own distance
            part.setContentsMargins(px(4), 0, px(4), 0)
        self._column.setSpacing(px(2.5))
        self.resize(px(180), px(140))
