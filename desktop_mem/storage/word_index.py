"""The index of words in SQLite: it changes in the very transaction of what it indexes, so that a new row is found at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from desktop_mem.storage.database import Database
from desktop_mem.storage.scope import Scope

WORDS_VERSION: Final = 1
"""Raised with every change of what `terms_of` makes of a text: an index of another version is made again."""

_TABLES: Final = {"m": "message_words", "p": "passage_words"}
_WORTH_COUNTING: Final = 1000
"""Rows that the rare terms of a query may have together, 5 microseconds each: the commoner ones then only order what the rare ones
found.
"""
_DRIFT: Final = 1.1
_UNSETTLED: Final = "words_deleted_"
_MERGED_AT_ONCE: Final = 500
"""Pages of the index: some tens of milliseconds."""


class WordIndex:
    """Terms of messages (`m`) and passages (`p`), by FTS5. Its tables are the first of the truth's own that may be made again.

    Why not LanceDB: it counts a term otherwise in new rows than in settled ones, and takes 45 ms to write one.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._rows: dict[str, int] = {}
        self._known: dict[str, tuple[int, dict[str, int]]] = {}

    def add(self, kind: str, rows: Iterable[tuple[int, str]]) -> None:
        """Index rows, each with its number and terms. Inside the transaction that stores them."""
        rows = list(rows)
        self._database.change_many(f"INSERT INTO {_TABLES[kind]} (rowid, terms) VALUES (?, ?)", rows)
        if kind in self._rows:
            self._rows[kind] += len(rows)

    def delete(self, kind: str, numbers: Iterable[int]) -> None:
        """Forget rows; those that are not there are no fault. Inside the transaction that deletes them."""
        gone = [(number,) for number in numbers]
        if gone:
            self._database.change_many(f"DELETE FROM {_TABLES[kind]} WHERE rowid = ?", gone)
            self._database.change("INSERT OR REPLACE INTO meta (name, value) VALUES (?, 'begun')", (f"{_UNSETTLED}{kind}",))
            self._rows.pop(kind, None)

    def clear(self) -> None:
        """Forget every row of both kinds."""
        for table in _TABLES.values():
            self._database.change(f"DELETE FROM {table}")
        self._rows.clear()

    def settle(self) -> bool:
        """Take one step to let go of the very bytes of deleted words, which FTS5 otherwise keeps until it happens to merge; False when
        nothing of the kind is left to do.
        """
        waiting = self._database.row("SELECT name, value FROM meta WHERE name LIKE ? ORDER BY name", (f"{_UNSETTLED}%",))
        if waiting is None:
            return False
        kind, pages = waiting["name"][len(_UNSETTLED) :], _MERGED_AT_ONCE if waiting["value"] == "going on" else -_MERGED_AT_ONCE
        with self._database.transaction():
            before = self._database.value("SELECT total_changes()")
            self._database.change(f"INSERT INTO {_TABLES[kind]} ({_TABLES[kind]}, rank) VALUES ('merge', ?)", (pages,))
            # As FTS5's documentation has it: fewer than two changes mean that there was nothing to merge.
            done = self._database.value("SELECT total_changes()") - before < 2
            if done:
                self._database.change("DELETE FROM meta WHERE name = ?", (waiting["name"],))
            else:
                self._database.change("UPDATE meta SET value = 'going on' WHERE name = ?", (waiting["name"],))
        if done:
            self._database.wipe_log()
        return True

    def count(self, kind: str) -> int:
        """Rows of that kind."""
        if kind not in self._rows:
            self._rows[kind] = int(self._database.value(f"SELECT count(*) FROM {_TABLES[kind]}_docsize"))
        return self._rows[kind]

    def numbers(self, kind: str) -> set[int]:
        """Every row of that kind."""
        return {row[0] for row in self._database.rows(f"SELECT id FROM {_TABLES[kind]}_docsize")}

    def frequencies(self, kind: str, terms: Iterable[str]) -> dict[str, int]:
        """In how many rows each term stands; as of a moment since when at most a tenth of the rows has come."""
        counted_at, known = self._known.get(kind, (0, {}))
        rows = self.count(kind)
        if not counted_at <= rows <= counted_at * _DRIFT:
            known = {}
            self._known[kind] = (rows, known)
        sql = f"SELECT doc FROM {_TABLES[kind]}_vocabulary WHERE term = ?"
        for term in terms:
            if term not in known:
                known[term] = int(self._database.value(sql, (term,)) or 0)
        return {term: known[term] for term in terms}

    def candidates(self, kind: str, frequencies: Mapping[str, int], limit: int, scope: Scope) -> dict[int, str]:
        """The terms, in order, of at most `limit` rows of the scope, the best by BM25 over the rarer of these terms first."""
        rare = _rare(frequencies)
        if not rare:
            return {}
        table = _TABLES[kind]
        sql = f"SELECT rowid, terms FROM {table} WHERE {table} MATCH ? AND {scope.condition('rowid')} ORDER BY rank LIMIT ?"
        return {row[0]: row[1] for row in self._database.rows(sql, (_any(rare), limit))}

    def terms(self, kind: str, numbers: Sequence[int]) -> dict[int, str]:
        """The terms, in order, of each of these rows; one that is not indexed is left out."""
        sql = f"SELECT rowid, terms FROM {_TABLES[kind]} WHERE rowid IN (SELECT value FROM json_each(?))"
        return {row[0]: row[1] for row in self._database.rows(sql, (str(list(numbers)),))}


def _rare(frequencies: Mapping[str, int]) -> list[str]:
    """The rarest terms that any row has, as many as stay within what is worth counting, but at least one."""
    rare: list[str] = []
    rows = 0
    for term in sorted((term for term, count in frequencies.items() if count), key=lambda term: frequencies[term]):
        if rare and rows + frequencies[term] > _WORTH_COUNTING:
            break
        rare.append(term)
        rows += frequencies[term]
    return rare


def _any(terms: Iterable[str]) -> str:
    return " OR ".join('"{}"'.format(term.replace('"', '""')) for term in terms)
