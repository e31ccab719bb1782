"""Walks the text of OpenDocument files: headings, paragraphs, lists, tables, frames, and what stands beside the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from desktop_mem.documents.blocks import Block, heading_path
from desktop_mem.documents.readers.ooxml import local
from desktop_mem.memory.fitting import one_line

_LETTERS = {"tab": "\t", "line-break": "\n"}
_UNREAD = frozenset(
    {
        "tracked-changes",  # holds what was deleted
        "table-of-content",  # repeats the headings
        "sequence-decls",
        "variable-decls",
        "user-field-decls",
        "forms",
        "ruby-text",
        "event-listeners",
        "note-citation",
        "hidden-paragraph",
        "page-number",
        "title",
        "desc",
        "settings",
        "notes",
    }
)
_BESIDE = {"note": "Footnotes", "annotation": "Comments"}


def attribute(element: Any, name: str) -> str:
    """An attribute by its name, whatever its namespace."""
    return next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "")


def plain_text(element: Any) -> str:
    """The text of an element, without what stands beside it."""
    return "".join(Story().inline(element, []))


class Story:
    """Walks one run of text, keeping the path of headings on its way; notes and comments wait in `beside` under their titles."""

    def __init__(self) -> None:
        self.path: tuple[str, ...] = ()
        self.levels: tuple[int, ...] = ()
        self.pictures = 0
        self.beside: dict[str, list[str]] = {}

    def blocks(self, elements: Iterable[Any]) -> Iterator[Block]:
        """The blocks of these elements, in document order."""
        for element in elements:
            name = local(element)
            if name == "h":
                yield from self._heading(element)
            elif name == "p":
                yield from self._paragraph(element)
            elif name == "list":
                boxes: list[Any] = []
                if text := "\n".join(self._items(element, 0, boxes)):
                    yield Block(text, headings=self.path)
                yield from self.blocks(boxes)
            elif name == "table":
                yield from self._table(element)
            elif name == "image":
                yield from self._image(element)
            elif name and name not in _UNREAD:
                yield from self._container(element)

    def notes(self) -> Iterator[Block]:
        """What stands beside the text, once it has been read."""
        for title, texts in self.beside.items():
            yield from (Block(text, headings=(title,)) for text in texts)

    def _container(self, element: Any) -> Iterator[Block]:
        """The blocks of a section, frame, group or shape. Of a frame's alternatives only the first is shown."""
        if local(element) != "frame":
            yield from self.blocks(element)
            return
        shown = next((child for child in element if local(child) not in ("title", "desc")), None)
        if shown is not None:
            yield from self.blocks([shown])
            if local(shown) != "image" and (text := _described(element)):
                yield Block(f"[image: {text}]", headings=self.path)

    def _heading(self, element: Any) -> Iterator[Block]:
        boxes: list[Any] = []
        if heading := one_line("".join(self.inline(element, boxes))):
            level = attribute(element, "outline-level")
            self.path, self.levels = heading_path(self.path, self.levels, heading, int(level) if level.isdecimal() else 1)
            yield Block(heading, headings=self.path, is_heading=True)
        yield from self.blocks(boxes)

    def _paragraph(self, element: Any) -> Iterator[Block]:
        boxes: list[Any] = []
        if text := "".join(self.inline(element, boxes)).strip():
            yield Block(text, headings=self.path)
        yield from self.blocks(boxes)

    def _image(self, element: Any) -> Iterator[Block]:
        self.pictures += 1
        if text := _described(element.getparent()):
            yield Block(f"[image: {text}]", headings=self.path)

    def inline(self, element: Any, boxes: list[Any]) -> Iterator[str]:
        """The text of a paragraph, white space as it is shown; frames anchored in it are put into `boxes`."""
        yield _collapsed(element.text)
        for child in element:
            name = local(child)
            if name in _LETTERS:
                yield _LETTERS[name]
            elif name == "s":
                yield " " * min(int(attribute(child, "c") or 1), 1000)
            elif name in _BESIDE:
                self._put_beside(_BESIDE[name], child)
            elif name in ("frame", "custom-shape", "g", "rect", "ellipse", "line", "text-box"):
                boxes.append(child)
            elif name and name not in _UNREAD:
                yield from self.inline(child, boxes)
            yield _collapsed(child.tail)

    def _put_beside(self, title: str, element: Any) -> None:
        text = one_line(" ".join(plain_text(paragraph) for paragraph in element.iter("{*}p")))
        if text:
            self.beside.setdefault(title, []).append(text)

    def _items(self, element: Any, depth: int, boxes: list[Any]) -> Iterator[str]:
        """The items of a list, one per line, deeper ones indented."""
        for item in element:
            if local(item) not in ("list-item", "list-header"):
                continue
            for part in item:
                if local(part) == "list":
                    yield from self._items(part, depth + 1, boxes)
                elif text := one_line("".join(self.inline(part, boxes))):
                    yield f"{'  ' * depth}- {text}"

    def _table(self, element: Any) -> Iterator[Block]:
        """A table, one line per row, cells parted by bars; its first row stands above each part of it."""
        rows = []
        for row in element.iter("{*}table-row"):
            if next(row.iterancestors("{*}table")) is element:
                cells = [self._cell(cell) for cell in row if local(cell) == "table-cell"]
                if any(cells):
                    rows.append(" | ".join(cells).strip())
        if rows:
            yield Block("\n".join(rows), headings=self.path, header=rows[0] if len(rows) > 1 else "")

    def _cell(self, cell: Any) -> str:
        inner = Story()
        text = one_line(" ".join(block.text for block in inner.blocks(cell)))
        self.pictures += inner.pictures
        for title, texts in inner.beside.items():
            self.beside.setdefault(title, []).extend(texts)
        return text.removeprefix("- ")


def _described(frame: Any) -> str:
    """The alternative text of a frame."""
    return one_line(" ".join(item.text or "" for item in frame if local(item) in ("title", "desc")))


def _collapsed(text: str | None) -> str:
    """Text between elements: OpenDocument counts line breaks and repeated spaces in it as one space."""
    if not text:
        return ""
    inner = " ".join(text.split())
    return f"{' ' if text[0].isspace() else ''}{inner}{' ' if inner and text[-1].isspace() else ''}"
