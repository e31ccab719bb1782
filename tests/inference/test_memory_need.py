"""The estimate of memory: what each part takes by the header, worked out by hand here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from desktop_mem.inference.gguf import GgufHeader, read_header
from desktop_mem.inference.memory_need import LoadPlan, memory_need
from tests.inference.gguf_writer import chat_model

FREE = 10**11
CELLS = 2048


def header(tmp_path: Path, **changes: Any) -> GgufHeader:
    return read_header(chat_model(**changes).write(tmp_path / "m.gguf"))


def cache(tmp_path: Path, plan: LoadPlan | None = None, **changes: Any) -> int:
    return memory_need([header(tmp_path, **changes)], plan or LoadPlan(CELLS, FREE)).cache


def test_keys_and_values_of_all_layers(tmp_path: Path) -> None:
    heads, head_size, layers, f16 = 2, 64 // 4, 2, 2
    assert cache(tmp_path) == layers * CELLS * heads * (head_size + head_size) * f16
    assert cache(tmp_path, LoadPlan(CELLS, FREE, kv_type="q8_0")) == layers * CELLS * heads * 2 * head_size * 34 // 32
    assert cache(tmp_path, llama__attention__key_length=32, llama__attention__value_length=8) == layers * CELLS * heads * 40 * f16
    assert cache(tmp_path, llama__attention__head_count_kv=None) == layers * CELLS * 4 * 2 * head_size * f16


def test_heads_may_differ_from_layer_to_layer(tmp_path: Path) -> None:
    assert cache(tmp_path, llama__attention__head_count_kv=[2, 4]) == (2 + 4) * CELLS * 32 * 2
    recurrent = {"llama.ssm.inner_size": 128, "llama.ssm.state_size": 16, "llama.ssm.conv_kernel": 4}
    state = 4 * (3 * 128 + 128 * 16)
    assert cache(tmp_path, llama__attention__head_count_kv=[2, 0], **recurrent) == 2 * CELLS * 32 * 2 + state


def test_a_window_is_never_larger_than_the_model_was_trained_for(tmp_path: Path) -> None:
    need = memory_need([header(tmp_path)], LoadPlan(100_000, FREE))
    assert need.window == 4096
    assert need.cache == cache(tmp_path, LoadPlan(0, FREE))


def test_sliding_windows_count_whole_unless_they_are_cut(tmp_path: Path) -> None:
    sliding = {"llama.attention.sliding_window": 256, "llama.attention.sliding_window_pattern": [True, False]}
    assert cache(tmp_path, **sliding) == cache(tmp_path)
    short = LoadPlan(CELLS, FREE, batch=256, whole_windows=False)
    assert cache(tmp_path, short, **sliding) == (512 + CELLS) * 2 * 32 * 2
    del sliding["llama.attention.sliding_window_pattern"]
    assert cache(tmp_path, short, **sliding) == cache(tmp_path)  # where the metadata does not tell, the upper bound stands


def test_a_latent_cache_is_counted_by_its_rank(tmp_path: Path) -> None:
    latent = {"llama.attention.kv_lora_rank": 512, "llama.attention.key_length_mla": 192, "llama.rope.dimension_count": 64}
    assert cache(tmp_path, **latent) == 2 * CELLS * (512 + 64) * 2


def test_layers_on_a_card_are_no_main_memory(tmp_path: Path) -> None:
    head = header(tmp_path)
    alone, half, all_ = (
        memory_need([head], LoadPlan(CELLS, FREE, gpu_layers=layers, offloads=True)) for layers in (0, 1, -1)
    )  # fmt: skip
    assert (alone.on_card, half.on_card, all_.on_card) == (0, (alone.weights + alone.cache) // 2, alone.weights + alone.cache)
    assert all_.main_memory == alone.total - all_.on_card
    assert memory_need([head], LoadPlan(CELLS, FREE, gpu_layers=-1)).on_card == 0


@pytest.mark.parametrize(
    "nonsense", [{"llama.attention.head_count": 0}, {"llama.block_count": 2**32 - 1}, {"llama.embedding_length": None}]
)
def test_nonsense_gives_a_number(tmp_path: Path, nonsense: dict[str, Any]) -> None:
    """lmstudio 1038: "NaN undefined" for an estimate."""
    assert cache(tmp_path, **nonsense) >= 0
