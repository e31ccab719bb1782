"""Reads the header of a GGUF file without loading it: metadata and tensor bounds, with a sentence for every kind of broken file."""

from __future__ import annotations

import math
import mmap
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.ggml_types import BLOCKS, bytes_of
from desktop_mem.inference.gguf_bytes import Buffer, Damaged, HeaderBytes

_MAGIC = b"GGUF"
_GET_ANOTHER = "Download or copy it again, or choose another model."
_CHOOSE_GGUF = "Choose a file in GGUF format (its name usually ends in .gguf)."
_MOST_DIMENSIONS = 4
_LARGEST_ALIGNMENT = 2**20
# How files begin that are taken for models now and then, and what they are.
_ELSE = (
    ((b"lmgg", b"fmgg", b"tjgg", b"algg", b"ggml", b"ggmf", b"ggjt"), "is a model in the old format GGML, which llama.cpp no longer reads"),
    ((b"version https://git-lfs",), "is only a pointer to a model (Git LFS), without the model itself"),
    ((b"<!doctype", b"<!DOCTYPE", b"<html", b"<HTML"), "is a web page, saved in place of a model"),
    ((b"PK\x03\x04",), "is a zip archive or a PyTorch model, not a GGUF model"),
)


@dataclass(frozen=True, slots=True)
class Tensor:
    """One entry of the tensor table: the kind by ggml's number, and where its bytes begin, counted from the start of all data."""

    name: str
    dimensions: tuple[int, ...]
    kind: int
    offset: int

    @property
    def elements(self) -> int:
        """How many numbers it holds."""
        return math.prod(self.dimensions)

    @property
    def size(self) -> int:
        """Its bytes; 0 for a kind that is not known."""
        return bytes_of(self.kind, self.elements)


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """What a GGUF file says of itself. `needed_bytes` is the file size that its tensors demand."""

    version: int
    metadata: Mapping[str, Any] = field(repr=False)
    table: tuple[Tensor, ...] = field(repr=False)
    needed_bytes: int

    @property
    def tensors(self) -> int:
        """How many tensors the file holds."""
        return len(self.table)

    @property
    def architecture(self) -> str:
        """For instance `llama`."""
        return self.text("general.architecture")

    @property
    def context_length(self) -> int:
        """Tokens that the model was trained for; 0 when the file does not say."""
        return self.number("context_length")

    @property
    def chat_template(self) -> str:
        """The Jinja source of the chat template, or empty."""
        return self.text("tokenizer.chat_template")

    def text(self, key: str) -> str:
        """The text under that key; empty when there is none."""
        value = self.metadata.get(key, "")
        return value if isinstance(value, str) else ""

    def number(self, key: str, otherwise: int = 0) -> int:
        """The whole number under that key of the architecture, not negative; `otherwise` when there is none."""
        value = self.metadata.get(f"{self.architecture}.{key}")
        return value if isinstance(value, int) and value >= 0 else otherwise

    def token(self, which: str) -> str:
        """The text of the special token `bos`, `eos` and so on, as a template writes it, or nothing."""
        tokens, number = self.metadata.get("tokenizer.ggml.tokens", ()), self.metadata.get(f"tokenizer.ggml.{which}_token_id", -1)
        known = isinstance(tokens, list) and isinstance(number, int) and 0 <= number < len(tokens)
        return str(tokens[number]) if known else ""


def read_header(path: Path) -> GgufHeader:
    """Header of the GGUF at `path`. Raises `EnvironmentFault` for a missing, unreadable, foreign, damaged or truncated file."""
    try:
        header, size = _header_and_size(path)
    except FileNotFoundError:
        raise EnvironmentFault(f"The model file {path} does not exist.", "Choose another model, or put the file back.") from None
    except IsADirectoryError:
        raise EnvironmentFault(f"{path} is a folder, not a model file.", "Choose a .gguf file.") from None
    except OSError as error:
        raise EnvironmentFault(f"The model file {path} cannot be read ({error.strerror}).", "Check its permissions.") from None
    if size < header.needed_bytes:
        raise EnvironmentFault(
            f"The model file {path} is incomplete: it has {size:,} of {header.needed_bytes:,} bytes "
            f"({header.needed_bytes - size:,} are missing).",
            _GET_ANOTHER,
        )
    return header


def _header_and_size(path: Path) -> tuple[GgufHeader, int]:
    found = path.stat()
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError
    if not stat.S_ISREG(found.st_mode):
        raise EnvironmentFault(f"{path} is a device or a pipe, not a model file.", "Choose a .gguf file.")
    if not found.st_size:
        raise EnvironmentFault(f"The file {path} is empty.", _CHOOSE_GGUF)
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        try:
            return _parse(data, path), len(data)
        except (Damaged, OverflowError, MemoryError):
            raise EnvironmentFault(
                f"The header of the model file {path} is damaged or cut off after {len(data):,} bytes.", _GET_ANOTHER
            ) from None


def _parse(data: Buffer, path: Path) -> GgufHeader:
    start = bytes(data[:32])
    if start[:4] != _MAGIC:
        raise EnvironmentFault(f"The file {path} {_what_else(start)}.", _CHOOSE_GGUF)
    source = HeaderBytes(data, at=len(_MAGIC))
    version = source.number("<I")
    if version not in (2, 3):
        _refuse_version(version, path)
    tensors, pairs = source.count(24), source.count(13)
    metadata: dict[str, Any] = {}
    for _ in range(pairs):
        key = source.text()
        if key in metadata:
            raise Damaged(f"{key!r} twice")
        metadata[key] = source.value()
    table = tuple(_tensor(source) for _ in range(tensors))
    alignment = metadata.get("general.alignment", 32)
    if not (isinstance(alignment, int) and 0 < alignment <= _LARGEST_ALIGNMENT):
        raise Damaged(f"an alignment of {alignment!r}")
    data_start = -(-source.at // alignment) * alignment
    end = max((tensor.offset + tensor.size for tensor in table), default=0)
    return GgufHeader(version, metadata, table, data_start + end if table else source.at)


def _what_else(start: bytes) -> str:
    """What a file that begins like this is, if not a GGUF model."""
    if start[8:9] == b"{" and not any(start[3:8]):
        return "is a model in the format Safetensors, which llama.cpp does not read"
    return next((what for beginnings, what in _ELSE if start.startswith(beginnings)), "is not a GGUF model")


def _refuse_version(version: int, path: Path) -> None:
    if version and not version & 0xFFFF:
        raise EnvironmentFault(f"The model file {path} was made for machines of the other byte order (big-endian).", _GET_ANOTHER)
    raise EnvironmentFault(f"The model file {path} has GGUF version {version}; versions 2 and 3 can be read.", _GET_ANOTHER)


def _tensor(source: HeaderBytes) -> Tensor:
    name = source.text()
    count = source.number("<I")
    if count > _MOST_DIMENSIONS:
        raise Damaged(f"{name!r} has {count} dimensions")
    dimensions = tuple(source.number("<Q") for _ in range(count))
    kind, offset = source.number("<I"), source.number("<Q")
    if kind in BLOCKS and dimensions and dimensions[0] % BLOCKS[kind][1]:
        raise Damaged(f"{name!r} has rows that are no whole blocks")
    return Tensor(name, dimensions, kind, offset)
