"""Reads the text layer of a PDF page by page with PDFium, and says which pages have none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import BinaryIO

import pypdfium2
import pypdfium2.raw as pdfium

from desktop_mem.control.document_ledger import ReadFault, ReadProgress, Reason
from desktop_mem.documents.blocks import Block, Blocks, Findings
from desktop_mem.documents.faults import corrupt, empty, fault

_DRAWN = 50
"""Drawn objects above which a page without text is taken for a picture of text and not for an empty page."""

_HYPHEN = re.compile("[\ufffe\x02]\r?\n?")  # PDFium's mark for a word parted at the end of a line
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def read(path: Path) -> Blocks:
    """One block per page that has text; progress in pages."""
    with path.open("rb") as file, closing(_open(path, file)) as document:
        total = len(document)
        pictures: list[int] = []
        broken: list[int] = []
        found = False
        for index in range(total):
            try:
                text, is_picture = _page(document, index)
            except pypdfium2.PdfiumError:
                broken.append(index + 1)
                text, is_picture = "", False
            if is_picture:
                pictures.append(index + 1)
            if text:
                found = True
                yield Block(text, page=index + 1, label=_label(document, index))
            yield ReadProgress(index + 1, total)
        if not found:
            raise _without_text(path, total, pictures, broken)
        return Findings(pages=total, warning=_warning(pictures, broken), title=_title(document))


def _open(path: Path, file: BinaryIO) -> pypdfium2.PdfDocument:
    """Raises `ReadFault` where PDFium refuses the file."""
    try:
        return pypdfium2.PdfDocument(file)  # the file and not its name: names may be any bytes
    except pypdfium2.PdfiumError as error:
        if error.err_code == pdfium.FPDF_ERR_PASSWORD:
            raise fault(Reason.ENCRYPTED, path, "is protected by a password", "Save a copy without the password and drop that.") from error
        if error.err_code == pdfium.FPDF_ERR_SECURITY:
            raise fault(
                Reason.ENCRYPTED, path, "is locked by a protection that cannot be opened here", "Print it to a new PDF and drop that."
            ) from error
        raise corrupt(path, "PDF") from error


def _page(document: pypdfium2.PdfDocument, index: int) -> tuple[str, bool]:
    """The text of a page, and whether it is a picture without text. Raises `PdfiumError` for a broken page."""
    page = document[index]
    try:
        textpage = page.get_textpage()
        try:
            text = _clean(textpage.get_text_bounded())
        finally:
            textpage.close()
        return text, not text and _shows_something(page)
    finally:
        page.close()


def _clean(text: str) -> str:
    """Words parted at line ends joined, line ends as `\\n`, no control characters."""
    joined = _HYPHEN.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROL.sub(" ", joined).strip()


def _shows_something(page: pypdfium2.PdfPage) -> bool:
    """Whether the page has an image, or many drawn objects."""
    return any(item.type == pdfium.FPDF_PAGEOBJ_IMAGE or count >= _DRAWN for count, item in enumerate(page.get_objects(max_depth=4)))


def _label(document: pypdfium2.PdfDocument, index: int) -> str:
    """The printed label of a page where it differs from its number."""
    label = str(document.get_page_label(index)).strip()
    return "" if label == str(index + 1) else label


def _title(document: pypdfium2.PdfDocument) -> str:
    return " ".join(str(document.get_metadata_value("Title")).split())


def _without_text(path: Path, total: int, pictures: Sequence[int], broken: Sequence[int]) -> ReadFault:
    """Why a PDF gave no text at all."""
    if pictures:
        what = (
            "is scanned: its page is a picture without a text layer"
            if total == 1
            else f"is scanned: none of its {total} pages has a text layer"
        )
        return fault(Reason.SCANNED, path, what, "Run text recognition (OCR) on it and drop the result.")
    return corrupt(path, "PDF") if broken or not total else empty(path, "is a PDF without any text")


def _warning(pictures: Sequence[int], broken: Sequence[int]) -> str:
    """A sentence naming the pages that could not be read, or nothing."""
    parts = []
    if pictures:
        parts.append(
            f"{_pages(pictures)} without a text layer: scanned, so not stored. Run text recognition (OCR) on the file to store them."
        )
    if broken:
        parts.append(f"{_pages(broken)} damaged and not stored. Get a fresh copy of the file to store them.")
    return " ".join(parts)


def _pages(numbers: Sequence[int]) -> str:
    """`Page 3 is` or `Pages 3, 7-9 are`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    named = ", ".join(f"{first}-{last}" if last > first else f"{first}" for first, last in runs)
    return f"Page {named} is" if len(numbers) == 1 else f"Pages {named} are"
