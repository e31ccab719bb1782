"""Where each row of a long list stands: heights, guessed until measured, and their running sum."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate


class RowHeights:
    """Heights in pixels; `top(i)` is where row i begins, `total` where the last one ends."""

    def __init__(self) -> None:
        self._heights: list[float] = []
        self._measured: list[bool] = []
        self._tops: list[float] = [0.0]

    def __len__(self) -> int:
        return len(self._heights)

    @property
    def total(self) -> float:
        """The height of all rows."""
        return self._tops[-1]

    def top(self, place: int) -> float:
        """Where the row begins; for the number of rows, where the last one ends."""
        return self._tops[place]

    def place_at(self, y: float) -> int:
        """The row at `y`; -1 above all, the number of rows below all."""
        return bisect_right(self._tops, y) - 1 if y >= 0 else -1

    def replace(self, guesses: Sequence[float]) -> None:
        """Start over with guessed heights."""
        self._heights = list(guesses)
        self._measured = [False] * len(guesses)
        self._sum_from(0)

    def insert(self, place: int, guesses: Sequence[float]) -> None:
        """Rows came; the one behind them must be measured again, since it may begin a day no longer."""
        self._heights[place:place] = guesses
        self._measured[place:place] = [False] * len(guesses)
        self.forget(place + len(guesses))
        self._sum_from(place)

    def remove(self, first: int, last: int) -> None:
        """Rows `first` to `last` went; the one behind them must be measured again."""
        del self._heights[first : last + 1]
        del self._measured[first : last + 1]
        self.forget(first)
        self._sum_from(min(first, len(self._heights)))

    def forget(self, place: int) -> None:
        """The row changed: what was measured is a guess again."""
        if place < len(self._measured):
            self._measured[place] = False

    def is_measured(self, place: int) -> bool:
        """Whether the height is known."""
        return self._measured[place]

    def measure(self, measured: dict[int, float]) -> bool:
        """Take the true heights of some rows; whether anything moved."""
        moved = [place for place, height in measured.items() if abs(height - self._heights[place]) > 0.01]
        for place, height in measured.items():
            self._heights[place] = height
            self._measured[place] = True
        if moved:
            self._sum_from(min(moved))
        return bool(moved)

    def _sum_from(self, place: int) -> None:
        del self._tops[place + 1 :]
        self._tops.extend(list(accumulate(self._heights[place:], initial=self._tops[place]))[1:])
