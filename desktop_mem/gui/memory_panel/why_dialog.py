"""Why is that believed? Each line of a memory with the change that brought it and what that rests on."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from desktop_mem.control.explanation import Explanation
from desktop_mem.gui.asking_dialog import AskingDialog
from desktop_mem.gui.change_words import title_words
from desktop_mem.gui.engine_words import in_the_users_language
from desktop_mem.gui.memory_panel.ground_card import GroundCard
from desktop_mem.gui.offers import HISTORY, RESTORE
from desktop_mem.gui.theme import Theme
from desktop_mem.memory.resolved import Standing
from desktop_mem.memory.update import ChangeRedone, ChangeUndone, MemoryForgotten, SectionChanged
from desktop_mem.runtime.memory_command import ExplainMemory
from desktop_mem.runtime.memory_update import MemoryExplained
from desktop_mem.runtime.update import CommandFailed


class WhyDialog(AskingDialog):
    """Asks for the explanation of an address, and again while it is open and memory changes. Emits `command`, `opened` with the address
    and text of a source, and `wanted` with the kind and value of an offer.
    """

    opened = Signal(str, str)
    wanted = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._address = ""
        self.cards: list[GroundCard] = []
        self.setWindowTitle(self.tr("Why?"))
        self.heading = QLabel(wordWrap=True)
        self.heading.setProperty("textSize", "title")
        self.note = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.note.setProperty("tone", "muted")
        self._area = QScrollArea(widgetResizable=True, accessibleName=self.windowTitle())
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(QWidget(objectName="sidePage"))
        self.restore_button, self.history_button = QPushButton(self.tr("Bring back")), QPushButton(self.tr("History…"))
        self.restore_button.hide()
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.setDefault(True)
        line = QHBoxLayout()
        line.addWidget(self.restore_button)
        line.addWidget(self.history_button)
        line.addStretch(1)
        line.addWidget(self.close_button)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.heading)
        self._column.addWidget(self.note)
        self._column.addWidget(self._area, 1)
        self._column.addLayout(line)
        self.history_button.clicked.connect(lambda: self.wanted.emit(HISTORY, self._address))
        self.restore_button.clicked.connect(lambda: self.wanted.emit(RESTORE, self._address))
        self.close_button.clicked.connect(self.close)
        theme.changed.connect(self._restyle)
        self._restyle()

    def explain(self, address: str) -> None:
        """Show why what stands at that address is believed."""
        self._address = address
        self.heading.setText(title_words(address))
        self._say(self.tr("Looking…"))
        self.restore_button.hide()
        self._show_cards([])
        self._ask()
        self._come_forward()

    def take(self, update: Any) -> None:
        """Show what the engine sends, or why there is nothing."""
        match update:
            case MemoryExplained(request_id=request_id, explanation=explanation) if self.owns(request_id):
                self.asked = ""
                self._show(explanation)
            case CommandFailed(request_id=request_id, reason=reason) if self.owns(request_id):
                self.asked = ""
                self._say(in_the_users_language(reason))
            case SectionChanged() | ChangeUndone() | ChangeRedone() | MemoryForgotten() if self.isVisible():
                self._ask()

    def _ask(self) -> None:
        self._send(ExplainMemory(self._address))

    def _show(self, explanation: Explanation) -> None:
        memory = explanation.memory
        note = in_the_users_language(memory.note)
        nothing = "" if note or explanation.grounds else self.tr("Nothing stands here yet.")
        self._say(note or nothing)
        self.restore_button.setVisible(memory.standing is Standing.FORGOTTEN)
        bar = self._area.verticalScrollBar()
        place = bar.value() if self.cards else 0
        self._show_cards([GroundCard(ground, memory, self._theme) for ground in explanation.grounds])
        QTimer.singleShot(0, bar, lambda: bar.setValue(place))  # as soon as the cards have found their heights

    def _show_cards(self, cards: list[GroundCard]) -> None:
        self.cards = cards
        page = QWidget(objectName="sidePage")
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, self._theme.px(1), 0)
        column.setSpacing(self._theme.px(2))
        for card in cards:
            card.opened.connect(self.opened)
            card.wanted.connect(self.wanted)
            column.addWidget(card)
        column.addStretch(1)
        self._area.setWidget(page)

    def _say(self, words: str) -> None:
        self.note.setText(words)
        self.note.setVisible(bool(words))

    def _restyle(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(5), px(4), px(5), px(4))
        self._column.setSpacing(px(2.5))
        self.resize(px(150), px(130))
