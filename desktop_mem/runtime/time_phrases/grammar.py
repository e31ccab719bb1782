"""The grammar: which forms stand at a place of a text, and the runs of forms that follow one another there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache, cached_property

from desktop_mem.errors import Refused
from desktop_mem.memory.reminder import When
from desktop_mem.runtime.time_phrases import chinese, english_days, english_times
from desktop_mem.runtime.time_phrases.combining import combine
from desktop_mem.runtime.time_phrases.slots import Form, Slots
from desktop_mem.runtime.time_phrases.surroundings import BETWEEN

_FIRST_CHINESE = "\u2e80"


class Grammar:
    """Forms of both languages, compiled when first asked for, which takes some tenths of a second.

    Most places of a text hold none of them, so one pattern asks for all at once first.
    """

    def __init__(self, english: tuple[Form, ...], chinese: tuple[Form, ...]) -> None:
        self._forms = (english, chinese)

    @cached_property
    def _languages(self) -> list[tuple[re.Pattern[str], list[tuple[re.Pattern[str], Form]]]]:
        return [(_any_of(forms), [(_compiled(form.pattern), form) for form in forms]) for forms in self._forms]

    def at(self, text: str, place: int) -> Iterator[tuple[Form, re.Match[str]]]:
        """The forms that stand there, each with its match."""
        letter = text[place]
        both = self._languages
        for anything, forms in both if letter.isdigit() else both[:1] if letter < _FIRST_CHINESE else both[1:]:
            if anything.match(text, place):
                for pattern, form in forms:
                    if match := pattern.match(text, place):
                        yield form, match


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _any_of(forms: tuple[Form, ...]) -> re.Pattern[str]:
    return re.compile("|".join(re.sub(r"\?P<\w+>", "?:", form.pattern) for form in forms))


IN_A_TEXT = Grammar(english_times.FORMS + english_days.FORMS, chinese.FORMS)
BY_ITSELF = Grammar(
    english_times.FORMS + english_days.FORMS + english_times.WHOLE_FORMS,
    chinese.FORMS + chinese.WHOLE_FORMS,
)


@dataclass(frozen=True, slots=True)
class Run:
    """Forms that follow one another in a text up to `end`, and what they name, or why one of them was refused."""

    end: int
    forms: tuple[Form, ...] = ()
    slots: Slots = ()
    refusal: Refused | None = None

    @property
    def trusted(self) -> bool:
        """Whether it can be taken for a time in the middle of other text."""
        return self.forms[0].first and (self.forms[0].alone or len(self.forms) > 1)

    def combined(self, now: datetime) -> When | None:
        """The time that it names; None when that is not one time. Raises `Refused`."""
        if self.refusal is not None:
            raise self.refusal
        return combine(self.slots, now)

    def with_form(self, form: Form, match: re.Match[str]) -> Run | None:
        """One form longer; None when that names the same kind of thing twice."""
        forms = (*self.forms, form)
        try:
            named = form.read(match)
        except Refused as refusal:
            return Run(match.end(), forms, self.slots, refusal)
        kinds = {type(slot) for slot in self.slots}
        return None if any(type(slot) in kinds for slot in named) else Run(match.end(), forms, (*self.slots, *named))


def runs(grammar: Grammar, text: str, start: int, before: Run | None = None) -> Iterator[Run]:
    """Every run from `start` on. Each kind of thing is named once, so none has more forms than there are kinds."""
    for form, match in grammar.at(text, start):
        run = (before or Run(start)).with_form(form, match)
        if run is None:
            continue
        yield run
        following = next_place(text, run.end)
        if following is not None and run.refusal is None:
            yield from runs(grammar, text, following, run)


def next_place(text: str, end: int) -> int | None:
    """Where the next part of a phrase would begin; None at the end of the text."""
    gap = BETWEEN.match(text, end)
    place = gap.end() if gap else end
    return place if place < len(text) else None
