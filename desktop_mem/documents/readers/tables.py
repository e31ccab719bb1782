"""Turns the rows of a sheet or a delimited text into blocks: tables are found, and each row is shown with its columns' names."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from desktop_mem.documents.blocks import Block

ROWS = 50
"""Rows of a block at most."""

_LONGEST = 16_384  # characters after which a block ends: rows may have thousands of columns
_AHEAD = 10  # rows that are looked at to find out where a table begins
_LONGEST_NAME = 80  # characters; a longer text is no column's name
_FEW_COLUMNS = 2  # a row of so few columns reads well without their names
_DATA = re.compile(
    r"[-+(<>~≈]?\s?(?:[A-Z]{3}\s?)?[$€£¥₹]?\s?[-+]?\d[\d.,:'’\s/-]*(?:[eE][-+]?\d+)?\s?(?:%|‰|[$€£¥₹]|[A-Z]{3})?\)?"
    r"|\d{4}-\d\d-\d\d.*|true|false|#[A-Z/0?!]+|[\w.+-]+@[\w-]+\.[\w.-]+|https?://\S+",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)\d\d")


@dataclass(frozen=True, slots=True)
class Row:
    """A row that is not empty: its number as a spreadsheet counts (from 1), and its filled cells by column (from 0), in order."""

    number: int
    cells: Mapping[int, str]


class MergedCells:
    """Cells that are merged over several rows: what stands in the first row stands in all of them."""

    def __init__(self) -> None:
        self.open: dict[int, tuple[int, str]] = {}

    def filled(self, number: int, cells: Mapping[int, str], begun: Mapping[int, int]) -> dict[int, str]:
        """The cells of a row, completed; nothing for an empty row. `begun`: the last rows of merged cells that begin here, by column."""
        self.open = {column: held for column, held in self.open.items() if held[0] >= number}
        if not cells:
            return {}
        shown = {column: text for column, (_, text) in self.open.items()} | dict(cells)
        self.open |= {column: (last, shown[column]) for column, last in begun.items() if column in shown}
        return dict(sorted(shown.items()))


def table_blocks(rows: Iterable[Row], frame: Block) -> Iterator[Block]:
    """The blocks of a sheet, each like `frame` (its page, label, unit and headings); a gap between rows parts blocks."""
    ahead = _Ahead(rows)
    table = _Table((), {})
    draft = _Draft(replace(frame, counted="row"))
    while row := ahead.first():
        if draft.last is None or (row.number > draft.last + 1 and table.ends_before(ahead.peek())):
            yield from draft.release()
            table = _found(ahead.peek())
            draft.header = table.header
            if table.is_parted:
                yield replace(draft.frame, text=table.header, line=table.lines, header=table.header)
                draft.last = [ahead.take() for _ in range(table.above)][-1].number
                continue
        if draft.would_overflow(row.number):
            yield from draft.release()
        draft.add(row.number, table.shown(ahead.take()))
    yield from draft.release()


class _Ahead:
    """Rows, with a view of those to come."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = iter(rows)
        self._seen: deque[Row] = deque()

    def peek(self) -> list[Row]:
        """The next rows, as many as a table's beginning takes."""
        while len(self._seen) < _AHEAD and (row := next(self._rows, None)):
            self._seen.append(row)
        return list(self._seen)

    def first(self) -> Row | None:
        """The next row, if there is one."""
        if not self._seen and (row := next(self._rows, None)):
            self._seen.append(row)
        return self._seen[0] if self._seen else None

    def take(self) -> Row:
        """The next row, which is then gone."""
        return self._seen.popleft()


class _Draft:
    """The block being filled: lines of neighbouring rows."""

    def __init__(self, frame: Block) -> None:
        self.header = ""
        self.last: int | None = None
        self.frame = frame
        self._lines: list[str] = []
        self._length = 0
        self._first = 0

    def would_overflow(self, number: int) -> bool:
        """Whether this row must begin a block: the block is full, or the row does not follow on its last."""
        return bool(self._lines) and (len(self._lines) >= ROWS or self._length >= _LONGEST or number != (self.last or 0) + 1)

    def add(self, number: int, line: str) -> None:
        """Put in one row."""
        if not self._lines:
            self._first = number
        self._lines.append(line)
        self._length += len(line) + 1
        self.last = number

    def release(self) -> Iterator[Block]:
        """Give out what is there."""
        if self._lines and self.last is not None:
            yield replace(self.frame, text="\n".join(self._lines), line=(self._first, self.last), header=self.header)
        self._lines, self._length = [], 0


class _Table:
    """How the rows of one table are shown: the lines above its columns' names, and those names by column."""

    def __init__(self, titles: tuple[Row, ...], names: Mapping[int, str]) -> None:
        self._names = names
        self.header = "\n".join(" | ".join(row.cells.values()) for row in titles)
        self.above = len(titles)
        self.lines = (titles[0].number, titles[-1].number) if titles else None
        self._last_above = titles[-1].number if titles else 0

    @property
    def is_parted(self) -> bool:
        """Whether empty rows stand between the lines of the header."""
        return self.lines is not None and self.lines[1] - self.lines[0] >= self.above

    def shown(self, row: Row) -> str:
        """The row as it reads."""
        cells = row.cells
        if not self._names or len(self._names) <= _FEW_COLUMNS or len(cells) == 1 or cells == self._names or row.number <= self._last_above:
            return " | ".join(cells.values())
        return "; ".join(f"{self._names[column]}: {text}" if column in self._names else text for column, text in cells.items())

    def ends_before(self, rows: list[Row]) -> bool:
        """Whether another table begins with these rows, which a gap parts from this one."""
        columns = {column for row in rows[:1] for column in row.cells}
        if not columns <= self._names.keys():
            return True
        other = _found(rows)
        return bool(other._names) and other._names != self._names


def _found(rows: list[Row]) -> _Table:
    """The table that begins with these rows."""
    most = max(len(row.cells) for row in rows)
    at = next(index for index, row in enumerate(rows) if 3 * len(row.cells) >= 2 * most)
    if most > 1 and _are_names(rows[at], rows[at + 1 :]):
        return _Table(tuple(rows[: at + 1]), rows[at].cells)
    return _Table((), {})


def _are_names(row: Row, below: list[Row]) -> bool:
    """Whether these cells name columns: short, distinct, not data, and none stands again below itself."""
    texts = [*row.cells.values()]
    if not below or len({text.casefold() for text in texts}) * 2 <= len(texts) or any(len(text) > _LONGEST_NAME for text in texts):
        return False
    if any(other.cells.get(column) == text for other in below for column, text in row.cells.items()):
        return False
    data = [text for text in texts if _DATA.fullmatch(text)]
    return not data or _are_years(data)


def _are_years(texts: list[str]) -> bool:
    """Whether these numbers are neighbouring years, as above the columns of a time series."""
    if len(texts) < 2 or not all(_YEAR.fullmatch(text) for text in texts):
        return False
    return {int(after) - int(before) for before, after in pairwise(texts)} in ({1}, {-1})
