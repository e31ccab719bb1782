"""Coherence: whether a section says something twice, or two things that cannot both hold."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_mem.control.line_facts import contradict, fuller, same


class LineCoherence:
    """See `Coherence`. Each half of it can be switched off: then nothing is a duplicate, or nothing contradicts."""

    def __init__(self, *, duplicates: bool = True, conflicts: bool = True) -> None:
        self._duplicates = duplicates
        self._conflicts = conflicts

    def twin(self, line: str, lines: Sequence[str]) -> str:
        """See `Coherence.twin`."""
        return next((each.strip() for each in lines if self._duplicates and same(each, line)), "")

    def fuller(self, one: str, other: str) -> str:
        """See `Coherence.fuller`."""
        return fuller(one, other)

    def conflict(self, line: str, lines: Sequence[str]) -> str:
        """See `Coherence.conflict`."""
        return next((each.strip() for each in lines if self._conflicts and contradict(each, line)), "")
