"""Which messages or passages a search looks at: all, those of a time, or those of some documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


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
