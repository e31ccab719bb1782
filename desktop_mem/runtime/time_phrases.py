from __future__ import annotations

import re
from datetime import datetime, timedelta

from desktop_mem.errors import Refused
from desktop_mem.memory.reminder import When


class PhraseReader:
    def parse(self, phrase: str, now: datetime) -> When:
        m = re.fullmatch(r"in (\d+) minutes", phrase.strip())
        if not m:
            raise Refused(f"'{phrase}' is no time")
        return When(now + timedelta(minutes=int(m[1])))

    def find(self, text: str, now: datetime) -> str:
        m = re.search(r"in (\d+) minutes", text)
        return m[0] if m else ""

    def next_due(self, when: When, after: datetime) -> datetime | None:
        return None
