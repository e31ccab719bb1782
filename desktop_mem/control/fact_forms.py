"""Forms of sentences in which people state facts about themselves, and the entry that each gives."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact: the `key` of what it tells of, its `text` as an entry, the words that say `since` when, and a pattern for the lines
    that it `outdates` (empty: none).
    """

    key: str
    text: str
    since: str = ""
    outdates: str = ""


Maker = Callable[[re.Match[str]], Iterator[Fact]]
Form = tuple[re.Pattern[str], Maker]


def form(pattern: str, maker: Maker, *, case: bool = False) -> Form:
    return re.compile(pattern if case else f"(?i:{pattern})"), maker


def entry(key: str, text: str, outdates: str = "") -> Maker:
    """An entry made by putting the groups of the match into `text`."""

    def make(match: re.Match[str]) -> Iterator[Fact]:
        groups = {name: value.strip(" ,.!，。！") for name, value in match.groupdict().items() if value is not None}
        yield Fact(key, text.format_map(groups), outdates=outdates)

    return make


def matched(clause: str, forms: Sequence[Form], subject: str = "") -> Iterator[Fact]:
    """The facts of the first form that the whole clause has, with the `subject` that it leaves out."""
    for pattern, maker in forms:
        if match := pattern.match(subject + clause):
            yield from maker(match)
            return
