"""The rankings that the program's own is compared with, each over one corpus."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from desktop_mem.evaluation.data_sets.forms import Corpus
from desktop_mem.evaluation.measures import DEPTH
from desktop_mem.evaluation.word_ranking import WordScores, pairs, runs_together, stems
from desktop_mem.memory.ports import Embedder

_FUSION_CONSTANT: Final = 60

Rank = Callable[[str], list[str]]
"""Gives the ids of the items for a question, best first, at most `DEPTH`."""


def rankings_to_compare(corpus: Corpus, embedder: Embedder) -> dict[str, Rank]:
    """Each by its name: vectors alone, BM25 alone, and both fused by reciprocal ranks."""
    ids = [item.id for item in corpus.items]
    texts = [item.text for item in corpus.items]
    vectors = _by_vectors(ids, texts, embedder)
    words = {"BM25 (stems)": _by_words(ids, WordScores(texts, stems))}
    if runs_together(texts):
        words["BM25 (character pairs)"] = _by_words(ids, WordScores(texts, pairs))
    best_words = list(words.values())[-1]
    return {"vectors": vectors, **words, "reciprocal-rank fusion": _fused(vectors, best_words)}


def _by_vectors(ids: Sequence[str], texts: Sequence[str], embedder: Embedder) -> Rank:
    matrix = np.asarray(embedder.embed(texts), dtype=np.float32)

    def rank(question: str) -> list[str]:
        return _best(ids, matrix @ np.asarray(embedder.embed([question])[0], dtype=np.float32), least=-2.0)

    return rank


def _by_words(ids: Sequence[str], scores: WordScores) -> Rank:
    return lambda question: _best(ids, scores.of(question), least=0.0)


def _best(ids: Sequence[str], scores: Any, least: float) -> list[str]:
    """The ids with the highest scores above `least`, the earlier first among equals."""
    order = np.argsort(-scores, kind="stable")[:DEPTH]
    return [ids[row] for row in order if scores[row] > least]


def _fused(*lists: Rank) -> Rank:
    def rank(question: str) -> list[str]:
        scores: defaultdict[str, float] = defaultdict(float)
        for each in lists:
            for place, id_ in enumerate(each(question), 1):
                scores[id_] += 1 / (_FUSION_CONSTANT + place)
        return sorted(scores, key=lambda id_: -scores[id_])[:DEPTH]

    return rank
