"""Puts the parts of a phrase together into the one time that they name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import UTC, date, datetime, time, timedelta

from dateutil.relativedelta import relativedelta

from desktop_mem.errors import Refused
from desktop_mem.memory.reminder import When
from desktop_mem.runtime.time_phrases.clock_times import times_of
from desktop_mem.runtime.time_phrases.days import named_days, passed, too_far
from desktop_mem.runtime.time_phrases.repeating import elapsed_rule, first_of, rule_of
from desktop_mem.runtime.time_phrases.slots import Clock, Date, Every, Exact, Nth, Part, Period, Relative, Slots, Span, Weekdays
from desktop_mem.runtime.time_phrases.wall_clock import at_wall, wall_of


@dataclass(slots=True)
class Parts:
    """At most one of each kind."""

    part: Part | None = None
    clock: Clock | None = None
    span: Span | None = None
    relative: Relative | None = None
    weekdays: Weekdays | None = None
    date: Date | None = None
    nth: Nth | None = None
    period: Period | None = None
    every: Every | None = None
    exact: Exact | None = None

    @classmethod
    def of(cls, slots: Slots) -> Parts | None:
        """The parts by their kind; None when one kind comes twice."""
        named = {type(slot).__name__.lower(): slot for slot in slots}
        return cls(**named) if len(named) == len(slots) else None  # type: ignore[arg-type]

    def kinds(self) -> set[str]:
        """The kinds that are there, without those of the time of day."""
        return {field.name for field in fields(self) if getattr(self, field.name) is not None} - {"clock", "part"}


def combine(slots: Slots, now: datetime) -> When | None:
    """The time, later than `now` (aware local time); None when the parts do not make one. Raises `Refused` with what is wrong with it."""
    parts = Parts.of(slots)
    if parts is None or _loose(parts):
        return None
    if parts.every is not None:
        return _repeating(parts, parts.every, now)
    if parts.exact is not None:
        return _exact(parts.exact.moment, now) if len(slots) == 1 else None
    if parts.span is not None:
        return _ahead(parts, parts.span, now) if parts.kinds() == {"span"} else None
    return _once(parts, now)


def _loose(parts: Parts) -> bool:
    """A mere number is a clock time only beside what leaves no doubt of it: Friday 8 may be a date."""
    sure = parts.part or parts.relative or (parts.every and parts.every.unit == "day")
    return parts.clock is not None and parts.clock.bare and not sure


def _exact(moment: datetime, now: datetime) -> When:
    if moment <= now:
        raise passed(moment)
    if moment.year > now.year + 99:
        raise too_far()
    return When(moment.astimezone())


def _ahead(parts: Parts, span: Span, now: datetime) -> When | None:
    if span.months > 12 * 99 or span.days > 365 * 99 or span.seconds > 365 * 86400 * 99:
        raise too_far()
    if parts.clock or parts.part:
        if span.seconds:
            return None
        day = wall_of(now).date() + relativedelta(months=span.months, days=span.days)
        return _first(_walls([day], times_of(parts.clock, parts.part)), now)
    start = now
    if span.months or span.days:
        start = at_wall(wall_of(now) + relativedelta(months=span.months, days=span.days))
    due = (start.astimezone(UTC) + timedelta(seconds=round(span.seconds))).astimezone()
    if due <= now:
        raise passed(due)
    return When(due)


def _once(parts: Parts, now: datetime) -> When | None:
    today_like = not parts.kinds() or (parts.kinds() == {"relative"} and parts.relative == Relative(0))
    if not parts.kinds() and not parts.clock and not parts.part:
        return None
    days = named_days(parts, wall_of(now).date())
    if days is None:
        return None
    return _first(_walls(days, times_of(parts.clock, parts.part, evening_too=today_like)), now)


def _walls(days: Iterator[date] | list[date], times: tuple[timedelta, ...]) -> Iterator[datetime]:
    return (datetime.combine(day, time()) + after for day in days for after in times)


def _first(walls: Iterator[datetime], now: datetime) -> When:
    """The first that is still to come. Raises `Refused` when all have passed."""
    today = wall_of(now)
    wall = today
    for wall in walls:
        if wall.year > today.year + 99:
            raise too_far()
        if wall.date() >= today.date() and (due := at_wall(wall)) > now:
            return When(due)
    raise passed(wall)


def _repeating(parts: Parts, every: Every, now: datetime) -> When | None:
    if every.interval > {"minute": 50_000_000, "day": 36_000, "week": 5000, "month": 1200, "year": 99}[every.unit]:
        raise too_far()
    if every.unit == "minute":
        due = (now.astimezone(UTC) + timedelta(minutes=every.interval)).astimezone()
        return When(due, elapsed_rule(every)) if parts.kinds() == {"every"} and not parts.clock and not parts.part else None
    at = times_of(parts.clock, parts.part)[0]
    if at == timedelta(hours=24) and every.unit == "day":
        at = timedelta()
    if at >= timedelta(hours=24):
        raise Refused("a repetition at midnight leaves open which day it belongs to. Write 23:59, or 0:00 of the day after.")
    rule = rule_of(parts, every, wall_of(now).date(), at)
    return None if rule is None else first_of(rule, every, now, named=parts.kinds() != {"every"})
