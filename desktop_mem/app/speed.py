"""The composition root of the measurement of speed: the program's parts beside the bare libraries that they stand on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from desktop_mem.app import Home, load_embedder, load_model, look_at_model, make_agent
from desktop_mem.errors import EnvironmentFault
from desktop_mem.evaluation.speed import SpeedParts
from desktop_mem.evaluation.speed_of_turns import DictatedModel
from desktop_mem.inference.embedding import has_bf16
from desktop_mem.inference.gguf import read_header
from desktop_mem.inference.limits import BareModel, bare_encoder, spoiled_models
from desktop_mem.inference.llama import LlamaModel
from desktop_mem.inference.memory_need import LoadPlan
from desktop_mem.inference.model_catalogue import chat_model_path, embedder_folder
from desktop_mem.inference.preflight import Preflight, preflight
from desktop_mem.memory.agent import Agent
from desktop_mem.memory.ports import Embedder
from desktop_mem.runtime.clock import SystemClock
from desktop_mem.storage.stores import Stores


def make_speed_parts(home: Home, tell: Callable[[str], None]) -> SpeedParts:
    """What speed is measured of: model and embedder that the settings choose, and stores of a passing profile."""
    folder = embedder_folder(home.settings)
    return SpeedParts(
        load=partial(_load, home),
        bare=BareModel,
        agent=partial(_trial_agent, home),
        embedder=partial(load_embedder, home.settings),
        bare_encoder=partial(bare_encoder, folder),
        bad_models=partial(_bad_models, home),
        short_numbers=has_bf16,
        tell=tell,
    )


def _load(home: Home, *, prefix_file: Path | None = None, should_stop: Callable[[], bool] = lambda: False) -> LlamaModel:
    return load_model(home, should_stop, prefix_file)


@contextmanager
def _trial_agent(home: Home, folder: Path, model: DictatedModel, embedder: Embedder) -> Iterator[Agent]:
    with closing(Stores.open(folder, embedder_dimension=embedder.dimension)) as stores:
        stores.set_embedder(embedder)
        yield make_agent(Home(folder, replace(home.settings, paging="assisted")), stores, model, SystemClock())


def _bad_models(home: Home, folder: Path) -> dict[str, Callable[[], str]]:
    """By what is wrong with a model: what gives the sentence that the user is told when it is to be loaded."""
    whole = chat_model_path(home.settings)
    header = read_header(whole)
    data_start = header.needed_bytes - max(tensor.offset + tensor.size for tensor in header.table)
    judged = {what: partial(_judged, home, path) for what, path in spoiled_models(whole, folder, data_start).items()}
    return judged | {"too large": lambda: _first_sentence(preflight(whole, LoadPlan(home.settings.context_window, free=2**20)))}


def _first_sentence(looked: Preflight) -> str:
    try:
        looked.require(anyway=False)
    except EnvironmentFault as fault:
        return str(fault)
    return ""


def _judged(home: Home, path: Path) -> str:
    # With threads that are named, none have to be measured.
    settings = replace(home.settings, chat_model=str(path), threads=1)
    looked = look_at_model(path, settings)
    if looked.template and looked.template.family:
        return " ".join(map(str, looked.findings))
    try:
        load_model(Home(home.profile, settings), lambda: False).close()
    except EnvironmentFault as fault:
        return str(fault)
    return ""
