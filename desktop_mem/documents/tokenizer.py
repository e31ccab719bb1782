"""Counts tokens with the embedder's own tokenizer, read from its folder without loading the embedder."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DEFAULT_LIMIT = 256
"""Tokens that an embedder reads when its folder does not say (with its special tokens)."""

_PIECE = re.compile(r"[A-Za-z]+|[0-9]+|\S")


@dataclass(frozen=True, slots=True)
class ChunkTokenizer:
    """`count` gives the tokens of a text without special tokens; `limit` the most that the embedder reads of one text, likewise."""

    count: Callable[[str], int]
    limit: int


def load_tokenizer(folder: Path) -> ChunkTokenizer:
    """The tokenizer of a sentence-transformers folder; a cautious estimate where it has no `tokenizer.json`."""
    definition = _json(folder / "tokenizer.json")
    longest = _longest_input(folder)
    if not isinstance(definition.get("model"), dict):
        return ChunkTokenizer(estimate_tokens, longest - 2)
    from tokenizers import Tokenizer  # here: a folder without its file needs no native library

    tokenizer = Tokenizer.from_str(json.dumps(definition))
    tokenizer.no_truncation()
    tokenizer.no_padding()

    def count(text: str) -> int:
        return len(tokenizer.encode(text, add_special_tokens=False).ids)

    return ChunkTokenizer(count, longest - tokenizer.num_special_tokens_to_add(False))


def estimate_tokens(text: str) -> int:
    """An upper estimate for word-piece tokenizers: one token per three Latin letters, per digit pair, and per any other character."""
    return sum(_estimate_piece(match[0]) for match in _PIECE.finditer(text))


def _estimate_piece(piece: str) -> int:
    if piece[0].isdecimal():
        return (len(piece) + 1) // 2
    return (len(piece) + 2) // 3


def _longest_input(folder: Path) -> int:
    """`max_seq_length` of the folder, else of its tokenizer or model, else the default; in tokens, with special tokens."""
    candidates = (
        _json(folder / "sentence_bert_config.json").get("max_seq_length"),
        _json(folder / "tokenizer_config.json").get("model_max_length"),
        _json(folder / "config.json").get("max_position_embeddings"),
    )
    usable = [value for value in candidates if isinstance(value, int) and 16 <= value <= 1_000_000]
    return usable[0] if usable else DEFAULT_LIMIT


def _json(path: Path) -> dict[str, Any]:
    """The object in the file; empty when there is none."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}
