"""The circle detector."""

from __future__ import annotations

import pytest

from desktop_mem.inference.repetition import circle_length


@pytest.mark.parametrize(
    ("ids", "length"),
    [
        ([], 0),
        ([1, 2, 3], 0),
        ([1, 2, 3, 4, 5, 6] * 2, 6),
        ([9, 9, *([1, 2, 3, 4, 5, 6, 7] * 2)], 7),
        ([1, 2, 3, 4, 5] * 2, 0),
        ([1, 2] * 5, 8),
        ([7] * 4, 0),
        ([7] * 5, 4),
        ([*range(100), *range(100)], 0),
    ],
)
def test_what_counts_as_a_circle(ids: list[int], length: int) -> None:
    assert circle_length(ids) == length
