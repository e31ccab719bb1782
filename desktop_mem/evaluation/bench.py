"""What experiments are done with: the program's own stores, kernel and embedder, and one model; worlds are stored in temporary profiles."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Protocol

from desktop_mem.control.document_ledger import Chunk, Reason
from desktop_mem.evaluation.metered import MeteredModel
from desktop_mem.evaluation.task import Kept, Tell, World
from desktop_mem.memory.agent import Agent
from desktop_mem.memory.message import Message
from desktop_mem.memory.passage import Passage, Place
from desktop_mem.memory.ports import Clock, ContextState, Embedder, Journal, RecallStorage, Reminders
from desktop_mem.memory.working_context import SectionState, first_sections

_BATCH: Final = 256
_SECTION_LIMIT: Final = 2000
_ROOM: Final = 500


class BenchStores(Protocol):
    """The stores of one profile, as far as an experiment needs them."""

    @property
    def recall(self) -> RecallStorage: ...
    @property
    def archival(self) -> Any: ...
    @property
    def journal(self) -> Journal: ...
    @property
    def reminders(self) -> Reminders: ...
    @property
    def catalogue(self) -> Any: ...

    def set_embedder(self, embedder: Embedder) -> bool: ...
    def drain(self, batch: int = 32) -> int: ...
    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Bench:
    """How the composition root makes each part; `make_agent` takes settings that differ from the profile's."""

    open_stores: Callable[[Path], BenchStores]
    make_agent: Callable[[BenchStores, MeteredModel, Clock, Mapping[str, object]], Agent]
    make_clock: Callable[[datetime], Clock]
    model: MeteredModel
    embedder: Embedder
    tell: Tell


class Worlds:
    """Profiles that hold a world: the last one made is kept, and each use gets a copy of it, so that no task sees what another did."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._folder = tempfile.TemporaryDirectory(prefix="desktop-mem-worlds-")
        self._key: str | None = None
        self._addresses: dict[str, str] = {}

    def close(self) -> None:
        """Delete all."""
        self._folder.cleanup()

    @contextmanager
    def opened(self, world: World) -> Iterator[tuple[BenchStores, dict[str, str]]]:
        """The stores of a fresh copy, and the address of each id of the world."""
        model, copy = Path(self._folder.name, "model"), Path(self._folder.name, "copy")
        if self._key != world.key:
            self._key = None
            shutil.rmtree(model, ignore_errors=True)
            with closing(self._bench.open_stores(model)) as stores:
                stores.set_embedder(self._bench.embedder)
                self._addresses = dict(_filled(stores, world))
                drained(stores)
            self._key = world.key
        shutil.copytree(model, copy)
        try:
            with closing(self._bench.open_stores(copy)) as stores:
                stores.set_embedder(self._bench.embedder)
                yield stores, self._addresses
        finally:
            shutil.rmtree(copy, ignore_errors=True)


def drained(stores: BenchStores) -> None:
    """Bring the index up to what is stored."""
    while stores.drain(_BATCH):
        pass


def _filled(stores: BenchStores, world: World) -> Iterator[tuple[str, str]]:
    with stores.journal.step(synced=False):
        for said in world.messages:
            yield said.id, stores.recall.insert(Message(said.role, said.text, said.at)).address
        for kept in world.passages:
            if not kept.document:
                yield kept.id, stores.archival.insert(Passage(kept.text, world.now)).address
        if world.sections:
            stores.journal.save(ContextState(sections=_sections(world.sections)))
    for name in dict.fromkeys(kept.document for kept in world.passages if kept.document):
        yield from _imported(stores, name, [kept for kept in world.passages if kept.document == name], world.now)


def _imported(stores: BenchStores, name: str, pages: list[Kept], now: datetime) -> Iterator[tuple[str, str]]:
    """A document as the importer would have stored it."""
    document = stores.catalogue.add(name, now).address
    stores.catalogue.begin(document)
    chunks = [Chunk(page.text, Place(page=page.page)) for page in pages]
    for page, passage in zip(pages, stores.archival.add_chunks(document, chunks, now), strict=True):
        yield page.id, passage.address
    stores.catalogue.finish(document, Reason.STORED, pages=len(pages))


def _sections(texts: Mapping[str, str]) -> tuple[SectionState, ...]:
    """The sections of a new profile with these texts, and new ones behind them."""
    sections = {section.label: section for section in first_sections(_SECTION_LIMIT)}
    for label, text in texts.items():
        section = sections.get(label) or SectionState(label, "", _SECTION_LIMIT)
        sections[label] = replace(section, text=text, limit=max(_SECTION_LIMIT, len(text) + _ROOM))
    return tuple(sections.values())
