"""What an experiment came to, as one Markdown table: a row for each policy and group, means with 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Final

from desktop_mem.evaluation.markdown import markdown_table
from desktop_mem.evaluation.measures import Mean, median_and_p95
from desktop_mem.evaluation.results import Line

TITLES: Final = {
    "completed": "completed", "exact": "exact", "contained": "contained", "rouge_l": "ROUGE-L recall", "f1": "F1",
    "abstained": "abstained", "evidence": "evidence recall", "reached": "evidence reached", "all_reached": "all evidence reached",
    "own_words": "by the question's words",
    "guessed": "by those and the answer's", "writes": "write-backs", "calls": "model calls", "input_tokens": "input tokens",
    "evaluated_tokens": "evaluated tokens", "over_window": "prompts over the window", "updated": "updated", "sim_1": "SIM-1",
    "sim_3": "SIM-3", "sim_h": "SIM-H", "right_function": "right function", "right_turn": "right turn", "obeyed": "obeyed",
    "wrong_writes": "wrong write-backs",
}  # fmt: skip
COSTS: Final = ("calls", "input_tokens", "over_window")
_GRADED: Final = frozenset(("rouge_l", "f1", "evidence", "sim_1", "sim_3", "sim_h"))
_SUMS: Final = frozenset(("over_window", "writes", "wrong_writes", "obeyed"))
ALL: Final = "all"


def interval(name: str, values: Sequence[float], seed: int) -> Mean:
    """Wilson's interval for shares of yes and no, the bootstrap's for what is graded; an empty row is not asked for."""
    if name in _GRADED or any(value not in (0.0, 1.0) for value in values):
        return Mean.of(values, seed)
    n, share, z = len(values), sum(values) / len(values), 1.96
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return Mean(share, max(0.0, middle - half), min(1.0, middle + half))


def groups(lines: Iterable[Line]) -> dict[tuple[str, str], list[Line]]:
    """The lines of each row by policy and group, in the order of the data, and of each policy those of all groups together."""
    lines = list(lines)
    rows: dict[tuple[str, str], list[Line]] = {}
    for policy in dict.fromkeys(line.policy for line in lines):
        own = [line for line in lines if line.policy == policy]
        named = sorted(dict.fromkeys(line.group for line in own), key=_natural)
        for group in named:
            rows[policy, group] = [line for line in own if line.group == group]
        if len(named) > 1:
            rows[policy, ALL] = own
    return rows


def table(lines: Iterable[Line], columns: Sequence[str], seed: int, *, times: bool = False) -> str:
    """One row for each policy and group. A mean stands with the ends of its interval, costs as means of a question, faults as sums.

    Without `times` the table is the same for the same seed; with them it also tells what depends on the machine and its caches.
    """
    shown = (*columns, *COSTS, *(("evaluated_tokens",) if times else ()))
    heads = ["policy", "group", "n", *(TITLES[name] for name in shown), *(("s, median / p95",) if times else ())]
    rows = []
    for (policy, group), own in groups(lines).items():
        cells = [_cell(name, [line.measures[name] for line in own if name in line.measures], seed) for name in shown]
        timed = [_seconds([line.measures["seconds"] for line in own])] if times else []
        rows.append([policy, group, str(len(own)), *cells, *timed])
    return markdown_table(heads, rows)


def records(lines: Iterable[Line], seed: int) -> list[dict[str, Any]]:
    """The same for programs: one object for each row, with every measure that was taken."""
    found = []
    for (policy, group), own in groups(lines).items():
        names = dict.fromkeys(name for line in own for name in line.measures)
        means = {name: interval(name, [line.measures[name] for line in own if name in line.measures], seed) for name in names}
        measures = {name: mean.record() for name, mean in means.items()}
        median, high = median_and_p95([line.measures["seconds"] for line in own])
        times = {"seconds": {"median": median, "p95": high}}
        found.append({"policy": policy, "group": group, "n": len(own), "measures": {**measures, **times}})
    return found


def _cell(name: str, values: Sequence[float], seed: int) -> str:
    if not values:
        return ""
    if name in _SUMS:
        return f"{sum(values):.0f}"
    mean = interval(name, values, seed)
    if name in ("calls", "input_tokens", "evaluated_tokens"):
        return f"{mean.value:.1f}" if name == "calls" else f"{mean.value:.0f}"
    return f"{mean.value:.3f} ({mean.low:.2f}–{mean.high:.2f})"


def _seconds(values: Sequence[float]) -> str:
    median, high = median_and_p95(values)
    return f"{median:.2f} / {high:.2f}"


def _natural(group: str) -> tuple[str, int, str]:
    digits = "".join(c for c in group if c.isdigit())
    return (group.rstrip("0123456789"), int(digits or 0), group)
