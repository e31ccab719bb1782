"""Reads Excel workbooks (.xlsx, .xlsm) row by row: values as they are shown, hidden sheets too; macros are never run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any

from desktop_mem.control.document_ledger import ReadProgress
from desktop_mem.documents.blocks import Block, Blocks, Findings
from desktop_mem.documents.faults import corrupt, empty
from desktop_mem.documents.readers.cell_values import kind_of_format, number_text
from desktop_mem.documents.readers.ooxml import DAMAGE, Package, drawn_text, local, opened_package, package_title, relation_id
from desktop_mem.documents.readers.tables import MergedCells, Row, table_blocks
from desktop_mem.memory.fitting import one_line

LARGEST_WORKBOOK = 2 << 30
"""Bytes of all parts together, unpacked, above which a workbook is refused; its sheets are never in memory as a whole."""

_MOST_MERGES = 100_000
_MERGE = re.compile(rb'<(?:\w+:)?mergeCell\s+ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"')
_DIGITS = "0123456789"
_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet's place among the others (from 1), its name and its part; `hidden`: its user does not see it."""

    number: int
    name: str
    part: str
    hidden: bool

    @property
    def frame(self) -> Block:
        """The block that those of this sheet are like."""
        return sheet_frame(self.number, self.name, self.hidden)


def sheet_frame(number: int, name: str, hidden: bool) -> Block:
    """The block that those of a sheet are like: its place is the sheet's name."""
    label = f"{name} (hidden)" if hidden else name
    return Block("", page=number, label=label, headings=(name,) if name else (), unit="sheet", counted="row")


def no_cells(path: Path, pictures: bool) -> Exception:
    """The fault of a workbook without any cell."""
    return empty(path, "is a workbook with pictures or charts but no cells" if pictures else "is a workbook without any filled cell")


def sheet_warning(damaged: list[str]) -> str:
    """A sentence on the sheets that could not be read in whole, or nothing."""
    if not damaged:
        return ""
    return f"A part of these sheets is damaged and was not read: {', '.join(damaged)}. Get a fresh copy of the file and drop that."


def read(path: Path) -> Blocks:
    """Blocks of rows, sheet by sheet; progress in sheets and, within them, in rows."""
    with opened_package(path, "Excel workbook", LARGEST_WORKBOOK) as package:
        return (yield from _read(path, package))


def _read(path: Path, package: Package) -> Blocks:
    try:
        workbook = _Workbook(package)
    except DAMAGE as error:
        raise corrupt(path, "Excel workbook") from error
    found = False
    for sheet in workbook.sheets:
        try:
            for block in _blocks(workbook, sheet):
                found = True
                yield block
        except DAMAGE:
            package.damaged.add(sheet.part)
        yield ReadProgress(sheet.number, len(workbook.sheets))
    damaged = workbook.damaged()
    if not found:
        raise corrupt(path, "Excel workbook") if damaged else no_cells(path, pictures=workbook.has_pictures())
    return Findings(pages=len(workbook.sheets), warning=sheet_warning(damaged), title=package_title(package))


def _blocks(workbook: _Workbook, sheet: Sheet) -> Iterator[Block]:
    """The blocks of one sheet: its rows, then its notes, and the text in its drawings."""
    frame = sheet.frame
    yield from table_blocks(workbook.rows(sheet), frame)
    for text in workbook.notes(sheet):
        yield Block(text, page=frame.page, label=frame.label, headings=frame.headings, unit=frame.unit)


class _Workbook:
    """The sheets of a package in their order, and what their cells refer to."""

    def __init__(self, package: Package) -> None:
        self._package = package
        main = next(iter(package.related("", "officeDocument")), "xl/workbook.xml")
        root = package.root(main)
        relations = package.relations(main)
        self._since_1904 = any(item.get("date1904") in ("1", "true") for item in root.iter("{*}workbookPr"))
        self.sheets = [
            Sheet(number, item.get("name") or "", relations.get(relation_id(item), ("", ""))[1], item.get("state", "visible") != "visible")
            for number, item in enumerate(root.iter("{*}sheet"), 1)
        ]
        self._kinds = [kind for part in package.related(main, "styles") for kind in _kinds(package, part)]
        self._strings: list[str] = []
        for part in package.related(main, "sharedStrings"):
            self._strings += [_string(item) for item in package.stream(part, "si")]

    def rows(self, sheet: Sheet) -> Iterator[Row]:
        """The filled rows of a sheet; a cell merged over several rows stands in each of them."""
        if sheet.part not in self._package:
            raise SyntaxError(sheet.part)
        merges = self._merges(sheet)
        number, merged = 0, MergedCells()
        for item in self._package.stream(sheet.part, "row"):
            number = _whole(item.get("r"), number + 1)
            cells = self._cells(item)
            begun = {column: merges[number, column] for column in cells if (number, column) in merges}
            if shown := merged.filled(number, cells, begun):
                yield Row(number, shown)

    def _cells(self, row: Any) -> dict[int, str]:
        """The filled cells of a row by column."""
        cells, column = dict[int, str](), -1
        for item in row:
            if not isinstance(item.tag, str) or not item.tag.endswith("}c"):
                continue
            letters = (item.get("r") or "").rstrip(_DIGITS)
            column = column_number(letters) if letters.isalpha() else column + 1
            if len(item) and (text := one_line(self._text(item))):
                cells[column] = text
        return cells

    def _text(self, cell: Any) -> str:
        """What a cell shows: of a formula, the value that was last computed."""
        kind = cell.get("t") or "n"
        if kind == "inlineStr":
            return " ".join(_string(item) for item in cell if local(item) == "is")
        value = next((item.text for item in cell if item.tag.endswith("}v")), None) or ""
        if kind == "s":
            return self._strings[int(value)] if value.strip().isdecimal() and int(value) < len(self._strings) else ""
        if kind == "b":
            return "TRUE" if value.strip() == "1" else "FALSE"
        if kind == "d":
            return value.replace("T", " ").removesuffix(" 00:00:00")
        if kind != "n":
            return _unescaped(value)
        style = _whole(cell.get("s"))
        return number_text(value.strip(), self._kinds[style] if style < len(self._kinds) else "", self._since_1904) if value else ""

    def _merges(self, sheet: Sheet) -> dict[tuple[int, int], int]:
        """The cells that are merged over several rows: row and column of the first, and the last row."""
        merges: dict[tuple[int, int], int] = {}
        rest = b""
        with self._package.open(sheet.part) as stream:
            while (piece := stream.read(_PIECE)) and len(merges) < _MOST_MERGES:
                for match in _MERGE.finditer(rest + piece):
                    first, last = int(match[2]), int(match[4])
                    if last > first:
                        merges[first, column_number(match[1].decode())] = last
                rest = piece[-64:]
        return merges

    def notes(self, sheet: Sheet) -> Iterator[str]:
        """Comments with their cells, and the text of charts, shapes and pictures, one after another."""
        for part in self._package.related(sheet.part, "comments"):
            for item in self._package.root(part).iter("{*}comment"):
                if text := one_line(" ".join(text.text or "" for text in item.iter("{*}t"))):
                    yield f"Note on cell {item.get('ref')}: {text}"
        for drawing in self._package.related(sheet.part, "drawing"):
            root = self._package.root(drawing)
            described = (one_line(item.get("descr") or "") for item in root.iter("{*}cNvPr"))
            yield from (f"[image: {text}]" for text in described if text)
            parts = [root, *(self._package.root(part) for part in self._package.related(drawing, "chart", "diagramData"))]
            yield from filter(None, map(drawn_text, parts))

    def has_pictures(self) -> bool:
        """Whether any sheet holds a drawing, or is a chart."""
        return any(self._package.related(sheet.part, "drawing", "image", "chart", "oleObject", "package") for sheet in self.sheets)

    def damaged(self) -> list[str]:
        """The names of the sheets (or other parts) that could not be read in whole."""
        names = {sheet.part: sheet.name for sheet in self.sheets}
        return [names.get(part, PurePosixPath(part).stem) for part in sorted(self._package.damaged)]


@lru_cache(1 << 15)
def column_number(letters: str) -> int:
    """The column (from 0) that letters name."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _kinds(package: Package, part: str) -> list[str]:
    """The kind of number that each cell style shows; without them dates and percentages are plain numbers."""
    try:
        styles = package.root(part)
    except DAMAGE:
        return []
    codes = {_whole(item.get("numFmtId")): item.get("formatCode") or "" for item in styles.iter("{*}numFmt")}
    formats = (item for group in styles.iter("{*}cellXfs") for item in group if local(item) == "xf")
    return [kind_of_format(_whole(item.get("numFmtId")), codes) for item in formats]


def _whole(text: str | None, otherwise: int = 0) -> int:
    """The number that an attribute holds."""
    return int(text) if text and text.isdecimal() else otherwise


def _string(item: Any) -> str:
    """A string of several runs, without the readings above Chinese and Japanese words."""
    runs = (run.text or "" for run in item.iter("{*}t") if local(run.getparent()) != "rPh")
    return _unescaped("".join(runs))


def _unescaped(text: str) -> str:
    """The text with `_x000D_` and its like read as the characters that they stand for."""
    return re.sub(r"_x([0-9A-Fa-f]{4})_", lambda match: chr(int(match[1], 16)), text) if "_x" in text else text
