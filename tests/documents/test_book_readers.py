"""Books, rich text, feeds and web pages: the text in reading order, with its chapters and headings."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_mem.control.document_ledger import Chunk, ReadFault, ReadSummary, Reason
from desktop_mem.documents.readers import epub

Read = Callable[[Path], tuple[list[Chunk], ReadSummary]]

PACKAGE = """<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">
<metadata><dc:title>The Tides</dc:title></metadata><manifest>
<item id="b" href="text/two%20.xhtml" media-type="application/xhtml+xml"/>
<item id="a" href="text/one.xhtml" media-type="application/xhtml+xml"/>
<item id="n" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>
<item id="p" href="p.png" media-type="image/png"/></manifest>
<spine><itemref idref="a"/><itemref idref="b"/><itemref idref="p"/></spine></package>"""
NAVIGATION = """<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><ol>
<li><a href="text/one.xhtml">Opening</a></li><li><a href="text/two%20.xhtml#x">High water</a></li></ol></nav></body></html>"""
CHAPTERS = {
    "text/one.xhtml": '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head>'
    "<body><p>Water rises.</p></body></html>",
    "text/two .xhtml": "<html><body><h1>Flood</h1><p>It is four metres.</p><p style='display:none'>unseen</p></body></html>",
}


def book(path: Path, **extra: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr("META-INF/container.xml", '<container><rootfiles><rootfile full-path="OPS/p.opf"/></rootfiles></container>')
        members = {"OPS/p.opf": PACKAGE, "OPS/nav.xhtml": NAVIGATION, **{f"OPS/{name}": text for name, text in CHAPTERS.items()}, **extra}
        for name, text in members.items():
            if text:
                archive.writestr(name, text)
    return path


def places(chunks: list[Chunk]) -> list[tuple[str, int | None, str]]:
    return [(chunk.text, chunk.place.page, chunk.place.heading) for chunk in chunks]


def refused(read: Read, path: Path) -> ReadFault:
    with pytest.raises(ReadFault) as caught:
        read(path)
    return caught.value


def test_chapters_come_in_reading_order_under_their_titles(tmp_path: Path, read: Read) -> None:
    chunks, summary = read(book(tmp_path / "a.epub"))
    assert places(chunks) == [("Water rises.", 1, "Opening"), ("Flood\n\nIt is four metres.", 2, "Flood")]
    assert {chunk.place.unit for chunk in chunks} == {"chapter"}
    assert (summary.title, summary.pages, summary.warning) == ("The Tides", 2, "")


def test_a_missing_chapter_is_told(tmp_path: Path, read: Read) -> None:
    chunks, summary = read(book(tmp_path / "a.epub", **{"OPS/text/one.xhtml": ""}))
    assert [chunk.place.page for chunk in chunks] == [2]
    assert summary.warning == "Chapter 1 is damaged, and not stored."


def test_locked_books_and_disguised_fonts(tmp_path: Path, read: Read) -> None:
    lock = '<encryption><EncryptedData><EncryptionMethod Algorithm="{}"/></EncryptedData></encryption>'
    adept = lock.format("http://www.w3.org/2001/04/xmlenc#aes128-cbc")
    assert refused(read, book(tmp_path / "a.epub", **{"META-INF/encryption.xml": adept})).reason is Reason.ENCRYPTED
    fonts = lock.format("http://www.idpf.org/2008/embedding")
    assert len(read(book(tmp_path / "b.epub", **{"META-INF/encryption.xml": fonts}))[0]) == 2


def test_broken_and_swollen_books(tmp_path: Path, read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    assert refused(read, book(tmp_path / "a.epub", **{"OPS/p.opf": ""})).reason is Reason.CORRUPT
    assert refused(read, book(tmp_path / "b.epub", **{"OPS/p.opf": "no xml"})).reason is Reason.CORRUPT
    monkeypatch.setattr(epub, "LARGEST_UNPACKED", 100)
    assert refused(read, book(tmp_path / "c.epub")).reason is Reason.TOO_LARGE


def test_entities_of_a_book_are_not_followed(tmp_path: Path, read: Read) -> None:
    """An external entity must not bring another file into the text."""
    (tmp_path / "secret").write_text("SECRET", encoding="utf-8")
    evil = f'<!DOCTYPE x [<!ENTITY e SYSTEM "file://{tmp_path}/secret">]><FictionBook><body><section><p>a&e;b</p></section></body></FictionBook>'
    (tmp_path / "a.fb2").write_text(evil, encoding="utf-8")
    assert "SECRET" not in read(tmp_path / "a.fb2")[0][0].text


FICTION = """<?xml version="1.0" encoding="windows-1251"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0">
<description><title-info><genre>x</genre><book-title>Приливы</book-title><annotation><p>О воде.</p></annotation></title-info></description>
<body><section><title><p>Глава</p><p>первая</p></title><p>Вода <emphasis>поднимается</emphasis>.</p>
<section><title><p>Ночь</p></title><poem><stanza><v>Строка</v></stanza></poem></section></section>
<section><title><p>Вторая</p></title><table><tr><td>a</td><td>b</td></tr></table></section></body>
<binary id="i">AAAA</binary></FictionBook>"""


def test_fiction_book(tmp_path: Path, read: Read) -> None:
    (tmp_path / "a.xml").write_bytes(FICTION.encode("cp1251"))
    chunks, summary = read(tmp_path / "a.xml")
    assert places(chunks) == [
        ("Приливы\n\nО воде.", None, ""),
        ("Глава первая\n\nВода поднимается.", 1, "Глава первая"),
        ("Ночь\n\nСтрока", 1, "Глава первая > Ночь"),
        ("Вторая\n\na | b", 2, "Вторая"),
    ]
    assert (summary.title, summary.warning) == ("Приливы", "")


def test_a_book_of_which_only_a_title_is_left(tmp_path: Path, read: Read) -> None:
    (tmp_path / "a.fb2").write_text("<title><p>Tides</p></title>", encoding="utf-8")
    assert places(read(tmp_path / "a.fb2")[0]) == [("Tides", None, "")]


def test_news_feeds(tmp_path: Path, read: Read) -> None:
    feed = (
        '<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour</title><description>News</description><item><title>High &amp; low'
        "</title><link>http://x.example/1</link><pubDate>Mon, 02 Mar 2026</pubDate>"
        "<description>&lt;p&gt;Four &lt;b&gt;metres&lt;/b&gt;&lt;/p&gt;</description></item></channel></rss>"
    )
    (tmp_path / "a.xml").write_text(feed, encoding="utf-8")
    chunks, summary = read(tmp_path / "a.xml")
    assert [chunk.text for chunk in chunks] == ["Harbour\n\nNews", "High & low\nMon, 02 Mar 2026\nhttp://x.example/1\n\nFour metres"]
    assert summary.title == "Harbour"
    (tmp_path / "b.xml").write_text(feed[:-30], encoding="utf-8")
    assert read(tmp_path / "b.xml")[1].warning.startswith("The XML is damaged")


RTF = (
    r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial Cyr;}{\f2\fcharset128 MS Gothic;}}"
    r"{\stylesheet{\s1\outlinelevel0 Kopf;}{\s2 heading 2;}}{\info{\title Report}{\author Nobody}}"
    r"{\header Page head\par}\pard\s1 Opening\par\pard\plain Caf\'e9 \u8211 ?\uc0\u26085 \'93x\'94\par"
    r"\pard\s2 Details\par\pard {\f1\'cf\'f0\'e8\'e2\'e5\'f2} {\f2\'93\'fa\'96\'7b}{\v hidden}\par"
    r"{\*\unknown dropped}{\pict\pngblip 89504e47}{\field{\*\fldinst HYPERLINK x}{\fldrslt a link}}{\footnote a note}\par"
    r"\trowd\intbl name\cell size\cell\row\trowd\intbl tide\cell 4\par m\cell\row\pard\uc1 \u-10179 ?\u-8704 ?\bin5 }}}}} end\par}"
)


def test_rich_text(tmp_path: Path, read: Read) -> None:
    (tmp_path / "letter.doc").write_text(RTF, encoding="ascii")
    chunks, summary = read(tmp_path / "letter.doc")
    assert places(chunks) == [
        ("Opening\n\nCafé –日“x”", None, "Opening"),
        ("Details\n\nПривет 日本\n\na link\n\nname | size\ntide | 4 m\n\n😀 end", None, "Opening > Details"),
        ("Page head", None, "Page headers"),
        ("a note", None, "Footnotes"),
    ]
    assert (summary.parser, summary.title, summary.warning) == ("rtf", "Report", "")


def test_rich_text_cut_off(tmp_path: Path, read: Read) -> None:
    (tmp_path / "a.rtf").write_bytes(rb"{\rtf1 One.\par Two")
    chunks, summary = read(tmp_path / "a.rtf")
    assert chunks[0].text == "One.\n\nTwo"
    assert summary.warning.startswith("The file ends in the middle of its text.")
    (tmp_path / "b.rtf").write_bytes(rb"{\rtf1{\fonttbl{\f0 A")
    assert refused(read, tmp_path / "b.rtf").reason is Reason.CORRUPT


def test_navigation_is_left_out_where_the_page_names_its_text(tmp_path: Path, read: Read) -> None:
    page = "<!doctype html><body><nav>Menu</nav><main><h1>Tides</h1><p>Four\xa0metres.</p></main><div role=navigation>More</div></body>"
    (tmp_path / "a.txt").write_text(page, encoding="utf-8")
    assert [chunk.text for chunk in read(tmp_path / "a.txt")[0]] == ["Tides\n\nFour metres."]


def test_each_part_of_a_long_table_of_a_page_begins_with_its_header(tmp_path: Path, read: Read) -> None:
    rows = "".join(f"<tr><td>port {number}</td><td>{number} metres at spring tide</td></tr>" for number in range(200))
    (tmp_path / "a.html").write_text(
        f"<html><body><table><tr><th>port</th><th>height</th></tr>{rows}</table></body></html>", encoding="utf-8"
    )
    chunks, _ = read(tmp_path / "a.html")
    assert len(chunks) > 3
    assert all(chunk.text.startswith("port | height\nport ") for chunk in chunks)
