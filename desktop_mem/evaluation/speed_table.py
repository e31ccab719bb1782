"""A measure of speed beside its limit and its goal, as a row of a table and as a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from desktop_mem.evaluation.markdown import markdown_table


@dataclass(frozen=True, slots=True)
class Measure:
    """`ours` and the library's own `limit` in `unit`, their `ratio`, and whether it has to be `at most` or `at least` the `goal`.

    `remark` says what has to be known to read it.
    """

    name: str
    ours: float
    limit: float
    unit: str
    ratio: float
    sense: Literal["at most", "at least"]
    goal: float
    remark: str = ""

    @property
    def met(self) -> bool:
        """Whether the goal is reached."""
        return self.ratio <= self.goal if self.sense == "at most" else self.ratio >= self.goal


def table(measures: Sequence[Measure]) -> str:
    """One Markdown table."""
    return markdown_table(("measure", "here", "limit", "ratio", "goal", "met", "remark"), map(_row, measures))


def _row(measure: Measure) -> tuple[str, ...]:
    sign = "≤" if measure.sense == "at most" else "≥"
    return (
        measure.name,
        f"{measure.ours:.4g} {measure.unit}",
        f"{measure.limit:.4g} {measure.unit}",
        f"{measure.ratio:.3f}",
        f"{sign} {measure.goal:g}",
        "yes" if measure.met else "no",
        measure.remark,
    )


def record(measure: Measure) -> dict[str, Any]:
    """One JSON object with stable keys."""
    return {
        "measure": measure.name,
        "ours": measure.ours,
        "limit": measure.limit,
        "unit": measure.unit,
        "ratio": measure.ratio,
        "sense": measure.sense,
        "goal": measure.goal,
        "met": measure.met,
        "remark": measure.remark,
    }
