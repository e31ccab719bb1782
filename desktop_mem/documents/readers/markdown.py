"""Reads Markdown by its structure: headings give the path, and every block keeps its lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from desktop_mem.documents.blocks import Block, Blocks, Findings, heading_path
from desktop_mem.documents.encoding import detect_encoding
from desktop_mem.documents.readers import text as plain

LARGEST = 8 << 20
"""Bytes above which structure is given up for streaming."""


def read(path: Path) -> Blocks:
    """One block per paragraph, list item, table or code block."""
    if path.stat().st_size > LARGEST:
        return (yield from plain.read(path))
    encoding = detect_encoding(path)
    source = path.read_bytes().decode(encoding, "replace").replace("\r\n", "\n").replace("\r", "\n")
    title = ""
    for block in Outline().blocks(source):
        if block.is_heading and not title:
            title = block.text
        yield block
    return Findings(encoding=encoding, title=title, warning=plain.decoding_warning(source.count("\ufffd"), encoding))


class Outline:
    """The path of headings, which can go on from one source to the next."""

    def __init__(self) -> None:
        self.path: tuple[str, ...] = ()
        self._levels: tuple[int, ...] = ()

    def blocks(self, source: str) -> Iterator[Block]:
        """The blocks of a Markdown source; front matter and raw HTML are kept as the text that they are."""
        tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(source)
        at = 0
        while at < len(tokens):
            token = tokens[at]
            if token.type == "table_open":
                end = next(index for index in range(at, len(tokens)) if tokens[index].type == "table_close")
                yield Block("\n".join(_rows(tokens[at:end])), headings=self.path, line=_lines(token))
                at = end
            elif token.type == "heading_open":
                yield from self.heading(_inline(tokens[at + 1]), int(token.tag[1:]), _lines(token))
                at += 1
            elif token.type in ("inline", "fence", "code_block"):
                text = _inline(token) if token.type == "inline" else token.content.rstrip("\n")
                if text.strip():
                    yield Block(text, headings=self.path, line=_lines(token), verbatim=token.type != "inline")
            at += 1

    def heading(self, text: str, level: int, line: tuple[int, int] | None = None) -> Iterator[Block]:
        """A heading opens, unless it is empty."""
        if heading := " ".join(text.split()):
            self.path, self._levels = heading_path(self.path, self._levels, heading, level)
            yield Block(heading, headings=self.path, line=line, is_heading=True)


def _lines(token: Token) -> tuple[int, int] | None:
    """The 1-based first and last line of a token."""
    return (token.map[0] + 1, max(token.map[0] + 1, token.map[1])) if token.map else None


def _inline(token: Token) -> str:
    """The text of a run of Markdown without its marks; images by their alternative text."""
    parts: list[str] = []
    for child in token.children or ():
        if child.type in ("text", "code_inline", "html_inline"):
            parts.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            parts.append("\n")
        elif child.type == "image":
            parts.append(f"[image: {child.content}]" if child.content else "[image]")
    return "".join(parts)


def _rows(tokens: Sequence[Token]) -> Iterator[str]:
    """The rows of a table, cells parted by bars."""
    cells: list[str] = []
    for token in tokens:
        if token.type == "inline":
            cells.append(" ".join(_inline(token).split()))
        elif token.type == "tr_close":
            yield " | ".join(cells)
            cells = []
