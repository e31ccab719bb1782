"""PDF: page-exact text with labels, and the right reason where there is none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from fpdf import FPDF
from fpdf.enums import AccessPermission
from PIL import Image

from desktop_mem.control.document_ledger import Chunk, ReadFault, ReadSummary, Reason

Read = Callable[[Path], tuple[list[Chunk], ReadSummary]]


def pdf(*pages: str) -> FPDF:
    """A PDF with one page per text; `*picture*` makes a page of a picture only."""
    document = FPDF()
    document.set_font("Helvetica", size=12)
    for text in pages:
        document.add_page()
        if text == "*picture*":
            document.image(Image.effect_mandelbrot((200, 200), (-2, -1.5, 1, 1.5), 30).convert("RGB"), x=20, y=20, w=150)
        elif text:
            document.multi_cell(0, text=text)
    return document


def save(document: FPDF, path: Path) -> Path:
    document.output(str(path))
    return path


def refused(path: Path, read: Read) -> ReadFault:
    with pytest.raises(ReadFault) as caught:
        read(path)
    assert f'"{path.name}"' in caught.value.detail
    return caught.value


def test_every_chunk_knows_its_page(tmp_path: Path, read: Read) -> None:
    document = pdf("The dentist is Dr. Meyer.", "", "The meeting is on Friday. " * 100)
    document.set_title("Notes of\nMay")
    chunks, summary = read(save(document, tmp_path / "Notizen – 笔记.pdf"))
    assert chunks[0].text == "The dentist is Dr. Meyer."
    assert {chunk.place.page for chunk in chunks[1:]} == {3}
    assert len(chunks) > 2
    assert " ".join(chunk.text for chunk in chunks[1:]).split() == ("The meeting is on Friday. " * 100).split()
    assert (summary.pages, summary.title, summary.warning, summary.parser) == (3, "Notes of May", "", "pdf")


def test_printed_page_labels(tmp_path: Path, read: Read) -> None:
    document = FPDF()
    document.set_font("Helvetica", size=12)
    document.add_page(label_style="r", label_start=4)
    document.cell(text="Preface")
    chunks, _ = read(save(document, tmp_path / "book.pdf"))
    assert (chunks[0].place.page, chunks[0].place.label) == (1, "iv")


def test_password(tmp_path: Path, read: Read) -> None:
    document = pdf("secret")
    document.set_encryption(owner_password="owner", user_password="user")
    fault = refused(save(document, tmp_path / "locked.pdf"), read)
    assert fault.reason is Reason.ENCRYPTED
    assert fault.detail == '"locked.pdf" is protected by a password. Give the password, or save a copy without it and drop that.'


def test_encrypted_without_a_password_to_open_is_read(tmp_path: Path, read: Read) -> None:
    document = pdf("open to read")
    document.set_encryption(owner_password="owner", permissions=AccessPermission.none())
    chunks, _ = read(save(document, tmp_path / "open.pdf"))
    assert chunks[0].text == "open to read"


def test_pictures_only_is_scanned(tmp_path: Path, read: Read) -> None:
    fault = refused(save(pdf("*picture*", "*picture*"), tmp_path / "scan.pdf"), read)
    assert fault.reason is Reason.SCANNED
    assert "none of its 2 pages has a text layer" in fault.detail


def test_some_pictures_are_named_in_the_warning(tmp_path: Path, read: Read) -> None:
    pages = ("text", "*picture*", "*picture*", "", "*picture*", "text")
    chunks, summary = read(save(pdf(*pages), tmp_path / "mixed.pdf"))
    assert [chunk.place.page for chunk in chunks] == [1, 6]
    assert summary.warning.startswith("Pages 2-3, 5 are pictures without text, and not stored.")


def test_blank_pages_are_empty_not_scanned(tmp_path: Path, read: Read) -> None:
    assert refused(save(pdf("", ""), tmp_path / "blank.pdf"), read).reason is Reason.EMPTY


def test_cut_off_before_its_first_object(tmp_path: Path, read: Read) -> None:
    whole = save(pdf("text"), tmp_path / "whole.pdf").read_bytes()
    (tmp_path / "cut.pdf").write_bytes(whole[:40])
    fault = refused(tmp_path / "cut.pdf", read)
    assert fault.reason is Reason.CORRUPT
    assert "damaged or incomplete PDF" in fault.detail


def test_comments_written_on_a_page_are_read(tmp_path: Path, read: Read) -> None:
    document = pdf("printed")
    document.free_text_annotation("written by hand", x=20, y=40, w=80, h=20)
    chunks, _ = read(save(document, tmp_path / "annotated.pdf"))
    assert chunks[0].text == "printed\n\nwritten by hand"


def test_a_note_on_a_scanned_page_does_not_hide_that_it_is_scanned(tmp_path: Path, read: Read) -> None:
    document = pdf("*picture*")
    document.text_annotation(x=5, y=5, text="call them back")
    chunks, summary = read(save(document, tmp_path / "scan.pdf"))
    assert [chunk.text for chunk in chunks] == ["call them back"]
    assert summary.warning.startswith("Page 1 is a picture without text")


def test_an_empty_sheet_with_a_rule_at_its_top_is_no_picture(tmp_path: Path, read: Read) -> None:
    """Reports have such sheets between their parts; nothing on them is lost."""
    document = pdf("The first page can be read.", "")
    document.set_line_width(3)
    document.line(10, 10, 200, 10)
    chunks, summary = read(save(document, tmp_path / "report.pdf"))
    assert (len(chunks), summary.pages, summary.warning) == (1, 2, "")
