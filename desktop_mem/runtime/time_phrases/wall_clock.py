"""The wall clock of the system's zone: what it shows at an instant, and the instant at which it shows something."""

from __future__ import annotations

from datetime import UTC, datetime


def at_wall(wall: datetime) -> datetime:
    """The instant at which the system's clock shows `wall` (naive), as aware local time.

    Where the clock goes back the first of the two, where it skips `wall` the first moment after the gap.
    """
    found = wall.replace(fold=0).astimezone()
    return found if found.replace(tzinfo=None) == wall else _end_of_gap(wall)


def _end_of_gap(wall: datetime) -> datetime:
    # Python reads a time in a gap by the offset before it (fold 0, which lies behind the gap) or after it (fold 1, which lies before).
    before, behind = sorted(int(wall.replace(fold=fold).astimezone().timestamp()) for fold in (0, 1))
    offset = _local(behind).utcoffset()
    while behind - before > 1:
        middle = (before + behind) // 2
        before, behind = (before, middle) if _local(middle).utcoffset() == offset else (middle, behind)
    return _local(behind)


def _local(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC).astimezone()


def wall_of(moment: datetime) -> datetime:
    """What the clock showed at that moment where it was noted, without its offset."""
    return moment.replace(tzinfo=None, fold=0)
