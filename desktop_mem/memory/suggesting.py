"""Suggesting: a wish about memory is checked (reference, permission, capacity, version, conflict) and done whole, or refused."""

from __future__ import annotations

from collections.abc import Generator
from itertools import combinations

from desktop_mem.errors import Refused
from desktop_mem.memory.memory_event import MERGE, MemoryEvent
from desktop_mem.memory.passage import Hit
from desktop_mem.memory.plane import Coherence
from desktop_mem.memory.ports import ExternalContext
from desktop_mem.memory.queue_manager import QueueManager
from desktop_mem.memory.resolved import Standing
from desktop_mem.memory.suggestion import Suggestion, Wish
from desktop_mem.memory.update import PagedIn, SectionChanged, SuggestionDone, Update
from desktop_mem.memory.working_context import SectionState

_KEPT_SHARE = 0.25
"""Of what a flush leaves, so much may be kept by wish."""


class Suggesting:
    """Carries out suggestions. Raises `Refused` with a sentence, and has changed nothing then. `least`: the least confidence."""

    def __init__(self, external: ExternalContext, queue_manager: QueueManager, coherence: Coherence, *, least: float = 0.5) -> None:
        self._external = external
        self._manager = queue_manager
        self._context = queue_manager.context
        self._coherence = coherence
        self._least = least

    def carry_out(self, suggestion: Suggestion) -> Generator[Update, None, None]:
        """Check and do it. No chain may run."""
        self._require_sense(suggestion)
        match suggestion.wish:
            case Wish.KEEP:
                self._keep(suggestion.address)
            case Wish.EVICT:
                yield from self._evict(suggestion.address)
            case Wish.PREFETCH:
                yield from self._prefetch(suggestion.address)
            case Wish.MERGE if suggestion.address.startswith("w:"):
                yield from self._merge_lines(suggestion)
            case Wish.MERGE:
                self._merge_passages(suggestion)
        yield SuggestionDone(suggestion)

    def _require_sense(self, suggestion: Suggestion) -> None:
        """There has to be a reason, enough confidence, and something live at every address."""
        if not suggestion.reason.strip():
            raise Refused("a suggestion needs a reason.")
        if not self._least <= suggestion.confidence <= 1:
            raise Refused(f"a confidence of {suggestion.confidence:g} is too little. It takes {self._least:g} to 1.")
        for address in filter(None, (suggestion.address, suggestion.other)):
            try:
                found = self._external.addresses.resolve(address)
            except LookupError as error:
                raise Refused(str(error.args[0])) from None
            if found.standing is not Standing.LIVE:
                raise Refused(found.note)

    def _keep(self, address: str) -> None:
        queue = self._context.queue
        if address not in queue.addresses:
            raise Refused(f"{address} is not in view, so it cannot be kept there. Suggest to prefetch it.")
        kept = self._manager.kept | {address}
        tokens = sum(message.tokens for message in queue.messages if message.address in kept)
        if tokens > self._context.plan.flush_to * _KEPT_SHARE:
            raise Refused(f"with {address} more would be kept in view than has room there. Let something else go first.")
        self._manager.kept = kept

    def _evict(self, address: str) -> Generator[Update, None, None]:
        queue = self._context.queue
        if address not in queue.addresses:
            raise Refused(f"{address} is not in view, so it cannot leave it.")
        if address in self._manager.kept or address == queue.addresses[-1] or self._manager.agenda.event(address):
            raise Refused(f"{address} is still needed in view.")
        yield from self._manager.flush_out([address])

    def _prefetch(self, address: str) -> Generator[Update, None, None]:
        queue, plan = self._context.queue, self._context.plan
        if address in queue.addresses:
            raise Refused(f"{address} is in view already.")
        hit = self._hit(address)
        if not queue.messages or self._context.used + plan.largest_page_in > plan.budget:
            raise Refused(f"there is no room in view for {address}.")
        block, _ = self._manager.page_in((hit,), queue.messages[-1])
        yield PagedIn(block.address, (hit,))

    def _hit(self, address: str) -> Hit:
        if address.startswith("m"):
            message = self._external.recall.read(address)
            speaker = message.role.value
            return Hit(address, message.text, message.created_at, 1.0, ("wished",), speaker=speaker, tainted=message.tainted)
        if not address.startswith("p"):
            raise Refused(f"{address} cannot be prefetched. That can be messages (m) and passages (p).")
        passage = self._external.archival.read(address)
        citation = passage.place.citation(passage.title) if passage.document else ""
        return Hit(
            address,
            passage.text,
            passage.created_at,
            1.0,
            ("wished",),
            citation=citation,
            tainted=passage.tainted,
            document=passage.document,
        )

    def _merge_lines(self, suggestion: Suggestion) -> Generator[Update, None, None]:
        section = self._context.working_context.section(suggestion.address[2:])
        lines, gone = section.text.splitlines(), suggestion.lines
        if section.read_only:
            raise Refused(f"the section {section.label} is read-only. Only the user can change it.")
        if section.text != suggestion.expected or len(gone) < 2 or any(line not in lines for line in gone):
            raise Refused(f"the section {section.label} has changed since this was suggested.")
        self._require_same((*gone, suggestion.text))
        place = lines.index(gone[0])
        left = [line for line in lines if line not in gone]
        text = "\n".join([*left[:place], suggestion.text, *left[place:]])
        with self._manager.step():
            change = self._context.working_context.edit(section.label, text, expected=section.text)
            self._record(suggestion.address, section.text, change[1].text, self._sources(section, gone))
        self._context.refresh_head()
        yield SectionChanged(*change)

    def _merge_passages(self, suggestion: Suggestion) -> None:
        """The other passage goes; it can be brought back."""
        if suggestion.other == suggestion.address or not all(each.startswith("p") for each in (suggestion.address, suggestion.other)):
            raise Refused("only lines of a section, or two kept passages, can be merged.")
        stays, goes = (self._external.archival.read(address) for address in (suggestion.address, suggestion.other))
        for passage in (stays, goes):
            if passage.document:
                raise Refused(f"{passage.address} stands in the document {passage.document}, which is not changed.")
        self._require_same((stays.text, goes.text))
        with self._manager.step():
            self._external.turns.undo([goes.address])
            self._record(goes.address, goes.text, "", (stays.address, goes.address))

    def _require_same(self, texts: tuple[str, ...]) -> None:
        for one, other in combinations(dict.fromkeys(texts), 2):
            if not self._coherence.twin(one, [other]):
                raise Refused(f"'{one}' and '{other}' do not say the same.")

    def _sources(self, section: SectionState, lines: tuple[str, ...]) -> tuple[str, ...]:
        """What the lines rest on, by the ledger."""
        events = [event for event in self._external.history.events(f"w:{section.label}") if not event.undone]
        told = (event for event in events if not frozenset(lines).isdisjoint(event.brought))
        return tuple(dict.fromkeys(source for event in told for source in (*event.sources, event.cause) if source))

    def _record(self, target: str, before: str, after: str, sources: tuple[str, ...]) -> None:
        now = self._external.clock.now()
        self._external.journal.record(MemoryEvent(target, MERGE, before, after, "control", now, sources=sources))
