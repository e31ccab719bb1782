"""OpenDocument: text in its order, sheets by rows, slides; deleted text stays out; passwords, bombs and damage are told."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_mem.control.document_ledger import Chunk, ReadFault, ReadSummary, Reason

Read = Callable[[Path], tuple[list[Chunk], ReadSummary]]

_SPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "text", "table", "draw", "style", "presentation", "script")
)
_NAMES = f'{_SPACES} xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"'
_KINDS = {".odt": "text", ".ods": "spreadsheet", ".odp": "presentation"}


def made(path: Path, body: str, styles: str = "", **members: str) -> Path:
    """A packed file of the kind that its suffix says."""
    kind = _KINDS[path.suffix]
    content = (
        f"<office:document-content {_NAMES}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", f"application/vnd.oasis.opendocument.{kind}")
        archive.writestr("content.xml", content)
        archive.writestr("META-INF/manifest.xml", members.get("manifest", "<manifest/>"))
        archive.writestr(
            "meta.xml", f"<office:document-meta {_NAMES}><office:meta><dc:title>A title</dc:title></office:meta></office:document-meta>"
        )
    return path


def cell(text: str, attributes: str = "") -> str:
    return f"<table:table-cell {attributes}><text:p>{text}</text:p></table:table-cell>"


TEXT = (
    "<text:tracked-changes><text:changed-region><text:deletion><text:p>deleted words</text:p></text:deletion></text:changed-region>"
    "</text:tracked-changes>"
    '<text:h text:outline-level="1">Plan</text:h><text:p>We leave<text:s text:c="2"/>on\n  Monday.'
    '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>If it rains, Tuesday.</text:p>'
    "</text:note-body></text:note></text:p>"
    "<text:list><text:list-item><text:p>tent</text:p><text:list><text:list-item><text:p>pegs</text:p></text:list-item></text:list>"
    "</text:list-item></text:list>"
    f"<table:table><table:table-row>{cell('day')}{cell('town')}</table:table-row><table:table-row>{cell('Tuesday')}{cell('Bergen')}"
    "</table:table-row></table:table>"
    "<text:p><draw:frame><draw:image/><svg:title>the harbour</svg:title></draw:frame></text:p>"
    '<text:h text:outline-level="2">Costs</text:h><text:p>About 900 euros.</text:p>'
)


def test_text_in_its_order(tmp_path: Path, read: Read) -> None:
    chunks, summary = read(made(tmp_path / "plan.odt", TEXT))
    assert [chunk.text for chunk in chunks] == [
        "Plan\n\nWe leave  on Monday.\n\n- tent\n  - pegs",
        "day | town\nTuesday | Bergen",
        "[image: the harbour]",
        "Costs\n\nAbout 900 euros.",
        "If it rains, Tuesday.",
    ]
    assert [chunk.place.heading for chunk in chunks] == ["Plan", "Plan", "Plan", "Plan > Costs", "Footnotes"]
    assert summary.title == "A title"


def test_a_flat_file_is_read_alike(tmp_path: Path, read: Read) -> None:
    body = f"<office:body><office:text>{TEXT}</office:text></office:body>"
    flat = (
        f'<?xml version="1.0"?><office:document {_NAMES} office:mimetype="application/vnd.oasis.opendocument.text">{body}</office:document>'
    )
    (tmp_path / "plan.xml").write_text(flat, encoding="utf-8")
    chunks, _ = read(tmp_path / "plan.xml")
    assert chunks[0].text.startswith("Plan\n\nWe leave")


def test_sheets_by_rows(tmp_path: Path, read: Read) -> None:
    """open-webui 15127: a spreadsheet was read as text and could not be decoded."""
    values = [
        cell("Ada"),
        cell("25%", 'office:value-type="percentage" office:value="0.25"'),
        cell("5 Mar", 'office:value-type="date" office:date-value="2024-03-05"'),
        cell("1,234", 'office:value-type="float" office:value="1234"'),
    ]
    rows = (
        '<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
        f"<table:table-row>{cell('name')}{cell('share')}{cell('day')}{cell('n')}</table:table-row>"
        f"<table:table-row>{''.join(values)}</table:table-row>"
        '<table:table-row table:number-rows-repeated="1048572"><table:table-cell/></table:table-row>'
    )
    styles = '<style:style style:name="h"><style:table-properties table:display="false"/></style:style>'
    one = f'<table:table table:name="One" table:style-name="h">{rows}</table:table>'
    body = f'{one}<table:table table:name="Two"><table:table-row>{cell("x")}</table:table-row></table:table>'
    path = made(tmp_path / "sheet.ods", body, styles)
    chunks, summary = read(path)
    assert chunks[0].text == "name | share | day | n\nname: Ada; share: 25%; day: 2024-03-05; n: 1234"
    assert [chunk.place.citation(path.name) for chunk in chunks] == [
        "sheet.ods, sheet One (hidden), rows 3-4",
        "sheet.ods, sheet Two, row 1",
    ]
    assert summary.pages == 2


def test_slides(tmp_path: Path, read: Read) -> None:
    def frame(text: str, kind: str = "outline") -> str:
        return f'<draw:frame presentation:class="{kind}"><draw:text-box><text:p>{text}</text:p></draw:text-box></draw:frame>'

    body = (
        f"<draw:page>{frame('by train')}{frame('Plans', 'title')}"
        f"<presentation:notes>{frame('Mention it.', 'notes')}</presentation:notes></draw:page>"
        f'<draw:page draw:style-name="h"><draw:g>{frame("in a group")}</draw:g></draw:page>'
    )
    styles = '<style:style style:name="h"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
    path = made(tmp_path / "talk.odp", body, styles)
    chunks, _ = read(path)
    assert [chunk.text for chunk in chunks] == ["Plans\n\nby train\n\nSpeaker notes: Mention it.", "in a group"]
    assert [chunk.place.citation(path.name) for chunk in chunks] == ["talk.odp, slide 1", "talk.odp, slide 2 (hidden)"]


@pytest.mark.parametrize("suffix", [".odt", ".ods", ".odp"])
def test_passwords_and_files_without_text(tmp_path: Path, read: Read, suffix: str) -> None:
    with pytest.raises(ReadFault) as caught:
        read(made(tmp_path / f"locked{suffix}", "", manifest="<manifest:encryption-data/>"))
    assert caught.value.reason is Reason.ENCRYPTED
    with pytest.raises(ReadFault) as caught:
        read(made(tmp_path / f"none{suffix}", ""))
    assert caught.value.reason is Reason.EMPTY


@pytest.mark.parametrize("suffix", [".odt", ".ods"])
def test_damage(tmp_path: Path, read: Read, suffix: str) -> None:
    body = (
        TEXT
        if suffix == ".odt"
        else f'<table:table table:name="T"><table:table-row>{cell("kept")}</table:table-row><table:table-row>{cell("cut")}'
    )
    chunks, summary = read(made(tmp_path / f"torn{suffix}", body + "<broken"))
    assert chunks
    assert "is damaged and was not read" in summary.warning
    path = made(tmp_path / f"gone{suffix}", "")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", f"application/vnd.oasis.opendocument.{_KINDS[suffix]}")
    with pytest.raises(ReadFault) as caught:
        read(path)
    assert caught.value.reason is Reason.CORRUPT


def test_a_bomb_is_never_unpacked(tmp_path: Path, read: Read) -> None:
    path = made(tmp_path / "bomb.odt", TEXT)
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive, archive.open("zeros", "w") as member:
        for _ in range(52):
            member.write(bytes(10 << 20))
    with pytest.raises(ReadFault) as caught:
        read(path)
    assert caught.value.reason is Reason.TOO_LARGE
