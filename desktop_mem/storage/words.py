"""The terms of a text as search sees them: stems of folded words, pairs of characters where words run together, and identifiers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from datetime import datetime
from typing import Final

import Stemmer

_JOINED: Final = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\u1780-\u17ff"  # Burmese, Khmer
    "\u1100-\u11ff\uac00-\ud7af"  # Hangul: particles are written onto the word
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"  # Japanese
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
)
_RUN = re.compile(rf"[{_JOINED}]+|(?:(?![{_JOINED}])\w)+")
_IN_JOINED = re.compile(f"[{_JOINED}]")
_IDENTIFIER = re.compile(r"\w(?:[\w.:/@#+\-]*\w)?")
_MARKS = re.compile("[\u0300-\u036f]")

_MONTHS: Final = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
# English stems, of whatever language a word is: it is cut in the same way on both sides.
_STEMMER: Final = Stemmer.Stemmer("english")

STOP_WORDS: Final = frozenset(
    re.findall(
        r"\w+",
        """a about all also am an and any are as at be been but by can could did do does for from had has have he her him his how i if in
        into is it its just me my no not of on or our she should so some than that the their them then there these they this to us was
        we were what when where which who whom whose why will with would you your""",
    )
)
"""English words that say nothing about what is looked for; left out of a query that has others."""


def folded(text: str) -> str:
    """The text in the form that is compared: compatibility forms joined, case and Latin accents gone."""
    bare = _MARKS.sub("", unicodedata.normalize("NFKD", text).casefold())
    return unicodedata.normalize("NFC", bare)


def words_of(text: str) -> list[str]:
    """The folded words in order; a run of joined script gives its overlapping pairs of characters (a lone character: itself)."""
    return [word for run in _RUN.findall(folded(text)) for word in _words_of_run(run)]


def _words_of_run(run: str) -> Iterator[str]:
    if not _IN_JOINED.match(run) or len(run) == 1:
        yield run
        return
    for start in range(len(run) - 1):
        yield run[start : start + 2]


def terms_of(text: str) -> list[str]:
    """What the index holds for a text: its stemmed words in order, then each lone character of joined scripts, then whole identifiers."""
    lone = dict.fromkeys(_IN_JOINED.findall(folded(text)))
    return [*_STEMMER.stemWords(words_of(text)), *lone, *identifiers_of(text)]


def query_terms_of(query: str) -> list[str]:
    """The different terms that a query looks for, identifiers whole beside their parts; stop words only when there is nothing else."""
    words = words_of(query)
    telling = [word for word in words if word not in STOP_WORDS] or words
    return list(dict.fromkeys([*_STEMMER.stemWords(telling), *identifiers_of(query)]))


def phrase_of(text: str) -> str:
    """The folded words of a text with one space between them and around them, so that whole words can be looked for in it."""
    return f" {' '.join(_RUN.findall(folded(text)))} "


def date_words_of(moment: datetime) -> str:
    """The words by which a person would name a day: `2026-05-08 8 May 2026`."""
    return f"{moment.date().isoformat()} {moment.day} {_MONTHS[moment.month - 1]} {moment.year}"


def identifiers_of(text: str) -> list[str]:
    """Folded tokens that look like identifiers: part numbers, UUIDs, error codes, versions; long bare numbers too."""
    tokens = (match.group() for match in _IDENTIFIER.finditer(folded(text)))
    return [token for token in tokens if _is_identifier(token)]


def _is_identifier(token: str) -> bool:
    if len(token) < 3 or _IN_JOINED.search(token) or not any(character.isdigit() for character in token):
        return False
    return len(token) >= 5 or not token.isdigit()
