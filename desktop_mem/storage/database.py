"""The SQLite database that holds the truth: one connection, whole transactions, and faults told in sentences."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from desktop_mem.errors import Bug, EnvironmentFault

DATABASE_FILE: Final = "memory.sqlite3"
BUSY_SECONDS: Final = 10.0
_CACHE_KB: Final = 32 << 10

Row = sqlite3.Row
Parameters = tuple[Any, ...] | dict[str, Any]

_LONE = re.compile("[\ud800-\udfff]")

_FAULTS: Final = (
    # The start of SQLite's own name of the error, what happened, what to do; the first that fits counts.
    ("SQLITE_READONLY", "{path} cannot be written.", "Make the file and its folder writable, or choose another profile folder."),
    ("SQLITE_CANTOPEN", "{path} cannot be opened.", "Check that its folder exists and that you may write in it."),
    ("SQLITE_PERM", "Access to {path} is not permitted.", "Make the file and its folder writable, or choose another profile folder."),
    ("SQLITE_AUTH", "Access to {path} is not permitted.", "Make the file and its folder writable, or choose another profile folder."),
    ("SQLITE_FULL", "The disk that holds {path} is full; the last step was not stored.", "Free some space and try again."),
    ("SQLITE_NOTADB", "{path} is not a database of this program.", "Move that file away, or put a backup in its place."),
    ("SQLITE_CORRUPT", "{path} is damaged.", "Put a backup in its place; keep the damaged file until that works."),
    ("SQLITE_BUSY", "{path} is in use by another program.", "Close that program and try again."),
    ("SQLITE_LOCKED", "{path} is in use by another program.", "Close that program and try again."),
    ("SQLITE_IOERR", "The disk that holds {path} reports an error ({error}).", "Check the disk and that the drive is still connected."),
    ("SQLITE_NOLFS", "{path} is too large for this disk.", "Move the profile to another disk."),
    ("SQLITE_TOOBIG", "The text is too large for {path}.", "Split it into smaller parts."),
)


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn what the environment did to the database at `path` into an `EnvironmentFault`; our own mistakes pass as they are."""
    try:
        yield
    except sqlite3.Error as error:
        fault = _fault(error, path)
        if fault is None:
            raise
        raise fault from error


def _fault(error: sqlite3.Error, path: Path) -> EnvironmentFault | None:
    # Errors raised by Python's module itself, not by SQLite, carry no name.
    name: str = getattr(error, "sqlite_errorname", None) or ""
    for start, what, remedy in _FAULTS:
        if name.startswith(start):
            return EnvironmentFault(what.format(path=path, error=error), remedy)
    return None


class Database:
    """One connection to `memory.sqlite3`, for one thread at a time: the one that owns the runtime.

    SQLite's own check of the thread is off so that a closing thread may close it; nothing here is locked.
    Nothing is ever stored outside a transaction, and a transaction that raises leaves nothing behind.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._depth = 0
        self._synced = True

    @classmethod
    def open(cls, profile: Path) -> Database:
        """Open or create the database of the profile folder, as it is (`migrations.migrate` changes it). Raises `EnvironmentFault`."""
        path = profile / DATABASE_FILE
        with told(path):
            connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
            with ExitStack() as unless_opened:
                unless_opened.callback(connection.close)
                connection.row_factory = Row
                connection.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")
                connection.execute("PRAGMA foreign_keys = ON")
                connection.execute(f"PRAGMA cache_size = -{_CACHE_KB}")
                # Reads the file, so that a foreign or damaged one is refused before anything is written to it.
                connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
                unless_opened.pop_all()
        return cls(path, connection)

    def make_durable(self) -> None:
        """Write-ahead log and a sync at each commit. Changes the file, so it comes after the check of its version."""
        with told(self.path):
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = FULL")
            # What a user has forgotten is to be gone from the file, not only from the tables.
            self._connection.execute("PRAGMA secure_delete = ON")

    def wipe_log(self) -> None:
        """Carry the write-ahead log over and empty it, so that what was deleted does not live on in it. Not inside a transaction."""
        if not self.in_transaction:
            with told(self.path):
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    @contextmanager
    def transaction(self, *, synced: bool = True) -> Iterator[None]:
        """All or nothing: commit at the end of the block, roll back when it raises. An inner one is a savepoint of the outer one.

        Without `synced` the disk is not waited for: a power cut may undo the commit, in order, back to the last synced one.
        """
        depth = self._depth
        if depth:
            self._require_transaction()
        elif synced != self._synced:
            self._run(f"PRAGMA synchronous = {'FULL' if synced else 'NORMAL'}")
            self._synced = synced
        self._run(f"SAVEPOINT inner_{depth}" if depth else "BEGIN IMMEDIATE")
        self._depth = depth + 1
        with ExitStack() as at_the_end:
            at_the_end.callback(setattr, self, "_depth", depth)
            with ExitStack() as unless_committed:
                unless_committed.callback(self._roll_back, depth)
                yield
                self._require_transaction()
                self._run(f"RELEASE inner_{depth}" if depth else "COMMIT")
                unless_committed.pop_all()

    def _roll_back(self, depth: int) -> None:
        if not self._connection.in_transaction:  # SQLite rolls back by itself after some faults, such as a full disk
            return
        if depth:
            self._run(f"ROLLBACK TO inner_{depth}")
            self._run(f"RELEASE inner_{depth}")
        else:
            self._run("ROLLBACK")

    def _require_transaction(self) -> None:
        if not self._connection.in_transaction:
            raise Bug("A change was made outside a transaction, or after SQLite had rolled it back.")

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._depth > 0

    def change(self, sql: str, parameters: Parameters = ()) -> int:
        """Run one changing statement inside the open transaction; the rows changed."""
        self._require_transaction()
        return self._run(sql, parameters).rowcount

    def change_many(self, sql: str, parameters: Iterable[Parameters]) -> None:
        """Run one changing statement for each set of parameters inside the open transaction."""
        self._require_transaction()
        with told(self.path):
            self._connection.executemany(sql, [_whole(each) for each in parameters])

    def insert(self, sql: str, parameters: Parameters = ()) -> int:
        """Run one INSERT; the number of the new row."""
        self._require_transaction()
        return int(self._run(sql, parameters).lastrowid or 0)

    def rows(self, sql: str, parameters: Parameters = ()) -> list[Row]:
        """All rows of a query."""
        with told(self.path):
            return self._connection.execute(sql, parameters).fetchall()

    def row(self, sql: str, parameters: Parameters = ()) -> Row | None:
        """The first row of a query, or None."""
        with told(self.path):
            row: Row | None = self._connection.execute(sql, parameters).fetchone()
        return row

    def value(self, sql: str, parameters: Parameters = ()) -> Any:
        """The first column of the first row, or None."""
        row = self.row(sql, parameters)
        return None if row is None else row[0]

    def copy_to(self, target: Path) -> None:
        """A whole, consistent copy in the file `target`, which is replaced only once the copy is complete."""
        draft = target.with_suffix(".new")
        draft.unlink(missing_ok=True)
        with told(target):
            copy = sqlite3.connect(draft)
            try:
                self._connection.backup(copy)
            finally:
                copy.close()
        draft.replace(target)

    def close(self) -> None:
        """Close the connection; closing twice does nothing."""
        with told(self.path):
            self._connection.close()

    def _run(self, sql: str, parameters: Parameters = ()) -> sqlite3.Cursor:
        with told(self.path):
            try:
                return self._connection.execute(sql, parameters)
            except UnicodeEncodeError:
                return self._connection.execute(sql, _whole(parameters))


def _whole(parameters: Parameters) -> Parameters:
    """The parameters with U+FFFD for each half of a character, as broken input and cut emoji leave them; no store can hold a half."""
    values = parameters.values() if isinstance(parameters, dict) else parameters
    mended = [_LONE.sub("\ufffd", value) if isinstance(value, str) else value for value in values]
    return dict(zip(parameters, mended, strict=True)) if isinstance(parameters, dict) else tuple(mended)
