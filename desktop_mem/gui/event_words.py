"""Events in human words: what a line of the conversation says of each, from the update or from the message as stored."""

from __future__ import annotations

import re
from datetime import datetime

from PySide6.QtCore import QCoreApplication

from desktop_mem.gui.wording import moment_words, number_words, time_words
from desktop_mem.memory.message import Message
from desktop_mem.memory.reminder import Reminder, ReminderState

_DOCUMENTS_STORED = re.compile(r"^Documents stored: (?P<names>.+?)(?: and (?P<more>\d+) more)?; \d+ passages\.")
_ADDRESS = re.compile(r" \(d\d+\)(?=, |$)")
_PRESSURE = re.compile(r"^Memory pressure: ")
_LOGIN = re.compile(r"^The user opened the program\.")
_HEARTBEAT = re.compile(r"^Timed heartbeat: nothing has happened for (?P<minutes>\d+) minutes\.")
_RESUMPTION = re.compile(r"^Now go on with m\d+, which still waits for its answer: ")
_REMINDER = re.compile(
    r"^Reminder r\d+ is due \([^)]*?(?P<due>\d{4}-\d\d-\d\d \d\d:\d\d [+-]\d{4,6})\): (?P<text>.*?)\."
    r"(?: It was due (?P<missed>\d+) times before that, unnoticed\.)? The user has been shown it\.$",
    re.DOTALL,
)


def event_words(text: str) -> str:
    """An event of the kernel, as a line for a reader; unknown ones keep their own words."""
    translate = QCoreApplication.translate
    if match := _DOCUMENTS_STORED.match(text):
        names = _ADDRESS.sub("", match["names"])
        if match["more"]:
            return translate("Wording", "Stored: {names} and {more} more. You can ask about the content any time.").format(
                names=names, more=match["more"]
            )
        return translate("Wording", "Stored: {names}. You can ask about the content any time.").format(names=names)
    if _PRESSURE.match(text):
        return translate("Wording", "The context window is filling up. Older messages will soon be summarised; nothing is lost.")
    if _LOGIN.match(text):
        return translate("Wording", "You opened the program.")
    if match := _HEARTBEAT.match(text):
        return translate("Wording", "Quiet for {minutes} minutes: time to tidy up the memory.").format(minutes=match["minutes"])
    return text


def is_known_event(text: str) -> bool:
    """Whether it is an event that a reader is told of; other texts of a chain are meant for the model."""
    return any(known.match(text) for known in (_DOCUMENTS_STORED, _PRESSURE, _LOGIN, _HEARTBEAT, _REMINDER))


def is_resumption(text: str) -> bool:
    """Whether it only tells the model which event it goes on with."""
    return bool(_RESUMPTION.match(text))


def reminder_words(text: str, was_due: datetime, missed: int, told: datetime) -> str:
    """A reminder that fell due: what it is about, when it was for, and how often before that it passed unnoticed."""
    today = was_due.astimezone().date() == told.astimezone().date()
    time = time_words(was_due) if today else moment_words(was_due.astimezone())
    if missed:
        words = QCoreApplication.translate("Wording", "Reminder: {message} · due {time} · missed before: {count}")
        return words.format(message=text, time=time, count=number_words(missed))
    return QCoreApplication.translate("Wording", "Reminder: {message} · due {time}").format(message=text, time=time)


def stored_reminder_words(message: Message) -> str:
    """The same of a reminder as recall has it; empty when the message is none."""
    match = _REMINDER.match(message.text)
    if match is None:
        return ""
    was_due = datetime.strptime(match["due"], "%Y-%m-%d %H:%M %z")
    return reminder_words(match["text"], was_due, int(match["missed"] or 0), message.created_at)


def reminder_set_words(reminder: Reminder) -> str:
    """A reminder that was set, or called off."""
    if reminder.state is ReminderState.CANCELLED:
        return QCoreApplication.translate("Wording", "Reminder called off: {message}").format(message=reminder.message)
    time = moment_words(reminder.when.due.astimezone())
    if reminder.when.rule:
        words = QCoreApplication.translate("Wording", "Reminder set for {time}, then again ({phrase}): {message}")
        return words.format(time=time, phrase=reminder.phrase, message=reminder.message)
    return QCoreApplication.translate("Wording", "Reminder set for {time}: {message}").format(time=time, message=reminder.message)
