"""Notices when a model goes round in circles."""

from __future__ import annotations

from collections.abc import Sequence

_SHORTEST = 6
_LONGEST = 80
_TIMES_SHORT = 4


def circle_length(ids: Sequence[int]) -> int:
    """How many ids at the end of `ids` only repeat what stands before them; 0 when the end is no repetition.

    A stretch of at least 6 ids counts from its second time on, a shorter one from its fifth.
    """
    size = len(ids)
    for period in range(1, min(_LONGEST, size // 2) + 1):
        times = 1 if period >= _SHORTEST else _TIMES_SHORT
        if (times + 1) * period > size or ids[size - 1] != ids[size - 1 - period]:
            continue
        if all(ids[size - 1 - i] == ids[size - 1 - i - period] for i in range(times * period)):
            return times * period
    return 0
