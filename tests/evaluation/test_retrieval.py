"""The benchmark asks the program's own stores, splits conversations, and gives the same for the same seed."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desktop_mem.cli import main
from desktop_mem.evaluation import retrieval
from desktop_mem.evaluation.data_sets.forms import Corpus, DataSet, Item, Question
from desktop_mem.evaluation.embedding_cache import CachedEmbedder
from desktop_mem.evaluation.identifiers import identifiers
from desktop_mem.evaluation.report import page_in_table, record, table
from desktop_mem.evaluation.retrieval import OWN, Result, Trial, limited, measure, with_names
from desktop_mem.inference.scripted import HashEmbedder
from desktop_mem.storage.stores import Stores

from .conftest import Write


class _Counting(HashEmbedder):
    """Counts the texts that it embeds."""

    texts = 0

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """As the other, and counts."""
        self.texts += len(texts)
        return super().embed(texts)


def _trial(folder: Path | None = None, embedder: HashEmbedder | None = None) -> Trial:
    embedder = embedder or HashEmbedder()
    return Trial(Stores.open, CachedEmbedder(embedder.name, lambda: embedder, folder, lambda done, total: None), lambda text: None)


def _talk(name: str, *texts: str) -> Corpus:
    items = tuple(Item(f"D1:{number}", text, "Ada" if number % 2 else "Bo") for number, text in enumerate(texts, 1))
    return Corpus(name, items, tuple(Question(item.text, {item.id: 1.0}) for item in items), conversation=True)


@pytest.fixture
def talks() -> DataSet:
    """Three conversations in which each turn is asked for in its own words."""
    return DataSet(
        "talks",
        (
            _talk("c", "My kayak leaks.", "The hedgehog sleeps."),
            _talk("a", "I baked a plum cake.", "The train was late.", "Grandmother plays chess."),
            _talk("b", "The garden needs rain."),
        ),
    )


def test_the_programs_own_search_is_asked_through_its_stores(talks: DataSet) -> None:
    results = list(measure([talks], _trial()))
    own = next(result for result in results if result.method == OWN and result.part == "all")
    assert own.means["recall@5"].value == 1.0
    assert own.means["mrr"].value == 1.0
    assert (own.items, own.questions, len(own.seconds), len(own.embedding_seconds)) == (6, 6, 6, 6)
    assert {result.method for result in results} == {OWN, "vectors", "BM25 (stems)", "reciprocal-rank fusion"}


def test_the_hit_rate_of_page_in_is_measured(talks: DataSet) -> None:
    """Of six turns that are asked for in their own words each is brought, and the table says so."""
    results = list(measure([talks], _trial()))
    own = next(result for result in results if result.method == OWN and result.part == "all")
    assert (own.page_in["hit rate"].value, own.page_in["evidence"].value, own.page_in["nothing"].value) == (1.0, 1.0, 0.0)
    assert 1.0 <= own.page_in["brought"].value <= 4.0
    assert "| talks | all | 6 | 1.000 ±0.000 | 1.000 ±0.000 |" in page_in_table(results)
    nothing = replace(_trial(), page_in_score=1.1)
    unsure = next(result for result in measure([talks], nothing) if result.method == OWN and result.part == "all")
    assert (unsure.page_in["hit rate"].value, unsure.page_in["nothing"].value) == (0.0, 1.0)


def test_every_second_conversation_is_held_out(talks: DataSet) -> None:
    questions = {result.part: result.questions for result in measure([talks], _trial()) if result.method == OWN}
    assert questions == {"all": 6, "tuning": 5, "held out": 1}


def test_passages_are_not_split() -> None:
    passages = DataSet("p", (Corpus("p", (Item("1", "水是湿的"), Item("2", "火是热的")), (Question("水", {"1": 1.0}),)),))
    results = list(measure([passages], _trial()))
    assert {result.part for result in results} == {"all"}
    assert next(result for result in results if result.method == OWN).means["mrr"].value == 1.0


def test_a_second_run_computes_no_embedding_and_gives_the_same(talks: DataSet, tmp_path: Path) -> None:
    first = _Counting()
    before = list(measure([talks], _trial(tmp_path / "cache", first)))
    assert first.texts > 0
    second = _Counting()
    after = list(measure([talks], _trial(tmp_path / "cache", second)))
    assert second.texts == 0
    assert [result.means for result in after] == [result.means for result in before]
    assert all(result.embedding_seconds == () for result in after)


def test_a_cache_that_was_cut_off_is_mended(tmp_path: Path) -> None:
    def cached(embedder: HashEmbedder) -> CachedEmbedder:
        return CachedEmbedder("hash/64", lambda: embedder, tmp_path, lambda done, total: None)

    vectors = cached(HashEmbedder()).embed(["one", "two", "three"])
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-5])
    again = _Counting()
    assert cached(again).embed(["one", "two", "three"]) == vectors
    assert again.texts == 1
    assert cached(_Counting()).dimension == 64


def test_a_limit_draws_the_same_questions_for_the_same_seed(talks: DataSet) -> None:
    drawn = limited(talks, 3, seed=1)
    assert drawn.questions == 3
    assert drawn == limited(talks, 3, seed=1)
    assert drawn != limited(talks, 3, seed=2)
    assert all(corpus.questions and len(corpus.items) for corpus in drawn.corpora)
    assert limited(talks, 6, seed=1) == talks


def test_turns_can_begin_with_names(talks: DataSet) -> None:
    named = with_names(talks)
    assert [item.text for item in named.corpora[0].items] == ["Ada: My kayak leaks.", "Bo: The hedgehog sleeps."]
    assert named.corpora[0].questions == talks.corpora[0].questions
    assert with_names(identifiers(0)) == identifiers(0)


def test_each_identifier_is_among_look_alikes_and_answers_one_question() -> None:
    made = identifiers(5)
    assert made == identifiers(5)
    assert made != identifiers(6)
    (corpus,) = made.corpora
    texts = {item.id: item.text for item in corpus.items}
    assert len(set(texts.values())) == len(texts)
    assert len(corpus.items) == 9 * len(corpus.questions)
    for question in corpus.questions:
        (answer,) = question.relevant
        (identifier,) = re.findall(r"[\w.:/\\+-]*\d[\w.:/\\-]*(?: \d+)*", question.text)
        assert identifier in texts[answer]
        assert sum(identifier in text for text in texts.values()) == 1
    assert {question.category for question in corpus.questions} >= {"uuid", "path", "date", "part number", "error code"}


def test_identifiers_are_all_found_among_the_first_five() -> None:
    own = next(result for result in measure([limited(identifiers(0), 40, seed=0)], _trial()) if result.method == OWN)
    assert own.means["recall@5"].value == 1.0


def test_the_table_has_a_row_for_each_result(talks: DataSet) -> None:
    results = list(measure([talks], _trial()))
    lines = table(results).splitlines()
    assert len(lines) == 2 + len(results)
    assert lines[0].startswith("| data set | part | method | items | questions | recall@5 |")
    assert len({line.count("|") for line in lines}) == 1
    assert lines[2].startswith(f"| talks | all | {OWN} | 6 | 6 | 1.000 ±0.000 |")


def test_a_record_has_stable_keys(talks: DataSet) -> None:
    own, other = (record(result) for result in list(measure([talks], _trial()))[:2])
    assert list(own) == [
        "data_set", "part", "method", "items", "questions", "recall@5", "recall@10", "recall@20", "ndcg@10", "mrr",
        "search_ms", "search_cpu_ms", "embedding_ms", "page_in",
    ]  # fmt: skip
    assert set(own["recall@5"]) == {"mean", "low", "high"}
    assert set(own["search_ms"]) == {"median", "p95"}
    assert list(other) == list(own)
    assert other["search_ms"] is None


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command uses an embedder that needs no model."""
    monkeypatch.setattr("desktop_mem.app.measuring.load_embedder", lambda settings: HashEmbedder(384))


@pytest.mark.usefixtures("scripted")
def test_the_command_prints_a_table_of_the_sets_asked_for(
    write: Write, data: Path, locomo_sample: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    write("talks.json", [locomo_sample])
    write("broken.json", "{")
    assert main(["evaluate", "retrieval", "--data", str(data), "--sets", "talk"]) == 0
    printed = capsys.readouterr()
    methods, page_in = printed.out.split("\n\n")
    assert page_in.startswith("| data set | part | questions | page-in hit rate |")
    assert [line.split(" | ")[2] for line in methods.splitlines()[2:]] == [
        OWN, "vectors", "BM25 (stems)", "reciprocal-rank fusion",
    ]  # fmt: skip
    assert "broken.json cannot be read" in printed.err
    assert "talk-1 (1 of 1), 4 items" in printed.err


@pytest.mark.usefixtures("scripted")
def test_the_command_prints_records(write: Write, data: Path, locomo_sample: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    write("talks.json", [locomo_sample])
    assert main(["evaluate", "retrieval", "--data", str(data), "--sets", "talks", "--limit", "1", "--json"]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(each["data_set"], each["method"], each["questions"]) for each in records[:1]] == [("talks", OWN, 1)]


def test_a_set_that_is_not_there_is_a_sentence_with_those_that_are(
    write: Write, data: Path, locomo_sample: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    write("talks.json", [locomo_sample])
    assert main(["evaluate", "retrieval", "--data", str(data), "--sets", "nothing"]) == 1
    assert "begins with nothing. There are: talks, identifiers." in capsys.readouterr().err


@pytest.mark.usefixtures("scripted")
def test_an_interrupted_run_prints_what_was_measured(
    write: Write, data: Path, locomo_sample: dict[str, Any], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write("talks.json", [locomo_sample])
    asked = retrieval._asked

    def ask(corpus: Corpus, trial: Trial) -> Any:
        if corpus.name == "identifiers":
            raise KeyboardInterrupt
        return asked(corpus, trial)

    monkeypatch.setattr(retrieval, "_asked", ask)
    assert main(["evaluate", "retrieval", "--data", str(data)]) == 130
    printed = capsys.readouterr()
    assert "| talks | all | desktop_mem |" in printed.out
    assert "identifiers |" not in printed.out
    assert "Interrupted" in printed.err


def test_a_method_without_times_shows_none() -> None:
    result = Result(
        "s", "all", "vectors", 1, 1, {name: retrieval.Mean(1, 1, 1) for name in ("recall@5", "recall@10", "recall@20", "ndcg@10", "mrr")}
    )
    assert table([result]).endswith("|  |  |  |")
