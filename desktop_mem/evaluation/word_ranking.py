"""Plain BM25, to compare with: over stemmed English words, or over pairs of characters for scripts without spaces."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import Stemmer

_K1: Final = 1.5
_B: Final = 0.75
_WORD = re.compile(r"\w+")
_JOINED = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]")
_STOP_WORDS: Final = frozenset(
    _WORD.findall(
        """a about an and are as at be been but by can could did do does for from had has have he her hers him his how i if in into is it
        its just me my no nor not of on only or our ours she should so some such than that the their theirs them then there these they this
        those to too us was we were what when where which while who whom whose why will with would you your yours"""
    )
)

Tokens = Callable[[str], list[str]]


def stems(text: str) -> list[str]:
    """The stemmed English words, without stop words unless there is nothing else."""
    words = _WORD.findall(text.lower())
    stemmed: list[str] = _STEMMER.stemWords([word for word in words if word not in _STOP_WORDS] or words)
    return stemmed


def pairs(text: str) -> list[str]:
    """The overlapping pairs of characters of each run of letters and digits (a lone character: itself)."""
    runs = _WORD.findall(text.lower())
    return [pair for run in runs for pair in ([run] if len(run) == 1 else [run[at : at + 2] for at in range(len(run) - 1)])]


def runs_together(texts: Sequence[str]) -> bool:
    """Whether most letters are of scripts that write no spaces between words."""
    sample = "".join(texts[:200])
    return 2 * len(_JOINED.findall(sample)) > sum(character.isalpha() for character in sample)


class WordScores:
    """BM25 (the form of Lucene, k1 1.5, b 0.75) of fixed texts."""

    def __init__(self, texts: Sequence[str], tokens: Tokens) -> None:
        self._tokens = tokens
        self._rows = len(texts)
        bags = [Counter(tokens(text)) for text in texts]
        lengths = np.array([bag.total() for bag in bags], dtype=np.float64)
        norms = _K1 * (1 - _B + _B * lengths / max(lengths.mean(), 1.0))
        found: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        for row, bag in enumerate(bags):
            for term, count in bag.items():
                found[term].append((row, count))
        self._postings = {term: self._weights(np.array(rows), norms) for term, rows in found.items()}

    def _weights(self, rows: Any, norms: Any) -> tuple[Any, Any]:
        """The rows that have a term, and what the term adds to the score of each."""
        at, counts = rows[:, 0], rows[:, 1]
        rarity = np.log(1 + (self._rows - len(at) + 0.5) / (len(at) + 0.5))
        return at, rarity * counts / (counts + norms[at])

    def of(self, query: str) -> Any:
        """The score of each text: an array of as many floats."""
        scores = np.zeros(self._rows)
        for term in self._tokens(query):
            if term in self._postings:
                at, weights = self._postings[term]
                scores[at] += weights
        return scores


_STEMMER: Final = Stemmer.Stemmer("english")
