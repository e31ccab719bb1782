"""Models in several files: which parts there are, which are missing, and what they hold together."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from desktop_mem.inference.gguf import GgufHeader

_PART = re.compile(r"(?P<stem>.*)-(?P<number>\d{5})-of-(?P<count>\d{5})\.gguf", re.IGNORECASE)
MOST_PARTS = 1000


@dataclass(frozen=True, slots=True)
class Parts:
    """The files of one model, in order; a single file is its only part. `chosen` counts from 0."""

    files: tuple[Path, ...]
    chosen: int = 0

    @property
    def missing(self) -> tuple[Path, ...]:
        """Those that are not there."""
        return tuple(file for file in self.files if not file.is_file())


def parts_of(path: Path, header: GgufHeader) -> Parts:
    """The parts that the model needs, by what the header says and by the name, which llama.cpp goes by.

    A header that speaks of parts in a file whose name does not gives parts with the names that llama.cpp would look for.
    """
    count, number = header.metadata.get("split.count", 0), header.metadata.get("split.no", 0)
    named = _PART.fullmatch(path.name)
    if not (isinstance(count, int) and 1 < count <= MOST_PARTS):
        return Parts((path,))
    stem = named["stem"] if named else path.stem
    files = tuple(path.with_name(f"{stem}-{part:05}-of-{count:05}.gguf") for part in range(1, count + 1))
    return Parts(files, number if isinstance(number, int) and 0 <= number < count else 0)
