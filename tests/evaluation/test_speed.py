"""The measurement of speed: what it counts and how it says so, over a model that only obeys."""

from __future__ import annotations

import json
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desktop_mem.app import Home, make_agent
from desktop_mem.evaluation.speed import SpeedParts, measure_speed
from desktop_mem.evaluation.speed_of_turns import DictatedModel, TurnTrial, measures_of_turns
from desktop_mem.evaluation.speed_table import Measure, record, table
from desktop_mem.inference.limits import spoiled_models
from desktop_mem.inference.preflight import preflight
from desktop_mem.inference.scripted import HashEmbedder, ScriptedModel, SetClock
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.ports import Generation, JsonSchema, Prompt
from desktop_mem.settings import Settings
from desktop_mem.storage.stores import Stores
from tests.inference.gguf_writer import chat_model

MEASURE = Measure("speed", 2.0, 4.0, "tokens/s", 0.5, "at least", 0.97, "a remark")


def value_of(schema: JsonSchema) -> Any:
    """The only value that the schema admits."""
    return schema["const"] if "const" in schema else {key: value_of(each) for key, each in schema["properties"].items()}


class Obedient(ScriptedModel):
    """Writes what the schema admits; knows what it has seen as the real one does."""

    def generate(
        self, prompt: Prompt, schema: JsonSchema | None, max_tokens: int, *, variation: int = 0
    ) -> Generator[str, None, Generation]:
        self._default = "Notes." if schema is None or "maxLength" in str(schema) else json.dumps(value_of(schema))
        generation = yield from super().generate(prompt, schema, max_tokens, variation=variation)
        return replace(generation, prefill_seconds=0.25, decode_seconds=0.5)


def test_a_measure_says_whether_its_goal_is_met() -> None:
    assert not MEASURE.met
    assert replace(MEASURE, ratio=0.97).met
    assert replace(MEASURE, sense="at most", goal=0.4, ratio=0.4).met
    assert not replace(MEASURE, sense="at most", goal=0.4).met
    assert table([MEASURE]).splitlines()[-1] == "| speed | 2 tokens/s | 4 tokens/s | 0.500 | ≥ 0.97 | no | a remark |"
    assert record(MEASURE) == {
        "measure": "speed", "ours": 2.0, "limit": 4.0, "unit": "tokens/s", "ratio": 0.5, "sense": "at least", "goal": 0.97, "met": False,
        "remark": "a remark",
    }  # fmt: skip


@pytest.fixture
def trial(tmp_path: Path):
    """Turns over real stores and an obedient model."""
    stores = Stores.open(tmp_path / "profile", embedder_dimension=64)
    stores.set_embedder(HashEmbedder(64))
    model = Obedient(window=2048)
    dictated = DictatedModel(model)
    yield TurnTrial(make_agent(Home(tmp_path, Settings(paging="assisted")), stores, dictated, SetClock()), dictated, model)
    stores.close()


def test_the_dictated_calls_are_made(trial: TurnTrial) -> None:
    call = FunctionCall("core_memory_append", {"label": "human", "content": "I like tea."}, "a fact", True)
    turn = trial.turn("I like tea.", call, FunctionCall("send_message", {"message": "Noted."}))
    assert len(turn.steps) == 2
    assert "I like tea." in trial._agent.context.working_context.render()
    assert turn.in_model == 1.5


def test_turns_are_measured_with_the_idle_work_between_them(trial: TurnTrial) -> None:
    told: list[str] = []
    chains, overhead, flushes = measures_of_turns(trial, 0.05, told.append)
    assert chains.remark == "9 steps behind the first of their chains, 6 edits of the working context"
    assert chains.ratio == 1.0
    assert overhead.limit == 50.0
    assert overhead.ours < 0, "the obedient model claims more time than it takes"
    assert flushes.remark.startswith("2 turns after a flush, ")
    assert flushes.remark.endswith(" 0 flushes within a turn")
    assert told == ["chains of calls", "turns before and after a flush"]


def test_spoiled_models_are_each_told_by_a_sentence(tmp_path: Path, plan) -> None:
    whole = chat_model().write(tmp_path / "whole.gguf")
    data_start = whole.stat().st_size - 64 * 100 // 32 * 18
    spoiled = spoiled_models(whole, tmp_path, data_start)
    assert set(spoiled) == {"truncated", "garbage", "wrong architecture", "no template"}
    said = {what: " ".join(map(str, preflight(path, plan).findings)) for what, path in spoiled.items()}
    assert "is incomplete" in said["truncated"]
    assert "is not a GGUF model" in said["garbage"]
    assert "template" in said["no template"]


@pytest.fixture
def plan():
    from desktop_mem.inference.memory_need import LoadPlan

    return LoadPlan(2048, 2**40)


def test_a_bad_model_of_which_nothing_is_said_is_no_success(tmp_path: Path) -> None:
    class Stop(Exception):
        pass

    def stop(*_: object) -> Any:
        raise Stop

    parts = SpeedParts(
        load=stop, bare=stop, agent=stop, embedder=stop, bare_encoder=stop,
        bad_models=lambda folder: {"silent": lambda: "", "told": lambda: "It is broken."}, short_numbers=lambda: False, tell=lambda _: None,
    )  # fmt: skip
    measures = measure_speed(parts, tmp_path)
    first = next(measures)
    assert not first.met
    assert first.remark == "NOTHING SAID of silent"
    with pytest.raises(Stop):
        next(measures)
