"""Scanned pages and pictures: refused with the way out, or recognised when the extra is there; it is always told which."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fpdf import FPDF
from PIL import Image, ImageDraw, ImageFont

from desktop_mem.control.document_ledger import Chunk, ReadFault, ReadSummary, Reason
from desktop_mem.documents import caps, recognised_text
from desktop_mem.documents.formats import FORMATS, formats_with_ocr
from desktop_mem.documents.parser_process import ParserProcess
from desktop_mem.documents.reading import read_document
from desktop_mem.documents.tokenizer import ChunkTokenizer

WORDS = ChunkTokenizer(lambda text: len(text.split()), 254)


@dataclass
class Engine:
    """Stands for the recognition: finds these pieces in every picture, and keeps the shapes of the pictures."""

    pieces: tuple[tuple[str, float, float], ...]  # text, left, top
    shapes: list[tuple[int, ...]]
    score: float = 0.9
    width: float = 50

    def __call__(self, picture: Any) -> SimpleNamespace:
        self.shapes.append(picture.shape)
        boxes = [[(left, top), (left + self.width, top), (left + self.width, top + 20), (left, top + 20)] for _, left, top in self.pieces]
        return SimpleNamespace(txts=[text for text, _, _ in self.pieces] or None, boxes=boxes, scores=[self.score] * len(boxes))


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    made = Engine((("Friday", 200, 12), ("Meeting", 10, 10), ("Room 5", 10, 60)), [])
    monkeypatch.setattr(recognised_text, "_load", lambda: made)
    return made


def read(path: Path, formats: Callable[[], Any] = formats_with_ocr) -> tuple[list[Chunk], ReadSummary]:
    items = list(read_document(path, WORDS, formats()))
    assert isinstance(items[-1], ReadSummary)
    return [item for item in items if isinstance(item, Chunk)], items[-1]


def picture_of(*lines: str) -> Image.Image:
    picture = Image.new("RGB", (900, 400), "white")
    draw = ImageDraw.Draw(picture)
    for number, line in enumerate(lines):
        draw.text((40, 40 + 80 * number), line, "black", ImageFont.load_default(40))
    return picture


def scan(path: Path, *pages: str) -> Path:
    """A PDF: each page is its text, or for `*` lines a picture of them."""
    document = FPDF()
    document.set_font("Helvetica", size=12)
    for page in pages:
        document.add_page()
        if page.startswith("*"):
            document.image(picture_of(page[1:]), x=10, y=20, w=180)
        else:
            document.cell(text=page)
    document.output(str(path))
    return path


def test_without_recognition_a_scan_names_its_pages_and_the_way_out(tmp_path: Path) -> None:
    """anything-llm 5623, 1629: "No text content found" for a scanned PDF."""
    with pytest.raises(ReadFault) as caught:
        read(scan(tmp_path / "scan.pdf", "*one", "*two"), lambda: FORMATS)
    assert caught.value.reason is Reason.SCANNED
    assert caught.value.detail.endswith("Run text recognition (OCR) on the file and drop it again, or install desktop-mem[ocr].")
    chunks, summary = read(scan(tmp_path / "mixed.pdf", "printed", "*two"), lambda: FORMATS)
    assert ([chunk.text for chunk in chunks], summary.parser) == (["printed"], "pdf")
    assert summary.warning.startswith("Page 2 is a picture without text, and not stored.")
    picture_of("one").save(tmp_path / "photo.png")
    with pytest.raises(ReadFault, match=r"install desktop-mem\[ocr\]"):
        read(tmp_path / "photo.png", lambda: FORMATS)


def test_recognised_pages_keep_their_place_and_are_told(tmp_path: Path, engine: Engine) -> None:
    chunks, summary = read(scan(tmp_path / "mixed.pdf", "printed", "*two", "*three"))
    assert [(chunk.place.page, chunk.text) for chunk in chunks] == [
        (1, "printed"),
        (2, "Meeting Friday\nRoom 5"),
        (3, "Meeting Friday\nRoom 5"),
    ]
    assert (summary.parser, summary.pages) == ("pdf+ocr", 3)
    assert summary.warning == "Pages 2-3 were read by text recognition and may hold mistakes."
    assert len(engine.shapes) == 2


def test_a_pdf_with_its_own_text_is_never_recognised(tmp_path: Path, engine: Engine) -> None:
    _, summary = read(scan(tmp_path / "text.pdf", "printed"))
    assert (summary.parser, summary.warning, engine.shapes) == ("pdf", "", [])


def test_two_columns_are_read_one_after_the_other_and_tables_by_rows(tmp_path: Path, engine: Engine) -> None:
    rows = range(10)
    engine.width = 380
    title = (("Title", 200.0, 0.0),)
    engine.pieces = title + tuple((f"{side}{row}", left, 40.0 + 30 * row) for row in rows for side, left in (("a", 0.0), ("b", 420.0)))
    chunks, _ = read(scan(tmp_path / "columns.pdf", "*x"))
    assert chunks[0].text.split() == ["Title", *(f"a{row}" for row in rows), *(f"b{row}" for row in rows)]
    engine.width = 100
    chunks, _ = read(scan(tmp_path / "table.pdf", "*x"))
    assert chunks[0].text.splitlines()[1:3] == ["a0 b0", "a1 b1"]


def test_unsure_letters_are_left_out(tmp_path: Path, engine: Engine) -> None:
    engine.score = 0.2
    with pytest.raises(ReadFault) as caught:
        read(scan(tmp_path / "specks.pdf", "*."))
    assert (caught.value.reason, "no text was recognised" in caught.value.detail) == (Reason.EMPTY, True)


def test_a_huge_page_is_drawn_small(tmp_path: Path, engine: Engine) -> None:
    document = FPDF(format=(5000, 5000))
    document.add_page()
    document.image(picture_of("x"), x=10, y=20, w=4000)
    document.output(str(tmp_path / "huge.pdf"))
    read(tmp_path / "huge.pdf")
    assert max(engine.shapes[0]) <= 3501


def test_a_document_that_takes_too_long_is_read_in_part(tmp_path: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caps, "RECOGNITION_SECONDS", 1e-9)
    chunks, summary = read(scan(tmp_path / "long.pdf", "*one", "*two", "*three"))
    assert [chunk.place.page for chunk in chunks] == [1]
    assert "Pages 2-3 are pictures without text, and not stored. Text recognition takes at most" in summary.warning


@pytest.mark.parametrize("suffix", ["png", "jpg", "bmp", "tiff", "gif"])
def test_pictures(tmp_path: Path, engine: Engine, suffix: str) -> None:
    picture_of("x").save(tmp_path / f"photo.{suffix}")
    chunks, summary = read(tmp_path / f"photo.{suffix}")
    assert ([chunk.text for chunk in chunks], engine.shapes) == (["Meeting Friday\nRoom 5"], [(400, 900, 3)])
    assert summary.warning == "The text was read by text recognition and may hold mistakes."


def test_each_frame_of_a_fax_is_a_page(tmp_path: Path, engine: Engine) -> None:
    picture_of("x").save(tmp_path / "fax.tiff", save_all=True, append_images=[picture_of("y")])
    chunks, summary = read(tmp_path / "fax.tiff")
    assert ([chunk.place.page for chunk in chunks], summary.pages) == ([1, 2], 2)


def test_damaged_and_giant_pictures(tmp_path: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    picture_of("x").save(tmp_path / "cut.png")
    (tmp_path / "cut.png").write_bytes((tmp_path / "cut.png").read_bytes()[:900])
    with pytest.raises(ReadFault) as caught:
        read(tmp_path / "cut.png")
    assert caught.value.reason is Reason.CORRUPT
    monkeypatch.setattr(caps, "PICTURE_PIXELS", 1000)
    picture_of("x").save(tmp_path / "giant.png")
    with pytest.raises(ReadFault) as caught:
        read(tmp_path / "giant.png")
    assert caught.value.reason is Reason.TOO_LARGE


@pytest.mark.skipif(not recognised_text.is_installed(), reason="needs the extra ocr")
def test_the_true_engine_in_the_parser_process(tmp_path: Path) -> None:
    embedder = tmp_path / "embedder"
    embedder.mkdir()
    with ParserProcess(embedder, memory_mb=2048, seconds=250, formats=formats_with_ocr()) as parser:
        items = list(parser.read(scan(tmp_path / "scan.pdf", "*Meeting on Friday")))
    assert [item.text for item in items if isinstance(item, Chunk)] == ["Meeting on Friday"]
