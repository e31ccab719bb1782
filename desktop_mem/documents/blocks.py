"""What a reader yields: located blocks of text, progress, and at its end the findings about the whole document."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from dataclasses import dataclass

from desktop_mem.control.document_ledger import ArchiveMembers, ReadProgress

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading, table or run of lines, in document order, and where it stands.

    `page`, `label`, `line`, `unit` and `counted` are those of its `Place`, `headings` the path of headings that it stands under (a
    heading includes itself), `start` its character offset in the text as read; where a reader gives none, the text as read is all
    blocks joined by one empty line. A table holds one row per line; `header` is the row (or text) that each chunk of it begins with
    when the table is cut, so that a row never stands without its columns' names. A `verbatim` text, such as a program, is cut at line ends
    before all else and keeps its indentation.
    """

    text: str
    page: int | None = None
    label: str = ""
    headings: tuple[str, ...] = ()
    line: tuple[int, int] | None = None
    start: int | None = None
    is_heading: bool = False
    unit: str = "page"
    counted: str = "line"
    header: str = ""
    verbatim: bool = False


@dataclass(frozen=True, slots=True)
class Findings:
    """What a reader found out about the whole document. `warning` is a sentence when some of it could not be read.

    `parser`: what the ledger names as the reader, where that is more than the format's name (`pdf+ocr`).
    """

    pages: int = 0
    encoding: str = ""
    warning: str = ""
    title: str = ""
    parser: str = ""


Blocks = Generator[Block | ReadProgress | ArchiveMembers, None, Findings]
"""A reader's run: blocks (an archive's: its members) and progress in document order; it returns its findings and raises `ReadFault`."""

Reader = Callable[..., Blocks]
"""`read(path)`, or `read(path, password)` for a format that takes one (`""`: none was given)."""


def storable(text: str) -> str:
    """The same text, of the same length, with characters that neither SQLite nor UTF-8 can hold replaced by U+FFFD."""
    return _UNSTORABLE.sub("\ufffd", text) if _UNSTORABLE.search(text) else text


def heading_path(path: tuple[str, ...], levels: tuple[int, ...], heading: str, level: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The path of headings, and their levels, once `heading` of `level` (1: topmost) opens below `path`."""
    keep = sum(1 for known in levels if known < level)
    return (*path[:keep], heading), (*levels[:keep], level)
