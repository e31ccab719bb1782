"""Recall storage, archival storage and journal in memory: they keep the same promises as the real ones, and nothing after the end."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

from desktop_mem.control.addresses import parsed, row_number
from desktop_mem.control.document_ledger import Chunk
from desktop_mem.memory.message import Message
from desktop_mem.memory.passage import Hit, HitPage, Passage, Place
from desktop_mem.storage.hits import coverage_of, is_said, message_hit, passage_hit, passage_of_document
from desktop_mem.storage.pages import PAGE_SIZE, cut, page_count
from desktop_mem.storage.places import MOST, Extent, nothing_at, too_much, wanted
from desktop_mem.storage.words import folded, query_terms_of, terms_of

_Item = TypeVar("_Item")


class InMemoryRecall:
    """Every message ever, in a list; see `RecallStorage`."""

    def __init__(self, page_size: int = PAGE_SIZE) -> None:
        self._page_size = page_size
        self._messages: list[Message] = []

    def insert(self, message: Message) -> Message:
        """Store; the same message with its address. A `request_id` already stored gives the stored message and writes nothing."""
        if known := self.by_request(message.request_id):
            return known
        stored = replace(message, address=f"m{len(self._messages) + 1}")
        self._messages.append(stored)
        return stored

    def read(self, address: str) -> Message:
        """The message at `m12`. Raises `LookupError`."""
        number = row_number(address, "m")
        if number > len(self._messages):
            raise LookupError(f"There is no message {address}.")
        return self._messages[number - 1]

    def by_request(self, request_id: str) -> Message | None:
        """The message that was sent with that id."""
        return next((each for each in self._messages if each.request_id == request_id), None) if request_id else None

    def read_many(self, addresses: Sequence[str]) -> list[Message]:
        """The messages at these addresses, in that order. Raises `LookupError`."""
        return [self.read(address) for address in addresses]

    def history(self, limit: int, before: str = "") -> tuple[list[Message], bool]:
        """The `limit` newest messages older than `before` (empty: the newest), oldest first, and whether older ones exist.

        What was undone is left out.
        """
        older = [message for message in self._before(before) if not message.undone]
        return (older[-limit:] if limit > 0 else []), len(older) > max(limit, 0)

    def search(self, query: str, page: int, *, before: str = "") -> HitPage:
        """What user and assistant said, by words; only messages older than the address `before`, if given."""
        said = [message for message in self._before(before) if is_said(message) and not message.undone]
        return _page_of_scored(query, said, lambda message: message.text, message_hit, page, self._page_size)

    def search_dates(self, start: datetime, end: datetime, page: int, *, before: str = "") -> HitPage:
        """What was said from `start` (inclusive) to `end` (exclusive), oldest first."""
        said = [message for message in self._before(before) if is_said(message) and not message.undone]
        found = [message for message in said if start <= message.created_at < end]
        found.sort(key=lambda message: (message.created_at, row_number(message.address, "m")))
        hits = tuple(message_hit(message, 1.0, ("date",)) for message in cut(found, page, self._page_size))
        return HitPage(hits, len(found), page, page_count(len(found), self._page_size))

    def change(self, addresses: Sequence[str], **fields: Any) -> None:
        """Give the messages at these addresses other values of these fields."""
        for address in addresses:
            self._messages[row_number(address, "m") - 1] = replace(self.read(address), **fields)

    def all(self) -> list[Message]:
        """Every message, oldest first, what was undone left out."""
        return [message for message in self._messages if not message.undone]

    def snapshot(self) -> list[Message]:
        """The content now."""
        return list(self._messages)

    def restore(self, content: list[Message]) -> None:
        """Make `content` the content again."""
        self._messages = list(content)

    def __len__(self) -> int:
        return len(self._messages)

    def _before(self, address: str) -> list[Message]:
        return self._messages[: row_number(address, "m") - 1] if address else list(self._messages)


class InMemoryArchival:
    """Passages in a list; see `ArchivalStorage`."""

    def __init__(self, page_size: int = PAGE_SIZE) -> None:
        self._page_size = page_size
        self._passages: list[Passage] = []
        self._undone: frozenset[str] = frozenset()

    def insert(self, passage: Passage) -> Passage:
        """Store one passage that the model or the user wrote; the same with its address."""
        stored = replace(passage, address=f"p{len(self._passages) + 1}")
        self._passages.append(stored)
        return stored

    def add_chunks(self, document: str, chunks: Sequence[Chunk], created_at: datetime, title: str = "") -> list[Passage]:
        """Store the chunks of a document, which is at once complete; the passages with their addresses."""
        return [self.insert(passage_of_document(document, title, chunk, created_at)) for chunk in chunks]

    def read(self, address: str) -> Passage:
        """The passage at `p7`. Raises `LookupError`."""
        number = row_number(address, "p")
        if number > len(self._passages):
            raise LookupError(f"There is no passage {address}.")
        return replace(self._passages[number - 1], undone=address in self._undone)

    def read_place(self, address: str) -> list[Passage]:
        """The passages at `d3#page=4`, `d3#row=5-9` and such, in order; see `ArchivalStorage`. Raises `LookupError`."""
        asked = parsed(address)
        if asked.kind == "p":
            passage = self.read(asked.base)
            if asked.pages is None or not passage.document:
                return [passage]
            asked = replace(asked, kind="d", number=row_number(passage.document, "d"))
        document = f"d{row_number(asked.base, 'd')}"
        own = [passage for passage in self._passages if passage.document == document]
        if not own:
            raise LookupError(f"There is no text of a document {asked.base}.")
        numbered = [passage.place.page for passage in own if passage.place.page is not None]
        pages = (min(numbered), max(numbered)) if numbered else None
        extent = Extent(own[0].title, asked.base, len(own), self._page_size, pages, own[0].place.unit)
        want = wanted(asked, extent)
        there = [passage for passage in own if want.pages is None or want.pages[0] <= (passage.place.page or 0) <= want.pages[1]]
        lined = [
            line for passage in there if (line := passage.place.line) and passage.place.counted == (want.counted or own[0].place.counted)
        ]
        lines = (min(first for first, _ in lined), max(last for _, last in lined)) if lined else None
        found = [passage for passage in there if want.lines is None or _overlaps(passage.place, want.counted, want.lines)]
        if not found:
            raise nothing_at(asked, extent, lines)
        if len(found) > MOST and lines and want.limit is None:
            raise too_much(asked, extent, len(found), own[0].place.counted, want.lines or lines)
        return found if want.limit is None else found[want.offset : want.offset + want.limit]

    def search(self, query: str, page: int) -> HitPage:
        """Passages by words."""
        live = [passage for passage in self._passages if passage.address not in self._undone]
        found = _page_of_scored(query, live, lambda passage: f"{passage.title} {passage.text}", passage_hit, page, self._page_size)
        counts = Counter(passage.document for passage in live)
        return replace(found, coverage=coverage_of([self.read(hit.address) for hit in found.hits], counts))

    def undo(self, addresses: Sequence[str]) -> None:
        """No search finds these passages any more."""
        self._undone |= frozenset(addresses)

    def take_again(self, addresses: Sequence[str]) -> None:
        """They are found again. Raises `LookupError`."""
        self._undone -= frozenset(self.read(address).address for address in addresses)

    def newest(self) -> int:
        """The highest number of a passage."""
        return len(self._passages)

    def snapshot(self) -> tuple[list[Passage], frozenset[str]]:
        """The content now."""
        return list(self._passages), self._undone

    def restore(self, content: tuple[list[Passage], frozenset[str]]) -> None:
        """Make `content` the content again."""
        passages, self._undone = content
        self._passages = list(passages)

    def __len__(self) -> int:
        return len(self._passages) - len(self._undone)

    def document_count(self) -> int:
        """Different documents that passages were cut from."""
        return len({passage.document for passage in self._passages if passage.document})


def _overlaps(place: Place, counted: str, lines: tuple[int, int]) -> bool:
    return place.line is not None and place.counted == counted and place.line[0] <= lines[1] and place.line[1] >= lines[0]


def _page_of_scored(
    query: str,
    items: Sequence[_Item],
    text_of: Callable[[_Item], str],
    hit_of: Callable[[_Item, float, tuple[str, ...]], Hit],
    page: int,
    size: int,
) -> HitPage:
    """Rank by the share of the query's words that an item has, rare words counting more; newest first among equals."""
    wanted = set(query_terms_of(query))
    present = [wanted & set(terms_of(text_of(item))) for item in items]
    frequency = Counter(word for words in present for word in words)
    weight = {word: math.log(1 + len(items) / (1 + frequency[word])) for word in wanted}
    whole = sum(weight.values()) or 1.0
    scored = [(sum(weight[word] for word in words) / whole, position) for position, words in enumerate(present) if words]
    scored.sort(reverse=True)
    needle = folded(query).strip()
    hits = []
    for score, position in cut(scored, page, size):
        exact = ("exact",) if needle and needle in folded(text_of(items[position])) else ()
        hits.append(hit_of(items[position], score, (*exact, "words")))
    return HitPage(tuple(hits), len(scored), page, page_count(len(scored), size))
