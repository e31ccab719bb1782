"""Explanations: why something is believed, down to the line: which change brought it, because of which words, on which sources."""

from __future__ import annotations

from dataclasses import dataclass, replace

from desktop_mem.control.line_origins import line_origins
from desktop_mem.control.trash import Hidden
from desktop_mem.memory.memory_event import REDO, UNDO, MemoryEvent
from desktop_mem.memory.ports import Addresses, History
from desktop_mem.memory.resolved import Resolved, Standing


@dataclass(frozen=True, slots=True)
class Ground:
    """Why one piece of memory is there: its `text` (a line of a section, or the whole), the `event` that brought it (None: nothing in the
    ledger did), the message that `caused` it, and what else it rests on.
    """

    text: str
    event: MemoryEvent | None = None
    caused: Resolved | None = None
    sources: tuple[Resolved, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """What stands at an address, and why, piece by piece."""

    memory: Resolved
    grounds: tuple[Ground, ...]


def explanation(address: str, addresses: Addresses, history: History) -> Explanation:
    """Why that is believed. Raises `LookupError` for an address that nothing ever had."""
    memory = addresses.resolve(address)
    if memory.kind == "memory event":
        shown = Hidden(history).event(history.event(memory.address))
        return Explanation(memory, (_ground(memory.text, shown, addresses),))
    if memory.standing in (Standing.FORGOTTEN, Standing.DELETED, Standing.SOURCE_DELETED):
        return Explanation(memory, ())
    events = history.events(memory.address)
    hidden = Hidden(history)
    if memory.kind == "section":
        lines = [(line, event and hidden.event(event)) for line, event in line_origins(memory.text, events) if line.strip()]
        return Explanation(memory, tuple(_ground(line, event, addresses) for line, event in lines))
    first = next((event for event in events if event.kind not in (UNDO, REDO)), None)
    ground = _ground(memory.text, first, addresses)
    known = {each.address for each in (*ground.sources, *filter(None, [ground.caused]))}
    others = tuple(_found(each, addresses) for each in memory.sources if each not in known and each != memory.address)
    return Explanation(memory, (replace(ground, sources=(*ground.sources, *others)),))


def _ground(text: str, event: MemoryEvent | None, addresses: Addresses) -> Ground:
    if event is None:
        return Ground(text)
    sources = tuple(_found(each, addresses) for each in event.sources if each != event.cause)
    return Ground(text, event, _found(event.cause, addresses) if event.cause else None, sources)


def _found(address: str, addresses: Addresses) -> Resolved:
    """What stands there; a place in a document that has gone from it says so."""
    try:
        return addresses.resolve(address)
    except LookupError as error:
        return Resolved(address, "", (), Standing.SOURCE_DELETED, str(error))
