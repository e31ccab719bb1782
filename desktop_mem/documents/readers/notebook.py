"""Reads Jupyter notebooks cell by cell: text by its headings, code as it is, outputs as far as they are text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from desktop_mem.control.document_ledger import Reason
from desktop_mem.documents.blocks import Block, Blocks, Findings
from desktop_mem.documents.encoding import detect_encoding
from desktop_mem.documents.faults import corrupt, fault
from desktop_mem.documents.readers import html, markdown

LARGEST = 128 << 20
"""Bytes above which a notebook is refused."""

_OUTPUT = 4000
"""Characters of a cell's outputs that are kept: logs and printed tables can be endless."""


def read(path: Path) -> Blocks:
    """The blocks of each cell; `page` is the cell's number."""
    cells = _cells(path)
    outline = markdown.Outline()
    title = ""
    for number, cell in enumerate(cells, 1):
        for block in _blocks(cell, outline):
            title = title or (block.text if block.is_heading else "")
            yield replace(block, page=number, unit="cell", line=None)
    return Findings(pages=len(cells), title=title)


def _cells(path: Path) -> list[dict[str, Any]]:
    """The cells of a notebook of any version. Raises `ReadFault`."""
    if path.stat().st_size > LARGEST:
        what = f"is a notebook of more than {LARGEST >> 20} MB"
        raise fault(Reason.TOO_LARGE, path, what, "Clear its outputs in Jupyter, save it, and drop it again.")
    try:
        notebook = json.loads(path.read_bytes().decode(detect_encoding(path), "replace"), strict=False)
        sheets = notebook.get("worksheets", [notebook])
        cells = [cell for sheet in sheets for cell in sheet["cells"]]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise corrupt(path, "Jupyter notebook") from error
    return [cell if isinstance(cell, dict) else {} for cell in cells]


def _blocks(cell: dict[str, Any], outline: markdown.Outline) -> Iterator[Block]:
    """The blocks of one cell, its outputs last."""
    source = _text(cell.get("source", cell.get("input", "")))
    kind = cell.get("cell_type")
    if kind == "heading":
        level = cell.get("level")
        yield from outline.heading(source, level if isinstance(level, int) else 1)
    elif kind == "markdown":
        yield from outline.blocks(source)
    elif source.strip():
        yield Block(source.strip("\n").rstrip(), headings=outline.path, verbatim=True)
    for text in _outputs(cell):
        yield Block(text, headings=outline.path, verbatim=True)


def _outputs(cell: dict[str, Any]) -> Iterator[str]:
    """The outputs that are text, each form once, cut where they become too long; errors by their last line."""
    room = _OUTPUT
    outputs = cell.get("outputs")
    for output in outputs if isinstance(outputs, list) else []:
        text = _output(output).strip("\n").rstrip() if isinstance(output, dict) else ""
        if text and room > 0:
            yield text if len(text) <= room else f"{text[:room].rstrip()} […]"
            room -= len(text)


def _output(output: dict[str, Any]) -> str:
    """One output as text."""
    if output.get("output_type") in ("error", "pyerr"):
        return f"{_text(output.get('ename'))}: {_text(output.get('evalue'))}"
    data = output.get("data", output)
    if not isinstance(data, dict):
        return ""
    for kind in ("text/markdown", "text/plain", "text/latex", "text"):
        if kind in data:
            return _text(data[kind])
    page = data.get("text/html", data.get("html"))
    return "\n".join(block.text for block in html.page(_text(page))[1]) if page else ""


def _text(value: object) -> str:
    """A text that may be given in lines."""
    return "".join(map(str, value)) if isinstance(value, list) else str(value) if value is not None else ""
