"""The one door between the window and the engine: commands go out, updates come in as one Qt signal on the main thread."""

from __future__ import annotations

import threading
import time
from collections import deque
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from desktop_mem.memory.update import ReplyStreamed, ThoughtStreamed, Update
from desktop_mem.runtime.command import Command, RestartEngine
from desktop_mem.runtime.update import EngineStopped, RuntimeUpdate

AnyUpdate = Update | RuntimeUpdate

TICK_MS = 40  # streamed text is shown twenty-five times a second at most, however fast the model writes
SLOWEST_TICK_MS = 250
REST = 5  # what a tick took is rested so many times over before the next: the window stays free for the user on the slowest machine
SLICE_SECONDS = 0.02  # a burst of updates is handled in slices, so that the window stays responsive
RECEIVE_SECONDS = 0.1
JOIN_SECONDS = 5.0


class EngineLink(Protocol):
    """What the bridge needs of the engine process."""

    def start(self) -> None:
        """Start the engine; returns at once."""
        ...

    def send(self, command: Command | RestartEngine) -> None:
        """Hand over one command; does not wait for the engine."""
        ...

    def receive(self, timeout: float) -> AnyUpdate | None:
        """The next update, or None after `timeout` seconds. Raises `EOFError` or `OSError` when nothing can ever come again."""
        ...

    def close(self) -> None:
        """End the engine, waiting briefly."""
        ...


class Bridge(QObject):
    """Holds the link and its one reader thread; emits every update, in order, as `updated`.

    Consecutive stretches of streamed text within one tick are emitted as one update.
    """

    updated = Signal(object)
    sent = Signal(object)
    _arrived = Signal()

    def __init__(self, link: EngineLink, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self._inbox: deque[AnyUpdate] = deque()
        self._woken = threading.Event()
        self._closing = threading.Event()
        self._ended = threading.Event()
        self._reader = threading.Thread(target=self._read, name="engine-reader", daemon=True)
        self._pause_ms = TICK_MS
        self._tick = QTimer(self, singleShot=True)
        self._tick.timeout.connect(self._drain)
        self._arrived.connect(self._wake, Qt.ConnectionType.QueuedConnection)

    def start(self) -> None:
        """Start the engine and begin to read."""
        self._link.start()
        self._reader.start()

    def send(self, command: Command | RestartEngine) -> None:
        """Send one command; `sent` tells the widgets that show what is under way. Does nothing once closed."""
        if self._closing.is_set():
            return
        self._link.send(command)
        self.sent.emit(command)

    def close(self) -> None:
        """End the engine, then the reader. Safe to call twice."""
        if self._closing.is_set():
            return
        self._closing.set()
        self._tick.stop()
        self._link.close()  # the reader goes on until here: an engine must never wait for a full pipe in order to end
        self._ended.set()
        if self._reader.is_alive():
            self._reader.join(JOIN_SECONDS)

    def _read(self) -> None:
        """The reader thread: nothing here touches a widget."""
        while not self._ended.is_set():
            try:
                update = self._link.receive(RECEIVE_SECONDS)
            except (EOFError, OSError) as error:
                update = EngineStopped(f"The connection to the engine was lost ({error or type(error).__name__}).", restarting=False)
                self._deliver(update)
                return
            if update is not None:
                self._deliver(update)

    def _deliver(self, update: AnyUpdate) -> None:
        if self._closing.is_set():
            return
        self._inbox.append(update)
        if not self._woken.is_set():  # one wake-up per tick, not one per token
            self._woken.set()
            self._arrived.emit()

    @Slot()
    def _wake(self) -> None:
        if not self._closing.is_set() and not self._tick.isActive():
            self._tick.start(self._pause_ms)

    @Slot()
    def _drain(self) -> None:
        self._woken.clear()  # before reading: what arrives from here on wakes us again
        until, begun = time.monotonic() + SLICE_SECONDS, time.thread_time()
        left = len(self._inbox)  # what arrives meanwhile waits for the next tick
        while left > 0 and not self._closing.is_set():
            update, taken = self._merged(self._inbox.popleft())
            left -= taken
            self.updated.emit(update)
            if time.monotonic() > until:
                break
        self._pause_ms = min(max(TICK_MS, round(REST * 1000 * (time.thread_time() - begun))), SLOWEST_TICK_MS)
        if left > 0 and not self._tick.isActive():
            self._tick.start(0)

    def _merged(self, first: Any) -> tuple[Any, int]:
        """The update itself, or one stretch of text made of all that follow it without a break; and of how many updates it is made."""
        kind = type(first)
        if kind not in (ReplyStreamed, ThoughtStreamed):
            return first, 1
        texts = [first.text]
        while self._inbox and type(self._inbox[0]) is kind:
            texts.append(self._inbox.popleft().text)
        return kind("".join(texts)), len(texts)
