"""The document ledger in SQLite: one row per file ever dropped, and the versions of its text."""

from __future__ import annotations

import unicodedata
from datetime import datetime
from pathlib import PurePath
from typing import Any

from desktop_mem.control.addresses import row_number
from desktop_mem.control.document_ledger import DocumentEntry, ImportState, Reason
from desktop_mem.storage.database import Database, Row
from desktop_mem.storage.moments import moment, offset_seconds, utc_text
from desktop_mem.storage.outbox import Outbox

_FIELDS = frozenset({"state", "reason", "detail", "sha256", "size", "pages", "characters", "passages", "encoding", "parser", "seconds"})


class DocumentCatalogue:
    """Every file that was dropped, with its state, reason and place.

    A document's text has versions. The one in work shows nowhere until `finish` makes it the live one, in the transaction that
    deletes the one before; so a search finds a document whole, in its old version or its new one, whenever the program is killed.
    """

    def __init__(self, database: Database, outbox: Outbox) -> None:
        self._database = database
        self._outbox = outbox

    def add(self, path: str, added_at: datetime | None = None) -> DocumentEntry:
        """A new row, WAITING, for the file at `path`, as the user gave it; `added_at` is now unless given."""
        added_at = added_at or datetime.now().astimezone()
        with self._database.transaction():
            number = self._database.insert(
                "INSERT INTO document (path, state, added_utc, added_offset) VALUES (?, ?, ?, ?)",
                (_storable(path), ImportState.WAITING.value, utc_text(added_at), offset_seconds(added_at)),
            )
        return self.read(f"d{number}")

    def read(self, address: str) -> DocumentEntry:
        """The entry at `d3`. Raises `LookupError`."""
        return _entry(self._row(address))

    def entries(self) -> list[DocumentEntry]:
        """The whole ledger, newest first."""
        return [_entry(row) for row in self._database.rows("SELECT * FROM document ORDER BY number DESC")]

    def by_path(self, path: str) -> DocumentEntry | None:
        """The newest entry for this path."""
        row = self._database.row("SELECT * FROM document WHERE path = ? ORDER BY number DESC", (_storable(path),))
        return None if row is None else _entry(row)

    def by_hash(self, sha256: str) -> DocumentEntry | None:
        """The oldest entry whose stored text comes from this content."""
        row = self._database.row("SELECT * FROM document WHERE sha256 = ? AND live_version > 0 ORDER BY number", (sha256,))
        return None if row is None or not sha256 else _entry(row)

    def unfinished(self) -> list[DocumentEntry]:
        """What waits or was being read, oldest first: after a crash, what is to be done."""
        sql = "SELECT * FROM document WHERE state IN (?, ?) ORDER BY number"
        return [_entry(row) for row in self._database.rows(sql, (ImportState.WAITING.value, ImportState.READING.value))]

    def update(self, address: str, **fields: Any) -> DocumentEntry:
        """Change fields of `DocumentEntry` (all but address, path and added_at); the entry as it is now. Raises `LookupError`."""
        if unknown := set(fields) - _FIELDS:
            raise TypeError(f"A document entry has no changeable {', '.join(sorted(unknown))}.")
        self._row(address)
        if fields:
            with self._database.transaction():
                self._set(row_number(address, "d"), fields)
        return self.read(address)

    def begin(self, address: str) -> DocumentEntry:
        """READING from now on: what an interrupted import left half stored is gone, what was stored before stays until `finish`."""
        with self._database.transaction():
            row = self._row(address)
            self._delete_passages(row["number"], "version > ?", row["live_version"])
            self._set(row["number"], {"state": ImportState.READING, "reason": None, "detail": "", "attempts": row["attempts"] + 1})
        return self.read(address)

    def finish(self, address: str, reason: Reason, **fields: Any) -> DocumentEntry:
        """DONE, in one transaction: the version in work becomes the live one and the one before is deleted. `fields` as in `update`."""
        with self._database.transaction():
            row = self._row(address)
            live = row["live_version"] + 1
            self._delete_passages(row["number"], "version <> ?", live)
            passages = self._database.value("SELECT count(*) FROM passage WHERE document = ?", (row["number"],))
            self._database.change("UPDATE document SET live_version = ? WHERE number = ?", (live, row["number"]))
            self._set(row["number"], {**fields, "state": ImportState.DONE, "reason": reason, "passages": passages, "attempts": 0})
        return self.read(address)

    def abandon(self, address: str, state: ImportState, reason: Reason, detail: str, **fields: Any) -> DocumentEntry:
        """FAILED or CANCELLED: the version in work is deleted; the one stored before, if any, stays."""
        with self._database.transaction():
            row = self._row(address)
            self._delete_passages(row["number"], "version > ?", row["live_version"])
            self._set(row["number"], {**fields, "state": state, "reason": reason, "detail": detail, "attempts": 0})
        return self.read(address)

    def delete_chunks(self, address: str) -> int:
        """Delete all text of a document from the truth and, through the outbox, from the index; the passages deleted. The entry stays."""
        with self._database.transaction():
            row = self._row(address)
            deleted = self._delete_passages(row["number"], "version >= ?", 0)
            self._database.change("UPDATE document SET live_version = 0, passages = 0 WHERE number = ?", (row["number"],))
        return deleted

    def title_of(self, address: str) -> str:
        """The file's name, in composed form, as a citation shows it. Raises `LookupError`."""
        return unicodedata.normalize("NFC", PurePath(self.read(address).path).name)

    def version_in_work(self, address: str) -> int:
        """The version that chunks are stored under until `finish`. Raises `LookupError`."""
        return int(self._row(address)["live_version"]) + 1

    def _row(self, address: str) -> Row:
        row = self._database.row("SELECT * FROM document WHERE number = ?", (row_number(address, "d"),))
        if row is None:
            raise LookupError(f"There is no document {address}.")
        return row

    def _set(self, number: int, fields: dict[str, Any]) -> None:
        columns = ", ".join(f"{name} = ?" for name in fields)
        values = [str(value) if isinstance(value, ImportState | Reason) else value for value in fields.values()]
        self._database.change(f"UPDATE document SET {columns} WHERE number = ?", (*values, number))

    def _delete_passages(self, document: int, condition: str, version: int) -> int:
        where = f"document = ? AND {condition}"
        rows = self._database.rows(f"SELECT number FROM passage WHERE {where}", (document, version))
        self._outbox.delete([f"p{row['number']}" for row in rows])
        self._database.change(f"DELETE FROM passage WHERE {where}", (document, version))
        return len(rows)


def _storable(path: str) -> str | bytes:
    """A name that is not valid text holds lone surrogates: it is stored as bytes, so that it comes back exactly and the file opens."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return path.encode("utf-8", "surrogatepass")
    return path


def _path(stored: str | bytes) -> str:
    return stored if isinstance(stored, str) else stored.decode("utf-8", "surrogatepass")


def _entry(row: Row) -> DocumentEntry:
    return DocumentEntry(
        address=f"d{row['number']}",
        path=_path(row["path"]),
        state=ImportState(row["state"]),
        added_at=moment(row["added_utc"], row["added_offset"]),
        reason=Reason(row["reason"]) if row["reason"] else None,
        detail=row["detail"],
        sha256=row["sha256"],
        size=row["size"],
        pages=row["pages"],
        characters=row["characters"],
        passages=row["passages"],
        encoding=row["encoding"],
        parser=row["parser"],
        seconds=row["seconds"],
        attempts=row["attempts"],
    )
