"""Reminders: what the user wants to be told, and when."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class When:
    """A time as the user phrased it: first `due` (aware local time), and the `rule` by which it comes again.

    `rule` is an RFC 5545 RRULE without DTSTART (`FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR`), empty: once.
    """

    due: datetime
    rule: str = ""


class ReminderState(StrEnum):
    """Where a reminder stands: it will fall due, it has for the last time, or it was called off."""

    WAITING = "waiting"
    DONE = "done"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Reminder:
    """One reminder: the `message`, the user's `phrase` for its time, and that time. `starts` is when it was first due.

    `when.due` is when it is due next, aware local time. `cause` is the address of the message that asked for it.
    """

    message: str
    phrase: str
    when: When
    starts: datetime
    created_at: datetime
    address: str = ""
    cause: str = ""
    state: ReminderState = ReminderState.WAITING


@dataclass(frozen=True, slots=True)
class Fallen:
    """A reminder that fell due: what to tell is the `reminder`, when it `was_due` last, and how many earlier times were passed over.

    `after` is the reminder as it stands from now on: done, or waiting for its next time.
    """

    reminder: Reminder
    was_due: datetime
    missed: int
    after: Reminder


def snoozed(reminder: Reminder, minutes: int, now: datetime) -> Reminder:
    """One that waits falls due so many minutes later; of one that has fallen due, or comes by a rule, a new one without an address."""
    later = timedelta(minutes=max(1, minutes))
    if reminder.state is ReminderState.WAITING and not reminder.when.rule:
        return replace(reminder, when=When(max(reminder.when.due, now) + later))
    return Reminder(reminder.message, reminder.phrase, When(now + later), now + later, now, cause=reminder.cause)
