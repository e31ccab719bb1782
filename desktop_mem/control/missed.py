"""Due reminders, and the rule for those that fell due while the program was off.

- A reminder that fell due while the program was off is told once at the next start, with the time that it was for.
- One that repeats is told once, for the last time that was missed, with the count of those missed before it; then it goes on by its rule.

While the program runs the same rule holds, and nothing is missed.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from desktop_mem.memory.plane import TimePhrases
from desktop_mem.memory.reminder import Fallen, Reminder, ReminderState, When

MOST_COUNTED = 1000
"""A count of this many missed occurrences means this many or more."""

# Two places of the world are at most this far apart by their clocks, and a bit.
_ZONES_APART = timedelta(days=2)


def fall_due(reminder: Reminder, phrases: TimePhrases, now: datetime) -> Fallen | None:
    """What there is to tell of the reminder at `now`; None while it is not due, or no longer waits.

    A clock that was set back does not bring it again: it counts from the last time that was told.
    """
    when = reminder.when
    if reminder.state is not ReminderState.WAITING or when.due > now:
        return None
    last, missed, following = _last_due(when, phrases, now)
    if following is None:
        return Fallen(reminder, last.due, missed, replace(reminder, when=last, state=ReminderState.DONE))
    return Fallen(reminder, last.due, missed, replace(reminder, when=replace(when, due=following)))


def as_the_clock_stands(reminder: Reminder, phrases: TimePhrases, now: datetime) -> Reminder:
    """The reminder with its next time by the clock as it is now; to be asked at the start and when the clock or its zone was changed.

    One that repeats by the wall clock goes with a new zone, so that 9:00 stays 9:00; a single one keeps its instant. When the clock was
    set back by more than a period, a repeating one does not stay silent until the old time is reached again.
    """
    when = reminder.when
    if reminder.state is not ReminderState.WAITING or not when.rule:
        return reminder
    due = phrases.next_due(when, when.due - _ZONES_APART) or when.due
    first = phrases.next_due(When(reminder.starts, when.rule), now)
    second = phrases.next_due(When(reminder.starts, when.rule), first) if first else None
    if first and second and second < due:
        due = first
    return reminder if due == when.due else replace(reminder, when=replace(when, due=due))


def _last_due(when: When, phrases: TimePhrases, now: datetime) -> tuple[When, int, datetime | None]:
    """The last time up to `now`, how many came before it, and the next."""
    for missed in range(MOST_COUNTED):
        following = phrases.next_due(when, when.due)
        if following is None or following > now:
            return when, missed, following
        when = replace(when, due=following)
    return _close_to(when, phrases, now)


def _close_to(when: When, phrases: TimePhrases, now: datetime) -> tuple[When, int, datetime | None]:
    """The same for one that came too often to be counted: looks back from `now`, twice as far each time."""
    back = timedelta(minutes=1)
    while now - back > when.due:
        near = phrases.next_due(when, now - back)
        if near is not None and near <= now:
            when = replace(when, due=near)
            break
        back *= 2
    following = phrases.next_due(when, when.due)
    while following is not None and following <= now:
        when = replace(when, due=following)
        following = phrases.next_due(when, when.due)
    return when, MOST_COUNTED, following
