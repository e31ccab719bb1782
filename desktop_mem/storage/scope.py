"""Which messages or passages a search looks at: all, those of a time, or those of some documents."""

from __future__ import annotations

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

    def condition(self, number: str, document: str = "") -> str:
        """As SQL, for SQLite and LanceDB alike, over columns of those names; without `document` the passage is looked up by its number."""
        parts = [f"{number} >= {self.first}"]
        if self.end is not None:
            parts.append(f"{number} < {self.end}")
        if self.documents is not None:
            inside = f"IN ({', '.join(map(str, self.documents)) or 'NULL'})"
            parts.append(f"{document} {inside}" if document else f"{number} IN (SELECT number FROM passage WHERE document {inside})")
        return " AND ".join(parts)


def numbers_within(database: Database, table: str, span: Span | None) -> tuple[int, int | None]:
    """The first number of the messages or passages of a stretch of time, and the one behind its last; of none, an empty stretch."""
    if span is None:
        return 0, None
    sql = f"SELECT min(number), max(number) FROM {table} WHERE created_utc >= ? AND created_utc < ?"
    row = database.row(sql, (utc_text(span[0]), utc_text(span[1])))
    first, last = tuple(row or (None, None))
    return (0, 0) if first is None else (first, last + 1)
