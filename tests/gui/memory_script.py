"""What the tests of memory in the window share: two changes of a section, and the answer of the ledger."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from desktop_mem.memory.memory_event import MemoryEvent
from desktop_mem.memory.ports import SectionState
from desktop_mem.runtime.memory_update import LedgerShown
from tests.gui.conftest import AT

ADDED = MemoryEvent("w:human", "append", "Name: Lena", "Name: Lena\nPhone: 1", "model", AT, "m4", ("m4",), "SmolLM2", address="e2")
NAMED = MemoryEvent("w:human", "append", "", "Name: Lena", "user", AT - timedelta(days=1), address="e1")
BEFORE, AFTER = SectionState("human", "Name: Lena", 2000), SectionState("human", "Name: Lena\nPhone: 1", 2000)


def shown(question: Any, *events: MemoryEvent, more: bool = False, undo: str = "", redo: str = "") -> LedgerShown:
    return LedgerShown(question.request_id, question.address, events, more, undo, redo)
