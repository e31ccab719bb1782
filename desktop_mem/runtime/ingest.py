"""Ingest: documents on their way into archival storage, a batch at a time so that a chat never waits for more than one."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Generator, Sequence
from dataclasses import replace
from pathlib import Path

from desktop_mem.control.document_ledger import (
    ArchiveMembers,
    Chunk,
    DocumentEntry,
    ImportState,
    ReadFault,
    ReadProgress,
    ReadSummary,
    Reason,
)
from desktop_mem.memory.event import DocumentsStored
from desktop_mem.memory.ports import Embedder
from desktop_mem.runtime.ports import OpenStores, Parts
from desktop_mem.runtime.update import DocumentChanged

_BATCH = 32
_MOST_ATTEMPTS = 2


class Ingest:
    """The queue of imports. `work` is resumable: what was being read when the program died is read again from its beginning."""

    def __init__(self, stores: OpenStores, parts: Parts) -> None:
        self._stores = stores
        self._parts = parts
        self._reader = parts.make_reader()
        self._cancelled: set[str] = set()
        self._stored: list[DocumentEntry] = []
        self.embedder: Embedder | None = None

    def accept(self, paths: Sequence[str]) -> list[DocumentEntry]:
        """Put the files behind these paths into the ledger, in one transaction: from here on they survive a crash."""
        accepted = []
        with self._stores.journal.step():
            for path, fault in self._parts.discover(paths):
                entry = self._wait(str(path))
                accepted.append(self._end(entry, ImportState.FAILED, fault.reason, fault.detail) if fault else entry)
        return accepted

    def cancel(self, address: str) -> list[DocumentEntry]:
        """Cancel one import, or all that are not done when `address` is empty; the entries concerned."""
        entries = [entry for entry in self._stores.catalogue.unfinished() if address in ("", entry.address)]
        self._cancelled.update(entry.address for entry in entries)
        return [
            self._end(entry, ImportState.CANCELLED, Reason.CANCELLED, "Cancelled. Drop the file again to import it.") for entry in entries
        ]

    def work(self) -> Generator[DocumentChanged | None, None, None]:
        """Read, embed and store all that waits; yields after every batch, and None when it only waits for the reader."""
        while waiting := self._stores.catalogue.unfinished():
            for listed in waiting:
                entry = self._stores.catalogue.read(listed.address)
                if entry.state in (ImportState.WAITING, ImportState.READING):  # it may have been cancelled since it was listed
                    yield from self._import(entry)

    def take_stored(self) -> DocumentsStored | None:
        """The event for all that was stored since the last call, if anything was."""
        done, self._stored = self._stored, []
        if not done:
            return None
        return DocumentsStored(tuple((entry.address, Path(entry.path).name) for entry in done), sum(entry.passages for entry in done))

    def close(self) -> None:
        """End the reader's process."""
        self._reader.close()

    def _wait(self, path: str) -> DocumentEntry:
        """The entry for a path: the one that it has, to be looked at again, or a new one."""
        known = self._stores.catalogue.by_path(path)
        if known is None:
            return self._stores.catalogue.add(path)
        return self._stores.catalogue.update(known.address, state=ImportState.WAITING)

    def _import(self, entry: DocumentEntry) -> Generator[DocumentChanged | None, None, None]:
        self._cancelled.discard(entry.address)
        began = time.monotonic()
        path = Path(entry.path)
        if entry.attempts >= _MOST_ATTEMPTS:
            detail = f'"{path.name}" was not read again: the program ended twice while it was being stored. Drop it again to retry.'
            yield DocumentChanged(self._end(entry, ImportState.FAILED, Reason.CORRUPT, detail))
            return
        try:
            digest, size = self._parts.content_hash(path)
            before = self._before(entry, digest)
            if before is not None:
                yield DocumentChanged(before)
                return
            entry = self._stores.catalogue.begin(entry.address)
            yield DocumentChanged(entry, "reading")
            summary = yield from self._read(entry, path)
        except ReadFault as fault:
            seconds = time.monotonic() - began
            yield DocumentChanged(self._end(entry, ImportState.FAILED, fault.reason, fault.detail, seconds=seconds))
            return
        if summary is None:
            return
        updated = bool(entry.sha256) and entry.sha256 != digest
        reason = Reason.PARTIAL if summary.warning else Reason.UPDATED if updated else Reason.STORED
        done = self._stores.catalogue.finish(
            entry.address,
            reason,
            detail=summary.warning,
            sha256=digest,
            size=size,
            pages=summary.pages,
            characters=summary.characters,
            encoding=summary.encoding,
            parser=summary.parser,
            seconds=time.monotonic() - began,
        )
        self._stored.append(done)
        yield DocumentChanged(done)
        if updated:
            yield from self._look_again_at_duplicates_of(entry.sha256)

    def _look_again_at_duplicates_of(self, digest: str) -> Generator[DocumentChanged, None, None]:
        """The document that held this content holds another now: its duplicates have to be stored themselves."""
        for other in self._stores.catalogue.entries():
            if other.reason is Reason.DUPLICATE and other.sha256 == digest:
                yield DocumentChanged(self._stores.catalogue.update(other.address, state=ImportState.WAITING))

    def _before(self, entry: DocumentEntry, digest: str) -> DocumentEntry | None:
        """The finished entry when this very content is stored already, under this path or another."""
        if entry.sha256 == digest and entry.passages and entry.reason is not Reason.PARTIAL:
            return self._stores.catalogue.update(entry.address, state=ImportState.DONE, reason=Reason.UNCHANGED, detail="")
        twin = self._stores.catalogue.by_hash(digest)
        if twin is None or twin.address == entry.address:
            return None
        detail = f"The same content is stored already as {Path(twin.path).name} ({twin.address})."
        self._stores.catalogue.delete_chunks(entry.address)
        self._end(entry, ImportState.DONE, Reason.DUPLICATE, detail)
        return self._stores.catalogue.update(entry.address, sha256=digest)

    def _read(self, entry: DocumentEntry, path: Path) -> Generator[DocumentChanged | None, None, ReadSummary | None]:
        """Store the chunks as they come; the summary, or None when cancelled."""
        held: list[Chunk] = []
        progress = ReadProgress(0, 0)
        with contextlib.closing(self._reader.read(path)) as items:  # type: ignore[type-var]
            for item in items:
                if entry.address in self._cancelled:
                    return None
                if isinstance(item, ReadSummary):
                    self._store(entry, held)
                    return item
                if isinstance(item, Chunk):
                    held.append(item)
                    if len(held) < _BATCH:
                        continue
                    entry = self._store(entry, held)
                elif isinstance(item, ArchiveMembers) or item == progress:
                    yield None
                    continue
                else:
                    progress = item
                yield DocumentChanged(entry, "reading", progress.done, progress.total)
        return None

    def _store(self, entry: DocumentEntry, held: list[Chunk]) -> DocumentEntry:
        """Embed and store a batch in one transaction; the entry with its count."""
        if not held:
            return entry
        vectors = self.embedder.embed([chunk.text for chunk in held]) if self.embedder else None
        self._stores.archival.add_chunks(entry.address, held, vectors=vectors)
        entry = replace(entry, passages=entry.passages + len(held))
        held.clear()
        return entry

    def _end(self, entry: DocumentEntry, state: ImportState, reason: Reason, detail: str, *, seconds: float = 0.0) -> DocumentEntry:
        return self._stores.catalogue.abandon(entry.address, state, reason, detail, seconds=seconds)
