"""Each measure has the value that one computes by hand."""

from __future__ import annotations

import math

import pytest

from desktop_mem.evaluation.measures import Mean, all_measures, ndcg, recall, reciprocal_rank

RANKING = ["x", "a", "y", "b", "z", "c"]


def test_recall_is_the_share_of_the_evidence_found() -> None:
    relevant = {"a": 1.0, "b": 1.0, "c": 1.0, "gone": 1.0}
    assert recall(RANKING, relevant, 5) == 0.5
    assert recall(RANKING, relevant, 10) == 0.75
    assert recall(RANKING, relevant, 1) == 0.0


def test_ndcg_discounts_by_the_logarithm_of_the_place() -> None:
    relevant = {"a": 1.0, "b": 1.0}
    best = 1 + 1 / math.log2(3)
    assert ndcg(RANKING, relevant, 10) == pytest.approx((1 / math.log2(3) + 1 / math.log2(5)) / best)
    assert ndcg(["a", "b"], relevant, 10) == 1.0
    assert ndcg(RANKING, relevant, 3) == pytest.approx(1 / math.log2(3) / best)


def test_ndcg_weighs_by_the_grade() -> None:
    relevant = {"a": 2.0, "b": 1.0}
    assert ndcg(["b", "a"], relevant, 10) == pytest.approx((1 + 2 / math.log2(3)) / (2 + 1 / math.log2(3)))


def test_the_best_ranking_is_as_long_as_the_cut() -> None:
    assert ndcg(["a", "b"], dict.fromkeys("abcd", 1.0), 2) == 1.0


def test_reciprocal_rank_is_that_of_the_first() -> None:
    assert reciprocal_rank(RANKING, {"b": 1.0, "c": 1.0}) == 0.25
    assert reciprocal_rank(RANKING, {"gone": 1.0}) == 0.0


def test_only_the_first_hundred_places_count() -> None:
    ranking = [f"no-{number}" for number in range(100)] + ["a"]
    assert all_measures(ranking, {"a": 1.0}) == {"recall@5": 0, "recall@10": 0, "recall@20": 0, "ndcg@10": 0, "mrr": 0}
    assert all_measures(ranking[1:], {"a": 1.0})["mrr"] == 0.01


def test_a_mean_comes_with_an_interval_that_the_seed_decides() -> None:
    mean = Mean.of([0.0, 1.0] * 50, seed=3)
    assert mean.value == 0.5
    assert mean.low == pytest.approx(0.4, abs=0.03)
    assert mean.high == pytest.approx(0.6, abs=0.03)
    assert mean == Mean.of([0.0, 1.0] * 50, seed=3)
    assert mean != Mean.of([0.0, 1.0] * 50, seed=4)
    assert Mean.of([0.7], seed=0) == Mean(0.7, 0.7, 0.7)
