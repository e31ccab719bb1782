"""Tokens are counted as the embedder counts them: in full, without special tokens."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from desktop_mem.documents.blocks import Block
from desktop_mem.documents.chunking import chunk_blocks
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


@pytest.mark.embedder
@pytest.mark.parametrize(
    "text",
    [
        "The quick brown fox jumps over the lazy dog. " * 200,
        "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft " * 80,
        "今天天气很好我们去公园" * 200,
        "0x80070057 3f2504e0-4f89-11d3-9a0c-0305e82c3301 " * 100,
        "👩‍👩‍👧‍👦" * 400,
        "a" * 20_000,
    ],
    ids=["English", "German", "Chinese", "numbers", "emoji", "one word"],
)
def test_no_chunk_is_longer_than_the_embedder_reads(embedder_folder: Path, text: str) -> None:
    """letta 1086: inputs must have less than 512 tokens (646): chunks were counted with another tokenizer than the embedder's."""
    own = Tokenizer.from_file(str(embedder_folder / "tokenizer.json"))
    own.no_truncation()
    own.no_padding()
    longest = json.loads((embedder_folder / "sentence_bert_config.json").read_text(encoding="utf-8"))["max_seq_length"]
    chunks = list(chunk_blocks([Block(text)], load_tokenizer(embedder_folder)))
    assert len(chunks) > 1
    assert max(len(own.encode(chunk.text).ids) for chunk in chunks) <= longest
