"""Time stamps: the model is told the local time at the tail of the prompt, and again whenever what it was told no longer holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from desktop_mem.memory.message import Message, Role

_TIME_AGAIN = timedelta(minutes=10)
_OF_TIME = re.compile(
    r"\b(?:time|clock|date|day|today|tonight|tomorrow|yesterday|now|hours?|weeks?|months?|years?|when|ago)\b"
    "|今|明天|昨天|现在|几点|几号|时间|日期|星期|周|月|年",
    re.IGNORECASE,
)


def stamp(now: datetime) -> str:
    """The time as the model reads it: weekday, date, time, offset."""
    return f"[{now:%A %Y-%m-%d %H:%M %z}]"


def is_known(now: datetime, told: datetime | None) -> bool:
    """Whether the stamp that was `told` last still says enough: it is of the last minutes, this day and this zone."""
    if told is None:
        return False
    return timedelta() <= now - told < _TIME_AGAIN and now.date() == told.date() and now.utcoffset() == told.utcoffset()


def restamped(messages: Iterable[Message], *, where_it_matters: bool) -> Iterator[Message]:
    """Of the events in view, in their order, those whose stamp has to come or go: a stamp stands where none in view before it still holds.

    `where_it_matters`: also on each event whose words have to do with time.
    """
    told: datetime | None = None
    for message in messages:
        if message.role not in (Role.USER, Role.EVENT) or message.turn:
            continue
        needed = not is_known(message.created_at, told) or (where_it_matters and is_about_time(message.text))
        told = message.created_at if needed else told
        mark, text = f"{stamp(message.created_at)}\n", message.seen_by_model
        if needed != text.startswith(mark):
            yield replace(message, prompt_text=f"{mark}{text}" if needed else text.removeprefix(mark))


def is_about_time(text: str) -> bool:
    """Whether the words have to do with time, in English or Chinese."""
    return _OF_TIME.search(text) is not None
