"""Ingest: documents on their way into archival storage, a batch at a time so that a chat never waits for more than one."""

from __future__ import annotations

import contextlib
import itertools
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from desktop_mem.control.document_ledger import (
    ArchiveMembers,
    Chunk,
    DocumentEntry,
    ImportState,
    ReadFault,
    ReadItem,
    ReadProgress,
    ReadSummary,
    Reason,
)
from desktop_mem.control.import_work import FileIdentity, Stamp
from desktop_mem.errors import Bug, EnvironmentFault
from desktop_mem.memory.event import DocumentsStored
from desktop_mem.memory.ports import Embedder
from desktop_mem.runtime.batch import Batch, texts_of
from desktop_mem.runtime.import_job import Job
from desktop_mem.runtime.import_meter import TELL_SECONDS
from desktop_mem.runtime.ledger_rows import LedgerRows
from desktop_mem.runtime.ports import OpenStores, Parts
from desktop_mem.runtime.reading_ahead import Errand, Finding, Hashing, Identified, Looked, NotRead, ReadAhead, ReadOn, ReadThrough
from desktop_mem.runtime.update import DocumentChanged, DocumentsForgotten, DocumentsListed, RuntimeUpdate

WINDOW = 64
"""Files that are looked at together, so that small ones share a batch."""
_MOST_ATTEMPTS = 2
_MOST_REREADS = 3
_WAIT_SECONDS = 0.05
_SETTLE_SECONDS = 2.0
_CARRY_AFTER = 128


class Ingest:
    """The queue of imports. `step` is one piece of work; what was under way when the program ended goes on behind what it had stored.

    That is sound because a reader gives the same chunks for the same content each time: so many as are stored are skipped, and the
    last of them is compared; where it differs after all, the document is read from its beginning.
    """

    def __init__(self, stores: OpenStores, parts: Parts, rows: LedgerRows, tell: Callable[[RuntimeUpdate], None]) -> None:
        self._stores = stores
        self._rows = rows
        self._parts = parts
        self._meter = rows.meter
        self._tell = tell
        self._ahead = ReadAhead(parts.make_reader(), parts)
        self._tickets = itertools.count(1)
        self._jobs: dict[int, Job] = {}
        self._asked_twins: dict[int, DocumentEntry] = {}
        self._batch = Batch()
        self._waiting: deque[str] | None = None
        self._not_before: dict[str, float] = {}
        self._rereads: dict[str, int] = {}
        self._passwords: dict[str, str] = {}
        self._leftovers = deque(stores.catalogue.leftovers())
        self._since_carried = 0
        self._stored: list[DocumentEntry] = []
        self.embedder: Embedder | None = None

    def look_again(self) -> None:
        """The ledger has changed: what waits has to be looked up anew."""
        self._waiting = None

    def use_password(self, address: str, password: str) -> None:
        """Open this document, or what is in this archive, with that password; it is kept in memory until all is read, and nowhere else."""
        self._passwords[address] = password

    @property
    def under_way(self) -> set[str]:
        """The documents that are being hashed, read or stored."""
        return {job.address for job in self._jobs.values()}

    def drop(self, address: str) -> None:
        """Stop work on this document where it stands; what of it is stored stays as it is."""
        for ticket, job in list(self._jobs.items()):
            if job.address == address:
                self._leave(ticket)
        self._waiting = None

    def cancel(self, entries: Iterable[DocumentEntry]) -> list[DocumentEntry]:
        """Cancel these imports; the entries as they are now. What they had stored goes bit by bit, so that this takes no time."""
        return [
            self.end(entry, ImportState.CANCELLED, Reason.CANCELLED, "Cancelled. Drop the file again to import it.") for entry in entries
        ]

    def end(self, entry: DocumentEntry, state: ImportState, reason: Reason, detail: str, *, seconds: float = 0.0) -> DocumentEntry:
        """End an import that stored nothing; the entry as it is now."""
        self.drop(entry.address)
        ended = self._stores.catalogue.abandon(entry.address, state, reason, detail, seconds=seconds)
        self._leftovers.append(entry.address)
        self._meter.ended(ended, read=seconds > 1)
        return ended

    def take_stored(self) -> DocumentsStored | None:
        """The event for all that was stored since the last call, if anything was."""
        done, self._stored = self._stored, []
        if not done:
            return None
        return DocumentsStored(tuple((entry.address, Path(entry.path).name) for entry in done), sum(entry.passages for entry in done))

    def close(self) -> None:
        """End the reads. What was under way is none the worse for it."""
        self._halt()
        self._ahead.close()

    def step(self) -> bool:
        """One piece of work, which takes no longer than one batch; False when nothing is in the works."""
        began, before = time.monotonic(), self._batch.stored
        try:
            busy = self._step()
        except EnvironmentFault:
            self._halt()
            raise
        if self._jobs:
            self._meter.worked(time.monotonic() - began, self._batch.stored - before)
        return busy

    def _halt(self) -> None:
        """Leave all that is under way, to be taken up again."""
        for ticket, job in list(self._jobs.items()):
            self._leave(ticket)
            with contextlib.suppress(EnvironmentFault, LookupError):
                self._stores.catalogue.gone_on(job.address, 0)
        self._batch.clear()
        self._asked_twins.clear()
        self._waiting = None

    def _leave(self, ticket: int) -> None:
        self._jobs.pop(ticket, None)
        self._asked_twins.pop(ticket, None)
        self._batch.drop(ticket)
        self._ahead.drop(ticket)

    def _step(self) -> bool:
        self._begin_more()
        if not self._jobs:
            self._passwords.clear()
            return self._sweep() or bool(self._not_before and self._wait())
        finding = self._ahead.take(0 if self._batch.is_due else _WAIT_SECONDS)
        while finding is not None:
            if finding.ticket in self._jobs:
                self._note(self._jobs[finding.ticket], finding)
            finding = None if self._batch.is_full else self._ahead.take(0)
        for job in [job for job in self._jobs.values() if job.phase == "twin"]:
            self._decide(job, job.identity)  # type: ignore[arg-type]
        if self._batch.is_due or all(job.phase in ("twin", "read") for job in self._jobs.values()):
            self._store()
        return True

    def _wait(self) -> bool:
        """All that is left is still being written by another program."""
        time.sleep(_WAIT_SECONDS)
        self._waiting = None
        return True

    def _sweep(self) -> bool:
        """Delete a slice of what cancelled imports and outdated versions left behind; False when there is nothing."""
        if not self._leftovers:
            return False
        if not self._stores.catalogue.sweep(self._leftovers[0]):
            self._leftovers.popleft()
        return True

    def _begin_more(self) -> None:
        """Look at more of what waits, up to the window."""
        if self._waiting is None:
            self._waiting = deque(entry.address for entry in self._stores.catalogue.unfinished())
        under_way = self.under_way
        now = time.monotonic()
        while self._waiting and len(self._jobs) < WINDOW:
            address = self._waiting.popleft()
            if address not in under_way and self._not_before.get(address, 0.0) <= now:
                self._not_before.pop(address, None)
                self._begin(self._stores.catalogue.read(address))

    def _begin(self, entry: DocumentEntry) -> None:
        if entry.state not in (ImportState.WAITING, ImportState.READING):
            return  # it was cancelled or paused since it was listed
        path = Path(entry.path)
        if entry.attempts >= _MOST_ATTEMPTS:
            detail = f'"{path.name}" was not read again: the program ended twice while it was being stored. Drop it again to retry.'
            self._tell(DocumentChanged(self.end(entry, ImportState.FAILED, Reason.CORRUPT, detail)))
            return
        ticket = next(self._tickets)
        password = self._passwords.get(entry.address) or self._passwords.get(entry.archive, "")
        errand = Errand(ticket, path, self._rows.file_of(entry), password)
        self._jobs[ticket] = Job(entry, errand, time.monotonic(), known=entry.sha256)
        self._ahead.identify(errand)

    def _note(self, job: Job, finding: Finding) -> None:
        """Take in one finding."""
        match finding:
            case Hashing(done=done):
                self._show(job, "hashing", done, job.entry.size)
            case Identified(identity=identity):
                job.identity = identity
                self._decide(job, identity)
            case Looked(there=there):
                self._meet_twin(job, self._asked_twins.pop(finding.ticket), there=there)
            case ReadOn(item=item):
                self._take(job, item)
            case ReadThrough(stamp=stamp):
                self._read_through(job, stamp)
            case NotRead(fault=ReadFault() as fault):
                seconds = time.monotonic() - job.began
                self._tell(DocumentChanged(self.end(job.entry, ImportState.FAILED, fault.reason, fault.detail, seconds=seconds)))
            case NotRead(fault=fault):
                raise fault

    def _decide(self, job: Job, identity: FileIdentity) -> None:
        """What to do about a file whose content is known: nothing, note where it is, or read it."""
        if not identity.steady:
            if self._put_off(job):
                return
            job.changing = True
        size = identity.stamp.size
        job.entry = self._stores.catalogue.update(job.address, size=size, stamp=str(identity.stamp))
        self._meter.listed([job.entry])
        if job.known == identity.sha256 and job.entry.passages and job.entry.reason is not Reason.PARTIAL:
            self._finish_unread(job, Reason.UNCHANGED, "")
            return
        if any(each.phase in ("reading", "read") and each.sha256 == identity.sha256 for each in self._jobs.values()):
            job.phase = "twin"  # the other one may yet fail, and then this one is read
            return
        job.phase = "asking"
        twin = self._stores.catalogue.by_hash(identity.sha256)
        if twin is None or twin.address == job.address:
            self._read(job, identity)
            return
        self._asked_twins[job.errand.ticket] = twin
        self._ahead.look(replace(job.errand, path=Path(twin.path), container=self._rows.file_of(twin)))

    def _meet_twin(self, job: Job, twin: DocumentEntry, *, there: bool) -> None:
        """The content is stored already: of a file that is still there this one is a duplicate, else the file was moved."""
        self._leave(job.errand.ticket)
        if there or job.entry.archive or twin.archive:
            self._stores.catalogue.delete_chunks(job.address)
            self._finish_unread(job, Reason.DUPLICATE, f"The same content is stored already as {Path(twin.path).name} ({twin.address}).")
            return
        self._stores.catalogue.forget(job.address)
        moved = self._stores.catalogue.move(twin.address, job.entry.path)
        if moved.reason is Reason.MISSING:
            moved = self._stores.catalogue.update(twin.address, reason=Reason.STORED, detail="")
        moved = self._stores.catalogue.update(twin.address, stamp=job.entry.stamp)
        self._meter.gone(job.address)
        self._tell(DocumentsForgotten((job.address,)))
        self._tell(DocumentChanged(moved))

    def _finish_unread(self, job: Job, reason: Reason, detail: str) -> None:
        self._leave(job.errand.ticket)
        done = self._stores.catalogue.update(job.address, state=ImportState.DONE, reason=reason, detail=detail, sha256=job.sha256)
        self._meter.ended(done, read=False)
        self._tell(DocumentChanged(done))

    def _read(self, job: Job, identity: FileIdentity) -> None:
        """Begin to read, behind the chunks that an interrupted import of the same content by the same reader has stored."""
        job.entry = self._stores.catalogue.begin(job.address, f"{identity.sha256} {self._parts.reader_version}")
        job.skip, job.last = self._stores.catalogue.in_work(job.address)
        job.stored = job.skip
        job.phase = "reading"
        self._show(job, "reading", 0, 0)
        self._ahead.read(job.errand)

    def _take(self, job: Job, item: ReadItem) -> None:
        if isinstance(item, Chunk):
            if job.skip:
                job.skip -= 1
                if not job.skip and item.text != job.last:
                    self._start_over(job)
                return
            self._batch.add(job.errand.ticket, item)
        elif isinstance(item, ReadProgress):
            job.progress = item
            self._show(job, "reading", item.done, item.total)
        elif isinstance(item, ReadSummary):
            job.summary = item
        elif isinstance(item, ArchiveMembers):
            job.members = [*(job.members or []), *item.names]

    def _start_over(self, job: Job) -> None:
        """What is stored of it does not come from these bytes: read it from its beginning."""
        self._stores.catalogue.begin(job.address)
        self.drop(job.address)

    def _put_off(self, job: Job) -> bool:
        """Read a file that is being written later; False once it was tried often enough."""
        tries = self._rereads[job.address] = self._rereads.get(job.address, 0) + 1
        if tries > _MOST_REREADS:
            return False
        self.drop(job.address)
        self._not_before[job.address] = time.monotonic() + _SETTLE_SECONDS
        self._stores.catalogue.gone_on(job.address, 0)
        self._tell(DocumentChanged(self._stores.catalogue.update(job.address, state=ImportState.WAITING), "writing"))
        return True

    def _read_through(self, job: Job, stamp: Stamp | None) -> None:
        """The reader has ended. What it read counts only if the file is still the one that was hashed."""
        if job.identity and stamp is not None and not job.entry.archive and stamp != job.identity.stamp:
            if self._put_off(job):
                return
            job.changing = True
        job.phase = "read"

    def _store(self) -> None:
        """Embed and store the batch, and finish the documents that have ended, all in one transaction."""
        chunks = self._batch.by_ticket()
        read = [job for job in self._jobs.values() if job.phase == "read"]
        began = time.monotonic()
        vectors = iter(self.embedder.embed(texts_of(chunks.values()))) if self.embedder and chunks else None
        with self._stores.journal.step(synced=bool(read)):
            for ticket, each in chunks.items():
                of_these = [next(vectors) for _ in each] if vectors is not None else None
                self._stores.archival.add_chunks(self._jobs[ticket].address, each, vectors=of_these)
                self._stores.catalogue.gone_on(self._jobs[ticket].address)
            done = [self._finish(job) for job in read]
        seconds = time.monotonic() - began
        for ticket, each in chunks.items():
            job = self._jobs[ticket]
            job.stored += len(each)
            self._show(job, "storing", job.progress.done, job.progress.total)
        self._carry(len(self._batch))
        self._batch.took(seconds)
        for job, entry in zip(read, done, strict=True):
            self._end_read(job, entry)

    def _carry(self, stored: int) -> None:
        """Take what was stored over to the index now and then: found by its meaning, and no long queue of vectors."""
        self._since_carried += stored
        if self._since_carried >= _CARRY_AFTER:
            self._since_carried = 0
            self._stores.drain()

    def _finish(self, job: Job) -> DocumentEntry:
        summary, identity = job.summary, job.identity
        if summary is None or identity is None:
            raise Bug("A document was to be finished that had not been read.")
        updated = bool(job.known) and job.known != identity.sha256
        reason = Reason.PARTIAL if summary.warning or job.changing else Reason.UPDATED if updated else Reason.STORED
        return self._stores.catalogue.finish(
            job.address,
            reason,
            detail=" ".join(filter(None, (_inside(job), summary.warning, _changing(job)))),
            sha256=identity.sha256,
            size=identity.stamp.size,
            stamp=str(identity.stamp),
            pages=summary.pages,
            characters=summary.characters,
            encoding=summary.encoding,
            parser=summary.parser,
            seconds=time.monotonic() - job.began,
        )

    def _end_read(self, job: Job, done: DocumentEntry) -> None:
        self._leave(job.errand.ticket)
        self._rereads.pop(job.address, None)
        self._leftovers.append(job.address)
        self._meter.ended(done, read=True)
        if job.members is None:
            self._stored.append(done)
        self._tell(DocumentChanged(done))
        if job.members is not None:
            self._tell(DocumentsListed(tuple(self._rows.list_members(done, job.members))))
        if job.known and job.known != done.sha256:
            for entry in self._rows.duplicates_waiting(job.known):
                self._tell(DocumentChanged(entry))
        self._waiting = None

    def _show(self, job: Job, stage: str, done: int, total: int) -> None:
        """Tell how far a document has come, four times a second at most."""
        if total:
            self._meter.share(job.address, done / total if stage != "hashing" else 0.0)
        now = time.monotonic()
        if stage == job.told and now - job.told_at < TELL_SECONDS:
            return
        job.told, job.told_at = stage, now
        self._tell(DocumentChanged(replace(job.entry, passages=job.stored or job.entry.passages), stage, done, total))


def _inside(job: Job) -> str:
    return "" if job.members is None else f"Files inside: {len(job.members)}."


def _changing(job: Job) -> str:
    if not job.changing:
        return ""
    name = Path(job.entry.path).name
    return f'"{name}" was changed while it was read, again and again; what was read last is stored. Drop it again when it is whole.'
