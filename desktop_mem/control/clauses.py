"""Clauses: a text cut so that each piece says one thing of one subject, with what is needed to compare two of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from desktop_mem.control import lexicon as known
from desktop_mem.control.clause_words import Reader, Word

_ENDS: Final = frozenset(".!?。！？;；\n")
_COMMAS: Final = frozenset(",，()（）")
_CUTS: Final = known.words_of("but because so while although whereas though however 但是 但 不过 可是 因为 所以")
_RELATIVE: Final = known.words_of("who which where whose")
_ASKS: Final = re.compile(
    r"^\s*(?:is|are|am|was|were|do|does|did|have|has|can|could|should|would|will|shall|may|what|who|whose|where|when|why|how|which)\b",
    re.IGNORECASE,
)
_CARRIES: Final = ("word", "han", "name", "number", "date", "time", "person", "owner", "turned")


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: its words, whom it is about (`subjects`; empty: a thing), and how it is said.

    `about` are the last people named before, for a clause without a subject; `context` the words that a clause without a subject
    of its own goes on from; `asked` marks a question, which says nothing; `source` is the index of its source.
    """

    words: tuple[Word, ...]
    subjects: frozenset[str] = frozenset()
    about: frozenset[str] = frozenset()
    context: tuple[Word, ...] = ()
    moods: frozenset[str] = frozenset()
    negated: bool = False
    asked: bool = False
    source: int = 0
    own_subject: bool = False
    text: str = ""

    @property
    def people(self) -> frozenset[str]:
        """Everyone whom the clause names, and whose relations and things it names."""
        return frozenset(word.key for word in self.words if word.kind in ("person", "owner", "name")) | self.subjects

    @property
    def terms(self) -> tuple[Word, ...]:
        """The words that carry what is said, people apart."""
        return tuple(word for word in self.words if word.kind in ("word", "han", "number", "date", "time", "turned"))


@dataclass(slots=True)
class ClauseReader:
    """Cuts texts into clauses; it keeps who was spoken of last."""

    reader: Reader
    bare_subject: str
    source: int = 0
    last: frozenset[str] = frozenset()
    third: frozenset[str] = frozenset()
    previous: Clause | None = field(default=None)

    def clauses(self, text: str) -> Iterator[Clause]:
        """The clauses of the text, in order."""
        fiction = known.FICTION.search(text) is not None
        for sentence, asked in _sentences(self.reader.words(text)):
            begins = True
            pieces = list(_pieces(sentence))
            asking = next((place for place, piece in enumerate(pieces) if place and _ASKS.match(_text(piece))), 0)
            for place, piece in enumerate(pieces):
                relative = next((True for word in piece[:2] if word.raw.lower() in _RELATIVE), False) and not begins
                clause = replace(self._clause(piece, begins, relative), asked=fiction or (asked and not relative and place >= asking))
                begins = False
                self.previous = clause
                yield clause

    def _clause(self, piece: list[Word], begins: bool, relative: bool) -> Clause:
        subjects, own = self._subjects(piece, begins, relative)
        words = tuple(self._resolved(piece, subjects))
        moods = frozenset(word.key for word in piece if word.kind == "mood")
        negated = any(word.kind == "not" for word in piece) != any(word.kind == "turned" for word in piece)
        if self.previous and not begins:
            moods |= self.previous.moods & ({"if"} if own else {"if", "wish", "may"})
        points_back = any(word.raw.lower() in ("it", "them", *known.THINGS) for word in piece)
        leaves_out = not any(word.kind in ("word", "han", "name") for word in piece)
        goes_on = not own or points_back or leaves_out
        context = self.previous.words if goes_on and self.previous else ()
        people = frozenset(word.key for word in words if word.kind in ("person", "name") and word.key not in ("user", "assistant"))
        about = self.third
        self.third = people or self.third
        self.last = subjects or self.last
        return Clause(words, subjects, about, context, moods, negated, source=self.source, own_subject=own, text=_text(piece))

    def _subjects(self, piece: list[Word], begins: bool, relative: bool) -> tuple[frozenset[str], bool]:
        """Whom the piece is about, and whether it says so itself."""
        if relative and self.previous:
            named = [word.key for word in self.previous.words if word.kind in ("person", "name")]
            nearby = frozenset(named[-2:]) if len(named) > 1 and "/" in named[-2] else frozenset(named[-1:])
            return nearby or self.last, True
        head = _head(piece)
        if head:
            return frozenset(key for word in head for key in self._whom(word)), True
        if _is_thing(piece) or (any(word.kind in ("word", "han") for word in piece) and begins and not _is_bare(piece)):
            return frozenset(), True
        if not begins and self.last:
            return self.last, False
        return (frozenset({self.bare_subject}) if self.bare_subject else frozenset()), False

    def _whom(self, word: Word) -> frozenset[str]:
        pronoun, _, relation = word.key.partition("/")
        if pronoun not in ("he", "she", "they"):
            return frozenset({word.key})
        strangers = known.FEMALE if pronoun == "he" else known.MALE if pronoun == "she" else frozenset()
        meant = frozenset(key for key in self.third if key.rpartition("/")[2] not in strangers) or frozenset({pronoun})
        return frozenset(f"{owner}/{relation}" for owner in meant) if relation else meant

    def _resolved(self, piece: list[Word], subjects: frozenset[str]) -> Iterator[Word]:
        for word in piece:
            if word.kind in ("person", "owner") and word.key.partition("/")[0] in ("he", "she", "they"):
                whom = sorted(self._whom(word) if self.third else subjects or {word.key})
                yield from (replace(word, key=key) for key in whom)
            else:
                yield word


def _text(piece: Sequence[Word]) -> str:
    return " ".join(word.raw for word in piece)


def _sentences(words: Sequence[Word]) -> Iterator[tuple[list[Word], bool]]:
    sentence: list[Word] = []
    for word in words:
        if word.kind == "mark" and word.key in _ENDS:
            if sentence:
                yield sentence, word.key in "?？" or _is_chinese_question(sentence)
            sentence = []
        else:
            sentence.append(word)
    if sentence:
        yield sentence, _ASKS.match(_text(sentence)) is not None or _is_chinese_question(sentence)


def _is_chinese_question(sentence: Sequence[Word]) -> bool:
    return re.search("吗|会不会|是不是|有没有|什么|哪|几点|怎么", "".join(word.raw for word in sentence)) is not None


def _pieces(sentence: Sequence[Word]) -> Iterator[list[Word]]:
    """The sentence cut at commas and joining words, where what follows says something of its own."""
    piece: list[Word] = []
    for place, word in enumerate(sentence):
        rest = sentence[place + 1 :]
        if _cuts(word, piece, rest) and _says_something(piece):
            yield piece
            piece = []
        if word.kind != "mark" or word.key in ":：、":
            piece.append(word)
    if piece:
        yield piece


def _cuts(word: Word, piece: Sequence[Word], rest: Sequence[Word]) -> bool:
    low = word.raw.lower()
    if word.kind == "mark":
        return word.key in _COMMAS
    if low in _CUTS or low in _RELATIVE:
        return bool(piece)
    if low == "and":
        counts = all(any(other.kind in ("number", "date", "time") for other in side) for side in (piece, rest))
        if counts and (rest[0].kind in ("word", "number") or rest[0].raw.lower() in ("go", "goes")):
            return True
        return bool(_head(rest)) and _says_something(list(rest)[: _next_mark(rest)]) and len(rest) > 2
    if (
        low in ("i", "he", "she", "we", "they", "my")
        and len(piece) > 1
        and piece[-1].raw.lower() in ("said", "says", "thinks", "told", "me", "him", "us")
    ):
        return any(word.raw.lower() in known.REPORTING for word in piece)
    return low == "that" and bool(piece) and piece[-1].raw.lower() in known.REPORTING | {"me", "him", "her", "us"}


def _next_mark(words: Sequence[Word]) -> int:
    return next((place for place, word in enumerate(words) if word.kind == "mark"), len(words))


def _says_something(piece: Sequence[Word]) -> bool:
    return any(word.kind in ("word", "han", "number", "date", "time", "turned", "not") for word in piece)


def _head(piece: Sequence[Word]) -> list[Word]:
    """The people with whom the piece begins, behind words that say no more than when or where."""
    behind, found, led = False, [], False
    for word in piece:
        low = word.raw.lower()
        if word.kind in ("person", "owner", "name") and not led:
            found.append(word)
        elif word.kind in ("person", "name") and led and low in ("i", "he", "she", "we", "they"):
            return [word]
        elif found and (low in ("and", "和", "与", "跟") or word.kind == "mark"):
            continue
        elif found:
            break
        elif low in known.PREPOSITIONS:
            behind = led = True
        elif word.kind in ("word", "han") and not behind:
            return []
        elif word.kind in ("date", "time") or (word.kind == "person" and led):
            led = False
    return found


def _is_thing(piece: Sequence[Word]) -> bool:
    return bool(piece) and piece[0].raw.lower() in known.THINGS


def _is_bare(piece: Sequence[Word]) -> bool:
    """Whether the piece begins with what is said of someone left out ("Lives in …", "Allergic to …")."""
    first = next((word for word in piece if word.kind not in ("stop", "not", "mood")), None)
    return first is None or first.kind == "turned" or first.key in known.USUAL_HEADS or first.kind in ("number", "date", "time")
