"""The words of a text as search sees them: folded words, bigrams of scripts without spaces, and identifiers."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_UNSPACED = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\u1780-\u17ff"  # Burmese, Khmer
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"  # Japanese
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
)
_RUN = re.compile(rf"[{_UNSPACED}]+|(?:(?![{_UNSPACED}])\w)+")
_UNSPACED_START = re.compile(f"[{_UNSPACED}]")
_TOKEN = re.compile(r"\w(?:[\w.:/@#+\-]*\w)?")


def folded(text: str) -> str:
    """The text in the form that is compared: compatibility forms joined, case gone."""
    return unicodedata.normalize("NFKC", text).casefold()


def words_of(text: str) -> list[str]:
    """The folded words in order; a run of a script without spaces gives its overlapping pairs of characters (a lone one: itself)."""
    return [word for run in _RUN.findall(folded(text)) for word in _words_of_run(run)]


def _words_of_run(run: str) -> Iterator[str]:
    if not _UNSPACED_START.match(run) or len(run) == 1:
        yield run
        return
    for start in range(len(run) - 1):
        yield run[start : start + 2]


def unspaced_share(text: str) -> float:
    """The share, 0 to 1, of letters and digits that belong to scripts without spaces; 0 for a text without any."""
    letters = [character for character in text if character.isalnum()]
    return sum(1 for letter in letters if _UNSPACED_START.match(letter)) / len(letters) if letters else 0.0


def identifiers_of(text: str) -> list[str]:
    """Folded tokens that look like identifiers (a digit beside letters or joints): part numbers, UUIDs, error codes, versions, dates."""
    return [token for token in _TOKEN.findall(folded(text)) if _is_identifier(token)]


def _is_identifier(token: str) -> bool:
    if _UNSPACED_START.search(token) or not any(character.isdigit() for character in token):
        return False
    return len(token) >= 3
