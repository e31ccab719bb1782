"""Search over the index, joined back to the truth: only what is stored, said and live is ever found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from desktop_mem.memory.ports import Embedder
from desktop_mem.storage.calibration import Calibrations
from desktop_mem.storage.database import Database
from desktop_mem.storage.index import LanceIndex
from desktop_mem.storage.outbox import Outbox
from desktop_mem.storage.ranking import Calibration, Match, lifted, ranked

CANDIDATES: Final = 100
"""Rows taken of each list; so a search counts no more than a few hundred hits."""
LOADING_NOTE: Final = "Meaning is not searched yet: the embedder is still loading."
CHANGED_NOTE: Final = "Meaning is not searched: the index was made with another embedder and has to be made again."

_LIVE: Final = {
    "m": "SELECT 'm' || number FROM message WHERE said = 1 AND number IN (SELECT value FROM json_each(?))",
    "p": """SELECT 'p' || passage.number FROM passage LEFT JOIN document ON document.number = passage.document
        WHERE passage.undone = 0 AND passage.number IN (SELECT value FROM json_each(?))
            AND (passage.document IS NULL OR passage.version = document.live_version)""",
}

_NEIGHBOURS: Final = """SELECT value, (SELECT max(number) FROM message WHERE said = 1 AND number < value),
        (SELECT min(number) FROM message WHERE said = 1 AND number > value)
    FROM json_each(?)"""


@dataclass(frozen=True, slots=True)
class Found:
    """All matches, best first. `note` says when a list was missing."""

    matches: tuple[Match, ...]
    note: str = ""


class Searcher:
    """One search at a time over words and, with an embedder, meaning."""

    def __init__(self, database: Database, index: LanceIndex, outbox: Outbox) -> None:
        self._database = database
        self._index = index
        self._outbox = outbox
        self._calibrations: Calibrations | None = None
        self._note = LOADING_NOTE

    def use(self, embedder: Embedder | None) -> None:
        """Search meaning with this embedder; with None not at all, because the index has another one's vectors."""
        self._calibrations = None if embedder is None else Calibrations(embedder)
        self._note = CHANGED_NOTE if embedder is None else ""

    def search(self, text: str, kind: str, *, before: int | None = None) -> Found:
        """Messages (`m`) or passages (`p`) that match the text, `before`: of a smaller number only."""
        self._outbox.flush()
        query = self._index.query(text)
        if not query.words:
            return Found((), self._note)
        embedder = self._outbox.embedder if self._calibrations else None
        vector = embedder.embed([text])[0] if embedder else None
        calibration = self._calibrations.for_query(text) if self._calibrations else Calibration()
        limit = CANDIDATES
        while True:
            candidates = self._index.candidates(query, vector, kind, limit, before=before)
            live = self._live(kind, [row.address for row in candidates.rows])
            rows = [row for row in candidates.rows if row.address in live]
            # A document being imported is in the index but not yet to be seen: it must not push out what is.
            if len(rows) == len(candidates.rows) or len(rows) >= CANDIDATES or limit >= self._index.count():
                break
            limit *= 4
        total = self._index.count() if candidates.complete else len(rows)
        matches = ranked(query, rows, total, calibration)
        if kind == "m":
            matches = lifted(matches, self._neighbours([match.address for match in matches]))
        return Found(tuple(matches), self._note)

    def _neighbours(self, addresses: Sequence[str]) -> dict[str, tuple[str, str]]:
        """What was said just before and just after each message; an address that nothing has where there is none."""
        numbers = str([int(address[1:]) for address in addresses])
        return {f"m{row[0]}": (f"m{row[1]}", f"m{row[2]}") for row in self._database.rows(_NEIGHBOURS, (numbers,))}

    def _live(self, kind: str, addresses: Sequence[str]) -> set[str]:
        numbers = str([int(address[1:]) for address in addresses])
        return {row[0] for row in self._database.rows(_LIVE[kind], (numbers,))}
