"""Opens members of zip archives that are encrypted with AES, which the standard library cannot: it knows only the old cipher."""

from __future__ import annotations

import hashlib
import hmac
import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

AES_METHOD = 99
"""The packing method that stands for: encrypted with AES, and the true method in the extra field."""

_EXTRA = 0x9901
_LOCAL_HEADER = struct.Struct("<26xHH")
_KEY_BYTES = {1: 16, 2: 24, 3: 32}
_CHECK_BYTES, _SEAL_BYTES = 2, 10
_PIECE = 16_384


def open_aes(archive: zipfile.ZipFile, info: zipfile.ZipInfo, secret: bytes) -> io.BufferedReader:
    """The unpacked stream. Raises `RuntimeError` for a wrong password, `BadZipFile` (also at its end) for damage, `NotImplementedError`."""
    strength, method = _parameters(info)
    if method not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise NotImplementedError("packing method within AES")
    file = Path(str(archive.filename)).open("rb")  # noqa: SIM115 - the stream closes it
    file.seek(info.header_offset)
    name_size, extra_size = _LOCAL_HEADER.unpack(file.read(_LOCAL_HEADER.size))
    file.seek(name_size + extra_size, io.SEEK_CUR)
    key_bytes = _KEY_BYTES[strength]
    salt, check = file.read(key_bytes // 2), file.read(_CHECK_BYTES)
    keys = hashlib.pbkdf2_hmac("sha1", secret, salt, 1000, 2 * key_bytes + _CHECK_BYTES)
    if keys[-_CHECK_BYTES:] != check:
        file.close()
        raise RuntimeError("wrong password")
    size = info.compress_size - len(salt) - _CHECK_BYTES - _SEAL_BYTES
    pieces = _decrypted(file, size, keys[:key_bytes], keys[key_bytes : 2 * key_bytes])
    return io.BufferedReader(_Pieces(_inflated(pieces) if method == zipfile.ZIP_DEFLATED else pieces, file))


def _parameters(info: zipfile.ZipInfo) -> tuple[int, int]:
    """The strength (1-3) and the true packing method."""
    extra = info.extra
    while len(extra) >= 4:
        kind, size = struct.unpack_from("<HH", extra)
        if kind == _EXTRA and size >= 7 and extra[8] in _KEY_BYTES:
            return extra[8], struct.unpack_from("<H", extra, 9)[0]
        extra = extra[4 + size :]
    raise zipfile.BadZipFile("no AES parameters")


def _decrypted(file: BinaryIO, size: int, key: bytes, seal_key: bytes) -> Iterator[bytes]:
    """Plain pieces. The counter of this format is little-endian, which no library's counter mode is."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes  # here: few archives need it

    encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    seal = hmac.new(seal_key, digestmod="sha1")
    counter = 1
    while size > 0:
        piece = file.read(min(_PIECE, size))
        if not piece:
            raise zipfile.BadZipFile("cut off")
        size -= len(piece)
        seal.update(piece)
        blocks = -(-len(piece) // 16)
        stream = encryptor.update(b"".join(number.to_bytes(16, "little") for number in range(counter, counter + blocks)))
        counter += blocks
        yield (int.from_bytes(piece, "little") ^ int.from_bytes(stream[: len(piece)], "little")).to_bytes(len(piece), "little")
    if not hmac.compare_digest(seal.digest()[:_SEAL_BYTES], file.read(_SEAL_BYTES)):
        raise zipfile.BadZipFile("the seal does not fit")


def _inflated(pieces: Iterator[bytes]) -> Iterator[bytes]:
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    for piece in pieces:
        yield inflater.decompress(piece)
    yield inflater.flush()


class _Pieces(io.RawIOBase):
    """A stream of the pieces of an iterator; closes the file behind it."""

    def __init__(self, pieces: Iterator[bytes], file: BinaryIO) -> None:
        self._pieces, self._file = pieces, file
        self._left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while not self._left:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._left = piece
        taken = self._left[: len(buffer)]
        buffer[: len(taken)] = taken
        self._left = self._left[len(taken) :]
        return len(taken)

    def close(self) -> None:
        self._file.close()
        super().close()
