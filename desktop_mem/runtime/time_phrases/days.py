"""The days that a phrase can mean, soonest first."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from datetime import MAXYEAR, MINYEAR, date, datetime, timedelta
from itertools import chain
from typing import Protocol

from desktop_mem.errors import Refused
from desktop_mem.runtime.time_phrases.slots import Date, Nth, Period, Relative, Weekdays

_MONTHS_TRIED = 13
_YEARS_TRIED = 9  # as far as from 29 February 2096 to the next one
_MONTH_NAMES = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
_DAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


class DayParts(Protocol):
    """The parts of a phrase that name a day."""

    @property
    def relative(self) -> Relative | None:
        """Days from today."""
        ...

    @property
    def weekdays(self) -> Weekdays | None:
        """A day of the week."""
        ...

    @property
    def date(self) -> Date | None:
        """A date as far as it is named."""
        ...

    @property
    def nth(self) -> Nth | None:
        """The n-th weekday of a month."""
        ...

    @property
    def period(self) -> Period | None:
        """The week, month or year that it is in."""
        ...

    def kinds(self) -> set[str]:
        """Those that are there."""
        ...


def named_days(parts: DayParts, today: date) -> Iterator[date] | None:
    """The days that can be meant; None when the parts do not make one. Raises `Refused` for a day that does not exist."""
    kinds = parts.kinds()
    if not kinds:
        return iter([today, today + timedelta(days=1)])
    if parts.relative and kinds == {"relative"}:
        return iter([today + timedelta(days=parts.relative.days)])
    if parts.date and kinds <= {"date", "period", "weekdays"}:
        return _dates(parts.date, parts.period, parts.weekdays, today)
    if parts.nth and kinds == {"nth", "period"}:
        return _nth_days(parts.nth, parts.period, today)
    if parts.weekdays and kinds <= {"weekdays", "period"}:
        return _week(parts.weekdays, parts.period, today)
    return iter([_begin(parts.period, today)]) if parts.period and kinds == {"period"} else None


def _begin(period: Period, today: date) -> date:
    if period.unit == "week":
        return today - timedelta(days=today.weekday()) + timedelta(weeks=period.ahead)
    if period.unit == "year":
        return date(today.year + period.ahead, 1, 1)
    return _month(today, period.ahead)


def _month(today: date, ahead: int) -> date:
    months = today.year * 12 + today.month - 1 + ahead
    return date(months // 12, months % 12 + 1, 1)


def _week(weekdays: Weekdays, period: Period | None, today: date) -> Iterator[date] | None:
    if len(weekdays.days) != 1 or (period and period.unit != "week"):
        return None
    (weekday,) = weekdays.days
    if period:
        return iter([_begin(period, today) + timedelta(days=weekday)])
    away = (weekday - today.weekday()) % 7
    if weekdays.today_too:
        return iter([today + timedelta(days=away), today + timedelta(days=away + 7)])
    return iter([today + timedelta(days=away or 7)])


def _nth_days(nth: Nth, period: Period | None, today: date) -> Iterator[date] | None:
    if period is None or period.unit != "month":
        return None
    month = _begin(period, today)
    days = monthrange(month.year, month.month)[1]
    fitting = [month + timedelta(days=day) for day in range(days) if (month + timedelta(days=day)).weekday() == nth.weekday]
    return iter([fitting[nth.nth - 1 if nth.nth > 0 else -1]])


def _dates(wanted: Date, period: Period | None, weekdays: Weekdays | None, today: date) -> Iterator[date] | None:
    if period and (wanted.year or period.unit == "week" or (period.unit == "month") == (wanted.month is not None)):
        return None
    if not period and wanted.month is None and weekdays:
        return None
    days = list(_existing(wanted, period, today))
    if not days:
        raise no_such_day(wanted)
    if weekdays:
        # Without a year the first that is not past is meant, and it has to be that day of the week.
        day = next((day for day in days if day >= today), days[-1])
        if weekdays.days != (day.weekday(),):
            raise Refused(f"the weekday does not fit the date: {_said(day)} is a {_DAY_NAMES[day.weekday()]}. Name only one of them.")
        return iter([day])
    return iter(days)


def _existing(wanted: Date, period: Period | None, today: date) -> Iterator[date]:
    if wanted.month is None:
        months = [_begin(period, today)] if period else [_month(today, ahead) for ahead in range(_MONTHS_TRIED)]
    else:
        year = wanted.year if wanted.year is not None else today.year + (period.ahead if period else 0)
        years = [year] if wanted.year is not None or period else range(year, year + _YEARS_TRIED)
        valid = 1 <= wanted.month <= 12
        months = [date(year, wanted.month, 1) for year in years if valid and MINYEAR <= year <= MAXYEAR]
    return chain.from_iterable(_day_of(month, wanted.day) for month in months)


def _day_of(month: date, day: int) -> list[date]:
    length = monthrange(month.year, month.month)[1]
    day = length if day == -1 else day
    return [month.replace(day=day)] if 1 <= day <= length else []


def no_such_day(wanted: Date) -> Refused:
    """The refusal of a day that no calendar has."""
    if wanted.month is not None and not 1 <= wanted.month <= 12:
        return Refused(f"there is no month {wanted.month}. Write a date like 3 May or 2027-05-03.")
    parts = [wanted.day, *([_MONTH_NAMES[wanted.month - 1]] if wanted.month else []), *([wanted.year] if wanted.year else [])]
    return Refused(f"there is no such day as {' '.join(map(str, parts))}. Write a date like 3 May or 2027-05-03.")


def passed(moment: datetime) -> Refused:
    """The refusal of a time that is over."""
    return Refused(f"that time, {_said(moment)} at {moment:%H:%M}, has passed. Name one that is still to come.")


def too_far() -> Refused:
    """The refusal of a time beyond the horizon."""
    return Refused("that is too far away. Name a time within 99 years.")


def _said(day: date) -> str:
    return f"{day.day} {_MONTH_NAMES[day.month - 1]} {day.year}"
