"""Commands about proposals: what the model wants to change and the user has to decide."""

from __future__ import annotations

from dataclasses import dataclass, field

from desktop_mem.runtime.request_id import new_request_id


@dataclass(frozen=True, slots=True)
class ShowProposals:
    """Send the proposals that wait; answered by `ProposalsShown`."""

    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class AcceptProposal:
    """Do what was proposed at `address` (`q3`); answered by `ProposalDecided`, behind what it changed."""

    address: str
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class RejectProposal:
    """Do nothing of what was proposed at `address`; answered by `ProposalDecided`."""

    address: str
    request_id: str = field(default_factory=new_request_id)
