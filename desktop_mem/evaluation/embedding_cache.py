"""Embeddings kept in a file, so that a second measurement neither computes them again nor loads the embedder."""

from __future__ import annotations

import hashlib
import re
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from desktop_mem.memory.ports import Embedder

_KEY_BYTES: Final = 16
_BATCH: Final = 256
_HEADER: Final = 4


class CachedEmbedder:
    """The embedder of that name, which is loaded when a text is new. Each text is computed once; with a `folder` for good.

    The file there holds the dimension, then a row of records: the digest of a text and its vector as 32-bit floats. A record that
    a crash cut off is dropped. `progress` is told how many of how many texts of one call are done.
    """

    def __init__(self, name: str, load: Callable[[], Embedder], folder: Path | None, progress: Callable[[int, int], None]) -> None:
        self.name = name
        self._load = load
        self._progress = progress
        self._embedder: Embedder | None = None
        self._vectors: dict[bytes, array[float]] = {}
        plain_name = re.sub(r"[^\w.-]", "_", name)
        self._file = None if folder is None else folder / f"{plain_name}.vectors"
        if self._file is not None:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._read(self._file)

    def _read(self, file: Path) -> None:
        data = file.read_bytes() if file.exists() else b""
        size = _KEY_BYTES + 4 * int.from_bytes(data[:_HEADER], "little")
        whole = len(data) - (len(data) - _HEADER) % size if len(data) > _HEADER else 0
        for start in range(_HEADER, whole, size):
            self._vectors[data[start : start + _KEY_BYTES]] = array("f", data[start + _KEY_BYTES : start + size])
        if whole < len(data):
            with file.open("r+b") as broken:
                broken.truncate(whole)

    @property
    def dimension(self) -> int:
        """Length of each vector."""
        return len(next(iter(self._vectors.values()))) if self._vectors else self._loaded().dimension

    @property
    def is_loaded(self) -> bool:
        """Whether some text was new."""
        return self._embedder is not None

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit vector per text, in order."""
        keys = [_key(text) for text in texts]
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._vectors}
        missing = sorted(new, key=lambda key: len(new[key]))  # texts of like length share a batch, which wastes no padding
        for start in range(0, len(missing), _BATCH):
            batch = missing[start : start + _BATCH]
            self._keep(batch, self._loaded().embed([new[key] for key in batch]))
            self._progress(start + len(batch), len(missing))
        return [self._vectors[key].tolist() for key in keys]

    def embed_anew(self, text: str) -> None:
        """Compute the vector of one text though it is known, as a search for a new question has to."""
        self._loaded().embed([text])

    def _loaded(self) -> Embedder:
        if self._embedder is None:
            self._embedder = self._load()
        return self._embedder

    def _keep(self, keys: Sequence[bytes], vectors: Sequence[Sequence[float]]) -> None:
        found = {key: array("f", vector) for key, vector in zip(keys, vectors, strict=True)}
        self._vectors.update(found)
        if self._file is not None:
            with self._file.open("ab") as file:
                header = b"" if file.tell() else self.dimension.to_bytes(_HEADER, "little")
                file.write(header + b"".join(key + vector.tobytes() for key, vector in found.items()))


def _key(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=_KEY_BYTES).digest()
