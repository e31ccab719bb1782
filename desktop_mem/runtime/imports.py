"""Imports: everything about documents that the runtime is asked for or does when idle, from listing to forgetting."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from desktop_mem.control.document_ledger import DocumentEntry, ImportState, Reason
from desktop_mem.control.import_work import ForgettingQuestion
from desktop_mem.errors import EnvironmentFault
from desktop_mem.memory.event import DocumentsStored
from desktop_mem.memory.ports import Embedder
from desktop_mem.runtime.command import (
    CancelImport,
    DocumentCommand,
    ForgetDocument,
    ImportPaths,
    PauseImport,
    ResumeImport,
    RetryImport,
    ShowDocuments,
    ShowWatchedFolders,
    TagDocument,
    UnwatchFolder,
    WatchFolder,
)
from desktop_mem.runtime.import_meter import ImportMeter
from desktop_mem.runtime.ingest import Ingest
from desktop_mem.runtime.ledger_rows import OPEN, LedgerRows
from desktop_mem.runtime.listing import Listing
from desktop_mem.runtime.ports import OpenStores, Parts
from desktop_mem.runtime.update import (
    CommandAccepted,
    DocumentChanged,
    DocumentsForgotten,
    DocumentsListed,
    DocumentsShown,
    ForgettingAsked,
    ImportProgressed,
    RuntimeUpdate,
    WatchedFoldersShown,
)

_WAIT_SECONDS = 0.05
_TOLD_ONE_BY_ONE = 50


class Imports:
    """Owns the queue of imports, the walks through folders and the meter; tells all that changes. For the runtime thread alone."""

    def __init__(self, stores: OpenStores, parts: Parts, tell: Callable[[RuntimeUpdate], None]) -> None:
        self._stores = stores
        self._tell = tell
        self._meter = ImportMeter()
        self._rows = LedgerRows(stores, self._meter)
        self._ingest = Ingest(stores, parts, self._rows, tell)
        self._rows.under_way = lambda: self._ingest.under_way
        self._listing = Listing(stores, parts, self._rows, self._take_listed)
        self._meter.listed(stores.catalogue.in_state(*OPEN))

    def use(self, embedder: Embedder | None) -> None:
        """Embed with this from now on."""
        self._ingest.embedder = embedder

    def serve(self, command: DocumentCommand) -> None:
        """Carry out a command on documents, but for a forgetting that is confirmed. Raises `EnvironmentFault` and `LookupError`."""
        match command:
            case ImportPaths(paths=paths):
                self._listing.drop(paths)
            case CancelImport(address=address):
                self._cancel(address)
            case PauseImport(address=address):
                self._pause(address)
            case ResumeImport(address=address):
                self._resume(address)
            case RetryImport(address=address, password=password):
                self._retry(address, password)
            case ForgetDocument(address=address):
                self._tell(ForgettingAsked(command.request_id, self.question(address)))
                return
            case ShowDocuments():
                self._tell(DocumentsShown(tuple(self._stores.catalogue.entries())))
            case TagDocument():
                self._tag(command)
            case WatchFolder() | UnwatchFolder() | ShowWatchedFolders():
                self._serve_watching(command)
        self._tell(CommandAccepted(command.request_id))

    def _tag(self, command: TagDocument) -> None:
        self._stores.choice.tag(command.address, command.tag, remove=command.remove)
        self._tell(DocumentChanged(self._stores.catalogue.read(command.address)))

    def step(self) -> bool:
        """One piece of work, which takes no longer than one batch; False when nothing is in the works."""
        listing = self._listing.step(0.0 if self._ingest.under_way else _WAIT_SECONDS)
        busy = self._ingest.step() or listing
        if self._meter.may_tell or not busy:
            self._tell_progress()
        if not busy:
            self._meter.reset()
            self._meter.listed(self._stores.catalogue.in_state(ImportState.PAUSED))
        return busy

    def take_stored(self) -> DocumentsStored | None:
        """The event for all that was stored since the last call, if anything was."""
        return self._ingest.take_stored()

    def close(self) -> None:
        """End all threads and the reader's process."""
        self._listing.close()
        self._ingest.close()

    def question(self, address: str) -> ForgettingQuestion:
        """What is to be decided before the document is forgotten. Raises `LookupError`."""
        entry = self._stores.catalogue.read(address)
        return ForgettingQuestion(entry, tuple(self._stores.dependents.of(address)), tuple(self._stores.catalogue.members(address)))

    def forget(self, command: ForgetDocument, tokens: int, lines: Mapping[str, Sequence[str]]) -> None:
        """Delete the document, and what of kept passages, messages and members is named; a message keeps its place, `tokens` long. Of the
        `lines` that were taken out of sections the ledger keeps no word.
        """
        documents = [command.address, *(each for each in command.along if each.startswith("d"))]
        for address in documents:
            self._ingest.drop(address)
            self._stores.catalogue.read(address)
        self._stores.dependents.forget([each for each in command.along if each[:1] in "pmq"], tokens, lines)
        duplicates = []
        for address in documents:
            digest = self._stores.catalogue.read(address).sha256
            self._stores.catalogue.forget(address)
            self._meter.gone(address)
            duplicates += self._rows.duplicates_waiting(digest) if digest else []
        self._ingest.look_again()
        self._tell(DocumentsForgotten(tuple(documents)))
        if duplicates:
            self._tell(DocumentsListed(tuple(duplicates)))
        while self._stores.drain() > 0 and not self._ingest.under_way:
            pass

    def _take_listed(self, entries: list[DocumentEntry]) -> None:
        self._ingest.look_again()
        if entries:
            self._tell(DocumentsListed(tuple(entries)))
        for entry in entries:
            if entry.state is ImportState.FAILED or entry.reason is Reason.MISSING:
                self._tell(DocumentChanged(entry))

    def _tell_progress(self) -> None:
        paused = len(self._stores.catalogue.in_state(ImportState.PAUSED)) if self._meter.is_open else 0
        totals = self._meter.totals(paused, listing=self._listing.busy)
        if totals.total and self._meter.due(totals):
            self._tell(ImportProgressed(totals))

    def _cancel(self, address: str) -> None:
        if not address:
            self._listing.cancel()
        entries = [entry for entry in self._stores.catalogue.in_state(*OPEN) if address in ("", entry.address)]
        with self._stores.journal.step():
            ended = self._ingest.cancel(entries)
        self._tell_entries(ended)

    def _pause(self, address: str) -> None:
        if address:
            self._ingest.drop(address)
            if self._stores.catalogue.read(address).state in OPEN:
                self._tell_entries([self._to(address, ImportState.PAUSED)])
            return
        for each in self._ingest.under_way:
            self._ingest.drop(each)
        self._stores.backlog.rests = True
        open_ = self._stores.catalogue.unfinished()
        self._stores.catalogue.set_states(ImportState.PAUSED, ImportState.WAITING, ImportState.READING)
        self._tell_entries([self._stores.catalogue.read(entry.address) for entry in open_])

    def _resume(self, address: str) -> None:
        if address:
            if self._stores.catalogue.read(address).state is ImportState.PAUSED:
                self._tell_entries([self._to(address, ImportState.WAITING)])
        else:
            self._stores.backlog.rests = False
            paused = self._stores.catalogue.in_state(ImportState.PAUSED)
            self._stores.catalogue.set_states(ImportState.WAITING, ImportState.PAUSED)
            self._tell_entries([self._stores.catalogue.read(entry.address) for entry in paused])
        self._ingest.look_again()

    def _retry(self, address: str, password: str) -> None:
        if address and password:
            self._ingest.use_password(address, password)
        failed = [self._stores.catalogue.read(address)] if address else self._stores.catalogue.in_state(ImportState.FAILED)
        with self._stores.journal.step():
            entries = [self._rows.wait_again(entry) for entry in failed]
        self._ingest.look_again()
        self._tell_entries(entries)

    def _serve_watching(self, command: WatchFolder | UnwatchFolder | ShowWatchedFolders) -> None:
        match command:
            case WatchFolder(path=path):
                if not Path(path).is_dir():
                    raise EnvironmentFault(f"{path} is not a folder that can be watched.", "Choose a folder that is there.")
                self._stores.backlog.watch(path)
                self._listing.watch_again()
            case UnwatchFolder(path=path):
                if not self._stores.backlog.unwatch(path):
                    raise EnvironmentFault(f"{path} is not a watched folder.", "Choose one of those that are.")
                self._listing.watch_again()
            case ShowWatchedFolders():
                pass
        self._tell(WatchedFoldersShown(self._listing.folders()))

    def _to(self, address: str, state: ImportState) -> DocumentEntry:
        self._stores.catalogue.gone_on(address, 0)
        return self._stores.catalogue.update(address, state=state)

    def _tell_entries(self, entries: list[DocumentEntry]) -> None:
        self._ingest.look_again()
        if len(entries) > _TOLD_ONE_BY_ONE:
            self._tell(DocumentsListed(tuple(entries)))
            return
        for entry in entries:
            self._tell(DocumentChanged(entry))
