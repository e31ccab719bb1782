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
from desktop_mem.storage.paths import path_key, path_of, storable

_FIELDS = frozenset(
    {"state", "reason", "detail", "sha256", "size", "pages", "characters", "passages", "encoding", "parser", "seconds", "stamp"}
)

_ALL = """SELECT *, (SELECT group_concat(tag, char(10)) FROM (
        SELECT tag FROM document_tag WHERE document_tag.document = document.number ORDER BY tag)) AS tags FROM document"""


class DocumentCatalogue:
    """Every file that was dropped, with its state, reason and place.

    A document's text has versions. The one in work shows nowhere until `finish` makes it the live one, in the transaction that
    deletes the one before; so a search finds a document whole, in its old version or its new one, whenever the program is killed.
    """

    def __init__(self, database: Database, outbox: Outbox) -> None:
        self._database = database
        self._outbox = outbox

    def add(self, path: str, added_at: datetime | None = None, *, size: int = 0, archive: str = "") -> DocumentEntry:
        """A new row, WAITING, for the file at `path`, as the user gave it; `added_at` is now unless given.

        `archive` is the address of the row that it is a member of, if it lies in an archive.
        """
        added_at = added_at or datetime.now().astimezone()
        parent = row_number(archive, "d") if archive else None
        with self._database.transaction():
            number = self._database.insert(
                "INSERT INTO document (path, path_key, state, added_utc, added_offset, size, archive) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (storable(path), path_key(path), ImportState.WAITING.value, utc_text(added_at), offset_seconds(added_at), size, parent),
            )
        return self.read(f"d{number}")

    def read(self, address: str) -> DocumentEntry:
        """The entry at `d3`. Raises `LookupError`."""
        return _entry(self._row(address))

    def entries(self) -> list[DocumentEntry]:
        """The whole ledger, newest first."""
        return [_entry(row) for row in self._database.rows(f"{_ALL} ORDER BY number DESC")]

    def by_path(self, path: str) -> DocumentEntry | None:
        """The newest entry for this path."""
        row = self._database.row(f"{_ALL} WHERE path = ? ORDER BY number DESC", (storable(path),))
        return None if row is None else _entry(row)

    def spelled_like(self, path: str) -> list[DocumentEntry]:
        """The entries whose path differs from this one at most in composed, capital and small letters, newest first."""
        return [_entry(row) for row in self._database.rows(f"{_ALL} WHERE path_key = ? ORDER BY number DESC", (path_key(path),))]

    def below(self, folder: str) -> list[DocumentEntry]:
        """The entries of files in a folder, in whatever depth, oldest first; members of archives are not among them."""
        start = path_key(folder.rstrip("/\\"))
        sql = f"{_ALL} WHERE substr(path_key, 1, ?) IN (?, ?) AND archive IS NULL ORDER BY number"
        return [_entry(row) for row in self._database.rows(sql, (len(start) + 1, f"{start}/", f"{start}\\"))]

    def members(self, address: str) -> list[DocumentEntry]:
        """The entries of the files in an archive, oldest first."""
        sql = f"{_ALL} WHERE archive = ? ORDER BY number"
        return [_entry(row) for row in self._database.rows(sql, (row_number(address, "d"),))]

    def by_hash(self, sha256: str) -> DocumentEntry | None:
        """The oldest entry whose stored text comes from this content."""
        row = self._database.row(f"{_ALL} WHERE sha256 = ? AND live_version > 0 ORDER BY number", (sha256,))
        return None if row is None or not sha256 else _entry(row)

    def unfinished(self) -> list[DocumentEntry]:
        """What waits or was being read, oldest first: after a crash, what is to be done."""
        return self.in_state(ImportState.WAITING, ImportState.READING)

    def in_state(self, *states: ImportState) -> list[DocumentEntry]:
        """The entries in one of these states, oldest first."""
        sql = f"{_ALL} WHERE state IN ({', '.join('?' * len(states))}) ORDER BY number"
        return [_entry(row) for row in self._database.rows(sql, tuple(state.value for state in states))]

    def update(self, address: str, **fields: Any) -> DocumentEntry:
        """Change fields of `DocumentEntry` (all but address, path and added_at); the entry as it is now. Raises `LookupError`."""
        if unknown := set(fields) - _FIELDS:
            raise TypeError(f"A document entry has no changeable {', '.join(sorted(unknown))}.")
        self._row(address)
        if fields:
            with self._database.transaction():
                self._set(row_number(address, "d"), fields)
        return self.read(address)

    def begin(self, address: str, work_of: str = "") -> DocumentEntry:
        """READING from now on; what was stored before stays until `finish`.

        `work_of` names the content and the reader. Where an interrupted import left chunks of that very work, it goes on behind them
        (see `in_work`); else what it left is gone.
        """
        with self._database.transaction():
            row = self._row(address)
            if not work_of or row["work_of"] != work_of:
                self._delete_passages(row["number"], "version > ?", row["live_version"])
            fields = {"state": ImportState.READING, "reason": None, "detail": "", "attempts": row["attempts"] + 1, "work_of": work_of}
            self._set(row["number"], fields)
        return self.read(address)

    def in_work(self, address: str) -> tuple[int, str]:
        """How many chunks of the version in work are stored, and the text of the last one."""
        row = self._row(address)
        sql = "SELECT count(*), max(number) FROM passage WHERE document = ? AND version > ?"
        count, last = tuple(self._database.row(sql, (row["number"], row["live_version"])) or (0, None))
        return int(count), str(self._database.value("SELECT text FROM passage WHERE number = ?", (last,)) or "")

    def gone_on(self, address: str, attempts: int = 1) -> None:
        """The import that was begun has got on (1), or was halted in order (0): the end of the program is not its fault."""
        with self._database.transaction():
            self._database.change("UPDATE document SET attempts = ? WHERE number = ?", (attempts, row_number(address, "d")))

    def set_states(self, new: ImportState, *old: ImportState) -> None:
        """Put all entries in one of the `old` states into the `new` one; the begun ones begin with a clean slate."""
        marks = ", ".join("?" * len(old))
        with self._database.transaction():
            sql = f"UPDATE document SET state = ?, attempts = 0 WHERE state IN ({marks})"
            self._database.change(sql, (new.value, *(state.value for state in old)))

    def move(self, address: str, path: str) -> DocumentEntry:
        """The file lies at another path now. Raises `LookupError`."""
        with self._database.transaction():
            number = self._row(address)["number"]
            self._database.change("UPDATE document SET path = ?, path_key = ? WHERE number = ?", (storable(path), path_key(path), number))
            title = self.title_of(address)
            self._database.change("UPDATE passage SET title = ? WHERE document = ?", (title, number))
            self._outbox.retitle([row[0] for row in self._database.rows("SELECT number FROM passage WHERE document = ?", (number,))])
        return self.read(address)

    def forget(self, address: str) -> None:
        """Delete the row with all its text, from the truth and, through the outbox, from the index; its address is never used again."""
        with self._database.transaction():
            self.delete_chunks(address)
            self._database.change("DELETE FROM document WHERE number = ?", (row_number(address, "d"),))
        self._database.wipe_log()

    def finish(self, address: str, reason: Reason, **fields: Any) -> DocumentEntry:
        """DONE: at once the version in work is the live one; the one before shows no more and is to be swept. `fields` as in `update`."""
        with self._database.transaction():
            row = self._row(address)
            live = row["live_version"] + 1
            passages = self._database.value("SELECT count(*) FROM passage WHERE document = ? AND version = ?", (row["number"], live))
            self._database.change("UPDATE document SET live_version = ? WHERE number = ?", (live, row["number"]))
            self._set(
                row["number"], {**fields, "state": ImportState.DONE, "reason": reason, "passages": passages, "attempts": 0, "work_of": ""}
            )
        return self.read(address)

    def abandon(self, address: str, state: ImportState, reason: Reason, detail: str, **fields: Any) -> DocumentEntry:
        """FAILED or CANCELLED: the version in work shows nowhere and is to be swept; the one stored before, if any, stays."""
        with self._database.transaction():
            self._set(
                self._row(address)["number"], {**fields, "state": state, "reason": reason, "detail": detail, "attempts": 0, "work_of": ""}
            )
        return self.read(address)

    def sweep(self, address: str, limit: int = 500) -> bool:
        """Delete at most `limit` passages that no search shows: of older versions, and of a version in work that was abandoned.

        Whether there may be more. An import that is under way or rests keeps what it has.
        """
        with self._database.transaction():
            row = self._database.row("SELECT * FROM document WHERE number = ?", (row_number(address, "d"),))
            if row is None:
                return False
            compared = "version < ?" if row["work_of"] else "version <> ?"
            where = f"number IN (SELECT number FROM passage WHERE document = ? AND {compared} LIMIT {limit})"
            deleted = self._delete(where, (row["number"], row["live_version"]))
        return deleted == limit

    def leftovers(self) -> list[str]:
        """The documents of which an earlier run left passages to `sweep`."""
        sql = """SELECT number FROM document WHERE EXISTS (SELECT 1 FROM passage WHERE passage.document = document.number
            AND (version < live_version OR (version > live_version AND work_of = '')))"""
        return [f"d{row['number']}" for row in self._database.rows(sql)]

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
        row = self._database.row(f"{_ALL} WHERE number = ?", (row_number(address, "d"),))
        if row is None:
            raise LookupError(f"There is no document {address}.")
        return row

    def _set(self, number: int, fields: dict[str, Any]) -> None:
        columns = ", ".join(f"{name} = ?" for name in fields)
        values = [str(value) if isinstance(value, ImportState | Reason) else value for value in fields.values()]
        self._database.change(f"UPDATE document SET {columns} WHERE number = ?", (*values, number))

    def _delete_passages(self, document: int, condition: str, version: int) -> int:
        return self._delete(f"document = ? AND {condition}", (document, version))

    def _delete(self, where: str, parameters: tuple[int, int]) -> int:
        rows = self._database.rows(f"SELECT number FROM passage WHERE {where}", parameters)
        self._outbox.delete([f"p{row['number']}" for row in rows])
        self._database.change(f"DELETE FROM passage WHERE {where}", parameters)
        return len(rows)


def _entry(row: Row) -> DocumentEntry:
    return DocumentEntry(
        address=f"d{row['number']}",
        path=path_of(row["path"]),
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
        stamp=row["stamp"],
        archive=f"d{row['archive']}" if row["archive"] else "",
        tags=tuple((row["tags"] or "").split("\n")) if row["tags"] else (),
    )
