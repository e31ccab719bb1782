"""Why one piece of memory is there: its words, who brought it when, what that rests on, and what can be done about it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop_mem.control.explanation import Ground
from desktop_mem.gui import offers as offer
from desktop_mem.gui.change_words import change_words, short_moment
from desktop_mem.gui.memory_panel.source_line import SourceLine
from desktop_mem.gui.offers import Offer
from desktop_mem.gui.theme import Theme
from desktop_mem.memory.resolved import Resolved

MOST_SOURCES = 8


class GroundCard(QFrame):
    """Shows a ground of the memory at an address. Emits `opened` with the address and text of a source, `wanted` with an offer."""

    opened = Signal(str, str)
    wanted = Signal(str, str)

    def __init__(self, ground: Ground, memory: Resolved, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, objectName="card")
        self._ground, self._memory = ground, memory
        self.text = QLabel(ground.text, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.brought = QLabel(self._brought(), wordWrap=True)
        self.brought.setProperty("tone", "muted")
        self.brought.setProperty("textSize", "small")
        self.sources: list[SourceLine] = []
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.text)
        self._column.addWidget(self.brought)
        if ground.caused:
            self._add(self.tr("Because of:"), ground.caused, theme)
        for source in ground.sources[:MOST_SOURCES]:
            self._add(self.tr("Rests on:"), source, theme)
        if (more := len(ground.sources) - MOST_SOURCES) > 0:
            label = QLabel(self.tr("and {count} more").format(count=more))
            label.setProperty("tone", "muted")
            label.setProperty("textSize", "small")
            self._column.addWidget(label)
        self._add_offers(theme)
        self._column.setContentsMargins(theme.px(4), theme.px(2.5), theme.px(4), theme.px(2))
        self._column.setSpacing(theme.px(1.5))

    def _add(self, lead: str, source: Resolved, theme: Theme) -> None:
        line = SourceLine(lead, source, theme)
        line.opened.connect(self.opened)
        self.sources.append(line)
        self._column.addWidget(line)

    def _add_offers(self, theme: Theme) -> None:
        line = QHBoxLayout()
        line.setSpacing(theme.px(1))
        for each in self._offers():
            button = QPushButton(each.words)
            button.setProperty("kind", "quiet")
            button.setAccessibleName(f"{each.words}: {self._ground.text[:80]}")
            button.clicked.connect(lambda _=False, each=each: self.wanted.emit(each.kind, each.value))
            line.addWidget(button)
        line.addStretch(1)
        if line.count() > 1:
            self._column.addLayout(line)

    def _offers(self) -> list[Offer]:
        event, address = self._ground.event, self._memory.address
        offers = []
        if event and event.can_be_undone and not event.undone:
            offers.append(Offer(offer.UNDO, event.address, self.tr("Undo this change")))
        if address.startswith("w:"):
            offers.append(Offer(offer.FORGET, offer.section_line(address, self._ground.text), self.tr("Forget this line")))
        elif offer.can_be_forgotten(address, _document(self._memory)) and self._memory.texts:
            offers.append(offer.forget(address))
        return offers

    def _brought(self) -> str:
        event = self._ground.event
        if event is None:
            when = short_moment(self._memory.at) if self._memory.at else ""
            return self.tr("Since {when}").format(when=when) if when else self.tr("There from the beginning")
        words = [change_words(event), short_moment(event.at), event.model, event.address]
        return " · ".join(part for part in words if part)


def _document(memory: Resolved) -> str:
    """The document in which a passage stands."""
    return next((source for source in memory.sources if source.startswith("d")), "") if memory.address.startswith("p") else ""
