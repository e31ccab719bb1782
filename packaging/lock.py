"""One set-up at a time in one checkout: the lock dies with the process that holds it, and with the pip that outlives it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from progress import Progress

if sys.platform == "win32":
    import msvcrt

    def _try(descriptor: int) -> None:
        """Raises `OSError` when another process holds it."""
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try(descriptor: int) -> None:
        """Raises `OSError` when another process holds it."""
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def sole_set_up(path: Path, progress: Progress, pause: float = 1.0) -> Iterator[int]:
    """Hold the lock file, waiting for whoever holds it; yields its descriptor, so that a child can inherit it."""
    path.parent.mkdir(exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        _wait(descriptor, progress, pause)
        yield descriptor
    finally:
        os.close(descriptor)


def _wait(descriptor: int, progress: Progress, pause: float) -> None:
    started = time.monotonic()
    while True:
        try:
            return _try(descriptor)
        except OSError:
            progress.beat(time.monotonic() - started, "another set-up is at work in this folder; waiting for it")
            time.sleep(pause)
