"""A batch: chunks of one or several documents that are embedded together, as many as the embedder does in a third of a second."""

from __future__ import annotations

import time
from collections.abc import Iterable

from desktop_mem.control.document_ledger import Chunk

_FIRST_TOKENS = 4096
_LEAST_TOKENS, _MOST_TOKENS = 512, 65_536
_AIM_SECONDS = 0.35
_PATIENCE_SECONDS = 1.0
_BYTES_PER_TOKEN = 4
_MOST_CHUNKS = 1024


class Batch:
    """Collects chunks by the ticket of their document. How many it takes follows from how long the last ones took.

    A chat waits for one batch at most, so that it may not take long; a large one is what embedders are fast at.
    """

    def __init__(self) -> None:
        self._chunks: dict[int, list[Chunk]] = {}
        self._tokens = 0
        self._count = 0
        self._budget = _FIRST_TOKENS
        self._since = 0.0
        self.stored = 0

    def __bool__(self) -> bool:
        return self._count > 0

    def __len__(self) -> int:
        return self._count

    @property
    def is_full(self) -> bool:
        """Whether no more should be added."""
        return self._tokens >= self._budget or self._count >= _MOST_CHUNKS

    @property
    def is_due(self) -> bool:
        """Whether it is full, or what is in it has waited long enough to be seen."""
        return self.is_full or (self._count > 0 and time.monotonic() - self._since > _PATIENCE_SECONDS)

    def add(self, ticket: int, chunk: Chunk) -> None:
        """One more chunk of that document."""
        if not self._count:
            self._since = time.monotonic()
        self._chunks.setdefault(ticket, []).append(chunk)
        self._tokens += _tokens(chunk)
        self._count += 1

    def by_ticket(self) -> dict[int, list[Chunk]]:
        """The chunks of each document, in order."""
        return self._chunks

    def drop(self, ticket: int) -> None:
        """Leave this document out."""
        gone = self._chunks.pop(ticket, [])
        self._tokens -= sum(map(_tokens, gone))
        self._count -= len(gone)

    def clear(self) -> None:
        """Empty it."""
        self._chunks, self._tokens, self._count = {}, 0, 0

    def took(self, seconds: float) -> None:
        """Everything in it is stored, and that took so long."""
        if self._tokens and seconds > 0:
            # Small at once where it is slow, since someone may wait; large again by and by.
            wanted = self._tokens * _AIM_SECONDS / seconds
            self._budget = round(min(_MOST_TOKENS, max(_LEAST_TOKENS, min(wanted, self._budget * 2))))
        self.stored += self._count
        self.clear()


def _tokens(chunk: Chunk) -> int:
    """About as many as the embedder will see; the runtime has no tokenizer of its own."""
    return len(chunk.text.encode("utf-8", "replace")) // _BYTES_PER_TOKEN + 2


def texts_of(chunks: Iterable[list[Chunk]]) -> list[str]:
    """All texts in order."""
    return [chunk.text for each in chunks for chunk in each]
