"""Silence is enforced: a test that warns in the log, leaves a thread behind or reaches for the network fails."""

from __future__ import annotations

import os

# Before anything else is imported: no test draws on a screen or asks a model hub.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["HF_HUB_OFFLINE"] = "1"

import json
import logging
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

pytest_plugins = ["pytester"]  # the guards below are tested in test_silence.py

Zone = Callable[[str], None]
ROOT = Path(__file__).resolve().parent.parent
# Pure tests first, so that a mistake in the kernel shows before a model is loaded; whole journeys last.
ORDER = ("memory", "control", "evaluation", "packaging", "", "storage", "documents", "contracts", "inference", "runtime", "gui", "journeys")
THREAD_PATIENCE_SECONDS = 2.0

# No deadline: a shared machine may stall any example. The same examples every time: a red test stays red until it is mended.
hypothesis.settings.register_profile("house", deadline=None, derandomize=True)
hypothesis.settings.load_profile("house")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the tests by folder; those right in tests/ (the house rules) stand under the empty name, unknown folders last."""
    items.sort(key=lambda item: _rank(Path(item.path)))


def _rank(path: Path) -> int:
    parts = path.relative_to(ROOT / "tests").parts if path.is_relative_to(ROOT / "tests") else ()
    folder = parts[0] if len(parts) > 1 else ""
    return ORDER.index(folder) if folder in ORDER else len(ORDER)


@pytest.fixture(autouse=True, scope="session")
def own_profile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test can touch the developer's own memory: the default profile is a folder of the test run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DESKTOP_MEM_HOME", str(tmp_path_factory.mktemp("profile")))
        yield


@pytest.fixture
def allow_log_warnings() -> None:
    """Ask for this in a test that expects a warning in the log (and assert on `caplog` that it came)."""


class _Collector(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.levelname} {record.name}: {record.getMessage()}")


@pytest.fixture(autouse=True)
def no_log_warnings(request: pytest.FixtureRequest) -> Iterator[None]:
    """A warning that nobody expected fails the test, also when everything else went well."""
    collector, logger = _Collector(), logging.getLogger("desktop_mem")
    logger.addHandler(collector)
    yield
    logger.removeHandler(collector)
    if collector.lines and "allow_log_warnings" not in request.fixturenames:
        pytest.fail("Unexpected in the log:\n" + "\n".join(collector.lines), pytrace=False)


@pytest.fixture(autouse=True)
def no_leaked_threads() -> Iterator[None]:
    """A thread that would keep the program from ending fails the test; it gets a moment to end by itself."""
    before = set(threading.enumerate())
    yield
    deadline = time.monotonic() + THREAD_PATIENCE_SECONDS
    while (leaked := _lasting(before)) and time.monotonic() < deadline:
        time.sleep(0.02)
    if leaked:
        pytest.fail(f"Left running: {', '.join(thread.name for thread in leaked)}", pytrace=False)


def _lasting(before: set[threading.Thread]) -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread not in before and thread.is_alive() and not thread.daemon]


_reached_for: list[str] = []


@pytest.fixture(autouse=True, scope="session")
def closed_network() -> Iterator[None]:
    """Nothing in this process can connect to an address or look up a name; pipes and Unix sockets work."""

    def connect(sock: socket.socket, address: Any, *, really: Any) -> Any:
        # On Windows a pair of sockets, which asyncio needs, is made over the loopback address.
        own_pair = sys.platform == "win32" and address[0] in ("127.0.0.1", "::1")
        if sock.family in (socket.AF_INET, socket.AF_INET6) and not own_pair:
            _refuse(f"connect to {address}")
        return really(sock, address)

    def look_up(host: Any, port: Any, *_arguments: Any, **_options: Any) -> Any:
        _refuse(f"look up {host}:{port}")

    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex"):
            really = getattr(socket.socket, name)
            patch.setattr(socket.socket, name, lambda sock, address, really=really: connect(sock, address, really=really))
        patch.setattr(socket, "getaddrinfo", look_up)
        yield


def _refuse(attempt: str) -> None:
    _reached_for.append(attempt)
    raise ConnectionRefusedError(f"A test tried to {attempt}; nothing in desktop_mem may reach for the network.")


@pytest.fixture(autouse=True)
def no_network(closed_network: None) -> Iterator[None]:
    """An attempt fails the test even when the code under test swallowed the refusal."""
    _reached_for.clear()
    yield
    if _reached_for:
        pytest.fail(f"The network was asked for: {'; '.join(_reached_for)}", pytrace=False)


@pytest.fixture(scope="session")
def models_dir() -> Path:
    """The folder of the embedded models."""
    return ROOT / "models"


@pytest.fixture(scope="session")
def gguf(models_dir: Path) -> Path:
    """The embedded GGUF. A test that needs it fails without it: a skipped one would hide that nothing was tried."""
    return _weights(models_dir, "chat")


@pytest.fixture(scope="session")
def embedder_folder(models_dir: Path) -> Path:
    """The folder of the embedded sentence-transformers model."""
    return _weights(models_dir, "embeddings")


def _weights(models: Path, role: str) -> Path:
    entries = json.loads((models / "catalogue.json").read_text(encoding="utf-8"))
    entry = next(entry for entry in entries if entry["role"] == role and entry["embedded"])
    if not all((models / name).exists() for name in entry["files"]):
        pytest.fail(f"{models / entry['file']} is missing or not whole: run `python3 packaging/bootstrap.py setup` first.", pytrace=False)
    return models / entry["file"]


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Zone]:
    """Sets the system's zone until the end of the test."""

    def change(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield change
    monkeypatch.undo()
    time.tzset()
