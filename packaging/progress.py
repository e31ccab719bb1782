"""What the user sees while the set-up works: which step of how many, the time, and a sign of life during long ones."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

BEAT_SECONDS = 20.0  # between signs of life where no line can be redrawn
_ACTIVITIES = (
    (re.compile(r"Installing collected packages"), "unpacking"),
    (re.compile(r"Building wheels?.* llama[-_]cpp[-_]python"), "compiling llama.cpp"),
    (re.compile(r"Building wheel for (\S+)"), "building {}"),
    (re.compile(r"Downloading (\S+?)[-/ ]"), "fetching {}"),
    (re.compile(r"(?:Collecting|Processing) (?:\S*/)?([A-Za-z0-9_.]+)"), "looking at {}"),
)


class Progress:
    """Prints steps on one stream. `plan` says how many will follow; `step` frames one of them."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._redraws = stream.isatty()
        self._total = self._number = 0
        self._beaten = 0.0

    def plan(self, total: int) -> None:
        """`total` steps follow."""
        self._total, self._number = total, 0

    @contextmanager
    def step(self, title: str) -> Iterator[None]:
        """One step: its number and title, then the time that it took."""
        self._number += 1
        self.line(f"[{self._number}/{self._total}] {title}")
        started = self._beaten = time.monotonic()
        yield
        self._clear()
        self.line(f"      done in {clock(time.monotonic() - started)}")

    def beat(self, seconds: float, activity: str) -> None:
        """A sign of life: redrawn on a terminal, else a line now and then."""
        text = f"      {clock(seconds)}  {activity}"
        if self._redraws:
            self._stream.write(f"\r{text[:100]:<100}")
            self._stream.flush()
        elif time.monotonic() - self._beaten >= BEAT_SECONDS:
            self._beaten = time.monotonic()
            self.line(text)

    def line(self, text: str) -> None:
        """One line."""
        print(text, file=self._stream, flush=True)

    def fault(self, what: str, remedy: str) -> None:
        """The set-up cannot go on: what happened, and what to do."""
        self._clear()
        self.line(f"\ndesktop_mem: {what}\n{remedy}")

    def _clear(self) -> None:
        if self._redraws:
            self._stream.write("\r" + " " * 100 + "\r")


def clock(seconds: float) -> str:
    """Minutes and seconds, as `1:05`."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def activity(log: str) -> str:
    """What pip is at, in two or three words, from what it wrote last."""
    for line in reversed(log.splitlines()):
        for pattern, words in _ACTIVITIES:
            if found := pattern.search(line):
                return words.format(*found.groups())
    return "working"


def run_logged(
    command: list[str], *, log: Path, progress: Progress, folder: Path, environment: Mapping[str, str], inherit: tuple[int, ...] = ()
) -> int:
    """Run in `folder` to the end, all output appended to `log`, showing signs of life; the exit code.

    `inherit` names descriptors that stay open in the child.
    """
    with log.open("a", encoding="utf-8") as sink:
        sink.write(f"\n$ {' '.join(command)}\n")
        sink.flush()
        begin, started = sink.tell(), time.monotonic()
        with subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=sink, stderr=sink, env=dict(environment), pass_fds=inherit
        ) as child:
            try:
                return _watch(child, log, begin, started, progress)
            except BaseException:
                child.terminate()
                raise


def _watch(child: subprocess.Popen[bytes], log: Path, begin: int, started: float, progress: Progress) -> int:
    while True:
        try:
            return child.wait(timeout=1.0)
        except subprocess.TimeoutExpired:
            progress.beat(time.monotonic() - started, activity(tail(log, begin)))


def tail(log: Path, begin: int = 0, size: int = 4000) -> str:
    """The last `size` bytes of the log as text, nothing from before `begin`."""
    with log.open("rb") as source:
        source.seek(0, 2)
        source.seek(max(begin, source.tell() - size))
        return source.read().decode("utf-8", errors="replace")
