"""The agenda: the events whose chains have not ended, and which of them comes first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from desktop_mem.memory.event import Priority


@dataclass(frozen=True, slots=True)
class OpenEvent:
    """An event whose chain has not ended, by the address of its message.

    `priority` is a `Priority`, `urgent` that the user's words name a time. `steps` counts the calls made so far, `attempts` how
    often the chain was begun and cut off by the end of the program; `suspended` says that something more urgent came between,
    `variation` the number of the try when the user asked for another answer.
    """

    address: str
    priority: int
    urgent: bool = False
    steps: int = 0
    attempts: int = 0
    suspended: bool = False
    variation: int = 0


class Agenda:
    """Holds open events as they arrived. First comes the more urgent kind, then a message that names a time, then the older one.

    A chain that has made a call gives way to reminders and user messages that arrive while it runs; one that has made none is a
    message that waits like any other, so that several messages in a row are answered in their order.
    """

    def __init__(self, events: Iterable[OpenEvent] = ()) -> None:
        self._events = list(events)

    @property
    def events(self) -> tuple[OpenEvent, ...]:
        """All open events, as they arrived."""
        return tuple(self._events)

    @property
    def in_order(self) -> tuple[OpenEvent, ...]:
        """All open events in the order of their turns."""
        return tuple(sorted(self._events, key=_rank))

    @property
    def first(self) -> OpenEvent | None:
        """The event whose turn it is."""
        return min(self._events, key=_rank, default=None)

    def newcomer(self, address: str, known: frozenset[str]) -> OpenEvent | None:
        """An event that comes before the running one at `address`, and was not there (`known`) when that chain began."""
        running = self.event(address)
        if running is None:
            return None
        return next((each for each in self.in_order if each.address not in known and _rank(each) < _rank(running)), None)

    def event(self, address: str) -> OpenEvent | None:
        """The open event of that message, if it is open."""
        return next((event for event in self._events if event.address == address), None)

    def add(self, event: OpenEvent) -> None:
        """A new event."""
        self._events.append(event)

    def change(self, event: OpenEvent) -> None:
        """The open event at the same address now stands like this."""
        self._events = [event if each.address == event.address else each for each in self._events]

    def close(self, address: str) -> None:
        """The chain of that event has ended."""
        self._events = [event for event in self._events if event.address != address]


def _rank(event: OpenEvent) -> tuple[int, bool]:
    begun = event.steps > 0
    return max(event.priority, Priority.CHAIN) if begun else event.priority, not event.urgent
