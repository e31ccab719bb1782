"""The retrieval benchmark: the program's own search and the rankings it is compared with, asked the questions of every data set."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from desktop_mem.evaluation.data_sets.forms import Corpus, DataSet
from desktop_mem.evaluation.embedding_cache import CachedEmbedder
from desktop_mem.evaluation.measures import Mean, all_measures, page_in_measures
from desktop_mem.evaluation.rankings import Rank, rankings_to_compare
from desktop_mem.evaluation.trial_profile import OpenTrialStores, filled_profile

OWN: Final = "desktop_mem"
"""The name of the program's own ranking."""
ALL, TUNING, HELD_OUT = "all", "tuning", "held out"
_TIMED_EMBEDDINGS: Final = 50

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Trial:
    """What a measurement needs of the program: stores, an embedder, whom to tell of the progress, the seed of all chance, and the score
    below which nothing is paged in.
    """

    open_stores: OpenTrialStores
    embedder: CachedEmbedder
    tell: Tell
    seed: int = 0
    page_in_score: float = 0.35


@dataclass(frozen=True, slots=True)
class Result:
    """How one method did on one part of a data set.

    `means` are by the name of the measure. `seconds` holds the time of each search without embedding the question, `cpu_seconds` what of
    it the processors worked, all together; `embedding_seconds` the time of embedding a sample of the questions, one by one (none when
    all embeddings were kept from before). `page_in` holds what the program would page in: the share of questions with some of their
    evidence in it (`hit rate`), the share of the evidence (`evidence`), how many addresses (`brought`), and the share of questions for
    which there is nothing (`nothing`). All are empty for methods that are only compared with.
    """

    data_set: str
    part: str
    method: str
    items: int
    questions: int
    means: Mapping[str, Mean]
    seconds: tuple[float, ...] = ()
    cpu_seconds: tuple[float, ...] = ()
    embedding_seconds: tuple[float, ...] = ()
    page_in: Mapping[str, Mean] = field(default_factory=dict)


@dataclass(slots=True)
class _Outcomes:
    """What one method gave for each question of one corpus."""

    measured: list[dict[str, float]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    cpu_seconds: list[float] = field(default_factory=list)
    page_in: list[dict[str, float]] = field(default_factory=list)


def limited(data_set: DataSet, limit: int | None, seed: int) -> DataSet:
    """The data set with at most `limit` questions, drawn by the seed, and only the corpora that these are asked of."""
    if limit is None or limit >= data_set.questions:
        return data_set
    every = [(corpus, question) for corpus in data_set.corpora for question in corpus.questions]
    drawn = sorted(random.Random(seed).sample(range(len(every)), limit))
    kept: dict[str, list[int]] = {}
    for number in drawn:
        kept.setdefault(every[number][0].name, []).append(number)
    corpora = [
        replace(corpus, questions=tuple(every[number][1] for number in kept[corpus.name]))
        for corpus in data_set.corpora
        if corpus.name in kept
    ]
    return replace(data_set, corpora=tuple(corpora))


def with_names(data_set: DataSet) -> DataSet:
    """The data set with each turn beginning with the name of who said it, since a message has only a role."""
    named = [
        replace(corpus, items=tuple(replace(item, text=f"{item.speaker}: {item.text}") if item.speaker else item for item in corpus.items))
        for corpus in data_set.corpora
    ]
    return replace(data_set, corpora=tuple(named))


def measure(data_sets: Iterable[DataSet], trial: Trial) -> Iterator[Result]:
    """The results of each data set as soon as it is done, each method on each part."""
    for data_set in data_sets:
        outcomes: dict[str, dict[str, _Outcomes]] = {}
        for number, corpus in enumerate(data_set.corpora, 1):
            trial.tell(f"{data_set.name}: {corpus.name} ({number} of {len(data_set.corpora)}), {len(corpus.items)} items")
            outcomes[corpus.name] = _asked(corpus, trial)
        timed = _embedding_seconds(data_set, trial)
        for part, names in _parts(data_set).items():
            yield from _results(data_set, part, names, outcomes, timed, trial.seed)


def _asked(corpus: Corpus, trial: Trial) -> dict[str, _Outcomes]:
    trial.embedder.embed([item.text for item in corpus.items])
    trial.embedder.embed([question.text for question in corpus.questions])
    with filled_profile(corpus, trial.embedder, trial.open_stores, trial.page_in_score) as own:
        own.rank(corpus.questions[0].text)  # the first search reads the index from the disk
        outcomes = {OWN: _outcomes(own.rank, corpus)}
        outcomes[OWN].page_in = [page_in_measures(own.page_in(question.text), question.relevant) for question in corpus.questions]
    for name, rank in rankings_to_compare(corpus, trial.embedder).items():
        outcomes[name] = _outcomes(rank, corpus)
    return outcomes


def _outcomes(rank: Rank, corpus: Corpus) -> _Outcomes:
    outcomes = _Outcomes()
    for question in corpus.questions:
        started, cpu_started = time.perf_counter(), time.process_time()
        ranking = rank(question.text)
        outcomes.seconds.append(time.perf_counter() - started)
        outcomes.cpu_seconds.append(time.process_time() - cpu_started)
        outcomes.measured.append(all_measures(ranking, question.relevant))
    return outcomes


def _embedding_seconds(data_set: DataSet, trial: Trial) -> tuple[float, ...]:
    """What it takes to embed a question that comes alone, for a sample of them; nothing when the embedder was never needed."""
    if not trial.embedder.is_loaded:
        return ()
    texts = [question.text for corpus in data_set.corpora for question in corpus.questions]
    seconds = []
    for text in random.Random(trial.seed).sample(texts, min(len(texts), _TIMED_EMBEDDINGS)):
        started = time.perf_counter()
        trial.embedder.embed_anew(text)
        seconds.append(time.perf_counter() - started)
    return tuple(seconds)


def _parts(data_set: DataSet) -> dict[str, list[str]]:
    """The names of the corpora of each part: all; and of several conversations every second one for tuning, the rest held out."""
    names = sorted(corpus.name for corpus in data_set.corpora)
    parts = {ALL: names}
    if len(names) > 1 and all(corpus.conversation for corpus in data_set.corpora):
        parts |= {TUNING: names[0::2], HELD_OUT: names[1::2]}
    return parts


def _results(
    data_set: DataSet, part: str, names: Sequence[str], outcomes: Mapping[str, Mapping[str, _Outcomes]], timed: tuple[float, ...], seed: int
) -> Iterator[Result]:
    items = sum(len(corpus.items) for corpus in data_set.corpora if corpus.name in names)
    for method in dict.fromkeys(method for name in names for method in outcomes[name]):
        chosen = [outcomes[name][method] for name in names if method in outcomes[name]]
        measured = [each for outcome in chosen for each in outcome.measured]
        own = method == OWN
        yield Result(
            data_set.name,
            part,
            method,
            items,
            len(measured),
            _means(measured, seed),
            tuple(second for outcome in chosen for second in outcome.seconds) if own else (),
            tuple(second for outcome in chosen for second in outcome.cpu_seconds) if own else (),
            timed if own else (),
            _means([each for outcome in chosen for each in outcome.page_in], seed),
        )


def _means(measured: Sequence[Mapping[str, float]], seed: int) -> dict[str, Mean]:
    return {name: Mean.of([each[name] for each in measured], seed) for name in measured[0]} if measured else {}
