"""What is known of model files: a row for each that the user has, and what was found out about one."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

Severity = Literal["error", "too large", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that the user should know. An `error` keeps the model from working; `too large` only as long as it is not allowed."""

    severity: Severity
    sentence: str
    remedy: str = ""

    def __str__(self) -> str:
        return f"{self.sentence} {self.remedy}".strip()


@dataclass(frozen=True, slots=True)
class ModelRow:
    """One model: a name of the user's, the file, whether the file is our copy, and settings that hold for this model alone.

    `shipped` models come with the program and stand in no list. The rest is what the file said when it was last looked at: bytes,
    tokens, and `kind` (`chat`, `embeddings`, …); empty when it never could be read.
    """

    name: str
    path: str
    copied: bool = False
    settings: dict[str, Any] = field(default_factory=dict)
    size: int = 0
    kind: str = ""
    architecture: str = ""
    quantisation: str = ""
    parameters: int = 0
    context_length: int = 0
    licence: str = ""
    shipped: bool = False

    @property
    def is_there(self) -> bool:
        """Whether the file is where it was."""
        return Path(self.path).is_file()


@dataclass(frozen=True, slots=True)
class ModelReport:
    """What a check of one file came to. `verdict`: `fits`, `tight`, `too large`, or empty where the size is not known; memory in bytes.

    `template` is the family whose chat template would be used; empty: the file's own, or none.
    """

    path: str
    works: bool
    verdict: str
    findings: tuple[Finding, ...]
    facts: dict[str, Any]
    memory: dict[str, int]
    template: str = ""
    function_role: str = ""


@dataclass(frozen=True, slots=True)
class Grade:
    """How well a model did one thing: the `share` of what it was `asked` that it did right."""

    skill: str
    share: float
    asked: int

    @property
    def mark(self) -> str:
        """`good`, `fair`, `poor`, or `not asked` when there was no time for it."""
        if not self.asked:
            return "not asked"
        return "good" if self.share >= 0.8 else "fair" if self.share >= 0.5 else "poor"


@dataclass(frozen=True, slots=True)
class ModelGrades:
    """What a model check came to: grades by skill, the `paging` that they advise, tokens a second, and memory in bytes.

    `whole` is False when the time was up before everything was asked.
    """

    path: str
    grades: tuple[Grade, ...]
    paging: str
    prefill_per_second: float
    decode_per_second: float
    memory: int
    seconds: float
    whole: bool
