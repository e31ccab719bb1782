"""The speed of the model itself: writing, counting, stopping and starting again."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from desktop_mem.evaluation.finished import finished
from desktop_mem.evaluation.metered import Model
from desktop_mem.evaluation.speed_table import Measure
from desktop_mem.memory.ports import Generation, JsonSchema, LanguageModel, Prompt, PromptMessage, TokenCounter

_ROUNDS = 3
_TOKENS = 64
_IN_A_BATCH = 0.2
_MIXED = (
    "The harbour of Bergen has 14 boats; my sister's is called “Måke” (since 2019-04-03).\n"
    "def total(rows):\n    return sum(row['price'] * 1.25 for row in rows)  # with tax\n\n"
    "你好，世界。我的猫叫小花，今年三岁。 日本語の文章もあります。 Привет! ¿Qué tal? 👩‍👩‍👧 naïve café\r\n"
    "https://example.org/a?b=c&d=%20 /usr/local/lib 550e8400-e29b-41d4-a716-446655440000\t3.14159\n"
)
# A text of one length, so that both sides write as much.
_LONG_TEXT: JsonSchema = {
    "x-guidance": {"whitespace_flexible": False},
    "type": "object",
    "properties": {"message": {"type": "string", "minLength": 2000, "maxLength": 2000}},
    "required": ["message"],
    "additionalProperties": False,
}


class SpeedModel(Model, Protocol):
    """A loaded model of the program; when closed it keeps what it has read where it was told to."""

    def read_ahead(self, prompt: Prompt) -> Iterator[object]:
        """Read what the prompts after this one begin with."""
        ...


class BareModel(Protocol):
    """The same model through the library alone."""

    def decode_seconds(self, prompt: Prompt, tokens: int) -> float: ...
    def count(self, text: str) -> int: ...
    def first_mask_seconds(self, schema: JsonSchema) -> float: ...


class LoadModel(Protocol):
    """Loads the model; with `prefix_file` what it reads is kept there, and taken up from there."""

    def __call__(self, *, prefix_file: Path | None = None, should_stop: Callable[[], bool] = lambda: False) -> SpeedModel: ...


def short_prompt() -> Prompt:
    """A prompt to write from."""
    return (PromptMessage("system", "You help."), PromptMessage("user", "Tell me a long story about the sea and its boats."))


def long_prompt(model: TokenCounter, tokens: int) -> Prompt:
    """A prompt of about so many tokens, as a long conversation is."""
    line = _MIXED * 4
    turns = max(1, tokens // model.count(line))
    return (PromptMessage("system", "You help."), *(PromptMessage("user", f"{number} {line}") for number in range(turns)))


def run(model: LanguageModel, prompt: Prompt, schema: JsonSchema | None, tokens: int) -> Generation:
    """The whole generation."""
    return finished(model.generate(prompt, schema, tokens))


def measures_of_model(model: SpeedModel, bare: BareModel, tell: Callable[[str], None]) -> Iterator[Measure]:
    """Writing under a grammar, the first mask, and counting."""
    tell("writing")
    yield _of_grammar(model, bare)
    seconds = bare.first_mask_seconds(_LONG_TEXT)
    yield Measure("first mask of a grammar used before", seconds * 1000, 5.0, "ms", seconds * 200, "at most", 1.0)
    tell("counting")
    yield _of_counting(model, bare)


def _of_grammar(model: SpeedModel, bare: BareModel) -> Measure:
    run(model, short_prompt(), _LONG_TEXT, _TOKENS)
    ours, limit = [], []
    for _ in range(_ROUNDS):
        limit.append(bare.decode_seconds(short_prompt(), _TOKENS))
        generation = run(model, short_prompt(), _LONG_TEXT, _TOKENS)
        ours.append(generation.decode_seconds / len(generation.token_ids))
    here, there = 1 / statistics.median(ours), 1 / statistics.median(limit)
    return Measure("decode speed with grammar ÷ Llama without", here, there, "tokens/s", here / there, "at least", 0.97)


def _of_counting(model: SpeedModel, bare: BareModel) -> Measure:
    texts = [f"{number} {_MIXED}" * 2 for number in range(2**20 // (2 * len(_MIXED.encode("utf-8"))))]
    size = sum(len(text.encode("utf-8")) for text in texts) / 2**20
    started = time.perf_counter()
    counted = [model.count(text) for text in texts]
    between = time.perf_counter()
    told = [bare.count(text) for text in texts]
    ours, limit = between - started, time.perf_counter() - between
    remark = "equal counts" if counted == told else f"COUNTS DIFFER in {sum(a != b for a, b in zip(counted, told, strict=True))} texts"
    return Measure("token counting ÷ the model's tokenizer", size / ours, size / limit, "MB/s", limit / ours, "at least", 5.0, remark)


@dataclass
class _Switch:
    """Says stop from the moment it is thrown, and remembers that moment."""

    thrown_at: float = 0.0

    def __call__(self) -> bool:
        return bool(self.thrown_at)

    def throw(self) -> None:
        self.thrown_at = time.perf_counter()


def stop_measure(load: LoadModel) -> Measure:
    """How long a stop takes in the middle of a prompt of nearly a whole window."""
    switch = _Switch()
    model = load(should_stop=switch)
    try:
        prompt = long_prompt(model, min(4096, model.context_window) - 400)
        pieces = model.generate(prompt, None, 8)
        for _ in range(3):
            next(pieces)
        timer = threading.Timer(_IN_A_BATCH, switch.throw)
        timer.start()
        generation = finished(pieces)
        seconds = time.perf_counter() - switch.thrown_at
        timer.join()
    finally:
        model.close()
    remark = f"{generation.evaluated_tokens} of {generation.prompt_tokens} tokens read"
    return Measure("stop during a 4k prefill", seconds, 1.0, "s", seconds, "at most", 1.0, remark)


def relaunch_measure(load: LoadModel, file: Path) -> Measure:
    """From the beginning of the load to the first token, with and without what an earlier run has read."""
    seconds = []
    for _ in range(2):
        started = time.perf_counter()
        model = load(prefix_file=file)
        try:
            prompt = long_prompt(model, model.context_window // 2)
            generation = run(model, prompt, None, 1)
            seconds.append(time.perf_counter() - started)
        finally:
            model.close()
    cold, warm = seconds
    remark = f"a prompt of {generation.prompt_tokens} tokens; the load itself included"
    return Measure("relaunch to first token ÷ the same cold", warm, cold, "s", warm / cold, "at most", 0.15, remark)
