"""Reminders in memory."""

from __future__ import annotations

from dataclasses import replace

from desktop_mem.control.addresses import row_number
from desktop_mem.memory.reminder import Reminder, ReminderState


class InMemoryReminders:
    def __init__(self) -> None:
        self._all: list[Reminder] = []

    def add(self, reminder: Reminder) -> Reminder:
        stored = replace(reminder, address=f"r{len(self._all) + 1}")
        self._all.append(stored)
        return stored

    def read(self, address: str) -> Reminder:
        return self._all[row_number(address, "r") - 1]

    def change(self, reminder: Reminder) -> None:
        self._all[row_number(reminder.address, "r") - 1] = reminder

    def waiting(self) -> list[Reminder]:
        return sorted((r for r in self._all if r.state is ReminderState.WAITING), key=lambda r: r.when.due)

    def snapshot(self) -> list[Reminder]:
        return list(self._all)

    def restore(self, content: list[Reminder]) -> None:
        self._all = list(content)
