"""The identity of a file: the hash of its content, whatever its name, and the stamp that tells whether it was changed meanwhile."""

from __future__ import annotations

import hashlib
from collections.abc import Generator
from pathlib import Path

from desktop_mem.control.import_work import FileIdentity, Stamp
from desktop_mem.documents.faults import os_fault

_PIECE = 1 << 20


def content_hash(path: Path) -> tuple[str, int]:
    """The SHA-256 of the content as hexadecimal digits, and its size in bytes; read in pieces. Raises `ReadFault`."""
    pieces = identify(path)
    try:
        while True:
            next(pieces)
    except StopIteration as end:
        identity: FileIdentity = end.value
        return identity.sha256, identity.stamp.size


def identify(path: Path) -> Generator[int, None, FileIdentity]:
    """The identity of the file; yields the bytes read so far after each mebibyte. Raises `ReadFault`.

    The size in the stamp is that of the bytes that were hashed: where it is not the file's own, the identity is not steady.
    """
    digest = hashlib.sha256()
    size = 0
    try:
        before = stamp_of(path)
        with path.open("rb") as file:
            while piece := file.read(_PIECE):
                digest.update(piece)
                size += len(piece)
                yield size
        after = stamp_of(path)
    except OSError as error:
        raise os_fault(path, error) from error
    steady = before == after and size == after.size
    return FileIdentity(digest.hexdigest(), Stamp(size, after.modified_ns, after.inode), steady)


def stamp_of(path: Path) -> Stamp:
    """The stamp of a file as it is now. Raises `OSError`."""
    status = path.stat()
    return Stamp(status.st_size, status.st_mtime_ns, status.st_ino)
