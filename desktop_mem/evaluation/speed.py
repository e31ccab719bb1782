"""Speed: what the program makes of the libraries it stands on, each measure beside the library's own limit in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_mem.evaluation.speed_of_model import (
    BareModel,
    LoadModel,
    measures_of_model,
    relaunch_measure,
    short_prompt,
    stop_measure,
)
from desktop_mem.evaluation.speed_of_turns import DictatedModel, TrialAgent, TurnTrial, measures_of_turns
from desktop_mem.evaluation.speed_table import Measure
from desktop_mem.memory.ports import Embedder

_TEXTS = 160
_ROUNDS = 3
_WORDS = (
    "harbour", "boat", "sister", "invoice", "garden", "Bergen", "contract", "oven", "dentist", "winter", "letter", "bridge", "music",
    "engine", "recipe", "window", "station", "number", "paper", "river",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SpeedParts:
    """What is measured, made by the composition root. `agent` stands on fresh stores in a folder while it is measured; `bad_models`
    gives, by what is wrong with a model, what tells the user's sentence; `short_numbers`: the processor works with bf16 itself.
    """

    load: LoadModel
    bare: Callable[[Any], BareModel]
    agent: Callable[[Path, DictatedModel, Embedder], AbstractContextManager[TrialAgent]]
    embedder: Callable[[], Embedder]
    bare_encoder: Callable[[], Callable[[Sequence[str]], list[list[float]]]]
    bad_models: Callable[[Path], Mapping[str, Callable[[], str]]]
    short_numbers: Callable[[], bool]
    tell: Callable[[str], None]


def measure_speed(parts: SpeedParts, folder: Path) -> Iterator[Measure]:
    """All measures, each as soon as it is known. `folder` is an empty one for passing use."""
    parts.tell("bad models")
    yield _of_bad_models(parts, folder)
    parts.tell("embedding")
    embedder = parts.embedder()
    yield _of_embedding(parts, embedder)
    parts.tell("loading the model")
    model = parts.load()
    try:
        bare = parts.bare(model)
        yield from measures_of_model(model, bare, parts.tell)
        decode = bare.decode_seconds(short_prompt(), 64)
        dictated = DictatedModel(model)
        with parts.agent(folder / "profile", dictated, embedder) as agent:
            yield from measures_of_turns(TurnTrial(agent, dictated, model), decode, parts.tell)
    finally:
        model.close()
    parts.tell("stopping")
    yield stop_measure(parts.load)
    parts.tell("starting again")
    yield relaunch_measure(parts.load, folder / "prefix.state")


def _of_embedding(parts: SpeedParts, embedder: Embedder) -> Measure:
    texts = [" ".join(_WORDS[(number * 7 + place * 3) % len(_WORDS)] for place in range(4 + number * 5 % 120)) for number in range(_TEXTS)]
    bare = parts.bare_encoder()
    ours, limit = [], []
    embedder.embed(texts[:8])
    bare(texts[:8])
    for _ in range(_ROUNDS):
        started = time.perf_counter()
        there = bare(texts)
        between = time.perf_counter()
        here = embedder.embed(texts)
        ours.append(time.perf_counter() - between)
        limit.append(between - started)
    cosine = min(_cosine(a, b) for a, b in zip(here, there, strict=True))
    quick = parts.short_numbers()
    remark = f"least cosine {cosine:.4f}; " + ("bf16" if quick else "this processor has no bf16, so fp32 on both sides")
    best, bare_best = min(ours), min(limit)
    goal = 1.8 if quick else 0.95
    name = "bulk embedding ÷ default encode in fp32"
    return Measure(name, _TEXTS / best, _TEXTS / bare_best, "texts/s", bare_best / best, "at least", goal, remark)


def _cosine(left: Sequence[float], right: Sequence[float]) -> float:
    lengths = (sum(a * a for a in left) * sum(b * b for b in right)) ** 0.5
    return sum(a * b for a, b in zip(left, right, strict=True)) / lengths if lengths else 0.0


def _of_bad_models(parts: SpeedParts, folder: Path) -> Measure:
    slowest, which, silent = 0.0, "", []
    for what, judged in parts.bad_models(folder).items():
        started = time.perf_counter()
        sentence = judged()
        seconds = time.perf_counter() - started
        if not sentence:
            silent.append(what)
        if seconds > slowest:
            slowest, which = seconds, what
    remark = f"NOTHING SAID of {', '.join(silent)}" if silent else f"a sentence for each; the slowest: {which}"
    return Measure(
        "load of a bad model to its sentence", slowest, 1.0, "s", slowest if not silent else float("inf"), "at most", 1.0, remark
    )
