"""Reads delimited text (.csv, .tsv) of any encoding and delimiter as a stream of rows."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from desktop_mem.control.document_ledger import ReadProgress
from desktop_mem.documents.blocks import Block, Blocks, Findings
from desktop_mem.documents.encoding import PIECE, decode_start, detect_encoding
from desktop_mem.documents.readers.tables import Row, table_blocks
from desktop_mem.documents.readers.text import decoding_warning
from desktop_mem.memory.fitting import one_line

_DELIMITERS = ",;\t|:"
_SAMPLE = 64 << 10
_SEPARATOR = re.compile(r"\A\ufeff?sep=(.)\r?\n", re.IGNORECASE)
_LONGEST_FIELD = 1 << 20
_MOST_LINES = 500  # of one record; after that its quotation mark is taken as never closed
_QUOTED = re.compile(r'"[^"]*"')


def read(path: Path) -> Blocks:
    """Blocks of rows; progress in bytes. A row is a record: line breaks in quotes do not begin another."""
    encoding = detect_encoding(path)
    total = path.stat().st_size
    with path.open("rb") as file:
        start = decode_start(file.read(_SAMPLE), encoding)
        file.seek(0)
        records = _Records(file, encoding, start)
        reported = 0
        for block in table_blocks(records, Block("", counted="row")):
            yield block
            if (done := file.tell()) - reported >= PIECE:
                reported = done
                yield ReadProgress(done, total)
    yield ReadProgress(total, total)
    return Findings(encoding=encoding, warning=decoding_warning(records.damaged, encoding))


class _Records:
    """The filled records of a delimited file, counted as a spreadsheet counts rows; `damaged`: characters that were lost so far."""

    def __init__(self, file: BinaryIO, encoding: str, start: str) -> None:
        self._file = file
        self._encoding = encoding
        self._declared = _SEPARATOR.match(start)
        body = start[self._declared.end() :] if self._declared else start
        self._delimiter = self._declared[1] if self._declared else delimiter_of(body)
        self._quote = has_quotes(body, self._delimiter)
        self.damaged = 0

    def __iter__(self) -> Iterator[Row]:
        stream = io.TextIOWrapper(self._file, encoding=self._encoding, errors="replace", newline="")
        try:
            for number, record in enumerate(self._fields(iter(lambda: stream.readline(_LONGEST_FIELD), "")), 1):
                cells = {column: text for column, field in enumerate(record) if (text := one_line(field.lstrip("\ufeff")))}
                if cells and not (number == 1 and self._declared):
                    self.damaged += sum(text.count("\ufffd") for text in cells.values())
                    yield Row(number, cells)
        finally:
            stream.detach()  # the file stays the caller's

    def _fields(self, lines: Iterator[str]) -> Iterator[list[str]]:
        """The fields of each record. Where a quotation mark is never closed, marks stand for themselves from there on."""
        taken: list[str] = []

        def taking() -> Iterator[str]:
            for line in lines:
                taken.append(line)
                yield line.replace("\0", "")

        csv.field_size_limit(2 * _LONGEST_FIELD)
        quoted = csv.reader(taking(), delimiter=self._delimiter, skipinitialspace=True)
        while self._quote:
            try:
                record = next(quoted, None)
            except csv.Error:
                break
            if record is None:
                return
            if len(taken) > _MOST_LINES:
                break
            taken.clear()
            yield record
        rest = (line.replace("\0", "") for line in chain(taken, lines))
        yield from csv.reader(rest, delimiter=self._delimiter, quoting=csv.QUOTE_NONE, skipinitialspace=True)


def delimiter_of(text: str) -> str:
    """The delimiter that parts the lines of a sample most evenly; a comma when none does."""
    lines = [line for line in _QUOTED.sub("", text).splitlines()[:200] if line.strip()]
    best, best_score = ",", 0.0
    for delimiter in _DELIMITERS:
        counts = Counter(line.count(delimiter) for line in lines)
        often, lines_alike = max(((count, many) for count, many in counts.items() if count), key=lambda pair: pair[1], default=(0, 0))
        score = lines_alike / max(len(lines), 1) + min(often, 20) / 1000 - (0.5 if delimiter == ":" else 0)
        if often and score > best_score:
            best, best_score = delimiter, score
    return best


def has_quotes(text: str, delimiter: str) -> bool:
    """Whether quotation marks enclose fields here, as against inches and words in them."""
    mark = re.escape(delimiter)
    opened = len(re.findall(rf'(?:^|{mark})[ ]?"', text, re.MULTILINE))
    closed = len(re.findall(rf'"[ ]?(?:$|{mark}|\r)', text, re.MULTILINE))
    return bool(opened) and closed > 0
