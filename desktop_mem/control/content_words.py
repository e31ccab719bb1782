"""Content words: what of a text says something, as keys that hold across inflections and synonyms; quick, and without grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from desktop_mem.control import lexicon as known
from desktop_mem.memory.source import Origin, Source

_HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff"
_PIECE: Final = re.compile(rf"[{_HAN}]+|\d+|[^\W\d_{_HAN}]+")
_EMPTY: Final = (
    known.STOP_WORDS
    | known.PREPOSITIONS
    | known.SPEAKER
    | known.SPEAKERS
    | known.ADDRESSED
    | known.ANOTHER
    | known.ANOTHERS
    | known.THINGS
    | {"user", "your", "yours", "s", "t", "m", "re", "ve", "ll", "d"}
)
_SENTENCE: Final = re.compile(r"[^.!?。！？\n]+")
_MOST_SENTENCES, _MOST_SOURCES = 12, 6
_SHORT_ANSWER: Final = 60


@lru_cache(maxsize=4096)
def content_keys(text: str) -> frozenset[str]:
    """The keys of the content words; of a run of Chinese characters its pairs."""
    return frozenset(_keys(text))


def _keys(text: str) -> Iterator[str]:
    for match in _PIECE.finditer(text):
        piece = match[0]
        if "\u3400" <= piece[0] <= "\u9fff":
            yield from (piece[place : place + 2] for place in range(max(1, len(piece) - 1)))
        elif (low := known.folded(piece)) not in _EMPTY and low.lower() not in _EMPTY:
            yield known.key_of(low)


def unsaid(text: str, said: str) -> tuple[str, ...]:
    """The content words of the text that do not occur in what was said, as they are written."""
    keys = content_keys(said)
    return tuple(match[0] for match in _PIECE.finditer(text) if not _occurs(match[0], keys, said))


def _occurs(piece: str, keys: frozenset[str], said: str) -> bool:
    if "\u3400" <= piece[0] <= "\u9fff":
        return piece in said or (len(piece) > 1 and all(pair in said for pair in content_keys(piece)))
    return content_keys(piece) <= keys


def worth_reading(text: str, sources: Sequence[Source]) -> list[Source]:
    """Of the sources those that share the most words with a sentence of the text, in their order, and the questions that short answers go
    with.
    """
    kept: set[int] = set()
    for sentence in _SENTENCE.findall(text)[:_MOST_SENTENCES]:
        keys = content_keys(sentence)
        shared = [len(keys & content_keys(source.text)) for source in sources]
        ranked = sorted((place for place, count in enumerate(shared) if count), key=lambda place: (-shared[place], -place))
        kept.update(ranked[:_MOST_SOURCES])
    answers = [place for place, source in enumerate(sources) if place and len(source.text) < _SHORT_ANSWER and source.origin is Origin.USER]
    kept |= {each for place in answers if place in kept or place - 1 in kept for each in (place - 1, place)}
    return [source for place, source in enumerate(sources) if place in kept]
