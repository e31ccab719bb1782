"""The document ledger: one entry per file that was ever dropped, with its state, reason and place."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Final

from desktop_mem.memory.passage import Place

LEDGER: Final = "documents"
"""By this address the whole ledger is opened."""


class ImportState(StrEnum):
    """Where a file stands on its way into archival storage."""

    WAITING = "waiting"
    READING = "reading"
    PAUSED = "paused"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Reason(StrEnum):
    """Why an import ended as it did; never silently empty."""

    STORED = "STORED"
    EMPTY = "EMPTY"
    SCANNED = "SCANNED"
    ENCRYPTED = "ENCRYPTED"
    CORRUPT = "CORRUPT"
    UNSUPPORTED = "UNSUPPORTED"
    TOO_LARGE = "TOO_LARGE"
    DUPLICATE = "DUPLICATE"
    UNCHANGED = "UNCHANGED"
    UPDATED = "UPDATED"
    PARTIAL = "PARTIAL"
    TIMEOUT = "TIMEOUT"
    PERMISSION = "PERMISSION"
    MISSING = "MISSING"
    LOOP = "LOOP"
    CANCELLED = "CANCELLED"


STORED_REASONS = frozenset({Reason.STORED, Reason.UPDATED, Reason.PARTIAL, Reason.UNCHANGED, Reason.DUPLICATE})


@dataclass(frozen=True, slots=True)
class DocumentEntry:
    """One row of the ledger. `path` is as the user gave it; `sha256` of the content; `detail` a sentence for the user.

    `attempts` is how often an import was begun that has neither ended nor got on. `stamp` is that of the file when it was read, and
    `archive` the address of the archive that the file lies in; `tags` are the user's own.
    """

    address: str
    path: str
    state: ImportState
    added_at: datetime
    reason: Reason | None = None
    detail: str = ""
    sha256: str = ""
    size: int = 0
    pages: int = 0
    characters: int = 0
    passages: int = 0
    encoding: str = ""
    parser: str = ""
    seconds: float = 0.0
    attempts: int = 0
    stamp: str = ""
    archive: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of a document, at most as long as the embedder reads, and its place."""

    text: str
    place: Place = field(default_factory=Place)


class ReadFault(Exception):
    """A file could not be read, in whole; carries the reason code and a sentence with the remedy. Picklable."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail


@dataclass(frozen=True, slots=True)
class ReadProgress:
    """How far reading has come: `done` of `total` pages (or bytes, where a format has no pages)."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class ReadSummary:
    """The end of a successful read: what was found. `warning` is a sentence when some of it could not be read (then PARTIAL)."""

    pages: int
    characters: int
    parser: str
    encoding: str = ""
    warning: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class ArchiveMembers:
    """What an archive gives in place of chunks: the files in it, in its own order, to be read one by one.

    A member is addressed by the archive's path with its name behind, as if the archive were a folder: `/x/archive.zip/inner/report.pdf`.
    `names` are distinct, relative and use `/`, whatever stands in the archive; `left_out` members are not among them (hidden files,
    links, devices, and those beyond the cap; the warning of the summary says why when it is anything a user may miss).
    """

    names: tuple[str, ...]
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class ContentIdentity:
    """The SHA-256 of a file's (or archive member's) content as hexadecimal digits, and its size in bytes."""

    sha256: str
    size: int


ReadItem = Chunk | ReadProgress | ReadSummary | ArchiveMembers
