"""Eviction: which messages leave the queue at a flush."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_mem.memory.message import Message, Role


class OldestFirst:
    """Evicts from the head of the queue, and never leaves a result at its head whose call is gone."""

    def choose(self, queue: Sequence[Message], tokens: int, *, keep: frozenset[str]) -> tuple[str, ...]:
        """See `Eviction.choose`."""
        chosen: list[str] = []
        freed = 0
        for message in queue:
            if message.address in keep:
                continue
            if freed >= tokens and message.role is not Role.FUNCTION:
                break
            chosen.append(message.address)
            freed += message.tokens
        return tuple(chosen)
