"""The backlog of imports in SQLite: what was dropped and is not yet listed, the folders that are watched, and whether all rests."""

from __future__ import annotations

import json
from collections.abc import Sequence

from desktop_mem.storage.database import Database
from desktop_mem.storage.paths import path_of, storable

_RESTS = "imports_rest"


class SqliteBacklog:
    """What has to be taken up again after the end of the program, beside the rows of the document ledger."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, paths: Sequence[str]) -> int:
        """Paths that were dropped; the number to `end` them by once all files behind them are in the ledger."""
        with self._database.transaction():
            return self._database.insert("INSERT INTO import_request (paths) VALUES (?)", (json.dumps(list(paths)),))

    def waiting(self) -> dict[int, list[str]]:
        """What was dropped and has not been ended, oldest first."""
        rows = self._database.rows("SELECT number, paths FROM import_request ORDER BY number")
        return {row["number"]: json.loads(row["paths"]) for row in rows}

    def end(self, number: int) -> None:
        """All files of a drop are in the ledger, or it was cancelled."""
        with self._database.transaction():
            self._database.change("DELETE FROM import_request WHERE number = ?", (number,))

    def watch(self, folder: str) -> None:
        """Watch a folder from now on, also when the program starts again."""
        with self._database.transaction():
            self._database.change("INSERT OR IGNORE INTO watched_folder (path) VALUES (?)", (storable(folder),))

    def unwatch(self, folder: str) -> bool:
        """Watch it no longer; whether it was."""
        with self._database.transaction():
            return self._database.change("DELETE FROM watched_folder WHERE path = ?", (storable(folder),)) > 0

    def watched(self) -> list[str]:
        """The watched folders, oldest first."""
        return [path_of(row["path"]) for row in self._database.rows("SELECT path FROM watched_folder ORDER BY number")]

    @property
    def rests(self) -> bool:
        """Whether the user has paused all imports, those to come as well."""
        return bool(self._database.value("SELECT value FROM meta WHERE name = ?", (_RESTS,)))

    @rests.setter
    def rests(self, rests: bool) -> None:
        with self._database.transaction():
            self._database.change("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", (_RESTS, "1" if rests else ""))
