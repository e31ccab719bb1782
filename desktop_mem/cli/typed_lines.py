"""Where the lines of a chat come from: a pipe, read one line after the other, or a terminal, beside which the runtime goes on."""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Callable
from typing import Protocol

from desktop_mem.runtime.command import Stop
from desktop_mem.runtime.inbox import Inbox


class ChatInbox(Inbox):
    """The inbox of a runtime that runs in the very thread that waits for the user."""

    @property
    def empty(self) -> bool:
        """Whether all that was put in has been taken."""
        with self._changed:
            return not self._items

    def wake(self) -> None:
        """End the wait of an idle runtime; from any thread. A `Stop` that is taken as a command stops nothing."""
        with self._changed:
            self._items.append(Stop())
            self._changed.notify()


class Lines(Protocol):
    """The user's lines."""

    def next(self, idle: Callable[[], None]) -> bytes:
        """The next line as it came, empty at the end; `idle` is called as long as there is none."""
        ...


class PipedLines:
    """Standard input that is no terminal: a line is read when all before it are answered."""

    def next(self, idle: Callable[[], None]) -> bytes:
        """The next line; nothing else is done until it comes."""
        return sys.stdin.buffer.readline()


class TypedLines:
    """A terminal: a thread reads it, so that reminders fall due while nobody types."""

    def __init__(self, inbox: ChatInbox) -> None:
        self._inbox = inbox
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._read, name="terminal", daemon=True).start()

    def next(self, idle: Callable[[], None]) -> bytes:
        """The next line; until it comes, the runtime takes one turn after the other."""
        while True:
            try:
                return self._lines.get_nowait()
            except queue.Empty:
                idle()

    def _read(self) -> None:
        while True:
            raw = sys.stdin.buffer.readline()
            self._lines.put(raw)
            self._inbox.wake()
            if not raw:
                return
