"""Journal, turns, topics and all stores together in memory, for tests and for a profile that is not to be kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Protocol

from desktop_mem.control.addresses import row_number
from desktop_mem.memory.memory_event import UNDO
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.ports import ContextState, Counts, MemoryEvent, SummaryRecord
from desktop_mem.memory.topic import Topic
from desktop_mem.storage.hits import is_said
from desktop_mem.storage.in_memory import InMemoryArchival, InMemoryRecall
from desktop_mem.storage.in_memory_proposals import InMemoryProposals
from desktop_mem.storage.in_memory_reminders import InMemoryReminders


class _Undoable(Protocol):
    """A store whose whole content can be taken and put back."""

    def snapshot(self) -> Any:
        """The content now."""
        ...

    def restore(self, content: Any) -> None:
        """Make `content` the content again."""
        ...


class InMemoryJournal:
    """Steps over the stores it is given, with real rollback, and the last saved main context; see `Journal`, `Ledger`, `Statistics`."""

    def __init__(self, recall: InMemoryRecall | None = None, archival: InMemoryArchival | None = None, *others: _Undoable) -> None:
        self._recall = recall
        self._archival = archival
        self._others = others
        self._state: ContextState | None = None
        self._in_step = False
        self.entries: list[MemoryEvent] = []
        self.summaries: list[SummaryRecord] = []

    @contextmanager
    def step(self, *, synced: bool = True) -> Iterator[None]:
        """One transaction over everything that is stored within; rolled back when the block raises. Not nested. See `Journal.step`."""
        if self._in_step:
            raise RuntimeError("A step is already open; steps are not nested.")
        self._in_step = True
        stores: list[_Undoable] = [store for store in (self._recall, self._archival, *self._others) if store is not None]
        contents = [store.snapshot() for store in stores]
        own = (self._state, list(self.entries), list(self.summaries))
        whole = False
        try:
            yield
            whole = True
        finally:
            self._in_step = False
            if not whole:
                for store, content in zip(stores, contents, strict=True):
                    store.restore(content)
                self._state, self.entries, self.summaries = own

    def save(self, state: ContextState) -> None:
        """Record the main context as it is now."""
        self._state = state

    def load(self) -> ContextState | None:
        """The main context as last saved, or None in a new profile."""
        return self._state

    def record(self, entry: MemoryEvent | SummaryRecord) -> str:
        """Append to the ledger or to the summaries; the address of the entry (`s2` for a summary, `e9` for a memory event)."""
        if isinstance(entry, SummaryRecord):
            stored = replace(entry, address=f"s{len(self.summaries) + 1}")
            self.summaries.append(stored)
            return stored.address
        self.entries.append(entry)
        return f"e{len(self.entries)}"

    def changes(self, cause: str) -> list[MemoryEvent]:
        """The memory events that the message at `cause` led to, oldest first."""
        return [event for event in InMemoryHistory(self).events() if event.cause == cause]

    def summary(self, address: str) -> SummaryRecord:
        """The summary at `s2`. Raises `LookupError`."""
        number = row_number(address, "s")
        if number > len(self.summaries):
            raise LookupError(f"There is no summary {address}.")
        return self.summaries[number - 1]

    def chain(self, address: str) -> list[SummaryRecord]:
        """The summary at `s2` and those that it builds upon, oldest first; none for an empty address."""
        records: list[SummaryRecord] = []
        while address:
            records.append(self.summary(address))
            address = records[-1].before
        return records[::-1]

    def counts(self) -> Counts:
        """Messages, passages and documents stored."""
        return Counts(
            messages=len(self._recall.all()) if self._recall is not None else 0,
            passages=len(self._archival) if self._archival is not None else 0,
            documents=self._archival.document_count() if self._archival is not None else 0,
        )


class InMemoryHistory:
    """The journal's memory events, each with its address and whether it was undone since; see `History`."""

    def __init__(self, journal: InMemoryJournal) -> None:
        self._journal = journal

    def event(self, address: str) -> MemoryEvent:
        """The event at `e9`. Raises `LookupError`."""
        number = row_number(address, "e")
        if number > len(self._journal.entries):
            raise LookupError(f"There is no memory event {address}.")
        return self.events()[number - 1]

    def events(self, target: str = "", newest: int | None = None) -> list[MemoryEvent]:
        """The events of one target (`w:human`), or of all, oldest first: all, or so many of the newest."""
        last = {entry.of: entry.kind for entry in self._journal.entries if entry.of}
        named = [replace(entry, address=f"e{number}") for number, entry in enumerate(self._journal.entries, 1)]
        wanted = [replace(each, undone=last.get(each.address) == UNDO) for each in named if target in ("", each.target)]
        return wanted if newest is None else wanted[max(0, len(wanted) - newest) :]

    def standing(self, kind: str = "") -> Iterator[MemoryEvent]:
        """The changes that can be undone and were not, newest first. With a `kind` all events of it that were not undone."""
        return (each for each in reversed(self.events()) if not each.undone and (each.kind == kind if kind else each.can_be_undone))

    def taken_back(self) -> MemoryEvent | None:
        """The undo that a redo would take back: the newest one after the last change that was no undo and no redo."""
        redone: set[str] = set()
        for event in reversed(self.events()):
            if not event.of and event.kind != "switch":
                return None
            if event.of and event.of not in redone and event.kind == UNDO:
                return event
            redone.add(event.of)
        return None


class InMemoryTurns:
    """A user message with its chain, and what was taken back; see `Turns`."""

    def __init__(self, recall: InMemoryRecall, archival: InMemoryArchival) -> None:
        self._recall = recall
        self._archival = archival

    def last(self) -> str:
        """The address of the newest user message that was not undone, or nothing."""
        return next((message.address for message in reversed(self._recall.all()) if message.role is Role.USER), "")

    def messages(self, address: str) -> list[Message]:
        """The event at `address` and all messages of its chain that were not undone, oldest first."""
        return [message for message in self._recall.all() if address in (message.address, message.turn)]

    def undo(self, addresses: Sequence[str]) -> None:
        """Mark these messages and passages as undone: kept, and no longer found by any search."""
        self._recall.change([address for address in addresses if address.startswith("m")], undone=True)
        self._archival.undo([address for address in addresses if address.startswith("p")])

    def restore(self, addresses: Sequence[str]) -> None:
        """Take that mark away: they are found again. Raises `LookupError` for what is gone."""
        self._recall.change([address for address in addresses if address.startswith("m")], undone=False)
        self._archival.take_again([address for address in addresses if address.startswith("p")])


class InMemoryTopics:
    """The topics of the conversation; see `Topics`."""

    def __init__(self, recall: InMemoryRecall) -> None:
        self._recall = recall
        self._topics: list[Topic] = []

    def put(self, topic: Topic) -> Topic:
        """Store a new topic, or a changed one at its address; the same with its address (`t2`)."""
        if topic.address:
            self._topics[row_number(topic.address, "t") - 1] = topic
            return topic
        stored = replace(topic, address=f"t{len(self._topics) + 1}")
        self._topics.append(stored)
        return stored

    def all(self) -> list[Topic]:
        """All topics, oldest first."""
        return list(self._topics)

    def stretch(self, address: str, limit: int) -> list[Message]:
        """The `limit` newest messages said in a topic, oldest first."""
        said = [message for message in self._recall.all() if message.topic == address and is_said(message)]
        return said[-limit:]

    def move(self, addresses: Sequence[str], topic: str) -> None:
        """These messages belong to that topic from now on."""
        self._recall.change(addresses, topic=topic)

    def snapshot(self) -> list[Topic]:
        """The content now."""
        return list(self._topics)

    def restore(self, content: list[Topic]) -> None:
        """Make `content` the content again."""
        self._topics = list(content)


class InMemoryProgress:
    """Where work in quiet moments stands."""

    def __init__(self) -> None:
        self._marks: dict[str, str] = {}

    def reached(self, name: str) -> str:
        """What was marked last; empty at first."""
        return self._marks.get(name, "")

    def mark(self, name: str, reached: str) -> None:
        """From here it goes on."""
        self._marks[name] = reached


class InMemoryStores:
    """All stores of a profile that nothing is kept of."""

    def __init__(self) -> None:
        self.recall = InMemoryRecall()
        self.archival = InMemoryArchival()
        self.reminders = InMemoryReminders()
        self.proposals = InMemoryProposals()
        self.topics = InMemoryTopics(self.recall)
        self.turns = InMemoryTurns(self.recall, self.archival)
        self.journal = InMemoryJournal(self.recall, self.archival, self.reminders, self.proposals, self.topics)
        self.history = InMemoryHistory(self.journal)
        self.progress = InMemoryProgress()

    def counts(self) -> Counts:
        """Messages, passages and documents stored."""
        return self.journal.counts()

    def settled(self) -> bool:
        """Whether no document is being stored: here it never takes a while."""
        return True

    def newest(self, kind: str) -> int:
        """The highest number that an address of that kind ever had."""
        newest = {
            "m": len(self.recall),
            "p": self.archival.newest(),
            "d": self.archival.document_count(),
            "s": len(self.journal.summaries),
            "e": len(self.journal.entries),
            "r": len(self.reminders.snapshot()),
            "t": len(self.topics.snapshot()),
            "q": len(self.proposals.snapshot()),
        }
        return newest[kind]
