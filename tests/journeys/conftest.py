"""What the journeys share: the program as a user starts it, and real documents."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

PROGRAM = [sys.executable, "-W", "ignore", "-m", "desktop_mem"]


@dataclass(frozen=True)
class Ran:
    """One run of the program."""

    code: int
    out: str
    err: str

    @property
    def records(self) -> list[dict]:
        """Standard output as JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Ran]


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    """A data folder that nobody has used."""
    return tmp_path / "profile"


@pytest.fixture
def run(profile: Path) -> Run:
    """Runs `desktop-mem` with these arguments in the profile of the test."""

    def start(*arguments: str, stdin: bytes = b"", offline: bool = False) -> Ran:
        cut_off = ["unshare", "-r", "-n"] if offline else []
        command = [*cut_off, *PROGRAM, *arguments]
        if "--profile" not in arguments:
            command += ["--profile", str(profile)]
        done = subprocess.run(command, input=stdin, capture_output=True, timeout=240, env={**os.environ, "PYTHONIOENCODING": "utf-8"})
        return Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))

    return start


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    """A real PDF of three pages, each with a fact of its own."""
    from fpdf import FPDF

    document = FPDF()
    document.set_font("Helvetica", size=12)
    for page, fact in enumerate(("The oven costs 350 euros.", "The contract ends on 31 March 2027.", "The key is under the blue pot."), 1):
        document.add_page()
        document.multi_cell(0, 8, f"Page {page} of the handbook.\n\n{fact}")
    path = tmp_path / "handbook.pdf"
    document.output(str(path))
    return path


@pytest.fixture
def chinese(tmp_path: Path) -> Path:
    """A Chinese text file."""
    path = tmp_path / "猫.txt"
    path.write_text("你好，世界。\n\n我的猫叫小花，今年三岁。\n", encoding="utf-8")
    return path
