"""Listing: folders are looked through on a thread beside the runtime, and their files become rows in slices."""

from __future__ import annotations

import itertools
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from desktop_mem.control.document_ledger import DocumentEntry, ImportState, ReadFault, Reason
from desktop_mem.control.import_work import ListedFile, WatchedFolder
from desktop_mem.errors import EnvironmentFault
from desktop_mem.runtime.ledger_rows import OPEN, LedgerRows
from desktop_mem.runtime.ports import OpenStores, Parts

_SLICE = 200
_SLICE_SECONDS = 0.1
_AHEAD = 2000


class Walk:
    """The files behind some paths, found on a thread of its own, which touches no store; it ends early when it is stopped.

    `request` is the number of the drop in the backlog, or `folder` the watched folder that is compared with the ledger; `known` are the
    paths that the ledger has of it: those that are gone come last, each with the fault MISSING.
    """

    def __init__(self, parts: Parts, paths: Sequence[str], *, request: int = 0, folder: str = "", known: Sequence[str] = ()) -> None:
        self.request = request
        self.folder = folder
        self.ended = False
        self.began = time.monotonic()
        self._parts = parts
        self._found: queue.Queue[ListedFile | None] = queue.Queue(_AHEAD)
        self._stop = threading.Event()
        threading.Thread(target=self._look, args=(list(paths), list(known)), name="folder walk", daemon=True).start()

    def take(self, timeout: float) -> list[ListedFile]:
        """What was found since the last call, a slice at most. `ended` says that it was the last."""
        slice_: list[ListedFile] = []
        while len(slice_) < _SLICE:
            try:
                found = self._found.get(timeout=0 if slice_ else timeout) if timeout and not slice_ else self._found.get_nowait()
            except queue.Empty:
                break
            if found is None:
                self.ended = True
                break
            slice_.append(found)
        return slice_

    def stop(self) -> None:
        """Find no more."""
        self._stop.set()

    def _look(self, paths: Sequence[str], known: Sequence[str]) -> None:
        for found in self._all(paths, known):
            while not self._stop.is_set():
                try:
                    self._found.put(found, timeout=0.2)
                    break
                except queue.Full:
                    continue
            if self._stop.is_set():
                return

    def _all(self, paths: Sequence[str], known: Sequence[str]) -> Iterator[ListedFile | None]:
        seen = set()
        try:
            for found in self._parts.discover(paths):
                seen.add(found.path)
                yield found
            if not (set(paths) & seen):  # a watched folder that cannot be reached says nothing of what lies in it
                for path in known:
                    if path not in seen and self._is_gone(path):
                        yield ListedFile(path, fault=ReadFault(Reason.MISSING, ""))
        finally:
            yield None

    def _is_gone(self, path: str) -> bool:
        try:
            self._parts.stamp(Path(path))
        except (FileNotFoundError, NotADirectoryError):
            return True
        except (OSError, ValueError):
            return False
        return False


class Listing:
    """Everything that still has to be listed: drops, which the backlog keeps, and watched folders, which are compared with the ledger."""

    def __init__(self, stores: OpenStores, parts: Parts, rows: LedgerRows, tell: Callable[[list[DocumentEntry]], None]) -> None:
        self._stores = stores
        self._parts = parts
        self._rows = rows
        self._tell = tell
        self._walks = [Walk(parts, paths, request=number) for number, paths in stores.backlog.waiting().items()]
        self._faults: dict[str, str] = {}
        self._changed: dict[str, float] = {}
        self._not_before: dict[str, float] = {}
        self._watch: _Watch | None = None
        self.watch_again()

    @property
    def busy(self) -> bool:
        """Whether files are still being found."""
        return bool(self._walks)

    def drop(self, paths: Sequence[str]) -> None:
        """The user dropped these files and folders."""
        self._walks.append(Walk(self._parts, paths, request=self._stores.backlog.add(paths)))

    def cancel(self) -> None:
        """Find no more of what was dropped."""
        for walk in self._walks:
            if walk.request:
                walk.stop()
                self._stores.backlog.end(walk.request)
        self._walks = [walk for walk in self._walks if not walk.request]

    def watch_again(self) -> None:
        """The watched folders are others now: compare them with the ledger, and be told of their changes."""
        if self._watch is not None:
            self._watch.stop()
        watched = self._stores.backlog.watched()
        self._watch = _Watch(self._parts, watched) if watched else None
        self._changed = dict.fromkeys(watched, 0.0)

    def folders(self) -> tuple[WatchedFolder, ...]:
        """The watched folders, each with a sentence when it cannot be looked through or is not noticed to change."""
        told = self._watch.fault if self._watch else ""
        return tuple(WatchedFolder(folder, self._faults.get(folder, "") or told) for folder in self._stores.backlog.watched())

    def step(self, timeout: float) -> bool:
        """Take in one slice of what was found; False when there is nothing to look through."""
        if self._watch is not None:
            for folder in self._watch.take():
                self._changed.setdefault(folder, 0.0)
        self._look_through_changed()
        if not self._walks:
            return False
        walk = self._walks[0]
        found = walk.take(timeout)
        if found:
            with self._stores.journal.step(synced=bool(walk.request)):
                entries = [entry for each in found for entry in self._take(walk, each)]
            self._tell(entries)
        if walk.ended:
            self._walks.pop(0)
            if walk.request:
                self._stores.backlog.end(walk.request)
            else:  # a large folder in which much happens is not looked through all the time
                self._not_before[walk.folder] = time.monotonic() + 5 * (time.monotonic() - walk.began)
        return True

    def close(self) -> None:
        """End all threads; what was not found yet is found next time."""
        if self._watch is not None:
            self._watch.stop()
        for walk in self._walks:
            walk.stop()

    def _look_through_changed(self) -> None:
        busy = {walk.folder for walk in self._walks}
        now = time.monotonic()
        for folder in [each for each in self._changed if each not in busy and self._not_before.get(each, 0.0) <= now]:
            self._changed.pop(folder)
            self._faults.pop(folder, None)
            known = [entry.path for entry in self._stores.catalogue.below(folder) if entry.passages and entry.reason is not Reason.MISSING]
            self._walks.append(Walk(self._parts, [folder], folder=folder, known=known))

    def _take(self, walk: Walk, found: ListedFile) -> list[DocumentEntry]:
        if walk.request:
            entry = self._rows.wait(found.path, found.stamp)
            if found.fault:
                entry = self._fail(entry, found.fault)
            return [entry]
        if found.fault is None and found.stamp is not None:
            return [entry for entry in (self._rows.compare(found.path, found.stamp),) if entry]
        if found.fault is None:
            return []
        if found.path == walk.folder:
            self._faults[walk.folder] = found.fault.detail
            return []
        known = self._stores.catalogue.by_path(found.path)
        if found.fault.detail == "":
            return [self._rows.mark_missing(known)] if known and known.state not in OPEN else []
        return [self._fail(self._rows.wait(found.path), found.fault)] if known is None else []

    def _fail(self, entry: DocumentEntry, fault: ReadFault) -> DocumentEntry:
        failed = self._stores.catalogue.abandon(entry.address, ImportState.FAILED, fault.reason, fault.detail)
        self._rows.meter.ended(failed, read=False)
        return failed


class _Watch:
    """Is told of changes in the watched folders, on a thread of its own."""

    def __init__(self, parts: Parts, folders: Sequence[str]) -> None:
        self.fault = ""
        self._stop = threading.Event()
        self._found: queue.SimpleQueue[frozenset[str]] = queue.SimpleQueue()
        threading.Thread(target=self._run, args=(parts, folders), name="folder watch", daemon=True).start()

    def take(self) -> set[str]:
        """The folders in which something changed since the last call."""
        found = [self._found.get_nowait() for _ in range(self._found.qsize())]
        return set(itertools.chain.from_iterable(found))

    def stop(self) -> None:
        self._stop.set()

    def _run(self, parts: Parts, folders: Sequence[str]) -> None:
        try:
            for changed in parts.changed_folders(folders, self._stop):
                self._found.put(changed)
        except EnvironmentFault as fault:
            self.fault = str(fault)
