"""Tells what kind of file this is: by its content first, and by its name only among kinds of text."""

from __future__ import annotations

import re
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import cast

from desktop_mem.control.document_ledger import ReadFault, Reason
from desktop_mem.documents.blocks import Reader
from desktop_mem.documents.containers import Container, open_container
from desktop_mem.documents.encoding import is_text
from desktop_mem.documents.faults import corrupt, empty, fault, os_fault

HEAD = 8192
"""Bytes at the start of a file that its kind is told from."""

_ANYWHERE = 1024  # readers of PDF accept its mark within this many bytes


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of file: how it is recognised, and its reader, or why it is refused.

    `title` is what the user calls it; `reader` is `module:function`, imported only when needed; `takes_password`: it takes the password
    as a second argument. Without a reader, `reason` and `remedy` tell the user what to do instead. The first format in the table with
    a fitting sign wins:

    `magic`: byte strings at the start of the file (`anywhere`: in its first 1024 bytes; `binary_only`: only when it is not text);
    `layout`: a pattern that the file begins with, where that is no fixed string; `members`: names, or beginnings of names, in a zip
    archive; `mimetype`: how its member of that name begins; `streams`: names in an OLE container; `marks`: a pattern in the head of a
    text, zero bytes removed; `suffixes`: names of texts, and of damaged files.
    """

    name: str
    title: str
    reader: str = ""
    magic: tuple[bytes, ...] = ()
    anywhere: bool = False
    binary_only: bool = False
    layout: re.Pattern[bytes] | None = None
    members: tuple[str, ...] = ()
    mimetype: str = ""
    streams: tuple[str, ...] = ()
    marks: re.Pattern[bytes] | None = None
    suffixes: tuple[str, ...] = ()
    reason: Reason = Reason.UNSUPPORTED
    remedy: str = ""
    takes_password: bool = False

    def load(self) -> Reader:
        """The reader's function."""
        module, _, function = self.reader.partition(":")
        return cast(Reader, getattr(import_module(module), function))

    def refusal(self, path: Path) -> ReadFault:
        """Why a file of this kind is not read."""
        article = "an" if self.title[0] in "aeioAEIO" or self.title.startswith("RTF") else "a"
        what = "is protected by a password" if self.reason is Reason.ENCRYPTED else f"is {article} {self.title}, which cannot be read here"
        return fault(self.reason, path, what, self.remedy)


def recognise(path: Path, formats: Sequence[Format]) -> Format:
    """The first format that fits and has a reader. Raises `ReadFault` for every other file."""
    head = _head(path)
    text = is_text(head)
    found = _by_content(path, head, text, formats) or (_by_text(path, head, formats) if text else None)
    if found is None:
        raise _unknown(path, formats)
    if not found.reader:
        raise found.refusal(path)
    return found


def _head(path: Path) -> bytes:
    """The first bytes of a regular file. Raises `ReadFault`."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):  # opening a pipe or device could wait for ever
            kind = "folder" if stat.S_ISDIR(status.st_mode) else "device or pipe"
            raise fault(Reason.UNSUPPORTED, path, f"is a {kind} and not a file", "Drop the files themselves.")
        with path.open("rb") as file:
            head = file.read(HEAD)
    except OSError as error:
        raise os_fault(path, error) from error
    if not head:
        raise empty(path, "is empty (0 bytes)")
    return head


def _by_content(path: Path, head: bytes, text: bool, formats: Sequence[Format]) -> Format | None:
    """The format that the first bytes, or the names inside a container, give away. Raises `ReadFault` for a damaged archive."""
    container = open_container(path, head)
    if container.damaged:
        raise corrupt(path, next((item.title for item in formats if item.members and path.suffix.lower() in item.suffixes), "zip archive"))
    within = container != Container()  # what stands "anywhere" in it may be the beginning of another file
    return next(
        (item for item in formats if _starts(item, head, text, within) or container.holds(item.members, item.streams, item.mimetype)), None
    )


def _starts(candidate: Format, head: bytes, text: bool, within: bool) -> bool:
    """Whether the file starts as this format does; `within`: it is a container of others."""
    if (candidate.binary_only and text) or (candidate.anywhere and within):
        return False
    if candidate.layout is not None:
        return candidate.layout.match(head) is not None
    start = head[:_ANYWHERE]
    return any(magic in start if candidate.anywhere else start.startswith(magic) for magic in candidate.magic)


def _by_text(path: Path, head: bytes, formats: Sequence[Format]) -> Format | None:
    """The kind of text: by its first words, then by its name; the plain text format takes all the others."""
    letters = head.replace(b"\0", b"")
    suffix = path.suffix.lower()
    texts = [item for item in formats if not (item.magic or item.layout or item.members or item.streams or item.mimetype)]
    marked = (item for item in texts if item.marks and item.marks.search(letters))
    named = (item for item in texts if suffix in item.suffixes)
    plain = (item for item in texts if not (item.marks or item.suffixes))
    return next(chain(marked, named, plain), None)


def _unknown(path: Path, formats: Sequence[Format]) -> ReadFault:
    """A file whose content fits nothing: damaged if its name promises a known kind."""
    suffix = path.suffix.lower()
    for candidate in formats:
        if suffix and suffix in candidate.suffixes:
            return corrupt(path, candidate.title) if candidate.reader else candidate.refusal(path)
    return fault(
        Reason.UNSUPPORTED,
        path,
        "is not text and of no kind that is known here",
        "Export its text as PDF, Word or plain text and drop that.",
    )
