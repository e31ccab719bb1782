"""Progress in SQLite: where work that goes on in quiet moments stands."""

from __future__ import annotations

from typing import Final

from desktop_mem.storage.database import Database

_PREFIX: Final = "progress: "


class SqliteProgress:
    """Marks by name; see `Progress` in the control plane."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def reached(self, name: str) -> str:
        """What was marked last; empty at first."""
        return str(self._database.value("SELECT value FROM meta WHERE name = ?", (_PREFIX + name,)) or "")

    def mark(self, name: str, reached: str) -> None:
        """From here it goes on."""
        with self._database.transaction():
            self._database.change("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", (_PREFIX + name, reached))
