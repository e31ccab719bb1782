"""Changes of memory in human words: who did what to which piece of it, and the lines that went and came."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QDateTime, QLocale

from desktop_mem.gui.engine_words import place_words
from desktop_mem.gui.wording import section_words
from desktop_mem.memory.memory_event import MemoryEvent, lines_only_in

_ACTORS = {
    "user": QT_TRANSLATE_NOOP("Changes", "You"),
    "model": QT_TRANSLATE_NOOP("Changes", "The assistant"),
    "control": QT_TRANSLATE_NOOP("Changes", "The program"),
}
_PIECES = {
    "p": QT_TRANSLATE_NOOP("Changes", "a kept note"),
    "m": QT_TRANSLATE_NOOP("Changes", "a message"),
    "r": QT_TRANSLATE_NOOP("Changes", "a reminder"),
    "s": QT_TRANSLATE_NOOP("Changes", "the summary"),
    "t": QT_TRANSLATE_NOOP("Changes", "a topic"),
    "d": QT_TRANSLATE_NOOP("Changes", "a document"),
    "q": QT_TRANSLATE_NOOP("Changes", "a proposal"),
}
_ALL = "{who} changed {what}"
_KINDS = {
    "append": QT_TRANSLATE_NOOP("Changes", "{who} added to {what}"),
    "replace": QT_TRANSLATE_NOOP("Changes", "{who} changed {what}"),
    "insert p": QT_TRANSLATE_NOOP("Changes", "{who} kept a note"),
    "remind": QT_TRANSLATE_NOOP("Changes", "{who} set a reminder"),
    "snooze": QT_TRANSLATE_NOOP("Changes", "{who} put off a reminder"),
    "remove r": QT_TRANSLATE_NOOP("Changes", "{who} called off a reminder"),
    "add": QT_TRANSLATE_NOOP("Changes", "{who} made the section {what}"),
    "configure": QT_TRANSLATE_NOOP("Changes", "{who} changed the settings of {what}"),
    "remove": QT_TRANSLATE_NOOP("Changes", "{who} removed the section {what}"),
    "rename": QT_TRANSLATE_NOOP("Changes", "{who} renamed a topic"),
    "summarise": QT_TRANSLATE_NOOP("Changes", "{who} wrote the summary anew"),
    "switch": QT_TRANSLATE_NOOP("Changes", "{who} changed the topic"),
    "forget w": QT_TRANSLATE_NOOP("Changes", "{who} put a line of {what} into the trash"),
    "forget": QT_TRANSLATE_NOOP("Changes", "{who} put {what} into the trash"),
    "delete": QT_TRANSLATE_NOOP("Changes", "{who} deleted {what} for good"),
    "confirm": QT_TRANSLATE_NOOP("Changes", "{who} found {what} confirmed"),
    "merge": QT_TRANSLATE_NOOP("Changes", "{who} folded what was kept twice"),
    "undo m": QT_TRANSLATE_NOOP("Changes", "{who} took back a message with its answer"),
    "undo": QT_TRANSLATE_NOOP("Changes", "{who} took back a change of {what}"),
    "redo": QT_TRANSLATE_NOOP("Changes", "{who} made a change of {what} again"),
    "back": QT_TRANSLATE_NOOP("Changes", "{who} brought back {what}"),
    "propose": QT_TRANSLATE_NOOP("Changes", "{who} proposed a change"),
    "decide": QT_TRANSLATE_NOOP("Changes", "{who} decided on a proposal"),
    "lapse": QT_TRANSLATE_NOOP("Changes", "{who} let a proposal lapse"),
}
MARKS = {"forget": "close", "delete": "close", "remove": "close", "undo": "undo", "remind": "bell", "snooze": "bell", "summarise": "folder"}
"""The icon of a kind of change, where it is not that of an edit."""


def piece_words(address: str) -> str:
    """What an address names: a section by its title, anything else by its kind."""
    if address.startswith("w:"):
        return QCoreApplication.translate("Changes", "“{section}”").format(section=section_words(address[2:]))
    return QCoreApplication.translate("Changes", _PIECES[address[:1]]) if address[:1] in _PIECES else address


def title_words(address: str) -> str:
    """The same as a heading."""
    words = section_words(address[2:]) if address.startswith("w:") else piece_words(address)
    return words[:1].upper() + words[1:]


def change_words(event: MemoryEvent) -> str:
    """Who did what."""
    template = _KINDS.get(f"{_kind(event)} {event.target[:1]}") or _KINDS.get(_kind(event), _ALL)
    who = QCoreApplication.translate("Changes", _ACTORS.get(event.actor, event.actor))
    return QCoreApplication.translate("Changes", template).format(who=who, what=piece_words(event.target))


def change_detail(event: MemoryEvent) -> str:
    """What it changed, line by line; of a summary what it says now, of a decision what it was."""
    if event.kind == "decide":
        return place_words(event.after)
    if event.kind in ("switch", "delete"):
        return event.before if event.kind == "delete" else ""
    return event.after if event.target.startswith("s") and event.after else difference(event.before, event.after)


def difference(before: str, after: str) -> str:
    """The lines that went, marked with a minus, and the lines that came, marked with a plus."""
    gone = [f"− {line}" for line in lines_only_in(before, after)]
    come = [f"+ {line}" for line in lines_only_in(after, before)]
    return "\n".join(gone + come)


def short_moment(moment: datetime) -> str:
    """A day and a time in the reader's short form."""
    local = moment.astimezone()
    return QLocale().toString(QDateTime.fromSecsSinceEpoch(int(local.timestamp())), QLocale.FormatType.ShortFormat)


def _kind(event: MemoryEvent) -> str:
    """The kind of the change; to undo a forgetting is to bring back, and what the program decides has lapsed."""
    if event.kind == "undo" and ((event.target[:1] in "pr" and event.after) or (event.target[:1] == "m" and event.detail)):
        return "back"
    return "lapse" if event.kind == "decide" and event.actor == "control" else event.kind
