"""Opens OpenDocument files, packed or flat: the stream of their content, whether they are encrypted, and their title."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from desktop_mem.control.document_ledger import Reason
from desktop_mem.documents import caps
from desktop_mem.documents.containers import check_unpacked
from desktop_mem.documents.faults import fault
from desktop_mem.documents.readers.ooxml import DAMAGE, elements
from desktop_mem.memory.fitting import one_line

_MANIFEST = 4 << 20  # bytes of the manifest that are looked at


@contextmanager
def opened(path: Path, part: str = "content.xml", largest: int = caps.OFFICE_BYTES) -> Iterator[IO[bytes]]:
    """A part of the file as a stream (of a flat file: all of it). Raises `ReadFault`, or one of `DAMAGE`."""
    if not zipfile.is_zipfile(path):
        with path.open("rb") as stream:
            yield stream
        return
    with zipfile.ZipFile(path) as archive:
        check_unpacked(path, archive, largest)
        if "META-INF/manifest.xml" in archive.namelist():
            with archive.open("META-INF/manifest.xml") as manifest:
                if b"encryption-data" in manifest.read(_MANIFEST):
                    raise fault(Reason.ENCRYPTED, path, "is protected by a password", "Save a copy without the password and drop that.")
        with archive.open(part) as stream:
            yield stream


def title_of(path: Path) -> str:
    """The document's title among its properties, or nothing."""
    try:
        with opened(path, "meta.xml") as stream:
            for element in elements(stream, "meta"):
                return one_line(" ".join(item.text or "" for item in element.iter("{http://purl.org/dc/elements/1.1/}title")))
    except DAMAGE:
        pass
    return ""
