"""Core memory: facts in the working context are asked for, and one of them is changed by what the user says first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from desktop_mem.evaluation.answers import contained
from desktop_mem.evaluation.experiments.lines import drawn, line_files, missing
from desktop_mem.evaluation.oracle import Moves
from desktop_mem.evaluation.oracle_moves import Reading
from desktop_mem.evaluation.outcome import Outcome
from desktop_mem.evaluation.task import Experiment, Request, Task, World, no_judge

_LABEL: Final = "facts"
_PERSONA: Final = "I answer questions from the facts in my memory, and keep them up to date with what the user tells me."
_NEWS: Final = "Something has changed. {news}"
READ, UPDATE = "read", "update"


def tasks(request: Request) -> Iterator[Task]:
    """Reads and updates, `limit` of each, drawn by the seed."""
    found: dict[str, list[Mapping[str, Any]]] = {READ: [], UPDATE: []}
    for _, records in line_files(request.data, _is_task, request.tell):
        for record in records:
            found[UPDATE if _news(record) else READ].append(record)
    if not any(found.values()):
        raise missing("file of questions with facts", request.data)
    old = {(record["input"], tuple(_facts(record))): str(record["ground_truth"]) for record in found[READ]}
    for kind, records in found.items():
        for number, record in enumerate(drawn(records, request.limit, request.seed)):
            yield _task(kind, number, record, old.get((record["input"], tuple(_facts(record))), ""))


def _task(kind: str, number: int, record: Mapping[str, Any], old: str) -> Task:
    facts, question, news = _facts(record), str(record["input"]), _news(record)
    turns = (_NEWS.format(news=news), question) if news else (question,)
    return Task(
        f"{kind}-{number}",
        kind,
        World(f"core-{kind}-{number}-{question[:40]}", sections={"persona": _PERSONA, _LABEL: "\n".join(facts)}),
        turns,
        partial(_moves, news, (str(record["ground_truth"]),)),
        answers=(str(record["ground_truth"]),),
        judge=partial(updated, str(record["ground_truth"]), old) if news else no_judge,
    )


def updated(new: str, old: str, outcome: Outcome) -> dict[str, float]:
    """Whether the new answer was given and the old one, where it is known, was not."""
    right = contained(outcome.reply, new) and not (old and contained(outcome.reply, old))
    return {"updated": float(right)}


def _moves(news: str, answers: Sequence[str], addresses: Mapping[str, str]) -> Moves:
    return Reading(_LABEL, answers, news=news)


def _facts(record: Mapping[str, Any]) -> list[str]:
    return [str(fact) for fact in record["agent_args"]["extra"]["facts"]]


def _news(record: Mapping[str, Any]) -> str:
    return str(record["agent_args"]["extra"].get("contradicting_fact") or "").strip().strip('"')


def _is_task(record: Any) -> bool:
    if not isinstance(record, dict) or not {"input", "ground_truth", "agent_args"} <= record.keys():
        return False
    extra = record["agent_args"].get("extra") if isinstance(record["agent_args"], dict) else None
    return isinstance(extra, dict) and bool(extra.get("facts"))


EXPERIMENT: Final = Experiment(
    "core-memory",
    "facts in the working context: read, and corrected by what the user says",
    tasks,
    ("completed", "contained", "updated", "writes"),
)
