from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from desktop_mem.memory.ports import TimePhrases
from desktop_mem.memory.reminder import Fallen, Reminder, ReminderState


def fall_due(reminder: Reminder, phrases: TimePhrases, now: datetime) -> Fallen | None:
    if reminder.when.due > now:
        return None
    return Fallen(reminder, reminder.when.due, 0, replace(reminder, state=ReminderState.DONE))
