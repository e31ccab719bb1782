"""Answers on memory and its ledger; past tense, frozen, picklable."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from desktop_mem.control.explanation import Explanation
from desktop_mem.control.trash import TrashItem
from desktop_mem.memory.memory_event import MemoryEvent
from desktop_mem.memory.ports import SectionState
from desktop_mem.memory.resolved import OpenedText


@dataclass(frozen=True, slots=True)
class MemoryExplained:
    """Why something is believed."""

    request_id: str
    explanation: Explanation


@dataclass(frozen=True, slots=True)
class LedgerShown:
    """Changes of memory, newest first, without the words of what was forgotten. `more` says that older ones exist.

    `undo` and `redo` are the addresses of the changes that the next undo takes back and the next redo brings back; empty: none.
    """

    request_id: str
    address: str
    events: tuple[MemoryEvent, ...]
    more: bool
    undo: str
    redo: str


@dataclass(frozen=True, slots=True)
class MemoryAsOfShown:
    """Memory as it was just before `at`: the sections, and what was kept in archival storage."""

    request_id: str
    at: datetime
    sections: tuple[SectionState, ...]
    notes: tuple[OpenedText, ...]


@dataclass(frozen=True, slots=True)
class TrashShown:
    """What was forgotten and can be brought back, newest first."""

    request_id: str
    items: tuple[TrashItem, ...]


MemoryAnswer = MemoryExplained | LedgerShown | MemoryAsOfShown | TrashShown
