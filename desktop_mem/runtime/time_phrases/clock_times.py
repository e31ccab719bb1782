"""Clock times: from how one is written, and the part of the day beside it, to how long after midnight it is."""

from __future__ import annotations

from datetime import timedelta

from desktop_mem.errors import Refused
from desktop_mem.runtime.time_phrases.slots import Clock, Part

_NINE = timedelta(hours=9)


def times_of(clock: Clock | None, part: Part | None, *, evening_too: bool = False) -> tuple[timedelta, ...]:
    """Time after the midnight that the day begins with; 24 hours is the one that it ends with.

    With `evening_too`, an hour from 7 to 11 that may as well be in the evening comes twice. Raises `Refused`.
    """
    if clock is None:
        return (timedelta(hours=part.value[2]) if part else _NINE,)
    hours = _in_part(clock, part) if part else _by_itself(clock, evening_too=evening_too)
    return tuple(timedelta(hours=hour, minutes=clock.minute, seconds=clock.second) for hour in hours)


def _by_itself(clock: Clock, *, evening_too: bool) -> tuple[int, ...]:
    hours = _possible(clock)
    if len(hours) == 1:
        return hours
    if clock.hour == 12:
        return (12,)
    if clock.hour < 7:
        return (clock.hour + 12,)
    return (clock.hour, clock.hour + 12) if evening_too else (clock.hour,)


def _in_part(clock: Clock, part: Part) -> tuple[int, ...]:
    start, end, _ = part.value
    hours = _possible(clock)
    # Midnight is written as the 0 of the day that begins, and meant as the end of the evening before.
    hours += (24,) if 0 in hours and 24 not in hours else ()
    fitting = tuple(hour for hour in hours if start <= hour <= end)
    if not fitting:
        raise Refused(f"that part of the day has no {_written(clock)}. Write it like 8:30, 5 pm or 17:45.")
    return fitting[:1]


def _possible(clock: Clock) -> tuple[int, ...]:
    """The hours that may be meant. Raises `Refused` when there is no such time."""
    hour, late = clock.hour, clock.hour > 12
    if hour > 24 or clock.minute > 59 or clock.second > 59 or (hour == 24 and (clock.minute or clock.second)):
        raise Refused(f"there is no such time as {_written(clock)}. Write it like 8:30, 5 pm or 17:45.")
    if clock.half and (hour in (0, 24) or (late and clock.half == "am")):
        raise Refused(f"there is no such time as {_written(clock)}. Write it like 8:30, 5 pm or 17:45.")
    if clock.half and not late:
        return (hour % 12 + (12 if clock.half == "pm" else 0),)
    if clock.sure or late or hour == 0:
        return (hour,)
    return (0, 12, 24) if hour == 12 else (hour, hour + 12)


def _written(clock: Clock) -> str:
    return f"{clock.hour}:{clock.minute:02} {clock.half}".strip()
