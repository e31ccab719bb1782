"""What an experiment is made of: a world that is stored beforehand, what the user says in it, and what a good answer would be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from desktop_mem.memory.message import Role

if TYPE_CHECKING:
    from desktop_mem.evaluation.oracle import Moves
    from desktop_mem.evaluation.outcome import Outcome

DEFAULT_NOW: Final = datetime(2024, 6, 3, 9, tzinfo=UTC)
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Said:
    """One message of an earlier session, by its `id` in the data; `at` is aware."""

    id: str
    role: Role
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Kept:
    """One passage of archival storage. One of a document names it and its page."""

    id: str
    text: str
    document: str = ""
    page: int = 1


@dataclass(frozen=True, slots=True)
class World:
    """What is stored before the user says anything. Worlds with the same `key` are the same and are made only once.

    `sections` are texts of the working context by label; a label that is new becomes a section. `now` is the time of the turn.
    """

    key: str
    messages: tuple[Said, ...] = ()
    passages: tuple[Kept, ...] = ()
    sections: Mapping[str, str] = field(default_factory=dict)
    now: datetime = DEFAULT_NOW


Judge = Callable[["Outcome"], Mapping[str, float]]
"""Measures of its own that a task takes of what came of it."""


def no_judge(outcome: Outcome) -> Mapping[str, float]:
    """For tasks of which answers and evidence say all."""
    return {}


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to be done: `turns` of the user in a world, of which the last is judged. `group` is its row in the table.

    `answers` are right ones of which one is enough; `evidence` the ids of what answers it; `judge` takes further measures.
    `moves` makes what plays the task perfectly, of the address by which each id is stored.
    """

    id: str
    group: str
    world: World
    turns: tuple[str, ...]
    moves: Callable[[Mapping[str, str]], Moves]
    answers: tuple[str, ...] = ()
    evidence: frozenset[str] = frozenset()
    judge: Judge = no_judge
    unanswerable: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """What to take of which data: at most `limit` questions (None: all), drawn by the seed. `tell` hears what cannot be used.

    `embed` gives unit vectors, for data whose tasks depend on what is alike.
    """

    data: Path
    limit: int | None
    seed: int
    tell: Tell
    embed: Callable[[Sequence[str]], list[list[float]]]


@dataclass(frozen=True, slots=True)
class Experiment:
    """One experiment: what it is called and asks, how its tasks are made, and which measures its table shows.

    `settings` of the profile are the same for every policy. Making tasks raises `EnvironmentFault` where the data is not there.
    """

    name: str
    about: str
    tasks: Callable[[Request], Iterable[Task]]
    columns: tuple[str, ...]
    settings: Mapping[str, object] = field(default_factory=dict)
