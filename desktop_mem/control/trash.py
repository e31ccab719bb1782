"""The trash: what the user forgot and can bring back, and the rule that its words are shown nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from desktop_mem.memory.memory_event import DELETE, FORGET, MemoryEvent
from desktop_mem.memory.ports import History


@dataclass(frozen=True, slots=True)
class TrashItem:
    """One thing in the trash: the `event` that put it there, its address (`m12`, `p7`, or `w:human` for lines of a section), its text."""

    event: str
    target: str
    text: str
    forgotten_at: datetime


def trash(forgotten: Iterable[MemoryEvent], text_of: Callable[[str], str]) -> list[TrashItem]:
    """What these events put into the trash, in their order; `text_of` gives the words of a message or a passage."""
    return [
        TrashItem(each.address, each.target, "\n".join(each.lost) if each.target[0] == "w" else text_of(each.target), each.at)
        for each in forgotten
    ]


class Hidden:
    """What of the ledger's words is not to be shown, because it was forgotten."""

    def __init__(self, history: History) -> None:
        self._whole = {event.target for event in history.standing(DELETE)}
        self._lines: dict[str, set[str]] = {}
        for event in history.standing(FORGET):
            if event.target.startswith("w:"):
                self._lines.setdefault(event.target, set()).update(event.lost)
            else:
                self._whole.add(event.target)

    def hides(self, target: str) -> bool:
        """Whether all of it is forgotten."""
        return target in self._whole

    def text(self, target: str, text: str) -> str:
        """The text of something at that address, without what was forgotten."""
        if target in self._whole:
            return ""
        gone = self._lines.get(target, set())
        return "\n".join(line for line in text.splitlines() if line not in gone) if gone else text

    def event(self, event: MemoryEvent) -> MemoryEvent:
        """The event, its texts without what was forgotten. A document keeps its name."""
        if event.kind == DELETE:
            return event
        return replace(event, before=self.text(event.target, event.before), after=self.text(event.target, event.after))
