"""The measures of a ranking, and how sure their means are."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

DEPTH: Final = 100
"""Places of a ranking that count."""
CUTS: Final = (5, 10, 20)
NDCG_CUT: Final = 10
_RESAMPLES: Final = 1000


def recall(ranking: Sequence[str], relevant: Mapping[str, float], places: int) -> float:
    """The share of what is relevant that stands in the first places."""
    return len(set(ranking[:places]) & relevant.keys()) / len(relevant)


def ndcg(ranking: Sequence[str], relevant: Mapping[str, float], places: int) -> float:
    """Discounted gain over the best possible one, with the grade itself as the gain."""
    gained = sum(relevant.get(id_, 0.0) / math.log2(place + 2) for place, id_ in enumerate(ranking[:places]))
    best = sorted(relevant.values(), reverse=True)[:places]
    return gained / sum(grade / math.log2(place + 2) for place, grade in enumerate(best))


def reciprocal_rank(ranking: Sequence[str], relevant: Mapping[str, float]) -> float:
    """One over the place of the first relevant item; 0 where there is none."""
    return next((1 / place for place, id_ in enumerate(ranking, 1) if id_ in relevant), 0.0)


def all_measures(ranking: Sequence[str], relevant: Mapping[str, float]) -> dict[str, float]:
    """Every measure of one ranking (its first `DEPTH` places) by name."""
    ranking = ranking[:DEPTH]
    measured = {f"recall@{cut}": recall(ranking, relevant, cut) for cut in CUTS}
    return {**measured, f"ndcg@{NDCG_CUT}": ndcg(ranking, relevant, NDCG_CUT), "mrr": reciprocal_rank(ranking, relevant)}


def page_in_measures(brought: Sequence[str], relevant: Mapping[str, float]) -> dict[str, float]:
    """What was paged in for one question: whether some of what is relevant is there, the share of it, how many, and whether none."""
    share = len(set(brought) & relevant.keys()) / len(relevant)
    return {"hit rate": float(share > 0), "evidence": share, "brought": float(len(brought)), "nothing": float(not brought)}


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over questions, and the interval that holds 95 of 100 means of as many questions drawn from these."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float], seed: int) -> Mean:
        """The interval is the same for the same seed. `values` must not be empty."""
        data = np.asarray(values, dtype=np.float64)
        drawn = np.random.default_rng(seed).integers(0, len(data), size=(_RESAMPLES, len(data)))
        low, high = np.quantile(data[drawn].mean(axis=1), (0.025, 0.975))
        return cls(float(data.mean()), float(low), float(high))

    def record(self) -> dict[str, float]:
        """One JSON object with stable keys."""
        return {"mean": self.value, "low": self.low, "high": self.high}


def median_and_p95(values: Sequence[float]) -> tuple[float, float]:
    """Median and 95th percentile. `values` must not be empty."""
    median, high = np.quantile(np.asarray(values), (0.5, 0.95))
    return float(median), float(high)
