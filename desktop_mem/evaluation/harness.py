"""The harness: every policy plays every task of an experiment; what is done is kept, and a second run goes on from there."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Final

from desktop_mem.errors import EnvironmentFault
from desktop_mem.evaluation.bench import Bench, Worlds
from desktop_mem.evaluation.oracle import OracleModel
from desktop_mem.evaluation.outcome import measured
from desktop_mem.evaluation.policies import Policy, player
from desktop_mem.evaluation.results import Line, ResultsFile
from desktop_mem.evaluation.task import Experiment, Task

_TELL_SECONDS: Final = 5.0


def run(experiment: Experiment, tasks: Sequence[Task], policies: Sequence[Policy], bench: Bench, results: ResultsFile) -> Iterator[Line]:
    """The lines of all tasks by all policies, those first that were done before. The oracle, as the model, is given each task's moves."""
    if not tasks:
        raise EnvironmentFault(f"There is nothing to ask in {experiment.name}.", "Look at the data folder, and at --limit.")
    asked = {(policy.name, task.id) for policy in policies for task in tasks}
    yield from [line for line in results.lines if (line.policy, line.task) in asked]
    done = results.done & asked
    progress = _Progress(bench, len(policies) * len(tasks), len(done))
    with closing(Worlds(bench)) as worlds:
        for policy in policies:
            playing = player(policy, bench, experiment.settings)
            for task in tasks:
                if (policy.name, task.id) in done:
                    continue
                with worlds.opened(task.world) as (stores, addresses):
                    prepare_oracle(bench, task, addresses)
                    # What was read before would be rounded otherwise than what is read now, and a killed run begins with nothing read.
                    bench.model.forget_prefix()
                    outcome = playing.play(task, stores, addresses)
                calls = tuple(call.function for call in outcome.calls)
                measures = measured(task, outcome)
                if policy.paging != "model":
                    measures.pop("right_function", None)  # elsewhere the program does part of it
                line = Line(policy.name, task.id, task.group, measures, outcome.reply, outcome.fault, calls)
                results.add(line)
                progress.step(policy.name)
                yield line


def prepare_oracle(bench: Bench, task: Task, addresses: dict[str, str]) -> None:
    """Give the oracle, where it is the model, its moves for the task."""
    model = bench.model.model
    if isinstance(model, OracleModel):
        model.moves = task.moves(addresses)


class _Progress:
    """Tells now and then how far a run has come and how long it will take at this pace."""

    def __init__(self, bench: Bench, total: int, done: int) -> None:
        self._tell = bench.tell
        self._total = total
        self._before = self._done = done
        self._started = self._told = time.monotonic()

    def step(self, policy: str) -> None:
        """One task more is done."""
        self._done += 1
        now = time.monotonic()
        if now - self._told < _TELL_SECONDS and self._done < self._total:
            return
        self._told = now
        left = (now - self._started) / (self._done - self._before) * (self._total - self._done)
        self._tell(f"{self._done} of {self._total} ({policy}), about {left / 60:.1f} minutes left")
