"""Addresses: the short, stable names by which every piece of memory can be asked for (`m12`, `p7`, `d3#page=4`, `s2`, `w:human`)."""

from __future__ import annotations

import re
from dataclasses import dataclass

KINDS = {"m": "message", "p": "passage", "d": "document", "s": "summary", "e": "memory event", "r": "reminder", "t": "topic"}
_NUMBERED = re.compile(
    r"^([mpdsert])([1-9][0-9]{0,17})(?:#(page|line|row|second|part)=([0-9]{1,9})(?:-[0-9]{1,9})?(?:&row=[0-9]{1,9}(?:-[0-9]{1,9})?)?)?$"
)
_SECTION = re.compile(r"^w:([a-z][a-z0-9_]{0,39})$")


@dataclass(frozen=True, slots=True)
class Address:
    """A parsed address: its kind letter, number (0 for a section), section label, and the place behind `#` (`unit` and
    `place`, 0: none).
    """

    kind: str
    number: int = 0
    label: str = ""
    unit: str = ""
    place: int = 0

    @classmethod
    def parse(cls, text: str) -> Address:
        """Raises `ValueError` with a sentence that shows the forms an address can have."""
        text = text.strip().strip("[]()")
        if match := _SECTION.match(text):
            return cls("w", label=match[1])
        if match := _NUMBERED.match(text):
            return cls(match[1], int(match[2]), unit=match[3] or "", place=int(match[4] or 0))
        raise ValueError(f"'{text}' is not an address. Addresses look like m12, p7, d3, d3#page=4 or w:human.")

    def __str__(self) -> str:
        if self.kind == "w":
            return f"w:{self.label}"
        return f"{self.kind}{self.number}" + (f"#{self.unit}={self.place}" if self.unit else "")


def row_number(address: str, kind: str) -> int:
    """The row number behind an address of that kind. Raises `LookupError` when it is of another kind or not an address."""
    try:
        parsed = Address.parse(address)
    except ValueError as error:
        raise LookupError(str(error)) from None
    if parsed.kind != kind:
        raise LookupError(f"{address} is not the address of a {KINDS[kind]}.")
    return parsed.number
