"""Moments as they are stored: UTC as ISO text, which sorts by instant, and the offset in seconds that the clock on the wall had."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from desktop_mem.errors import Bug


def utc_text(moment: datetime) -> str:
    """The instant as UTC ISO text of fixed width. Raises `Bug` for a moment without offset."""
    if moment.utcoffset() is None:
        raise Bug(f"The moment {moment} has no offset.")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def offset_seconds(moment: datetime) -> int:
    """The offset of its clock from UTC."""
    offset = moment.utcoffset()
    if offset is None:
        raise Bug(f"The moment {moment} has no offset.")
    return int(offset.total_seconds())


def moment(utc: str, offset: int) -> datetime:
    """The moment again, with the same instant and the same clock face."""
    return datetime.fromisoformat(utc).astimezone(timezone(timedelta(seconds=offset)))
