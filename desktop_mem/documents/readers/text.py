"""Reads plain text in any encoding as a stream, paragraph by paragraph, with lines and character offsets."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from desktop_mem.control.document_ledger import ReadProgress
from desktop_mem.documents.blocks import Block, Blocks, Findings
from desktop_mem.documents.encoding import PIECE, detect_encoding

LINE_PART = 4096
"""Characters of a line that are read at a time: a line may be as long as the file."""

_PARAGRAPH = 16_384  # characters after which a paragraph is given out even though it goes on


def read(path: Path) -> Blocks:
    """Blocks of plain text; progress in bytes."""
    return (yield from read_arranged(path, iter))


def read_arranged(path: Path, arrange: Callable[[Iterator[Block]], Iterator[Block]]) -> Blocks:
    """The same with the paragraphs passed through `arrange`, which may part them and give them headings; the first is the title."""
    encoding = detect_encoding(path)
    total = path.stat().st_size
    reported = damaged = 0
    title = ""
    with path.open("rb") as file:
        for block in arrange(paragraphs(file, encoding)):
            damaged += block.text.count("\ufffd")
            title = title or (block.headings[-1] if block.is_heading else "")
            yield block
            if (done := file.tell()) - reported >= PIECE:
                reported = done
                yield ReadProgress(done, total)
    yield ReadProgress(total, total)
    return Findings(encoding=encoding, warning=decoding_warning(damaged, encoding), title=title)


def lines_of(block: Block, begin: int, end: int, headings: tuple[str, ...]) -> Block:
    """The lines `begin` to `end - 1` (from 0) of a block that has its line breaks, under these headings."""
    lines = block.text.split("\n")
    before = sum(len(line) + 1 for line in lines[:begin])
    first = (block.line or (1, 1))[0] + begin
    return replace(
        block,
        text="\n".join(lines[begin:end]),
        headings=headings,
        line=(first, first + end - begin - 1),
        start=(block.start or 0) + before,
    )


def decoding_warning(damaged: int, encoding: str) -> str:
    """A sentence on characters that were lost, or nothing."""
    if not damaged:
        return ""
    return f"{damaged} characters could not be read as {encoding}. If the text looks wrong, save the file as UTF-8 and drop it again."


def paragraphs(file: BinaryIO, encoding: str) -> Iterator[Block]:
    """The stretches between empty lines; very long ones in parts, cut at a space where there is one."""
    stream = io.TextIOWrapper(file, encoding=encoding, errors="replace")
    try:
        draft = _Draft()
        while part := stream.readline(LINE_PART):
            if part.strip():
                draft.parts.append(part)
                draft.length += len(part)
            else:
                yield from draft.release(0)
                draft.skip(part)
            if draft.length >= _PARAGRAPH:
                yield from draft.release(LINE_PART)
        yield from draft.release(0)
    finally:
        stream.detach()  # the file stays the caller's


class _Draft:
    """The paragraph being read: its parts, and the line and offset where it starts."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0
        self._line = 1
        self._start = 0

    def skip(self, part: str) -> None:
        """Pass over white space between paragraphs."""
        self._line += part.count("\n")
        self._start += len(part)

    def release(self, keep: int) -> Iterator[Block]:
        """Give out what has been read; a word cut off within the last `keep` characters stays for the next time."""
        text = "".join(self.parts)
        cut = len(text)
        if keep and not text[-1].isspace():
            cut = next((at + 1 for at in range(cut - 1, cut - keep, -1) if text[at].isspace()), cut)
        body = text[:cut].rstrip()
        if body:
            yield Block(body, line=(self._line, self._line + body.count("\n")), start=self._start)
        self.skip(text[:cut])
        self.parts = [text[cut:]] if cut < len(text) else []
        self.length = len(text) - cut
