"""What a row offers beside copying its text: its sources, its code, and to be reminded again; by click on it and by menu."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QGuiApplication

from desktop_mem.gui import offers as offer
from desktop_mem.gui.conversation.citations import chip_words
from desktop_mem.gui.conversation.model import ConversationModel
from desktop_mem.gui.conversation.rich_text import blocks_of
from desktop_mem.gui.conversation.row import Row, RowKind
from desktop_mem.gui.conversation.row_parts import HotPart
from desktop_mem.gui.wording import snooze_choices
from desktop_mem.runtime.command import SnoozeReminder


class RowOffers(QObject):
    """Emits `source_wanted` with the address and text of a source, `wanted` with the kind and value of an offer, and `command`."""

    source_wanted = Signal(str, str)
    wanted = Signal(str, str)
    command = Signal(object)

    def __init__(self, model: ConversationModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model

    def do(self, row: Row, hot: HotPart) -> None:
        """A place in the row was clicked that does something."""
        if hot.kind == "copy":
            QGuiApplication.clipboard().setText(hot.value)
        elif hot.kind == "snooze":
            self._snooze(row, int(hot.value.split()[1]))
        else:
            self._open(row, hot.value)

    def actions(self, row: Row, parent: QObject) -> list[QAction]:
        """The same for the menu of the row, of which `parent` is to be the owner."""
        offers: list[tuple[str, Callable[[], None]]] = [*self._codes(row), *self._sources(row)]
        if row.kind is RowKind.REMINDER and row.note:
            offers += [(words, lambda minutes=minutes: self._snooze(row, minutes)) for minutes, words in snooze_choices()]
        if row.kind in (RowKind.USER, RowKind.REPLY) and row.address:
            memory = (offer.why(row.address), offer.forget(row.address))
            offers += [(each.words, lambda each=each: self.wanted.emit(each.kind, each.value)) for each in memory]
        actions = []
        for words, done in offers:
            action = QAction(words, parent)
            action.triggered.connect(lambda _=False, done=done: done())
            actions.append(action)
        return actions

    def _sources(self, row: Row) -> list[tuple[str, Callable[[], None]]]:
        words = self.tr("Open {source}")
        return [
            (words.format(source=chip_words(citation)), lambda address=citation.address: self._open(row, address))
            for citation in row.citations
        ]

    def _codes(self, row: Row) -> list[tuple[str, Callable[[], None]]]:
        codes = [block.text for block in blocks_of(row.text) if block.is_code] if row.kind is RowKind.REPLY else []
        one, many = self.tr("Copy code"), self.tr("Copy code {number}")
        return [
            (one if len(codes) == 1 else many.format(number=number), lambda code=code: QGuiApplication.clipboard().setText(code))
            for number, code in enumerate(codes, 1)
        ]

    def _open(self, row: Row, address: str) -> None:
        text = next((citation.text for citation in row.citations if citation.address == address), "")
        self.source_wanted.emit(address, text)

    def _snooze(self, row: Row, minutes: int) -> None:
        """Be reminded again; the choice is made once."""
        self.command.emit(SnoozeReminder(row.note, minutes))
        row.note = ""
        self._model.touch(row)
