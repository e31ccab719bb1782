"""Writes small GGUF files for tests: honest ones, and broken ones of every kind."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Value = Any
F32, F16, Q4_0 = 0, 1, 2
BYTES = {F32: (1, 4), F16: (1, 2), Q4_0: (32, 18)}
_KINDS = {int: (4, "<I"), bool: (7, "<?"), float: (6, "<f")}
CHATML = (
    "{% for m in messages %}{{ '<|im_start|>' + m.role + '\n' + m.content + '<|im_end|>\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)


@dataclass
class Gguf:
    """A model to write. `tensors` are name, dimensions and kind; data is zeros."""

    metadata: dict[str, Value] = field(default_factory=dict)
    tensors: list[tuple[str, tuple[int, ...], int]] = field(default_factory=list)
    version: int = 3

    def content(self, *, cut: int = 0) -> bytes:
        """The file, without its last `cut` bytes."""
        head = b"GGUF" + struct.pack("<IQQ", self.version, len(self.tensors), len(self.metadata))
        for key, value in self.metadata.items():
            head += text(key) + typed(value)
        offset = 0
        for name, dimensions, kind in self.tensors:
            head += text(name) + struct.pack(f"<I{len(dimensions)}QIQ", len(dimensions), *dimensions, kind, offset)
            offset += aligned(size(dimensions, kind))
        whole = head + b"\0" * (-len(head) % 32) + b"\0" * offset
        return whole[: len(whole) - cut]

    def write(self, path: Path, *, cut: int = 0) -> Path:
        """Write it to `path`."""
        path.write_bytes(self.content(cut=cut))
        return path


def chat_model(**changes: Value) -> Gguf:
    """A whole tiny chat model; `changes` replace metadata (with `__` for a dot) or, when None, take it away."""
    metadata: dict[str, Value] = {
        "general.architecture": "llama",
        "general.name": "Tiny",
        "general.license": "apache-2.0",
        "general.file_type": 2,
        "llama.context_length": 4096,
        "llama.block_count": 2,
        "llama.embedding_length": 64,
        "llama.feed_forward_length": 128,
        "llama.attention.head_count": 4,
        "llama.attention.head_count_kv": 2,
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.tokens": ["<s>", "</s>", "<|im_start|>", "<|im_end|>", "a", "b"],
        "tokenizer.ggml.bos_token_id": 0,
        "tokenizer.ggml.eos_token_id": 1,
        "tokenizer.chat_template": CHATML,
    }
    for key, value in changes.items():
        metadata[key.replace("__", ".")] = value
    return Gguf({key: value for key, value in metadata.items() if value is not None}, [("token_embd.weight", (64, 100), Q4_0)])


def size(dimensions: tuple[int, ...], kind: int) -> int:
    block, count = BYTES[kind]
    return math.prod(dimensions) // block * count


def aligned(count: int) -> int:
    return -(-count // 32) * 32


def text(value: str) -> bytes:
    encoded = value.encode("utf-8", "surrogateescape")
    return struct.pack("<Q", len(encoded)) + encoded


def typed(value: Value) -> bytes:
    """A value with its kind before it."""
    if isinstance(value, str):
        return struct.pack("<I", 8) + text(value)
    if isinstance(value, list):
        kind = 8 if value and isinstance(value[0], str) else _KINDS[type(value[0])][0] if value else 4
        items = b"".join(text(item) if kind == 8 else struct.pack(_KINDS[type(item)][1], item) for item in value)
        return struct.pack("<IIQ", 9, kind, len(value)) + items
    kind, form = _KINDS[type(value)]
    return struct.pack("<I", kind) + struct.pack(form, value)
