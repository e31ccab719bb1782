"""What the program itself costs per message (all that is not the model), and how that grows over a long life.

One agent over real stores in a profile of its own, a scripted model, and an embedder that hashes. Per stretch of messages it prints
the median and the 95th percentile of the overhead of a message and of a step in milliseconds, the memory of the process, and the
ratio to the least that durable storage costs here: one SQLite transaction of one row with the same settings, timed in the same run.

    python tests/benchmarks/step_overhead.py [--messages 10000] [--filled 0] [--paging model|assisted|automatic] [--profile DIR]

`--filled` stores so many messages beforehand, all at once, so that the costs of a long life can be seen without living it.
"""

from __future__ import annotations

import argparse
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import psutil

from desktop_mem.app import Home, make_agent
from desktop_mem.inference.scripted import HashEmbedder, ScriptedModel, say
from desktop_mem.memory.event import UserMessage
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.ports import Generation, JsonSchema, Prompt
from desktop_mem.memory.update import StepMeasured
from desktop_mem.runtime.clock import SystemClock
from desktop_mem.settings import Settings
from desktop_mem.storage.stores import Stores

_STRETCH = 1000
_TOWNS = ("Bergen", "Oslo", "Rome", "Lisbon", "Kyoto", "Xi'an", "Quito", "Lagos", "Leeds", "Pune")
_THINGS = ("garden", "dentist", "tax return", "trip", "bicycle", "sister", "cat", "novel", "invoice", "recipe")


class TimedModel(ScriptedModel):
    """A scripted model that knows how long it was busy itself. Every third message it searches first, and every tenth it keeps a fact."""

    def __init__(self) -> None:
        super().__init__(default=self._answer, window=4096)
        self.seconds = 0.0
        self._number = 0

    def _answer(self, prompt: Prompt) -> FunctionCall:
        if prompt[-1].role == "user":
            self._number += 1
            if self._number % 3 == 0:
                return FunctionCall("conversation_search", {"query": _THINGS[self._number % 10], "page": 1}, "", True)
            if self._number % 10 == 1:
                return FunctionCall("archival_memory_insert", {"content": f"note {self._number} on {_TOWNS[self._number % 10]}"}, "", True)
        return say(f"I have noted that about the {_THINGS[self._number % 10]}.")

    def generate(
        self, prompt: Prompt, schema: JsonSchema | None, max_tokens: int, *, variation: int = 0
    ) -> Generator[str, None, Generation]:
        pieces = super().generate(prompt, schema, max_tokens, variation=variation)
        self.prompts.clear()
        self.schemas.clear()
        self.variations.clear()
        while True:
            started = time.perf_counter()
            try:
                piece = next(pieces)
            except StopIteration as end:
                self.seconds += time.perf_counter() - started
                generation: Generation = end.value
                return generation
            self.seconds += time.perf_counter() - started
            yield piece


def least_commit(folder: Path, rounds: int = 200) -> float:
    """Seconds of the median durable transaction of one row."""
    connection = sqlite3.connect(folder / "least.sqlite3", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE row (number INTEGER PRIMARY KEY, text TEXT)")
    took = []
    for number in range(rounds):
        started = time.perf_counter()
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO row (text) VALUES (?)", (f"{number} " * 40,))
        connection.execute("COMMIT")
        took.append(time.perf_counter() - started)
    connection.close()
    return statistics.median(took)


@contextmanager
def profile_folder(given: Path | None) -> Iterator[Path]:
    """The folder that was given, or one that is removed afterwards."""
    if given:
        given.mkdir(parents=True, exist_ok=True)
        yield given
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield Path(folder)


def fill(stores: Stores, messages: int) -> None:
    """Put so many messages into recall and the index."""
    now = datetime.now().astimezone() - timedelta(minutes=messages)
    for start in range(0, messages, 2000):
        with stores.journal.step():
            for number in range(start, min(start + 2000, messages)):
                role, said = (Role.USER, _said(number)) if number % 2 == 0 else (Role.ASSISTANT, f"I have noted number {number}.")
                stores.recall.insert(Message(role, said, now + timedelta(minutes=number), tokens=20))
    while stores.drain(256):
        pass


def _said(number: int) -> str:
    return f"My {_THINGS[number % 10]} in {_TOWNS[number // 10 % 10]} is number {number}, please remember that for me."


def measure(profile: Path, messages: int, paging: str, filled: int) -> None:
    """Say so many messages, and print a line per stretch."""
    commit = least_commit(profile)
    print(f"least durable transaction here: {commit * 1000:.2f} ms")
    stores = Stores.open(profile)
    stores.set_embedder(HashEmbedder(384))
    started = time.perf_counter()
    fill(stores, filled)
    if filled:
        print(f"{filled} messages stored beforehand in {time.perf_counter() - started:.0f} s")
    stretch = min(_STRETCH, messages)
    model = TimedModel()
    home = Home(profile, Settings(paging=paging))
    agent = make_agent(home, stores, model, SystemClock())
    process = psutil.Process()
    print(f"{'messages':>9} {'per message':>12} {'p95':>8} {'per step':>9} {'commits':>8} {'idle':>8} {'memory':>9}")
    per_message: list[float] = []
    per_step: list[float] = []
    idle = 0.0
    for number in range(1, messages + 1):
        text = _said(filled + number)
        busy, started, steps = model.seconds, time.perf_counter(), 0
        for update in agent.handle(UserMessage(text)):
            steps += isinstance(update, StepMeasured)
        while agent.waiting:
            for update in agent.answer():
                steps += isinstance(update, StepMeasured)
        own = time.perf_counter() - started - (model.seconds - busy)
        per_message.append(own)
        per_step.append(own / max(1, steps))
        started = time.perf_counter()
        while stores.drain():
            pass
        idle += time.perf_counter() - started
        if number % stretch == 0:
            median, slow = statistics.median(per_message), statistics.quantiles(per_message, n=20)[-1]
            step = statistics.median(per_step)
            print(
                f"{filled + number:>9} {median * 1000:>9.2f} ms {slow * 1000:>5.1f} ms {step * 1000:>6.2f} ms {step / commit:>7.1f}x"
                f" {idle / stretch * 1000:>5.1f} ms {process.memory_info().rss / 2**20:>6.0f} MB",
                flush=True,
            )
            per_message, per_step, idle = [], [], 0.0
    stores.close()


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=10_000)
    parser.add_argument("--filled", type=int, default=0)
    parser.add_argument("--paging", choices=("model", "assisted", "automatic"), default="model")
    parser.add_argument("--profile", type=Path, default=None, help="keep the profile in this folder")
    options = parser.parse_args()
    with profile_folder(options.profile) as profile:
        measure(profile, options.messages, options.paging, options.filled)


if __name__ == "__main__":
    main()
