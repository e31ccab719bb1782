"""The text of one PDF page: what is printed, what stands in form fields, what comments say; and how much is drawn where there is none."""

from __future__ import annotations

import ctypes
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

_SMALL = 200
"""Pixels of the longer side of a page that is drawn to see whether it is empty."""

_RULED = 6
"""Rows of pixels, and columns, that more than a few lines cover: a page without text that has them, or an image, is taken for a picture,
another one for an empty sheet."""

_DEPTH = 3  # of drawings within drawings that are searched for images

_RESOLUTION = 200 / 72
"""Pixels per point that text recognition reads best at."""

_LONGEST = 3500
"""Pixels of the longer side of a page that is drawn for text recognition, however large the page says it is."""

_UNWRITTEN = (pdfium.FPDF_ANNOT_LINK, pdfium.FPDF_ANNOT_POPUP, pdfium.FPDF_ANNOT_UNKNOWN)
_HYPHEN = re.compile("[\ufffe\x02]\r?\n?|\u00ad\r?\n")  # PDFium's mark for a word parted at the end of a line, and the soft hyphen
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_FORMS = re.compile("[\ufb00-\ufb06\ufb1d-\ufdff\ufe70-\ufefc]")  # ligatures; Hebrew and Arabic as printed


@dataclass(frozen=True, slots=True)
class PageText:
    """The text of a page; `is_picture`: it has no text of its own, but an image or more than a few lines."""

    text: str
    is_picture: bool


def read_page(document: pypdfium2.PdfDocument, index: int) -> PageText:
    """What is on the page. Raises `PdfiumError` for a broken one."""
    with _upright(document, index) as page:
        text, notes = _text(page), _annotations(page)
        ink = 0 if text else _ink(page)
        has_image = bool(ink) and any(page.get_objects([pdfium.FPDF_PAGEOBJ_IMAGE], max_depth=_DEPTH))
        merged = notes is not None and pdfium.FPDFPage_Flatten(page, pdfium.FLAT_NORMALDISPLAY) == pdfium.FLATTEN_SUCCESS
    if merged:
        with _upright(document, index) as page:
            with_fields = _text(page)
        if set(text.split()) <= set(with_fields.split()):  # merging can also lose a page's own text
            text = with_fields
        ink = 0 if text else ink
    whole = "\n\n".join(part for part in (text, *(note for note in notes or () if note not in text)) if part)
    return PageText(whole, is_picture=ink > (0 if has_image else _RULED))


def draw_page(document: pypdfium2.PdfDocument, index: int) -> Any:
    """The page as it is seen, as an array of shape (height, width, 3), blue first. Raises `PdfiumError`."""
    with closing(document[index]) as page:
        longest = max(page.get_size())
        with closing(page.render(scale=min(_RESOLUTION, _LONGEST / longest))) as bitmap:
            return bitmap.to_numpy().copy()


@contextmanager
def _upright(document: pypdfium2.PdfDocument, index: int) -> Iterator[pypdfium2.PdfPage]:
    """The page, for the time being not turned by 90 degrees: PDFium would give its lines from the last to the first."""
    page = document[index]
    turned = page.get_rotation() == 90
    if turned:
        page.set_rotation(0)
        page.close()
        page = document[index]
    try:
        yield page
    finally:
        if turned:
            page.set_rotation(90)
        page.close()


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
    """Words parted at line ends joined, ligatures as letters, line ends as `\\n`, no control characters."""
    joined = _HYPHEN.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
    letters = _FORMS.sub(lambda form: unicodedata.normalize("NFKC", form[0]), joined)
    return _CONTROL.sub(" ", letters).strip()


def _ink(page: pypdfium2.PdfPage) -> int:
    """On a page, drawn small and grey, the rows or the columns, whichever are fewer, that are not wholly of its commonest shade."""
    longest = max(page.get_size())
    if not 0 < longest < float("inf"):
        return 0
    with closing(page.render(scale=_SMALL / longest, grayscale=True)) as bitmap:
        pixels = bytes(bitmap.buffer)
        rows = [pixels[start : start + bitmap.width] for start in range(0, bitmap.stride * bitmap.height, bitmap.stride)]
    paper = Counter(b"".join(rows)).most_common(1)
    if not paper:
        return 0
    columns = [bytes(column) for column in zip(*rows, strict=True)]
    return min(sum(line.count(paper[0][0]) < len(line) for line in lines) for lines in (rows, columns))
