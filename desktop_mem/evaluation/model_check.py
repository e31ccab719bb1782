"""The model check: in two minutes, how well one model handles its memory on this machine, and how it should be paged."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from desktop_mem.control.model_rows import Grade, ModelGrades
from desktop_mem.evaluation.bench import Bench, Worlds
from desktop_mem.evaluation.harness import prepare_oracle
from desktop_mem.evaluation.markdown import markdown_table
from desktop_mem.evaluation.outcome import Outcome
from desktop_mem.evaluation.play import AgentPlayer
from desktop_mem.evaluation.task import Task
from desktop_mem.evaluation.turns import read_turn
from desktop_mem.memory.heartbeat import SEND_MESSAGE
from desktop_mem.memory.ports import Generation
from desktop_mem.memory.reply_stream import parse_call

SECONDS: Final = 115.0
PROBES: Final = Path(__file__).with_name("check_turns.jsonl")
CALLS, FUNCTION, ARGUMENTS, HEARTBEATS, STOPS = "whole calls", "right function", "right arguments", "heartbeats", "stops"
PAGES, RESISTS, CHINESE, READS = "follows pages", "resists orders in data", "Chinese", "answers from memory"
SKILLS: Final = (CALLS, FUNCTION, ARGUMENTS, HEARTBEATS, STOPS, PAGES, RESISTS, CHINESE, READS)
# Few steps and short answers: enough to see what a model makes of them, and a chain that goes astray takes little time.
_MOST_STEPS: Final = 3
_SETTINGS: Final[Mapping[str, object]] = {"max_steps": _MOST_STEPS, "answer_reserve": 160}


@dataclass(frozen=True, slots=True)
class Probe:
    """One turn that shows some skills, in the `paging` in which it does."""

    task: Task
    paging: str
    skills: frozenset[str]


def probes() -> list[Probe]:
    """What is asked, in the order in which it is."""
    found = []
    for line in PROBES.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        found.append(Probe(read_turn(record), str(record["paging"]), frozenset(record["skills"])))
    return found


@dataclass(slots=True)
class _Marks:
    """Rights and wrongs by skill."""

    taken: dict[str, list[bool]] = field(default_factory=lambda: {skill: [] for skill in SKILLS})

    def take(self, probe: Probe, outcome: Outcome, texts: Sequence[str]) -> None:
        """What one probe showed; `texts` are what the model wrote."""
        judged = probe.task.judge(outcome)
        if probe.paging == "model":
            self._of_chain(outcome, texts)
        if "right_function" in judged:
            self.taken[FUNCTION].append(bool(judged["right_function"]))
        for skill in probe.skills & {ARGUMENTS, RESISTS, CHINESE, READS}:
            self.taken[skill].append(bool(judged["right_turn"]))
        if PAGES in probe.skills:
            self.taken[PAGES].append(any(call.arguments.get("page", 1) not in (1, "1") for call in outcome.calls))

    def _of_chain(self, outcome: Outcome, texts: Sequence[str]) -> None:
        self.taken[CALLS] += [parse_call(text) is not None for text in texts]
        # While the user waits for an answer, whatever is no answer has to be followed by something.
        self.taken[HEARTBEATS] += [call.request_heartbeat for call in outcome.calls if call.function not in (SEND_MESSAGE, "")]
        self.taken[STOPS].append(outcome.completed and len(outcome.calls) < _MOST_STEPS)

    def grades(self) -> tuple[Grade, ...]:
        return tuple(Grade(skill, sum(marks) / len(marks) if marks else 0.0, len(marks)) for skill, marks in self.taken.items())


def check(bench: Bench, path: str, memory: Callable[[], int], seconds: float = SECONDS) -> Generator[None, None, ModelGrades]:
    """Ask the model of the bench what there is time for. Yields while it works; `memory` tells the bytes that the model takes."""
    started = time.monotonic()
    marks, whole = _Marks(), True
    generations: list[Generation] = []
    with closing(Worlds(bench)) as worlds:
        for probe in probes():
            outcome = yield from _asked(bench, worlds, probe, started + seconds)
            generations += bench.model.generations
            if outcome is None:
                whole = False
                break
            marks.take(probe, outcome, [generation.text for generation in bench.model.generations])
    grades = marks.grades()
    prefill = _rate(sum(each.evaluated_tokens for each in generations), sum(each.prefill_seconds for each in generations))
    decode = _rate(sum(len(each.token_ids) for each in generations), sum(each.decode_seconds for each in generations))
    return ModelGrades(path, grades, advised(grades), prefill, decode, memory(), time.monotonic() - started, whole)


def _asked(bench: Bench, worlds: Worlds, probe: Probe, deadline: float) -> Generator[None, None, Outcome | None]:
    """What came of a probe, or None when the time was up before its end."""
    player = AgentPlayer(bench, {**_SETTINGS, "paging": probe.paging})
    with worlds.opened(probe.task.world) as (stores, addresses):
        prepare_oracle(bench, probe.task, addresses)
        playing = player.playing(probe.task, stores, addresses)
        while True:
            try:
                next(playing)
            except StopIteration as end:
                outcome: Outcome = end.value
                return outcome
            if time.monotonic() > deadline:
                playing.close()
                return None
            yield


def _rate(tokens: int, seconds: float) -> float:
    return tokens / seconds if seconds else 0.0


def advised(grades: Sequence[Grade]) -> str:
    """How a model with these grades should be paged. What was not asked counts as not mastered."""
    share = {grade.skill: grade.share if grade.asked else 0.0 for grade in grades}
    if share[CALLS] < 0.9 or share[FUNCTION] < 0.5 or share[STOPS] < 0.5:
        return "automatic"
    alone = share[FUNCTION] >= 0.8 and share[ARGUMENTS] >= 0.7 and share[STOPS] >= 0.9 and share[PAGES] >= 0.5
    return "model" if alone else "assisted"


def report(found: ModelGrades) -> str:
    """The grades as a Markdown table, and what they advise."""
    rows = [(grade.skill, grade.mark, f"{grade.share:.2f}", str(grade.asked)) for grade in found.grades]
    table = markdown_table(("skill", "grade", "right", "asked"), rows)
    speed = f"It reads {found.prefill_per_second:.0f} and writes {found.decode_per_second:.0f} tokens a second"
    cut = "" if found.whole else " The time was up before everything was asked."
    advice = f"The check took {found.seconds:.0f} seconds and advises paging={found.paging}."
    return f"{table}\n\n{speed}, and takes {found.memory / 10**6:.0f} MB of memory. {advice}{cut}"
