from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from desktop_mem.memory.ports import TimePhrases


@dataclass(frozen=True)
class ReminderRequest:
    phrase: str
    message: str


def read_request(text: str, phrases: TimePhrases, now: datetime) -> ReminderRequest | None:
    phrase = phrases.find(text, now)
    return ReminderRequest(phrase, re.sub("remind me|to ", "", text.replace(phrase, "")).strip()) if phrase and "remind" in text else None
