"""A small world for the kernel: the real agent over stores in memory, a scripted model and a clock that is set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from desktop_mem.app import Home, make_agent
from desktop_mem.inference.scripted import ScriptedModel, SetClock
from desktop_mem.memory.event import Event, UserMessage
from desktop_mem.memory.message import Message
from desktop_mem.memory.passage import Passage
from desktop_mem.memory.update import Update
from desktop_mem.settings import Settings
from desktop_mem.storage.in_memory_journal import InMemoryStores


class World:
    """An agent that can be talked to, made anew from its journal, and looked into."""

    def __init__(self, tmp_path: Any, model: ScriptedModel, **settings: Any) -> None:
        self.model = model
        self.clock = SetClock()
        self.stores = InMemoryStores()
        self.home = Home(tmp_path, Settings(**{"paging": "model", "context_window": model.context_window, **settings}))
        self.restart()

    def restart(self) -> None:
        """What a new process would hold."""
        self.agent = make_agent(self.home, self.stores, self.model, self.clock)  # type: ignore[arg-type]

    def handle(self, event: Event | str) -> list[Update]:
        """All updates of one event and of what it led to; a string is what the user says."""
        updates = list(self.agent.handle(UserMessage(event) if isinstance(event, str) else event))
        return updates + self.settle()

    def settle(self) -> list[Update]:
        """Run all chains that wait; their updates."""
        updates: list[Update] = []
        while self.agent.waiting:
            updates += self.agent.answer()
        return updates

    def replies(self, updates: Sequence[Update]) -> list[str]:
        """What the user gets to read."""
        return [u.message.text for u in updates if type(u).__name__ == "ReplySent"]

    def results(self, updates: Sequence[Update]) -> list[str]:
        """What the model was told by functions, `ok` or `failed` in front."""
        return [f"{'ok' if u.ok else 'failed'}: {u.result}" for u in updates if type(u).__name__ == "FunctionCalled"]

    def section(self, label: str = "human") -> str:
        """The text of a section."""
        return self.agent.context.working_context.section(label).text

    def keep(self, text: str) -> Passage:
        """Put a passage into archival storage."""
        return self.stores.archival.insert(Passage(text, self.clock.now()))

    @property
    def queue(self) -> tuple[Message, ...]:
        """The messages in view."""
        return self.agent.context.queue.messages


MakeWorld = Callable[..., World]


@pytest.fixture
def make_world(tmp_path: Any) -> MakeWorld:
    """Makes a world whose model gives these answers; other keywords are settings, `window` and `default` the model's."""

    def make(*answers: Any, window: int = 2048, default: Any = None, **settings: Any) -> World:
        return World(tmp_path, ScriptedModel(answers, window=window, default=default), **settings)

    return make
