"""Repetitions: their rules in the words of RFC 5545, when they come first, and when they come next."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta

from dateutil.relativedelta import relativedelta
from dateutil.rrule import rrulestr

from desktop_mem.errors import Bug
from desktop_mem.memory.reminder import When
from desktop_mem.runtime.time_phrases.days import DayParts, no_such_day
from desktop_mem.runtime.time_phrases.slots import Date, Every
from desktop_mem.runtime.time_phrases.wall_clock import at_wall, wall_of

_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_FREQUENCIES = {"day": "DAILY", "week": "WEEKLY", "month": "MONTHLY", "year": "YEARLY"}
_STEPS = {"SECONDLY": timedelta(seconds=1), "MINUTELY": timedelta(minutes=1), "HOURLY": timedelta(hours=1)}
_LONGEST = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_ZONES_APART = timedelta(hours=26)


def elapsed_rule(every: Every) -> str:
    """The rule of what comes again after so many minutes, whatever the clocks do."""
    hours, minutes = divmod(every.interval, 60)
    return f"FREQ=MINUTELY;INTERVAL={every.interval}" if minutes else f"FREQ=HOURLY;INTERVAL={hours}"


def rule_of(parts: DayParts, every: Every, today: date, at: timedelta) -> str | None:
    """The rule, with the wall clock time in it; None when the parts do not make one. Raises `Refused` for a day that never comes."""
    days = _days_rule(parts, every, today)
    if days is None:
        return None
    second = f"BYSECOND={at.seconds % 60}" if at.seconds % 60 else ""
    clock = f"BYHOUR={at.seconds // 3600};BYMINUTE={at.seconds // 60 % 60}"
    interval = f"INTERVAL={every.interval}" if every.interval > 1 else ""
    return ";".join(part for part in (f"FREQ={_FREQUENCIES[every.unit]}", interval, days, clock, second) if part)


def _days_rule(parts: DayParts, every: Every, today: date) -> str | None:
    kinds = parts.kinds() - {"every"}
    if every.unit == "day" and not kinds:
        return ""
    if every.unit == "week" and kinds <= {"weekdays"}:
        days = parts.weekdays.days if parts.weekdays else (today.weekday(),)
        return "BYDAY=" + ",".join(_CODES[day] for day in days)
    if every.unit == "month" and parts.nth and kinds == {"nth"}:
        return f"BYDAY={parts.nth.nth}{_CODES[parts.nth.weekday]}"
    if every.unit == "month" and kinds <= {"date"}:
        wanted = parts.date or Date(today.day)
        return _day_rule(wanted, 31) if wanted.month is None else None
    if every.unit == "year" and kinds <= {"date"}:
        return _date_rule(parts.date or Date(today.day, today.month))
    return None


def _date_rule(wanted: Date) -> str | None:
    if wanted.month is None or wanted.year is not None:
        return None
    if not 1 <= wanted.month <= 12:
        raise no_such_day(wanted)
    return f"BYMONTH={wanted.month};{_day_rule(wanted, _LONGEST[wanted.month - 1])}"


def _day_rule(wanted: Date, longest: int) -> str:
    """The day, or in a month without it the last before it."""
    if wanted.day > longest or wanted.day == 0:
        raise no_such_day(wanted)
    if wanted.day <= 28 or wanted.month not in (2, None):
        return f"BYMONTHDAY={wanted.day}"
    return f"BYMONTHDAY={','.join(str(day) for day in range(28, wanted.day + 1))};BYSETPOS=-1"


def first_of(rule: str, every: Every, now: datetime, *, named: bool) -> When:
    """The rule with when it is first due: the next time that fits, or one interval from today when no day is `named`."""
    midnight = datetime.combine(wall_of(now).date(), time())
    if not named and (every.unit, every.interval) != ("day", 1):
        midnight += relativedelta(**{f"{every.unit}s": every.interval})
    each_time = re.sub(r"INTERVAL=\d+;", "", rule)
    due = next(moment for wall in _walls(each_time, midnight) if (moment := at_wall(wall)) > now)
    return When(due, rule)


def next_due(when: When, after: datetime) -> datetime | None:
    """See `TimePhrases.next_due`; never earlier than `when.due`, read by the clock that holds now. Raises `Bug` for what is no rule.

    The rule carries the clock time (BYHOUR, BYMINUTE), and the clock face of `when.due`, in the offset it was noted with, the day to count
    from. So a gap that moved one occurrence, or a journey, moves no later one.
    """
    if not when.rule:
        return when.due if when.due > after else None
    if step := _step(when.rule):
        steps = max(0, (after - when.due) // step + 1)
        return (when.due.astimezone(UTC) + steps * step).astimezone()
    anchor = _anchor(when)
    far = wall_of(after.astimezone()) - _ZONES_APART
    for wall in _walls(when.rule, anchor):
        if wall >= far and (wall > anchor or after < when.due) and (due := at_wall(wall)) > after:
            return due
    return None


def _anchor(when: When) -> datetime:
    found = dict(part.split("=", 1) for part in when.rule.split(";") if "=" in part)
    face = wall_of(when.due).replace(microsecond=0)
    if found.get("BYHOUR", "").isdigit() and found.get("BYMINUTE", "").isdigit():
        return face.replace(hour=int(found["BYHOUR"]), minute=int(found["BYMINUTE"]), second=int(found.get("BYSECOND", 0)))
    return face


def _step(rule: str) -> timedelta | None:
    unit = re.search(r"FREQ=(\w+)", rule)
    interval = re.search(r"INTERVAL=([1-9]\d*)", rule)
    step = _STEPS.get(unit[1]) if unit else None
    return step * int(interval[1] if interval else 1) if step else None


def _walls(rule: str, start: datetime) -> Iterator[datetime]:
    try:
        return iter(rrulestr(rule, dtstart=start))
    except ValueError as error:
        raise Bug(f"'{rule}' is no rule ({error}).") from error
