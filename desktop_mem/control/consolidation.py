"""Idle consolidation: duplicates are merged, what left the view is read again for facts, and shorter sections are proposed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Protocol

from desktop_mem.control.condensing import condensed
from desktop_mem.control.line_facts import duplicates, fuller, same
from desktop_mem.errors import Refused
from desktop_mem.memory.dirty_entries import DirtyEntries
from desktop_mem.memory.message import Role
from desktop_mem.memory.ports import ExternalContext
from desktop_mem.memory.suggesting import Suggesting
from desktop_mem.memory.suggestion import Suggestion, Wish
from desktop_mem.memory.update import Update
from desktop_mem.memory.working_context import SectionState, WorkingContext

_MESSAGES, _EVENTS, _CONDENSED = "consolidated messages", "consolidated events", "condensed "
_AT_ONCE: Final = 20
_FULL_SHARE, _WORTH_SHARE = 0.7, 0.9
"""A section so full is condensed where that leaves at most so much of it."""
_SURE: Final = 0.9


class Progress(Protocol):
    """Where a piece of work stands; survives a restart."""

    def reached(self, name: str) -> str:
        """What was marked last; empty at first."""
        ...

    def mark(self, name: str, reached: str) -> None:
        """From here it goes on."""
        ...


Propose = Callable[[SectionState, str, str], list[Update]]
"""Puts a shorter text of a section before the user, with the reason; it is never written without them."""


class Consolidation:
    """Does one small piece of work at a time, and knows after a restart where it stood. All goes through the checks of suggestions and
    into the ledger; a section is never condensed, only a shorter one proposed.
    """

    def __init__(
        self,
        external: ExternalContext,
        sections: WorkingContext,
        *,
        dirty_entries: DirtyEntries,
        suggesting: Suggesting,
        progress: Progress,
        propose: Propose,
    ) -> None:
        self._external = external
        self._sections = sections
        self._dirty_entries = dirty_entries
        self._suggesting = suggesting
        self._progress = progress
        self._propose = propose
        self._refused: set[Suggestion] = set()

    def step(self, in_view: frozenset[str]) -> list[Update] | None:
        """One piece: what it changed, or None when nothing is left to do. `in_view` are the messages that are still in the queue."""
        for work in (self._merge_lines, lambda: self._read_again(in_view), self._merge_passages, self._condense):
            if (updates := work()) is not None:
                return updates
        return None

    def _merge_lines(self) -> list[Update] | None:
        for suggestion in self._twins():
            if suggestion not in self._refused:
                return self._carried_out(suggestion)
        return None

    def _twins(self) -> Iterator[Suggestion]:
        for section in self._sections.sections:
            for one, other in duplicates(section.text.splitlines()) if not section.read_only else ():
                text, reason = fuller(one, other), f"'{one}' and '{other}' say the same"
                yield Suggestion(Wish.MERGE, f"w:{section.label}", reason, _SURE, "", (one, other), text, section.text)

    def _read_again(self, in_view: frozenset[str]) -> list[Update] | None:
        """Messages that have left the view, a few at a time; those in view have their facts written when they leave."""
        reached, newest = int(self._progress.reached(_MESSAGES) or 0), self._external.statistics.newest("m")
        updates: list[Update] = []
        last = min(newest, reached + _AT_ONCE)
        for number in range(reached + 1, last + 1):
            if f"m{number}" in in_view:
                last = number - 1
                break
            updates += self._read(f"m{number}")
        if last == reached:
            return None
        self._progress.mark(_MESSAGES, str(last))
        return updates

    def _read(self, address: str) -> list[Update]:
        try:
            message = self._external.recall.read(address)
        except LookupError:
            return []
        return self._dirty_entries.commit_message(message) if message.role is Role.USER else []

    def _merge_passages(self) -> list[Update] | None:
        """The passages that were kept since, each beside those like it that were kept before."""
        reached, newest = int(self._progress.reached(_EVENTS) or 0), self._external.statistics.newest("e")
        if reached >= newest:
            return None
        self._progress.mark(_EVENTS, str(reached + 1))
        try:
            event = self._external.history.event(f"e{reached + 1}")
        except LookupError:
            return []
        if event.kind != "insert" or event.undone or not event.target.startswith("p"):
            return []
        twin = self._earlier_twin(event.target, event.after)
        if not twin:
            return []
        return self._carried_out(Suggestion(Wish.MERGE, twin, f"{event.target} says the same", _SURE, event.target))

    def _earlier_twin(self, address: str, text: str) -> str:
        """The address of a passage that was kept before and says the same; a search shows those that do as one."""
        hits = self._external.archival.search(text, 1).hits if text.strip() else ()
        found = {each for hit in hits if not hit.document for each in (hit.address, *hit.also)}
        for earlier in sorted(found, key=_number):
            if _number(earlier) < _number(address) and same(self._external.archival.read(earlier).text, text):
                return earlier
        return ""

    def _condense(self) -> list[Update] | None:
        for section in self._sections.sections:
            if section.read_only or len(section.text) < section.limit * _FULL_SHARE:
                continue
            shorter = "\n".join(condensed(section.text.splitlines()))
            if len(shorter) > len(section.text) * _WORTH_SHARE or self._progress.reached(_CONDENSED + section.label) == section.text:
                continue
            self._progress.mark(_CONDENSED + section.label, section.text)
            return self._propose(section, shorter, f"{section.label} holds {len(section.text)} of {section.limit} characters.")
        return None

    def _carried_out(self, suggestion: Suggestion) -> list[Update]:
        try:
            return list(self._suggesting.carry_out(suggestion))
        except Refused:
            self._refused.add(suggestion)
            return []


def _number(address: str) -> int:
    return int(address[1:])
