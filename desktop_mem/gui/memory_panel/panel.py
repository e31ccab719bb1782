"""The memory panel: what waits for a decision, undo, the gauge of the window, the summary, and the working context in cards."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from desktop_mem.gui.memory_panel.context_gauge import ContextGauge
from desktop_mem.gui.memory_panel.proposal_list import ProposalList
from desktop_mem.gui.memory_panel.section_card import SectionCard
from desktop_mem.gui.memory_panel.section_dialog import SectionDialog
from desktop_mem.gui.memory_panel.summary_card import SummaryCard
from desktop_mem.gui.memory_panel.undo_bar import UndoBar
from desktop_mem.gui.memory_panel.undo_state import UndoState
from desktop_mem.gui.offers import HISTORY
from desktop_mem.gui.theme import Theme
from desktop_mem.gui.wording import number_words
from desktop_mem.memory.ports import SectionState
from desktop_mem.memory.update import SectionChanged
from desktop_mem.runtime.update import CountsChanged, SectionsShown
from desktop_mem.settings import Settings


class MemoryPanel(QScrollArea):
    """Emits `command` with the user's edits and decisions, `wanted` with the kind and value of an offer, and `opened` with the address of
    a source; shows what `take` is given, and what `undo` says.
    """

    command = Signal(object)
    part_wanted = Signal(str)
    wanted = Signal(str, str)
    opened = Signal(str, str)
    trash_wanted = Signal()

    def __init__(self, theme: Theme, undo: UndoState, days: int = Settings().proposal_days, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.cards: dict[str, SectionCard] = {}
        self.proposals = ProposalList(theme, days)
        self.head = UndoBar(undo, theme)
        self.gauge = ContextGauge(theme)
        self.summary = SummaryCard(theme)
        self.summary.command.connect(self.command)
        self.proposals.command.connect(self.command)
        self.proposals.opened.connect(self.opened)
        self.head.history_wanted.connect(lambda: self.wanted.emit(HISTORY, ""))
        self.head.trash_wanted.connect(self.trash_wanted)
        self.gauge.part_wanted.connect(self.part_wanted)
        self.new_button = QPushButton(self.tr("New section…"))
        self.new_button.setProperty("kind", "quiet")
        self.new_button.clicked.connect(self._ask_for_section)
        self._heading = QLabel(self.tr("Working context: what the assistant always has in mind"), wordWrap=True)
        self._heading.setProperty("tone", "muted")
        self._counts = QLabel(wordWrap=True)
        self._counts.setProperty("tone", "muted")
        self._counts.setProperty("textSize", "small")
        page = QWidget(objectName="sidePage")
        self._column = QVBoxLayout(page)
        self._column.addWidget(self.proposals)
        self._column.addWidget(self.head)
        self._column.addWidget(self.gauge)
        self._column.addWidget(self.summary)
        self._column.addWidget(self._heading)
        self._column.addWidget(self.new_button, 0, Qt.AlignmentFlag.AlignLeading)
        self._column.addWidget(self._counts)
        self._column.addStretch(1)
        self.setAccessibleName(self.tr("Memory"))
        self.setWidget(page)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        theme.changed.connect(self._restyle)
        self._restyle()

    def take(self, update: Any) -> None:
        """Show what an update reports."""
        match update:
            case SectionsShown(sections=sections):
                self._show_all(sections)
            case SectionChanged(after=after):
                self._show_one(after)
            case CountsChanged(counts=counts):
                text = self.tr("Outside the window: messages {messages}, passages {passages}, documents {documents}").format(
                    messages=number_words(counts.messages),
                    passages=number_words(counts.passages),
                    documents=number_words(counts.documents),
                )
                self._counts.setText(text)
        for part in (self.proposals, self.gauge, self.summary):
            part.take(update)
        for card in self.cards.values():
            card.take(update)

    def counts(self) -> str:
        """What lies outside the window, in words."""
        return self._counts.text()

    def owns(self, request_id: str) -> bool:
        """Whether a card shows what became of this command."""
        return self.proposals.owns(request_id) or any(card.made(request_id) for card in (self.summary, *self.cards.values()))

    def _show_all(self, sections: tuple[SectionState, ...]) -> None:
        labels = {section.label for section in sections}
        for label in [label for label in self.cards if label not in labels]:
            gone = self.cards.pop(label)
            gone.hide()
            gone.deleteLater()
        for section in sections:
            self._show_one(section)

    def _show_one(self, section: SectionState) -> None:
        if section.label in self.cards:
            self.cards[section.label].show_state(section)
            return
        card = SectionCard(section, self._theme)
        card.command.connect(self.command)
        card.wanted.connect(self.wanted)
        self.cards[section.label] = card
        self._column.insertWidget(self._column.indexOf(self.new_button), card)

    def _ask_for_section(self) -> None:
        dialog = SectionDialog(self.cards, self._theme, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self.command.emit(dialog.command()))
        dialog.open()

    def _restyle(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(4), px(3), px(4), px(4))
        self._column.setSpacing(px(3))
