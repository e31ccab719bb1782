"""Reads OpenDocument texts and presentations (.odt, .odp, their templates and flat forms)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from lxml import etree

from desktop_mem.control.document_ledger import ReadProgress
from desktop_mem.documents.blocks import Block, Blocks, Findings
from desktop_mem.documents.faults import corrupt, empty
from desktop_mem.documents.hostile_xml import HOSTILE_XML
from desktop_mem.documents.readers.ooxml import DAMAGE, is_broken, local
from desktop_mem.documents.readers.opendocument_file import opened, title_of
from desktop_mem.documents.readers.opendocument_text import Story, attribute, plain_text
from desktop_mem.memory.fitting import one_line

_DAMAGED = "A part of the text is damaged and was not read. Get a fresh copy of the file and drop that."


def read(path: Path) -> Blocks:
    """Blocks of text with their headings, or with the slides that they stand on; progress in slides."""
    try:
        root, whole = _tree(path, "content.xml")
    except DAMAGE as error:
        raise corrupt(path, "OpenDocument file") from error
    bodies = [part for body in root.iter("{*}body") for part in body]
    slides = [page for body in bodies if local(body) in ("presentation", "drawing") for page in body if local(page) == "page"]
    story = Story()
    found = False
    for item in _slides(slides, _hidden(root), story) if slides else _text(path, root, bodies, story):
        found = found or isinstance(item, Block)
        yield item
    if not found and not whole:
        raise corrupt(path, "OpenDocument file")
    if not found:
        raise empty(
            path, "is an OpenDocument file with pictures but no text" if story.pictures else "is an OpenDocument file without any text"
        )
    return Findings(pages=len(slides), warning="" if whole else _DAMAGED, title=title_of(path))


def _tree(path: Path, part: str) -> tuple[Any, bool]:
    """The root of a part, and whether all of it could be read. No entity is expanded, nothing is fetched. Raises `ReadFault`, `DAMAGE`."""
    parser = etree.XMLParser(**HOSTILE_XML)
    with opened(path, part) as stream:
        root = etree.parse(stream, parser).getroot()
    if root is None:
        raise SyntaxError(part)
    return root, not is_broken(parser.error_log)


def _text(path: Path, root: Any, bodies: list[Any], story: Story) -> Iterator[Block]:
    """The text of a document, then its notes, and the headers and footers of its pages."""
    for body in bodies:
        yield from story.blocks(body)
    yield from story.notes()
    try:
        styles = root if local(root) == "document" else _tree(path, "styles.xml")[0]
    except DAMAGE:
        return
    seen: set[str] = set()
    for tag, title in (("header", "Page headers"), ("footer", "Page footers")):
        for element in styles.iter(f"{{*}}{tag}"):
            text = "\n".join(block.text for block in Story().blocks(element))
            if text and text not in seen:
                seen.add(text)
                yield Block(text, headings=(title,))


def _slides(slides: list[Any], hidden: set[str], story: Story) -> Iterator[Block | ReadProgress]:
    """The blocks of each slide: its title, its text, then the speaker's notes."""
    for number, slide in enumerate(slides, 1):
        label = f"{number} (hidden)" if attribute(slide, "style-name") in hidden else str(number)
        titles = [shape for shape in slide if attribute(shape, "class") == "title"]
        title = one_line(" ".join(plain_text(paragraph) for shape in titles for paragraph in shape.iter("{*}p", "{*}h")))
        frame = Block("", page=number, label=label, headings=(title,) if title else (), unit="slide")
        if title:
            yield replace(frame, text=title, is_heading=True)
        story.path, story.levels = frame.headings, (0,) * len(frame.headings)
        for block in story.blocks(shape for shape in slide if shape not in titles):
            yield replace(frame, text=block.text, header=block.header)
        for notes in slide.iter("{*}notes"):
            text = "\n".join(block.text for block in Story().blocks(notes))
            if text:
                yield replace(frame, text=f"Speaker notes: {text}")
        yield ReadProgress(number, len(slides))
    for block in story.notes():
        yield replace(block, page=len(slides), unit="slide")


def _hidden(root: Any) -> set[str]:
    """The styles of slides that are not shown."""
    properties = root.iter("{*}drawing-page-properties")
    return {attribute(item.getparent(), "name") for item in properties if attribute(item, "visibility") == "hidden"}
