"""The inbox: commands wait here in order of urgency until the one runtime thread takes them."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass

from desktop_mem.memory.ports import Embedder
from desktop_mem.runtime.command import Command, SendMessage, Shutdown, Stop


@dataclass(frozen=True, slots=True)
class EmbedderLoaded:
    """The embedder is up, or could not be loaded; sent by the thread that loaded it."""

    embedder: Embedder | None
    fault: str = ""


Item = Command | EmbedderLoaded


class Inbox:
    """Two lines: messages to the agent, and everything else, which is quick and goes first. `Stop` is a flag that the model looks at.

    `stop` is set by a `Stop` or `Shutdown` from whatever thread; who begins a new chain clears it.
    """

    def __init__(self) -> None:
        self.stop = threading.Event()
        self._quick: deque[Item] = deque()
        self._messages: deque[SendMessage] = deque()
        self._changed = threading.Condition()

    def put(self, item: Item) -> None:
        """Add a command; from any thread."""
        with self._changed:
            if isinstance(item, Stop | Shutdown):
                self.stop.set()
            if isinstance(item, SendMessage):
                self._messages.append(item)
            elif not isinstance(item, Stop):
                self._quick.append(item)
            self._changed.notify()

    def take(self, timeout: float, *, quick_only: bool = False) -> Item | None:
        """The most urgent command, or None when none comes within `timeout` seconds."""
        with self._changed:
            if not self._waiting(quick_only) and timeout > 0:
                self._changed.wait(timeout)
            if self._quick:
                return self._quick.popleft()
            return self._messages.popleft() if self._messages and not quick_only else None

    def _waiting(self, quick_only: bool) -> bool:
        return bool(self._quick) or (bool(self._messages) and not quick_only)
