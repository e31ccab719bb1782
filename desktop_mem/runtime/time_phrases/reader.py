"""The reader of time phrases: gives only what a phrase names without doubt, and refuses the rest with a sentence."""

from __future__ import annotations

from datetime import datetime

from desktop_mem.errors import Refused
from desktop_mem.memory.reminder import When
from desktop_mem.runtime.time_phrases.grammar import BY_ITSELF, IN_A_TEXT, Run, next_place, runs
from desktop_mem.runtime.time_phrases.letters import alike
from desktop_mem.runtime.time_phrases.repeating import next_due
from desktop_mem.runtime.time_phrases.surroundings import EDGES, STARTS, belongs_to_something_else

LOOKED_AT = 4000
LONGEST_PHRASE = 200


class PhraseReader:
    """Reads times in English and Chinese by the rules of this package; see `TimePhrases`. It holds nothing."""

    def parse(self, phrase: str, now: datetime) -> When:
        """See `TimePhrases.parse`. `now` is aware; the zone is the system's."""
        given = phrase.strip()
        if len(given) <= LONGEST_PHRASE:
            found, refusal = _read_whole(EDGES.sub("", alike(given)), now.astimezone())
            if found is not None:
                return found
            if refusal is not None:
                raise refusal
        raise Refused(
            f"'{given[:60]}' is no time that can be read. Write it like 'in 20 minutes', 'tomorrow at 8:30', 'on Friday at 3 pm', "
            "'3 May at 10:00', 'every weekday at 9', 'every 2 hours', '明天下午三点' or '每天早上七点'."
        )

    def find(self, text: str, now: datetime) -> str:
        """See `TimePhrases.find`. Only the first 4,000 characters are looked at."""
        head, local = alike(text[:LOOKED_AT]), now.astimezone()
        first, last, looked = 0, 0, 0
        for place in STARTS.finditer(head):
            start = place.start()
            if start >= looked:
                end, looked = _stretch(head, start, local)
                if end - start > last - first:
                    first, last = start, end
        return text[first:last]

    def next_due(self, when: When, after: datetime) -> datetime | None:
        """See `TimePhrases.next_due`; never earlier than `when.due`."""
        return next_due(when, after)


def _read_whole(text: str, now: datetime) -> tuple[When | None, Refused | None]:
    """What the whole text names; else the first reason why a reading of it was refused."""
    refusal = None
    for run in runs(BY_ITSELF, text, 0) if text else ():
        if run.end == len(text):
            try:
                if (found := run.combined(now)) is not None:
                    return found, None
            except Refused as reason:
                refusal = refusal or reason
    return None, refusal


def _stretch(text: str, start: int, now: datetime) -> tuple[int, int]:
    """Where the longest stretch from `start` ends that names a time (`start`: none does), and up to where this settles the text.

    What belongs to a time that was not understood is not taken for a time of its own, since half a time is a wrong one.
    """
    found = sorted((run for run in runs(IN_A_TEXT, text, start) if run.forms[0].first), key=lambda run: -run.end)
    end = next((run.end for run in found if _stands(run, text, start, now)), start)
    return end, found[0].end if found else start


def _stands(run: Run, text: str, start: int, now: datetime) -> bool:
    if not run.trusted or belongs_to_something_else(text, start, run.end) or _goes_on(text, run.end):
        return False
    try:
        return run.combined(now) is not None
    except Refused:
        return False


def _goes_on(text: str, end: int) -> bool:
    """Whether another part of a time follows, which the stretch has no room for."""
    place = next_place(text, end)
    return place is not None and any(form.alone for form, _ in IN_A_TEXT.at(text, place))
