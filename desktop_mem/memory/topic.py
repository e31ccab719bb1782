"""Topics: the stretches of the one lifelong conversation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Topic:
    """A stretch of the one lifelong conversation: its title, when it began, and the address of its newest summary, if it has one."""

    title: str
    started_at: datetime
    address: str = ""
    summary: str = ""
