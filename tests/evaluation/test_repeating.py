"""Runs that are repeated, and runs that were killed and went on: the same table, whatever else the model was asked before."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desktop_mem.app import open_home
from desktop_mem.app.measuring import make_bench
from desktop_mem.evaluation.oracle import OracleModel
from desktop_mem.memory.ports import Generation, JsonSchema, Prompt

from .conftest import Evaluate

_POLICIES = "memgpt,summary,full,active"
_DIES = """
import os, sys
from desktop_mem.app import measuring
from desktop_mem.cli import main
from desktop_mem.evaluation.oracle import OracleModel
from desktop_mem.inference.scripted import HashEmbedder

measuring.load_embedder = lambda settings: HashEmbedder(384)
asked, generate = [], OracleModel.generate

def dying(self, *arguments, **more):
    asked.append(arguments)
    if len(asked) > int(sys.argv[1]):
        os._exit(9)
    return (yield from generate(self, *arguments, **more))

OracleModel.generate = dying
sys.exit(main(sys.argv[2:]))
"""


class RoundingOracle(OracleModel):
    """As floats do, its words depend a little on what it read before, until it is told to forget."""

    read = 0

    def generate(
        self, prompt: Prompt, schema: JsonSchema | None, max_tokens: int, *, variation: int = 0
    ) -> Generator[str, None, Generation]:
        given = yield from super().generate(prompt, schema, max_tokens, variation=variation)
        self.read += 1
        return given if schema else replace(given, text=f"{given.text} {self.read}")

    def forget_prefix(self) -> None:
        super().forget_prefix()
        self.read = 0


def _lines(file: Path) -> list[dict[str, Any]]:
    """What a results file tells, without the seconds."""
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    for record in records[1:]:
        record["measures"].pop("seconds")
    return records


@pytest.mark.usefixtures("talks")
def test_the_same_seed_gives_the_same_table(evaluate: Evaluate) -> None:
    first, second, other = (evaluate("dmr", "--policy", "memgpt,full", "--limit", "1", "--seed", seed)[1] for seed in ("1", "1", "4"))
    assert first == second
    assert first.startswith("| policy | group | n |")
    assert len(first.splitlines()) == len(other.splitlines()) == 4


@pytest.mark.usefixtures("talks")
def test_a_run_that_was_killed_goes_on_to_the_same_table(evaluate: Evaluate, tmp_path: Path) -> None:
    file = tmp_path / "results" / "dmr.jsonl"
    arguments = ("--policy", "memgpt,ranked", "--results", str(file))
    _, whole = evaluate("dmr", *arguments)
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    assert len(lines) == 1 + 2 * 2
    file.write_text("".join(lines[:3]) + lines[3][:25], encoding="utf-8")
    _, resumed = evaluate("dmr", *arguments)
    assert resumed == whole
    again = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [(each.get("policy"), each.get("task")) for each in again] == [
        (each.get("policy"), each.get("task")) for each in map(json.loads, lines)
    ]


@pytest.mark.usefixtures("talks")
def test_results_of_another_measurement_are_refused(evaluate: Evaluate, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    assert evaluate("dmr", "--policy", "full", "--results", str(file), "--seed", "1")[0] == 0
    before = file.read_bytes()
    assert evaluate("dmr", "--policy", "full", "--results", str(file), "--seed", "2") == (1, "")
    assert evaluate("locomo", "--policy", "full", "--results", str(file), "--seed", "1") == (1, "")
    assert file.read_bytes() == before


@pytest.mark.usefixtures("talks")
def test_a_process_that_died_in_the_middle_of_a_question_goes_on_to_the_same_table(evaluate: Evaluate, tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"
    _, table = evaluate("dmr", "--policy", _POLICIES, "--results", str(whole))
    arguments = ["evaluate", "dmr", "--profile", str(tmp_path / "profile"), "--model", "oracle", "--data", str(tmp_path / "data")]
    arguments += ["--policy", _POLICIES, "--results", str(killed)]
    ended = subprocess.run([sys.executable, "-c", _DIES, "3", *arguments], capture_output=True, check=False)
    assert ended.returncode == 9, ended.stderr
    assert 1 < len(_lines(killed)) < len(_lines(whole))
    assert evaluate("dmr", "--policy", _POLICIES, "--results", str(killed))[1] == table
    assert _lines(killed) == _lines(whole)


@pytest.mark.usefixtures("talks")
@pytest.mark.parametrize("done", [4, 6])
def test_what_a_model_read_for_other_questions_changes_nothing(
    evaluate: Evaluate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, done: int
) -> None:
    monkeypatch.setattr("desktop_mem.app.measuring.OracleModel", RoundingOracle)
    whole, resumed = tmp_path / "whole.jsonl", tmp_path / "resumed.jsonl"
    _, table = evaluate("dmr", "--policy", _POLICIES, "--results", str(whole))
    kept = whole.read_text(encoding="utf-8").splitlines(keepends=True)[:done]
    resumed.write_text("".join(kept), encoding="utf-8")
    assert evaluate("dmr", "--policy", _POLICIES, "--results", str(resumed))[1] == table
    assert _lines(resumed) == _lines(whole)


def test_experiments_load_a_model_that_repeats_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = []

    def load(home: Any, stop: Any) -> OracleModel:
        loaded.append(home.settings.deterministic)
        return OracleModel(4096)

    monkeypatch.setattr("desktop_mem.app.measuring.load_model", load)
    monkeypatch.setattr("desktop_mem.app.measuring.model_and_settings", lambda home, model: (tmp_path / "m.gguf", home.settings))
    home = open_home(tmp_path / "profile")
    make_bench(home, "", None, lambda text: None)
    make_bench(home, "", None, lambda text: None, repeatable=False)
    assert loaded == [True, False]
