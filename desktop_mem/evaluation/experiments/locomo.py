"""The questions of long conversations by category, with those that nothing in the conversation answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from desktop_mem.evaluation.data_sets.conversations import UNANSWERABLE
from desktop_mem.evaluation.data_sets.finding import find_data_sets
from desktop_mem.evaluation.data_sets.forms import Corpus, DataSet, Question
from desktop_mem.evaluation.experiments.deep_memory import question_task, world_of
from desktop_mem.evaluation.experiments.lines import drawn, missing
from desktop_mem.evaluation.oracle import Moves
from desktop_mem.evaluation.oracle_moves import Digging
from desktop_mem.evaluation.retrieval import with_names
from desktop_mem.evaluation.task import Experiment, Request, Task

CATEGORIES: Final = {"1": "multi-hop", "2": "temporal", "3": "open", "4": "single-hop", UNANSWERABLE: "unanswerable"}
_NOTHING_PAGES: Final = 2


def tasks(request: Request) -> Iterator[Task]:
    """The questions of every conversation that has some nothing answers; at most `limit`, drawn by the seed."""
    sets = [
        with_names(data_set)
        for data_set in find_data_sets(request.data, request.tell)
        if any(corpus.unanswerable for corpus in data_set.corpora)
    ]
    if not sets:
        raise missing("conversation with questions that nothing in it answers", request.data)
    for data_set in sets:
        yield from _of(data_set, request)


def _of(data_set: DataSet, request: Request) -> Iterator[Task]:
    every = [(corpus, question) for corpus in data_set.corpora for question in (*corpus.questions, *_unanswerable(corpus))]
    worlds = {corpus.name: world_of(corpus) for corpus in data_set.corpora}
    for number, (corpus, question) in drawn(list(enumerate(every)), request.limit, request.seed):
        id_, group = f"{data_set.name}-{corpus.name}-{number}", CATEGORIES.get(question.category, question.category)
        task = question_task(id_, group, worlds[corpus.name], question)
        if question.category == UNANSWERABLE:
            task = replace(task, unanswerable=True, moves=partial(_nothing, question.text))
        yield task


def _unanswerable(corpus: Corpus) -> list[Question]:
    return [Question(text, {}, UNANSWERABLE) for text in corpus.unanswerable]


def _nothing(question: str, addresses: Mapping[str, str]) -> Moves:
    """Looks through the first pages, and says that nothing answers it."""
    return Digging("conversation_search", [(question, _NOTHING_PAGES)], {"nothing": ""})


EXPERIMENT: Final = Experiment(
    "locomo",
    "questions of long conversations by category, with those that nothing answers",
    tasks,
    ("completed", "f1", "contained", "evidence", "abstained", "writes"),
)
