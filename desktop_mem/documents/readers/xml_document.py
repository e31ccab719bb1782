"""Reads documents that are XML: books (FictionBook, DocBook) by their sections, and news feeds (RSS, Atom) by their entries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lxml import etree

from desktop_mem.control.document_ledger import Reason
from desktop_mem.documents.blocks import Block, Blocks, Findings
from desktop_mem.documents.encoding import detect_in
from desktop_mem.documents.faults import corrupt, fault
from desktop_mem.documents.hostile_xml import HOSTILE_XML
from desktop_mem.documents.readers import html

LARGEST = 128 << 20
"""Bytes above which a document is refused: its tree takes several times as much memory."""

_DAMAGED = "The XML is damaged, and some of its text may be missing. Get a fresh copy of the file and drop that."


_ENTRY_HEAD = ("author", "creator", "pubDate", "date", "published", "updated", "link")
_ENTRY_TEXT = ("encoded", "content", "description", "summary", "subtitle")


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """The names of elements that open a section, that are its title, that are a paragraph (or row), and that are passed over."""

    sections: frozenset[str]
    titles: frozenset[str]
    paragraphs: frozenset[str]
    skipped: frozenset[str]
    cells: frozenset[str]
    verbatim: frozenset[str] = frozenset()


_FICTION_BOOK = _Vocabulary(
    sections=frozenset(("section", "poem")),
    titles=frozenset(("title",)),
    paragraphs=frozenset(("p", "v", "subtitle", "text-author", "tr", "book-title", "date")),
    skipped=frozenset(("binary", "stylesheet", "document-info", "publish-info", "custom-info", "genre", "lang", "src-title-info")),
    cells=frozenset(("td", "th")),
)
_DOC_BOOK = _Vocabulary(
    sections=frozenset(
        ("book", "part", "chapter", "article", "section", "appendix", "preface", *(f"sect{level}" for level in range(1, 6)))
    ),
    titles=frozenset(("title",)),
    paragraphs=frozenset(
        ("para", "simpara", "subtitle", "term", "row", "bridgehead", "programlisting", "screen", "literallayout", "synopsis")
    ),
    skipped=frozenset(("indexterm",)),
    cells=frozenset(("entry",)),
    verbatim=frozenset(("programlisting", "screen", "literallayout", "synopsis")),
)


def read(path: Path) -> Blocks:
    """One block per paragraph; in a FictionBook `page` is the number of the chapter."""
    if path.stat().st_size > LARGEST:
        what = f"is an XML document of more than {LARGEST >> 20} MB"
        raise fault(Reason.TOO_LARGE, path, what, "Split it into smaller documents, or save it as plain text.")
    content = path.read_bytes()
    encoding = detect_in(content)
    parser = etree.XMLParser(**HOSTILE_XML, encoding="utf-8")
    root = etree.fromstring(content.decode(encoding, "replace").encode("utf-8", "replace"), parser)
    if root is None:
        raise corrupt(path, "XML document")
    kind = _local(root)
    if kind in ("rss", "feed", "RDF"):
        title = _first(root, "title")
        yield from _entries(root)
    else:
        title = _first(root, "book-title" if kind == "FictionBook" else "title")
        yield from _book(root, _FICTION_BOOK if kind == "FictionBook" else _DOC_BOOK)
    broken = any(error.level_name == "FATAL" for error in parser.error_log)
    return Findings(encoding=encoding, title=title, warning=_DAMAGED if broken else "")


def _local(node: Any) -> str:
    """The name of an element without its namespace; nothing for a remark, and above the root."""
    tag = getattr(node, "tag", None)
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""  # lxml's QName refuses names that its recovery lets through


def _first(root: Any, name: str) -> str:
    """The text of the first element of this name."""
    node = next((node for node in root.iter() if _local(node) == name), None)
    return " ".join("".join(node.itertext()).split()) if node is not None else ""


def _book(root: Any, words: _Vocabulary) -> Iterator[Block]:
    """The paragraphs in order. Without recursion: a hostile file may be nested deeper than Python's stack."""
    path: list[str] = []
    chapter = depth = 0
    skipped: Any = None
    for event, node in etree.iterwalk(root, events=("start", "end")):
        name = _local(node)
        if skipped is not None:
            skipped = None if event == "end" and node is skipped else skipped
        elif event == "start" and name in words.skipped:
            skipped = node
        elif name in words.sections:
            depth += 1 if event == "start" else -1
            del path[max(0, depth - 1) :]
            chapter += event == "start" and depth == 1
        elif event == "start" and name in words.titles | words.paragraphs and (text := _text(node, name, words)):
            is_title = name in words.titles
            if is_title and _local(node.getparent()) in words.sections:
                path[max(0, depth - 1) :] = [" ".join(text.split())]
            fiction = words is _FICTION_BOOK and chapter
            yield Block(
                text, page=chapter if fiction else None, unit="chapter" if fiction else "page", headings=tuple(path), is_heading=is_title
            )
            skipped = node  # its paragraphs are in its text


def _text(node: Any, name: str, words: _Vocabulary) -> str:
    """The text of a paragraph; the cells of a row parted by bars, the paragraphs of a title by spaces."""
    if name in words.verbatim:
        return "".join(node.itertext()).strip("\n").rstrip()
    cells = [child for child in node if _local(child) in words.cells]
    if cells:
        return " | ".join(" ".join("".join(cell.itertext()).split()) for cell in cells)
    return " ".join((" " if name in words.titles else "").join(node.itertext()).split())


def _entries(root: Any) -> Iterator[Block]:
    """What a feed says of itself, then its entries, each under its title; markup in them is read as a page."""
    channel = next((node for node in root.iter() if _local(node) == "channel"), root)
    yield from _entry(_fields(channel, without=("item", "entry")))
    for node in root.iter():
        if _local(node) in ("item", "entry"):
            yield from _entry(_fields(node))


def _fields(node: Any, without: tuple[str, ...] = ()) -> dict[str, str]:
    """The texts of the elements right below, by name, the first of each; a link by its address."""
    fields: dict[str, str] = {}
    for child in node:
        name = _local(child)
        if name and name not in without:
            text = "".join(child.itertext()).strip()
            fields.setdefault(name, text or child.get("href", ""))
    return fields


def _entry(fields: dict[str, str]) -> Iterator[Block]:
    """The title with the dates and names of an entry, then its text."""
    heading = " ".join(_shown(fields.get("title", "")).split())
    path = (heading,) if heading else ()
    head = "\n".join(part for part in (heading, *(fields.get(name, "") for name in _ENTRY_HEAD)) if part)
    if head:
        yield Block(head, headings=path, is_heading=bool(heading))
    if text := next((fields[name] for name in _ENTRY_TEXT if fields.get(name)), ""):
        yield from (replace(block, headings=path, is_heading=False) for block in html.page(text)[1])


def _shown(source: str) -> str:
    """A short text with markup, as it reads."""
    return " ".join(block.text for block in html.page(source)[1])
