"""What the runtime is handed by the composition root: stores, model, embedder and readers, as it needs them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from desktop_mem.control.consolidation import Progress
from desktop_mem.control.document_ledger import Chunk, DocumentEntry, ImportState, ReadItem, Reason
from desktop_mem.control.import_work import Dependent, FileIdentity, ListedFile, Stamp
from desktop_mem.control.model_rows import ModelGrades, ModelReport, ModelRow
from desktop_mem.control.resolver import Shelves
from desktop_mem.memory.agent import Agent
from desktop_mem.memory.message import Message
from desktop_mem.memory.passage import HitPage, Passage
from desktop_mem.memory.ports import (
    ArchivalStorage,
    Counts,
    Embedder,
    Journal,
    LanguageModel,
    Ledger,
    Prompt,
    RecallStorage,
    TokenCounter,
    Turns,
)


class NamedModel(LanguageModel, TokenCounter, Protocol):
    """A language model that also counts its tokens: all that an agent needs of one."""

    @property
    def name(self) -> str:
        """What the user calls it."""
        ...


class LoadedModel(NamedModel, Protocol):
    """The model in use."""

    @property
    def notice(self) -> str:
        """What the user should know of it, or nothing."""
        ...

    def render(self, prompt: Prompt) -> str:
        """The prompt exactly as the model reads it, markup and all."""
        ...

    def read_ahead(self, prompt: Prompt) -> Generator[object, None, None]:
        """Read what any prompt that goes on from this one begins with, piece by piece. May be closed at any piece."""
        ...

    def forget_prefix(self) -> None:
        """Keep nothing of what was read so far, on disk or to be kept there later."""
        ...

    def close(self) -> None:
        """Free its memory."""
        ...


Span = tuple[datetime, datetime]
"""From the first moment to just before the second."""


class ConversationStore(RecallStorage, Protocol):
    """Recall storage that can also be leafed through, and searched in a stretch of time."""

    def search(self, query: str, page: int, *, before: str = "", span: Span | None = None) -> HitPage:
        """See `RecallStorage`; only what was said in `span`, if given."""
        ...

    def history(self, limit: int, before: str = "") -> tuple[list[Message], bool]:
        """The `limit` newest messages older than `before`, oldest first, and whether older ones exist."""
        ...

    def by_request(self, request_id: str) -> Message | None:
        """The message that was sent with that id."""
        ...


class DocumentStore(ArchivalStorage, Protocol):
    """Archival storage that also takes the chunks of documents, and is searched in some of them."""

    def search(self, query: str, page: int, *, documents: frozenset[int] | None = None, span: Span | None = None) -> HitPage:
        """See `ArchivalStorage`; only of these documents, and what was stored in `span`, if given."""
        ...

    def browse(self, page: int, *, documents: frozenset[int] | None = None, span: Span | None = None) -> HitPage:
        """Without a query: the passages of these documents, or else what was kept."""
        ...

    def add_chunks(
        self,
        document: str,
        chunks: Sequence[Chunk],
        created_at: datetime | None = None,
        *,
        vectors: Sequence[Sequence[float]] | None = None,
    ) -> list[Passage]:
        """Store chunks of the version in work."""
        ...


class Catalogue(Protocol):
    """The document ledger."""

    def add(self, path: str, added_at: datetime | None = None, *, size: int = 0, archive: str = "") -> DocumentEntry: ...
    def read(self, address: str) -> DocumentEntry: ...
    def entries(self) -> list[DocumentEntry]: ...
    def by_path(self, path: str) -> DocumentEntry | None: ...
    def spelled_like(self, path: str) -> list[DocumentEntry]: ...
    def below(self, folder: str) -> list[DocumentEntry]: ...
    def members(self, address: str) -> list[DocumentEntry]: ...
    def by_hash(self, sha256: str) -> DocumentEntry | None: ...
    def unfinished(self) -> list[DocumentEntry]: ...
    def in_state(self, *states: ImportState) -> list[DocumentEntry]: ...
    def set_states(self, new: ImportState, *old: ImportState) -> None: ...
    def update(self, address: str, **fields: Any) -> DocumentEntry: ...
    def begin(self, address: str, work_of: str = "") -> DocumentEntry: ...
    def in_work(self, address: str) -> tuple[int, str]: ...
    def gone_on(self, address: str, attempts: int = 1) -> None: ...
    def move(self, address: str, path: str) -> DocumentEntry: ...
    def delete_chunks(self, address: str) -> int: ...
    def forget(self, address: str) -> None: ...
    def finish(self, address: str, reason: Reason, **fields: Any) -> DocumentEntry: ...
    def abandon(self, address: str, state: ImportState, reason: Reason, detail: str, **fields: Any) -> DocumentEntry: ...
    def sweep(self, address: str, limit: int = 500) -> bool: ...
    def leftovers(self) -> list[str]: ...


class Choice(Protocol):
    """Which documents a user means, and their tags; each raises `LookupError` with a sentence."""

    def inside(self, words: str) -> frozenset[int]: ...
    def tagged(self, tag: str) -> frozenset[int]: ...
    def tag(self, address: str, tag: str, *, remove: bool = False) -> None: ...


class Backlog(Protocol):
    """What was dropped and is not yet listed, the watched folders, and whether all imports rest."""

    rests: bool

    def add(self, paths: Sequence[str]) -> int: ...
    def waiting(self) -> dict[int, list[str]]: ...
    def end(self, number: int) -> None: ...
    def watch(self, folder: str) -> None: ...
    def unwatch(self, folder: str) -> bool: ...
    def watched(self) -> list[str]: ...


class Dependents(Protocol):
    """What rests on a document."""

    def of(self, address: str) -> list[Dependent]: ...
    def forget(self, addresses: Sequence[str], tokens: int = 0, lines: Mapping[str, Sequence[str]] | None = None) -> None: ...


class ReadableJournal(Journal, Ledger, Protocol):
    """The journal, which is also the ledger."""


class AgentStores(Shelves, Protocol):
    """The stores that an agent is made over."""

    @property
    def journal(self) -> ReadableJournal: ...
    @property
    def turns(self) -> Turns: ...
    @property
    def progress(self) -> Progress: ...

    def counts(self) -> Counts: ...
    def settled(self) -> bool: ...


class OpenStores(AgentStores, Protocol):
    """All stores of one open profile."""

    @property
    def recall(self) -> ConversationStore: ...
    @property
    def archival(self) -> DocumentStore: ...
    @property
    def catalogue(self) -> Catalogue: ...
    @property
    def choice(self) -> Choice: ...
    @property
    def backlog(self) -> Backlog: ...
    @property
    def dependents(self) -> Dependents: ...

    def set_embedder(self, embedder: Embedder) -> bool: ...
    def rebuild(self, embedder: Embedder) -> None: ...
    def drain(self, batch: int = 32) -> int: ...
    def tidy(self) -> bool: ...
    def close(self) -> None: ...


class ModelShelf(Protocol):
    """The models of one profile. Its methods raise `EnvironmentFault`."""

    @property
    def default(self) -> str: ...
    def everything(self) -> list[ModelRow]: ...
    def rescan(self) -> list[ModelRow]: ...
    def add(self, path: Path, *, copy: bool = False) -> Generator[tuple[int, int], None, ModelRow]: ...
    def remove(self, name: str) -> ModelRow: ...
    def use(self, name: str) -> ModelRow: ...
    def configure(self, name: str, changes: dict[str, Any]) -> ModelRow: ...


class DocumentReader(Protocol):
    """Reads one file at a time in a process of its own."""

    def read(self, path: Path, password: str = "") -> Iterator[ReadItem]:
        """Chunks (of an archive: its members), progress, and the summary; something at least every quarter of a second.

        Raises `ReadFault`.
        """
        ...

    def identify(self, path: Path, password: str = "") -> Iterator[Any]:
        """Progress, and at last the `ContentIdentity` of what is in a file or a member of an archive. Raises `ReadFault`."""
        ...

    def close(self) -> None:
        """End the process."""
        ...


@dataclass(frozen=True, slots=True)
class Parts:
    """How to make each part of a runtime; each is called on the runtime's own thread, `load_embedder` on one beside it.

    `discover`, `identify` (yields the bytes hashed so far), `stamp` and `changed_folders` (yields the watched folders in which something
    changed, until the event is set) are called on threads beside it, since disks may not answer. `reader_version` is another one
    whenever the same file may give other chunks. Loading functions raise `EnvironmentFault`; `missing_model` makes the stand-in that
    says that sentence when asked to answer. `check_model` and `grade_model` take a name or a path, and yield in between.
    """

    open_stores: Callable[[], OpenStores]
    load_model: Callable[[], LoadedModel]
    missing_model: Callable[[str], LoadedModel]
    load_embedder: Callable[[], Embedder]
    make_agent: Callable[[OpenStores, LoadedModel], Agent]
    make_reader: Callable[[], DocumentReader]
    reader_version: str
    discover: Callable[[Sequence[str]], Iterator[ListedFile]]
    identify: Callable[[Path], Generator[int, None, FileIdentity]]
    stamp: Callable[[Path], Stamp]
    models: ModelShelf
    check_model: Callable[[str], Generator[int, None, ModelReport]]
    grade_model: Callable[[str], Generator[None, None, ModelGrades]]
    changed_folders: Callable[[Sequence[str], threading.Event], Iterator[frozenset[str]]]
