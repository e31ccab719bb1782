"""Dates as the model writes them: days, months, years and instants, in local time, both ends included."""

from __future__ import annotations

from datetime import datetime, timedelta

from desktop_mem.errors import Refused

_ROOM_FOR_ZONES = timedelta(days=2)


def span(start_date: str, end_date: str, now: datetime) -> tuple[datetime, datetime]:
    """The stretch of time from one date to another, both included; an end beyond the calendar means until now. Raises `Refused`."""
    try:
        start, _ = _day(start_date)
        start - _ROOM_FOR_ZONES, start + _ROOM_FOR_ZONES  # what lies at the very ends of the calendar cannot be moved between zones
    except (ValueError, OverflowError, OSError):
        raise Refused(f"{start_date} is too far away. Write a date near those of the conversation, as YYYY-MM-DD.") from None
    try:
        _, end = _day(end_date)
        return start, end + _ROOM_FOR_ZONES - _ROOM_FOR_ZONES
    except (ValueError, OverflowError, OSError):
        return start, now + _ROOM_FOR_ZONES


def _day(text: str) -> tuple[datetime, datetime]:
    """Start and end of the local day, month or year that `text` names, or the instant itself. Raises `Refused`."""
    text = text.strip()
    for form, step in (("%Y-%m-%d", "day"), ("%Y-%m", "month"), ("%Y", "year")):
        try:
            start = datetime.strptime(text, form)
        except ValueError:
            continue
        return start.astimezone(), _after(start, step).astimezone()
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise Refused(f"'{text}' is not a date. Write it as YYYY-MM-DD.") from None
    moment = moment if moment.tzinfo else moment.astimezone()
    return moment, moment + timedelta(seconds=1)


def _after(start: datetime, step: str) -> datetime:
    if step == "day":
        return start + timedelta(days=1)
    if step == "month":
        return (start.replace(day=1) + timedelta(days=32)).replace(day=1)
    return start.replace(year=start.year + 1)
