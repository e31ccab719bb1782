"""Vectors held in memory: few are all looked at, many first by the directions in which they differ most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from desktop_mem.storage.scope import Scope

COARSE_FROM: Final = 20_000
"""Rows from which on the principal directions are looked at first; fewer are all looked at, which takes a few milliseconds."""
_DIRECTIONS: Final = 96
"""With real embeddings, the thousand that are nearest in so many directions held 9.99 of the ten that are nearest in all 384."""
_LOOKED_AT: Final = 1000
_SAMPLE: Final = 5000
_GROWTH: Final = 1.2
_ARRAYS: Final = ("_numbers", "_documents", "_vectors", "_coarse")


class HeldVectors:
    """Unit vectors with their row numbers and documents (-1: none), each number once: 1.5 KB a row at 384 dimensions, 1.9 KB of many."""

    def __init__(self, dimension: int) -> None:
        self._count = 0
        self._numbers = np.zeros(0, np.int64)
        self._documents = np.zeros(0, np.int64)
        self._vectors = np.zeros((0, dimension), np.float32)
        self._axes: Any = None
        self._coarse = np.zeros((0, 0), np.float32)  # no columns until there are axes

    def __len__(self) -> int:
        """The number of rows."""
        return self._count

    @property
    def numbers(self) -> Any:
        """The number of each row: int64, in the order in which they came."""
        return self._numbers[: self._count]

    @property
    def documents(self) -> Any:
        """The document of each row, in the same order: int64."""
        return self._documents[: self._count]

    @property
    def vectors(self) -> Any:
        """The vector of each row, in the same order: float32, (rows, dimension)."""
        return self._vectors[: self._count]

    def add(self, numbers: Any, documents: Any, vectors: Any) -> None:
        """Add rows; those whose number is there already are replaced."""
        self.delete(numbers)
        end = self._count + len(numbers)
        if end > len(self._numbers):
            self._make_room(max(end, int(end * _GROWTH)) if self._count else end)
        self._numbers[self._count : end] = numbers
        self._documents[self._count : end] = documents
        self._vectors[self._count : end] = vectors
        if self._axes is not None:
            self._coarse[self._count : end] = self._vectors[self._count : end] @ self._axes
        self._count = end

    def delete(self, numbers: Any) -> None:
        """Take out these rows; those that are not there are no fault."""
        gone = np.isin(self.numbers, numbers)
        if not gone.any():
            return
        stays = np.flatnonzero(~gone)
        for name in _ARRAYS:
            array = getattr(self, name)
            array[: len(stays)] = array[stays]
        self._count = len(stays)

    def nearest(self, vector: Any, limit: int, scope: Scope) -> dict[int, float]:
        """The cosine of at most `limit` rows of the scope with the unit vector, the nearest first."""
        places = None if scope.whole else np.flatnonzero(self._inside(scope))
        if (self._count if places is None else len(places)) > COARSE_FROM:
            places = self._nearest_by_directions(vector, max(_LOOKED_AT, 4 * limit), places)
        cosines = (self.vectors if places is None else self._vectors[places]) @ vector
        best = np.argsort(-cosines, kind="stable")[:limit]
        numbers = self.numbers[best] if places is None else self._numbers[places[best]]
        return dict(zip(numbers.tolist(), cosines[best].tolist(), strict=True))

    def cosines(self, numbers: Sequence[int], vector: Any) -> dict[int, float]:
        """The cosine of each of these rows that is there."""
        places = np.flatnonzero(np.isin(self.numbers, numbers))
        found = self._vectors[places] @ vector
        return dict(zip(self._numbers[places].tolist(), found.tolist(), strict=True))

    def _inside(self, scope: Scope) -> Any:
        inside = self.numbers >= scope.first
        if scope.end is not None:
            inside &= self.numbers < scope.end
        if scope.documents is not None:
            inside &= np.isin(self.documents, scope.documents)
        return inside

    def _nearest_by_directions(self, vector: Any, count: int, places: Any) -> Any:
        if self._axes is None:
            self._find_directions()
        coarse = self._coarse[: self._count] if places is None else self._coarse[places]
        near = coarse @ (vector @ self._axes)
        best = np.sort(np.argpartition(-near, count)[:count]) if count < len(near) else np.arange(len(near))
        return best if places is None else places[best]

    def _find_directions(self) -> None:
        """The directions that most of the vectors' length lies in, by a sample."""
        sample = self.vectors[:: max(1, self._count // _SAMPLE)]
        _, axes = np.linalg.eigh(sample.T @ sample)
        self._axes = np.ascontiguousarray(axes[:, -_DIRECTIONS:], dtype=np.float32)
        self._coarse = np.zeros((len(self._numbers), self._axes.shape[1]), np.float32)
        self._coarse[: self._count] = self.vectors @ self._axes

    def _make_room(self, rows: int) -> None:
        for name in _ARRAYS:
            old = getattr(self, name)
            new = np.zeros((rows, *old.shape[1:]), old.dtype)
            new[: len(old)] = old
            setattr(self, name, new)
