"""The journal in SQLite: one step is one transaction; the main context and the ledger live through a restart."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime

from desktop_mem.control.addresses import row_number
from desktop_mem.memory.agenda import OpenEvent
from desktop_mem.memory.ports import ContextState, Counts, MemoryEvent, SectionState, SummaryRecord
from desktop_mem.storage.database import Database, Row
from desktop_mem.storage.history import SqliteHistory
from desktop_mem.storage.moments import moment, offset_seconds, utc_text

_SAVE = """INSERT OR REPLACE INTO context
        (single, queue, summary, summary_address, open_events, pressure_warned, topic, paused_until)
    VALUES (1, ?, ?, ?, ?, ?, ?, ?)"""
_COUNT = """SELECT (SELECT count(*) FROM message WHERE undone = 0),
    (SELECT count(*) FROM passage LEFT JOIN document ON document.number = passage.document
        WHERE passage.undone = 0 AND (passage.document IS NULL OR passage.version = document.live_version)),
    (SELECT count(*) FROM document WHERE live_version > 0)"""


class SqliteJournal:
    """Steps, the main context, what is written to the ledger, and the summaries; see `Journal` and `Statistics`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._history = SqliteHistory(database)
        self._in_step = False

    @contextmanager
    def step(self, *, synced: bool = True) -> Iterator[None]:
        """One transaction over everything that is stored within; rolled back when the block raises. Not nested. See `Journal.step`."""
        if self._in_step:
            raise RuntimeError("A step is already open; steps are not nested.")
        self._in_step = True
        try:
            with self._database.transaction(synced=synced):
                yield
        finally:
            self._in_step = False

    def save(self, state: ContextState) -> None:
        """Record the main context as it is now."""
        with self._database.transaction():
            self._save_sections(state.sections)
            parts = (
                json.dumps(state.queue),
                state.summary,
                state.summary_address,
                json.dumps([asdict(event) for event in state.open_events]),
                state.pressure_warned,
                state.topic,
                state.paused_until.isoformat() if state.paused_until else "",
            )
            self._database.change(_SAVE, parts)

    def _save_sections(self, sections: tuple[SectionState, ...]) -> None:
        if sections == self._sections():
            return
        self._database.change("DELETE FROM section")
        self._database.change_many(
            "INSERT INTO section (position, label, text, size, description, read_only) VALUES (?, ?, ?, ?, ?, ?)",
            [(position, each.label, each.text, each.limit, each.description, each.read_only) for position, each in enumerate(sections)],
        )

    def _sections(self) -> tuple[SectionState, ...]:
        rows = self._database.rows("SELECT * FROM section ORDER BY position")
        return tuple(SectionState(row["label"], row["text"], row["size"], row["description"], bool(row["read_only"])) for row in rows)

    def load(self) -> ContextState | None:
        """The main context as last saved, or None in a new profile."""
        row = self._database.row("SELECT * FROM context")
        if row is None:
            return None
        return ContextState(
            sections=self._sections(),
            queue=tuple(json.loads(row["queue"])),
            summary=row["summary"],
            summary_address=row["summary_address"],
            open_events=tuple(OpenEvent(**event) for event in json.loads(row["open_events"])),
            pressure_warned=bool(row["pressure_warned"]),
            topic=row["topic"],
            paused_until=datetime.fromisoformat(row["paused_until"]) if row["paused_until"] else None,
        )

    def record(self, entry: MemoryEvent | SummaryRecord) -> str:
        """Append to the ledger or to the summaries; the address of the entry (`s2` for a summary, `e9` for a memory event)."""
        with self._database.transaction():
            return self._record_summary(entry) if isinstance(entry, SummaryRecord) else self._history.record(entry)

    def _record_summary(self, entry: SummaryRecord) -> str:
        sql = "INSERT INTO summary (text, created_utc, created_offset, topic, actor, before, nonce) VALUES (?, ?, ?, ?, ?, ?, ?)"
        topic = row_number(entry.topic, "t") if entry.topic else 0
        made_at = (utc_text(entry.created_at), offset_seconds(entry.created_at))
        before = row_number(entry.before, "s") if entry.before else None
        number = self._database.insert(sql, (entry.text, *made_at, topic, entry.by, before, entry.nonce))
        covers = [(number, position, address) for position, address in enumerate(entry.covers)]
        self._database.change_many("INSERT INTO summary_cover (summary, position, address) VALUES (?, ?, ?)", covers)
        return f"s{number}"

    def summaries(self) -> list[SummaryRecord]:
        """All summaries, oldest first, with the addresses that each covers."""
        return [self._summary(row) for row in self._database.rows("SELECT * FROM summary ORDER BY number")]

    def chain(self, address: str) -> list[SummaryRecord]:
        """The summary at `s2` and those that it builds upon, oldest first; none for an empty address."""
        records: list[SummaryRecord] = []
        while address:
            records.append(self.summary(address))
            address = records[-1].before
        return records[::-1]

    def summary(self, address: str) -> SummaryRecord:
        """The summary at `s2`. Raises `LookupError`."""
        row = self._database.row("SELECT * FROM summary WHERE number = ?", (row_number(address, "s"),))
        if row is None:
            raise LookupError(f"There is no summary {address}.")
        return self._summary(row)

    def _summary(self, row: Row) -> SummaryRecord:
        covers = self._database.rows("SELECT address FROM summary_cover WHERE summary = ? ORDER BY position", (row["number"],))
        return SummaryRecord(
            row["text"],
            tuple(cover["address"] for cover in covers),
            moment(row["created_utc"], row["created_offset"]),
            topic=f"t{row['topic']}" if row["topic"] else "",
            by=row["actor"],
            address=f"s{row['number']}",
            before=f"s{row['before']}" if row["before"] else "",
            nonce=row["nonce"],
        )

    def changes(self, cause: str) -> list[MemoryEvent]:
        """The memory events that the message at `cause` led to, oldest first."""
        return self._history.changes(cause)

    def counts(self) -> Counts:
        """Messages, passages and documents stored; only what can be found counts."""
        row = self._database.row(_COUNT)
        return Counts() if row is None else Counts(messages=row[0], passages=row[1], documents=row[2])
