"""A suggestion: a wish about memory, as data; somebody makes it, the control plane checks it, and it is done whole or not at all."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Wish(StrEnum):
    """What is wished: that something stays in view at the next flush, leaves the view, comes into view, or that what says the same becomes
    one.
    """

    KEEP = "keep"
    EVICT = "evict"
    PREFETCH = "prefetch"
    MERGE = "merge"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A wish for what stands at `address`, the `reason` in words, and the `confidence` from 0 to 1.

    A merge names what says the same as well: of a section (`w:human`) the `lines` that become `text`, and how the section read when the
    wish was made (`expected`); of a kept passage the `other` passage that says the same, which goes.
    """

    wish: Wish
    address: str
    reason: str
    confidence: float
    other: str = ""
    lines: tuple[str, ...] = ()
    text: str = ""
    expected: str = ""
