"""Which messages or passages a search looks at: all, those of a time, or those of some documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from desktop_mem.storage.database import Database
from desktop_mem.storage.moments import utc_text

Span = tuple[datetime, datetime]
"""From the first moment to just before the second."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Rows numbered from `first` to just before `end` (None: without end), and among passages those of these `documents` (None: all).

    Numbers are given in the order of time, so a stretch of time is a stretch of numbers.
    """

    first: int = 0
    end: int | None = None
    documents: tuple[int, ...] | None = None

    @property
    def whole(self) -> bool:
        """Whether nothing is left out."""
        return self == Scope()

    def condition(self, number: str, document: str = "") -> tuple[str, Sequence[int]]:
        """As SQL that begins with AND, and its values; `document` names the column, empty: the passage is looked up by its number."""
        parts: list[str] = []
        values: list[int] = []
        if self.first:
            parts.append(f" AND {number} >= ?")
            values.append(self.first)
        if self.end is not None:
            parts.append(f" AND {number} < ?")
            values.append(self.end)
        if self.documents is not None:
            listed = ", ".join(map(str, self.documents)) or "NULL"
            inside = f"{document} IN ({listed})" if document else f"{number} IN (SELECT number FROM passage WHERE document IN ({listed}))"
            parts.append(f" AND {inside}")
        return "".join(parts), values


def numbers_within(database: Database, table: str, span: Span | None) -> tuple[int, int | None]:
    """The first number of the messages or passages of a stretch of time, and the one behind its last; of none, an empty stretch."""
    if span is None:
        return 0, None
    sql = f"SELECT min(number), max(number) FROM {table} WHERE created_utc >= ? AND created_utc < ?"
    row = database.row(sql, (utc_text(span[0]), utc_text(span[1])))
    first, last = tuple(row or (None, None))
    return (0, 0) if first is None else (first, last + 1)
