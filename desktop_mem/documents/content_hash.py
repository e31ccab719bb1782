"""The identity of a file: the hash of its content, whatever its name."""

from __future__ import annotations

import hashlib
from pathlib import Path

from desktop_mem.documents.faults import os_fault

_PIECE = 1 << 20


def content_hash(path: Path) -> tuple[str, int]:
    """The SHA-256 of the content as hexadecimal digits, and its size in bytes; read in pieces. Raises `ReadFault`."""
    digest = hashlib.sha256()
    size = 0
    try:
        with path.open("rb") as file:
            while piece := file.read(_PIECE):
                digest.update(piece)
                size += len(piece)
    except OSError as error:
        raise os_fault(path, error) from error
    return digest.hexdigest(), size
