"""Events: whatever starts an inference, how urgent each is, and how each stands in the queue."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from textwrap import shorten

from desktop_mem.memory.message import Role

_NAMES_SHOWN = 5
_LONGEST_NAME = 100


class Priority(IntEnum):
    """Which event comes first: the lower, the sooner. A chain that has made a call already is `CHAIN` at best."""

    REMINDER = 0
    USER = 1
    CHAIN = 2
    PRESSURE = 3
    DOCUMENTS = 4
    LOGIN = 5
    HEARTBEAT = 6


@dataclass(frozen=True, slots=True)
class UserMessage:
    """The user said something. `request_id` makes a message sent twice one message."""

    text: str
    request_id: str = ""


@dataclass(frozen=True, slots=True)
class ReminderDue:
    """A reminder fell due: its address and text, the local time it was for, and how many times before that were missed."""

    address: str
    text: str
    was_due: str
    missed: int = 0


@dataclass(frozen=True, slots=True)
class MemoryPressure:
    """The queue has passed the warning mark: `used` of `budget` tokens are taken."""

    used: int
    budget: int


@dataclass(frozen=True, slots=True)
class DocumentsStored:
    """Documents have been imported: `names` maps each address to the file's name; `passages` counts them all."""

    names: tuple[tuple[str, str], ...]
    passages: int


@dataclass(frozen=True, slots=True)
class Login:
    """The user opened the program; `last_seen` is when they were here before, as local ISO time with its offset."""

    last_seen: str


@dataclass(frozen=True, slots=True)
class TimedHeartbeat:
    """Nothing has happened for `minutes`: time for the model to think on its own."""

    minutes: int


Event = UserMessage | ReminderDue | MemoryPressure | DocumentsStored | Login | TimedHeartbeat

_PRIORITY = {
    UserMessage: Priority.USER,
    ReminderDue: Priority.REMINDER,
    MemoryPressure: Priority.PRESSURE,
    DocumentsStored: Priority.DOCUMENTS,
    Login: Priority.LOGIN,
    TimedHeartbeat: Priority.HEARTBEAT,
}


def priority_of(event: Event) -> Priority:
    """How urgent the event is."""
    return _PRIORITY[type(event)]


def role_of(event: Event) -> Role:
    """Only the user's own words carry the user's role."""
    return Role.USER if isinstance(event, UserMessage) else Role.EVENT


def is_tainted(event: Event) -> bool:
    """Whether the event carries words of a document: names of files are chosen by whoever made them."""
    return isinstance(event, DocumentsStored)


def text_of(event: Event) -> str:
    """The event in words, for the model and for recall."""
    match event:
        case UserMessage(text=text):
            return text
        case ReminderDue(address=address, text=text, was_due=was_due, missed=missed):
            before = f" It was due {missed} times before that, unnoticed." if missed else ""
            return f"Reminder {address} is due ({was_due}): {text}.{before} The user has been shown it."
        case MemoryPressure(used=used, budget=budget):
            return (
                f"Memory pressure: the queue is filling up ({used} of {budget} tokens). "
                "Old messages will soon leave it. Keep what matters with core_memory_append or archival_memory_insert."
            )
        case DocumentsStored(names=names, passages=passages):
            shown = ", ".join(f"{shorten(name, _LONGEST_NAME, placeholder='…')} ({address})" for address, name in names[:_NAMES_SHOWN])
            more = f" and {len(names) - _NAMES_SHOWN} more" if len(names) > _NAMES_SHOWN else ""
            return f"Documents stored: {shown}{more}; {passages} passages. archival_memory_search finds their text."
        case Login(last_seen=last_seen):
            return f"The user opened the program. Last seen: {last_seen}."
        case TimedHeartbeat(minutes=minutes):
            return f"Timed heartbeat: nothing has happened for {minutes} minutes. Tidy your memory, or pause_heartbeats."


def resumption(address: str, text: str) -> str:
    """What the model reads when a suspended chain goes on: which event it is about."""
    return f"Now go on with {address}, which still waits for its answer: {text}"
