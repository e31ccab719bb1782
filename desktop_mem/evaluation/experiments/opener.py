"""Conversation opener: a first line that shows what the assistant knows of the user, compared with that and with a person's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

import numpy as np

from desktop_mem.evaluation.experiments.lines import drawn, line_files, missing
from desktop_mem.evaluation.experiments.multi_session import histories, turns_of
from desktop_mem.evaluation.oracle import Moves
from desktop_mem.evaluation.oracle_moves import Greeting
from desktop_mem.evaluation.outcome import Outcome
from desktop_mem.evaluation.task import DEFAULT_NOW, Experiment, Request, Said, Task, World
from desktop_mem.memory.message import Role

_TARGET_SESSION: Final = 4
_NEAREST: Final = 3
_ARRIVED: Final = "Hello, I am back. Greet me and ask me about something that you know of me."
_PERSONA: Final = "I am a warm companion. I begin conversations with what I remember of the user."

Embed = Callable[[Sequence[str]], list[list[float]]]


def tasks(request: Request) -> Iterator[Task]:
    """One task for each dialogue: the user's persona in the working context, the sessions before in recall storage where they are there."""
    targets = [record for _, found in line_files(request.data, _is_target, request.tell) for record in found]
    if not targets:
        raise missing("file of dialogues with personas", request.data)
    before = histories(request)
    for record in drawn(targets, request.limit, request.seed):
        yield _task(record, before.get(record["initial_data_id"], ()), request.embed)


def _task(record: Mapping[str, Any], turns: Sequence[Mapping[str, Any]], embed: Embed) -> Task:
    name, first = str(record["initial_data_id"]), record["dialog"][0]
    user = 1 if first["id"] == "bot_0" else 0  # the one who is spoken to
    persona = [str(line) for line in record["init_personachat"]["init_personas"][user] if str(line).strip()]
    said = tuple(
        Said(item.id, Role.USER if item.speaker == f"bot_{user}" else Role.ASSISTANT, item.text, item.said_at or DEFAULT_NOW)
        for item in turns_of(turns, _TARGET_SESSION)
    )
    return Task(
        f"opener-{name}",
        "opener",
        World(f"opener-{name}", said, sections={"persona": _PERSONA, "human": "\n".join(persona)}, now=_after(said)),
        (_ARRIVED,),
        _moves,
        judge=partial(similarities, embed, persona, str(first["text"])),
    )


def _after(said: Sequence[Said]) -> datetime:
    return (said[-1].at if said else DEFAULT_NOW) + timedelta(days=3)


def similarities(embed: Embed, persona: Sequence[str], by_a_person: str, outcome: Outcome) -> dict[str, float]:
    """SIM-1: the cosine to the nearest line of the persona; SIM-3: to the nearest three on average; SIM-H: to a person's opener."""
    if not outcome.reply.strip():
        return {"sim_1": 0.0, "sim_3": 0.0, "sim_h": 0.0}
    vectors = np.asarray(embed([outcome.reply, by_a_person, *persona]))
    nearest = np.sort(vectors[2:] @ vectors[0])[::-1][:_NEAREST]
    return {"sim_1": float(nearest[0]), "sim_3": float(nearest.mean()), "sim_h": float(vectors[1] @ vectors[0])}


def _moves(addresses: Mapping[str, str]) -> Moves:
    return Greeting("human")


def _is_target(record: Any) -> bool:
    return isinstance(record, dict) and {"dialog", "init_personachat", "initial_data_id"} <= record.keys() and bool(record["dialog"])


EXPERIMENT: Final = Experiment(
    "opener",
    "conversation opener: how near its first line comes to the user's persona and to a person's own",
    tasks,
    ("completed", "sim_1", "sim_3", "sim_h"),
)
