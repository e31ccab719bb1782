"""`desktop-mem models` in the terminal: text for people, records for programs, and an exit code that tells whether a model will work."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from desktop_mem.cli import main
from tests.inference.gguf_writer import chat_model

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command on the profile of this test: its exit code, what it printed and what it noted."""
    monkeypatch.setattr("desktop_mem.inference.load_trial.refusal", lambda path: "")

    def run(*words: str) -> tuple[int, str, str]:
        code = main(["--profile", str(tmp_path / "profile"), "models", *words])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return chat_model().write(tmp_path / "tiny.gguf")


def test_models_are_added_used_listed_and_removed(run: Run, file: Path) -> None:
    assert run("add", str(file), "--copy")[0] == 0
    assert run("use", "tiny")[1] == "tiny is used from the next start on.\n"
    assert run("set", "tiny", "context_window=2048")[1] == "tiny: context_window=2048\n"
    lines = run("list")[1].splitlines()
    assert lines[0] == "  SmolLM2-135M-Instruct: 98 MB, Apache-2.0, comes with the program"
    assert lines[1] == "* tiny: llama, Q4_0, apache-2.0, copied [context_window=2048]".replace("tiny: ", "tiny: 0 MB, ")
    records = [json.loads(line) for line in run("list", "--json")[1].splitlines()]
    assert [(record["name"], record["default"], record["there"]) for record in records] == [
        ("SmolLM2-135M-Instruct", False, True),
        ("tiny", True, True),
    ]
    assert "The copy is deleted." in run("remove", "tiny")[1]
    assert len(run("list")[1].splitlines()) == 1


def test_a_missing_file_is_marked_and_the_rest_is_listed(run: Run, file: Path) -> None:
    """jan 6328: one missing file broke the list."""
    run("add", str(file))
    file.unlink()
    code, printed, _ = run("list")
    assert code == 0
    assert f"MISSING: {file} is not there. Put the file back, or remove the model." in printed
    assert "SmolLM2-135M-Instruct" in printed


def test_a_check_says_what_is_to_be_expected(run: Run, file: Path) -> None:
    code, printed, _ = run("check", str(file))
    assert code == 0
    assert "Tiny, llama, 0 million parameters, Q4_0, trained for 4,096 tokens, licence apache-2.0, bpe tokenizer of 6 tokens" in printed
    assert "chat template: its own; function results are put as user" in printed
    assert "MB free: fits" in printed
    report = json.loads(run("check", str(file), "--json")[1])
    assert (report["works"], report["verdict"], report["findings"], report["facts"]["kind"]) == (True, "fits", [], "chat")


def test_a_check_of_a_broken_file_fails_with_a_sentence(run: Run, file: Path) -> None:
    """gpt4all 3629, ollama 6228: what is missing is said in bytes."""
    file.write_bytes(file.read_bytes()[:-700])
    code, printed, _ = run("check", str(file))
    assert code == 1
    assert "FAIL  The model file" in printed
    assert "is incomplete" in printed


def test_a_check_of_a_model_that_is_too_large_fails_and_shows_the_way_round(run: Run, file: Path, monkeypatch: Any) -> None:
    """lmstudio 1544: a false refusal without a way round."""
    monkeypatch.setattr("desktop_mem.inference.memory_need.free_memory", lambda: 10**6)
    code, printed, _ = run("check", str(file))
    assert code == 1
    assert "load it anyway with the setting load_anyway" in printed


def test_the_prompt_is_shown_as_the_model_reads_it(run: Run, file: Path) -> None:
    """gpt4all 3264: nobody could see what the template made of a conversation."""
    _, printed, _ = run("prompt", str(file))
    assert printed.startswith("<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n<|im_start|>user\n")
    assert printed.endswith("<|im_start|>assistant\n\n")
    assert "<|im_start|>user\nok: 1 of 1: [p3] tomatoes, on 12 April<|im_end|>" in printed


def test_a_wrong_name_is_a_sentence(run: Run) -> None:
    code, _, noted = run("use", "nothing")
    assert code == 1
    assert noted == "desktop-mem: There is no model named nothing. There are: SmolLM2-135M-Instruct.\n"


def test_recommended_models_have_size_memory_and_licence(run: Run) -> None:
    printed = run("list", "--known")[1]
    assert "Qwen3-4B-Instruct-2507: chat, 2,500 MB, takes about 4,000 MB of memory, Apache-2.0" in printed
