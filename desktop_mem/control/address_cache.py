"""The address cache: which memories served a question, until something is written that bears on it."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from desktop_mem.control import lexicon
from desktop_mem.memory.message import Role
from desktop_mem.memory.passage import Hit
from desktop_mem.memory.ports import ArchivalStorage, RecallStorage

_MOST: Final = 64
_MOST_NEW: Final = 200
"""So much new text is not looked through: everything is forgotten instead."""
_WORDS: Final = re.compile(r"[\u3400-\u9fff]{2}|[^\W_\u3400-\u9fff]+")
_QUESTION_MARKS: Final = ("?", "？")

Terms = frozenset[str]


class Shelves(Protocol):
    """The stores whose addresses are remembered."""

    @property
    def recall(self) -> RecallStorage: ...
    @property
    def archival(self) -> ArchivalStorage: ...
    def newest(self, kind: str) -> int: ...
    def settled(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class _Entry:
    hits: tuple[Hit, ...]
    seen: dict[str, int]
    """Up to which message and passage everything was looked through."""


def terms_of(text: str) -> Terms:
    """The words of a text that carry meaning, as keys; pairs of characters where words are not set apart."""
    folded = lexicon.folded(text)
    pairs = {folded[at : at + 2] for at in range(len(folded) - 1) if re.fullmatch("[\u3400-\u9fff]{2}", folded[at : at + 2])}
    words = {word for word in _WORDS.findall(folded) if word not in lexicon.STOP_WORDS or word in lexicon.NEGATIONS}
    return frozenset(map(lexicon.key_of, words)) | pairs


class AddressCache:
    """Keeps what was found for the terms of the latest questions, of at most 64.

    Whether that still holds is looked up and never assumed, so that no writer can forget to say what it wrote: what stands at the
    addresses has to read as it did, and of all that was stored since nothing may tell something in the words of the question.
    Questions and the assistant's own replies tell nothing new. While a document is being stored, nothing is remembered.
    """

    def __init__(self, stores: Shelves) -> None:
        self._stores = stores
        self._entries: OrderedDict[Terms, _Entry] = OrderedDict()

    def find(self, question: str) -> tuple[Hit, ...] | None:
        """What served a question of the same terms, if it still holds."""
        terms = terms_of(question)
        entry = self._entries.get(terms)
        if entry is None:
            return None
        seen = self._newest()
        if not self._tells_nothing(terms, entry.seen, seen) or not all(map(self._is_live, entry.hits)):
            del self._entries[terms]
            return None
        self._entries[terms] = _Entry(entry.hits, seen)
        self._entries.move_to_end(terms)
        return entry.hits

    def put(self, question: str, hits: Sequence[Hit]) -> None:
        """Remember what was found. Nothing is, where there is nothing to tell the question by."""
        terms = terms_of(question)
        if not terms or not hits or not self._stores.settled():
            return
        self._entries[terms] = _Entry(tuple(hits), self._newest())
        self._entries.move_to_end(terms)
        if len(self._entries) > _MOST:
            self._entries.popitem(last=False)

    def _is_live(self, hit: Hit) -> bool:
        """Whether what was found is still found there, and reads as it did. What the document ledger says is asked anew each time."""
        try:
            if hit.address.startswith("m"):
                message = self._stores.recall.read(hit.address)
                return not message.undone and message.text == hit.text
            passage = self._stores.archival.read(hit.address)
        except LookupError:
            return False
        return not passage.undone and passage.text == hit.text

    def _newest(self) -> dict[str, int]:
        return {kind: self._stores.newest(kind) for kind in ("m", "p")}

    def _tells_nothing(self, terms: Terms, seen: dict[str, int], now: dict[str, int]) -> bool:
        """Whether nothing of what was stored since bears on these terms."""
        if sum(now.values()) - sum(seen.values()) > _MOST_NEW:
            return False
        told = (self._told(f"{kind}{number}") for kind in now for number in range(seen[kind] + 1, now[kind] + 1))
        return all(terms.isdisjoint(terms_of(text)) for text in told if text)

    def _told(self, address: str) -> str:
        """What stands at the address, if it can tell something new."""
        try:
            if address.startswith("p"):
                passage = self._stores.archival.read(address)
                return f"{passage.title} {passage.place.heading} {passage.text}"
            message = self._stores.recall.read(address)
        except LookupError:
            return ""
        if message.role is not Role.USER or message.text.rstrip().endswith(_QUESTION_MARKS):
            return ""
        return message.text
