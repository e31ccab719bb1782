"""Plain text, Markdown and web pages: all that a person sees, and where it stands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_mem.control.document_ledger import Chunk, ReadFault, ReadSummary, Reason
from desktop_mem.documents.readers import text as plain

Read = Callable[[Path], tuple[list[Chunk], ReadSummary]]


def write(path: Path, content: str | bytes, encoding: str = "utf-8") -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode(encoding))
    return path


def everything(chunks: list[Chunk]) -> str:
    return "\n".join(chunk.text for chunk in chunks)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_chinese_text_with_its_encoding(tmp_path: Path, read: Read, encoding: str) -> None:
    content = "我的牙医叫李明，诊所在中关村大街二十七号。\n\n明天下午三点开会，请大家准时参加。\n"
    chunks, summary = read(write(tmp_path / "笔记.txt", content, encoding))
    assert everything(chunks).split() == content.split()
    assert summary.encoding == encoding
    assert chunks[0].place.line == (1, 3)


def test_lines_and_spans_lead_back_into_the_text(tmp_path: Path, read: Read) -> None:
    content = "".join(f"Paragraph {number} starts here.\nIt has a second line {number}.\n\n\n" for number in range(1, 200))
    chunks, summary = read(write(tmp_path / "a.txt", content.replace("\n", "\r\n")))
    lines = content.splitlines()
    for chunk in chunks:
        first, last = chunk.place.line
        assert "\n".join(lines[first - 1 : last]).split() == chunk.text.split()
        begin, end = chunk.place.span
        assert content[begin:end].split() == chunk.text.split()
    assert summary.characters == sum(len(chunk.text) for chunk in chunks)


def test_one_endless_line_is_read_in_parts_without_losing_a_word(tmp_path: Path, read: Read) -> None:
    content = " ".join(f"word{number}" for number in range(60_000))
    chunks, _ = read(write(tmp_path / "line.txt", content))
    assert " ".join(chunk.text for chunk in chunks).split() == content.split()
    assert {chunk.place.line for chunk in chunks} == {(1, 1)}


def test_damaged_characters_give_a_warning(tmp_path: Path, read: Read) -> None:
    content = "Мы встретимся завтра у библиотеки.\n".encode() * 5 + b"\xff\n"
    _, summary = read(write(tmp_path / "damaged.txt", content))
    assert summary.encoding == "utf-8"
    assert summary.warning.startswith("1 characters could not be read as utf-8.")


def test_white_space_alone_is_empty(tmp_path: Path, read: Read) -> None:
    with pytest.raises(ReadFault) as caught:
        read(write(tmp_path / "blank.txt", " \n\t\n"))
    assert caught.value.reason is Reason.EMPTY


def test_paragraphs_are_streamed(tmp_path: Path) -> None:
    blocks = plain.read(write(tmp_path / "long.txt", "one\n\n" * 3_000_000))
    assert [next(blocks).text for _ in range(3)] == ["one"] * 3  # type: ignore[union-attr]
    blocks.close()


MARKDOWN = """# Report

Intro with *emphasis*, `code` and a [link](https://example.org/x).

## Results

- first point
- second point <script>alert(1)</script>

| name | value |
|------|-------|
| Lena | 42    |

![a chart](chart.png)

```python
print("kept")
```
"""


def test_markdown_keeps_headings_lines_and_tables(tmp_path: Path, read: Read) -> None:
    chunks, summary = read(write(tmp_path / "report.md", MARKDOWN))
    assert summary.title == "Report"
    assert [chunk.place.heading for chunk in chunks] == ["Report", "Report > Results"]
    assert chunks[0].text == "Report\n\nIntro with emphasis, code and a link."
    assert "name | value\nLena | 42" in chunks[1].text
    assert "<script>" in chunks[1].text  # raw HTML is off: it is text like any other
    assert "[image: a chart]" in chunks[1].text
    assert 'print("kept")' in chunks[1].text
    assert (chunks[0].place.line, chunks[1].place.line) == ((1, 3), (5, 18))


HTML = """<!DOCTYPE html><html><head><title>Opening hours</title><style>.x, .unrelated{color:red} #ghost{display: none}
@media print{.menu{display:none}}</style><script>var secret="in script"</script></head><body>
<nav class="menu">Menu</nav><!-- a comment --><h1>Library</h1><p>Open on <b>Mon</b>days.<br>Closed on Sundays.</p>
<p hidden>hidden attribute</p><div style="display:none">hidden style<p>inside</p></div><p id="ghost">hidden by sheet</p>
<h2>Prices</h2><table><tr><th>who</th><th>price</th></tr><tr><td>children</td><td>free</td></tr></table>
<noscript>enable scripts</noscript><img src="http://example.org/x.png" alt="a map"><pre>  kept
    spaces</pre></body></html>"""


def test_web_page_gives_what_a_reader_sees(tmp_path: Path, read: Read) -> None:
    chunks, summary = read(write(tmp_path / "page.html", HTML))
    found = everything(chunks)
    assert summary.title == "Opening hours"
    assert "Open on Mondays.\nClosed on Sundays." in found
    assert "who | price" in found
    assert "children | free" in found
    assert "[image: a map]" in found
    assert "kept\n    spaces" in found
    assert "Menu" in found
    for unseen in ("secret", "comment", "hidden", "inside", "enable", "color"):
        assert unseen not in found
    assert [chunk.place.heading for chunk in chunks] == ["", "Library", "Library > Prices"]


@pytest.mark.parametrize(
    ("encoding", "declared"), [("shift_jis", "Shift_JIS"), ("windows-1252", "iso-8859-1"), ("utf-8", "utf-8"), ("utf-16", "utf-16")]
)
def test_web_pages_in_their_declared_encoding(tmp_path: Path, read: Read, encoding: str, declared: str) -> None:
    text = "図書館は月曜日に開いています" if "jis" in encoding else "Café Müller – geöffnet"
    page = f'<html><head><meta http-equiv="Content-Type" content="text/html; charset={declared}"></head><body><p>{text}</p></body></html>'
    chunks, _ = read(write(tmp_path / "page.htm", page, encoding))
    assert chunks[0].text == text


def test_deeply_nested_page(tmp_path: Path, read: Read) -> None:
    chunks, _ = read(write(tmp_path / "deep.html", "<html>" + "<div>" * 3000 + "bottom" + "</div>" * 3000 + "after"))
    assert everything(chunks).split() == ["bottom", "after"]


def test_page_with_scripts_only_is_empty(tmp_path: Path, read: Read) -> None:
    with pytest.raises(ReadFault) as caught:
        read(write(tmp_path / "app.html", "<html><body><script>run()</script></body></html>"))
    assert caught.value.reason is Reason.EMPTY
