"""Proposals in SQLite: what the model asked for and the user has to decide."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime

from desktop_mem.control.addresses import row_number
from desktop_mem.memory.proposal import Proposal, ProposalState
from desktop_mem.storage.database import Database, Row
from desktop_mem.storage.moments import moment, offset_seconds, utc_text

_INSERT = """INSERT INTO proposal
        (function, arguments, target, before, after, reason, made_utc, made_offset, sources, cause, model, state, decided)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""


class SqliteProposals:
    """Proposals; see `Proposals`. Both `add` and `change` are whole by themselves, and part of the step that is open, if one is."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, proposal: Proposal) -> Proposal:
        """Store; the same with its address (`q3`)."""
        with self._database.transaction():
            number = self._database.insert(
                _INSERT,
                (
                    proposal.function,
                    json.dumps(proposal.arguments, ensure_ascii=False),
                    proposal.target,
                    proposal.before,
                    proposal.after,
                    proposal.reason,
                    utc_text(proposal.made_at),
                    offset_seconds(proposal.made_at),
                    json.dumps(proposal.sources, ensure_ascii=False),
                    proposal.cause,
                    proposal.model,
                    proposal.state.value,
                    _decided(proposal),
                ),
            )
        return replace(proposal, address=f"q{number}")

    def read(self, address: str) -> Proposal:
        """The proposal at `q3`. Raises `LookupError`."""
        row = self._database.row("SELECT * FROM proposal WHERE number = ?", (row_number(address, "q"),))
        if row is None:
            raise LookupError(f"There is no proposal {address}.")
        return _proposal(row)

    def change(self, proposal: Proposal) -> None:
        """Store the state of the proposal at its address, and when it was decided. Raises `LookupError`."""
        wanted = (proposal.state.value, _decided(proposal), row_number(proposal.address, "q"))
        with self._database.transaction():
            if not self._database.change("UPDATE proposal SET state = ?, decided = ? WHERE number = ?", wanted):
                raise LookupError(f"There is no proposal {proposal.address}.")

    def waiting(self) -> list[Proposal]:
        """All that wait, the oldest first."""
        return [_proposal(row) for row in self._database.rows("SELECT * FROM proposal WHERE state = 'waiting' ORDER BY number")]


def _decided(proposal: Proposal) -> str:
    return proposal.decided_at.isoformat() if proposal.decided_at else ""


def _proposal(row: Row) -> Proposal:
    return Proposal(
        function=row["function"],
        arguments=json.loads(row["arguments"]),
        target=row["target"],
        before=row["before"],
        after=row["after"],
        reason=row["reason"],
        made_at=moment(row["made_utc"], row["made_offset"]),
        sources=tuple(json.loads(row["sources"])),
        cause=row["cause"],
        model=row["model"],
        state=ProposalState(row["state"]),
        decided_at=datetime.fromisoformat(row["decided"]) if row["decided"] else None,
        address=f"q{row['number']}",
    )
