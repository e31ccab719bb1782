"""Human words, in the window's language, for the program's codes: functions, reasons, states, stages and times."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QDate, QLocale, QTime

from desktop_mem.control.document_ledger import DocumentEntry, ImportState

PAGE_IN = "page_in"

FUNCTIONS = {
    "send_message": QT_TRANSLATE_NOOP("Wording", "Answered you"),
    "core_memory_append": QT_TRANSLATE_NOOP("Wording", "Added to working context"),
    "core_memory_replace": QT_TRANSLATE_NOOP("Wording", "Changed working context"),
    "conversation_search": QT_TRANSLATE_NOOP("Wording", "Searched the conversation"),
    "conversation_search_date": QT_TRANSLATE_NOOP("Wording", "Looked up a date in the conversation"),
    "archival_memory_insert": QT_TRANSLATE_NOOP("Wording", "Kept a passage"),
    "archival_memory_search": QT_TRANSLATE_NOOP("Wording", "Searched documents and notes"),
    "open_page": QT_TRANSLATE_NOOP("Wording", "Opened a page"),
    "set_reminder": QT_TRANSLATE_NOOP("Wording", "Set a reminder"),
    "pause_heartbeats": QT_TRANSLATE_NOOP("Wording", "Paused"),
    "switch_topic": QT_TRANSLATE_NOOP("Wording", "Switched topic"),
    "": QT_TRANSLATE_NOOP("Wording", "Unfinished call"),
    PAGE_IN: QT_TRANSLATE_NOOP("Wording", "Brought memories into view"),
}
REASONS = {
    "STORED": QT_TRANSLATE_NOOP("Wording", "Stored"),
    "EMPTY": QT_TRANSLATE_NOOP("Wording", "No text inside"),
    "SCANNED": QT_TRANSLATE_NOOP("Wording", "Scanned pages without text"),
    "ENCRYPTED": QT_TRANSLATE_NOOP("Wording", "Protected by a password"),
    "CORRUPT": QT_TRANSLATE_NOOP("Wording", "Damaged file"),
    "UNSUPPORTED": QT_TRANSLATE_NOOP("Wording", "Unknown kind of file"),
    "TOO_LARGE": QT_TRANSLATE_NOOP("Wording", "Too large"),
    "DUPLICATE": QT_TRANSLATE_NOOP("Wording", "Already stored under another name"),
    "UNCHANGED": QT_TRANSLATE_NOOP("Wording", "Already stored, unchanged"),
    "UPDATED": QT_TRANSLATE_NOOP("Wording", "Updated to the new version"),
    "PARTIAL": QT_TRANSLATE_NOOP("Wording", "Stored in part"),
    "TIMEOUT": QT_TRANSLATE_NOOP("Wording", "Took too long to read"),
    "PERMISSION": QT_TRANSLATE_NOOP("Wording", "No permission to read it"),
    "MISSING": QT_TRANSLATE_NOOP("Wording", "File not found"),
    "LOOP": QT_TRANSLATE_NOOP("Wording", "Folder contains itself"),
    "CANCELLED": QT_TRANSLATE_NOOP("Wording", "Cancelled"),
}
STATES = {
    "waiting": QT_TRANSLATE_NOOP("Wording", "Waiting"),
    "reading": QT_TRANSLATE_NOOP("Wording", "Reading"),
    "paused": QT_TRANSLATE_NOOP("Wording", "Paused"),
    "done": QT_TRANSLATE_NOOP("Wording", "Stored"),
    "failed": QT_TRANSLATE_NOOP("Wording", "Not stored"),
    "cancelled": QT_TRANSLATE_NOOP("Wording", "Cancelled"),
}
ARGUMENTS = {
    "query": QT_TRANSLATE_NOOP("Wording", "Looked for"),
    "content": QT_TRANSLATE_NOOP("Wording", "Text"),
    "label": QT_TRANSLATE_NOOP("Wording", "Section"),
    "old_content": QT_TRANSLATE_NOOP("Wording", "Old text"),
    "new_content": QT_TRANSLATE_NOOP("Wording", "New text"),
    "page": QT_TRANSLATE_NOOP("Wording", "Page"),
    "address": QT_TRANSLATE_NOOP("Wording", "Address"),
    "start_date": QT_TRANSLATE_NOOP("Wording", "From"),
    "end_date": QT_TRANSLATE_NOOP("Wording", "To"),
    "when": QT_TRANSLATE_NOOP("Wording", "When"),
    "message": QT_TRANSLATE_NOOP("Wording", "Message"),
    "minutes": QT_TRANSLATE_NOOP("Wording", "Minutes"),
}
IMPORT_STAGES = {
    "reading": QT_TRANSLATE_NOOP("Wording", "Reading"),
    "hashing": QT_TRANSLATE_NOOP("Wording", "Checking"),
    "writing": QT_TRANSLATE_NOOP("Wording", "Still being written by another program"),
    "storing": QT_TRANSLATE_NOOP("Wording", "Learning its meaning"),
}
ENGINE_STAGES = {
    "stores": QT_TRANSLATE_NOOP("Wording", "Opening your memory…"),
    "model": QT_TRANSLATE_NOOP("Wording", "Loading the model…"),
    "embedder": QT_TRANSLATE_NOOP("Wording", "Loading the search model…"),
}
SECTIONS = {
    "persona": QT_TRANSLATE_NOOP("Wording", "About the assistant"),
    "human": QT_TRANSLATE_NOOP("Wording", "About you"),
}
WHY = {
    "exact": QT_TRANSLATE_NOOP("Wording", "exact match"),
    "words": QT_TRANSLATE_NOOP("Wording", "words match"),
    "meaning": QT_TRANSLATE_NOOP("Wording", "meaning matches"),
    "date": QT_TRANSLATE_NOOP("Wording", "said then"),
    "ledger": QT_TRANSLATE_NOOP("Wording", "from the list of documents"),
}
CUTS = {
    "stopped": QT_TRANSLATE_NOOP("Wording", "stopped"),
    "length": QT_TRANSLATE_NOOP("Wording", "cut short: the answer grew too long"),
    "lost": QT_TRANSLATE_NOOP("Wording", "cut short: the engine stopped"),
    "cut": QT_TRANSLATE_NOOP("Wording", "cut short"),
}


def _say(table: dict[str, str], code: str) -> str:
    """The words for a code; a code without words is shown as it is, so that nothing is ever blank."""
    return QCoreApplication.translate("Wording", table[code]) if code in table else code.replace("_", " ")


def function_words(function: str) -> str:
    """What a function call did."""
    return _say(FUNCTIONS, function)


def argument_words(name: str) -> str:
    """What an argument of a function is."""
    return _say(ARGUMENTS, name)


def argument_line(name: str, value: object) -> str:
    """An argument of a function with its value, on a line."""
    return QCoreApplication.translate("Wording", "{name}: {value}").format(name=argument_words(name), value=value)


def engine_stage_words(stage: str, text: str = "") -> str:
    """What the starting engine is doing."""
    return _say(ENGINE_STAGES, stage) if stage in ENGINE_STAGES else (text or stage)


def section_words(label: str) -> str:
    """The title of a working-context section."""
    return _say(SECTIONS, label)


def why_words(why: tuple[str, ...]) -> str:
    """Why a hit matched."""
    return " · ".join(_say(WHY, each) for each in why)


def snooze_choices() -> tuple[tuple[int, str], ...]:
    """In how many minutes a reminder may come again, each with its words."""
    translate = QCoreApplication.translate
    return (
        (10, translate("Wording", "Again in 10 minutes")),
        (60, translate("Wording", "Again in an hour")),
        (24 * 60, translate("Wording", "Again tomorrow")),
    )


def cut_words(cut: str) -> str:
    """Why a reply ended early."""
    return _say(CUTS, cut)


def outcome_words(entry: DocumentEntry, stage: str = "") -> str:
    """How a document stands: its reason when it has one and nothing is going on, else the stage or state."""
    if entry.reason is not None and entry.state not in (ImportState.WAITING, ImportState.READING, ImportState.PAUSED):
        return _say(REASONS, entry.reason.value)
    if entry.state in (ImportState.WAITING, ImportState.READING) and stage:
        return _say(IMPORT_STAGES, stage)
    return _say(STATES, entry.state.value)


def time_words(moment: datetime) -> str:
    """The local time of day, short, in the reader's own form."""
    local = moment.astimezone()
    return QLocale().toString(QTime(local.hour, local.minute), QLocale.FormatType.ShortFormat)


def moment_words(moment: datetime) -> str:
    """A day and a time, as they stand there, in the reader's own form."""
    day = QLocale().toString(QDate(moment.year, moment.month, moment.day), QLocale.FormatType.LongFormat)
    time = QLocale().toString(QTime(moment.hour, moment.minute), QLocale.FormatType.ShortFormat)
    return QCoreApplication.translate("Wording", "{day} {time}").format(day=day, time=time)


def day_words(moment: datetime, today: datetime) -> str:
    """A day as a heading: today, yesterday, or the date."""
    local = moment.astimezone()
    days = (today.astimezone().date() - local.date()).days
    if days == 0:
        return QCoreApplication.translate("Wording", "Today")
    if days == 1:
        return QCoreApplication.translate("Wording", "Yesterday")
    return QLocale().toString(QDate(local.year, local.month, local.day), QLocale.FormatType.LongFormat)


def size_words(size: int) -> str:
    """A file size for a reader."""
    return QLocale().formattedDataSize(size, 1, QLocale.DataSizeFormat.DataSizeTraditionalFormat)


def duration_words(seconds: float) -> str:
    """About how long, in the unit that is of use."""
    if seconds < 90:
        return QCoreApplication.translate("Wording", "{count} s").format(count=max(1, round(seconds)))
    if seconds < 5400:
        return QCoreApplication.translate("Wording", "{count} min").format(count=round(seconds / 60))
    return QCoreApplication.translate("Wording", "{count} h").format(count=QLocale().toString(seconds / 3600, "f", 1))


def number_words(number: int) -> str:
    """A whole number with the reader's own separators."""
    return QLocale().toString(number)
