"""Tokens are counted as the embedder counts them: in full, without special tokens."""

from __future__ import annotations

import json
from pathlib import Path

from tokenizers import Tokenizer, models, pre_tokenizers, processors

from desktop_mem.documents.tokenizer import DEFAULT_LIMIT, estimate_tokens, load_tokenizer


def embedder(folder: Path) -> Path:
    """An embedder's folder whose tokenizer knows three words, truncates to eight tokens and pads."""
    tokenizer = Tokenizer(
        models.WordPiece({"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "[PAD]": 3, "page": 4, "##s": 5, "two": 6}, unk_token="[UNK]")
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)])
    tokenizer.enable_truncation(8)
    tokenizer.enable_padding(length=8)
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": 128}), encoding="utf-8")
    return folder


def test_counts_word_pieces_beyond_truncation_and_without_padding(tmp_path: Path) -> None:
    tokenizer = load_tokenizer(embedder(tmp_path))
    assert tokenizer.count("two pages") == 3
    assert tokenizer.count("two pages " * 100) == 300
    assert tokenizer.limit == 126


def test_a_folder_without_tokenizer_gives_an_upper_estimate(tmp_path: Path) -> None:
    tokenizer = load_tokenizer(tmp_path)
    assert tokenizer.limit == DEFAULT_LIMIT - 2
    assert tokenizer.count("two pages") == 3
    assert estimate_tokens("中文字 2024!") == 6
