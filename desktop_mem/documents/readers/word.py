"""Reads Word documents (.docx) in the order of their text: headings, paragraphs, tables and text boxes, then notes and page headers."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import docx
from docx.opc.exceptions import OpcError
from docx.opc.part import PartFactory
from docx.oxml.parser import parse_xml
from docx.parts.document import DocumentPart

from desktop_mem.control.document_ledger import Reason
from desktop_mem.documents.blocks import Block, Blocks, Findings, heading_path
from desktop_mem.documents.containers import check_unpacked
from desktop_mem.documents.faults import corrupt, empty, fault

# Templates and documents with macros hold the same text; macros are never run.
for _kind in (
    "vnd.ms-word.document.macroEnabled.main+xml",
    "vnd.ms-word.template.macroEnabledTemplate.main+xml",
    "vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
):
    PartFactory.part_type_for[f"application/{_kind}"] = DocumentPart

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_BLIP = "{http://schemas.openxmlformats.org/drawingml/2006/main}blip"
_PICTURE = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}docPr"
_DRAWN_TEXT = ("{http://schemas.openxmlformats.org/drawingml/2006/main}t", "{http://schemas.openxmlformats.org/drawingml/2006/chart}v")
_VML = "{urn:schemas-microsoft-com:vml}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"  # the same content once more, for old programs
_SKIPPED = frozenset(
    {f"{_W}{name}" for name in ("del", "moveFrom", "instrText", "pPr", "rPr", "tblPr", "trPr", "tcPr", "sectPr")} | {_FALLBACK}
)
_LETTERS = {f"{_W}tab": "\t", f"{_W}ptab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-"}
_EXTRA_PARTS = {
    "footnotes": "Footnotes",
    "endnotes": "Endnotes",
    "comments": "Comments",
    "header": "Page headers",
    "footer": "Page footers",
}
_DAMAGE = (
    OpcError,
    zipfile.BadZipFile,
    zlib.error,
    SyntaxError,
    KeyError,
    ValueError,
    EOFError,
    NotImplementedError,
    RuntimeError,
)


def read(path: Path) -> Blocks:
    """One block per paragraph or table."""
    document = _open(path)
    story = _Story(_heading_levels(document))
    found = False
    for block in story.blocks(document.element.body):
        found = found or bool(block.text.replace("[image]", "").strip())
        yield block
    for title, root in _extra_parts(document):
        story.path, story.levels = (), ()
        for block in story.blocks(root):
            found = True
            yield Block(block.text, headings=(title,))
    for text in _drawn_text(document):
        found = True
        yield Block(text, headings=("Charts and diagrams",))
    if not found:
        raise empty(path, "is a Word document with pictures but no text" if story.pictures else "is a Word document without any text")
    return Findings(title=" ".join((document.core_properties.title or "").split()))


def _open(path: Path) -> Any:
    """The opened package. Raises `ReadFault`."""
    try:
        with zipfile.ZipFile(path) as archive:
            check_unpacked(path, archive)
            strict = b"purl.oclc.org/ooxml" in archive.read("_rels/.rels")[:65536]
        if strict:
            raise fault(
                Reason.UNSUPPORTED, path, "is a Strict Open XML document", "Save it as an ordinary Word document (.docx) and drop that."
            )
        with path.open("rb") as file:
            return docx.Document(file)
    except _DAMAGE as error:
        raise corrupt(path, "Word document") from error


class _Story:
    """Walks one run of text, keeping the path of headings on its way."""

    def __init__(self, heading_levels: dict[str, int]) -> None:
        self._heading_levels = heading_levels
        self.path: tuple[str, ...] = ()
        self.levels: tuple[int, ...] = ()
        self.pictures = 0

    def blocks(self, root: Any) -> Iterator[Block]:
        """The blocks below an element, in document order."""
        for child in root:
            if child.tag == f"{_W}p":
                yield from self._paragraph(child)
            elif child.tag == f"{_W}tbl":
                if text := "\n".join(self._rows(child)):
                    yield Block(text, headings=self.path)
            elif child.tag not in _SKIPPED:
                yield from self.blocks(child)

    def _paragraph(self, paragraph: Any) -> Iterator[Block]:
        boxes: list[Any] = []
        text = "".join(self._inline(paragraph, boxes)).strip()
        level = self._level(paragraph)
        if text and level is not None:
            heading = " ".join(text.split())
            self.path, self.levels = heading_path(self.path, self.levels, heading, level)
            yield Block(heading, headings=self.path, is_heading=True)
        elif text:
            yield Block(text, headings=self.path)
        for box in boxes:
            yield from self.blocks(box)

    def _inline(self, element: Any, boxes: list[Any]) -> Iterator[str]:
        """The text of a paragraph; text boxes anchored in it are put into `boxes`."""
        for child in element:
            tag = child.tag
            if tag == f"{_W}t":
                yield child.text or ""
            elif tag in _LETTERS:
                yield _LETTERS[tag]
            elif tag == f"{_W}txbxContent":
                boxes.append(child)
            elif tag in (f"{_W}drawing", f"{_W}pict", f"{_W}object"):
                yield self._picture(child)
                yield from self._inline(child, boxes)
            elif tag not in _SKIPPED:
                yield from self._inline(child, boxes)

    def _picture(self, drawing: Any) -> str:
        """The mark of an image, with its alternative text; nothing for a mere shape."""
        if next(drawing.iter(_BLIP, f"{_VML}imagedata"), None) is None:
            return ""
        self.pictures += 1
        described = [item.get("descr") or item.get("alt") or "" for item in drawing.iter(_PICTURE, f"{_VML}shape")]
        alternative = " ".join(" ".join(described).split())
        return f"[image: {alternative}]" if alternative else "[image]"

    def _rows(self, table: Any) -> Iterator[str]:
        """One line per row, cells parted by bars; tables in cells are read as text of the cell."""
        for row in table.iter(f"{_W}tr"):
            if next(row.iterancestors(f"{_W}tbl")) is not table:
                continue
            cells = [" ".join(" ".join(block.text for block in _Story({}).blocks(cell)).split()) for cell in _cells(row)]
            if any(cells):
                yield " | ".join(cells)

    def _level(self, paragraph: Any) -> int | None:
        """The heading level of a paragraph (0: title), or None."""
        properties = paragraph.find(f"{_W}pPr")
        if properties is None:
            return None
        if (own := _outline(properties)) is not None:
            return own
        style = properties.find(f"{_W}pStyle")
        return self._heading_levels.get(style.get(f"{_W}val") or "") if style is not None else None


def _cells(row: Any) -> Iterator[Any]:
    """The cells of a row, those inside content controls too, without the continuations of vertically merged ones."""
    for cell in row.iter(f"{_W}tc"):
        merge = cell.find(f"{_W}tcPr/{_W}vMerge")
        continued = merge is not None and merge.get(f"{_W}val") in (None, "continue")
        if next(cell.iterancestors(f"{_W}tr")) is row and not continued:
            yield cell


def _heading_levels(document: Any) -> dict[str, int]:
    """Style ids that make a heading, and its level; a style inherits from the one that it is based on."""
    own: dict[str, int] = {}
    base: dict[str, str] = {}
    for style in document.styles.element.iter(f"{_W}style"):
        identifier = style.get(f"{_W}styleId") or ""
        names = [item.get(f"{_W}val") or "" for item in style.findall(f"{_W}name")]
        level = _outline(properties) if (properties := style.find(f"{_W}pPr")) is not None else None
        name = names[0].lower() if names else ""
        if name == "title":
            own[identifier] = 0
        elif name.startswith("heading ") and name[8:].isdecimal():
            own[identifier] = int(name[8:])
        elif level is not None:
            own[identifier] = level
        if (parent := style.find(f"{_W}basedOn")) is not None:
            base[identifier] = parent.get(f"{_W}val") or ""
    for identifier in base:
        ancestor, hops = identifier, 0
        while ancestor not in own and ancestor in base and hops < 20:
            ancestor, hops = base[ancestor], hops + 1
        if ancestor in own:
            own.setdefault(identifier, own[ancestor])
    return own


def _outline(properties: Any) -> int | None:
    """The outline level among paragraph properties as a heading level, or None for body text."""
    outline = properties.find(f"{_W}outlineLvl")
    value = outline.get(f"{_W}val") or "" if outline is not None else ""
    return int(value) + 1 if value.isdecimal() and int(value) < 9 else None


def _extra_parts(document: Any) -> Iterator[tuple[str, Any]]:
    """Notes, comments, and each distinct page header and footer: a title and the root of its text."""
    seen: set[str] = set()
    for relation in document.part.rels.values():
        kind = relation.reltype.rsplit("/", 1)[-1]
        if kind not in _EXTRA_PARTS or relation.is_external:
            continue
        root = parse_xml(relation.target_part.blob)
        text = "".join(root.itertext())
        if text.strip() and text not in seen:
            seen.add(text)
            yield _EXTRA_PARTS[kind], root


def _drawn_text(document: Any) -> Iterator[str]:
    """The labels and values of each chart and diagram."""
    for relation in document.part.rels.values():
        if relation.reltype.rsplit("/", 1)[-1] in ("chart", "diagramData") and not relation.is_external:
            values = [
                item.text.strip() for item in parse_xml(relation.target_part.blob).iter(*_DRAWN_TEXT) if item.text and item.text.strip()
            ]
            if values:
                yield " | ".join(values)
