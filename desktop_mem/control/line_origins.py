"""Line origins: which change of memory brought each line of a section, and how the working context stood at an earlier time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from desktop_mem.memory.memory_event import REDO, UNDO, MemoryEvent
from desktop_mem.memory.working_context import SectionState


def line_origins(text: str, events: Iterable[MemoryEvent]) -> list[tuple[str, MemoryEvent | None]]:
    """Each line of the section's text with the event that brought it; None for one that was there from the beginning.

    `events` are all of the section, oldest first. A line that an undo or redo put back is owed to the event that had brought it.
    """
    brought: dict[str, MemoryEvent] = {}
    for event in events:
        for line in event.brought:
            if not (event.kind in (UNDO, REDO) and line in brought):
                brought[line] = event
    return [(line, brought.get(line)) for line in text.splitlines()]


def sections_as_of(at: datetime, now: Sequence[SectionState], events: Iterable[MemoryEvent]) -> list[SectionState]:
    """The sections as they stood just before that moment; `events` are all of the ledger, oldest first.

    What a section was for and might hold is told as it is now, where it still is.
    """
    then: dict[str, str | None] = {}
    for event in events:
        label = event.target.removeprefix("w:")
        if label != event.target and event.at < at:
            then[label] = event.after if _exists_after(event) else None
        elif label != event.target:
            then.setdefault(label, event.before if _existed_before(event) else None)
    sections = {section.label: section for section in now}
    texts = {label: section.text for label, section in sections.items()} | then
    gone = {label: SectionState(label, "", len(text or "")) for label, text in then.items()}
    return [replace((gone | sections)[label], text=text) for label, text in texts.items() if text is not None]


def _exists_after(event: MemoryEvent) -> bool:
    return event.became is not None if event.detail else event.kind != "remove"


def _existed_before(event: MemoryEvent) -> bool:
    return event.was is not None if event.detail else event.kind != "add"
