"""Reads workbooks in Excel's binary formats (.xls, .xlsb) with calamine: values only, one sheet at a time."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, PasswordError, SheetVisibleEnum

from desktop_mem.control.document_ledger import ReadProgress, Reason
from desktop_mem.documents.blocks import Blocks, Findings
from desktop_mem.documents.containers import check_unpacked
from desktop_mem.documents.faults import corrupt, fault
from desktop_mem.documents.readers.cell_values import value_text
from desktop_mem.documents.readers.excel import no_cells, sheet_frame, sheet_warning
from desktop_mem.documents.readers.tables import Row, table_blocks
from desktop_mem.memory.fitting import one_line


def read(path: Path) -> Blocks:
    """Blocks of rows, sheet by sheet; progress in sheets."""
    workbook = _open(path)
    damaged: list[str] = []
    found = False
    sheets = workbook.sheets_metadata
    for number, sheet in enumerate(sheets, 1):
        try:
            rows = _rows(workbook.get_sheet_by_name(sheet.name))
            for block in table_blocks(rows, sheet_frame(number, sheet.name, sheet.visible != SheetVisibleEnum.Visible)):
                found = True
                yield block
        except CalamineError:
            damaged.append(sheet.name)
        yield ReadProgress(number, len(sheets))
    if not found:
        if damaged:
            raise corrupt(path, "Excel workbook")
        raise no_cells(path, pictures=False)
    return Findings(pages=len(sheets), warning=sheet_warning(damaged))


def _open(path: Path) -> CalamineWorkbook:
    """The opened workbook. Raises `ReadFault`."""
    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                check_unpacked(path, archive)
        return CalamineWorkbook.from_path(str(path))
    except PasswordError as error:
        raise fault(Reason.ENCRYPTED, path, "is protected by a password", "Save a copy without the password and drop that.") from error
    except (CalamineError, zipfile.BadZipFile) as error:
        raise corrupt(path, "Excel workbook") from error


def _rows(sheet: CalamineSheet) -> Iterator[Row]:
    """The filled rows with their numbers; the library begins with the first row of the sheet and the first filled column."""
    first = sheet.start[1] if sheet.start else 0
    for number, values in enumerate(sheet.iter_rows(), 1):
        shown = {first + column: one_line(value_text(value)) for column, value in enumerate(values) if value != ""}
        if cells := {column: text for column, text in shown.items() if text}:
            yield Row(number, cells)
