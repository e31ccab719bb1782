"""One thing that was found out about a model file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "too large", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that the user should know. An `error` keeps the model from working; `too large` only as long as it is not allowed."""

    severity: Severity
    sentence: str
    remedy: str = ""

    def __str__(self) -> str:
        return f"{self.sentence} {self.remedy}".strip()
