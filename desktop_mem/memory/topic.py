"""Topics: the stretches of the one lifelong conversation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

_TITLE_LENGTH = 60


@dataclass(frozen=True, slots=True)
class Topic:
    """A stretch of the one lifelong conversation: its title, when it began, and the address of its newest summary, if it has one."""

    title: str
    started_at: datetime
    address: str = ""
    summary: str = ""


def title_of(text: str) -> str:
    """What a topic is called that begins with this text: as many whole words of it as a title has room for."""
    words = " ".join(text.split())
    if len(words) <= _TITLE_LENGTH:
        return words
    head = words[: _TITLE_LENGTH - 1]
    whole = head if words[len(head)] == " " else head.rpartition(" ")[0]
    # Where words are not parted by spaces, or one is very long, it is cut.
    return f"{whole if len(whole) > _TITLE_LENGTH // 2 else head}…"
