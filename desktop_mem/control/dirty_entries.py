"""Dirty entries: which of the facts that the user plainly told are still to be written, because nobody has acted on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from desktop_mem.control.addresses import row_number
from desktop_mem.control.line_facts import contradict, same
from desktop_mem.control.line_origins import line_origins
from desktop_mem.control.write_back import Entry, read_entries
from desktop_mem.memory.memory_event import REDO, UNDO, MemoryEvent
from desktop_mem.memory.message import Message
from desktop_mem.memory.plane import Noted
from desktop_mem.memory.ports import History, Ledger
from desktop_mem.memory.working_context import SectionState

_REPEATING = (UNDO, REDO)


class PlainFacts:
    """Reads the facts of a message again whenever asked, and what came of them from the ledger: nothing is kept beside.

    What was written since, by whomever, is not due; nor what the user took out again, what a later word of the user outdates,
    or what this message has led to before (unless its turn was taken back).
    """

    def __init__(self, ledger: Ledger, history: History) -> None:
        self._ledger = ledger
        self._history = history

    def due(self, message: Message, newer: Sequence[Message], section: SectionState) -> tuple[Noted, ...]:
        """See `WriteBack.due`."""
        if message.undone:
            return ()
        lines = section.text.splitlines()
        entries = [_instead(entry, lines) for entry in read_entries(message.text, message.created_at.date(), lines)]
        if not entries:
            return ()
        caused = self._ledger.changes(message.address)
        with_turn = {event.of for event in caused if event.kind == UNDO and event.of}
        if any(event.actor == "control" and event.kind not in _REPEATING and event.address not in with_turn for event in caused):
            return ()
        events = self._history.events(f"w:{section.label}")
        later = [event for event in events if event.at > message.created_at and event.address not in with_turn]
        outdated = _told_anew(newer)
        return tuple(
            Noted(entry.label, entry.text, entry.replaces)
            for entry in entries
            if not (entry.single and entry.key in outdated)
            and not _says(lines, entry)
            and not any(_says(_came(event), entry) for event in later)
            and not _replaces_newer(entry, message, section.text, events)
        )


def _instead(entry: Entry, lines: Sequence[str]) -> Entry:
    """The entry in the place of the line that it contradicts, in whatever words that stands there."""
    if entry.replaces:
        return entry
    return replace(entry, replaces=next((line.strip() for line in lines if contradict(line, entry.text)), ""))


def _says(lines: Iterable[str], entry: Entry) -> bool:
    return any(same(line, entry.text) for line in lines)


def _came(event: MemoryEvent) -> list[str]:
    """The lines that the event brought, and did not only bring back."""
    return [] if event.kind in _REPEATING else event.brought


def _told_anew(newer: Sequence[Message]) -> frozenset[str]:
    """What later messages tell of that can have one value only."""
    told = (entry for message in newer for entry in read_entries(message.text, message.created_at.date()))
    return frozenset(entry.key for entry in told if entry.single)


def _replaces_newer(entry: Entry, message: Message, section: str, events: Sequence[MemoryEvent]) -> bool:
    """Whether the line that the entry would replace rests on something later than the message."""
    origin = next((event for line, event in line_origins(section, events) if line.strip() == entry.replaces), None)
    if not entry.replaces or origin is None:
        return False
    if origin.cause.startswith("m"):
        return row_number(origin.cause, "m") > row_number(message.address, "m")
    return origin.at > message.created_at
