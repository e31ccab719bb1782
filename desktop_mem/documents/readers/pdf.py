"""Reads the text layer of a PDF page by page with PDFium, and says which pages have none."""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO

import pypdfium2
import pypdfium2.raw as pdfium

from desktop_mem.control.document_ledger import ReadFault, ReadProgress, Reason
from desktop_mem.documents.blocks import Block, Blocks, Findings
from desktop_mem.documents.faults import corrupt, empty, fault

_SMALL = 200
"""Pixels of the longer side of a page that is drawn to see whether it is empty."""

_RULED = 0.005
"""Share of a page that a few lines cover: above it a page without text is taken for a picture, below it for an empty form sheet."""

_UNWRITTEN = (pdfium.FPDF_ANNOT_LINK, pdfium.FPDF_ANNOT_POPUP, pdfium.FPDF_ANNOT_UNKNOWN)
_HYPHEN = re.compile("[\ufffe\x02]\r?\n?")  # PDFium's mark for a word parted at the end of a line
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def read(path: Path, password: str = "") -> Blocks:
    """One block per page that has text; progress in pages."""
    with path.open("rb") as file, closing(_open(path, file, password)) as document:
        total = len(document)
        drawn: dict[int, float] = {}
        broken: list[int] = []
        found = False
        for index in range(total):
            number = index + 1
            try:
                text, ink = _page(document, index)
            except pypdfium2.PdfiumError:
                broken.append(number)
                text, ink = "", 0.0
            if text:
                found = True
                yield Block(text, page=number, label=_label(document, index))
            if ink:
                drawn[number] = ink
            yield ReadProgress(number, total)
        if not found:
            raise _without_text(path, total, bool(drawn), bool(broken))
        pictures = [number for number, ink in drawn.items() if ink > _RULED]
        return Findings(pages=total, warning=_warning(pictures, broken), title=_title(document))


def _open(path: Path, file: BinaryIO, password: str) -> pypdfium2.PdfDocument:
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


def _page(document: pypdfium2.PdfDocument, index: int) -> tuple[str, float]:
    """The text of a page, and how much of it is drawn on (0..1) when it has none but comments. Raises `PdfiumError` for a broken page."""
    with closing(document[index]) as page:
        text, notes = _text(page), _annotations(page)
        ink = 0.0 if text else _ink(page)
        if notes is None:
            return text, ink
        merged = pdfium.FPDFPage_Flatten(page, pdfium.FLAT_NORMALDISPLAY) == pdfium.FLATTEN_SUCCESS
    if merged:
        with closing(document[index]) as page:
            with_fields = _text(page)
        if set(text.split()) <= set(with_fields.split()):  # merging can also lose a page's own text
            text = with_fields
        ink = 0.0 if text else ink
    return "\n\n".join(part for part in (text, *(note for note in notes if note not in text)) if part), ink


def _text(page: pypdfium2.PdfPage) -> str:
    with closing(page.get_textpage()) as textpage:
        return _clean(textpage.get_text_bounded())


def _annotations(page: pypdfium2.PdfPage) -> list[str] | None:
    """The words of comments on the page; None when there is neither a comment, nor a stamp, nor a form field.

    What stands in form fields is only found once they are merged into the page.
    """
    notes: list[str] = []
    found = False
    for index in range(pdfium.FPDFPage_GetAnnotCount(page)):
        annotation = pdfium.FPDFPage_GetAnnot(page, index)
        kind = pdfium.FPDFAnnot_GetSubtype(annotation)
        if kind not in _UNWRITTEN:
            found = True
            if kind != pdfium.FPDF_ANNOT_WIDGET and (words := _clean(_contents(annotation))):
                notes.append(words)
        pdfium.FPDFPage_CloseAnnot(annotation)
    return notes if found else None


def _contents(annotation: Any) -> str:
    """What a comment says."""
    size = pdfium.FPDFAnnot_GetStringValue(annotation, b"Contents", None, 0)
    buffer = (ctypes.c_ushort * (size // 2 + 1))()
    pdfium.FPDFAnnot_GetStringValue(annotation, b"Contents", buffer, size)
    return bytes(buffer)[: max(0, size - 2)].decode("utf-16-le", "ignore")


def _clean(text: str) -> str:
    """Words parted at line ends joined, line ends as `\\n`, no control characters."""
    joined = _HYPHEN.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROL.sub(" ", joined).strip()


def _ink(page: pypdfium2.PdfPage) -> float:
    """The share of a page, drawn small and grey, that is not of its commonest shade."""
    longest = max(page.get_size())
    if not 0 < longest < float("inf"):
        return 0.0
    with closing(page.render(scale=_SMALL / longest, grayscale=True)) as bitmap:
        pixels = bytes(bitmap.buffer)
        rows = [pixels[start : start + bitmap.width] for start in range(0, bitmap.stride * bitmap.height, bitmap.stride)]
    shades = Counter(b"".join(rows))
    return 1 - max(shades.values(), default=0) / max(1, shades.total())


def _label(document: pypdfium2.PdfDocument, index: int) -> str:
    """The printed label of a page where it differs from its number."""
    label = str(document.get_page_label(index)).strip()
    return "" if label == str(index + 1) else label


def _title(document: pypdfium2.PdfDocument) -> str:
    return " ".join(str(document.get_metadata_value("Title")).split())


def _without_text(path: Path, total: int, drawn: bool, broken: bool) -> ReadFault:
    """Why a PDF gave no text at all."""
    if drawn:
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
        named = _pages(pictures, "a picture", "pictures")
        parts.append(f"{named} without text, and not stored. Run text recognition (OCR) on the file and drop it again.")
    if broken:
        parts.append(f"{_pages(broken, 'damaged', 'damaged')}, and not stored. Get a fresh copy of the file and drop that.")
    return " ".join(parts)


def _pages(numbers: Sequence[int], one: str, many: str) -> str:
    """`Page 3 is a picture` or `Pages 3, 7-9 are pictures`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    named = ", ".join(f"{first}-{last}" if last > first else f"{first}" for first, last in runs)
    return f"Page {named} is {one}" if len(numbers) == 1 else f"Pages {named} are {many}"
