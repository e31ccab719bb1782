"""Being and having: whether a clause says that somebody is or has a thing, and does not only mention it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from desktop_mem.control import lexicon as known
from desktop_mem.control.clause_words import Word

_BE: Final = known.words_of("is am are be been was were being 是 当 做")
_HAVE: Final = known.words_of("has have had having 有 养 养了")
_SAYS_BEING: Final = _BE | known.words_of("as got get became become turned turn 当了")
_SAYS_HAVING: Final = _HAVE | known.words_of("got get own owns keep keeps with 带着")
_BOTH_WAYS: Final = frozenset({"allergy", "marry"})
_CARRYING: Final = ("word", "han", "name", "person", "turned")


def related_thing(claim: Sequence[Word]) -> tuple[Word | None, frozenset[str]]:
    """What the claim says that its subject is or has, and the words that say so; None where it says something else."""
    forms: frozenset[str] = frozenset()
    for place, word in enumerate(claim):
        low = word.raw.lower()
        if forms and word.raw.isascii() and low in known.PREPOSITIONS:
            return None, frozenset()
        working = word.key == "work" and place + 1 < len(claim) and claim[place + 1].raw.lower() == "as"
        if low in _BE or working:
            forms = _SAYS_BEING
        elif low in _HAVE:
            forms = _SAYS_HAVING
        elif (word.kind in ("number", "date", "time") and forms == _SAYS_BEING) or word.key == "name":
            return None, frozenset()
        elif word.kind in ("word", "han", "turned") or (word.kind == "person" and forms):
            return (word, _SAYS_BEING | _SAYS_HAVING if word.key in _BOTH_WAYS or _tells_both(claim) else forms) if forms else (None, forms)
    return None, frozenset()


def _tells_both(claim: Sequence[Word]) -> bool:
    return any(word.key in _BOTH_WAYS for word in claim)


def says_relation(
    words: Sequence[Word], forms: frozenset[str], is_thing: Callable[[Word], bool], is_claimed: Callable[[Word], bool]
) -> bool:
    """Whether one of the places where the thing is named follows a word of `forms`, with nothing between that makes it another's."""
    return any(_follows(words[:place], forms, is_claimed) for place, word in enumerate(words) if is_thing(word))


def _follows(before: Sequence[Word], forms: frozenset[str], is_claimed: Callable[[Word], bool]) -> bool:
    passed = False
    for word in reversed(before):
        low = word.raw.lower()
        if low in forms or (word.kind == "owner" and forms & _HAVE):
            return True
        if (low in known.PREPOSITIONS and low not in ("to", "对", "在")) or (low == "to" and passed):
            return False
        if word.kind in ("word", "han", "turned") and not is_claimed(word):
            if low.endswith("ing") or word.key in known.USUAL_HEADS:
                return False
            passed = True
    return not passed
