"""Loading with the real model: what was read survives a relaunch, threads are measured once, and adapters act."""

from __future__ import annotations

import json
import logging
import struct
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference import loading
from desktop_mem.inference.adapter import adapter_findings
from desktop_mem.inference.calibration import Calibrations, Threads, thread_counts
from desktop_mem.inference.gguf import read_header
from desktop_mem.inference.llama import LlamaModel, LlamaOptions
from desktop_mem.inference.missing import MissingModel
from desktop_mem.inference.prefix_file import PrefixFile
from desktop_mem.memory.ports import Generation, PromptMessage
from tests.inference.gguf_writer import F32, Gguf

pytestmark = pytest.mark.model
HEAD = PromptMessage("system", "You help. " + "The harbour of Bergen has many boats and a long history. " * 5)
PROMPT = (HEAD, PromptMessage("user", "Say hello in one word."))
OPTIONS = LlamaOptions(1024, 2, 0, 256, 0.0, 0)
Load = Callable[..., LlamaModel]


@pytest.fixture
def load(gguf: Path, tmp_path: Path) -> Iterator[Load]:
    """Loads the embedded model with changed options, and closes it."""
    models: list[LlamaModel] = []

    def start(should_stop: Callable[[], bool] = lambda: False, **changes: object) -> LlamaModel:
        models.append(LlamaModel(gguf, read_header(gguf), replace(OPTIONS, **changes), should_stop=should_stop))
        return models[-1]

    yield start
    for model in models:
        if model.llama._ctx.ctx:
            model._last = ()
            model.close()


def run(model: LlamaModel, prompt=PROMPT, tokens: int = 6, variation: int = 0) -> Generation:
    pieces = model.generate(prompt, None, tokens, variation=variation)
    while True:
        try:
            next(pieces)
        except StopIteration as end:
            return end.value


def exhausted(pieces) -> int:
    return sum(1 for _ in pieces)


@pytest.fixture
def kept(tmp_path: Path) -> dict[str, object]:
    return {"prefix_file": tmp_path / "prefix.state", "prefix_bytes": 64 * 2**20}


def test_a_relaunch_goes_on_from_what_was_read_and_says_the_same(load: Load, kept) -> None:
    first = load(**kept)
    cold = run(first)
    first.close()
    said = PromptMessage("assistant", cold.text, cold.token_ids)
    longer = (*PROMPT, replace(said, token_ids=()), PromptMessage("user", "And in two words?"))
    warm = run(load(**kept), longer)
    new = load()
    whole = run(new, longer)
    assert cold.evaluated_tokens > 70
    assert warm.evaluated_tokens < 30
    assert warm.text == whole.text


def test_the_ids_that_the_model_wrote_are_known_again_after_a_relaunch(load: Load, kept) -> None:
    """Its text, tokenised again, can give other ids: the prefix would break there."""
    first = load(**kept)
    other_ids = tuple(i for word in ("h", "e", "l", "l", "o") for i in first._encoder._plain(word))
    assert list(other_ids) != first._encoder._plain("hello")
    prompt = (*PROMPT, PromptMessage("assistant", "hello", other_ids), PromptMessage("user", "Again."))
    run(first, prompt)
    first.close()
    again = (*PROMPT, PromptMessage("assistant", "hello"), PromptMessage("user", "Again."))
    assert run(load(**kept), again).evaluated_tokens == 1


def test_reading_ahead_leaves_only_the_message_to_be_read(load: Load) -> None:
    model = load()
    pieces = exhausted(model.read_ahead((HEAD,)))
    assert pieces > 1, "it can be left between two pieces"
    assert run(model).evaluated_tokens < 20


def test_reading_ahead_can_be_left_at_any_piece(load: Load) -> None:
    model = load()
    ahead = model.read_ahead((HEAD,))
    next(ahead)
    ahead.close()
    generation, whole = run(model), run(load())
    assert generation.evaluated_tokens < whole.evaluated_tokens - 10
    assert generation.text == whole.text


def test_the_head_is_kept_once_when_idle_and_again_only_when_it_changes(load: Load, kept) -> None:
    """gpt4all 1815: a disk that is written to all day."""
    model = load(**kept)
    exhausted(model.read_ahead((HEAD,)))
    file = kept["prefix_file"]
    written = file.stat().st_mtime_ns
    run(model)
    exhausted(model.read_ahead((*PROMPT, PromptMessage("assistant", "Hello."))))
    assert file.stat().st_mtime_ns == written
    changed = PromptMessage("system", HEAD.text + "My name is Ada.")
    exhausted(model.read_ahead((changed,)))
    assert file.stat().st_mtime_ns > written


def test_what_is_forgotten_is_not_saved_again(load: Load, kept) -> None:
    """Neither when the head is read ahead, which the model still knew with all that followed, nor at the end."""
    secret = (HEAD, PromptMessage("user", "The key is under the blue pot."))
    model = load(**kept)
    run(model, secret)
    model.forget_prefix()
    exhausted(model.read_ahead((HEAD,)))
    ids = PrefixFile(kept["prefix_file"], model._prefix._file._key, 2**30).read().ids
    assert len(ids) > 50
    assert b"blue pot" not in model.llama.detokenize(list(ids))
    run(model, secret)
    model.forget_prefix()
    model.close()
    assert not kept["prefix_file"].exists()


@pytest.mark.parametrize("later", [{"prefix_bytes": 0}, {"deterministic": True}, None])
def test_what_an_earlier_launch_kept_is_forgotten_by_one_that_keeps_nothing(load: Load, kept, later) -> None:
    first = load(**kept)
    run(first)
    first.close()
    assert kept["prefix_file"].exists()
    forgetting = MissingModel("There is no model.", kept["prefix_file"]) if later is None else load(**{**kept, **later})
    forgetting.forget_prefix()
    assert not kept["prefix_file"].exists()


def test_with_other_options_or_a_damaged_file_it_reads_everything(load: Load, kept, caplog) -> None:
    caplog.set_level(logging.INFO)
    first = load(**kept)
    whole = run(first)
    first.close()
    assert run(load(**kept, kv_type="q8_0")).evaluated_tokens == whole.evaluated_tokens
    content = bytearray(kept["prefix_file"].read_bytes())
    content[-1000] ^= 1
    kept["prefix_file"].write_bytes(bytes(content))
    assert run(load(**kept)).evaluated_tokens == whole.evaluated_tokens
    assert "it is of another model" in caplog.text
    assert "it is damaged" in caplog.text


def test_a_small_bound_keeps_as_much_as_fits(load: Load, kept) -> None:
    kept["prefix_bytes"] = 2 * 2**20
    model = load(**kept)
    prompt = (HEAD, PromptMessage("user", "The sea is wide. " * 10))
    whole = run(model, prompt)
    model.close()
    assert 1.5 * 2**20 < kept["prefix_file"].stat().st_size <= 2 * 2**20
    again = run(load(**kept), prompt)
    assert 0 < again.evaluated_tokens < whole.evaluated_tokens - 60


def test_a_stop_ends_a_batch_in_its_middle(load: Load) -> None:
    """gpt4all 2376: stop did nothing while the prompt was processed."""
    stop = threading.Event()
    model = load(stop.is_set, deterministic=True, prefill_batch=1024)
    threading.Timer(0.3, stop.set).start()
    started = time.monotonic()
    generation = run(model, (PromptMessage("system", "word " * 900), PromptMessage("user", "Hello")))
    assert generation.stop == "stopped"
    assert time.monotonic() - started < 1.3, "one batch of 900 tokens takes longer"
    stop.clear()
    assert run(model).text == run(load()).text, "nothing of the batch that was cut short is left behind"


def test_a_deterministic_model_replays_byte_for_byte(load: Load) -> None:
    def conversation() -> list[str]:
        model = load(deterministic=True, temperature=0.9, seed=7)
        prompt, said = PROMPT, []
        for text in ("Tell me of the sea.", "And of its boats?"):
            prompt = (*prompt, PromptMessage("user", text))
            generation = run(model, prompt, 10)
            said.append(generation.text)
            prompt = (*prompt, PromptMessage("assistant", generation.text, generation.token_ids))
        return said

    first, second = conversation(), conversation()
    assert first == second


def test_a_second_try_leaves_the_seed_as_it_was(load: Load) -> None:
    model = load(temperature=0.9, seed=3)
    first = run(model)
    run(model, tokens=12, variation=2)
    assert run(model).text == first.text


def test_threads_are_measured_at_the_first_load_and_kept(load: Load, tmp_path: Path, monkeypatch) -> None:
    asked: list[object] = []
    real = loading.measured
    monkeypatch.setattr(loading, "measured", lambda llama: asked.append(llama) or real(llama))
    file = tmp_path / "calibration.json"
    model = load(threads=0, calibration=file)
    entry = next(iter(json.loads(file.read_text(encoding="utf-8")).values()))
    assert entry["decode"] in thread_counts()
    assert entry["prefill"] in thread_counts()
    assert run(model).text == run(load()).text, "measuring leaves nothing behind"
    load(threads=0, calibration=file)
    assert len(asked) == 1
    load(threads=1, calibration=file)
    assert len(asked) == 1, "what the user says holds"


@pytest.mark.parametrize("content", ["", "[]", '{"k": {"decode": "x"}}', '{"k": 3}', "\x00"])
def test_a_calibration_that_cannot_be_read_is_made_anew(tmp_path: Path, content: str) -> None:
    file = tmp_path / "calibration.json"
    file.write_text(content, encoding="utf-8")
    kept = Calibrations(file)
    assert kept.of("k") is None
    kept.keep("k", Threads(3, 4))
    assert Calibrations(file).of("k") == Threads(3, 4)


def adapter(path: Path, base: Path, *, strength: float, name: str = "blk.0.attn_q.weight", **changes: object) -> Path:
    """A LoRA adapter of rank 1 over one matrix of the model at `base`, whose numbers are all `strength`."""
    shape = next(tensor.dimensions for tensor in read_header(base).table if tensor.name == "blk.0.attn_q.weight")
    metadata = {"general.type": "adapter", "general.architecture": "llama", "adapter.type": "lora", "adapter.lora.alpha": 1.0}
    written = Gguf(
        {key: value for key, value in {**metadata, **changes}.items() if value is not None},
        [(f"{name}.lora_a", (shape[0], 1), F32), (f"{name}.lora_b", (1, shape[1]), F32)],
    )
    numbers = struct.pack(f"<{shape[0] + shape[1]}f", *[strength] * (shape[0] + shape[1]))
    path.write_bytes(written.content()[: -len(numbers)] + numbers)
    return path


def test_an_adapter_changes_what_the_model_says(load: Load, gguf: Path, tmp_path: Path) -> None:
    strong = adapter(tmp_path / "strong.gguf", gguf, strength=3.0)
    plain = run(load()).text
    assert run(load(lora=strong)).text != plain
    assert run(load(lora=strong, lora_scale=0.0)).text == plain
    assert list(adapter_findings(strong, gguf, read_header(gguf))) == []


def test_an_adapter_that_does_not_fit_is_a_sentence(load: Load, gguf: Path, tmp_path: Path) -> None:
    cases = [
        (gguf, f"{gguf} is not a LoRA adapter."),
        (tmp_path / "none.gguf", f"The model file {tmp_path / 'none.gguf'} does not exist."),
        (
            adapter(tmp_path / "qwen.gguf", gguf, strength=1.0, **{"general.architecture": "qwen2"}),
            f"The adapter {tmp_path / 'qwen.gguf'} is for models of the architecture qwen2, and {gguf} is llama.",
        ),
        (
            adapter(tmp_path / "other.gguf", gguf, strength=1.0, name="blk.999.attn_q.weight"),
            f"The adapter {tmp_path / 'other.gguf'} does not fit the model {gguf}.",
        ),
        (
            adapter(tmp_path / "shape.gguf", gguf, strength=1.0, name="blk.0.ffn_up.weight"),
            f"The adapter {tmp_path / 'shape.gguf'} does not fit the model {gguf}.",
        ),
    ]
    for file, sentence in cases:
        assert [finding.sentence for finding in adapter_findings(file, gguf, read_header(gguf))] == [sentence]
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUF" + b"\0" * 40)
    with pytest.raises(EnvironmentFault, match=f"The adapter {broken} does not fit the model"):
        load(lora=broken)


@pytest.mark.parametrize("changes", [{"kv_type": "q8_0"}, {"kv_type": "q4_0"}, {"flash_attention": True}, {"memory_map": False}])
def test_each_way_of_loading_answers(load: Load, changes) -> None:
    assert run(load(**changes)).text
