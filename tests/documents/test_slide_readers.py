"""Presentations: slides in order with their titles, tables, charts, notes and alternative texts; damage is told by slide."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pptx
import pytest
from PIL import Image
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from desktop_mem.control.document_ledger import Chunk, ReadFault, ReadSummary, Reason

Read = Callable[[Path], tuple[list[Chunk], ReadSummary]]
BOX = (Inches(1), Inches(1), Inches(3), Inches(2))


def talk(path: Path) -> Path:
    """Three slides: a title with a list and notes; a table, a group and a picture; a hidden one with a chart."""
    deck = pptx.Presentation()
    deck.core_properties.title = "Spring talk"
    first = deck.slides.add_slide(deck.slide_layouts[1])
    first.shapes.title.text = "Plans"
    body = first.placeholders[1].text_frame
    body.text = "Leave on Monday"
    body.add_paragraph().text = "by train"
    body.paragraphs[1].level = 1
    first.notes_slide.notes_text_frame.text = "Mention the price."
    second = deck.slides.add_slide(deck.slide_layouts[5])
    second.shapes.title.text = "Costs"
    table = second.shapes.add_table(2, 2, *BOX).table
    for at, text in enumerate(("item", "euro", "hotel", "900")):
        table.cell(at // 2, at % 2).text = text
    second.shapes.add_group_shape().shapes.add_textbox(*BOX).text_frame.text = "in a group"
    stream = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(stream, "PNG")
    second.shapes.add_picture(stream, 0, 0)._element.nvPicPr.cNvPr.set("descr", "the harbour")
    third = deck.slides.add_slide(deck.slide_layouts[6])
    third._element.set("show", "0")
    data = CategoryChartData()
    data.categories = ["May", "June"]
    data.add_series("Guests", (10, 12))
    third.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *BOX, data)
    deck.save(str(path))
    return path


def test_slides_in_order_with_all_their_text(tmp_path: Path, read: Read) -> None:
    path = talk(tmp_path / "talk.pptx")
    chunks, summary = read(path)
    assert [chunk.text for chunk in chunks] == [
        "Plans\n\nLeave on Monday\n  by train\n\nSpeaker notes: Mention the price.",
        "Costs\n\nitem | euro\nhotel | 900\n\nin a group\n\n[image: the harbour]",
        "| May | June\nGuests | 10 | 12",
    ]
    assert [chunk.place.citation(path.name) for chunk in chunks] == [
        "talk.pptx, slide 1",
        "talk.pptx, slide 2",
        "talk.pptx, slide 3 (hidden)",
    ]
    assert (summary.pages, summary.title, summary.warning) == (3, "Spring talk", "")


@pytest.mark.parametrize("suffix", ["ppsx", "potx", "pptm"])
def test_shows_templates_and_macro_files_are_read_alike(tmp_path: Path, read: Read, suffix: str) -> None:
    path = talk(tmp_path / "talk.pptx").rename(tmp_path / f"talk.{suffix}")
    assert len(read(path)[0]) == 3


def test_a_damaged_slide_is_named_and_the_others_are_read(tmp_path: Path, read: Read) -> None:
    path = talk(tmp_path / "talk.pptx")
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members["ppt/slides/slide2.xml"] = b"\x00\x01\x02"
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    chunks, summary = read(path)
    assert [chunk.place.page for chunk in chunks] == [1, 3]
    assert summary.warning.startswith("A part of these slides is damaged and was not read: 2.")


def test_slides_without_text_are_empty(tmp_path: Path, read: Read) -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    stream = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(stream, "PNG")
    slide.shapes.add_picture(stream, 0, 0)._element.nvPicPr.cNvPr.set("descr", "")
    deck.save(str(tmp_path / "photos.pptx"))
    with pytest.raises(ReadFault) as caught:
        read(tmp_path / "photos.pptx")
    assert caught.value.reason is Reason.EMPTY
    assert "pictures but no text" in caught.value.detail


def test_a_cut_presentation_is_damaged(tmp_path: Path, read: Read) -> None:
    path = talk(tmp_path / "talk.pptx")
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(ReadFault) as caught:
        read(path)
    assert caught.value.reason is Reason.CORRUPT
