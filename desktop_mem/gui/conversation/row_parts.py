"""The parts of which a row is painted, and where each stands."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QTextDocument

from desktop_mem.gui.conversation.rich_text import Block


@dataclass(slots=True)
class TextPart:
    """A laid-out text and where its top left corner stands."""

    at: QPointF
    document: QTextDocument
    colour: str


@dataclass(slots=True)
class LinePart:
    """One line of text in a rectangle."""

    rect: QRectF
    text: str
    font: QFont
    colour: str
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeading


@dataclass(slots=True)
class BoxPart:
    """A rounded surface; `outline` is a token or empty."""

    rect: QRectF
    fill: str
    outline: str = ""
    radius: float = 0.0


@dataclass(slots=True)
class IconPart:
    """An icon in a square."""

    rect: QRectF
    name: str
    colour: str


@dataclass(slots=True)
class HotPart:
    """Where a click does something: `kind` is `open` (a source, by its address in `value`), `copy` (the code in `value`)
    or `snooze` (the address of a reminder and minutes).
    """

    rect: QRectF
    kind: str
    value: str


@dataclass(frozen=True, slots=True)
class Chip:
    """A small button under a row: its words, what a click does (see `HotPart`), and an icon or none."""

    words: str
    kind: str
    value: str
    icon: str = ""


@dataclass(frozen=True, slots=True)
class LaidBlock:
    """A block of a reply, laid out, and how wide its text is in the room that the column gives."""

    block: Block
    document: QTextDocument
    wide: float


@dataclass(slots=True)
class RowLayout:
    """All parts of one row, top left at the origin. `frame` is what a selection outlines, `hot` what a click unfolds.

    `blocks` are those of a reply, laid out, for the layout that follows when it grows; above `new_from` it looks as the one before.
    """

    height: float = 0.0
    boxes: list[BoxPart] = field(default_factory=list)
    texts: list[TextPart] = field(default_factory=list)
    lines: list[LinePart] = field(default_factory=list)
    icons: list[IconPart] = field(default_factory=list)
    hots: list[HotPart] = field(default_factory=list)
    frame: QRectF = field(default_factory=QRectF)
    hot: QRectF = field(default_factory=QRectF)
    blocks: list[LaidBlock] = field(default_factory=list)
    new_from: float = 0.0
