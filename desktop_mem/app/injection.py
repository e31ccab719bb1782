"""The composition root of the injection trial: the real agent over stores in memory, with a model that plays what it is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop_mem.app import Home, make_agent
from desktop_mem.control.document_ledger import Chunk
from desktop_mem.evaluation.injection import TrialWorld
from desktop_mem.inference.scripted import ScriptedModel, SetClock, say
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.passage import Passage
from desktop_mem.memory.ports import Prompt
from desktop_mem.memory.reminder import Reminder
from desktop_mem.memory.topic import Topic
from desktop_mem.storage.in_memory_journal import InMemoryStores

_WINDOW = 8192
_STEPS = 40


class _Kept:
    """What the stores in memory hold; see `Stores` of the trial."""

    def __init__(self, stores: InMemoryStores, clock: SetClock) -> None:
        self._stores = stores
        self._clock = clock

    def passages(self) -> Sequence[Passage]:
        return self._stores.archival.snapshot()[0]

    def reminders(self) -> Sequence[Reminder]:
        return self._stores.reminders.waiting()

    def topics(self) -> Sequence[Topic]:
        return self._stores.topics.all()

    def add_document(self, text: str) -> str:
        """The address of its only passage."""
        number = self._stores.archival.document_count() + 1
        [passage] = self._stores.archival.add_chunks(f"d{number}", [Chunk(text)], self._clock.now(), title="letter.txt")
        return passage.address


def make_trial_world(home: Home) -> TrialWorld:
    """A fresh one, with the settings of the profile but for the window, the steps and the paging."""
    settings = replace(home.settings, context_window=_WINDOW, max_steps=_STEPS, paging="model", heartbeat_minutes=30)
    answers: list[FunctionCall] = []

    def answer(_prompt: Prompt) -> FunctionCall:
        return answers.pop(0) if answers else say("All right.")

    model, clock, stores = ScriptedModel(default=answer, window=_WINDOW, piece=100_000), SetClock(), InMemoryStores()
    agent = make_agent(replace(home, settings=settings), stores, model, clock)
    return TrialWorld(agent, _Kept(stores, clock), answers, model.prompts)
