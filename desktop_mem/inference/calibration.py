"""The calibration: with how many threads a model is fastest on this machine, measured at its first load and kept."""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import llama_cpp
import psutil
from llama_cpp import Llama

from desktop_mem.whole_file import write_whole

_log = logging.getLogger(__name__)
_SECONDS = 4.0
_PROMPT = 96
_ANSWER = 6
_ROUNDS = 2
# One thread fewer leaves the window smoother, so more have to be worth it.
_WORTH_IT = 0.97


@dataclass(frozen=True, slots=True)
class Threads:
    """How many threads write an answer, and how many read a prompt."""

    decode: int
    prefill: int


class Calibrations:
    """What was measured, by the key of the model, in one file. A file that cannot be read counts as empty, one not written is no loss."""

    def __init__(self, file: Path | None) -> None:
        self._file = file

    def of(self, key: str) -> Threads | None:
        """What was measured for this key."""
        entry = self._entries().get(key)
        try:
            return Threads(int(entry["decode"]), int(entry["prefill"])) if entry else None
        except (KeyError, TypeError, ValueError):
            return None

    def keep(self, key: str, threads: Threads) -> None:
        """Write this down for the next load."""
        if self._file is None:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._file, json.dumps(self._entries() | {key: asdict(threads)}, indent=1, ensure_ascii=False))
        except OSError as error:
            _log.info("The calibration could not be kept in %s: %s", self._file, error)

    def _entries(self) -> dict[str, Any]:
        try:
            entries = json.loads(self._file.read_text(encoding="utf-8")) if self._file and self._file.exists() else {}
        except (OSError, ValueError):
            return {}
        return entries if isinstance(entries, dict) else {}


def measured(llama: Llama) -> Threads:
    """The fastest of a few numbers of threads, for writing and for reading; takes about a second, and four at most for a slow model."""
    candidates = thread_counts()
    ids = [number % llama.n_vocab() for number in range(10, 10 + _PROMPT)]
    begun = time.perf_counter()
    llama.eval(ids[:16])  # brings the weights in from the disk
    reading: dict[int, float] = {}
    writing: dict[int, float] = {}
    for threads in candidates:
        llama_cpp.llama_set_n_threads(llama.ctx, threads, threads)
        reading[threads] = min(_seconds(llama, ids) for _ in range(_ROUNDS))
        writing[threads] = min(_seconds(llama, ids[:1]) for _ in range(_ANSWER))
        if time.perf_counter() - begun > _SECONDS:
            break
    llama.reset()
    llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(llama.ctx), True)
    return Threads(_best(writing), _best(reading))


def thread_counts() -> list[int]:
    """What to try: all processors that this process may use, one per physical core, and half of these; the most first."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    physical = min(psutil.cpu_count(logical=False) or usable, usable)
    return sorted({usable, physical, max(1, physical // 2)}, reverse=True)


def _seconds(llama: Llama, ids: Sequence[int]) -> float:
    started = time.perf_counter()
    if len(ids) > 1:
        llama.n_tokens = 0
        llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(llama.ctx), True)
    llama.eval(ids)
    return time.perf_counter() - started


def _best(seconds: dict[int, float]) -> int:
    """The number of threads that took the least; a smaller one unless a larger one is clearly faster."""
    best = min(seconds)
    for threads in sorted(seconds):
        if seconds[threads] < seconds[best] * _WORTH_IT:
            best = threads
    return best
