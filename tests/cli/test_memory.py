"""Memory in the terminal: what changed, why it is believed, how it was, and how it is taken back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from desktop_mem.cli import main
from desktop_mem.cli.answers import answers
from desktop_mem.runtime.command import EditSection, KeepText

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    """A profile in which the user has written two lines and kept a text."""
    folder = tmp_path / "profile"
    answers(folder, EditSection("human", "Name: Anna", expected=""))
    answers(folder, EditSection("human", "Name: Anna\nCity: Oslo", expected="Name: Anna"))
    answers(folder, KeepText("The spare key is with Mrs. Olsen."))
    return folder


@pytest.fixture
def run(profile: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command on that profile: its exit code, what it printed, and what it noted."""

    def run(*words: str) -> tuple[int, str, str]:
        code = main(["--profile", str(profile), *words])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def records(run: Run, *words: str) -> list[dict[str, Any]]:
    code, out, _ = run(*words, "--json")
    assert code == 0
    return [json.loads(line) for line in out.splitlines()]


def test_the_history_of_all_memory_and_of_one_address(run: Run) -> None:
    assert [(r["address"], r["kind"], r["target"]) for r in records(run, "memory", "history")] == [
        ("e3", "insert", "p1"), ("e2", "edit", "w:human"), ("e1", "edit", "w:human"),
    ]  # fmt: skip
    code, out, err = run("memory", "history", "w:human", "--limit", "1")
    assert code == 0
    assert "edit w:human by user\n    + City: Oslo" in out
    assert err == "There are older changes; --limit shows more.\n"


def test_why_and_as_of(run: Run) -> None:
    city = records(run, "memory", "why", "w:human")[1]
    assert (city["text"], city["event"]["address"], city["cause"]) == ("City: Oslo", "e2", None)
    assert "The spare key is with Mrs. Olsen.\n    e3  " in run("memory", "why", "p1")[1]
    assert [r["text"] for r in records(run, "memory", "as-of", "2999") if r["type"] == "note"] == ["The spare key is with Mrs. Olsen."]
    assert [r for r in records(run, "memory", "as-of", "2020") if r["type"] == "note"] == []


def test_undo_and_redo(run: Run) -> None:
    assert run("memory", "undo")[:2] == (0, "e3 (p1) is undone.\n")
    assert run("memory", "redo")[:2] == (0, "e3 (p1) is redone.\n")
    code, _, err = run("memory", "undo", "e1")
    assert (code, err) == (1, "desktop-mem: Not done: later changes rest on e1: e2. Undo those first, or all of them together.\n")
    assert run("memory", "undo", "e1", "--along")[1] == "e2 (w:human) is undone.\ne1 (w:human) is undone.\n"
    assert "(empty)" in run("memory", "show")[1]


def test_forget_trash_and_restore(run: Run) -> None:
    assert run("memory", "trash")[2] == "The trash is empty.\n"
    assert run("memory", "forget", "p1")[:2] == (0, "e4 (p1) is forgotten.\n")
    run("memory", "forget", "w:human", "--line", "City: Oslo")
    assert [(r["event"], r["target"], r["text"]) for r in records(run, "memory", "trash")] == [
        ("e5", "w:human", "City: Oslo"), ("e4", "p1", "The spare key is with Mrs. Olsen."),
    ]  # fmt: skip
    code, out, _ = run("open", "p1")
    assert code == 0
    assert out.startswith("p1 was forgotten on ")
    assert run("memory", "restore", "p1")[1] == "e4 (p1) is undone.\n"
    assert run("memory", "restore", "e5")[1] == "e5 (w:human) is undone.\n"
    assert "City: Oslo" in run("memory", "show")[1]


def test_every_kind_of_address_is_opened(run: Run) -> None:
    assert "Name: Anna" in run("open", "w:human")[1]
    assert run("open", "e2")[1].endswith("edit w:human\n+ City: Oslo\n\n")
    assert run("open", "p9")[::2] == (1, "desktop-mem: There is no passage p9.\n")
