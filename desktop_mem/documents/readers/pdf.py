"""Reads the text layer of a PDF page by page with PDFium, and says which pages have none or has their text recognised."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

import pypdfium2
import pypdfium2.raw as pdfium

from desktop_mem.control.document_ledger import ReadFault, ReadProgress, Reason
from desktop_mem.documents import caps
from desktop_mem.documents.blocks import Block, Blocks, Findings
from desktop_mem.documents.faults import corrupt, empty, fault, wrong_password
from desktop_mem.documents.readers.pdf_outline import Outline
from desktop_mem.documents.readers.pdf_page import draw_page, read_page
from desktop_mem.documents.recognised_text import TextRecogniser

_MOST_ATTACHMENTS = 20  # that are named
_RECOGNISE = "Run text recognition (OCR) on the file and drop it again, or install desktop-mem[ocr]."


def read(path: Path, password: str = "") -> Blocks:
    """The blocks of each page, parted at the headings of the outline; progress in pages."""
    return _read(path, password, None)


def read_with_ocr(path: Path, password: str = "") -> Blocks:
    """The same, with the text in pages that are pictures."""
    return _read(path, password, TextRecogniser())


@dataclass(slots=True)
class _Seen:
    """The numbers of pages, and whether anything was `drawn` on one that has no text."""

    drawn: bool = False
    pictures: list[int] = field(default_factory=list)
    broken: list[int] = field(default_factory=list)
    recognised: list[int] = field(default_factory=list)
    found: bool = False


def _read(path: Path, password: str, recogniser: TextRecogniser | None) -> Blocks:
    with path.open("rb") as file, closing(_open(path, file, password)) as document:
        total = len(document)
        outline = Outline(document)
        seen = _Seen()
        for index in range(min(total, caps.MOST_PAGES)):
            text = _page(document, index, recogniser, seen)
            label = _label(document, index) if text else ""
            for heading, part in outline.part(index, text):
                seen.found = True
                yield Block(part, page=index + 1, label=label, headings=heading)
            yield ReadProgress(index + 1, total)
        attached = _attachments(document)
        if not (seen.found or attached):
            raise _without_text(path, total, seen, recogniser is not None)
        if attached:
            yield Block("\n".join(attached), headings=("Attachments",))
        parser = "pdf+ocr" if seen.recognised else ""
        return Findings(pages=total, warning=_warning(total, seen, attached, recogniser), title=_title(document), parser=parser)


def _open(path: Path, file: BinaryIO, password: str) -> pypdfium2.PdfDocument:
    """Raises `ReadFault` where PDFium refuses the file. A password that is not needed does no harm."""
    refused: pypdfium2.PdfiumError | None = None
    for secret in (password, None) if password else (None,):
        try:
            return pypdfium2.PdfDocument(file, password=secret)  # the file and not its name: names may be any bytes
        except pypdfium2.PdfiumError as error:
            refused = error
            if error.err_code != pdfium.FPDF_ERR_PASSWORD:
                break
    code = refused.err_code if refused else 0
    if code == pdfium.FPDF_ERR_PASSWORD:
        raise wrong_password(path, password) from refused
    if code == pdfium.FPDF_ERR_SECURITY:
        what = "is locked by a protection that cannot be opened here"
        raise fault(Reason.ENCRYPTED, path, what, "Print it to a new PDF and drop that.") from refused
    raise corrupt(path, "PDF") from refused


def _page(document: pypdfium2.PdfDocument, index: int, recogniser: TextRecogniser | None, seen: _Seen) -> str:
    """The text of a page; what there is to tell of it goes to `seen`."""
    try:
        page = read_page(document, index)
        seen.drawn = seen.drawn or page.is_picture
        if not page.is_picture:
            return page.text
        recognised = recogniser.read(draw_page(document, index)) if recogniser else ""
    except pypdfium2.PdfiumError:
        seen.broken.append(index + 1)
        return ""
    (seen.recognised if recognised else seen.pictures).append(index + 1)
    return "\n\n".join(part for part in (recognised, page.text) if part)


def _label(document: pypdfium2.PdfDocument, index: int) -> str:
    """The printed label of a page where it differs from its number."""
    label = str(document.get_page_label(index)).strip()
    return "" if label == str(index + 1) else label


def _title(document: pypdfium2.PdfDocument) -> str:
    return " ".join(str(document.get_metadata_value("Title")).split())


def _attachments(document: pypdfium2.PdfDocument) -> list[str]:
    """The names of files inside the PDF."""
    count = min(document.count_attachments(), _MOST_ATTACHMENTS)
    return [name for number in range(count) if (name := " ".join(document.get_attachment(number).get_name().split()))]


def _without_text(path: Path, total: int, seen: _Seen, recognises: bool) -> ReadFault:
    """Why a PDF gave no text at all."""
    if seen.drawn and recognises:
        return empty(path, "is a PDF of pictures in which no text was recognised")
    if seen.drawn:
        what = (
            "is scanned: its page is a picture without a text layer"
            if total == 1
            else f"is scanned: none of its {total} pages has a text layer"
        )
        return fault(Reason.SCANNED, path, what, _RECOGNISE)
    return corrupt(path, "PDF") if seen.broken or not total else empty(path, "is a PDF without any text")


def _warning(total: int, seen: _Seen, attached: Sequence[str], recogniser: TextRecogniser | None) -> str:
    """Sentences on what could not be read, or not surely, or nothing."""
    return " ".join(_warnings(total, seen, attached, recogniser))


def _warnings(total: int, seen: _Seen, attached: Sequence[str], recogniser: TextRecogniser | None) -> Iterator[str]:
    if seen.recognised:
        yield f"{_pages(seen.recognised, 'was', 'were')} read by text recognition and may hold mistakes."
    if seen.pictures and recogniser is None:
        named = _pages(seen.pictures, "is a picture", "are pictures")
        yield f"{named} without text, and not stored. {_RECOGNISE}"
    elif seen.pictures and recogniser is not None and recogniser.is_spent:
        named = _pages(seen.pictures, "is a picture", "are pictures")
        yield f"{named} without text, and not stored. {caps.over_recognition()}"
    if seen.broken:
        yield f"{_pages(seen.broken, 'is damaged', 'are damaged')}, and not stored. Get a fresh copy of the file and drop that."
    if total > caps.MOST_PAGES:
        yield caps.over_pages(total)
    if attached:
        yield f"The files inside it were not read: {', '.join(attached)}. Save them from your PDF program and drop them."


def _pages(numbers: Sequence[int], one: str, many: str) -> str:
    """`Page 3 is a picture` or `Pages 3, 7-9 are pictures`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    named = ", ".join(f"{first}-{last}" if last > first else f"{first}" for first, last in runs)
    return f"Page {named} {one}" if len(numbers) == 1 else f"Pages {named} {many}"
