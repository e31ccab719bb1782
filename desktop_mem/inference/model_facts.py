"""What a GGUF header tells of its model: what kind it is, how large, how quantised, and under which licence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from desktop_mem.inference.ggml_types import quantisation
from desktop_mem.inference.gguf import GgufHeader

Kind = Literal["chat", "embeddings", "reranker", "adapter", "projector", "importance", "speech", "pictures", "translation"]
Tokenizer = Literal["bpe", "sentencepiece", "wordpiece", "unigram", "rwkv", "none", "unknown"]

_EMBEDDERS = ("bert", "nomic-bert", "nomic-bert-moe", "modern-bert", "neo-bert", "jina-bert-v2", "jina-bert-v3", "eurobert",
              "gemma-embedding", "llama-embed", "t5encoder")  # fmt: skip
_PICTURES = ("flux", "sd1", "sdxl", "sd3", "wan", "ltxv", "lumina2", "hidream", "hunyuan_video", "cosmos", "qwen_image", "aura")
_SPEECH = ("whisper", "wavtokenizer-dec", "moonshine", "parakeet", "kokoro")
_KINDS: dict[str, Kind] = {
    "clip": "projector", "t5": "translation", "imatrix": "importance",
    **dict.fromkeys(_EMBEDDERS, "embeddings"), **dict.fromkeys(_PICTURES, "pictures"), **dict.fromkeys(_SPEECH, "speech"),
}  # fmt: skip
_TYPES: dict[str, Kind] = {"adapter": "adapter", "mmproj": "projector", "imatrix": "importance", "lora": "adapter"}
_TOKENIZERS: dict[str, Tokenizer] = {
    "gpt2": "bpe", "llama": "sentencepiece", "bert": "wordpiece", "t5": "unigram", "rwkv": "rwkv", "no_vocab": "none", "none": "none",
}  # fmt: skip
_POOLING_RANK = 4


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What the file says, over all its parts: sizes in bytes, `context_length` in tokens; 0 or empty where it does not say."""

    kind: Kind
    name: str
    architecture: str
    quantisation: str
    parameters: int
    weights: int
    context_length: int
    licence: str
    tokenizer: Tokenizer
    vocabulary: int
    chat_template: bool
    bos: str
    eos: str


def facts_of(headers: Sequence[GgufHeader]) -> ModelFacts:
    """The facts of a model whose parts have these headers; the first one carries the metadata."""
    head = headers[0]
    tensors = [tensor for header in headers for tensor in header.table]
    tokens = head.metadata.get("tokenizer.ggml.tokens", ())
    return ModelFacts(
        kind=kind_of(head),
        name=head.text("general.name") or head.text("general.basename"),
        architecture=head.architecture,
        quantisation=quantisation(head.metadata.get("general.file_type"), ((tensor.kind, tensor.size) for tensor in tensors)),
        parameters=sum(tensor.elements for tensor in tensors),
        weights=sum(tensor.size for tensor in tensors),
        context_length=head.context_length,
        licence=head.text("general.license") or head.text("general.license.name"),
        tokenizer=_TOKENIZERS.get(head.text("tokenizer.ggml.model") or "none", "unknown"),
        vocabulary=len(tokens) if isinstance(tokens, list) else 0,
        chat_template=bool(head.chat_template.strip()),
        bos=head.token("bos"),
        eos=head.token("eos"),
    )


def kind_of(header: GgufHeader) -> Kind:
    """What the model is for. Only `chat` models write text; a model that pools is an embedder, whatever its architecture."""
    if kind := _TYPES.get(header.text("general.type")) or _KINDS.get(header.architecture):
        return kind
    pooling = header.number("pooling_type")
    if pooling == _POOLING_RANK:
        return "reranker"
    looks_both_ways = header.metadata.get(f"{header.architecture}.attention.causal") is False
    if pooling or (looks_both_ways and not header.chat_template):
        return "embeddings"
    if "mmproj" in header.text("general.name").lower() or (header.table and header.table[0].name.startswith(("v.blk", "mm."))):
        return "projector"
    return "chat"
