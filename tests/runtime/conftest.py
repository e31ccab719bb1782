"""A runtime to be driven by hand: the real worker and stores, a scripted model, a hashing embedder and the real reader."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_mem.app import Home, make_agent, make_parts
from desktop_mem.inference.scripted import HashEmbedder, ScriptedModel, SetClock
from desktop_mem.memory.update import ReplyStreamed
from desktop_mem.runtime.inbox import Inbox
from desktop_mem.runtime.worker import Worker
from desktop_mem.settings import Settings


class Driven:
    """A worker with its inbox and the updates it gave."""

    def __init__(self, profile: Path, model: Any, clock: SetClock, paging: str, **replaced: Any) -> None:
        self.inbox = Inbox()
        self.updates: list[Any] = []
        home = Home(profile, Settings(paging=paging, parser_seconds=60))
        parts = make_parts(home, self.inbox)
        changes = {
            "load_model": lambda: model,
            "load_embedder": lambda: HashEmbedder(384),
            "make_agent": lambda stores, loaded: make_agent(home, stores, loaded, clock),
            **replaced,
        }
        import dataclasses

        self.worker = Worker(dataclasses.replace(parts, **changes), self.updates.append, self.inbox)

    def until(self, done: Callable[[Any], bool], turns: int = 300) -> Any:
        """Turn until an update is as wanted; that update."""
        looked = 0
        for _ in range(turns):
            for update in self.updates[looked:]:
                looked += 1
                if done(update):
                    return update
            self.worker.turn()
        raise AssertionError(f"It never came. The last updates: {self.updates[-5:]}")

    def put_while_replying(self, *commands: Any, only_if: Callable[[], bool] = lambda: True) -> None:
        """Put these commands in whenever a piece of a reply comes, as long as `only_if` holds."""

        def emit(update: Any) -> None:
            self.updates.append(update)
            if isinstance(update, ReplyStreamed) and only_if():
                for command in commands:
                    self.inbox.put(command)

        self.worker._emit = emit

    def named(self, name: str) -> list[Any]:
        """All updates of a kind."""
        return [update for update in self.updates if type(update).__name__ == name]


@pytest.fixture
def drive(tmp_path: Path, embedder_folder: Path) -> Iterator[Callable[..., Driven]]:
    """Starts workers on the profile of this test and closes them."""
    running: list[Driven] = []

    def start(
        *answers: Any, model: Any = None, default: Any = None, clock: SetClock | None = None, paging: str = "model", **replaced: Any
    ) -> Driven:
        driven = Driven(tmp_path / "profile", model or ScriptedModel(answers, default=default), clock or SetClock(), paging, **replaced)
        driven.worker.start()
        running.append(driven)
        return driven

    yield start
    for driven in running:
        driven.worker.close()
    for thread in threading.enumerate():
        if thread.name == "embedder":
            thread.join()
