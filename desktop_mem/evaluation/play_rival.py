"""One task played by a rival: what it chose stands between the head of the prompt and the question, and the model answers."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from desktop_mem.evaluation.bench import Bench, BenchStores, drained
from desktop_mem.evaluation.finished import finished
from desktop_mem.evaluation.outcome import Outcome
from desktop_mem.evaluation.play import sections_of
from desktop_mem.evaluation.rivals import Chosen, Memory, Rival
from desktop_mem.evaluation.task import Task
from desktop_mem.memory.fitting import fit, hit_line
from desktop_mem.memory.main_context import WindowPlan
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Hit
from desktop_mem.memory.ports import Prompt, PromptMessage
from desktop_mem.memory.time_stamp import stamp

_MARGIN: Final = 8


@dataclass(frozen=True, slots=True)
class RivalPlayer:
    """Plays tasks by one rival, in the profile's settings with these changes; keeps the summaries that were made for a world."""

    rival: Rival
    bench: Bench
    settings: Mapping[str, object]
    summaries: dict[str, str] = field(default_factory=dict)

    def play(self, task: Task, stores: BenchStores, addresses: Mapping[str, str]) -> Outcome:
        """Say every turn of the task; what was said before the last one is remembered as any other message."""
        bench, clock = self.bench, self.bench.make_clock(task.world.now)
        agent = bench.make_agent(stores, bench.model, clock, {**self.settings, "paging": "automatic"})
        bench.model.begin()
        head, plan = agent.context.prompt()[0], agent.context.plan
        hits, reply, shown, seconds = _everything(task, addresses), "", frozenset[str](), 0.0
        for number, turn in enumerate(task.turns):
            started = time.perf_counter()
            drained(stores)
            now = clock.now()
            memory = Memory(bench, stores, tuple(hits), plan, now, f"{task.world.key}/{number}", self.summaries)
            asking = _Asking(bench, head, plan, f"{stamp(now)}\n{turn}")
            chosen = self.rival(turn, memory, asking.answer)
            reply, shown = asking.answer(chosen), frozenset(asking.shown)
            with stores.journal.step(synced=False):
                for role, text in ((Role.USER, turn), (Role.ASSISTANT, reply)):
                    said = stores.recall.insert(Message(role, text, clock.now()))
                    hits.append(Hit(said.address, text, said.created_at, 1.0, speaker=role.value))
            seconds = time.perf_counter() - started
        sections = sections_of(agent)
        return Outcome(reply, shown=shown, before=sections, sections=sections, cost=bench.model.cost, seconds=seconds, addresses=addresses)


def _everything(task: Task, addresses: Mapping[str, str]) -> list[Hit]:
    world = task.world
    said = [Hit(addresses[each.id], each.text, each.at, 1.0, speaker=each.role.value) for each in world.messages]
    kept = [
        Hit(addresses[each.id], each.text, world.now, 1.0, citation=f"{each.document}, page {each.page}" if each.document else "")
        for each in world.passages
    ]
    return said + kept


@dataclass(slots=True)
class _Asking:
    """Puts what was chosen between head and question, as much as the window holds, and has the model answer."""

    bench: Bench
    head: PromptMessage
    plan: WindowPlan
    question: str
    shown: set[str] = field(default_factory=set)

    def answer(self, chosen: Chosen) -> str:
        """The model's words."""
        return finished(self.bench.model.generate(self._prompt(chosen), None, self.plan.reserve)).text.strip()

    def _prompt(self, chosen: Chosen) -> Prompt:
        model = self.bench.model
        tail = PromptMessage("user", self.question)
        room = self.plan.budget - sum(map(model.count_message, (self.head, tail, PromptMessage("function", "")))) - _MARGIN
        if model.count_message(tail) > room:
            tail = replace(tail, text=fit(self.question, room // 2, model))
        self.shown = set()
        lines: dict[str, str] = {}
        for hit in chosen.hits:
            line = hit_line(hit)
            cost = model.count(line) + 1
            if cost > room:
                break
            lines[hit.address] = line
            room -= cost
        self.shown |= lines.keys()
        order = sorted(lines, key=_age) if chosen.in_order else list(lines)
        block = "\n".join([*([fit(chosen.text, room, model)] if chosen.text else []), *(lines[address] for address in order)])
        return (self.head, PromptMessage("function", block), tail) if block else (self.head, tail)


def _age(address: str) -> tuple[str, int]:
    return address[0], int(address[1:])
