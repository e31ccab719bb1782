"""Commands on memory and its ledger: why, when and by whom, undo and redo, forget and restore."""

from __future__ import annotations

from dataclasses import dataclass, field

from desktop_mem.runtime.request_id import new_request_id


@dataclass(frozen=True, slots=True)
class UndoChange:
    """Take back the change of memory at `address` (`e9`), or the last one when it is empty; answered by `ChangeUndone`.

    `along`: first the later changes that rest on it.
    """

    address: str = ""
    along: bool = False
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class RedoChange:
    """Bring back the change of memory that was taken back last; answered by `ChangeRedone`."""

    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class ForgetMemory:
    """Put a message (`m12`), a kept passage (`p7`) or a `line` of a section (`w:human`) into the trash; answered by `MemoryForgotten`."""

    address: str
    line: str = ""
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class RestoreMemory:
    """Bring back from the trash what was forgotten last at an address, or by the change at `e9`; answered by `ChangeUndone`."""

    address: str
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class ExplainMemory:
    """Why is that believed? Of any address; answered by `MemoryExplained`."""

    address: str
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class ShowLedger:
    """Send the `limit` newest changes of one address, or of all memory when it is empty; answered by `LedgerShown`."""

    address: str = ""
    limit: int = 200
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class ShowMemoryAsOf:
    """Send memory as it was at the end of a day (`2026-03-01`), month or year, or at an instant; answered by `MemoryAsOfShown`."""

    date: str
    request_id: str = field(default_factory=new_request_id)


@dataclass(frozen=True, slots=True)
class ShowTrash:
    """Send what was forgotten and can be brought back; answered by `TrashShown`."""

    request_id: str = field(default_factory=new_request_id)


LedgerCommand = UndoChange | RedoChange | ForgetMemory | RestoreMemory
"""What takes memory back or brings it back; done between two chains."""

LedgerQuestion = ExplainMemory | ShowLedger | ShowMemoryAsOf | ShowTrash
"""What asks of memory and its ledger, and changes nothing."""
