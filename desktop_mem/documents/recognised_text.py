"""Recognises the text in pictures with RapidOCR (Chinese and Latin script); its models lie in its package, and nothing is downloaded."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from desktop_mem.documents import caps

_SURE = 0.5  # confidence below which a line is left out: specks and patterns taken for letters
_SAME_LINE = 0.5  # share of its height by which a piece of text may stand higher or lower than its neighbour
_FEWEST = 12  # pieces of text that make a page of columns
_RUNNING = 0.5  # share of its column that a line of running text fills on average
_CROSSING = 0.2  # share of pieces that may stand across both columns: titles, captions


def is_installed() -> bool:
    """Whether the extra `ocr` is there."""
    return find_spec("rapidocr") is not None and find_spec("onnxruntime") is not None


class TextRecogniser:
    """Reads pictures for one document, for at most `caps.RECOGNITION_SECONDS` together; `is_spent` tells when that is over."""

    def __init__(self) -> None:
        self._engine: Any = None
        self._seconds = 0.0
        self.is_spent = False

    def read(self, picture: Any) -> str:
        """The text of a picture (array of shape (height, width, 3), blue first), its lines from top to bottom; nothing once spent."""
        self.is_spent = self._seconds >= caps.RECOGNITION_SECONDS
        if self.is_spent:
            return ""
        began = time.monotonic()
        self._engine = self._engine or _load()
        result = self._engine(picture)
        self._seconds += time.monotonic() - began
        if result.txts is None:
            return ""
        found = zip(result.boxes, result.txts, result.scores, strict=True)
        return _in_columns([_Piece.of(corners, text) for corners, text, score in found if score >= _SURE and text.strip()])


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of text and the rectangle around it, in pixels."""

    text: str
    left: float
    right: float
    top: float
    bottom: float

    @classmethod
    def of(cls, corners: Any, text: str) -> _Piece:
        across, down = [float(x) for x, _ in corners], [float(y) for _, y in corners]
        return cls(text, min(across), max(across), min(down), max(down))


def _in_columns(pieces: Sequence[_Piece]) -> str:
    """The pieces in reading order: where a page has two columns of running text, the left one before the right one."""
    gutter = _gutter(pieces)
    if gutter is None:
        return _in_lines(pieces)
    parts: list[str] = []
    left: list[_Piece] = []
    right: list[_Piece] = []
    for piece in sorted(pieces, key=lambda piece: piece.top):
        if piece.left < gutter < piece.right:  # across both: what stands above it comes first
            parts += [_in_lines(left), _in_lines(right), piece.text.strip()]
            left, right = [], []
        else:
            (left if piece.right <= gutter else right).append(piece)
    return "\n".join(part for part in (*parts, _in_lines(left), _in_lines(right)) if part)


def _gutter(pieces: Sequence[_Piece]) -> float | None:
    """Where the gap between two columns is, in pixels; None for one column, and for tables, whose cells are narrow."""
    if len(pieces) < _FEWEST:
        return None
    first, last = min(piece.left for piece in pieces), max(piece.right for piece in pieces)
    places = [first + (last - first) * share / 100 for share in range(35, 66)]
    gutter = min(places, key=lambda place: sum(piece.left < place < piece.right for piece in pieces))
    sides = [piece for piece in pieces if piece.right <= gutter], [piece for piece in pieces if piece.left >= gutter]
    crossing = len(pieces) - sum(map(len, sides))
    wide = all(sum(piece.right - piece.left for piece in side) > _RUNNING * len(side) * (last - first) / 2 for side in sides)
    return gutter if wide and crossing <= _CROSSING * len(pieces) and min(map(len, sides)) >= _FEWEST // 3 else None


def _in_lines(pieces: Sequence[_Piece]) -> str:
    """Pieces of the same height in one line, from left to right."""
    lines: list[list[_Piece]] = []
    for piece in sorted(pieces, key=lambda piece: (piece.top + piece.bottom, piece.left)):
        first = lines[-1][0] if lines else piece
        apart = abs((piece.top + piece.bottom) - (first.top + first.bottom)) / 2
        if lines and apart < _SAME_LINE * min(piece.bottom - piece.top, first.bottom - first.top):
            lines[-1].append(piece)
        else:
            lines.append([piece])
    return "\n".join(" ".join(piece.text.strip() for piece in sorted(line, key=lambda piece: piece.left)) for line in lines)


def _load() -> Any:
    """The engine; some seconds."""
    from rapidocr import RapidOCR

    threads = max(1, (os.cpu_count() or 2) // 2)
    return RapidOCR(params={"Global.log_level": "critical", "EngineConfig.onnxruntime.intra_op_num_threads": threads})
