"""A proposal: a lasting change that the model asked for and that waits for the user's decision."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class ProposalState(StrEnum):
    """Where a proposal stands. Only the user accepts or rejects; `withdrawn` goes with a turn that was taken back."""

    WAITING = "waiting"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    LAPSED = "lapsed"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Proposal:
    """One proposal: the `function` that the model called with its `arguments`, and what `target` (`w:human`, or nothing) read `before`
    and would read `after`.

    `reason` says in a sentence why it waits, `sources` are the addresses of the texts that say it, `cause` is the message that the
    model answered.
    """

    function: str
    arguments: dict[str, str]
    target: str
    before: str
    after: str
    reason: str
    made_at: datetime
    sources: tuple[str, ...] = field(default=())
    cause: str = ""
    model: str = ""
    state: ProposalState = ProposalState.WAITING
    decided_at: datetime | None = None
    address: str = ""
