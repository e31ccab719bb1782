"""Multi-document question answering: one passage answers, among 1 to 200 that are as like the question as can be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

import numpy as np

from desktop_mem.evaluation.data_sets.passages import is_lost_in_the_middle
from desktop_mem.evaluation.experiments.lines import drawn, line_files, missing
from desktop_mem.evaluation.oracle import Moves
from desktop_mem.evaluation.oracle_moves import Digging
from desktop_mem.evaluation.task import Experiment, Kept, Request, Task, World

DOCUMENTS: Final = (1, 10, 30, 100, 200)
_PAGES: Final = 5
_TITLED: Final = "{title}: {text}"


def tasks(request: Request) -> Iterator[Task]:
    """Each question with each number of documents in archival storage: the one that answers it, and the nearest of the other questions'."""
    records = [record for _, found in line_files(request.data, _has_answers, request.tell) for record in found]
    if not records:
        raise missing("file of questions with passages of which one is gold", request.data)
    passages = list(dict.fromkeys(_text(shown) for record in records for shown in record["ctxs"]))
    vectors = np.asarray(request.embed(passages))
    places = {text: place for place, text in enumerate(passages)}
    for number, record in enumerate(drawn(records, request.limit, request.seed)):
        question = str(record["question"])
        gold = [places[_text(shown)] for shown in record["ctxs"] if shown.get("isgold")][:1]
        alike = np.argsort(-(vectors @ np.asarray(request.embed([question])[0])), kind="stable")
        others = [int(place) for place in alike if place not in gold]
        for documents in DOCUMENTS:
            if documents <= len(passages):
                yield _task(number, record, gold + others[: documents - 1], documents, passages)


def _task(number: int, record: Mapping[str, Any], chosen: Sequence[int], documents: int, passages: Sequence[str]) -> Task:
    question = str(record["question"])
    evidence = f"passage-{chosen[0]}"
    # In the order of the file, so that the one that answers stands anywhere.
    kept = tuple(Kept(f"passage-{place}", passages[place]) for place in sorted(chosen))
    return Task(
        f"{number}-{documents}-{question[:40]}",
        f"K = {documents}",
        World(f"doc-qa-{number}-{documents}-{question[:40]}", passages=kept),
        (question,),
        partial(_moves, question, evidence),
        answers=tuple(map(str, record["answers"])),
        evidence=frozenset((evidence,)),
    )


def _moves(question: str, evidence: str, addresses: Mapping[str, str]) -> Moves:
    return Digging("archival_memory_search", [(question, _PAGES)], {addresses[evidence]: ""})


def _text(shown: Mapping[str, Any]) -> str:
    return _TITLED.format(title=shown.get("title") or "", text=shown["text"]).removeprefix(": ")


def _has_answers(record: Any) -> bool:
    return is_lost_in_the_middle(record) and bool(record.get("answers")) and any(shown.get("isgold") for shown in record["ctxs"])


EXPERIMENT: Final = Experiment(
    "doc-qa",
    "question answering over 1 to 200 documents of which one answers",
    tasks,
    ("completed", "contained", "evidence"),
)
