"""The system's clock in local time."""

from __future__ import annotations

from datetime import datetime


class SystemClock:
    """Local time with the offset that holds at this moment, so that a change of zone or of daylight saving is seen at once."""

    def now(self) -> datetime:
        """See `Clock.now`."""
        return datetime.now().astimezone()
