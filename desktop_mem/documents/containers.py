"""Lists the names inside a zip archive or an OLE container, by which office formats are told apart; nothing is unpacked."""

from __future__ import annotations

import struct
import zipfile
from dataclasses import dataclass
from pathlib import Path

from desktop_mem.documents import caps

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_DIRECTORY = 16_384  # bytes of an OLE directory that are looked at: the streams that tell the kind are among its first entries


@dataclass(frozen=True, slots=True)
class Container:
    """Names of zip members, the `mimetype` member's text, the raw directory of an OLE container; `damaged`: a zip without its table."""

    members: tuple[str, ...] = ()
    mimetype: str = ""
    directory: bytes = b""
    damaged: bool = False

    def holds(self, members: tuple[str, ...], streams: tuple[str, ...], mimetype: str) -> bool:
        """Whether one of these is inside: members by the beginning of their names, streams by their whole names."""
        if mimetype and self.mimetype.startswith(mimetype):
            return True
        if any(f"{name}\0".encode("utf-16-le") in self.directory for name in streams):
            return True
        return bool(members) and any(name.startswith(members) for name in self.members)


def check_unpacked(path: Path, archive: zipfile.ZipFile, largest: int = caps.OFFICE_BYTES) -> None:
    """Raises `ReadFault` for an archive whose members say that they unpack to more than `largest` bytes; none gives more than it says."""
    size = sum(item.file_size for item in archive.infolist())
    if size > largest:
        raise caps.over_unpacked(path, size, largest)


def open_container(path: Path, head: bytes) -> Container:
    """What is inside the file that starts with `head`; an empty container if it is none. Raises `OSError`."""
    if head.startswith(_ZIP):
        return _zip(path)
    return Container(directory=_ole_directory(path, head)) if head.startswith(_OLE) else Container()


def _zip(path: Path) -> Container:
    try:
        with zipfile.ZipFile(path) as archive:
            names = tuple(archive.namelist())
            kind = archive.read("mimetype") if "mimetype" in names and archive.getinfo("mimetype").file_size < 256 else b""
    except (zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError, EOFError, OSError):
        return Container(damaged=True)
    return Container(names, kind.decode("ascii", "replace").strip())


def _ole_directory(path: Path, head: bytes) -> bytes:
    """The beginning of the directory of an OLE container: each entry starts with its name in UTF-16 and a zero."""
    if len(head) < 512:
        return b""
    (sector_shift,) = struct.unpack_from("<H", head, 30)
    (sector,) = struct.unpack_from("<I", head, 48)
    if sector_shift not in (9, 12):
        return b""
    with path.open("rb") as file:
        file.seek((sector + 1) << sector_shift)
        return file.read(_DIRECTORY)
