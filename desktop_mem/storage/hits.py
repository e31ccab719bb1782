"""Hits as the stores show them: what counts as said, and how a message or passage is presented."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from desktop_mem.control.document_ledger import Chunk
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Coverage, Hit, Passage
from desktop_mem.memory.source import Origin


def is_said(message: Message) -> bool:
    """Whether this is something that user or assistant said to the other, as against calls, results and events."""
    if message.role is Role.USER:
        return True
    return message.role is Role.ASSISTANT and (message.call is None or message.call.function == "send_message")


def message_hit(message: Message, score: float, why: tuple[str, ...]) -> Hit:
    """The message as a search result."""
    return Hit(
        message.address,
        message.text,
        message.created_at,
        score,
        why,
        speaker=message.role.value,
        tainted=message.tainted,
        grounded=message.grounds != (),
    )


def passage_of_document(document: str, title: str, chunk: Chunk, created_at: datetime) -> Passage:
    """A chunk as a passage, which carries the label of all documents' text."""
    return Passage(chunk.text, created_at, document=document, title=title, place=chunk.place, origin=Origin.DOCUMENT, tainted=True)


def passage_hit(passage: Passage, score: float, why: tuple[str, ...], also: tuple[str, ...] = ()) -> Hit:
    """The passage as a search result, `also` the addresses of those that say the same; it is tainted as the passage is."""
    return Hit(
        passage.address,
        passage.text,
        passage.created_at,
        score,
        why,
        citation=passage.place.citation(passage.title) if passage.document else "",
        place=passage.place.fragment(),
        tainted=passage.tainted,
        also=also,
        document=passage.document,
    )


def coverage_of(shown: Sequence[Passage], passages: Mapping[str, int]) -> tuple[Coverage, ...]:
    """How much these passages are of each document among them, in their order; `passages` counts those of each document."""
    seen = Counter(passage.document for passage in shown if passage.document)
    titles = {passage.document: passage.title for passage in shown}
    return tuple(Coverage(document, titles[document], count, passages[document]) for document, count in seen.items())
