"""Word: the text in its order, tables by rows, marks for pictures; damaged and hostile packages are told."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from PIL import Image

from desktop_mem.control.document_ledger import Chunk, ReadFault, ReadSummary, Reason

Read = Callable[[Path], tuple[list[Chunk], ReadSummary]]


def picture() -> io.BytesIO:
    stream = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(stream, "PNG")
    stream.seek(0)
    return stream


def refused(path: Path, read: Read) -> ReadFault:
    with pytest.raises(ReadFault) as caught:
        read(path)
    assert f'"{path.name}"' in caught.value.detail
    return caught.value


def test_headings_paragraphs_tables_and_pictures_in_order(tmp_path: Path, read: Read) -> None:
    document = docx.Document()
    document.core_properties.title = "Travel plan"
    document.add_heading("Plan", 1)
    document.add_paragraph("We leave on Monday.")
    table = document.add_table(2, 3)
    for cell, text in zip(table._cells, ("day", "town", "hotel", "Tuesday", "Bergen", "Havnen"), strict=True):
        cell.text = text
    document.add_paragraph("After the table.").add_run().add_picture(picture())
    document.inline_shapes[0]._inline.docPr.set("descr", "the harbour")
    document.add_heading("Costs", 2)
    document.add_paragraph("About 900 euros.")
    document.sections[0].footer.paragraphs[0].text = "Printed in May"
    document.save(str(tmp_path / "plan.docx"))
    chunks, summary = read(tmp_path / "plan.docx")
    assert (
        chunks[0].text
        == "Plan\n\nWe leave on Monday.\n\nday | town | hotel\nTuesday | Bergen | Havnen\n\nAfter the table.[image: the harbour]"
    )
    assert [chunk.place.heading for chunk in chunks] == ["Plan", "Plan > Costs", "Page footers"]
    assert chunks[2].text == "Printed in May"
    assert (summary.title, summary.parser) == ("Travel plan", "docx")


def test_tracked_changes_links_and_content_controls(tmp_path: Path, read: Read) -> None:
    document = docx.Document()
    document.element.body.insert(
        0,
        parse_xml(
            f"<w:p {nsdecls('w')}><w:r><w:t>kept </w:t></w:r><w:ins><w:r><w:t>inserted </w:t></w:r></w:ins>"
            "<w:del><w:r><w:delText>deleted </w:delText></w:r></w:del><w:hyperlink><w:r><w:t>linked </w:t></w:r></w:hyperlink>"
            "<w:sdt><w:sdtContent><w:r><w:t>controlled</w:t></w:r></w:sdtContent></w:sdt></w:p>"
        ),
    )
    document.save(str(tmp_path / "changes.docx"))
    chunks, _ = read(tmp_path / "changes.docx")
    assert chunks[0].text == "kept inserted linked controlled"


def test_merged_cells_are_read_once(tmp_path: Path, read: Read) -> None:
    document = docx.Document()
    table = document.add_table(2, 2)
    table.cell(0, 0).merge(table.cell(1, 0)).text = "both rows"
    table.cell(0, 1).text, table.cell(1, 1).text = "one", "two"
    document.save(str(tmp_path / "merged.docx"))
    chunks, _ = read(tmp_path / "merged.docx")
    assert chunks[0].text == "both rows | one\ntwo"


def test_pictures_without_text_are_empty(tmp_path: Path, read: Read) -> None:
    document = docx.Document()
    document.add_picture(picture())
    document.save(str(tmp_path / "photo.docx"))
    fault = refused(tmp_path / "photo.docx", read)
    assert fault.reason is Reason.EMPTY
    assert "pictures but no text" in fault.detail


def test_damaged_packages(tmp_path: Path, read: Read) -> None:
    document = docx.Document()
    document.add_paragraph("text " * 5000)
    document.save(str(tmp_path / "whole.docx"))
    whole = (tmp_path / "whole.docx").read_bytes()
    (tmp_path / "cut.docx").write_bytes(whole[: len(whole) // 2])
    assert refused(tmp_path / "cut.docx", read).reason is Reason.CORRUPT
    with zipfile.ZipFile(tmp_path / "hollow.docx", "w") as archive:
        archive.writestr("word/document.xml", "<not really xml")
    assert refused(tmp_path / "hollow.docx", read).reason is Reason.CORRUPT


def test_a_zip_bomb_is_never_unpacked(tmp_path: Path, read: Read) -> None:
    document = docx.Document()
    document.save(str(tmp_path / "bomb.docx"))
    with zipfile.ZipFile(tmp_path / "bomb.docx", "a", zipfile.ZIP_DEFLATED) as archive, archive.open("word/more.xml", "w") as member:
        member.write(bytes(520 << 20))
    fault = refused(tmp_path / "bomb.docx", read)
    assert fault.reason is Reason.TOO_LARGE
    assert "520 MB" in fault.detail
