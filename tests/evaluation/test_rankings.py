"""The rankings to compare with are what their names say."""

from __future__ import annotations

import math

import pytest

from desktop_mem.evaluation.data_sets.forms import Corpus, Item
from desktop_mem.evaluation.rankings import rankings_to_compare
from desktop_mem.evaluation.word_ranking import WordScores, pairs, runs_together, stems
from desktop_mem.inference.scripted import HashEmbedder


def test_stems_drop_endings_and_words_that_say_nothing() -> None:
    assert stems("The dogs were running to the houses") == ["dog", "run", "hous"]
    assert stems("Who is it?") == ["who", "is", "it"]


def test_pairs_overlap_within_each_run() -> None:
    assert pairs("水是湿 ab。火") == ["水是", "是湿", "ab", "火"]


def test_scripts_that_run_together_are_told_from_others() -> None:
    assert runs_together(["水是湿的 a"])
    assert not runs_together(["water 水 is wet"])


def test_bm25_has_the_value_of_its_formula() -> None:
    scores = WordScores(["cat cat dog", "dog"], stems).of("cat bird")
    rarity = math.log(1 + 1.5 / 1.5)
    length = 1.5 * (0.25 + 0.75 * 3 / 2)
    assert scores.tolist() == pytest.approx([rarity * 2 / (2 + length), 0.0])


def test_each_list_ranks_and_fusion_joins_them() -> None:
    items = (Item("a", "the cat sleeps"), Item("b", "a dog barks"), Item("c", "dogs and cats"))
    ranks = rankings_to_compare(Corpus("pets", items, ()), HashEmbedder())
    assert list(ranks) == ["vectors", "BM25 (stems)", "reciprocal-rank fusion"]
    assert ranks["BM25 (stems)"]("barking dogs") == ["b", "c"]
    assert ranks["vectors"]("the cat sleeps")[0] == "a"
    assert sorted(ranks["vectors"]("anything")) == ["a", "b", "c"]
    lists = [ranks[name]("the cat sleeps") for name in ("vectors", "BM25 (stems)")]
    scores = {id_: sum(1 / (60 + 1 + each.index(id_)) for each in lists if id_ in each) for id_ in "abc"}
    assert ranks["reciprocal-rank fusion"]("the cat sleeps") == sorted(scores, key=lambda id_: -scores[id_])


def test_pairs_of_characters_are_fused_where_words_run_together() -> None:
    items = (Item("a", "水是湿的"), Item("b", "火是热的"))
    ranks = rankings_to_compare(Corpus("zh", items, ()), HashEmbedder())
    assert ranks["BM25 (character pairs)"]("什么是热的") == ["b"]
    assert ranks["BM25 (stems)"]("什么是热的") == []
    assert ranks["reciprocal-rank fusion"]("火是热的")[0] == "b"
