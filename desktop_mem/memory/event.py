"""Events: whatever starts an inference, and how each stands in the queue."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_mem.memory.message import Role

_NAMES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class UserMessage:
    """The user said something. `request_id` makes a message sent twice one message."""

    text: str
    request_id: str = ""


@dataclass(frozen=True, slots=True)
class DocumentsStored:
    """Documents have been imported: `names` maps each address to the file's name; `passages` counts them all."""

    names: tuple[tuple[str, str], ...]
    passages: int


@dataclass(frozen=True, slots=True)
class MemoryPressure:
    """The queue has passed the warning mark: `used` of `budget` tokens are taken."""

    used: int
    budget: int


@dataclass(frozen=True, slots=True)
class Login:
    """The user opened the program; `last_seen` is when they were here before, as local ISO time, or empty."""

    last_seen: str = ""


Event = UserMessage | DocumentsStored | MemoryPressure | Login


def role_of(event: Event) -> Role:
    """Only the user's own words carry the user's role."""
    return Role.USER if isinstance(event, UserMessage) else Role.EVENT


def text_of(event: Event) -> str:
    """The event in words, for the model and for recall."""
    match event:
        case UserMessage(text=text):
            return text
        case DocumentsStored(names=names, passages=passages):
            shown = ", ".join(f"{name} ({address})" for address, name in names[:_NAMES_SHOWN])
            more = f" and {len(names) - _NAMES_SHOWN} more" if len(names) > _NAMES_SHOWN else ""
            return f"Documents stored: {shown}{more}; {passages} passages. archival_memory_search finds their text."
        case MemoryPressure(used=used, budget=budget):
            return (
                f"Memory pressure: the queue is filling up ({used} of {budget} tokens). "
                "Old messages will soon leave it. Keep what matters with core_memory_append or archival_memory_insert."
            )
        case Login(last_seen=last_seen):
            return f"The user opened the program. Last seen: {last_seen or 'never'}."
