"""Idle work: what is done while nobody waits for an answer, in order of worth and a piece at a time."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import ExitStack
from typing import Any, Generic, TypeVar

from desktop_mem.memory.agent import Agent
from desktop_mem.memory.update import StillWorking, Update
from desktop_mem.runtime.ports import LoadedModel

T = TypeVar("T")
Piece = Callable[[], object]
"""Does one piece of work; false when there was nothing to do."""


class Resumable(Generic[T]):
    """Work that goes on from where it was left, as a generator does, and is begun anew when something has changed.

    `take` is handed everything that the work yields. What was `cancel`led half done leaves nothing behind.
    """

    def __init__(self, begin: Callable[[], Generator[T, None, None]], take: Callable[[T], Any] = lambda _: None) -> None:
        self._begin = begin
        self._take = take
        self._work: Generator[T, None, None] | None = None
        self._due = True

    def __call__(self) -> bool:
        """One piece; False when there is none."""
        if self._work is None:
            if not self._due:
                return False
            self._work, self._due = self._begin(), False
        with ExitStack() as unless_done:
            unless_done.callback(self._forget)
            try:
                self._take(next(self._work))
            except StopIteration:
                self._work = None
            unless_done.pop_all()
        return self._work is not None

    def cancel(self) -> None:
        """Something changed: what was begun is no longer wanted, and it is begun anew in the next quiet moment."""
        if self._work is not None:
            self._work.close()
        self._forget()

    def _forget(self) -> None:
        self._work, self._due = None, True


def made_ready(agent: Agent, model: LoadedModel) -> Generator[Update, None, None]:
    """Everything that the next turn would have to wait for: what is about to leave the queue leaves it, and the next prompt is read."""
    if not model.name:  # there is none
        return
    yield from agent.flush_early()
    for _ in model.read_ahead(agent.prompt_ahead()):
        yield StillWorking()


class IdleWork:
    """All of it, the most worthwhile first: a piece is done of the first work that has one."""

    def __init__(self, *works: Piece) -> None:
        self._works = works

    def step(self) -> bool:
        """One piece; False when nothing is left to do."""
        return any(work() for work in self._works)

    def cancel(self) -> None:
        """Give up at once what was begun on the state that is about to change."""
        for work in self._works:
            if isinstance(work, Resumable):
                work.cancel()


def consolidated(agent: Agent, emit: Callable[[Update], None]) -> bool:
    """Do one small piece of what the agent has for quiet moments, and tell what it changed; False when nothing is left."""
    updates = agent.when_idle()
    for update in updates or ():
        emit(update)
    return updates is not None
