"""Workbooks and delimited text: every sheet, every row with its number, values as they are shown, damage told."""

from __future__ import annotations

import datetime
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
import xlwt
from openpyxl.comments import Comment

from desktop_mem.control.document_ledger import Chunk, ReadFault, ReadSummary, Reason
from desktop_mem.documents.readers.cell_values import kind_of_format, number_text

Read = Callable[[Path], tuple[list[Chunk], ReadSummary]]

SHEET = "xl/worksheets/sheet1.xml"


def changed(path: Path, member: str, change: Callable[[bytes], bytes]) -> None:
    """The package with one member changed."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, change(content) if name == member else content)


def cited(path: Path, chunks: list[Chunk]) -> list[str]:
    return [chunk.place.citation(path.name) for chunk in chunks]


def team(path: Path) -> Path:
    """A workbook whose table begins in the third row and second column, with an empty row within."""
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.title = "Team"
    for row, cells in ((3, ("name", "city", "leave")), (4, ("Ada", "Oslo", 12)), (6, ("Bo", "Rome", 9))):
        for column, value in enumerate(cells, 2):
            sheet.cell(row, column, value)
    workbook.save(path)
    return path


def test_rows_keep_their_numbers_and_their_columns_names(tmp_path: Path, read: Read) -> None:
    path = team(tmp_path / "team.xlsx")
    chunks, summary = read(path)
    assert chunks[0].text == "name | city | leave\nname: Ada; city: Oslo; leave: 12\n\nname: Bo; city: Rome; leave: 9"
    assert cited(path, chunks) == ["team.xlsx, sheet Team, rows 3-6"]
    assert (summary.pages, summary.parser, summary.warning) == (1, "xlsx", "")


def test_every_row_of_every_sheet_is_read_with_the_header(tmp_path: Path, read: Read) -> None:
    """anything-llm 3205: of a workbook only the first row was used."""
    workbook = openpyxl.Workbook()
    workbook.active.title = "One"
    for sheet in (workbook.active, workbook.create_sheet("Two")):
        sheet.append(["part", "price", "stock"])
        for number in range(300):
            sheet.append([f"{sheet.title}-{number}", number, number * 2])
    workbook["Two"].sheet_state = "hidden"
    workbook.save(tmp_path / "parts.xlsx")
    chunks, _ = read(tmp_path / "parts.xlsx")
    text = "\n".join(chunk.text for chunk in chunks)
    assert all(f"part: {sheet}-{number}; price: {number}; stock: {number * 2}" in text for sheet in ("One", "Two") for number in range(300))
    assert all(chunk.text.startswith("part | price | stock\n") for chunk in chunks)
    assert {chunk.place.label for chunk in chunks} == {"One", "Two (hidden)"}
    for chunk in chunks:
        first = chunk.text.splitlines()[1]
        if chunk.place.line and chunk.place.line[0] > 1:
            assert first.startswith(f"part: {chunk.place.heading}-{chunk.place.line[0] - 2};")


def test_values_are_shown_as_a_person_sees_them(tmp_path: Path, read: Read) -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    values = {
        "whole": (42.0, "General"),
        "large": (10**16, "0"),
        "sum": (0.1 + 0.2, "General"),
        "share": (0.256, "0.0%"),
        "day": (datetime.date(2024, 3, 5), "dd/mm/yy"),
        "moment": (datetime.datetime(2024, 3, 5, 14, 30), "d.m.yy h:mm"),
        "time": (datetime.time(14, 30), "h:mm"),
        "elapsed": (datetime.timedelta(hours=30), "[h]:mm:ss"),
        "yes": (True, "General"),
        "fault": ("#DIV/0!", "General"),
        "lines": ("one\ntwo", "General"),
    }
    sheet.append(["what", "value", "note"])
    for name, (value, form) in values.items():
        sheet.append([name, value, "x"])
        sheet.cell(sheet.max_row, 2).number_format = form
    workbook.save(tmp_path / "values.xlsx")
    chunks, _ = read(tmp_path / "values.xlsx")
    shown = dict(
        line.removeprefix("what: ").split("; value: ") for chunk in chunks for line in chunk.text.splitlines() if "; value: " in line
    )
    assert {name: value.removesuffix("; note: x") for name, value in shown.items()} == {
        "whole": "42",
        "large": "10000000000000000",
        "sum": "0.3",
        "share": "25.6%",
        "day": "2024-03-05",
        "moment": "2024-03-05 14:30",
        "time": "14:30",
        "elapsed": "30:00:00",
        "yes": "TRUE",
        "fault": "#DIV/0!",
        "lines": "one two",
    }


@pytest.mark.parametrize(
    ("text", "number", "code", "shown"),
    [
        ("45356", 14, "", "2024-03-05"),
        ("0.5", 9, "", "50%"),
        ("1E+16", 0, "", "10000000000000000"),
        ("-7.0", 0, "", "-7"),
        ("1.5", 164, '#,##0.00 "days"', "1.5"),
        ("45356", 164, "[$-409]d mmmm yyyy", "2024-03-05"),
        ("1.5", 164, "[Red]0.00", "1.5"),
        ("n/a", 0, "", "n/a"),
        ("0.0000012", 0, "", "0.0000012"),
    ],
)
def test_number_formats(text: str, number: int, code: str, shown: str) -> None:
    assert number_text(text, kind_of_format(number, {number: code} if code else {})) == shown


def test_merged_cells_stand_in_each_of_their_rows(tmp_path: Path, read: Read) -> None:
    workbook = openpyxl.Workbook()
    for row in (("region", "town", "sold"), ("North", "Bergen", 4), (None, "Oslo", 5), ("South", "Rome", 6)):
        workbook.active.append(row)
    workbook.active.merge_cells("A2:A3")
    workbook.save(tmp_path / "merged.xlsx")
    chunks, _ = read(tmp_path / "merged.xlsx")
    assert "region: North; town: Oslo; sold: 5\nregion: South" in chunks[0].text


def test_titles_stand_above_their_tables(tmp_path: Path, read: Read) -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    for row in (
        ["Sales 2024"],
        ["town", "sold", "lost"],
        ["Oslo", 1, 2],
        [],
        ["Costs 2024"],
        ["item", "euro", "when"],
        ["rent", 900, "May"],
    ):
        sheet.append(row)
    workbook.save(tmp_path / "two.xlsx")
    chunks, _ = read(tmp_path / "two.xlsx")
    assert [chunk.text for chunk in chunks] == [
        "Sales 2024\ntown | sold | lost\ntown: Oslo; sold: 1; lost: 2",
        "Costs 2024\nitem | euro | when\nitem: rent; euro: 900; when: May",
    ]
    assert [chunk.place.line for chunk in chunks] == [(1, 3), (5, 7)]


def test_notes_on_cells_are_read(tmp_path: Path, read: Read) -> None:
    path = team(tmp_path / "notes.xlsx")
    workbook = openpyxl.load_workbook(path)
    workbook.active["B4"].comment = Comment("on leave until June", "me")
    workbook.save(path)
    chunks, _ = read(path)
    assert chunks[-1].text == "Note on cell B4: on leave until June"


def test_a_cell_in_the_last_corner_costs_nothing(tmp_path: Path, read: Read) -> None:
    workbook = openpyxl.Workbook()
    workbook.active["A1"], workbook.active["XFD1048576"] = "first", "last"
    workbook.save(tmp_path / "corner.xlsx")
    chunks, _ = read(tmp_path / "corner.xlsx")
    assert chunks[0].text == "first\n\nlast"
    assert chunks[0].place.line == (1, 1_048_576)


def test_workbooks_without_cells_are_empty(tmp_path: Path, read: Read) -> None:
    openpyxl.Workbook().save(tmp_path / "none.xlsx")
    with pytest.raises(ReadFault) as caught:
        read(tmp_path / "none.xlsx")
    assert caught.value.reason is Reason.EMPTY
    assert "without any filled cell" in caught.value.detail


def test_what_a_damaged_sheet_still_holds_is_read_and_the_sheet_named(tmp_path: Path, read: Read) -> None:
    path = team(tmp_path / "cut.xlsx")
    changed(path, SHEET, lambda content: content[: content.index(b'<row r="6"')] + b"<row")
    chunks, summary = read(path)
    assert "name: Ada; city: Oslo; leave: 12" in chunks[0].text
    assert summary.warning.startswith("A part of these sheets is damaged and was not read: Team.")


@pytest.mark.parametrize("member", ["xl/workbook.xml", "[Content_Types].xml"])
def test_a_package_that_is_no_workbook_is_told(tmp_path: Path, read: Read, member: str) -> None:
    path = team(tmp_path / "hollow.xlsx")
    changed(path, "xl/workbook.xml", lambda content: b"<nothing")
    with pytest.raises(ReadFault) as caught:
        read(path)
    assert caught.value.reason in (Reason.CORRUPT, Reason.EMPTY)


def test_a_workbook_bomb_is_never_unpacked(tmp_path: Path, read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop_mem.documents.readers.excel.LARGEST_WORKBOOK", 8 << 20)
    path = team(tmp_path / "bomb.xlsx")
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/media/zeros.bin", bytes(9 << 20))
    with pytest.raises(ReadFault) as caught:
        read(path)
    assert caught.value.reason is Reason.TOO_LARGE


def test_entities_are_not_expanded(tmp_path: Path, read: Read) -> None:
    path = team(tmp_path / "laughs.xlsx")
    bomb = b'<!DOCTYPE x [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;&a;">]>'
    changed(path, "xl/sharedStrings.xml", lambda content: bomb + content.replace(b"Ada", b"&b;Ada"))
    chunks, _ = read(path)
    assert "haha" not in "".join(chunk.text for chunk in chunks)


def test_binary_workbooks(tmp_path: Path, read: Read) -> None:
    workbook = xlwt.Workbook()
    sheet = workbook.add_sheet("Old")
    for row, cells in enumerate((("name", "born", "weight"), ("Ada", 1815, 61.5), ("Bo", 1923, 80.0)), 4):
        for column, value in enumerate(cells, 2):
            sheet.write(row, column, value)
    workbook.save(str(tmp_path / "old.xls"))
    chunks, summary = read(tmp_path / "old.xls")
    assert chunks[0].text == "name | born | weight\nname: Ada; born: 1815; weight: 61.5\nname: Bo; born: 1923; weight: 80"
    assert cited(tmp_path / "old.xls", chunks) == ["old.xls, sheet Old, rows 5-7"]
    assert summary.parser == "xls"
    whole = (tmp_path / "old.xls").read_bytes()
    (tmp_path / "cut.xls").write_bytes(whole[:512] + bytes(400) + whole[912:])
    with pytest.raises(ReadFault) as caught:
        read(tmp_path / "cut.xls")
    assert caught.value.reason is Reason.CORRUPT


@pytest.mark.parametrize(
    ("content", "text", "line"),
    [
        (b"name;town;n\nAda;Oslo;1\n", "name | town | n\nname: Ada; town: Oslo; n: 1", (1, 2)),
        (b"name\ttown\tn\r\nAda\tOslo, N\t1\r\n", "name | town | n\nname: Ada; town: Oslo, N; n: 1", (1, 2)),
        (b"sep=|\nname|town|n\nAda|Oslo|1\n", "name | town | n\nname: Ada; town: Oslo; n: 1", (2, 3)),
        (b'\xef\xbb\xbfname,town,n\n"Ada, B.","Os\nlo",1\n', "name | town | n\nname: Ada, B.; town: Os lo; n: 1", (1, 2)),
        (
            "名前,年齢,住所\n佐藤,30,東京\n三木,25,大阪\n".encode("cp932"),
            "名前 | 年齢 | 住所\n名前: 佐藤; 年齢: 30; 住所: 東京\n名前: 三木; 年齢: 25; 住所: 大阪",
            (1, 3),
        ),
        ("name,town,n\nAda,Zürich,1\n".encode("utf-16"), "name | town | n\nname: Ada; town: Zürich; n: 1", (1, 2)),
        (b"1,2,3\na,b\nc\n", "1 | 2 | 3\na | b\nc", (1, 3)),
        (
            b"first,second,third\nsome words,more \0words,1\n" + b"x,y,2\n" * 20,
            "first | second | third\nfirst: some words; second: more words; third: 1" + "\nfirst: x; second: y; third: 2" * 20,
            (1, 22),
        ),
        (b'size,what,n\n3" pipe,steel,4\n', 'size | what | n\nsize: 3" pipe; what: steel; n: 4', (1, 2)),
    ],
)
def test_delimited_text(tmp_path: Path, read: Read, content: bytes, text: str, line: tuple[int, int]) -> None:
    """open-webui 25172: delimited text in another encoding than UTF-8 failed."""
    (tmp_path / "table.csv").write_bytes(content)
    chunks, _ = read(tmp_path / "table.csv")
    assert [chunk.text for chunk in chunks] == [text]
    assert chunks[0].place.line == line
    assert chunks[0].place.page is None


def test_a_quotation_mark_that_is_never_closed_swallows_nothing(tmp_path: Path, read: Read) -> None:
    lines = ['"id","name","n"', '"1","a","2"', '2,"open,3', *(f"{number},name {number},9" for number in range(3, 2000))]
    (tmp_path / "open.csv").write_text("\n".join(lines), encoding="utf-8")
    chunks, _ = read(tmp_path / "open.csv")
    assert "id: 1999; name: name 1999; n: 9" in chunks[-1].text
    assert chunks[-1].place.line is not None
    assert chunks[-1].place.line[1] == 2000
