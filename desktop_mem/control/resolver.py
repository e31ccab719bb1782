"""The resolver: for any address what stands there, as text, and what has become of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from desktop_mem.control.addresses import KINDS, Address, parsed
from desktop_mem.control.document_ledger import LEDGER
from desktop_mem.control.import_work import FORGOTTEN
from desktop_mem.control.trash import Hidden
from desktop_mem.memory.memory_event import DELETE, FORGET, MemoryEvent, lines_only_in
from desktop_mem.memory.passage import Passage
from desktop_mem.memory.ports import ArchivalStorage, History, Ledger, Proposals, RecallStorage, Reminders, Topics
from desktop_mem.memory.proposal import ProposalState
from desktop_mem.memory.reminder import ReminderState
from desktop_mem.memory.resolved import OpenedText, Resolved, Standing
from desktop_mem.memory.working_context import SectionState

_LINES_AROUND = 30
_SECONDS_AROUND = 60


class Shelves(Protocol):
    """The stores that things with addresses lie in."""

    @property
    def recall(self) -> RecallStorage: ...
    @property
    def archival(self) -> ArchivalStorage: ...
    @property
    def journal(self) -> Ledger: ...
    @property
    def history(self) -> History: ...
    @property
    def topics(self) -> Topics: ...
    @property
    def reminders(self) -> Reminders: ...
    @property
    def proposals(self) -> Proposals: ...
    def newest(self, kind: str) -> int: ...


class AddressResolver:
    """Finds what any address names; see `Addresses`. `sections` gives those of the working context as they are now."""

    def __init__(self, stores: Shelves, sections: Callable[[], Sequence[SectionState]]) -> None:
        self._stores = stores
        self._sections = sections
        self._ways: dict[str, Callable[[Address], Resolved]] = {
            "m": self._message,
            "p": self._passage,
            "d": self._document,
            "s": self._summary,
            "w": self._section,
            "r": self._reminder,
            "t": self._topic,
            "e": self._event,
            "q": self._proposal,
        }

    def resolve(self, address: str) -> Resolved:
        """What stands there, whatever has become of it. Raises `LookupError` with a sentence for what is no address or never was one."""
        if address == LEDGER:
            passages = self._stores.archival.read_place(LEDGER)
            return Resolved(LEDGER, "document ledger", tuple(OpenedText(LEDGER, each.text) for each in passages), tainted=True)
        asked = parsed(address)
        if asked.kind != "w" and asked.number > self._stores.newest(asked.kind):
            raise LookupError(f"There is no {KINDS[asked.kind]} {asked.base}.")
        return self._ways[asked.kind](asked)

    def _message(self, asked: Address) -> Resolved:
        message = self._stores.recall.read(asked.base)
        text = message.text or (message.call.to_json() if message.call else "")
        opened = (OpenedText(message.address, text, f"{message.created_at:%Y-%m-%d %H:%M} {message.role.value}"),)
        if message.text == FORGOTTEN:
            note = f"The words of {asked.base} were forgotten with the document that they quoted."
            return Resolved(asked.base, "message", (), Standing.SOURCE_DELETED, note, message.created_at)
        if not message.undone:
            return Resolved(asked.base, "message", opened, at=message.created_at, tainted=message.tainted)
        if event := self._forgotten(asked.base):
            return Resolved(asked.base, "message", (), Standing.FORGOTTEN, _forgotten_note(event), message.created_at)
        note = f"{asked.base} was taken back by the user."
        return Resolved(asked.base, "message", opened, Standing.UNDONE, note, message.created_at, tainted=message.tainted)

    def _passage(self, asked: Address) -> Resolved:
        try:
            passage = self._stores.archival.read(asked.base)
        except LookupError:
            return self._gone_passage(asked)
        if passage.document:
            return self._place(asked, "passage")
        events = self._stores.history.events(asked.base)
        sources = next((event.sources for event in events if event.sources), ())
        opened = (OpenedText(passage.address, passage.text),)
        if not passage.undone:
            return Resolved(asked.base, "passage", opened, at=passage.created_at, sources=sources, tainted=passage.tainted)
        if event := self._forgotten(asked.base):
            return Resolved(asked.base, "passage", (), Standing.FORGOTTEN, _forgotten_note(event), passage.created_at, sources)
        note = f"{asked.base} was taken back by the user."
        return Resolved(asked.base, "passage", opened, Standing.UNDONE, note, passage.created_at, sources, passage.tainted)

    def _gone_passage(self, asked: Address) -> Resolved:
        if self._stores.history.events(asked.base):
            note = f"{asked.base} was deleted with a document that it rested on."
            return Resolved(asked.base, "passage", (), Standing.DELETED, note)
        note = f"The source of {asked.base} was deleted: its document was forgotten, or has a newer version."
        return Resolved(asked.base, "passage", (), Standing.SOURCE_DELETED, note)

    def _document(self, asked: Address) -> Resolved:
        try:
            return self._place(asked, "document")
        except LookupError:
            for event in self._stores.history.events(asked.base):
                if event.kind != DELETE:
                    continue
                note = f"{event.before} ({asked.base}) was forgotten on {event.at:%Y-%m-%d %H:%M}."
                return Resolved(asked.base, "document", (), Standing.DELETED, note, event.at)
            raise

    def _place(self, asked: Address, kind: str) -> Resolved:
        """Raises `LookupError` with a sentence that says what there is instead."""
        passages = self._stores.archival.read_place(str(asked))
        texts = tuple(OpenedText(each.address, each.text, each.place.citation(each.title), _around(each)) for each in passages)
        return Resolved(str(asked), kind, texts, at=passages[0].created_at, sources=(passages[0].document,), tainted=True)

    def _summary(self, asked: Address) -> Resolved:
        record = self._stores.journal.summary(asked.base)
        citation = f"{record.created_at:%Y-%m-%d %H:%M}, summary of {len(record.covers)} messages"
        texts = (OpenedText(asked.base, record.text, citation),)
        sources = (*record.covers, *([record.before] if record.before else []))
        return Resolved(asked.base, "summary", texts, at=record.created_at, sources=sources, tainted=bool(record.nonce))

    def _section(self, asked: Address) -> Resolved:
        for section in self._sections():
            if section.label == asked.label:
                return Resolved(asked.base, "section", (OpenedText(asked.base, section.text, section.description),))
        events = self._stores.history.events(asked.base)
        if not events:
            raise LookupError(f"There is no section {asked.label}. The sections are: {', '.join(each.label for each in self._sections())}.")
        note = f"The section {asked.label} was removed on {events[-1].at:%Y-%m-%d %H:%M}."
        return Resolved(asked.base, "section", (), Standing.UNDONE, note, events[-1].at)

    def _reminder(self, asked: Address) -> Resolved:
        reminder = self._stores.reminders.read(asked.base)
        texts = (OpenedText(asked.base, reminder.message, f"{reminder.when.due:%Y-%m-%d %H:%M}"),)
        off, done = reminder.state is ReminderState.CANCELLED, reminder.state is ReminderState.DONE
        note = f"{asked.base} was called off." if off else f"{asked.base} fell due and is done." if done else ""
        sources = tuple(filter(None, [reminder.cause]))
        return Resolved(asked.base, "reminder", texts, Standing.UNDONE if off else Standing.LIVE, note, reminder.created_at, sources)

    def _topic(self, asked: Address) -> Resolved:
        topic = next(topic for topic in self._stores.topics.all() if topic.address == asked.base)
        texts = (OpenedText(asked.base, topic.title, f"{topic.started_at:%Y-%m-%d %H:%M}"),)
        return Resolved(asked.base, "topic", texts, at=topic.started_at, sources=tuple(filter(None, [topic.summary])))

    def _proposal(self, asked: Address) -> Resolved:
        proposal = self._stores.proposals.read(asked.base)
        text = "\n".join(changed_lines(proposal.before, proposal.after))
        texts = (OpenedText(asked.base, text, f"{proposal.made_at:%Y-%m-%d %H:%M} {proposal.function}"),)
        waits = proposal.state is ProposalState.WAITING
        note = "" if waits else f"{asked.base} waits no more: it was {proposal.state.value}."
        standing = Standing.LIVE if waits else Standing.UNDONE
        return Resolved(asked.base, "proposal", texts, standing, note, proposal.made_at, proposal.sources, tainted=True)

    def _event(self, asked: Address) -> Resolved:
        event = self._stores.history.event(asked.base)
        shown = Hidden(self._stores.history).event(event)
        text = "\n".join(changed_lines(shown.before, shown.after))
        texts = (OpenedText(asked.base, text, f"{event.at:%Y-%m-%d %H:%M} {event.actor}: {event.kind} {event.target}"),)
        note = f"{asked.base} was undone." if event.undone else ""
        sources = tuple(dict.fromkeys(filter(None, [event.cause, *event.sources])))
        # What was proposed, kept or summarised may be a document's words; the others stand in memory by the user's leave.
        tainted = event.target[:1] in ("p", "q", "s")
        return Resolved(
            asked.base, "memory event", texts, Standing.UNDONE if event.undone else Standing.LIVE, note, event.at, sources, tainted
        )

    def _forgotten(self, target: str) -> MemoryEvent | None:
        """The event that put the whole of it into the trash; of a section only lines are ever forgotten."""
        if target.startswith("w:"):
            return None
        return next((each for each in reversed(self._stores.history.events(target)) if each.kind == FORGET and not each.undone), None)


def changed_lines(before: str, after: str) -> list[str]:
    """The lines that go (`- line`) and those that come (`+ line`)."""
    return [f"- {line}" for line in lines_only_in(before, after)] + [f"+ {line}" for line in lines_only_in(after, before)]


def _forgotten_note(event: MemoryEvent) -> str:
    return f"{event.target} was forgotten on {event.at:%Y-%m-%d %H:%M} and lies in the trash."


def _around(passage: Passage) -> str:
    """The address of the passage's page, or of the lines (rows, seconds) about it; empty where the place has neither."""
    place, lines = passage.place, ""
    if place.line:
        reach = _SECONDS_AROUND if place.counted == "second" else _LINES_AROUND
        lines = f"{place.counted}={max(1, place.line[0] - reach)}-{place.line[1] + reach}"
    if place.page is not None:
        rows = f"&{lines}" if lines and place.counted == "row" else ""
        return f"{passage.document}#page={place.page}{rows}"
    return f"{passage.document}#{lines}" if lines else ""
