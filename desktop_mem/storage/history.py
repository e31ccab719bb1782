"""The ledger of memory events in SQLite: written once, read in order, with what of it was undone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from desktop_mem.control.addresses import row_number
from desktop_mem.memory.memory_event import FORGET, NOT_UNDONE, UNDO, UNDOABLE, MemoryEvent
from desktop_mem.storage.database import Database, Row
from desktop_mem.storage.moments import moment, offset_seconds, utc_text

_COLUMNS: Final = "target, kind, before, after, actor, at_utc, at_offset, cause, sources, model, detail, of_event"
_UNDONE: Final = f"""coalesce((SELECT later.kind = '{UNDO}' FROM memory_event AS later WHERE later.of_event = memory_event.number
    ORDER BY later.number DESC LIMIT 1), 0)"""
_SELECT: Final = f"SELECT *, {_UNDONE} AS undone FROM memory_event"
_NEVER: Final = ", ".join(f"'{kind}'" for kind in NOT_UNDONE)
_KINDS: Final = ", ".join(f"'{kind}'" for kind in UNDOABLE)
_STANDING: Final = f"""{_SELECT} WHERE number < :before AND NOT {_UNDONE} AND (kind = :kind OR :kind = ''
        AND kind NOT IN ({_NEVER}) AND (substr(target, 1, 1) IN ({_KINDS}) OR kind = '{FORGET}'))
    ORDER BY number DESC LIMIT :limit"""
# An undo of another change that came after it does not keep a redo from being the next one; a change of memory does.
_TAKEN_BACK: Final = f"""{_SELECT} WHERE kind = '{UNDO}' AND of_event IS NOT NULL
    AND number > coalesce((SELECT change.number FROM memory_event AS change WHERE change.of_event IS NULL AND change.kind <> 'switch'
        ORDER BY change.number DESC LIMIT 1), 0)
    AND NOT EXISTS (SELECT 1 FROM memory_event AS later WHERE later.of_event = memory_event.of_event AND later.number > memory_event.number)
    ORDER BY number DESC LIMIT 1"""
_AT_ONCE: Final = 16
_NEWEST: Final = 2**62


class SqliteHistory:
    """See `History`. Every event is read with its address and whether it was undone since."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def record(self, event: MemoryEvent) -> str:
        """Append to the ledger, within the open transaction; the address of the event (`e9`)."""
        number = self._database.insert(
            f"INSERT INTO memory_event ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                event.target,
                event.kind,
                event.before,
                event.after,
                event.actor,
                utc_text(event.at),
                offset_seconds(event.at),
                event.cause,
                json.dumps(event.sources, ensure_ascii=False),
                event.model,
                event.detail,
                row_number(event.of, "e") if event.of else None,
            ),
        )
        return f"e{number}"

    def event(self, address: str) -> MemoryEvent:
        """The event at `e9`. Raises `LookupError`."""
        row = self._database.row(f"{_SELECT} WHERE number = ?", (row_number(address, "e"),))
        if row is None:
            raise LookupError(f"There is no memory event {address}.")
        return _event(row)

    def events(self, target: str = "", newest: int | None = None) -> list[MemoryEvent]:
        """The events of one target (`w:human`), or of all, oldest first: all, or so many of the newest."""
        where, values = (" WHERE target = ?", (target,)) if target else ("", ())
        rows = self._database.rows(f"{_SELECT}{where} ORDER BY number DESC LIMIT ?", (*values, -1 if newest is None else newest))
        return [_event(row) for row in reversed(rows)]

    def changes(self, cause: str) -> list[MemoryEvent]:
        """The memory events that the message at `cause` led to, oldest first."""
        return [_event(row) for row in self._database.rows(f"{_SELECT} WHERE cause = ? ORDER BY number", (cause,))]

    def standing(self, kind: str = "") -> Iterator[MemoryEvent]:
        """The changes that can be undone and were not, newest first. With a `kind` all events of it that were not undone."""
        before = _NEWEST
        while rows := self._database.rows(_STANDING, {"before": before, "kind": kind, "limit": _AT_ONCE}):
            yield from map(_event, rows)
            before = rows[-1]["number"]

    def taken_back(self) -> MemoryEvent | None:
        """The undo that a redo would take back: the newest one after the last change that was no undo and no redo."""
        row = self._database.row(_TAKEN_BACK)
        return None if row is None else _event(row)


def _event(row: Row) -> MemoryEvent:
    return MemoryEvent(
        row["target"],
        row["kind"],
        row["before"],
        row["after"],
        row["actor"],
        moment(row["at_utc"], row["at_offset"]),
        row["cause"],
        tuple(json.loads(row["sources"])),
        row["model"],
        row["detail"],
        of=f"e{row['of_event']}" if row["of_event"] else "",
        address=f"e{row['number']}",
        undone=bool(row["undone"]),
    )
