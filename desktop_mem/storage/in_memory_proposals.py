"""Proposals in memory: they keep the same promises as the real ones, and nothing after the end."""

from __future__ import annotations

from dataclasses import replace

from desktop_mem.control.addresses import row_number
from desktop_mem.memory.proposal import Proposal, ProposalState


class InMemoryProposals:
    """Proposals in a list; see `Proposals`."""

    def __init__(self) -> None:
        self._proposals: list[Proposal] = []

    def add(self, proposal: Proposal) -> Proposal:
        """Store; the same with its address (`q3`)."""
        self._proposals.append(replace(proposal, address=f"q{len(self._proposals) + 1}"))
        return self._proposals[-1]

    def read(self, address: str) -> Proposal:
        """The proposal at `q3`. Raises `LookupError`."""
        return self._proposals[self._place(address)]

    def change(self, proposal: Proposal) -> None:
        """Store the state of the proposal at its address, and when it was decided. Raises `LookupError`."""
        place = self._place(proposal.address)
        self._proposals[place] = replace(self._proposals[place], state=proposal.state, decided_at=proposal.decided_at)

    def waiting(self) -> list[Proposal]:
        """All that wait, the oldest first."""
        return [proposal for proposal in self._proposals if proposal.state is ProposalState.WAITING]

    def snapshot(self) -> list[Proposal]:
        """The content now."""
        return list(self._proposals)

    def restore(self, content: list[Proposal]) -> None:
        """Make `content` the content again."""
        self._proposals = list(content)

    def _place(self, address: str) -> int:
        number = row_number(address, "q")
        if number > len(self._proposals):
            raise LookupError(f"There is no proposal {address}.")
        return number - 1
