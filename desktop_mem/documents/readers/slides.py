"""Reads PowerPoint presentations slide by slide: titles, text, tables, charts, diagrams, alternative texts, notes and comments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from desktop_mem.control.document_ledger import ReadProgress
from desktop_mem.documents.blocks import Block, Blocks, Findings
from desktop_mem.documents.faults import corrupt, empty
from desktop_mem.documents.readers.ooxml import DAMAGE, Package, drawn_text, local, opened_package, package_title, relation_id
from desktop_mem.memory.fitting import one_line

_BREAKS = {"br": "\n", "tab": "\t"}
_TITLES = ("title", "ctrTitle")
_REPEATED = ("ftr", "dt", "hdr")  # footers stand on every slide: read once
_LAYERS = ("AlternateContent", "Choice", "grpSp", "spTree", "cSld")


def read(path: Path) -> Blocks:
    """Blocks with the slides that they stand on; progress in slides."""
    with opened_package(path, "PowerPoint presentation") as package:
        return (yield from _read(path, package))


def _read(path: Path, package: Package) -> Blocks:
    try:
        slides = _slides(package)
    except DAMAGE as error:
        raise corrupt(path, "PowerPoint presentation") from error
    damaged: dict[str, None] = {}
    seen: set[str] = set()
    found, pictures = False, 0
    for number, part in enumerate(slides, 1):
        try:
            slide = _Slide(package, part, number, seen)
            for block in slide.blocks():
                found = True
                yield block
            pictures += slide.pictures
        except DAMAGE:
            damaged[str(number)] = None
        if package.damaged:
            damaged[str(number)] = None
            package.damaged.clear()
        yield ReadProgress(number, len(slides))
    if not found:
        if damaged:
            raise corrupt(path, "PowerPoint presentation")
        raise empty(path, "is a presentation with pictures but no text" if pictures else "is a presentation without any text")
    return Findings(pages=len(slides), warning=slide_warning([*damaged]), title=package_title(package))


def slide_warning(damaged: list[str]) -> str:
    """A sentence on the slides that could not be read, or nothing."""
    if not damaged:
        return ""
    return f"A part of these slides is damaged and was not read: {', '.join(damaged)}. Get a fresh copy of the file and drop that."


def _slides(package: Package) -> list[str]:
    """The parts of the slides in the order in which they are shown."""
    main = next(iter(package.related("", "officeDocument")), "ppt/presentation.xml")
    relations = package.relations(main)
    return [relations.get(relation_id(item), ("", ""))[1] for item in package.root(main).iter("{*}sldId")]


class _Slide:
    """One slide. `seen` holds the footers that earlier slides have shown; `pictures` counts those on it."""

    def __init__(self, package: Package, part: str, number: int, seen: set[str]) -> None:
        self._package = package
        self._part = part
        self._root = package.root(part)
        self._relations = package.relations(part)
        self._seen = seen
        hidden = self._root.get("show") in ("0", "false")
        self._frame = Block("", page=number, label=f"{number} (hidden)" if hidden else str(number), unit="slide")
        self.pictures = 0

    def blocks(self) -> Iterator[Block]:
        """The title, then what stands on the slide in the order of its objects, then notes and comments."""
        shapes = [*self._shapes(self._root)]
        titles = [shape for shape in shapes if _placeholder(shape) in _TITLES]
        title = one_line(" ".join(_text(shape) for shape in titles))
        frame = replace(self._frame, headings=(title,) if title else ())
        if title:
            yield replace(frame, text=title, is_heading=True)
        for shape in shapes:
            if shape not in titles and (text := self._shown(shape)):
                yield replace(frame, text=text)
        for text in self._beside():
            yield replace(frame, text=text)

    def _shapes(self, element: Any) -> Iterator[Any]:
        """The objects on the slide, those in groups too; of alternatives the first."""
        for child in element:
            if local(child) in _LAYERS:
                yield from self._shapes(child)
            elif local(child) in ("sp", "pic", "graphicFrame", "cxnSp", "contentPart"):
                yield child

    def _shown(self, shape: Any) -> str:
        """The text of an object: its own, its table, its chart or diagram, and what describes it."""
        kind = _placeholder(shape)
        if kind == "sldNum":
            return ""
        described = self._described(shape)
        own = _text(shape) if local(shape) != "graphicFrame" else "\n".join(_rows(shape)) or self._drawn(shape)
        text = "\n".join(part for part in (own, described) if part)
        if kind in _REPEATED:
            if text in self._seen:
                return ""
            self._seen.add(text)
        return text

    def _described(self, shape: Any) -> str:
        """The mark of a picture or drawing with its alternative text, if it has one."""
        self.pictures += local(shape) == "pic" or next(shape.iter("{*}blip"), None) is not None
        text = one_line(" ".join(item.get("descr") or "" for item in shape.iter("{*}cNvPr")))
        return f"[image: {text}]" if text else ""

    def _drawn(self, shape: Any) -> str:
        """The labels and values of a chart or diagram."""
        parts = []
        for item in shape.iter("{*}chart", "{*}relIds"):
            part = self._relations.get(relation_id(item), ("", ""))[1]
            if part in self._package:
                parts.append(drawn_text(self._package.root(part)))
        return "\n".join(filter(None, parts))

    def _beside(self) -> Iterator[str]:
        """The speaker's notes and the comments."""
        for part in self._package.related(self._part, "notesSlide"):
            shapes = (shape for shape in self._shapes(self._package.root(part)) if _placeholder(shape) == "body")
            if text := "\n".join(filter(None, map(_text, shapes))):
                yield f"Speaker notes: {text}"
        for part in self._package.related(self._part, "comments"):
            for item in self._package.root(part).iter("{*}cm"):
                if text := one_line(" ".join(run.text or "" for run in item.iter("{*}text", "{*}t"))):
                    yield f"Comment: {text}"


def _placeholder(shape: Any) -> str:
    """What a shape holds the place of: `title`, `body`, `ftr` and so on; nothing for a free shape."""
    for part in shape:
        if local(part).startswith("nv"):
            return next((item.get("type") or "body" for item in part.iter("{*}ph")), "")
    return ""


def _text(shape: Any) -> str:
    """The paragraphs of a shape, one per line; list levels are kept by indentation."""
    return "\n".join(line for body in shape if local(body) == "txBody" for line in _paragraphs(body))


def _paragraphs(body: Any) -> Iterator[str]:
    for paragraph in body:
        if local(paragraph) != "p":
            continue
        text = "".join(_inline(paragraph))
        if text.strip():
            level = next((int(item.get("lvl") or 0) for item in paragraph if local(item) == "pPr"), 0)
            yield "  " * level + text.strip()


def _inline(element: Any) -> Iterator[str]:
    """The text of a paragraph, with formulas as their letters."""
    for child in element:
        name = local(child)
        if name == "t":
            yield child.text or ""
        elif name in _BREAKS:
            yield _BREAKS[name]
        elif name == "AlternateContent":
            yield from (text for choice in child if local(choice) == "Choice" for text in _inline(choice))
        elif name not in ("pPr", "rPr", "endParaRPr"):
            yield from _inline(child)


def _rows(frame: Any) -> Iterator[str]:
    """One line per row of a table; continuations of merged cells are left out."""
    for row in frame.iter("{*}tr"):
        cells = [cell for cell in row if local(cell) == "tc" and not (cell.get("hMerge") == "1" or cell.get("vMerge") == "1")]
        texts = [one_line(_text(cell)) for cell in cells]
        if any(texts):
            yield " | ".join(texts)
