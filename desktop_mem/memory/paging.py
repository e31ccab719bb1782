"""Paging: what the program does for the model around a turn: it pages in before the answer, and learns from the answer what served."""

from __future__ import annotations

from collections.abc import Generator

from desktop_mem.memory.heartbeat import SEND_MESSAGE
from desktop_mem.memory.message import Message
from desktop_mem.memory.passage import Hit
from desktop_mem.memory.plane import ControlPlane
from desktop_mem.memory.queue_manager import QueueManager
from desktop_mem.memory.update import PagedIn, Update


class Paging:
    """Brings what the control plane chooses into view, and counts what came of it. With paging `model` it does nothing."""

    def __init__(self, queue_manager: QueueManager, plane: ControlPlane, paging: str) -> None:
        self._manager = queue_manager
        self._plane = plane
        self._paging = paging
        self._turn = ""

    def page_in(self, message: Message) -> Generator[Update, None, None]:
        """Page in for a message of the user."""
        if self._paging == "model":
            return
        # In automatic paging what is found takes the place of all that is in view, so that may be found too.
        queue = self._manager.context.queue
        in_view = frozenset({message.address} if self._paging == "automatic" else queue.addresses)
        chosen = self._plane.page_in.choose(message.text, in_view=in_view, before=message.address)
        block, count = self._manager.page_in(chosen.hits, message) if chosen.hits else (None, 0)
        shown = chosen.hits[:count]
        self._plane.working_set.brought(chosen, shown)
        self._turn = message.address
        if block:
            yield PagedIn(block.address, shown, chosen.from_cache)

    def quoted(self, message: Message) -> tuple[str, tuple[Hit, ...]]:
        """The answer to a message of the user where there is no model, and what it quotes."""
        chosen = self._plane.page_in.choose(message.text, in_view=frozenset({message.address}), before=message.address)
        text = self._plane.quoting.reply(message.text, chosen.hits, self._manager.context.working_context.sections)
        return text, tuple(hit for hit in chosen.hits if f"[{hit.address}" in text)

    def measure(self, turn: str) -> Generator[Update, None, None]:
        """What the reply of a turn made of what was paged in for it."""
        if turn != self._turn:
            return
        self._turn = ""
        said = (m for m in reversed(self._manager.context.queue.messages) if m.turn == turn and m.call and m.call.function == SEND_MESSAGE)
        reply = next(said, None)
        yield self._plane.working_set.answered(reply.text if reply else "")
