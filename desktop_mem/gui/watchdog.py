"""The watchdog: notices when the main thread is busy for too long, and logs what it was doing."""

from __future__ import annotations

import logging
import sys
import threading
import time
import traceback

from PySide6.QtCore import QObject, Qt, Signal, Slot

log = logging.getLogger(__name__)


FELT_SECONDS = 0.2


class Watchdog(QObject):
    """Asks the main thread for a sign every `pause` seconds; one that takes over `limit` seconds is logged with the stack, as a warning
    when a user would feel it.

    `stalls` holds the seconds of each stall seen, for tests and diagnostics. Make it on the main thread.
    """

    _asked = Signal()

    def __init__(self, limit: float = 0.05, pause: float = 0.1, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.limit = limit
        self.stalls: list[float] = []
        self._pause = pause
        self._answered = threading.Event()
        self._closing = threading.Event()
        self._main = threading.get_ident()
        self._asked.connect(self._answer, Qt.ConnectionType.QueuedConnection)
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def close(self) -> None:
        """Stop watching and join the thread."""
        self._closing.set()
        self._answered.set()
        if self._thread.is_alive():
            self._thread.join(2.0)

    @Slot()
    def _answer(self) -> None:
        self._answered.set()

    def _watch(self) -> None:
        while not self._closing.wait(self._pause):
            self._answered.clear()
            asked = time.monotonic()
            self._asked.emit()
            if self._answered.wait(self.limit):
                continue
            frame = sys._current_frames().get(self._main)
            stack = "".join(traceback.format_stack(frame)) if frame else "(no stack)"
            while not self._closing.is_set() and not self._answered.wait(self._pause):
                pass
            if not self._closing.is_set():
                self.stalls.append(time.monotonic() - asked)
                log.log(
                    logging.WARNING if self.stalls[-1] >= FELT_SECONDS else logging.INFO,
                    "The window did not answer for %.0f ms. After %.0f ms it was here:\n%s",
                    self.stalls[-1] * 1000,
                    self.limit * 1000,
                    stack,
                )
