"""One task played through the real kernel: the agent over the stores of a temporary profile."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from desktop_mem.errors import EnvironmentFault
from desktop_mem.evaluation.bench import Bench, BenchStores, drained
from desktop_mem.evaluation.finished import finished
from desktop_mem.evaluation.outcome import Outcome
from desktop_mem.evaluation.task import Task
from desktop_mem.memory.agent import Agent
from desktop_mem.memory.event import UserMessage
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.update import FunctionCalled, PagedIn, ReplySent, SectionChanged, TurnFailed, Update


@dataclass(slots=True)
class _Seen:
    """What one turn's updates told."""

    reply: str = ""
    fault: str = ""
    calls: list[FunctionCall] = field(default_factory=list)
    shown: set[str] = field(default_factory=set)
    by_call: dict[str, FunctionCall] = field(default_factory=dict)
    grounds: frozenset[str] = frozenset()
    writes: int = 0

    def take(self, update: Update) -> None:
        match update:
            case PagedIn(hits=hits):
                self.shown |= {hit.address for hit in hits}
            case FunctionCalled(message=message, sources=sources):
                self._called(message.call, sources)
            case ReplySent(message=message):
                self.reply, self.grounds = message.text, frozenset(message.grounds or ())
                if message.call:
                    self.calls.append(message.call)
            case SectionChanged():
                self.writes += 1
            case TurnFailed(reason=reason):
                self.fault = reason

    def _called(self, call: FunctionCall | None, sources: Sequence[str]) -> None:
        if call is None:
            return
        self.calls.append(call)
        for source in sources:
            address = source.partition("#")[0]
            if address not in self.shown:
                self.shown.add(address)
                self.by_call[address] = call


@dataclass(frozen=True, slots=True)
class AgentPlayer:
    """Plays tasks with the agent, in the profile's settings with these changes."""

    bench: Bench
    settings: Mapping[str, object]

    def play(self, task: Task, stores: BenchStores, addresses: Mapping[str, str]) -> Outcome:
        """Say every turn of the task and wait for all that follows; a fault of the environment is an answer that failed."""
        return finished(self.playing(task, stores, addresses))

    def playing(self, task: Task, stores: BenchStores, addresses: Mapping[str, str]) -> Generator[None, None, Outcome]:
        """The same, with a point after each update where the caller may do something else, or end it."""
        bench = self.bench
        agent = bench.make_agent(stores, bench.model, bench.make_clock(task.world.now), self.settings)
        bench.model.begin()
        before, seen, writes, started = sections_of(agent), _Seen(), 0, time.perf_counter()
        for turn in task.turns:
            drained(stores)
            seen, started = _Seen(), time.perf_counter()
            try:
                for update in said(agent, turn):
                    seen.take(update)
                    yield
            except EnvironmentFault as fault:
                seen.fault = str(fault)
            writes += seen.writes
        return Outcome(
            reply=seen.reply,
            fault=seen.fault,
            calls=tuple(seen.calls),
            shown=frozenset(seen.shown),
            by_call=seen.by_call,
            before=before,
            sections=sections_of(agent),
            writes=writes,
            reminders=tuple(stores.reminders.waiting()),
            cost=bench.model.cost,
            seconds=time.perf_counter() - started,
            addresses=addresses,
            grounds=seen.grounds,
        )


def sections_of(agent: Agent) -> dict[str, str]:
    """The texts of the working context by label."""
    return {section.label: section.text for section in agent.context.working_context.sections}


def said(agent: Agent, turn: str) -> Iterator[Update]:
    """The updates of what the user says, and of all that has to be answered then."""
    yield from agent.handle(UserMessage(turn))
    while agent.waiting:
        yield from agent.answer()
