"""What an import is made of beside the documents themselves: files as they lie on the disk, watched folders, progress, and dependents."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_mem.control.document_ledger import DocumentEntry, ReadFault


@dataclass(frozen=True, slots=True)
class Stamp:
    """What tells, without reading it, whether a file is the same as before: bytes, time of its last change, number on its disk."""

    size: int
    modified_ns: int
    inode: int

    def __str__(self) -> str:
        return f"{self.size} {self.modified_ns} {self.inode}"


@dataclass(frozen=True, slots=True)
class ListedFile:
    """A file that was found, or a path with the fault that keeps it from being read."""

    path: str
    stamp: Stamp | None = None
    fault: ReadFault | None = None


@dataclass(frozen=True, slots=True)
class FileIdentity:
    """The SHA-256 of a content, and the stamp of the file. `steady`: that was the same before and after the content was read."""

    sha256: str
    stamp: Stamp
    steady: bool = True


@dataclass(frozen=True, slots=True)
class WatchedFolder:
    """A folder whose files are kept in step with the ledger. `detail` is a sentence when it cannot be watched now."""

    path: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ImportTotals:
    """How far all imports together have come. Files and bytes count from when nothing was in the works.

    `passages_per_second` and `seconds_left` are None until there is a basis for them; `listing` says that folders are still being
    looked through, so that the totals grow; `paused` counts the files that rest.
    """

    done: int
    total: int
    bytes_done: int = 0
    bytes_total: int = 0
    paused: int = 0
    passages_per_second: float | None = None
    seconds_left: float | None = None
    listing: bool = False


FORGOTTEN = "(forgotten with the document that it quoted)"
"""What stands in the place of a message whose words were forgotten."""


@dataclass(frozen=True, slots=True)
class Dependent:
    """A piece of memory that rests on a document: its address (`p9`, `w:human`, `m12`) and the text that would be forgotten with it."""

    address: str
    text: str


@dataclass(frozen=True, slots=True)
class ForgettingQuestion:
    """What the user has to decide before a document is forgotten: the memories that rest on it, and the files of an archive."""

    entry: DocumentEntry
    dependents: tuple[Dependent, ...] = ()
    members: tuple[DocumentEntry, ...] = ()
