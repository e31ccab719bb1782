"""Reading ahead: files are hashed and read on two threads that touch no store, a little before the runtime needs what is in them."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from desktop_mem.control.document_ledger import ReadFault, ReadItem, ReadSummary, Reason
from desktop_mem.control.import_work import FileIdentity, Stamp
from desktop_mem.errors import EnvironmentFault
from desktop_mem.runtime.ports import DocumentReader, Parts

READ_AHEAD = 512
"""Items that wait for the runtime at most; chunks of a few kilobytes, so that they take a few megabytes whatever the file."""

_TICK = 0.1
_FRESH = "Save a fresh copy in the program that made it and drop that."


@dataclass(frozen=True, slots=True)
class Errand:
    """A file to hash or to read. `ticket` names it in what is found; `container` is the file on the disk, an archive's for a member."""

    ticket: int
    path: Path
    container: Path
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Hashing:
    """So many bytes of the file have been hashed."""

    ticket: int
    done: int


@dataclass(frozen=True, slots=True)
class Identified:
    """The file is known by its content."""

    ticket: int
    identity: FileIdentity


@dataclass(frozen=True, slots=True)
class Looked:
    """Whether there is a file at the path that was asked about."""

    ticket: int
    there: bool


@dataclass(frozen=True, slots=True)
class ReadOn:
    """One more item of the document."""

    ticket: int
    item: ReadItem


@dataclass(frozen=True, slots=True)
class ReadThrough:
    """The document has ended; `stamp` is that of its file then, None when the file is gone."""

    ticket: int
    stamp: Stamp | None


@dataclass(frozen=True, slots=True)
class NotRead:
    """The file could not be hashed or read."""

    ticket: int
    fault: ReadFault | EnvironmentFault


Finding = Hashing | Identified | Looked | ReadOn | ReadThrough | NotRead
_Work = Callable[[Errand], Iterator[Finding]]


class ReadAhead:
    """Takes errands from the runtime thread and gives findings back, those of one errand in order; holds at most `READ_AHEAD` items."""

    def __init__(self, reader: DocumentReader, parts: Parts) -> None:
        self._reader = reader
        self._parts = parts
        self._findings: queue.SimpleQueue[Finding] = queue.SimpleQueue()
        self._room = threading.Semaphore(READ_AHEAD)
        self._hashes = _Lane("file hashes", self._run)
        self._reads = _Lane("file reader", self._run)
        self._dropped: set[int] = set()
        self._closing = threading.Event()

    def identify(self, errand: Errand) -> None:
        """Have the file hashed; a member of an archive by the reader, which alone opens archives."""
        lane, work = (self._hashes, self._identified) if errand.path == errand.container else (self._reads, self._member_identified)
        lane.put(errand, work)

    def look(self, errand: Errand) -> None:
        """Have it seen whether there is a file."""
        self._hashes.put(errand, self._looked)

    def read(self, errand: Errand) -> None:
        """Have the file read, behind those that were asked for before."""
        self._reads.put(errand, self._read)

    def drop(self, ticket: int) -> None:
        """Nothing of this errand is wanted any more. What was found already may still come."""
        self._dropped.add(ticket)

    def take(self, timeout: float) -> Finding | None:
        """The next finding, or None when none comes within `timeout` seconds."""
        try:
            finding = self._findings.get(timeout=timeout) if timeout > 0 else self._findings.get_nowait()
        except queue.Empty:
            return None
        if isinstance(finding, ReadOn):
            self._room.release()
        return finding

    def close(self) -> None:
        """End the reads and the reader's process. A disk that does not answer is not waited for: its thread ends with the program."""
        self._closing.set()
        if self._reads.end():
            self._reader.close()
        self._hashes.end()

    def _run(self, errand: Errand, work: _Work) -> None:
        """Do one errand; whatever happens, something is found."""
        last: Finding | None = None
        try:
            for finding in work(errand):
                if self._unwanted(errand) or not self._wait_for_room(finding, errand):
                    break
                self._findings.put(finding)
                last = finding
        except (ReadFault, EnvironmentFault) as fault:
            last = NotRead(errand.ticket, fault)
            self._findings.put(last)
        finally:
            if last is None or isinstance(last, Hashing | ReadOn):
                detail = f'"{errand.path.name}" could not be read: the reader crashed on it. {_FRESH}'
                self._findings.put(NotRead(errand.ticket, ReadFault(Reason.CORRUPT, detail)))
            self._dropped.discard(errand.ticket)

    def _unwanted(self, errand: Errand) -> bool:
        return errand.ticket in self._dropped or self._closing.is_set()

    def _wait_for_room(self, finding: Finding, errand: Errand) -> bool:
        """Halt the reader while the runtime has enough to do; False when it is not wanted any more."""
        if not isinstance(finding, ReadOn):
            return True
        while not self._room.acquire(timeout=_TICK):
            if self._unwanted(errand):
                return False
        return True

    def _identified(self, errand: Errand) -> Iterator[Finding]:
        pieces = self._parts.identify(errand.path)
        while True:
            try:
                yield Hashing(errand.ticket, next(pieces))
            except StopIteration as end:
                yield Identified(errand.ticket, end.value)
                return

    def _member_identified(self, errand: Errand) -> Iterator[Finding]:
        before = self._stamp(errand.container)
        *_, content = self._reader.identify(errand.path, errand.password)
        stamp = self._stamp(errand.container)
        if stamp is None or not hasattr(content, "sha256"):
            raise ReadFault(
                Reason.MISSING, f'"{errand.path.name}" is not there (any more). Check whether it was moved or deleted, and drop it again.'
            )
        yield Identified(errand.ticket, FileIdentity(content.sha256, Stamp(content.size, stamp.modified_ns, stamp.inode), stamp == before))

    def _looked(self, errand: Errand) -> Iterator[Finding]:
        yield Looked(errand.ticket, self._stamp(errand.container) is not None)

    def _read(self, errand: Errand) -> Iterator[Finding]:
        items = self._reader.read(errand.path, errand.password)
        last: ReadItem | None = None
        try:
            for item in items:
                if item != last:  # the reader repeats its progress while it has nothing new
                    yield ReadOn(errand.ticket, item)
                elif self._unwanted(errand):
                    return
                last = item
        finally:
            if hasattr(items, "close"):
                items.close()
        if isinstance(last, ReadSummary):
            yield ReadThrough(errand.ticket, self._stamp(errand.container))

    def _stamp(self, path: Path) -> Stamp | None:
        try:
            return self._parts.stamp(path)
        except OSError:
            return None


class _Lane:
    """One thread that does errands in order; it starts when first needed, and again should a bug have ended it."""

    def __init__(self, name: str, run: Callable[[Errand, _Work], None]) -> None:
        self._name = name
        self._do = run
        self._errands: queue.SimpleQueue[tuple[Errand, _Work] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def put(self, errand: Errand, work: _Work) -> None:
        self._errands.put((errand, work))
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._serve, name=self._name, daemon=True)
            self._thread.start()

    def end(self) -> bool:
        """Wait a moment for the thread to end; whether it has."""
        self._errands.put(None)
        if self._thread is not None:
            self._thread.join(1.0)
            return not self._thread.is_alive()
        return True

    def _serve(self) -> None:
        while (errand := self._errands.get()) is not None:
            self._do(*errand)
