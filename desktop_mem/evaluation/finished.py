"""Work that comes step by step, done at once."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")


def finished(steps: Generator[object, None, T]) -> T:
    """What the steps come to in the end."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: T = end.value
            return found
