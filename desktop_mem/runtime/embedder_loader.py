"""The embedder is loaded on a thread beside the runtime, since that takes seconds, and comes in by the inbox."""

from __future__ import annotations

import threading
from collections.abc import Callable

from desktop_mem.errors import EnvironmentFault
from desktop_mem.memory.ports import Embedder
from desktop_mem.runtime.inbox import EmbedderLoaded, Inbox


class EmbedderLoader:
    """Loads the embedder once. The thread is not waited for at the end: it holds nothing."""

    def __init__(self, load: Callable[[], Embedder], inbox: Inbox, tell_begin: Callable[[], None]) -> None:
        self._load = load
        self._tell_begin = tell_begin
        self._inbox = inbox
        self._begun = False

    def begin(self) -> None:
        """Load it beside everything else, once; not to be called before the first answer or the first quiet moment."""
        if not self._begun:
            self._begun = True
            self._tell_begin()
            threading.Thread(target=lambda: self._inbox.put(self.loaded()), name="embedder", daemon=True).start()

    def loaded(self) -> EmbedderLoaded:
        """Load it here and now; or why that is not possible."""
        try:
            return EmbedderLoaded(self._load())
        except EnvironmentFault as fault:
            return EmbedderLoaded(None, str(fault))
