"""Addresses: the short, stable names by which every piece of memory can be asked for (`m12`, `p7`, `d3#page=4`, `s2`, `w:human`)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from desktop_mem.memory.passage import LINE_UNITS, UNITS

KINDS = {
    "m": "message",
    "p": "passage",
    "d": "document",
    "s": "summary",
    "e": "memory event",
    "r": "reminder",
    "t": "topic",
    "q": "proposal",
}
_NUMBERED = re.compile(r"^([mpdsertq])([1-9][0-9]{0,17})(?:#(.*))?$")
_SECTION = re.compile(r"^w:([a-z][a-z0-9_]{0,39})$")
_PLACE = re.compile(rf"^({'|'.join((*UNITS, *LINE_UNITS, 'part'))})s?=([1-9][0-9]{{0,8}})(?:-([1-9][0-9]{{0,8}}))?$")

Stretch = tuple[int, int]
"""The first and last number, both included."""


@dataclass(frozen=True, slots=True)
class Address:
    """A parsed address: its kind letter, number (0 for a section), section label, and the place behind `#`.

    `pages` are those wanted, or what the document has instead (slides, sheets, …); `lines` the lines, or what `counted` says (rows,
    seconds); `part` is which stretch of all that (0: not said).
    """

    kind: str
    number: int = 0
    label: str = ""
    pages: Stretch | None = None
    counted: str = ""
    lines: Stretch | None = None
    part: int = 0

    @classmethod
    def parse(cls, text: str) -> Address:
        """Raises `ValueError` with a sentence that shows the forms an address, or a place, can have."""
        text = text.strip().strip("[]()")
        if match := _SECTION.match(text):
            return cls("w", label=match[1])
        if match := _NUMBERED.match(text):
            return cls(match[1], int(match[2]))._at(match[3] or "")
        raise ValueError(f"'{text}' is not an address. Addresses look like m12, p7, d3, d3#page=4 or w:human.")

    def _at(self, place: str) -> Address:
        """The same with the place that is written behind `#`."""
        address = self
        for piece in place.split("&") if place else ():
            match = _PLACE.match(piece.strip())
            if match is None:
                raise ValueError(f"'{place}' is no place. Places look like page=4 or part=2.")
            first, last = sorted((int(match[2]), int(match[3] or match[2])))
            if match[1] == "part":
                address = replace(address, part=first)
            elif match[1] in LINE_UNITS:
                address = replace(address, counted=match[1], lines=(first, last))
            else:
                address = replace(address, pages=(first, last))
        return address

    @property
    def base(self) -> str:
        """The address without its place."""
        return f"w:{self.label}" if self.kind == "w" else f"{self.kind}{self.number}"

    def __str__(self) -> str:
        places = []
        if self.pages:
            places.append(f"page={_stretch(self.pages)}")
        if self.lines:
            places.append(f"{self.counted}={_stretch(self.lines)}")
        if self.part:
            places.append(f"part={self.part}")
        return self.base + (f"#{'&'.join(places)}" if places else "")


def _stretch(numbers: Stretch) -> str:
    return "-".join(str(number) for number in dict.fromkeys(numbers))


def parsed(address: str) -> Address:
    """The address. Raises `LookupError` with the sentence of `Address.parse`."""
    try:
        return Address.parse(address)
    except ValueError as error:
        raise LookupError(str(error)) from None


def row_number(address: str, kind: str) -> int:
    """The row number behind an address of that kind. Raises `LookupError` when it is of another kind or not an address."""
    found = parsed(address)
    if found.kind != kind:
        raise LookupError(f"{address} is not the address of a {KINDS[kind]}.")
    return found.number
