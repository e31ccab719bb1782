"""Stores in a folder of their own, and a process of its own to be killed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import desktop_mem
from desktop_mem.storage.stores import Stores

SOURCE = Path(desktop_mem.__file__).parents[1]


@pytest.fixture
def profile(tmp_path):
    """A profile folder that does not exist yet."""
    return tmp_path / "profile"


@pytest.fixture
def stores(profile):
    """Open stores without an embedder, for vectors of 512."""
    opened = Stores.open(profile, embedder_dimension=512)
    yield opened
    opened.close()


@pytest.fixture
def child():
    """Start Python code in another process; it is killed at the end, if it still runs."""
    started = []

    def start(code, *arguments):
        process = subprocess.Popen(
            [sys.executable, "-c", code, *map(str, arguments)],
            stdin=subprocess.PIPE,  # else a child that waits on it would find its end and go on
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(SOURCE)},
            text=True,
            encoding="utf-8",
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()
