"""Reads OpenDocument spreadsheets (.ods, .fods) row by row, in bounded memory however many rows they claim."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from lxml import etree

from desktop_mem.control.document_ledger import ReadProgress
from desktop_mem.documents.blocks import Block, Blocks, Findings
from desktop_mem.documents.faults import corrupt
from desktop_mem.documents.hostile_xml import HOSTILE_XML
from desktop_mem.documents.readers.cell_values import number_text
from desktop_mem.documents.readers.excel import LARGEST_WORKBOOK, no_cells, sheet_frame, sheet_warning
from desktop_mem.documents.readers.ooxml import DAMAGE, forget, is_broken, local
from desktop_mem.documents.readers.opendocument_file import opened, title_of
from desktop_mem.documents.readers.opendocument_text import attribute, plain_text
from desktop_mem.documents.readers.tables import MergedCells, Row, table_blocks
from desktop_mem.memory.fitting import one_line

_MOST_REPEATS = 1000
"""Equal rows or cells in a row that are shown; more of them say nothing new."""


def read(path: Path) -> Blocks:
    """Blocks of rows, sheet by sheet; progress in sheets."""
    found = False
    damaged: list[str] = []
    sheets = _Sheets()
    try:
        with opened(path, largest=LARGEST_WORKBOOK) as stream:
            for item in sheets.blocks(stream):
                found = found or isinstance(item, Block)
                yield item
    except DAMAGE as error:
        if not found:
            raise corrupt(path, "OpenDocument spreadsheet") from error
        damaged.append(sheets.name)
    if not found:
        raise no_cells(path, sheets.pictures)
    return Findings(pages=sheets.count, warning=sheet_warning(damaged), title=title_of(path))


class _Sheets:
    """The sheets of a stream, one after another; `count` and `name` are those of the one being read."""

    def __init__(self) -> None:
        self.count = 0
        self.name = ""
        self.pictures = False
        self._hidden_styles: set[str] = set()

    def blocks(self, stream: IO[bytes]) -> Iterator[Block | ReadProgress]:
        """The blocks of each sheet."""
        parts = etree.iterparse(stream, events=("start", "end"), tag=_TAGS, **HOSTILE_XML)
        for event, element in parts:
            name = local(element)
            if name == "table-properties" and attribute(element, "display") == "false":
                self._hidden_styles.add(attribute(element.getparent(), "name"))
            elif name in ("image", "object"):
                self.pictures = True
            elif name == "table" and event == "start":
                self.count += 1
                self.name = attribute(element, "name")
                frame = sheet_frame(self.count, self.name, attribute(element, "style-name") in self._hidden_styles)
                yield from table_blocks(_rows(parts), frame)
                yield ReadProgress(self.count, self.count)
        if is_broken(parts.error_log):
            raise SyntaxError("The XML is damaged.")


_TAGS = tuple(f"{{*}}{name}" for name in ("table", "table-row", "table-properties", "image", "object"))


def _rows(parts: Iterator[tuple[str, Any]]) -> Iterator[Row]:
    """The filled rows up to the end of the sheet."""
    number, depth = 0, 0
    merged = MergedCells()
    for event, element in parts:
        name = local(element)
        if name == "table":
            if event == "end" and depth == 0:
                return
            depth += 1 if event == "start" else -1
        elif name == "table-row" and event == "end" and depth == 0:
            repeats = _count(element, "number-rows-repeated")
            cells, begun = _cells(element, number + 1)
            for further in range(min(repeats, _MOST_REPEATS) if cells else 0):
                if shown := merged.filled(number + 1 + further, cells, begun):
                    yield Row(number + 1 + further, shown)
            number += repeats
            forget(element)


def _cells(row: Any, number: int) -> tuple[dict[int, str], dict[int, int]]:
    """The filled cells of a row by column, and the last row of those that are merged with cells below."""
    cells, begun, column = dict[int, str](), dict[int, int](), 0
    for cell in row:
        if local(cell) not in ("table-cell", "covered-table-cell"):
            continue
        repeats = _count(cell, "number-columns-repeated")
        if local(cell) == "table-cell" and (text := _shown(cell)):
            cells.update(dict.fromkeys(range(column, column + min(repeats, _MOST_REPEATS)), text))
            if (spanned := _count(cell, "number-rows-spanned")) > 1:
                begun[column] = number + spanned - 1
        column += repeats
    return cells, begun


def _shown(cell: Any) -> str:
    """What a cell shows: dates as year, month and day; numbers with all their digits; everything else as its text; and its note."""
    kind = attribute(cell, "value-type")
    text = one_line(" ".join(plain_text(part) for part in cell if local(part) in ("p", "list", "h")))
    if kind == "float" and "E" not in text:
        text = number_text(attribute(cell, "value")) or text
    elif kind == "date":
        text = attribute(cell, "date-value").partition(".")[0].replace("T", " ").removesuffix(" 00:00:00") or text
    elif not text:
        text = one_line(attribute(cell, "string-value") or attribute(cell, "value"))
    notes = (one_line(" ".join(plain_text(part) for part in note.iter("{*}p"))) for note in cell if local(note) == "annotation")
    return " ".join([text, *(f"[note: {note}]" for note in notes if note)]).strip()


def _count(element: Any, name: str) -> int:
    """How often an element stands there."""
    value = attribute(element, name)
    return max(1, int(value)) if value.isdecimal() else 1
