"""Reads the visible text of a web page: no scripts, styles, comments or hidden elements, and nothing is fetched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser, LexborNode

from desktop_mem.control.document_ledger import Reason
from desktop_mem.documents.blocks import Block, Blocks, Findings, heading_path
from desktop_mem.documents.encoding import detect_in
from desktop_mem.documents.faults import fault
from desktop_mem.documents.readers.text import decoding_warning

LARGEST = 64 << 20
"""Bytes above which a page is refused: its tree takes some twenty times as much memory."""

_UNSEEN = (
    "script, style, noscript, template, head, iframe, object, svg, math annotation, [hidden], input, select, datalist, dialog:not([open])"
)
_MAIN = "main, article, [role=main]"
_NAVIGATION = "nav, [role=navigation]"  # left out where the page says what its text is
_UNSEEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|(?:opacity|font-size|max-height)\s*:\s*0(?![.\d]*[1-9])", re.IGNORECASE
)
_COMMENT_OR_MEDIA = re.compile(r"/\*.*?\*/|@[\w-]+[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", re.DOTALL)
_LONGEST_SHEET = 200_000
_SIMPLE = re.compile(r"^[\w-]*(?:[.#][\w-]+)+$")
_SPACE = re.compile(r"[ \t\r\n\f\xa0\u200b]+")
_LONG_TABLE = 1000  # characters above which a table will be cut, and each part begins with its first row
_HEADING = re.compile(r"^h[1-6]$")

_BLOCKS = frozenset(
    {
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "caption",
        "dd",
        "details",
        "dialog",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "html",
        "legend",
        "li",
        "main",
        "nav",
        "ol",
        "option",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "tbody",
        "tfoot",
        "thead",
        "tr",
        "ul",
    }
)


@dataclass(frozen=True, slots=True, eq=False)
class _Run:
    """Text of one block element; `table` tells the rows of one table from those of another (0: no row)."""

    tag: str
    text: str
    table: int


def read(path: Path) -> Blocks:
    """One block per paragraph, heading, list item or table."""
    if path.stat().st_size > LARGEST:
        raise fault(Reason.TOO_LARGE, path, f"is a web page of more than {LARGEST >> 20} MB", "Save it as plain text (.txt) and drop that.")
    content = path.read_bytes()
    encoding = detect_in(content)
    source = content.decode(encoding, "replace")
    title, blocks = page(source)
    yield from blocks
    return Findings(encoding=encoding, title=title, warning=decoding_warning(source.count("\ufffd"), encoding))


def page(source: str) -> tuple[str, Iterator[Block]]:
    """The title of a page, and its blocks in order."""
    tree = LexborHTMLParser(source)
    title = " ".join(node.text().split()) if (node := tree.css_first("title")) else ""
    _drop_unseen(tree)
    return title, _blocks(tree.body) if tree.body is not None else iter(())


def _drop_unseen(tree: LexborHTMLParser) -> None:
    """Remove what a reader of the page does not see, by element, attribute, own style or a simple rule of the page's style sheets."""
    unseen = [_UNSEEN, *_unseen_selectors(tree)]
    if any((node.text() or "").strip() for node in tree.css(_MAIN)):
        unseen.append(_NAVIGATION)
    for node in tree.css("[style]"):
        if _UNSEEN_STYLE.search(node.attributes.get("style") or "") and node.tag not in ("body", "html"):
            node.decompose()
    for selector in unseen:
        for node in tree.css(selector):
            if node.tag not in ("body", "html"):
                node.decompose()


def _unseen_selectors(tree: LexborHTMLParser) -> list[str]:
    """Selectors of classes and ids that the style sheets in the page hide on every device."""
    selectors = []
    for sheet in tree.css("style"):
        for rule in _COMMENT_OR_MEDIA.sub(" ", sheet.text()[:_LONGEST_SHEET]).split("}"):
            names, _, style = rule.partition("{")
            if _UNSEEN_STYLE.search(style):
                selectors += [name.strip() for name in names.split(",") if _SIMPLE.match(name.strip())]
    return selectors


def _blocks(body: LexborNode) -> Iterator[Block]:
    """The blocks of the page in order, each with the headings that it stands under; the rows of a table together."""
    path: tuple[str, ...] = ()
    levels: tuple[int, ...] = ()
    for (tag, table), runs in groupby(_runs(body), key=lambda run: (run.tag, run.table or run)):
        text = "\n".join(run.text for run in runs)
        if _HEADING.match(tag):
            path, levels = heading_path(path, levels, " ".join(text.split()), int(tag[1]))
        header = text.split("\n", 1)[0] if isinstance(table, int) and len(text) > _LONG_TABLE else ""
        yield Block(text, headings=path, is_heading=bool(_HEADING.match(tag)), header=header)


def _runs(body: LexborNode) -> Iterator[_Run]:
    """Runs of text within one block element."""
    parts: list[str] = []
    owner, cell_id = body, 0
    for node in body.traverse(include_text=True):
        text = _own_text(node)
        if not text:
            continue
        block, cell = _owner(node, body)
        if block.mem_id != owner.mem_id:
            yield from _run(parts, owner)
            parts, owner, cell_id = [], block, cell
        elif cell != cell_id and "".join(parts).strip():
            parts.append(" | ")
        cell_id = cell
        parts.append(text)
    yield from _run(parts, owner)


def _run(parts: list[str], owner: LexborNode) -> Iterator[_Run]:
    """The run of an element's own text, unless that is empty."""
    tag = owner.tag or ""
    if text := _joined(parts, tag):
        row = owner.parent if tag == "tr" else None
        while row is not None and row.tag in ("tbody", "thead", "tfoot"):
            row = row.parent
        yield _Run(tag, text.replace("\n", " ") if row is not None else text, row.mem_id if row is not None else 0)


def _own_text(node: LexborNode) -> str:
    """What this node itself shows: its text, a line break, or an image's alternative text."""
    if node.is_text_node:
        return node.text_content or ""
    if node.tag == "br":
        return "\v"
    if node.tag == "img" and (alt := (node.attributes.get("alt") or "").strip()):
        return f" [image: {alt}] "
    return ""


def _owner(node: LexborNode, body: LexborNode) -> tuple[LexborNode, int]:
    """The nearest block element around a node, and the id of the table cell in between (0: none)."""
    cell = 0
    parent = node.parent
    while parent is not None and parent.mem_id != body.mem_id:
        if parent.tag in ("td", "th"):
            cell = cell or parent.mem_id
        elif parent.tag in _BLOCKS:
            return parent, cell
        parent = parent.parent
    return body, cell


def _joined(parts: list[str], tag: str) -> str:
    """One run as it reads: white space collapsed except in `pre`, `br` as a line end."""
    text = "".join(parts)
    if tag != "pre":
        text = _SPACE.sub(" ", text)
    return "\n".join(line.strip() if tag != "pre" else line.rstrip() for line in text.split("\v")).strip("\n ")
