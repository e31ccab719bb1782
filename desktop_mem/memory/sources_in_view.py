"""Sources in view: every text that the model sees, by its own address and with its origin, whichever message shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from desktop_mem.memory.main_context import MainContext
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.ports import ExternalContext
from desktop_mem.memory.source import Origin, Source, View


class SourcesInView:
    """Reads what a result or a page-in shows from where it is stored, so that the user's words stay the user's wherever they are shown."""

    def __init__(self, context: MainContext, external: ExternalContext) -> None:
        self._context = context
        self._external = external

    def view(self, cause: str) -> View:
        """What is in view while the message at `cause` is answered."""
        sources = {source.address: source for source in self._sources()}
        asked = ""
        if cause:
            message = self._external.recall.read(cause)
            asked = message.text if message.role is Role.USER else ""
        return View(tuple(sources.values()), self._context.queue.tainted, asked)

    def _sources(self) -> Iterator[Source]:
        queue, now = self._context.queue, self._external.clock.now()
        for section in self._context.working_context.sections:
            if section.text:
                yield Source(f"w:{section.label}", section.text, Origin.TOOL, now)
        if queue.summary:
            yield Source(queue.summary_address, queue.summary, Origin.TOOL, now, tainted=bool(queue.summary_nonce))
        quoted = dict.fromkeys(base for message in queue.messages for address in message.sources if _is_message(base := _base(address)))
        said = self._said(list(quoted))
        for message in queue.messages:
            yield from self._shown_by(message, said)

    def _said(self, addresses: Sequence[str]) -> dict[str, Message]:
        """The messages at these addresses, without those that are gone."""
        recall, said = self._external.recall, dict[str, Message]()
        try:
            return {message.address: message for message in recall.read_many(addresses)}
        except LookupError:
            for address in addresses:
                with suppress(LookupError):
                    said[address] = recall.read(address)
        return said

    def _shown_by(self, message: Message, said: Mapping[str, Message]) -> Iterator[Source]:
        if not message.sources:
            # Results without sources are the program's own sentences.
            if message.text and message.role is not Role.FUNCTION:
                yield _spoken(message)
            return
        for address in message.sources:
            try:
                yield _spoken(said[_base(address)]) if _is_message(_base(address)) else self._at(address, message)
            except LookupError:  # deleted since
                continue

    def _at(self, address: str, shown: Message) -> Source:
        base, _, place = address.partition("#")
        if base.startswith("p") and base[1:].isdigit() and not place:
            passage = self._external.archival.read(base)
            origin = Origin.USER if passage.origin is Origin.USER and not passage.tainted else Origin.DOCUMENT
            return Source(base, passage.text, origin, passage.created_at, passage.tainted)
        return Source(address, shown.text, Origin.DOCUMENT, shown.created_at, shown.tainted)


def _base(address: str) -> str:
    return address.partition("#")[0]


def _is_message(base: str) -> bool:
    return base.startswith("m") and base[1:].isdigit()


def _spoken(message: Message) -> Source:
    origin = {Role.USER: Origin.USER, Role.ASSISTANT: Origin.ASSISTANT}.get(message.role, Origin.TOOL)
    return Source(message.address, message.text, origin, message.created_at, message.tainted)
