"""Whether a model file is, byte for byte, one that the catalogue knows."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Literal

from desktop_mem.inference.model_catalogue import known_models

Checksum = Literal["equal", "different", "unknown"]
_CHUNK = 4 * 2**20


def compared(path: Path) -> Generator[int, None, Checksum]:
    """Hash the file and compare it with the catalogue's entries of its size; yields the bytes read so far, so that whoever asks can stop.

    `unknown` at once where there is none with a sha256, and where only the size is the same but not the name. Raises `OSError`.
    """
    size = path.stat().st_size
    known = [model for model in known_models() if model.sha256 and model.size == size]
    if not known:
        return "unknown"
    digest, done = hashlib.sha256(), 0
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
            done += len(chunk)
            yield done
    if digest.hexdigest() in {model.sha256 for model in known}:
        return "equal"
    return "different" if path.name in {Path(model.file).name for model in known} else "unknown"


def checksum(path: Path, should_stop: Callable[[], bool] = lambda: False) -> Checksum:
    """The whole comparison at once; `unknown` when it was stopped."""
    steps = compared(path)
    while not should_stop():
        try:
            next(steps)
        except StopIteration as end:
            found: Checksum = end.value
            return found
    return "unknown"
