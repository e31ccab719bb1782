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
    """What a topic is called that begins with this text."""
    return " ".join(text.split())[:_TITLE_LENGTH]
