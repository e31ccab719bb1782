"""Reads the text in pictures by text recognition, each frame of a picture as a page."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import numpy
from PIL import Image, ImageOps, ImageSequence, UnidentifiedImageError

from desktop_mem.control.document_ledger import ReadProgress
from desktop_mem.documents import caps
from desktop_mem.documents.blocks import Block, Blocks, Findings
from desktop_mem.documents.faults import corrupt, empty
from desktop_mem.documents.recognised_text import TextRecogniser


def read(path: Path) -> Blocks:
    """One block per frame with text."""
    recogniser = TextRecogniser()
    found = False
    number = 0
    with closing(_open(path)) as picture:
        total = min(getattr(picture, "n_frames", 1), caps.MOST_FRAMES)
        for number, frame in enumerate(ImageSequence.Iterator(picture), 1):
            if number > total:
                break
            if text := recogniser.read(_pixels(path, frame)):
                found = True
                yield Block(text, page=number if total > 1 else None)
            yield ReadProgress(number, total)
    if not found:
        raise empty(path, "is a picture in which no text was recognised")
    warning = "The text was read by text recognition and may hold mistakes."
    return Findings(pages=total if total > 1 else 0, warning=warning + (f" {caps.over_recognition()}" if recogniser.is_spent else ""))


def _open(path: Path) -> Image.Image:
    """The picture, not yet decoded. Raises `ReadFault`."""
    try:
        picture = Image.open(path)
    except Image.DecompressionBombError as error:
        raise caps.over_pixels(path) from error
    except (UnidentifiedImageError, SyntaxError, ValueError, EOFError) as error:
        raise corrupt(path, "picture") from error
    if picture.width * picture.height > caps.PICTURE_PIXELS:
        picture.close()
        raise caps.over_pixels(path)
    return picture


def _pixels(path: Path, frame: Image.Image) -> Any:
    """Upright, on white, blue first."""
    try:
        frame = ImageOps.exif_transpose(frame).convert("RGBA")
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise corrupt(path, "picture") from error
    paper = Image.new("RGBA", frame.size, "white")
    paper.alpha_composite(frame)
    return numpy.asarray(paper.convert("RGB"))[:, :, ::-1]
