"""Reads the header of a GGUF file without loading it: metadata and tensor bounds, with a sentence for every kind of broken file."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from desktop_mem.errors import EnvironmentFault

_MAGIC = b"GGUF"
_SCALARS = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q", 12: "<d"}
_STRING, _ARRAY = 8, 9
_LONGEST_STRING = 64 * 1024 * 1024
_MOST_ITEMS = 10_000_000
_GET_ANOTHER = "Download or copy it again, or choose another model."
# (elements per block, bytes per block) by ggml type number, from ggml's public format description
_BLOCKS = {
    0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34), 9: (32, 36), 10: (256, 84), 11: (256, 110),
    12: (256, 144), 13: (256, 176), 14: (256, 210), 15: (256, 292), 16: (256, 66), 17: (256, 74), 18: (256, 98), 19: (256, 50),
    20: (32, 18), 21: (256, 110), 22: (256, 82), 23: (256, 136), 24: (1, 1), 25: (1, 2), 26: (1, 4), 27: (1, 8), 28: (1, 8),
    29: (256, 56), 30: (1, 2), 34: (256, 54), 35: (256, 66), 39: (32, 17),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """What a GGUF file says of itself. `needed_bytes` is the file size that its tensors demand."""

    version: int
    metadata: dict[str, Any] = field(repr=False)
    tensors: int
    needed_bytes: int

    @property
    def architecture(self) -> str:
        """For instance `llama`."""
        return str(self.metadata.get("general.architecture", ""))

    @property
    def context_length(self) -> int:
        """Tokens that the model was trained for; 0 when the file does not say."""
        return int(self.metadata.get(f"{self.architecture}.context_length", 0))

    @property
    def chat_template(self) -> str:
        """The Jinja source of the chat template, or empty."""
        return str(self.metadata.get("tokenizer.chat_template", ""))


def read_header(path: Path) -> GgufHeader:
    """Header of the GGUF at `path`. Raises `EnvironmentFault` for a missing, unreadable, foreign, damaged or truncated file."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            header = _parse(file, path, size)
    except FileNotFoundError:
        raise EnvironmentFault(f"The model file {path} does not exist.", "Choose another model, or put the file back.") from None
    except IsADirectoryError:
        raise EnvironmentFault(f"{path} is a folder, not a model file.", "Choose a .gguf file.") from None
    except OSError as error:
        raise EnvironmentFault(f"The model file {path} cannot be read ({error.strerror}).", "Check its permissions.") from None
    except (struct.error, UnicodeDecodeError, OverflowError, MemoryError, RecursionError):
        raise EnvironmentFault(f"The header of the model file {path} is damaged or cut off after {size:,} bytes.", _GET_ANOTHER) from None
    if size < header.needed_bytes:
        raise EnvironmentFault(
            f"The model file {path} is incomplete: it has {size:,} of {header.needed_bytes:,} bytes "
            f"({header.needed_bytes - size:,} are missing).",
            _GET_ANOTHER,
        )
    return header


def _parse(file: BinaryIO, path: Path, size: int) -> GgufHeader:
    magic = file.read(4)
    if magic != _MAGIC:
        what = "is empty" if not magic else "is not a GGUF model"
        raise EnvironmentFault(f"The file {path} {what}.", "Choose a file in GGUF format (its name usually ends in .gguf).")
    version = _scalar(file, "<I")
    if version not in (2, 3):
        raise EnvironmentFault(f"The model file {path} has GGUF version {version}; versions 2 and 3 can be read.", _GET_ANOTHER)
    tensors, pairs = _scalar(file, "<Q"), _scalar(file, "<Q")
    if max(tensors, pairs) > _MOST_ITEMS or max(tensors, pairs) > size:
        raise struct.error("more entries than the file can hold")
    metadata = {}
    for _ in range(pairs):
        key = _string(file)
        metadata[key] = _value(file, _scalar(file, "<I"), size)
    end = max((_tensor_end(file) for _ in range(tensors)), default=0)
    alignment = int(metadata.get("general.alignment", 32)) or 32
    data_start = math.ceil(file.tell() / alignment) * alignment
    return GgufHeader(version, metadata, tensors, data_start + end)


def _tensor_end(file: BinaryIO) -> int:
    """Read one tensor's entry; where its data ends, counted from the start of the data."""
    _string(file)
    dimensions = [_scalar(file, "<Q") for _ in range(min(_scalar(file, "<I"), 8))]
    kind, offset = _scalar(file, "<I"), _scalar(file, "<Q")
    elements, size = _BLOCKS.get(kind, (1, 0))
    return int(offset + math.prod(dimensions) // elements * size)


def _value(file: BinaryIO, kind: int, size: int) -> Any:
    if kind == _STRING:
        return _string(file)
    if kind != _ARRAY:
        return _scalar(file, _SCALARS.get(kind, ""))
    item, count = _scalar(file, "<I"), _scalar(file, "<Q")
    if count > min(size, _MOST_ITEMS):
        raise struct.error("an array longer than the file")
    if item in _SCALARS:
        form = _SCALARS[item]
        return list(struct.unpack(f"<{count}{form[1]}", _exactly(file, count * struct.calcsize(form))))
    return [_value(file, item, size) for _ in range(count)]


def _string(file: BinaryIO) -> str:
    length = _scalar(file, "<Q")
    if length > _LONGEST_STRING:
        raise struct.error("a string longer than any file needs")
    return _exactly(file, length).decode("utf-8", errors="surrogateescape")


def _scalar(file: BinaryIO, form: str) -> Any:
    if not form:
        raise struct.error("an unknown kind of value")
    return struct.unpack(form, _exactly(file, struct.calcsize(form)))[0]


def _exactly(file: BinaryIO, count: int) -> bytes:
    data = file.read(count)
    if len(data) < count:
        raise struct.error("the file ends early")
    return data
