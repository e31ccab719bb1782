"""The ranking of candidates: a convex combination of how much of the query's words and how much of its meaning each one has."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from desktop_mem.storage.words import identifiers_of, phrase_of, query_terms_of

MEANING_WEIGHT: Final = 0.3
"""Share of the score that meaning has where the embedder knows the query's script well."""
MEANING_FLOOR: Final = 0.35
"""Calibrated similarity below which a text without any of the query's words is no hit."""
NEIGHBOUR_SHARES: Final = (0.4, 0.16)
"""How far what was said one and two messages before and after lifts a message towards the ceiling of its kind."""
SAME_TEXT: Final = 0.9
"""Share of their terms that two passages have in common from which on they say the same."""
_K1, _B = 0.9, 0.4
_GREATEST: Final = 1.2
"""What of the sum of its terms' worth a text can get: more only by repeating them."""
_EXACT_START: Final = 0.8
_FOLDED: Final = 20
"""The best matches, among which each is compared with each."""


@dataclass(frozen=True, slots=True)
class Query:
    """A query taken apart: its terms, whole identifiers, and its words as a phrase."""

    terms: tuple[str, ...]
    identifiers: tuple[str, ...] = ()
    phrase: str = ""

    @classmethod
    def of(cls, text: str) -> Query:
        """The query that a text is."""
        return cls(tuple(query_terms_of(text)), tuple(identifiers_of(text)), phrase_of(text))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A row that may answer the query, with its terms in order. `similarity` is the cosine with the query, None where it is not known."""

    number: int
    terms: str
    similarity: float | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A ranked candidate: `score` in 0..1, `why`: `exact`, `words`, `meaning`; `also`: rows that say the same."""

    number: int
    score: float
    why: tuple[str, ...]
    also: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Calibration:
    """What an embedder's cosines mean for one script: `low` for unrelated sentences, `high` for sentences that say the same."""

    low: float = 0.1
    high: float = 0.7

    def of(self, cosine: float) -> float:
        """The similarity on a scale from unrelated (0) to the same (1)."""
        return min(1.0, max(0.0, (cosine - self.low) / max(self.high - self.low, 0.05)))

    @property
    def weight(self) -> float:
        """The share that meaning gets: less the less this embedder tells the two kinds of sentences apart."""
        return MEANING_WEIGHT * min(1.0, max(0.0, self.high - self.low) / 0.35)


class Ranking:
    """Scores rows for one query. A term is worth more the fewer of all `rows` have it (BM25)."""

    def __init__(self, query: Query, frequencies: Mapping[str, int], rows: int, calibration: Calibration | None) -> None:
        self._query = query
        self._calibration = calibration
        rows = max(rows, *frequencies.values(), 1) if frequencies else 1
        self._worth = {term: math.log(1 + (rows - had + 0.5) / (had + 0.5)) for term, had in frequencies.items()}
        self._whole = sum(self._worth.values()) * _GREATEST or 1.0
        self._worded = [(term, f" {term} ") for term in self._worth]

    def matches(self, candidates: Sequence[Candidate]) -> tuple[dict[int, Match], list[int]]:
        """Those of the candidates that match, and the numbers of those that may be exact: they have all terms, or an identifier."""
        lengths = [candidate.terms.count(" ") + 1 for candidate in candidates]
        mean = sum(lengths) / max(len(lengths), 1) or 1.0
        found, possible = {}, []
        for candidate, length in zip(candidates, lengths, strict=True):
            # Ten times faster than taking the terms apart; of a term that stands twice in a row it counts one.
            padded = f" {candidate.terms} "
            counts = {term: count for term, worded in self._worded if (count := padded.count(worded))}
            if match := self._match(candidate, self._words(counts, length / mean)):
                found[match.number] = match
                if len(counts) == len(self._worth) or any(name in counts for name in self._query.identifiers):
                    possible.append(match.number)
        return found, possible

    def _words(self, counts: Mapping[str, int], length: float) -> float:
        """The share of the query's worth that a text of so many times the mean length has, in 0..1."""
        damped = _K1 * (1 - _B + _B * length)
        got = sum(self._worth[term] * count * (_K1 + 1) / (count + damped) for term, count in counts.items())
        return min(1.0, got / self._whole)

    def _match(self, candidate: Candidate, words: float) -> Match | None:
        score, means_it = words, False
        if self._calibration is not None and candidate.similarity is not None:
            meaning, weight = self._calibration.of(candidate.similarity), self._calibration.weight
            means_it = weight > 0 and meaning >= MEANING_FLOOR
            score = weight * meaning + (1 - weight) * words
        if words <= 0 and not means_it:
            return None
        reasons = (("words", words > 0), ("meaning", means_it))
        return Match(candidate.number, round(score, 6), tuple(name for name, holds in reasons if holds))

    def is_exact(self, text: str) -> bool:
        """Whether the text has the query's words in their order, or one of its identifiers."""
        phrase = self._query.phrase
        inside = phrase_of(text)
        if phrase.strip() and (phrase in inside or (not phrase.isascii() and phrase.strip() in inside)):
            return True
        return bool(self._query.identifiers) and not set(identifiers_of(text)).isdisjoint(self._query.identifiers)


def exact(match: Match) -> Match:
    """The match, known to be exact: above all that are not."""
    return replace(match, score=round(_EXACT_START + (1 - _EXACT_START) * match.score, 6), why=("exact", *match.why))


def lifted(matches: Mapping[int, Match], neighbours: Mapping[int, Sequence[Sequence[int]]]) -> list[Match]:
    """The matches that have an entry in `neighbours`, each also scored with those near it, because a question and its answer share
    their words unevenly: an entry holds the rows one step away, then those two steps away. No neighbour lifts a match above one that
    is exact. Best first.
    """
    found = []
    for number, near in neighbours.items():
        match = matches[number]
        around = sum(
            share * matches[row].score for share, rows in zip(NEIGHBOUR_SHARES, near, strict=True) for row in rows if row in matches
        )
        ceiling = 1.0 if "exact" in match.why else _EXACT_START
        score = match.score + max(0.0, ceiling - match.score) * min(1.0, around)
        found.append(replace(match, score=round(score, 6)))
    return best_first(found)


def best_first(matches: Iterable[Match]) -> list[Match]:
    """By score; the newer first among equals."""
    return sorted(matches, key=lambda match: (-match.score, -match.number))


def folded_together(matches: Sequence[Match], terms: Mapping[int, str]) -> list[Match]:
    """The matches in their order, of the best without those that say the same as a better one; that one names them."""
    kept: list[tuple[Match, frozenset[str]]] = []
    for match in matches[:_FOLDED]:
        held = frozenset(terms[match.number].split())
        twin = next((place for place, (_, other) in enumerate(kept) if _same(held, other)), None)
        if twin is None:
            kept.append((match, held))
        else:
            better, other = kept[twin]
            kept[twin] = (replace(better, also=(*better.also, match.number)), other)
    return [*(match for match, _ in kept), *matches[_FOLDED:]]


def _same(first: frozenset[str], second: frozenset[str]) -> bool:
    if not SAME_TEXT * len(first) <= len(second) <= len(first) / SAME_TEXT:
        return False
    common = len(first & second)
    return common >= SAME_TEXT * (len(first) + len(second) - common)
