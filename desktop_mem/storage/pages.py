"""Pages of hits: how a ranked list is cut, in every store alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

PAGE_SIZE = 5
"""Hits on one page of a search, and passages in one run of a document without pages."""

T = TypeVar("T")


def page_count(total: int, size: int) -> int:
    """Pages that `total` entries fill; 0 when there are none."""
    return -(-total // size)


def cut(items: Sequence[T], page: int, size: int) -> Sequence[T]:
    """The entries of the 1-based page; none when it lies out of range."""
    return items[(page - 1) * size : page * size] if page >= 1 else items[:0]
