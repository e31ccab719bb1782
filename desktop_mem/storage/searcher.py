"""Hybrid search: candidates by words from SQLite and by meaning from LanceDB, ranked together, joined back to the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from desktop_mem.memory.ports import Embedder
from desktop_mem.storage.calibration import Calibrations
from desktop_mem.storage.database import Database
from desktop_mem.storage.index import VectorIndex
from desktop_mem.storage.moments import moment
from desktop_mem.storage.outbox import Outbox
from desktop_mem.storage.ranking import Candidate, Match, Query, Ranking, best_first, exact, folded_together, lifted
from desktop_mem.storage.scope import Scope
from desktop_mem.storage.word_index import WordIndex

CANDIDATES: Final = 100
"""Rows taken from each list; no search tells of more hits than the two lists give together."""
_LIFTED: Final = 20
"""The best messages, whose neighbours are looked at."""
_ONE_TALK: Final = timedelta(hours=8)
"""What is said so much later is no neighbour."""

LOADING_NOTE: Final = "Meaning is not searched yet: the embedder is still loading."
CHANGED_NOTE: Final = "Meaning is not searched: the index was made with another embedder and has to be made again."
REWORDING_NOTE: Final = "Not everything is found yet: the index of words is being made again."

_LIVE: Final = {
    "m": "SELECT number FROM message WHERE said = 1 AND number IN (SELECT value FROM json_each(?))",
    "p": """SELECT passage.number FROM passage LEFT JOIN document ON document.number = passage.document
        WHERE passage.undone = 0 AND passage.number IN (SELECT value FROM json_each(?))
            AND (passage.document IS NULL OR passage.version = document.live_version)""",
}
_TEXT: Final = {
    "m": "SELECT number, text FROM message WHERE number IN (SELECT value FROM json_each(?))",
    "p": """SELECT number, title || char(10) || heading || char(10) || text FROM passage
        WHERE number IN (SELECT value FROM json_each(?))""",
}
_AROUND: Final = """SELECT value, number, created_utc, created_offset FROM json_each(?), message WHERE number IN (
        SELECT number FROM (SELECT number FROM message WHERE said = 1 AND number <= value ORDER BY number DESC LIMIT 5)
        UNION ALL SELECT number FROM (SELECT number FROM message WHERE said = 1 AND number > value ORDER BY number LIMIT 4))
        AND {scope}
    ORDER BY value, number"""


@dataclass(frozen=True, slots=True)
class Found:
    """All matches, best first. `note` says when a list was missing."""

    matches: tuple[Match, ...]
    note: str = ""


class Searcher:
    """One search at a time over words and, with an embedder, meaning."""

    def __init__(self, database: Database, words: WordIndex, index: VectorIndex, outbox: Outbox) -> None:
        self._database = database
        self._words = words
        self._index = index
        self._outbox = outbox
        self._calibrations: Calibrations | None = None
        self._note = LOADING_NOTE
        self._latest: tuple[str, Sequence[float]] | None = None

    def use(self, embedder: Embedder | None) -> None:
        """Search meaning with this embedder; with None not at all, because the index has another one's vectors."""
        self._calibrations = None if embedder is None else Calibrations(embedder)
        self._note = CHANGED_NOTE if embedder is None else ""
        self._latest = None

    @property
    def _noted(self) -> str:
        return self._note or (REWORDING_NOTE if self._outbox.rewording else "")

    def search(self, text: str, kind: str, scope: Scope | None = None) -> Found:
        """Messages (`m`) or passages (`p`) of the scope that match the text."""
        scope = scope or Scope()
        query = Query.of(text)
        if not query.terms:
            return Found((), self._noted)
        vector = self._vector_of(text)
        calibration = self._calibrations.for_query(text) if self._calibrations else None
        frequencies = self._words.frequencies(kind, query.terms)
        ranking = Ranking(query, frequencies, self._words.count(kind), calibration)
        limit = CANDIDATES
        while True:
            worded = self._words.candidates(kind, frequencies, limit, scope)
            cosines = self._index.nearest(kind, vector, limit, scope) if vector is not None else {}
            live = self._live(kind, [*worded, *cosines])
            # A document being imported is in both lists but not yet to be seen: it must not push out what is.
            if len(live) == len(worded.keys() | cosines) or len(live) >= CANDIDATES or limit > self._words.count(kind):
                break
            limit *= 4
        if vector is not None:
            unknown = [number for number in worded if number in live and number not in cosines]
            cosines.update(self._index.cosines(kind, unknown, vector))
        worded |= self._words.terms(kind, [number for number in cosines if number not in worded])
        candidates = [Candidate(number, terms, cosines.get(number)) for number, terms in worded.items() if number in live]
        matches, possible = ranking.matches(candidates)
        rows = self._database.rows(_TEXT[kind], (str(possible),))
        matches.update((row[0], exact(matches[row[0]])) for row in rows if ranking.is_exact(row[1]))
        if kind == "m":
            return Found(tuple(self._lifted(ranking, matches, vector, scope)), self._noted)
        return Found(tuple(folded_together(best_first(matches.values()), worded)), self._noted)

    def _vector_of(self, text: str) -> Sequence[float] | None:
        """The meaning of a query; None where none is searched. The latest is kept: a question is asked of messages and of passages."""
        embedder = self._outbox.embedder if self._calibrations else None
        if embedder is None:
            return None
        if self._latest is None or self._latest[0] != text:
            self._latest = text, embedder.embed([text])[0]
        return self._latest[1]

    def _lifted(self, ranking: Ranking, matches: dict[int, Match], vector: Sequence[float] | None, scope: Scope) -> list[Match]:
        """All matches; the best of them, and what matches within two steps of those, scored with what was said around them."""
        ordered = best_first(matches.values())
        neighbours = self._neighbours([match.number for match in ordered[:_LIFTED]], scope)
        unscored = sorted({row for near in neighbours.values() for rows in near for row in rows} - matches.keys())
        cosines = self._index.cosines("m", unscored, vector) if vector is not None else {}
        terms = self._words.terms("m", unscored)
        around, _ = ranking.matches([Candidate(number, held, cosines.get(number)) for number, held in terms.items()])
        known = {**around, **matches}
        better = lifted(known, {number: near for number, near in neighbours.items() if number in known})
        done = {match.number for match in better}
        return best_first([*better, *(match for match in ordered if match.number not in done)])

    def _neighbours(self, numbers: Sequence[int], scope: Scope) -> dict[int, tuple[list[int], list[int]]]:
        """For each of these messages, and for those one and two steps from it: what was said one step, and two steps, before and after
        it in the same talk.
        """
        talks: dict[int, list[tuple[int, datetime]]] = {number: [] for number in numbers}
        for row in self._database.rows(_AROUND.format(scope=scope.condition("number")), (str(list(numbers)),)):
            talks[row["value"]].append((row["number"], moment(row["created_utc"], row["created_offset"])))
        found: dict[int, tuple[list[int], list[int]]] = {}
        steps: tuple[list[int], list[int]]
        for number, talk in talks.items():
            place = next(at for at, (other, _) in enumerate(talk) if other == number)
            for at in range(max(0, place - 2), min(len(talk), place + 3)):
                steps = ([], [])
                for step, near in enumerate(steps, 1):
                    both = (talk[other] for other in (at - step, at + step) if 0 <= other < len(talk))
                    near += [other for other, said_at in both if abs(said_at - talk[at][1]) < _ONE_TALK]
                found[talk[at][0]] = steps
        return found

    def _live(self, kind: str, numbers: Sequence[int]) -> set[int]:
        return {row[0] for row in self._database.rows(_LIVE[kind], (str(list(dict.fromkeys(numbers))),))}
