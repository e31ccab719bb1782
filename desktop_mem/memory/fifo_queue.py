"""The FIFO queue: events, replies, calls and results, oldest first, with the recursive summary at its head."""

from __future__ import annotations

from collections.abc import Iterable

from desktop_mem.memory.message import Message
from desktop_mem.memory.sealing import escaped, sealed


class FifoQueue:
    """Holds the messages in view. The summary at the head stands for all that was evicted before; it has a nonce when it is tainted."""

    def __init__(self, messages: Iterable[Message] = (), summary: str = "", summary_address: str = "") -> None:
        self._messages = list(messages)
        self.summary = summary
        self.summary_address = summary_address
        self.summary_nonce = ""

    @property
    def messages(self) -> tuple[Message, ...]:
        """All messages in the queue, oldest first."""
        return tuple(self._messages)

    @property
    def addresses(self) -> tuple[str, ...]:
        """Their addresses, in the same order."""
        return tuple(message.address for message in self._messages)

    @property
    def tokens(self) -> int:
        """Tokens of all messages in the queue, without the summary."""
        return sum(message.tokens for message in self._messages)

    @property
    def tainted(self) -> bool:
        """Whether text of a document, or derived from one, is in view."""
        return bool(self.summary and self.summary_nonce) or any(message.tainted for message in self._messages)

    def append(self, message: Message) -> None:
        """Put a message at the end."""
        self._messages.append(message)

    def insert_before(self, message: Message, address: str) -> None:
        """Put a message in front of the one at `address`, or at the end when that is not in the queue."""
        addresses = self.addresses
        self._messages.insert(addresses.index(address) if address in addresses else len(addresses), message)

    def prepend(self, messages: Iterable[Message]) -> None:
        """Put messages at the front, in their order."""
        self._messages[:0] = messages

    def replace(self, address: str, message: Message) -> None:
        """Put a message in the place of the one at `address`, if that is in the queue."""
        self._messages = [message if each.address == address else each for each in self._messages]

    def evict(self, addresses: Iterable[str]) -> tuple[Message, ...]:
        """Take these messages out; what was taken, oldest first."""
        gone = frozenset(addresses)
        evicted = tuple(message for message in self._messages if message.address in gone)
        self._messages = [message for message in self._messages if message.address not in gone]
        return evicted

    def summary_text(self) -> str:
        """The summary as it stands in the prompt, or nothing."""
        if not self.summary:
            return ""
        text = sealed(escaped(self.summary, own_lines=True), self.summary_nonce) if self.summary_nonce else self.summary
        return f"[summary {self.summary_address} of the earlier conversation]\n{text}"
