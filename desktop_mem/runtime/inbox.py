"""The inbox: commands wait here until the one runtime thread takes them."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass

from desktop_mem.memory.ports import Embedder
from desktop_mem.runtime.command import Command, Shutdown, Stop


@dataclass(frozen=True, slots=True)
class EmbedderLoaded:
    """The embedder is up, or could not be loaded; sent by the thread that loaded it."""

    embedder: Embedder | None
    fault: str = ""


Item = Command | EmbedderLoaded


class Inbox:
    """Commands in the order in which they came; all of them are quick. `Stop` is also a flag that the model looks at.

    `stop` is set by a `Stop` or `Shutdown` from whatever thread, at once; the end of a chain clears it.
    """

    def __init__(self) -> None:
        self.stop = threading.Event()
        self._items: deque[Item] = deque()
        self._changed = threading.Condition()

    def put(self, item: Item) -> None:
        """Add a command; from any thread."""
        with self._changed:
            if isinstance(item, Stop | Shutdown):
                self.stop.set()
            self._items.append(item)
            self._changed.notify()

    def take(self, timeout: float) -> Item | None:
        """The next command, or None when none comes within `timeout` seconds."""
        with self._changed:
            if not self._items and timeout > 0:
                self._changed.wait(timeout)
            return self._items.popleft() if self._items else None
