"""JSON, notebooks, subtitles, markup sources and programs: each passage tells where it stands."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_mem.control.document_ledger import Chunk, ReadFault, ReadSummary, Reason

Read = Callable[[Path], tuple[list[Chunk], ReadSummary]]


def write(path: Path, content: str) -> Path:
    path.write_text(content, encoding="utf-8", newline="\n")
    return path


def placed(chunks: list[Chunk]) -> list[tuple[str, str, tuple[int, int] | None]]:
    return [(chunk.text, chunk.place.heading, chunk.place.line) for chunk in chunks]


def test_json_values_keep_their_paths_and_lines(tmp_path: Path, read: Read) -> None:
    data = {
        "shop": "Kiosk",
        "users": [{"name": "Lena", "address": {"city": "北京"}, "tags": ["a", "b"]}, {"name": "Tom", "bio": None, "kids": []}],
    }
    chunks, summary = read(write(tmp_path / "a.json", json.dumps(data, indent=1)))
    assert placed(chunks) == [
        ("shop: Kiosk", "", (2, 2)),
        ("users[0]\nname: Lena\naddress.city: 北京\ntags: a, b\n\nusers[1]\nname: Tom\nbio: null\nkids: []", "users", (4, 18)),
    ]
    assert (summary.parser, summary.warning) == ("json", "")


def test_a_long_value_is_a_text_under_its_path(tmp_path: Path, read: Read) -> None:
    body = " ".join(f"Sentence number {number} is here." for number in range(200))
    chunks, _ = read(write(tmp_path / "a.json", json.dumps([{"id": 1, "body": body}])))
    assert " ".join(chunk.text for chunk in chunks[1:]) == body
    assert {chunk.place.heading for chunk in chunks[1:]} == {"[0].body"}


def test_a_bad_line_of_json_lines_is_kept_as_text(tmp_path: Path, read: Read) -> None:
    chunks, summary = read(write(tmp_path / "a.jsonl", '{"a": 1}\n{"a": 2 oops\n{"a": 3}\n'))
    assert chunks[0].text == "a: 1\n\na: 2\n\noops\n\na: 3"
    assert summary.warning == "Line 2 is no valid JSON, and was kept as plain text."


@pytest.mark.parametrize(
    ("content", "words", "warning"),
    [
        ('{"a": [1, 2', "a: 1, 2", "The JSON data ends in the middle."),
        ('{"a": 1]\nrest of it', "rest of it", "From line 1 on the file is no valid JSON"),
        ('{"a": 1}\n{"a": 2}', "a: 1\n\na: 2", ""),
        ("{// remark\n'a': 1}", "'a': 1}", ""),
        ("just words", "just words", ""),
        ("[" * 100_000, "[[[", ""),
    ],
)
def test_broken_json_loses_nothing(tmp_path: Path, read: Read, content: str, words: str, warning: str) -> None:
    chunks, summary = read(write(tmp_path / "a.json", content))
    assert words in "\n\n".join(chunk.text for chunk in chunks)
    assert summary.warning.startswith(warning)
    assert bool(summary.warning) == bool(warning)


def test_a_notebook_is_read_by_cells(tmp_path: Path, read: Read) -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Tides\n", "\n", "Water rises."]},
        {
            "cell_type": "code",
            "source": "def high():\n    return 4.2\n",
            "outputs": [
                {"output_type": "stream", "text": ["4.2\n"]},
                {"output_type": "display_data", "data": {"image/png": "iVBORw0KGgo" * 1000, "text/plain": "<Figure>"}},
                {"output_type": "stream", "text": "log line\n" * 5000},
                {"output_type": "error", "ename": "ValueError", "evalue": "no tide", "traceback": ["\x1b[31m..."]},
            ],
        },
        {"cell_type": "markdown", "source": "## Later"},
    ]
    chunks, summary = read(write(tmp_path / "a.ipynb", json.dumps({"nbformat": 4, "cells": cells})))
    assert (summary.title, summary.pages) == ("Tides", 3)
    assert {(chunk.place.page, chunk.place.unit, chunk.place.heading) for chunk in chunks} == {
        (1, "cell", "Tides"),
        (2, "cell", "Tides"),
        (3, "cell", "Tides > Later"),
    }
    second = "\n".join(chunk.text for chunk in chunks if chunk.place.page == 2)
    assert second.startswith("def high():\n    return 4.2\n\n4.2\n\n<Figure>")
    assert "iVBOR" not in second
    assert len(second) < 5000


@pytest.mark.parametrize("content", ["{}", "[1]", '{"cells": 3}', "{", '{"worksheets": [1]}'])
def test_a_broken_notebook_is_corrupt(tmp_path: Path, read: Read, content: str) -> None:
    with pytest.raises(ReadFault) as caught:
        read(write(tmp_path / "a.ipynb", content))
    assert caught.value.reason is Reason.CORRUPT


def test_subtitles_have_seconds_and_no_markup(tmp_path: Path, read: Read) -> None:
    content = (
        "1\n00:01:14,440 --> 00:01:15,760\n<i>We open</i> {\\an8}at nine\n\n2\n00:01:16,000 --> 00:01:18,200\non Mondays.\n\n"
        "3\n00:01:30,000 --> 00:01:31,000\n- Really?\n- Yes &amp; no.\n"
    )
    chunks, _ = read(write(tmp_path / "a.srt", content))
    assert chunks[0].text == "We open at nine on Mondays.\n\n- Really?\n- Yes & no."
    assert (chunks[0].place.line, chunks[0].place.counted) == ((74, 91), "second")


def test_speakers_of_a_transcript_are_kept(tmp_path: Path, read: Read) -> None:
    content = (
        "WEBVTT\n\nNOTE nobody sees this\n\n00:01.000 --> 00:02.000 align:start\n<v Lena>Good <c.loud>morning</c>.\n\n"
        "00:02.000 --> 00:03.000\n<v Lena>Sit down.\n\n00:03.000 --> 01:00:04.500\n<v Tom>Thanks.</v>\n"
    )
    chunks, _ = read(write(tmp_path / "a.vtt", content))
    assert chunks[0].text == "Lena: Good morning. Sit down.\n\nTom: Thanks."
    assert chunks[0].place.fragment() == "second=1-3605"


def test_sub_station_and_sub_viewer(tmp_path: Path, read: Read) -> None:
    line = "[Events]\nDialogue: 0,0:00:01.00,0:00:02.50,Default,Lena,0,0,0,,{\\b1}Good\\Nmorning, all\n"
    assert read(write(tmp_path / "a.ass", line))[0][0].text == "Lena: Good morning, all"
    assert read(write(tmp_path / "a.sbv", "0:00:00.599,0:00:04.160\nGood morning\n"))[0][0].place.line == (0, 5)


RST = "Guide\n=====\n\nIntro.\n\nInstall\n-------\nRun it.\n"
RST += "\n====  ====\nName  Size\n====  ====\na     1\n====  ====\n\nUse\n---\n\nDeeper\n~~~~~~\nEnd.\n"


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.rst", RST, [("Guide", (1, 4)), ("Guide > Install", (6, 14)), ("Guide > Use > Deeper", (16, 21))]),
        (
            "a.org",
            "#+title: Plan\nintro\n* TODO One :tag:\ntext\n** Two\nmore\n",
            [("Plan", (1, 2)), ("Plan > One", (3, 4)), ("Plan > One > Two", (5, 6))],
        ),
        ("a.adoc", "= Book\n\n== One\ntext\n\n== Two\nmore\n", [("Book > One", (1, 4)), ("Book > Two", (6, 7))]),
        ("a.tex", "\\section{One}\nText.\n\\subsection*{Two}\nMore.\n", [("One", (1, 2)), ("One > Two", (3, 4))]),
    ],
)
def test_headings_of_markup_sources(
    tmp_path: Path, read: Read, name: str, content: str, expected: list[tuple[str, tuple[int, int]]]
) -> None:
    chunks, _ = read(write(tmp_path / name, content))
    assert [(chunk.place.heading, chunk.place.line) for chunk in chunks] == expected
    lines = content.split("\n")
    for chunk in chunks:
        first, last = chunk.place.line
        assert chunk.text.split() == "\n".join(lines[first - 1 : last]).split()


PROGRAM = '''"""Module."""

import os


class Shop:
    """Sells."""

    @property
    def name(self) -> str:
        if True:

            return "x"

    # about closing
    def close(self) -> None:
        pass


def main() -> None:
    Shop()
'''


def test_programs_keep_their_indentation_under_their_definitions(tmp_path: Path, read: Read) -> None:
    chunks, _ = read(write(tmp_path / "shop.py", PROGRAM))
    assert placed(chunks) == [
        ('"""Module."""\n\nimport os', "", (1, 3)),
        ('class Shop:\n    """Sells."""', "Shop", (6, 7)),
        ('    @property\n    def name(self) -> str:\n        if True:\n\n            return "x"', "Shop > name", (9, 13)),
        ("    # about closing\n    def close(self) -> None:\n        pass", "Shop > close", (15, 17)),
        ("def main() -> None:\n    Shop()", "main", (20, 21)),
    ]


@pytest.mark.parametrize(
    ("name", "content", "headings"),
    [
        ("a.go", "func (s *Shop) Open(at int) error {\n\treturn nil\n}\n\ntype Shop struct {\n}\n", ["Open", "Shop"]),
        ("a.c", "#include <x.h>\n\nstatic int open_shop(int at)\n{\n\n    return 1;\n}\n", ["", "open_shop"]),
        ("A.java", "public class A {\n    public static void main(String[] args) {\n    }\n}\n", ["A", "A > main"]),
        ("a.rs", "impl<T> Shop<T> {\n    pub fn open(&self) {}\n}\n", ["Shop<T>", "Shop<T> > open"]),
        ("a.ts", "export const open = async (at: number) => {\n};\n\nexport interface Shop {\n}\n", ["open", "Shop"]),
        ("a.sql", "CREATE TABLE IF NOT EXISTS shops (\n id int\n);\n\nselect 1;\n", ["shops", ""]),
        ("a.toml", "x = 1\n\n[tool.ruff]\ny = 2\n", ["", "tool.ruff"]),
        ("a.yaml", "name: x\nservices:\n  web:\n    port: 1\nlast: y\n", ["", "services", ""]),
        ("run", "#!/bin/sh\nopen_shop() {\n  echo hi\n}\n", ["open_shop"]),
    ],
)
def test_definitions_in_many_languages(tmp_path: Path, read: Read, name: str, content: str, headings: list[str]) -> None:
    chunks, summary = read(write(tmp_path / name, content))
    assert summary.parser == "source"
    assert [chunk.place.heading for chunk in chunks] == headings
    assert "".join(chunk.text for chunk in chunks).split() == content.split() or len(chunks) > 1


def test_a_long_function_is_cut_at_line_ends_and_keeps_its_indentation(tmp_path: Path, read: Read) -> None:
    lines = ["def long():", *(f"    value_{number} = call(a. b, {number})" for number in range(300))]
    chunks, _ = read(write(tmp_path / "a.py", "\n".join(lines)))
    assert len(chunks) > 3
    for chunk in chunks:
        first, last = chunk.place.line
        assert chunk.text == "\n".join(lines[first - 1 : last])
        assert chunk.place.heading == "long"
