"""The journal in SQLite: one step is one transaction; the main context and the ledger live through a restart."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

from desktop_mem.memory.ports import ContextState, Counts, MemoryEvent, SectionState, SummaryRecord
from desktop_mem.storage.database import Database
from desktop_mem.storage.moments import moment, offset_seconds, utc_text

_SAVE = """INSERT OR REPLACE INTO context (single, queue, summary, summary_address, open_events, attempts, pressure_warned)
    VALUES (1, ?, ?, ?, ?, ?, ?)"""
_COUNT = """SELECT (SELECT count(*) FROM message),
    (SELECT count(*) FROM passage LEFT JOIN document ON document.number = passage.document
        WHERE passage.document IS NULL OR passage.version = document.live_version),
    (SELECT count(*) FROM document WHERE live_version > 0)"""


class SqliteJournal:
    """Steps, the main context, the ledger of memory events and the summaries; see `Journal` and `Statistics`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._in_step = False

    @contextmanager
    def step(self) -> Iterator[None]:
        """One transaction over everything that is stored within; rolled back when the block raises. Not nested."""
        if self._in_step:
            raise RuntimeError("A step is already open; steps are not nested.")
        self._in_step = True
        try:
            with self._database.transaction():
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
                json.dumps(state.open_events),
                state.attempts,
                state.pressure_warned,
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
            open_events=tuple(json.loads(row["open_events"])),
            attempts=row["attempts"],
            pressure_warned=bool(row["pressure_warned"]),
        )

    def record(self, entry: MemoryEvent | SummaryRecord) -> str:
        """Append to the ledger or to the summaries; the address of the entry (`s2` for a summary, `e9` for a memory event)."""
        with self._database.transaction():
            return self._record_summary(entry) if isinstance(entry, SummaryRecord) else self._record_event(entry)

    def _record_summary(self, entry: SummaryRecord) -> str:
        sql = "INSERT INTO summary (text, created_utc, created_offset) VALUES (?, ?, ?)"
        number = self._database.insert(sql, (entry.text, utc_text(entry.created_at), offset_seconds(entry.created_at)))
        covers = [(number, position, address) for position, address in enumerate(entry.covers)]
        self._database.change_many("INSERT INTO summary_cover (summary, position, address) VALUES (?, ?, ?)", covers)
        return f"s{number}"

    def _record_event(self, entry: MemoryEvent) -> str:
        number = self._database.insert(
            """INSERT INTO memory_event (target, kind, before, after, actor, at_utc, at_offset, cause, sources, model)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
            (
                entry.target,
                entry.kind,
                entry.before,
                entry.after,
                entry.actor,
                utc_text(entry.at),
                offset_seconds(entry.at),
                entry.cause,
                json.dumps(entry.sources),
                entry.model,
            ),
        )
        return f"e{number}"

    def summaries(self) -> list[SummaryRecord]:
        """All summaries, oldest first, with the addresses that each covers."""
        found = []
        for row in self._database.rows("SELECT * FROM summary ORDER BY number"):
            covers = self._database.rows("SELECT address FROM summary_cover WHERE summary = ? ORDER BY position", (row["number"],))
            made_at = moment(row["created_utc"], row["created_offset"])
            found.append(SummaryRecord(row["text"], tuple(cover["address"] for cover in covers), made_at))
        return found

    def events(self, target: str = "") -> list[MemoryEvent]:
        """The ledger, oldest first: of one target (`w:human`), or of all."""
        rows = self._database.rows("SELECT * FROM memory_event WHERE ? IN ('', target) ORDER BY number", (target,))
        return [
            MemoryEvent(
                row["target"],
                row["kind"],
                row["before"],
                row["after"],
                row["actor"],
                moment(row["at_utc"], row["at_offset"]),
                row["cause"],
                tuple(json.loads(row["sources"])),
                row["model"],
            )
            for row in rows
        ]

    def counts(self) -> Counts:
        """Messages, passages and documents stored; only what can be found counts."""
        row = self._database.row(_COUNT)
        return Counts() if row is None else Counts(messages=row[0], passages=row[1], documents=row[2])
