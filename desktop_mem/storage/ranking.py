"""The ranking of candidates: a convex combination of how much of the query's words and how much of its meaning each one has."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from desktop_mem.storage.words import identifiers_of, query_words_of, words_of

MEANING_WEIGHT: Final = 0.4
"""Share of the score that meaning has where the embedder knows the query's script well."""
MEANING_FLOOR: Final = 0.35
"""Calibrated similarity below which a text without any of the query's words is no hit."""
STEM_SHARE: Final = 0.75
NEIGHBOUR_SHARE: Final = 0.3
"""How far what was said just before and after lifts a message towards the ceiling of its kind."""
_K1, _B = 0.9, 0.75
_EXACT_START: Final = 0.8


@dataclass(frozen=True, slots=True)
class Query:
    """A query taken apart. `stems` are its stemmed words without stop words; none when stemming says nothing about its script."""

    text: str
    words: tuple[str, ...]
    stems: tuple[str, ...] = ()

    @classmethod
    def of(cls, text: str, stems: Sequence[str]) -> Query:
        """`stems` as the index's own stemmer gives them."""
        return cls(text, tuple(query_words_of(text)), tuple(dict.fromkeys(stems)))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A row of the index that may answer the query. `similarity` is the cosine with the query, or None without a vector."""

    address: str
    words: str
    stems: str
    similarity: float | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A ranked candidate: `score` in 0..1, and `why`: `exact`, `words`, `meaning`."""

    address: str
    score: float
    why: tuple[str, ...]


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


@dataclass(slots=True)
class _Field:
    """One field of the candidates, as bags of terms, and what each query term is worth in it."""

    bags: list[Counter[str]]
    terms: tuple[str, ...]
    rows: int
    worth: dict[str, float] = field(init=False)
    mean_length: float = field(init=False)

    def __post_init__(self) -> None:
        frequency = Counter(term for bag in self.bags for term in self.terms if term in bag)
        rows = max(self.rows, len(self.bags))
        self.worth = {term: math.log(1 + (rows - frequency[term] + 0.5) / (frequency[term] + 0.5)) for term in self.terms}
        self.mean_length = sum(bag.total() for bag in self.bags) / max(len(self.bags), 1) or 1.0

    def score(self, position: int) -> float:
        """The share of the query's worth that this candidate has (BM25 over its greatest possible value), in 0..1."""
        bag = self.bags[position]
        length = 1 - _B + _B * bag.total() / self.mean_length
        got = sum(self.worth[term] * bag[term] * (_K1 + 1) / (bag[term] + _K1 * length) for term in self.terms if term in bag)
        return min(1.0, got / (sum(self.worth.values()) * 1.2 or 1.0))


def ranked(query: Query, candidates: Sequence[Candidate], rows: int, calibration: Calibration) -> list[Match]:
    """The candidates that match, best first; the newer (higher) address first among equals.

    `rows` is the number of rows in the index when the candidates are all that have one of the words, else the number of candidates:
    a word's rarity is judged among them, because the index's own figure differs between its new and its settled rows.
    """
    words = _Field([Counter(candidate.words.split()) for candidate in candidates], query.words, rows)
    stems = _Field([Counter(candidate.stems.split()) for candidate in candidates], query.stems, rows)
    phrase = f" {' '.join(words_of(query.text))} "
    identifiers = set(identifiers_of(query.text))
    matches = []
    for position, candidate in enumerate(candidates):
        lexical = words.score(position)
        if query.stems:
            lexical = STEM_SHARE * stems.score(position) + (1 - STEM_SHARE) * lexical
        exact = bool(phrase.strip() and phrase in f" {candidate.words} ") or any(name in words.bags[position] for name in identifiers)
        if match := _match(candidate, lexical, exact, calibration):
            matches.append(match)
    return sorted(matches, key=_best_first)


def _match(candidate: Candidate, lexical: float, exact: bool, calibration: Calibration) -> Match | None:
    meaning, weight = 0.0, 0.0
    if candidate.similarity is not None:
        meaning, weight = calibration.of(candidate.similarity), calibration.weight
    means_it = weight > 0 and meaning >= MEANING_FLOOR
    if lexical <= 0 and not means_it:
        return None
    score = weight * meaning + (1 - weight) * lexical
    if exact:
        score = _EXACT_START + (1 - _EXACT_START) * score
    reasons = (("exact", exact), ("words", lexical > 0), ("meaning", means_it))
    return Match(candidate.address, round(score, 6), tuple(name for name, holds in reasons if holds))


def lifted(matches: Sequence[Match], neighbours: Mapping[str, Sequence[str]]) -> list[Match]:
    """The same matches, each also scored with its neighbours, because a question and its answer share their words unevenly.

    `neighbours` names those of each address. No neighbour lifts a match above one that is exact.
    """
    scores = {match.address: match.score for match in matches}
    found = []
    for match in matches:
        around = min(1.0, sum(scores.get(address, 0.0) for address in neighbours.get(match.address, ())))
        ceiling = 1.0 if "exact" in match.why else _EXACT_START
        score = match.score + max(0.0, ceiling - match.score) * NEIGHBOUR_SHARE * around
        found.append(replace(match, score=round(score, 6)))
    return sorted(found, key=_best_first)


def _best_first(match: Match) -> tuple[float, int]:
    return -match.score, -int(match.address[1:])
