"""The proposals that wait for the user's decision, as cards; nothing while none waits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from desktop_mem.gui.memory_panel.proposal_card import ProposalCard
from desktop_mem.gui.theme import Theme
from desktop_mem.memory.proposal import Proposal, ProposalState
from desktop_mem.memory.update import ProposalDecided, ProposalMade
from desktop_mem.runtime.proposal_command import ShowProposals
from desktop_mem.runtime.update import CommandFailed, EngineReady, ProposalsShown
from desktop_mem.settings import Settings


class ProposalList(QWidget):
    """Emits `command`, `opened` with the address of a source, and `counted` with how many proposals wait."""

    command = Signal(object)
    opened = Signal(str, str)
    counted = Signal(int)

    def __init__(self, theme: Theme, days: int = Settings().proposal_days, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._days = days
        self.cards: dict[str, ProposalCard] = {}
        self._heading = QLabel(self.tr("Waiting for your decision"), wordWrap=True)
        self._heading.setProperty("tone", "muted")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self._heading)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.hide()

    def take(self, update: Any) -> None:
        """Follow the proposals; say why a decision could not be carried out."""
        match update:
            case EngineReady():
                self.command.emit(ShowProposals())
            case ProposalsShown(proposals=proposals):
                self._show(proposals)
            case ProposalMade(proposal=proposal):
                self._show([*(card.proposal for card in self.cards.values()), proposal])
            case ProposalDecided(proposal=proposal):
                self._show([card.proposal for card in self.cards.values() if card.proposal.address != proposal.address])
            case CommandFailed(request_id=request_id, reason=reason):
                for card in self.cards.values():
                    if card.made(request_id):
                        card.refuse(reason)

    def owns(self, request_id: str) -> bool:
        """Whether a card shows what became of this command."""
        return any(card.made(request_id) for card in self.cards.values())

    def _show(self, proposals: Iterable[Proposal]) -> None:
        waiting = {each.address: each for each in proposals if each.state is ProposalState.WAITING}
        for address in [address for address in self.cards if address not in waiting]:
            gone = self.cards.pop(address)
            gone.hide()
            gone.deleteLater()
        for address, proposal in waiting.items():
            if address not in self.cards:
                self._add(proposal)
        self.setVisible(bool(self.cards))
        self.counted.emit(len(self.cards))

    def _add(self, proposal: Proposal) -> None:
        card = ProposalCard(proposal, self._theme, self._days)
        card.command.connect(self.command)
        card.opened.connect(self.opened)
        self.cards[proposal.address] = card
        self._column.addWidget(card)

    def _restyle(self) -> None:
        self._column.setSpacing(self._theme.px(2))
