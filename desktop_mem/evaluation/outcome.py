"""What came of a task: what the user saw, what was brought into view, and what it cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from desktop_mem.evaluation.answers import abstains, best, contained, exact, overlap, rouge_recall
from desktop_mem.evaluation.task import Task
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.reminder import Reminder


@dataclass(frozen=True, slots=True)
class Cost:
    """What inference cost: calls of the model, tokens of all prompts, those of them evaluated, and how many prompts did not fit."""

    calls: int = 0
    input_tokens: int = 0
    evaluated_tokens: int = 0
    over_window: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of the last turn of a task; `cost` and `writes` are of all its turns.

    `shown` are the addresses brought into view, `by_call` the call that showed each first (none for the program's page-in);
    `grounds` what the reply is said to rest on;
    `sections` the working context before the first and after the last turn; `seconds` the time until the last turn had ended.
    """

    reply: str
    fault: str = ""
    calls: tuple[FunctionCall, ...] = ()
    shown: frozenset[str] = frozenset()
    by_call: Mapping[str, FunctionCall] = field(default_factory=dict)
    before: Mapping[str, str] = field(default_factory=dict)
    sections: Mapping[str, str] = field(default_factory=dict)
    writes: int = 0
    reminders: tuple[Reminder, ...] = ()
    cost: Cost = field(default_factory=Cost)
    seconds: float = 0.0
    addresses: Mapping[str, str] = field(default_factory=dict)
    grounds: frozenset[str] = frozenset()

    @property
    def completed(self) -> bool:
        """Whether the user got an answer, and within the steps allowed."""
        return bool(self.reply.strip()) and not self.fault


def measured(task: Task, outcome: Outcome) -> dict[str, float]:
    """Every measure of one task by its name; those that do not apply are left out."""
    found: dict[str, float] = {"completed": float(outcome.completed)}
    if task.answers and not task.unanswerable:
        found["exact"] = best(exact, outcome.reply, task.answers)
        found["contained"] = best(contained, outcome.reply, task.answers)
        found["rouge_l"] = best(rouge_recall, outcome.reply, task.answers)
        found["f1"] = best(overlap, outcome.reply, task.answers)
    if task.unanswerable:
        found["abstained"] = float(abstains(outcome.reply))
    if task.evidence:
        found |= _of_evidence(task, outcome)
    cost = outcome.cost
    return {
        **found,
        **task.judge(outcome),
        "writes": float(outcome.writes),
        "calls": float(cost.calls),
        "input_tokens": float(cost.input_tokens),
        "evaluated_tokens": float(cost.evaluated_tokens),
        "over_window": float(cost.over_window),
        "seconds": outcome.seconds,
    }


def _of_evidence(task: Task, outcome: Outcome) -> dict[str, float]:
    """How much of the evidence came into view, whether any did, and whether all."""
    wanted = {outcome.addresses[id_] for id_ in task.evidence}
    seen = wanted & outcome.shown
    question = task.turns[-1]
    own_words = [address for address in seen if _asked_for(outcome.by_call.get(address), (question,))]
    sayings = (question, *(f"{question} {answer}" for answer in task.answers))
    guessed = [address for address in seen if _asked_for(outcome.by_call.get(address), sayings)]
    return {
        "evidence": len(seen) / len(wanted),
        "reached": float(bool(seen)),
        "all_reached": float(seen == wanted),
        "guessed": float(bool(guessed)),
        "own_words": float(bool(own_words)),
    }


def _asked_for(call: FunctionCall | None, sayings: Sequence[str]) -> bool:
    """Whether the program brought something into view by itself, or a query did whose words all stand in one of these."""
    return call is None or any(str(call.arguments.get("query")) in saying for saying in sayings)
