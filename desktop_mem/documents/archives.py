"""Archives: which files are in a zip, tar, gzip, bzip2 or xz file, and one of them taken out under caps; nothing is ever run or linked."""

from __future__ import annotations

import bz2
import gzip
import lzma
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Any, BinaryIO, Protocol, cast

from desktop_mem.control.document_ledger import ArchiveMembers, Reason
from desktop_mem.documents import caps
from desktop_mem.documents.archive_names import addresses, decode_names
from desktop_mem.documents.faults import corrupt, empty, fault, os_fault, wrong_password
from desktop_mem.documents.zip_aes import AES_METHOD, open_aes

_PIECE = 1 << 20
_PACKED: tuple[tuple[bytes, Callable[[Path], Any]], ...] = (
    (b"\x1f\x8b", gzip.GzipFile),
    (b"BZh", bz2.open),
    (b"\xfd7zXZ\x00", lzma.open),
)
_TAR_MARK = slice(257, 262)
_DAMAGE = (zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, ValueError, KeyError, IndexError)
_PASSWORD_ENCODINGS = ("utf-8", "cp437", "cp1252", "gb18030")
_ENCRYPTED, _UNICODE = 0x1, 0x800  # flags of a zip member


@dataclass(frozen=True, slots=True)
class _Entry:
    """One entry as it stands in the archive: its name, or the bytes of a name in an encoding that is not said.

    `packed` is 0 where it is not known; `key` is what its source opens it by.
    """

    name: str | bytes
    size: int
    packed: int
    is_file: bool
    is_folder: bool = False
    key: Any = None


class _Source(Protocol):
    """A file of one kind of archive."""

    def entries(self) -> Iterator[_Entry]: ...
    def copy(self, entry: _Entry, password: str, write: Callable[[IO[bytes]], None]) -> bool:
        """Hand the unpacked stream to `write` (which may be called again with another); False when the password does not open it."""
        ...

    def close(self) -> None: ...


class Archive:
    """An open archive and the files in it by their addresses, in its own order; for one thread. `close` it."""

    def __init__(self, path: Path, file: Path) -> None:
        """`path` is the archive's own for sentences, `file` where it really lies. Raises `ReadFault`."""
        self._path = path
        with _damage_told(path):
            self._source = _open_source(file)
            entries = list(islice(self._source.entries(), caps.MOST_MEMBERS * 4))
        files = {name: entry for name, entry in zip(addresses(_texts(entries)), entries, strict=True) if name and entry.is_file}
        if sum(entry.size for entry in files.values()) > caps.ARCHIVE_BYTES:
            raise caps.over_archive_bytes(path)
        self._files = dict(islice(files.items(), caps.MOST_MEMBERS))
        self._left_out = sum(not entry.is_folder for entry in entries) - len(self._files)
        self.warning = caps.over_members(len(files)) if len(files) > len(self._files) else ""

    def members(self) -> ArchiveMembers:
        """What is in it. Raises `ReadFault` when that is nothing."""
        if not self._files:
            raise empty(self._path, "is an archive without files")
        return ArchiveMembers(tuple(self._files), self._left_out)

    def __contains__(self, name: str) -> bool:
        return name in self._files

    def take(self, name: str, target: Path, password: str) -> None:
        """Unpack a member into a new file. Raises `ReadFault`, with nothing left in the file that could be taken for the member."""
        entry = self._files[name]
        path = self._path / name
        if entry.size > caps.MEMBER_BYTES:
            raise caps.over_member_bytes(path)
        with _damage_told(path), target.open("wb") as file:
            if not self._source.copy(entry, password, lambda unpacked: _copy(unpacked, file, path, entry.packed)):
                raise wrong_password(path, password)

    def close(self) -> None:
        """Give the file back."""
        self._source.close()


def _open_source(file: Path) -> _Source:
    with file.open("rb") as opened:
        head = opened.read(512)
    if head[_TAR_MARK] == b"ustar":
        return _Tar(file.open("rb"))
    for mark, unpack in _PACKED:
        if head.startswith(mark):
            with unpack(file) as unpacked:
                inner = unpacked.read(512)
            return _Tar(unpack(file)) if inner[_TAR_MARK] == b"ustar" else _Single(file, unpack)
    return _Zip(file)


class _Zip:
    def __init__(self, file: Path) -> None:
        self._zip = zipfile.ZipFile(file)

    def entries(self) -> Iterator[_Entry]:
        for info in self._zip.infolist():
            name = info.orig_filename.partition("\0")[0]
            is_file = not info.is_dir() and stat.S_IFMT(info.external_attr >> 16) in (0, stat.S_IFREG)
            told = name if info.flag_bits & _UNICODE else name.encode("cp437", "replace")
            yield _Entry(told, info.file_size, max(1, info.compress_size), is_file, info.is_dir(), info)

    def copy(self, entry: _Entry, password: str, write: Callable[[IO[bytes]], None]) -> bool:
        info: zipfile.ZipInfo = entry.key
        if not info.flag_bits & _ENCRYPTED:
            with self._zip.open(info) as unpacked:
                write(unpacked)
            return True
        return bool(password) and any(self._unlock(info, secret, write) for secret in _spellings(password))

    def _unlock(self, info: zipfile.ZipInfo, secret: bytes, write: Callable[[IO[bytes]], None]) -> bool:
        """Whether this password opens it; a wrong one may only show in what comes out."""
        try:
            with open_aes(self._zip, info, secret) if info.compress_type == AES_METHOD else self._zip.open(info, pwd=secret) as unpacked:
                write(unpacked)
        except NotImplementedError:
            raise
        except (RuntimeError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError):
            return False
        return True

    def close(self) -> None:
        self._zip.close()


class _Tar:
    """Members are best taken in their order: going back in a compressed one means unpacking it from its start."""

    def __init__(self, unpacked: IO[bytes]) -> None:
        self._unpacked = unpacked
        self._tar = tarfile.open(fileobj=cast(BinaryIO, unpacked), mode="r:", encoding="utf-8", errors="surrogateescape")  # noqa: SIM115

    def entries(self) -> Iterator[_Entry]:
        while (info := self._tar.next()) is not None:
            if info.offset_data + info.size > caps.ARCHIVE_BYTES:  # before it is passed over, which unpacks it
                raise tarfile.ReadError("too large")
            yield _Entry(info.name.encode("utf-8", "surrogateescape"), info.size, 0, info.isreg(), info.isdir(), info)

    def copy(self, entry: _Entry, password: str, write: Callable[[IO[bytes]], None]) -> bool:
        unpacked = self._tar.extractfile(entry.key)
        if unpacked is not None:
            with unpacked:
                write(unpacked)
        return True

    def close(self) -> None:
        self._tar.close()
        self._unpacked.close()


class _Single:
    """One file, packed; it has the name of the archive without its last suffix."""

    def __init__(self, file: Path, unpack: Callable[[Path], IO[bytes]]) -> None:
        self._file, self._unpack = file, unpack

    def entries(self) -> Iterator[_Entry]:
        yield _Entry(self._file.stem.lstrip("."), 0, self._file.stat().st_size, is_file=True)

    def copy(self, entry: _Entry, password: str, write: Callable[[IO[bytes]], None]) -> bool:
        with self._unpack(self._file) as unpacked:
            write(unpacked)
        return True

    def close(self) -> None:
        pass


def _texts(entries: Sequence[_Entry]) -> list[str]:
    """The names as text."""
    decoded = iter(decode_names([entry.name for entry in entries if isinstance(entry.name, bytes)]))
    return [next(decoded) if isinstance(entry.name, bytes) else entry.name for entry in entries]


def _spellings(password: str) -> Iterator[bytes]:
    """The password as the programs that make archives may have written it."""
    seen = set()
    for encoding in _PASSWORD_ENCODINGS:
        secret = password.encode(encoding, "ignore")
        if secret not in seen and secret.decode(encoding) == password:
            seen.add(secret)
            yield secret


def _copy(unpacked: IO[bytes], target: BinaryIO, path: Path, packed: int) -> None:
    """Write all of it, from the start of the target. Raises `ReadFault` above the caps."""
    target.seek(0)
    target.truncate()
    size = 0
    while piece := unpacked.read(_PIECE):
        size += len(piece)
        if size > caps.MEMBER_BYTES:
            raise caps.over_member_bytes(path)
        if packed and size > max(caps.RATIO_FREE, caps.MOST_RATIO * packed):
            raise caps.over_ratio(path)
        target.write(piece)


@contextmanager
def _damage_told(path: Path) -> Iterator[None]:
    """What the libraries raise for a damaged or unknown archive as `ReadFault`."""
    try:
        yield
    except _DAMAGE as error:
        raise corrupt(path, "archive") from error
    except (NotImplementedError, RuntimeError) as error:
        what = "is packed in a way that is not known here"
        raise fault(Reason.UNSUPPORTED, path, what, "Unpack it with the program that packed it and drop that.") from error
    except OSError as error:
        raise (os_fault(path, error) if error.errno else corrupt(path, "archive")) from error
