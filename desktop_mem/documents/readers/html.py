"""Reads the visible text of a web page: no scripts, styles, comments or hidden elements, and nothing is fetched."""

from __future__ import annotations

import re
from collections.abc import Iterator
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
_UNSEEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|(?:opacity|font-size|max-height)\s*:\s*0(?![.\d]*[1-9])", re.IGNORECASE
)
_COMMENT_OR_MEDIA = re.compile(r"/\*.*?\*/|@[\w-]+[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", re.DOTALL)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_SIMPLE = re.compile(r"^[\w-]*(?:[.#][\w-]+)+$")
_SPACE = re.compile(r"[ \t\r\n\f\u200b]+")
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


def read(path: Path) -> Blocks:
    """One block per paragraph, heading, list item or table row."""
    if path.stat().st_size > LARGEST:
        raise fault(Reason.TOO_LARGE, path, f"is a web page of more than {LARGEST >> 20} MB", "Save it as plain text (.txt) and drop that.")
    content = path.read_bytes()
    encoding = detect_in(content)
    source = content.decode(encoding, "replace")
    tree = LexborHTMLParser(source)
    title = " ".join(node.text().split()) if (node := tree.css_first("title")) else ""
    _drop_unseen(tree)
    if tree.body is not None:
        yield from _blocks(tree.body)
    return Findings(encoding=encoding, title=title, warning=decoding_warning(source.count("\ufffd"), encoding))


def _drop_unseen(tree: LexborHTMLParser) -> None:
    """Remove what a reader of the page does not see, by element, attribute, own style or a simple rule of the page's style sheets."""
    unseen = [_UNSEEN, *_unseen_selectors(tree)]
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
        for match in _RULE.finditer(_COMMENT_OR_MEDIA.sub(" ", sheet.text())):
            if _UNSEEN_STYLE.search(match[2]):
                selectors += [selector.strip() for selector in match[1].split(",") if _SIMPLE.match(selector.strip())]
    return selectors


def _blocks(body: LexborNode) -> Iterator[Block]:
    """The blocks of the page in order, each with the headings that it stands under."""
    path: tuple[str, ...] = ()
    levels: tuple[int, ...] = ()
    for tag, text in _runs(body):
        if _HEADING.match(tag):
            path, levels = heading_path(path, levels, " ".join(text.split()), int(tag[1]))
        yield Block(text, headings=path, is_heading=bool(_HEADING.match(tag)))


def _runs(body: LexborNode) -> Iterator[tuple[str, str]]:
    """Runs of text within one block element: the element's tag and its text."""
    parts: list[str] = []
    owner, owner_id, cell_id = "body", body.mem_id, 0
    for node in body.traverse(include_text=True):
        text = _own_text(node)
        if not text:
            continue
        block, cell = _owner(node, body)
        if block.mem_id != owner_id:
            if run := _joined(parts, owner):
                yield owner, run
            parts, owner, owner_id, cell_id = [], block.tag or "", block.mem_id, cell
        elif cell != cell_id and "".join(parts).strip():
            parts.append(" | ")
        cell_id = cell
        parts.append(text)
    if run := _joined(parts, owner):
        yield owner, run


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
