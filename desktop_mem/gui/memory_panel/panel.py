"""The memory panel: the gauge of the window, the summary, and the working context in cards."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from desktop_mem.gui.memory_panel.context_gauge import ContextGauge
from desktop_mem.gui.memory_panel.section_card import SectionCard
from desktop_mem.gui.memory_panel.section_dialog import SectionDialog
from desktop_mem.gui.memory_panel.summary_card import SummaryCard
from desktop_mem.gui.theme import Theme
from desktop_mem.gui.wording import number_words
from desktop_mem.memory.ports import SectionState
from desktop_mem.memory.update import SectionChanged
from desktop_mem.runtime.update import CountsChanged, SectionsShown


class MemoryPanel(QScrollArea):
    """Emits `command` with the user's edits; shows what `take` is given."""

    command = Signal(object)
    part_wanted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.cards: dict[str, SectionCard] = {}
        self.gauge = ContextGauge(theme)
        self.summary = SummaryCard(theme)
        self.summary.command.connect(self.command)
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
        self.gauge.take(update)
        self.summary.take(update)
        for card in self.cards.values():
            card.take(update)

    def counts(self) -> str:
        """What lies outside the window, in words."""
        return self._counts.text()

    def owns(self, request_id: str) -> bool:
        """Whether a card shows what became of this command."""
        return any(card.made(request_id) for card in (self.summary, *self.cards.values()))

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
