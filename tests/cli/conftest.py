"""A chat with real stores and a scripted model, whose user is the test."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from desktop_mem.app import Home, make_agent, make_parts
from desktop_mem.cli.chat import chat
from desktop_mem.inference.scripted import HashEmbedder, ScriptedModel, SetClock
from desktop_mem.runtime.worker import Worker
from desktop_mem.settings import Settings

PATIENCE_SECONDS = 20.0


@dataclass
class Terminal:
    """Runs `desktop-mem chat` in this process. `keys` gives each line when it is asked for; an iterator may wait before it does."""

    profile: Path
    patch: pytest.MonkeyPatch
    capture: pytest.CaptureFixture[str]

    def __post_init__(self) -> None:
        self.clock = SetClock()
        self.model = ScriptedModel()
        self.out = self.err = ""
        self.workers: list[Worker] = []

    def chat(self, keys: Iterator[bytes], *answers: Any, is_terminal: bool = False, as_json: bool = False, paging: str = "model") -> int:
        """The exit code, once the lines have ended."""
        self.model = ScriptedModel(answers)
        self.patch.setattr("desktop_mem.cli.chat.make_worker", lambda home, emit, inbox: self._worker(home, emit, inbox, paging))
        buffer = SimpleNamespace(readline=lambda: next(keys, b""))
        self.patch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: is_terminal, buffer=buffer))
        code = chat(self.profile, as_json=as_json, overrides={})
        self.read()
        return code

    def read(self) -> str:
        """All that was printed so far, standard output alone."""
        printed = self.capture.readouterr()
        self.out += printed.out
        self.err += printed.err
        return self.out

    @property
    def records(self) -> list[dict[str, Any]]:
        """Standard output as JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]

    def wait_for(self, text: str) -> None:
        """Until that was printed."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while text not in self.read():
            assert time.monotonic() < deadline, f"{text!r} never came; {self.out!r}"
            time.sleep(0.02)

    def _worker(self, home: Home, emit: Any, inbox: Any, paging: str) -> Worker:
        home = Home(home.profile, Settings(paging=paging))
        changes: dict[str, Callable[..., Any]] = {
            "load_model": lambda: self.model,
            "load_embedder": lambda: HashEmbedder(384),
            "make_agent": lambda stores, loaded: make_agent(home, stores, loaded, self.clock),
        }
        self.workers.append(Worker(replace(make_parts(home, inbox), **changes), emit, inbox))
        return self.workers[-1]


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Terminal]:
    """A chat on a profile of this test."""
    yield Terminal(tmp_path / "profile", monkeypatch, capsys)
    for thread in threading.enumerate():
        if thread.name in ("embedder", "terminal"):
            thread.join()
