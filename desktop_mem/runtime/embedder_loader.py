"""The embedder is loaded on a thread beside the runtime, since that takes seconds, and comes in by the inbox."""

from __future__ import annotations

import threading
from collections.abc import Callable

from desktop_mem.errors import EnvironmentFault
from desktop_mem.memory.ports import Embedder
from desktop_mem.runtime.inbox import EmbedderLoaded, Inbox


class EmbedderLoader:
    """Loads the embedder once. The thread is not waited for at the end: it holds nothing."""

    def __init__(self, load: Callable[[], Embedder], inbox: Inbox) -> None:
        self._load = load
        self._inbox = inbox
        self._begun = False

    def begin(self) -> bool:
        """Load it beside everything else; False when that was begun before."""
        if self._begun:
            return False
        self._begun = True
        threading.Thread(target=lambda: self._inbox.put(self.loaded()), name="embedder", daemon=True).start()
        return True

    def loaded(self) -> EmbedderLoaded:
        """Load it here and now; or why that is not possible."""
        try:
            return EmbedderLoaded(self._load())
        except EnvironmentFault as fault:
            return EmbedderLoaded(None, str(fault))
