"""The meter of imports: how far they have come, how fast they go, and how long they will take, as far as that can be known."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable

from desktop_mem.control.document_ledger import DocumentEntry
from desktop_mem.control.import_work import ImportTotals

TELL_SECONDS = 0.25
_SAMPLE_SECONDS = 30.0
_BASIS_SECONDS = 5.0
_BASIS_SHARE = 0.01


class ImportMeter:
    """Counts files and bytes from when nothing was in the works until nothing is again. Only working time counts."""

    def __init__(self) -> None:
        self._sizes: dict[str, int] = {}
        self._done: dict[str, int] = {}
        self._shares: dict[str, float] = {}
        self._read_bytes = 0.0
        self._seconds = 0.0
        self._samples: deque[tuple[float, int]] = deque()
        self._told_at = 0.0
        self._told: ImportTotals | None = None

    def listed(self, entries: Iterable[DocumentEntry]) -> None:
        """These files wait for their import."""
        for entry in entries:
            self._done.pop(entry.address, None)
            self._sizes[entry.address] = entry.size

    def share(self, address: str, share: float) -> None:
        """Of this file so much, from 0 to 1, is stored."""
        if address in self._sizes:
            self._shares[address] = min(1.0, share)

    def ended(self, entry: DocumentEntry, *, read: bool) -> None:
        """This file is done with; `read` says that it took the time of reading."""
        size = self._sizes.setdefault(entry.address, entry.size)
        self._done[entry.address] = size
        self._shares.pop(entry.address, None)
        self._read_bytes += size if read else 0

    def gone(self, address: str) -> None:
        """This file is no longer to be imported."""
        for each in (self._sizes, self._done, self._shares):
            each.pop(address, None)

    def worked(self, seconds: float, passages: int) -> None:
        """So long was worked, and so many passages were stored in that time."""
        self._seconds += seconds
        self._samples.append((seconds, passages))
        while len(self._samples) > 1 and sum(each for each, _ in self._samples) > _SAMPLE_SECONDS:
            self._samples.popleft()

    def totals(self, paused: int, *, listing: bool) -> ImportTotals:
        """How far all has come."""
        partly = sum(self._sizes.get(address, 0) * share for address, share in self._shares.items())
        total, done = sum(self._sizes.values()), sum(self._done.values()) + partly
        return ImportTotals(
            done=len(self._done),
            total=len(self._sizes),
            bytes_done=int(done),
            bytes_total=total,
            paused=paused,
            passages_per_second=self._rate(),
            seconds_left=None if listing or paused else self._left(total, done, self._read_bytes + partly),
            listing=listing,
        )

    def due(self, totals: ImportTotals) -> bool:
        """Whether these totals are news that may be told now: at most four times a second, and the last ones always."""
        ended = totals.done == totals.total and not totals.listing
        if totals == self._told or (not ended and time.monotonic() - self._told_at < TELL_SECONDS):
            return False
        self._told, self._told_at = totals, time.monotonic()
        return True

    @property
    def may_tell(self) -> bool:
        """Whether a quarter of a second has passed since something was told."""
        return time.monotonic() - self._told_at >= TELL_SECONDS

    @property
    def is_open(self) -> bool:
        """Whether anything was listed since the last reset."""
        return bool(self._sizes)

    def reset(self) -> None:
        """Nothing is in the works: what comes next counts from zero."""
        self.__init__()  # type: ignore[misc]

    def _rate(self) -> float | None:
        seconds, passages = sum(each for each, _ in self._samples), sum(each for _, each in self._samples)
        return passages / seconds if seconds >= 1.0 and passages else None

    def _left(self, total: float, done: float, read: float) -> float | None:
        """Seconds until the end, if the rest takes as long as what was read so far did for its bytes."""
        if self._seconds < _BASIS_SECONDS or not read or done < _BASIS_SHARE * total:
            return None
        return max(0.0, total - done) * self._seconds / read
