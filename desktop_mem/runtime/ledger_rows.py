"""How files that were found become rows of the document ledger, and how their rows follow them when they move or go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from desktop_mem.control.document_ledger import DocumentEntry, ImportState, Reason
from desktop_mem.control.import_work import Stamp
from desktop_mem.runtime.import_meter import ImportMeter
from desktop_mem.runtime.ports import OpenStores

OPEN = (ImportState.WAITING, ImportState.READING, ImportState.PAUSED)


class LedgerRows:
    """Changes rows, and tells the meter. `under_way` says which documents are being read: they are never disturbed."""

    def __init__(self, stores: OpenStores, meter: ImportMeter) -> None:
        self._stores = stores
        self.meter = meter
        self.under_way: Callable[[], set[str]] = set

    def wait(self, path: str, stamp: Stamp | None = None, *, archive: str = "") -> DocumentEntry:
        """The entry for a path, WAITING (or resting, when all rests): the one that it has, to be looked at again, or a new one."""
        known = self.known(path, stamp)
        if known is None:
            known = self._stores.catalogue.add(path, size=stamp.size if stamp else 0, archive=archive)
        return self.wait_again(known, stamp)

    def wait_again(self, known: DocumentEntry, stamp: Stamp | None = None) -> DocumentEntry:
        """Have the document of a row looked at again."""
        if known.address not in self.under_way():
            state = ImportState.PAUSED if self._stores.backlog.rests else ImportState.WAITING
            reason = known.reason if known.reason is Reason.PARTIAL else None  # which is why it is read again though it is the same
            if (known.state, known.reason, known.detail) != (state, reason, ""):
                self._stores.catalogue.gone_on(known.address, 0)
                size = stamp.size if stamp else known.size
                known = self._stores.catalogue.update(known.address, state=state, reason=reason, detail="", size=size)
        self.meter.listed([known])
        return known

    def known(self, path: str, stamp: Stamp | None) -> DocumentEntry | None:
        """The entry that stands for this path, or for another spelling of it where the file system takes both for one file."""
        known = self._stores.catalogue.by_path(path)
        if known is not None or stamp is None:
            return known
        spelled = self._stores.catalogue.spelled_like(path)
        return next((entry for entry in spelled if entry.stamp.split(" ")[-1:] == [str(stamp.inode)]), None)

    def file_of(self, entry: DocumentEntry) -> Path:
        """The file on the disk: for a member, that of the outermost archive that it lies in."""
        while entry.archive:
            entry = self._stores.catalogue.read(entry.archive)
        return Path(entry.path)

    def list_members(self, archive: DocumentEntry, names: Sequence[str]) -> list[DocumentEntry]:
        """The files in an archive become rows of their own, in their order; those that are no longer in it are marked."""
        paths = [f"{archive.path}/{name}" for name in names]
        with self._stores.journal.step():
            gone = [entry for entry in self._stores.catalogue.members(archive.address) if entry.path not in set(paths)]
            return [self.wait(path, archive=archive.address) for path in paths] + [self.mark_missing(entry) for entry in gone]

    def duplicates_waiting(self, digest: str) -> list[DocumentEntry]:
        """The document that held this content holds another now: its duplicates have to be stored themselves."""
        duplicates = [each for each in self._stores.catalogue.entries() if each.reason is Reason.DUPLICATE and each.sha256 == digest]
        return [self.wait_again(entry) for entry in duplicates]

    def mark_missing(self, entry: DocumentEntry) -> DocumentEntry:
        """The file of a stored document is gone; what it said is kept until the user decides."""
        detail = f'"{Path(entry.path).name}" is no longer where it was; its text is kept. Put the file back, or forget the document.'
        return self._stores.catalogue.update(entry.address, state=ImportState.DONE, reason=Reason.MISSING, detail=detail)

    def compare(self, path: str, stamp: Stamp) -> DocumentEntry | None:
        """A file was seen in a watched folder: its row when that had to be changed, None when all is as it was."""
        known = self.known(path, stamp)
        if known is None:
            return self.wait(path, stamp)
        if known.state in OPEN or known.stamp == str(stamp):
            if known.reason is not Reason.MISSING:
                return None
            return self._stores.catalogue.update(known.address, reason=Reason.STORED, detail="")
        return self.wait_again(known, stamp)
