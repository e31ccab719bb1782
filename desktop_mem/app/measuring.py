"""The composition root of measurements: what experiments, benchmarks and the model check are done with."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

from desktop_mem.app import FULL_PROMPT_WINDOW, Home, load_embedder, load_model, make_agent, model_and_settings
from desktop_mem.control.model_rows import ModelGrades
from desktop_mem.evaluation.bench import Bench
from desktop_mem.evaluation.embedding_cache import CachedEmbedder
from desktop_mem.evaluation.metered import MeteredModel
from desktop_mem.evaluation.model_check import SECONDS, check
from desktop_mem.evaluation.oracle import NAME, OracleModel
from desktop_mem.evaluation.retrieval import Trial
from desktop_mem.inference.model_advice import keep_advice
from desktop_mem.inference.model_catalogue import embedder_folder
from desktop_mem.inference.scripted import HashEmbedder, SetClock
from desktop_mem.memory.agent import Agent
from desktop_mem.memory.ports import Clock
from desktop_mem.runtime.ports import NamedModel
from desktop_mem.storage.stores import Stores

if TYPE_CHECKING:
    from desktop_mem.inference.llama import LlamaModel

_FEW_TEXTS = 256
_DIMENSION = 384


def make_trial(home: Home, cache: Path | None, seed: int, tell: Callable[[str], None]) -> Trial:
    """What a measurement of retrieval is done with: fresh stores as those of a profile, and the embedder that the settings choose."""
    name = embedder_folder(home.settings).name
    load = partial(load_embedder, home.settings)
    embedder = CachedEmbedder(name, load, cache, lambda done, total: tell(f"embedded {done} of {total} texts"))
    return Trial(Stores.open, embedder, tell, seed, home.settings.page_in_score)


def make_bench(home: Home, model: str, cache: Path | None, tell: Callable[[str], None], *, repeatable: bool = True) -> Bench:
    """What experiments are done with: the kernel over fresh stores, the embedder of the settings, and the model at that path, by that
    name in the list, or the oracle; empty: the one in use. When `repeatable` the same prompts are answered in the very same way again,
    and read in large pieces in between which nothing can be done. Raises `EnvironmentFault` for a model that cannot be loaded.
    """
    settings = home.settings
    if model == NAME:
        loaded: OracleModel | LlamaModel = OracleModel(settings.context_window or FULL_PROMPT_WINDOW)
    else:
        path, own = model_and_settings(home, model)
        settings = replace(own, chat_model=str(path), deterministic=own.deterministic or repeatable)
        loaded = load_model(replace(home, settings=settings), lambda: False)
    load = partial(load_embedder, settings)
    embedder = CachedEmbedder(embedder_folder(settings).name, load, cache, partial(_tell_embedded, tell))

    def agent(stores: Any, metered: NamedModel, clock: Clock, changes: Mapping[str, Any]) -> Agent:
        return make_agent(Home(home.profile, replace(settings, **changes)), stores, metered, clock)

    return Bench(Stores.open, agent, SetClock, MeteredModel(loaded), embedder, tell)


def grade_model(home: Home, model: str, seconds: float = 0.0) -> Generator[None, None, ModelGrades]:
    """Check how well a model (empty: the one in use; else a name in the list or a path) handles its memory, in at most so many seconds
    (0: as long as a check takes), and make the paging that it advises the model's default. Yields while it works.
    """
    process = psutil.Process()
    before = process.memory_info().rss
    path = model_and_settings(home, model)[0]
    # What words mean is not the model's doing, so that the embedder need not be loaded.
    bench = replace(make_bench(home, model, None, lambda text: None, repeatable=False), embedder=HashEmbedder(_DIMENSION))
    yield
    try:
        grades = yield from check(bench, str(path), lambda: process.memory_info().rss - before, seconds or SECONDS)
    finally:
        bench.model.close()
    keep_advice(home.profile, path, grades.paging, {grade.skill: round(grade.share, 3) for grade in grades.grades})
    return grades


def _tell_embedded(tell: Callable[[str], None], done: int, total: int) -> None:
    if total > _FEW_TEXTS:
        tell(f"embedded {done} of {total} texts")
