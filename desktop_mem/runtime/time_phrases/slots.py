"""What the parts of a phrase name, before they are put together: a day, a clock time, a span, a repetition."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from fractions import Fraction

from desktop_mem.errors import Refused


class Part(Enum):
    """A part of the day: its hours from (inclusive) and to (inclusive), and the hour that it means by itself."""

    EARLY = (0, 6, 6)
    MORNING = (1, 11, 9)
    NOON = (11, 14, 12)
    AFTERNOON = (12, 23, 15)
    EVENING = (17, 24, 19)
    NIGHT = (17, 24, 20)


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock time as written. `half` is am, pm or empty; `sure`: written in the 24-hour way; `bare`: a mere number."""

    hour: int
    minute: int = 0
    second: int = 0
    half: str = ""
    sure: bool = False
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Span:
    """How far away: whole months and days by the calendar, and then elapsed seconds."""

    months: int = 0
    days: int = 0
    seconds: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Relative:
    """Days from today."""

    days: int


@dataclass(frozen=True, slots=True)
class Weekdays:
    """Days of the week, Monday 0; several only where it repeats. `today_too`: today may be meant."""

    days: tuple[int, ...]
    today_too: bool = False


@dataclass(frozen=True, slots=True)
class Date:
    """A date as far as it is named; the day -1 is the last of the month."""

    day: int
    month: int | None = None
    year: int | None = None


@dataclass(frozen=True, slots=True)
class Nth:
    """The n-th weekday of a month; -1 is the last."""

    nth: int
    weekday: int


@dataclass(frozen=True, slots=True)
class Period:
    """A week, month or year, counted from the present one."""

    unit: str
    ahead: int


@dataclass(frozen=True, slots=True)
class Every:
    """A repetition every `interval` of `unit`: minute, day, week, month or year."""

    unit: str
    interval: int = 1


@dataclass(frozen=True, slots=True)
class Exact:
    """An instant."""

    moment: datetime


Slot = Part | Clock | Span | Relative | Weekdays | Date | Nth | Period | Every | Exact
Slots = tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write a part of a phrase: its pattern as text, and what a match names (which may raise `Refused`).

    `alone`: in the middle of other text it can be trusted without other parts beside it. `first`: it can begin a phrase there.
    """

    pattern: str
    read: Callable[[re.Match[str]], Slots]
    alone: bool = True
    first: bool = True


def repetition(span: Span) -> Every:
    """The repetition every `span`. Raises `Refused` where that is not one unit, or less than a minute."""
    if span.seconds and not span.months and not span.days and span.seconds % 60 == 0:
        return Every("minute", int(span.seconds) // 60)
    if span.days > 0 and not span.months and not span.seconds:
        return Every("week", span.days // 7) if span.days % 7 == 0 else Every("day", span.days)
    if span.months > 0 and not span.days and not span.seconds:
        return Every("year", span.months // 12) if span.months % 12 == 0 else Every("month", span.months)
    raise Refused("it cannot repeat like that. Name whole minutes, hours, days, weeks, months or years, such as 'every 2 hours'.")


def span_of(amount: Fraction, unit: str) -> Span:
    """So many of a unit (second, minute, hour, day, week, month, year). Raises `Refused` for a part of a month."""
    if unit in ("month", "year"):
        months = amount * (12 if unit == "year" else 1)
        if months.denominator != 1:
            raise Refused("a part of a month is no exact time. Name days or weeks.")
        return Span(months=int(months))
    if unit in ("day", "week"):
        days = amount * (7 if unit == "week" else 1)
        return Span(days=int(days), seconds=(days - int(days)) * 86400)
    return Span(seconds=amount * {"second": 1, "minute": 60, "hour": 3600}[unit])


def days_between(first: int, last: int) -> tuple[int, ...]:
    """The weekdays from the first to the last, both included, over the end of the week if need be."""
    return tuple(sorted((first + day) % 7 for day in range((last - first) % 7 + 1)))


def added(spans: list[Span]) -> Span:
    """All of them one after the other."""
    return Span(sum(span.months for span in spans), sum(span.days for span in spans), sum((span.seconds for span in spans), Fraction(0)))
