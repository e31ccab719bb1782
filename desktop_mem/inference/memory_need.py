"""How much memory a model will take, worked out from its header alone, against what is free now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import psutil

from desktop_mem.inference.gguf import GgufHeader

Verdict = Literal["fits", "tight", "too large"]

KV_BYTES = {"f32": 4.0, "f16": 2.0, "bf16": 2.0, "q8_0": 34 / 32, "q5_1": 24 / 32, "q5_0": 22 / 32, "q4_1": 20 / 32, "q4_0": 18 / 32}
# What the libraries of the engine take, before any model: measured, with a margin.
_PROGRAM = 150 * 2**20
# Above this share of what is free, the rest of the machine has to give way.
_TIGHT_SHARE = 0.85
_CELLS = 256  # llama.cpp allots the cache in steps of so many tokens


@dataclass(frozen=True, slots=True)
class LoadPlan:
    """How the model is to be loaded. `free` is main memory in bytes; `offloads`: the installed llama.cpp can use a graphics card.

    `whole_windows`: layers with a sliding window keep the whole window all the same, which llama.cpp does unless told otherwise.
    """

    window: int
    free: int
    batch: int = 512
    kv_type: str = "f16"
    gpu_layers: int = 0
    offloads: bool = False
    whole_windows: bool = True
    flash_attention: bool = False


@dataclass(frozen=True, slots=True)
class MemoryNeed:
    """Bytes of each part, all of it, and what is free; `on_card` is the part of it that is meant for the graphics card."""

    weights: int
    cache: int
    buffers: int
    on_card: int
    free: int
    window: int

    @property
    def total(self) -> int:
        """All memory, the card's included."""
        return self.weights + self.cache + self.buffers + _PROGRAM

    @property
    def main_memory(self) -> int:
        """What main memory has to give."""
        return self.total - self.on_card

    @property
    def verdict(self) -> Verdict:
        """Of main memory only: how much a card has free is not known here."""
        if self.main_memory > self.free:
            return "too large"
        return "tight" if self.main_memory > self.free * _TIGHT_SHARE else "fits"


def free_memory() -> int:
    """Bytes of main memory that programs can have now."""
    return int(psutil.virtual_memory().available)


def window_of(header: GgufHeader, wanted: int) -> int:
    """The window in tokens that is allotted when that many are wanted (0: as many as the model was trained for)."""
    trained = header.context_length
    window = wanted or trained or 4096
    return min(window, trained) if trained else window


def memory_need(headers: Sequence[GgufHeader], plan: LoadPlan) -> MemoryNeed:
    """The estimate for a model whose parts have these headers. Never raises: what a header does not tell counts as nothing."""
    head = headers[0]
    window = window_of(head, plan.window)
    weights = sum(tensor.size for header in headers for tensor in header.table)
    cache = sum(_cache_of_layers(head, window, plan))
    layers = max(head.number("block_count"), 1)
    share = 0.0
    if plan.offloads and plan.gpu_layers:
        share = 1.0 if plan.gpu_layers < 0 else min(plan.gpu_layers / layers, 1.0)
    return MemoryNeed(weights, cache, _buffers(head, window, plan), int((weights + cache) * share), plan.free, window)


def _cache_of_layers(head: GgufHeader, window: int, plan: LoadPlan) -> list[int]:
    """Bytes of the key-value cache (or the recurrent state) of each layer."""
    layers = head.number("block_count")
    cells = -(-window // _CELLS) * _CELLS
    element = KV_BYTES.get(plan.kv_type, 2.0)
    if head.number("attention.kv_lora_rank") and head.number("attention.key_length_mla"):
        latent = head.number("attention.kv_lora_rank") + head.number("rope.dimension_count")
        return [int(cells * latent * element)] * layers
    heads = head.number("attention.head_count", 1) or 1
    size = head.number("embedding_length") // heads
    numbers = head.number("attention.key_length", size) + head.number("attention.value_length", size)
    shared = min(head.number("attention.shared_kv_layers"), layers)
    sliding = -(-(head.number("attention.sliding_window") + plan.batch) // _CELLS) * _CELLS
    caches = []
    for layer in range(min(layers, 10_000)):
        kv_heads = _of_layer(head, "attention.head_count_kv", layer, _of_layer(head, "attention.head_count", layer, 0))
        recurrent = not kv_heads or _recurrent(head, layer)
        slides = not plan.whole_windows and sliding > plan.batch and _slides(head, layer)
        held = min(cells, sliding) if slides else cells
        if layer >= layers - shared:
            caches.append(0)
        else:
            caches.append(_state(head) if recurrent else int(held * kv_heads * numbers * element))
    return caches


def _recurrent(head: GgufHeader, layer: int) -> bool:
    interval = head.number("full_attention_interval")
    return bool(interval and head.number("ssm.state_size") and (layer + 1) % interval)


def _slides(head: GgufHeader, layer: int) -> bool:
    """Whether a layer looks back only as far as the sliding window; False where the metadata does not tell."""
    pattern: Any = head.metadata.get(f"{head.architecture}.attention.sliding_window_pattern")
    if isinstance(pattern, list):
        return bool(layer < len(pattern) and pattern[layer])
    return isinstance(pattern, int) and pattern > 1 and (layer + 1) % pattern != 0


def _state(head: GgufHeader) -> int:
    """Bytes of the state of a recurrent layer, which does not grow with the window."""
    inner, state = head.number("ssm.inner_size"), head.number("ssm.state_size")
    convolved = max(head.number("ssm.conv_kernel") - 1, 0) * (inner + 2 * head.number("ssm.group_count") * state)
    rwkv = head.number("embedding_length") * (head.number("wkv.head_size") + 2) if head.number("wkv.head_size") else 0
    return 4 * (convolved + inner * state + rwkv)


def _of_layer(head: GgufHeader, key: str, layer: int, otherwise: int) -> int:
    """A number that may differ from layer to layer."""
    value = head.metadata.get(f"{head.architecture}.{key}")
    if isinstance(value, list):
        one = value[layer] if layer < len(value) else otherwise
        return one if isinstance(one, int) and one >= 0 else otherwise
    return head.number(key, otherwise)


def _buffers(head: GgufHeader, window: int, plan: LoadPlan) -> int:
    """What one batch needs while it is worked out: the largest of logits, attention scores and feed-forward rows, and the mask."""
    tokens = head.metadata.get("tokenizer.ggml.tokens", ())
    vocabulary = len(tokens) if isinstance(tokens, list) else head.number("vocab_size")
    scores = 0 if plan.flash_attention else window * _of_layer(head, "attention.head_count", 0, 0)
    row = max(vocabulary, scores, 3 * _of_layer(head, "feed_forward_length", 0, 0)) + head.number("embedding_length")
    return plan.batch * (4 * row + 2 * window)
