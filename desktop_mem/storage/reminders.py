"""Reminders in SQLite: what the user wants to be reminded of, and when it is due next."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from desktop_mem.control.addresses import row_number
from desktop_mem.memory.reminder import Reminder, ReminderState, When
from desktop_mem.storage.database import Database, Row
from desktop_mem.storage.moments import moment, offset_seconds, utc_text

_INSERT = """INSERT INTO reminder (message, phrase, rule, starts, due_utc, due_offset, state, created_utc, created_offset, cause)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""


class SqliteReminders:
    """Reminders; see `Reminders`. One that no longer waits keeps only when it was first due.

    Both `add` and `change` are whole by themselves, and part of the step that is open, if one is.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, reminder: Reminder) -> Reminder:
        """Store; the same with its address (`r3`)."""
        with self._database.transaction():
            number = self._database.insert(
                _INSERT,
                (
                    reminder.message,
                    reminder.phrase,
                    reminder.when.rule,
                    reminder.starts.isoformat(),
                    *_due(reminder),
                    reminder.state.value,
                    utc_text(reminder.created_at),
                    offset_seconds(reminder.created_at),
                    reminder.cause,
                ),
            )
        return replace(reminder, address=f"r{number}")

    def read(self, address: str) -> Reminder:
        """The reminder at `r3`. Raises `LookupError`."""
        row = self._database.row("SELECT * FROM reminder WHERE number = ?", (row_number(address, "r"),))
        if row is None:
            raise LookupError(f"There is no reminder {address}.")
        return _reminder(row)

    def change(self, reminder: Reminder) -> None:
        """Store a new time or state of the reminder at its address. Raises `LookupError`."""
        wanted = (reminder.when.rule, *_due(reminder), reminder.state.value, row_number(reminder.address, "r"))
        with self._database.transaction():
            if not self._database.change("UPDATE reminder SET rule = ?, due_utc = ?, due_offset = ?, state = ? WHERE number = ?", wanted):
                raise LookupError(f"There is no reminder {reminder.address}.")

    def waiting(self) -> list[Reminder]:
        """All that wait, the soonest first."""
        return [_reminder(row) for row in self._database.rows("SELECT * FROM reminder WHERE due_utc IS NOT NULL ORDER BY due_utc, number")]


def _due(reminder: Reminder) -> tuple[str | None, int | None]:
    if reminder.state is not ReminderState.WAITING:
        return None, None
    return utc_text(reminder.when.due), offset_seconds(reminder.when.due)


def _reminder(row: Row) -> Reminder:
    starts = datetime.fromisoformat(row["starts"])
    due = starts if row["due_utc"] is None else moment(row["due_utc"], row["due_offset"])
    return Reminder(
        message=row["message"],
        phrase=row["phrase"],
        when=When(due, row["rule"]),
        starts=starts,
        created_at=moment(row["created_utc"], row["created_offset"]),
        address=f"r{row['number']}",
        cause=row["cause"],
        state=ReminderState(row["state"]),
    )
