"""The control plane's rules for reminders: whose time is read by the program, and what it says of them for certain."""

from __future__ import annotations

import re
from datetime import datetime

from desktop_mem.control.missed import as_the_clock_stands, fall_due
from desktop_mem.control.reminder_request import read_request
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.plane import TimePhrases
from desktop_mem.memory.reminder import Fallen, Reminder

_CHINESE = re.compile("[\u4e00-\u9fff]")
_CHINESE_DAYS = "一二三四五六日"


class ReminderRules:
    """Fulfils `ReminderPlane` over a reader of time phrases."""

    def __init__(self, phrases: TimePhrases) -> None:
        self._phrases = phrases

    def reminder(self, phrase: str, message: str, now: datetime, cause: str) -> Reminder:
        """A reminder at the time that the phrase names. Raises `Refused`."""
        when = self._phrases.parse(phrase, now)
        return Reminder(message, phrase, when, starts=when.due, created_at=now, cause=cause)

    def names_time(self, text: str, now: datetime) -> bool:
        """Whether the text names a time to come."""
        return bool(self._phrases.find(text, now))

    def request(self, text: str, now: datetime) -> FunctionCall | None:
        """The `set_reminder` call that the user's text plainly asks for, if it does."""
        request = read_request(text, self._phrases, now)
        return FunctionCall("set_reminder", {"when": request.phrase, "message": request.message}) if request else None

    def confirmation(self, reminder: Reminder, like: str) -> str:
        """A sentence that says what was set and for when, in the language of `like` (Chinese, or else English)."""
        due, again = reminder.when.due, reminder.when.rule
        if _CHINESE.search(like):
            time = f"{due.year}年{due.month}月{due.day}日星期{_CHINESE_DAYS[due.weekday()]}{due:%H:%M}"
            return f"我会在{time}提醒你：{reminder.message}" + (f"（之后重复：{reminder.phrase}）" if again else "")
        time = f"{due:%A} {due.day} {due:%B %Y} at {due:%H:%M}"
        return f"I will remind you on {time}: {reminder.message}" + (f" (and again: {reminder.phrase})" if again else "")

    def misread(self, phrase: str, like: str) -> str:
        """A sentence that says that no time could be read in the phrase, and how to write one, in the language of `like`."""
        if _CHINESE.search(like):
            what = f"“{phrase}”里" if phrase else "这句话里"
            return f"没有设提醒：{what}看不出时间。请这样写：十分钟后、明天早上八点、每个工作日九点。"
        what = f'no time can be read in "{phrase}"' if phrase else "no time is named"
        return f"No reminder was set: {what}. Write it like: in 10 minutes, tomorrow at 8, every weekday at 9."

    def fall_due(self, reminder: Reminder, now: datetime) -> Fallen | None:
        """What to tell of a reminder whose time has come, and None for one that still waits."""
        return fall_due(reminder, self._phrases, now)

    def as_the_clock_stands(self, reminder: Reminder, now: datetime) -> Reminder:
        """The reminder with its next time by the clock and zone as they are now; the same one where nothing has to change."""
        return as_the_clock_stands(reminder, self._phrases, now)
