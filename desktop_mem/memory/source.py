"""Sources: what stands in view as texts with an address and an origin, for whoever weighs what the model wants to write."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Origin(StrEnum):
    """Whose words a text holds. The assistant's own words are no grounds, except for what the user answers to them."""

    USER = "user"
    DOCUMENT = "document"
    ASSISTANT = "assistant"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class Source:
    """One text in view: its address, whose words it holds, and when they were said (for "tomorrow"). Given oldest first.

    `tainted`: it is a document's text, or was written while some was in view.
    """

    address: str
    text: str
    origin: Origin
    said_at: datetime
    tainted: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """What the model sees when it wants to change something: all sources, whether tainted text is among them, and what the user
    said in this turn (empty: another event began it).
    """

    sources: tuple[Source, ...]
    tainted: bool = False
    asked: str = ""
