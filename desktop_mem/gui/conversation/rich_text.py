"""A message's text as blocks that can be painted: prose with Markdown, and code with its words coloured."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QColor, QFont, QTextBlockFormat, QTextCursor, QTextDocument, QTextFrameFormat, QTextOption, QTextTable

from desktop_mem.gui.conversation.code_colours import paint_words
from desktop_mem.gui.conversation.markdown import html_of

LINE_PERCENT = 115  # room between lines that reads well on a screen
_SHEET = """
h1 { font-size: large; font-weight: 600; } h2 { font-size: large; font-weight: 600; } h3 { font-size: medium; font-weight: 600; }
blockquote { margin: 4px 0 4px 14px; }
h4, h5, h6 { font-size: medium; font-weight: 600; } code, pre { font-family: monospace; }
"""
_ITEM = re.compile(r"(?:[-+*]|\d{1,9}[.)])(?:\s|$)")
_DEFINITION = re.compile(r"^ {0,3}\[[^\]]+\]:", re.MULTILINE)
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})\s*([^`\s]*)[^`]*$")


@dataclass(frozen=True, slots=True)
class Block:
    """One stretch of a message: prose, or code with its language ("" when none is named)."""

    text: str
    is_code: bool = False
    language: str = ""


def blocks_of(text: str) -> list[Block]:
    """Split at fences; a fence that is not closed yet, as while streaming, is code already."""
    blocks: list[Block] = []
    lines: list[str] = []
    fence, language = "", ""
    for line in text.split("\n"):
        match = _FENCE.match(line)
        if not fence and match:
            _add(blocks, lines, is_code=False)
            fence, language, lines = match[1], match[2], []
        elif fence and match and not match[2] and match[1].startswith(fence):
            _add(blocks, lines, is_code=True, language=language)
            fence, language, lines = "", "", []
        else:
            lines.append(line)
    _add(blocks, lines, is_code=bool(fence), language=language)
    return blocks


def _add(blocks: list[Block], lines: list[str], *, is_code: bool, language: str = "") -> None:
    text = "\n".join(lines) if is_code else "\n".join(lines).strip("\n")
    if is_code:
        blocks.append(Block(text, is_code, language))
    elif text.strip():
        blocks += map(Block, _paragraphs(text))


def _paragraphs(text: str) -> list[str]:
    """Markdown where it can be taken apart without a change of its meaning, so that what was written before need not be read again:
    before a line behind an empty one that goes on with no list, unless a definition holds for the whole text.
    """
    if _DEFINITION.search(text):
        return [text]
    found: list[list[str]] = [[]]
    for line in text.split("\n"):
        if found[-1] and not found[-1][-1].strip() and line.strip() and not line[0].isspace() and not _ITEM.match(line):
            found.append([])
        found[-1].append(line)
    return ["\n".join(lines).strip("\n") for lines in found]


class QuietDocument(QTextDocument):
    """A text document that never loads anything: a message may name pictures, and none of them is fetched or opened."""

    def loadResource(self, kind: int, name: QUrl) -> Any:
        return None


def prose_document(text: str, font: QFont, width: float, rule: QColor | None = None) -> QTextDocument:
    """Prose laid out within `width` pixels, each paragraph in its own direction. With `rule`, the colour of table lines, it is Markdown."""
    document = _document(font)
    if rule is not None:
        document.setDefaultStyleSheet(_SHEET)
        document.setHtml(html_of(text))
        _dress_tables(document, rule)
    else:
        document.setPlainText(text)
    cursor, form = QTextCursor(document), QTextBlockFormat()
    cursor.select(QTextCursor.SelectionType.Document)
    form.setLineHeight(LINE_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    cursor.mergeBlockFormat(form)
    document.setTextWidth(width)
    return document


def _dress_tables(document: QTextDocument, rule: QColor) -> None:
    """Plain thin lines and room in the cells, where Qt would paint a relief."""
    for frame in document.rootFrame().childFrames():
        if not isinstance(frame, QTextTable):
            continue
        form = frame.format()
        form.setBorderCollapse(True)
        form.setBorder(1)
        form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        form.setBorderBrush(rule)
        form.setCellPadding(6)
        form.setCellSpacing(0)
        form.setTopMargin(4)
        form.setBottomMargin(4)
        frame.setFormat(form)


def code_document(text: str, font: QFont, width: float, language: str = "", colour: Callable[[str], QColor] | None = None) -> QTextDocument:
    """Code laid out within `width` pixels, always from left to right; lines too long are wrapped, never hidden.

    With a `language` that is known, `colour` (by token name) gives its words their colours.
    """
    document = _document(font)
    option = document.defaultTextOption()
    option.setTextDirection(Qt.LayoutDirection.LeftToRight)
    option.setTabStopDistance(8 * 4)
    document.setDefaultTextOption(option)
    document.setPlainText(text)
    if language and colour is not None:
        paint_words(document, text, language, colour)
    document.setTextWidth(width)
    return document


def _document(font: QFont) -> QTextDocument:
    document = QuietDocument()
    document.setUndoRedoEnabled(False)
    document.setDocumentMargin(0)
    document.setIndentWidth(22)
    document.setDefaultFont(font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
    document.setDefaultTextOption(option)
    return document
