"""What the kernel needs of the world outside, as Protocols of one to four methods that the adapters fulfil."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from desktop_mem.memory.agenda import OpenEvent
from desktop_mem.memory.memory_event import MemoryEvent as MemoryEvent
from desktop_mem.memory.message import Message
from desktop_mem.memory.passage import HitPage, Passage
from desktop_mem.memory.proposal import Proposal
from desktop_mem.memory.reminder import Reminder
from desktop_mem.memory.resolved import Resolved
from desktop_mem.memory.topic import Topic
from desktop_mem.memory.working_context import SectionState as SectionState

JsonSchema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """One message as the model reads it: who, the text, and the generated ids where the model wrote it itself.

    `role` is `system`, `user`, `assistant` or `function`.
    """

    role: str
    text: str
    token_ids: tuple[int, ...] = ()


Prompt = tuple[PromptMessage, ...]


@dataclass(frozen=True, slots=True)
class Generation:
    """What one inference gave and cost. `stop` is `complete`, `length`, `stopped` or `repeated` (the model went round in circles).

    `prompt_tokens` is the whole prompt, `new_tokens` what in it the model had not seen in the call before,
    `evaluated_tokens` what it in fact evaluated before the first generated token; `prefill_seconds` and
    `decode_seconds` the time of each part.
    """

    text: str
    token_ids: tuple[int, ...]
    stop: str = "complete"
    prompt_tokens: int = 0
    new_tokens: int = 0
    evaluated_tokens: int = 0
    prefill_seconds: float = 0.0
    decode_seconds: float = 0.0


class LanguageModel(Protocol):
    """A model that continues a prompt with text that fits a grammar."""

    @property
    def context_window(self) -> int:
        """The window in tokens, as the loaded model reports it."""
        ...

    def generate(
        self, prompt: Prompt, schema: JsonSchema | None, max_tokens: int, *, variation: int = 0
    ) -> Generator[str, None, Generation]:
        """Yield the text as it comes, whole code points at a time; return the whole.

        It fits `schema`, or is plain text without one; `max_tokens` bounds it. A stop is not an error: the generation
        then ends with what there is. An empty piece means that the prompt is still being read. With a `variation` above 0
        the text is sampled, differently for each number, so that a second try is another one.
        """
        ...


class TokenCounter(Protocol):
    """Counts tokens exactly as the model's own tokenizer does."""

    def count(self, text: str) -> int:
        """Tokens of the bare text."""
        ...

    def count_message(self, message: PromptMessage) -> int:
        """Tokens of the message in the prompt, with what the chat template puts around it (an upper bound)."""
        ...


class Embedder(Protocol):
    """Turns texts into unit vectors of one fixed dimension."""

    @property
    def name(self) -> str:
        """Identifies the model: vectors of different names are never mixed."""
        ...

    @property
    def dimension(self) -> int:
        """Length of each vector."""
        ...

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit vector per text, in order."""
        ...


class RecallStorage(Protocol):
    """Every message ever, in order."""

    def insert(self, message: Message) -> Message:
        """Store; the same message with its address. A `request_id` already stored gives the stored message and writes nothing."""
        ...

    def read(self, address: str) -> Message:
        """The message at `m12`. Raises `LookupError`."""
        ...

    def read_many(self, addresses: Sequence[str]) -> list[Message]:
        """The messages at these addresses, in that order. Raises `LookupError`."""
        ...

    def search(self, query: str, page: int, *, before: str = "") -> HitPage:
        """What user and assistant said, by words and meaning; only messages older than the address `before`, if given."""
        ...

    def search_dates(self, start: datetime, end: datetime, page: int, *, before: str = "") -> HitPage:
        """What was said from `start` (inclusive) to `end` (exclusive), oldest first."""
        ...


class ArchivalStorage(Protocol):
    """Passages of documents, and what the model chose to keep."""

    def insert(self, passage: Passage) -> Passage:
        """Store one passage that the model or the user wrote; the same with its address."""
        ...

    def read(self, address: str) -> Passage:
        """The passage at `p7`. Raises `LookupError`."""
        ...

    def read_place(self, address: str) -> list[Passage]:
        """The passages at an address, in order: `p7`; `d3`, `d3#page=4` (or slide, sheet, …), `d3#page=2&row=10-20`, `d3#line=10-20`,
        `d3#second=61-75`.

        In a document without pages a page is a run of passages. Raises `LookupError` with a sentence that says what there is instead.
        """
        ...

    def search(self, query: str, page: int) -> HitPage:
        """Passages by words and meaning."""
        ...


@dataclass(frozen=True, slots=True)
class Counts:
    """How much the stores hold."""

    messages: int = 0
    passages: int = 0
    documents: int = 0


@dataclass(frozen=True, slots=True)
class ContextState:
    """All that makes a main context again after a restart.

    `queue` holds the addresses of the messages in the queue, oldest first; `summary` the recursive summary
    and `summary_address` its address; `open_events` the events whose chains have not ended, as they arrived; `pressure_warned`
    whether this period was warned; `topic` the address of the topic; until `paused_until` no timed heartbeat comes.
    """

    sections: tuple[SectionState, ...] = ()
    queue: tuple[str, ...] = ()
    summary: str = ""
    summary_address: str = ""
    open_events: tuple[OpenEvent, ...] = ()
    pressure_warned: bool = False
    topic: str = ""
    paused_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class SummaryRecord:
    """A recursive summary of a `topic` and the addresses of the messages that were evicted into it.

    `by` says who wrote it: `model`, `extract` or `user`. It builds upon the summary at `before`, if there was one. It has
    a `nonce`, under which it is shown as data, if some of what it covers is tainted.
    """

    text: str
    covers: tuple[str, ...]
    created_at: datetime
    topic: str = ""
    by: str = ""
    address: str = ""
    before: str = ""
    nonce: str = ""


class Journal(Protocol):
    """Makes each step durable as one whole, and gives the main context back after a restart."""

    def step(self, *, synced: bool = True) -> AbstractContextManager[None]:
        """One transaction over everything that is stored within; rolled back when the block raises. Not nested.

        One that is not `synced` survives the end of the program, but a power cut only once a later one was synced.
        """
        ...

    def save(self, state: ContextState) -> None:
        """Record the main context as it is now."""
        ...

    def load(self) -> ContextState | None:
        """The main context as last saved, or None in a new profile."""
        ...

    def record(self, entry: MemoryEvent | SummaryRecord) -> str:
        """Append to the ledger or to the summaries; the address of the entry (`s2` for a summary, `e9` for a memory event)."""
        ...


class Ledger(Protocol):
    """What the journal has recorded, to be read."""

    def changes(self, cause: str) -> list[MemoryEvent]:
        """The memory events that the message at `cause` led to, oldest first."""
        ...

    def summary(self, address: str) -> SummaryRecord:
        """The summary at `s2`. Raises `LookupError`."""
        ...

    def chain(self, address: str) -> list[SummaryRecord]:
        """The summary at `s2` and those that it builds upon, oldest first; none for an empty address."""
        ...


class History(Protocol):
    """The ledger of memory events, to be read."""

    def event(self, address: str) -> MemoryEvent:
        """The event at `e9`. Raises `LookupError`."""
        ...

    def events(self, target: str = "", newest: int | None = None) -> list[MemoryEvent]:
        """The events of one target (`w:human`), or of all, oldest first: all, or so many of the newest."""
        ...

    def standing(self, kind: str = "") -> Iterator[MemoryEvent]:
        """The changes that can be undone and were not, newest first. With a `kind` all events of it that were not undone."""
        ...

    def taken_back(self) -> MemoryEvent | None:
        """The undo that a redo would take back: the newest one after the last change that was no undo and no redo."""
        ...


class Turns(Protocol):
    """A turn: a user message and the chain that answered it."""

    def last(self) -> str:
        """The address of the newest user message that was not undone, or nothing."""
        ...

    def messages(self, address: str) -> list[Message]:
        """The event at `address` and all messages of its chain that were not undone, oldest first."""
        ...

    def undo(self, addresses: Sequence[str]) -> None:
        """Mark these messages and passages as undone: kept, and no longer found by any search."""
        ...

    def restore(self, addresses: Sequence[str]) -> None:
        """Take that mark away: they are found again. Raises `LookupError` for what is gone."""
        ...


class Topics(Protocol):
    """The topics of the conversation."""

    def put(self, topic: Topic) -> Topic:
        """Store a new topic, or a changed one at its address; the same with its address (`t2`)."""
        ...

    def all(self) -> list[Topic]:
        """All topics, oldest first."""
        ...

    def stretch(self, address: str, limit: int) -> list[Message]:
        """The `limit` newest messages said in a topic, oldest first."""
        ...

    def move(self, addresses: Sequence[str], topic: str) -> None:
        """These messages belong to that topic from now on."""
        ...


class Reminders(Protocol):
    """What the user wants to be reminded of; survives a restart."""

    def add(self, reminder: Reminder) -> Reminder:
        """Store; the same with its address (`r3`)."""
        ...

    def read(self, address: str) -> Reminder:
        """The reminder at `r3`. Raises `LookupError`."""
        ...

    def change(self, reminder: Reminder) -> None:
        """Store a new time or state of the reminder at its address."""
        ...

    def waiting(self) -> list[Reminder]:
        """All that wait, the soonest first."""
        ...


class Proposals(Protocol):
    """What the model asked for and the user has to decide; survives a restart."""

    def add(self, proposal: Proposal) -> Proposal:
        """Store; the same with its address (`q3`)."""
        ...

    def read(self, address: str) -> Proposal:
        """The proposal at `q3`. Raises `LookupError`."""
        ...

    def change(self, proposal: Proposal) -> None:
        """Store the state of the proposal at its address, and when it was decided."""
        ...

    def waiting(self) -> list[Proposal]:
        """All that wait, the oldest first."""
        ...


class Clock(Protocol):
    """The time, asked for and never assumed."""

    def now(self) -> datetime:
        """Local time with its offset."""
        ...


class Addresses(Protocol):
    """Everything that has an address."""

    def resolve(self, address: str) -> Resolved:
        """What stands there, whatever has become of it. Raises `LookupError` with a sentence for what is no address or never was one."""
        ...


class Statistics(Protocol):
    """How much lies outside the window, for the head of the prompt and the hints in results."""

    def counts(self) -> Counts:
        """Messages, passages and documents stored."""
        ...

    def newest(self, kind: str) -> int:
        """The highest number that an address of that kind (`m`, `p`, `d`, …) ever had; 0 where there is none yet."""
        ...


@dataclass(frozen=True, slots=True)
class ExternalContext:
    """All that lies outside the window: the paper's external context, with the journal that makes it durable."""

    recall: RecallStorage
    archival: ArchivalStorage
    journal: Journal
    ledger: Ledger
    history: History
    addresses: Addresses
    turns: Turns
    topics: Topics
    reminders: Reminders
    proposals: Proposals
    statistics: Statistics
    clock: Clock
