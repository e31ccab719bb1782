"""Takes the numbers, texts and lists of a GGUF header out of its bytes, and gives up early on what no honest file holds."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

Buffer = Any  # bytes or a memory map: both give bytes by slice and numbers by `unpack_from`
_SCALARS = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q", 12: "<d"}
_STRING, _ARRAY = 8, 9
_LONGEST_STRING = 16 * 2**20
# The largest vocabularies in use have a quarter of a million tokens, with a score, a kind and two merges each.
_MOST_ITEMS = 8_000_000
_DEEPEST_ARRAY = 4


class Damaged(ValueError):
    """The bytes are no header; says where and why, for a log."""


class HeaderBytes:
    """A place in the bytes of a header, which every reading moves on. Raises `Damaged`; takes no more memory than the file is long."""

    def __init__(self, data: Buffer, at: int = 0) -> None:
        self._data = data
        self._items = 0
        self.at = at

    def number(self, form: str) -> Any:
        """One number in the form of `struct`."""
        start = self._passed(struct.calcsize(form))
        return struct.unpack_from(form, self._data, start)[0]

    def text(self) -> str:
        """A text with its length before it. Bytes that are not UTF-8 come back as lone surrogates."""
        length = self.number("<Q")
        if length > _LONGEST_STRING:
            raise Damaged(f"a text of {length} bytes at {self.at}")
        start = self._passed(length)
        return str(self._data[start : start + length], "utf-8", "surrogateescape")

    def value(self, depth: int = 0) -> Any:
        """A value with its kind before it."""
        kind = self.number("<I")
        return self._array(depth) if kind == _ARRAY else self._reader(kind)()

    def count(self, least_bytes: int) -> int:
        """How many entries follow, each of at least that many bytes."""
        count = int(self.number("<Q"))
        self._items += count
        if self._items > _MOST_ITEMS or count * least_bytes > len(self._data) - self.at:
            raise Damaged(f"{count} entries at {self.at}")
        return count

    def _array(self, depth: int) -> list[Any]:
        if depth >= _DEEPEST_ARRAY:
            raise Damaged(f"lists in lists at {self.at}")
        kind = self.number("<I")
        if form := _SCALARS.get(kind):
            size = struct.calcsize(form)
            count = self.count(size)
            start = self._passed(count * size)
            return list(struct.unpack_from(f"<{count}{form[1]}", self._data, start))
        if kind == _ARRAY:
            return [self._array(depth + 1) for _ in range(self.count(12))]
        if kind == _STRING:
            return self._texts(self.count(8))
        raise Damaged(f"a list of kind {kind} at {self.at}")

    def _texts(self, count: int) -> list[str]:
        """So many texts; `text` in one loop, since vocabularies are long."""
        data, at, texts = self._data, self.at, []
        length_at = struct.Struct("<Q").unpack_from
        try:
            for _ in range(count):
                (length,) = length_at(data, at)
                if length > _LONGEST_STRING:
                    raise Damaged(f"a text of {length} bytes at {at}")
                at += 8 + length
                texts.append(data[at - length : at].decode("utf-8", "surrogateescape"))
        except struct.error:
            raise Damaged(f"the end of the file at {at}") from None
        if at > len(data):
            raise Damaged("the end of the file in a list of texts")
        self.at = at
        return texts

    def _reader(self, kind: int) -> Callable[[], Any]:
        if kind == _STRING:
            return self.text
        form = _SCALARS.get(kind)
        if form is None:
            raise Damaged(f"a value of kind {kind} at {self.at}")
        return lambda: self.number(form)

    def _passed(self, count: int) -> int:
        """The place before the next so many bytes, which are passed."""
        start = self.at
        if count > len(self._data) - start:
            raise Damaged(f"the end of the file at {start}")
        self.at = start + count
        return start
