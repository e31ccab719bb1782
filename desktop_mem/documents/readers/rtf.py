"""Reads Rich Text Format: paragraphs under their headings, table rows, then notes, comments and page headers."""

from __future__ import annotations

import mmap
import re
from collections.abc import Iterator
from pathlib import Path

from desktop_mem.documents.blocks import Block, Blocks, Findings, heading_path
from desktop_mem.documents.faults import corrupt
from desktop_mem.documents.readers.rtf_text import RtfText, Run

_HEADING_STYLE = re.compile(r"(?:heading|überschrift|titre|título|titolo|标题|見出し)\s*([1-9])", re.IGNORECASE)
_TITLE_STYLE = re.compile(r"title$", re.IGNORECASE)
_CUT_OFF = "The file ends in the middle of its text. Get a fresh copy of the file and drop that."


def read(path: Path) -> Blocks:
    """One block per paragraph or table."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as source:
        text = RtfText(source)
        story = _Story()
        found = False
        for block in story.blocks(text.runs()):
            found = True
            yield block
    if not found and text.cut_off:
        raise corrupt(path, "RTF document")
    return Findings(title=story.title, warning=_CUT_OFF if text.cut_off else "")


def blocks(source: bytes) -> Iterator[Block]:
    """The blocks of rich text in memory."""
    return _Story().blocks(RtfText(source).runs())


class _Story:
    """Gathers runs into paragraphs and rows; what stands outside the text is kept for the end."""

    def __init__(self) -> None:
        self.title = ""
        self._path: tuple[str, ...] = ()
        self._levels: tuple[int, ...] = ()
        self._level = 0
        self._styles: dict[int, int] = {}
        self._style = 0
        self._parts: list[str] = []
        self._in_table = False
        self._cells: list[str] = []
        self._rows: list[str] = []
        self._aside: dict[str, list[str]] = {}

    def blocks(self, runs: Iterator[Run]) -> Iterator[Block]:
        """The body in order, then the rest by its kind."""
        for run in runs:
            if run.destination == "styles":
                self._style_sheet(run)
            elif run.destination == "title":
                self.title = f"{self.title}{run.text}".strip()
            elif run.destination == "":
                yield from self._body(run)
            elif run.destination != "fonts":
                self._aside.setdefault(run.destination, []).append("\n" if run.word == "par" else run.text)
        yield from self._paragraph()
        yield from self._table()
        for heading, parts in self._aside.items():
            for text in dict.fromkeys(line.strip() for line in "".join(parts).split("\n")):
                if text:
                    yield Block(text, headings=(heading,))

    def _style_sheet(self, run: Run) -> None:
        """Remember which styles are headings."""
        if run.word == "s":
            self._style = run.number or 0
        elif run.word == "outlinelevel" and run.number is not None and run.number < 9:
            self._styles[self._style] = run.number + 1
        elif found := _HEADING_STYLE.search(run.text):
            self._styles[self._style] = int(found[1])
        elif _TITLE_STYLE.match(run.text.strip(" ;")):
            self._styles[self._style] = 1

    def _body(self, run: Run) -> Iterator[Block]:
        if not run.word:
            self._parts.append(run.text)
        elif run.word in ("par", "sect", "page"):
            if self._in_table and run.word == "par":
                self._parts.append("\n")
            else:
                yield from self._paragraph()
        elif run.word in ("cell", "nestcell", "row", "nestrow"):
            self._cell(run.word)
        else:
            self._property(run.word, run.number)

    def _property(self, word: str, number: int | None) -> None:
        """What a control word says of the paragraph."""
        if word == "pard":
            self._in_table, self._level = False, 0
        elif word == "intbl":
            self._in_table = True
        elif word == "s":
            self._level = self._styles.get(number or 0, 0)
        elif word == "outlinelevel" and number is not None:
            self._level = number + 1 if number < 9 else 0

    def _cell(self, word: str) -> None:
        """The end of a cell or of a row."""
        if word == "row":
            self._parts.clear()
            if any(self._cells):
                self._rows.append(" | ".join(self._cells))
            self._cells = []
        elif word == "cell":
            self._cells.append(self._taken().replace("\n", " "))
        else:
            self._parts.append(" | " if word == "nestcell" else "\n")

    def _taken(self) -> str:
        """The text gathered so far, without the padding of lines and list marks."""
        text = "".join(self._parts)
        self._parts.clear()
        return "\n".join(line.strip() for line in text.split("\n")).strip()

    def _paragraph(self) -> Iterator[Block]:
        text = self._taken()
        if not text:
            return
        yield from self._table()
        if self._level:
            self._path, self._levels = heading_path(self._path, self._levels, " ".join(text.split()), self._level)
        yield Block(text, headings=self._path, is_heading=bool(self._level))

    def _table(self) -> Iterator[Block]:
        if self._cells and any(self._cells):  # a row that the file's end cut off
            self._rows.append(" | ".join(self._cells))
        self._cells = []
        if self._rows:
            rows, self._rows = self._rows, []
            yield Block("\n".join(rows), headings=self._path)
