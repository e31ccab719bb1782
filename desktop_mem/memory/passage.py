"""A passage: one entry of archival storage, kept by the model or cut from a document, with its place."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from desktop_mem.memory.source import Origin

UNITS = ("page", "slide", "sheet", "cell", "message", "chapter")
"""What `Place.page` can number."""

LINE_UNITS = ("line", "row", "second")
"""What `Place.line` can number."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in its document a passage stands: enough to open it there again.

    `page` is the 1-based number of its page, or of what the document has instead, by its name in `unit` (one of `UNITS`); `label`
    is what is printed on it, when that differs: a page's label, a sheet's name. `heading` is the path of headings, `line` the 1-based
    first and last line, or what `counted` (one of `LINE_UNITS`) says: a table's row as the program that made it counts them, or
    a second of a recording. `span` is the character offsets in the text of the document as it was read.
    """

    page: int | None = None
    label: str = ""
    heading: str = ""
    line: tuple[int, int] | None = None
    span: tuple[int, int] = (0, 0)
    unit: str = "page"
    counted: str = "line"

    def fragment(self) -> str:
        """The part of an address behind `#`: `page=4` (`&row=10-20` in a sheet), `line=10-20`, `row=3-9`, `second=61-75` or nothing."""
        lines = f"{self.counted}={self.line[0]}-{self.line[1]}" if self.line else ""
        if self.page is None:
            return lines
        return f"page={self.page}&{lines}" if lines and self.counted == "row" else f"page={self.page}"

    def citation(self, title: str) -> str:
        """How a person would name the place in the document of that title: `report.pdf, page 4`, `notes.md, Travel > Rome`,
        `log.txt, lines 10-20`, `costs.xlsx, sheet 2024, rows 5-9`, `talk.srt, 1:05-1:20`.
        """
        parts = [title]
        if self.page is not None:
            parts.append(f"{self.unit} {self.label or self.page}")
        elif self.heading:
            parts.append(self.heading)
        if self.line and (len(parts) == 1 or self.counted == "row"):
            parts.append(_lines(self.line, self.counted))
        return ", ".join(parts)


def _lines(line: tuple[int, int], counted: str) -> str:
    if counted == "second":
        return "-".join(dict.fromkeys(_clock(second) for second in line))
    return f"{counted} {line[0]}" if line[0] == line[1] else f"{counted}s {line[0]}-{line[1]}"


def _clock(second: int) -> str:
    hours, rest = divmod(second, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


@dataclass(frozen=True, slots=True)
class Passage:
    """One passage. `document` is the address of the document it was cut from, or empty when the model or the user wrote it.

    `origin` says whose words it holds; `tainted`: a document's, or written while such words were in view.
    One that is `undone` was taken back or forgotten, and is found by no search.
    """

    text: str
    created_at: datetime
    address: str = ""
    document: str = ""
    title: str = ""
    place: Place = field(default_factory=Place)
    origin: Origin = Origin.ASSISTANT
    tainted: bool = False
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """One search result: a message or passage by address, its text, and why it matched.

    `score` lies in 0..1 and compares only within one search; `why` names what matched (`exact`, `words`, `meaning`, …);
    `citation` is how a person would name the place ("report.pdf, page 4"); `tainted` marks a document's text and what derives
    from it; `also` names passages that say the same and are not shown themselves; `document` is the address of the document that
    it stands in; `grounded` is false for a reply that rests on nothing in memory: the model made it up, or spoke from what it knows.
    """

    address: str
    text: str
    created_at: datetime
    score: float
    why: tuple[str, ...] = ()
    speaker: str = ""
    citation: str = ""
    place: str = ""
    tainted: bool = False
    also: tuple[str, ...] = ()
    document: str = ""
    grounded: bool = True


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a document a page of hits shows: `seen` of its `passages`."""

    document: str
    title: str
    seen: int
    passages: int

    def __str__(self) -> str:
        return f"{self.seen} of {self.passages} passages of {self.title}"


@dataclass(frozen=True, slots=True)
class HitPage:
    """One page of hits: `page` of `pages` (1-based), `total` hits in all; `note` says when a list was missing.

    `coverage` says of each document among these hits how little of it they are.
    """

    hits: tuple[Hit, ...]
    total: int
    page: int
    pages: int
    note: str = ""
    coverage: tuple[Coverage, ...] = ()
