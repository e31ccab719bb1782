"""Reminders in memory: they keep the same promises as the real ones, and nothing after the end."""

from __future__ import annotations

import re
from dataclasses import replace

from desktop_mem.control.addresses import row_number
from desktop_mem.memory.reminder import Reminder, ReminderState, When

_LONE = re.compile("[\ud800-\udfff]")


class InMemoryReminders:
    """Reminders in a list; see `Reminders`."""

    def __init__(self) -> None:
        self._reminders: list[Reminder] = []

    def add(self, reminder: Reminder) -> Reminder:
        """Store; the same with its address (`r3`)."""
        self._reminders.append(replace(_kept(reminder), address=f"r{len(self._reminders) + 1}"))
        return replace(reminder, address=self._reminders[-1].address)

    def read(self, address: str) -> Reminder:
        """The reminder at `r3`. Raises `LookupError`."""
        return self._reminders[self._place(address)]

    def change(self, reminder: Reminder) -> None:
        """Store a new time or state of the reminder at its address. Raises `LookupError`."""
        place = self._place(reminder.address)
        self._reminders[place] = _kept(replace(self._reminders[place], when=reminder.when, state=reminder.state))

    def waiting(self) -> list[Reminder]:
        """All that wait, the soonest first."""
        waiting = [reminder for reminder in self._reminders if reminder.state is ReminderState.WAITING]
        return sorted(waiting, key=lambda reminder: (reminder.when.due, row_number(reminder.address, "r")))

    def snapshot(self) -> list[Reminder]:
        """The content now."""
        return list(self._reminders)

    def restore(self, content: list[Reminder]) -> None:
        """Make `content` the content again."""
        self._reminders = list(content)

    def _place(self, address: str) -> int:
        number = row_number(address, "r")
        if number > len(self._reminders):
            raise LookupError(f"There is no reminder {address}.")
        return number - 1


def _kept(reminder: Reminder) -> Reminder:
    """The reminder as a store gives it back: without halves of characters, and with its first time once it no longer waits."""
    when = reminder.when if reminder.state is ReminderState.WAITING else When(reminder.starts, reminder.when.rule)
    return replace(reminder, message=_whole(reminder.message), phrase=_whole(reminder.phrase), cause=_whole(reminder.cause), when=when)


def _whole(text: str) -> str:
    return _LONE.sub("\ufffd", text)
