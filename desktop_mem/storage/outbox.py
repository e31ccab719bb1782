"""The outbox: what the truth has and the index does not yet know, written in the step's own transaction and carried over later."""

from __future__ import annotations

import logging
from array import array
from collections.abc import Iterable, Sequence
from typing import Final

from desktop_mem.memory.ports import Embedder
from desktop_mem.storage.database import Database, Row
from desktop_mem.storage.index import INDEX_VERSION, Entry, LanceIndex

BATCH: Final = 256
"""Rows that go to the index at once, without embedding."""
AT_ONCE: Final = 8
"""So few new rows are embedded as they are carried over; more wait for `drain`."""

_log = logging.getLogger(__name__)

_TEXTS = """SELECT 'm' || number AS address, text, '' AS heading FROM message
        WHERE said = 1 AND number IN (SELECT value FROM json_each(:messages))
    UNION ALL SELECT 'p' || number, text, trim(title || ' ' || heading) FROM passage
        WHERE undone = 0 AND number IN (SELECT value FROM json_each(:passages))"""
_SEARCHABLE = "SELECT 'm' || number FROM message WHERE said = 1 UNION ALL SELECT 'p' || number FROM passage WHERE undone = 0"


class Outbox:
    """Carries changes from SQLite to LanceDB, each at least once and with the same result however often.

    Rows go over by words first, so that a search finds them at once, and get their vectors when an embedder is there. Vectors of one
    embedder only are ever in the index: `meta` says whose.
    """

    def __init__(self, database: Database, index: LanceIndex) -> None:
        self._database = database
        self._index = index
        self._embedder: Embedder | None = None

    def add(self, addresses: Sequence[str], vectors: Sequence[Sequence[float]] | None = None) -> None:
        """These rows are new or changed. Inside the transaction that stores them. `vectors` count only while an embedder is set."""
        usable = vectors is not None and self._embedder is not None
        blobs = [array("f", vector).tobytes() for vector in vectors or ()] if usable else [None] * len(addresses)
        rows = list(zip(addresses, blobs, strict=True))
        self._database.change_many("INSERT INTO outbox (address, action, vector) VALUES (?, 'add', ?)", rows)

    def delete(self, addresses: Iterable[str]) -> None:
        """These rows are gone. Inside the transaction that deletes them."""
        self._database.change_many("INSERT INTO outbox (address, action) VALUES (?, 'delete')", [(address,) for address in addresses])

    @property
    def waiting(self) -> int:
        """Rows that the index does not know yet."""
        return int(self._database.value("SELECT count(*) FROM outbox"))

    @property
    def unembedded(self) -> int:
        """Rows that are found by their words only."""
        return int(self._database.value("SELECT count(*) FROM unembedded"))

    @property
    def embedder(self) -> Embedder | None:
        """The embedder in use: none while it loads, or while the index holds another one's vectors."""
        return self._embedder

    @property
    def index_embedder(self) -> str:
        """The name of the embedder whose vectors the index holds; empty: none yet."""
        return str(self._database.value("SELECT value FROM meta WHERE name = 'embedder'") or "")

    def set_embedder(self, embedder: Embedder) -> bool:
        """Use this embedder from now on, if the index has no vectors or its own; else nothing changes, and the answer is False."""
        if self.index_embedder not in ("", embedder.name):
            return False
        if not self.index_embedder or self._index.dimension != embedder.dimension:
            self.rebuild(embedder)
        self._embedder = embedder
        return True

    def rebuild(self, embedder: Embedder) -> None:
        """Give the whole index to this embedder: emptied where vectors would mix, and filled again by `drain`, which may be interrupted."""
        if self.index_embedder or self._index.dimension != embedder.dimension:
            self._index.clear(embedder.dimension)
        with self._database.transaction():
            self._note("embedder", embedder.name)
            self._note("dimension", str(embedder.dimension))
            self._database.change("UPDATE outbox SET vector = NULL")
        self._embedder = embedder
        self.reconcile()

    def _note(self, name: str, value: str) -> None:
        self._database.change("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", (name, value))

    def flush(self) -> int:
        """Carry everything that waits over to the index, by words; the rows carried. So few that it costs nothing are embedded too."""
        carried = 0
        while rows := self._database.rows("SELECT number, address, action, vector FROM outbox ORDER BY number LIMIT ?", (BATCH,)):
            self._carry(rows)
            carried += len(rows)
        return carried

    def _carry(self, rows: Sequence[Row]) -> None:
        last = {row["address"]: row for row in rows}
        added = [address for address, row in last.items() if row["action"] == "add"]
        texts = self._texts(added)
        vectors = {address: _vector(last[address]["vector"], self._index.dimension) for address in texts}
        bare = [address for address in texts if vectors[address] is None]
        if self._embedder is not None and 0 < len(bare) <= AT_ONCE:
            vectors.update(zip(bare, self._embedder.embed([texts[address]["text"] for address in bare]), strict=True))
            bare = []
        self._index.upsert([Entry(address, row["text"], row["heading"], vectors[address]) for address, row in texts.items()])
        gone = [address for address in last if address not in texts]
        if any(last[address]["action"] == "delete" for address in gone):
            self._index.delete(gone)
        with self._database.transaction():
            self._database.change("DELETE FROM outbox WHERE number <= ?", (rows[-1]["number"],))
            self._database.change_many("DELETE FROM unembedded WHERE address = ?", [(address,) for address in last])
            self._database.change_many("INSERT INTO unembedded (address) VALUES (?)", [(address,) for address in bare])

    def drain(self, batch: int = 32) -> int:
        """One batch of work: carry what waits, else embed up to `batch` rows that lack a vector; the rows done, 0 when nothing is left."""
        if carried := self.flush():
            return carried
        if self._embedder is None:
            return 0
        addresses = [row["address"] for row in self._database.rows("SELECT address FROM unembedded ORDER BY address LIMIT ?", (batch,))]
        if not addresses:
            return 0
        texts = self._texts(addresses)
        vectors = self._embedder.embed([row["text"] for row in texts.values()]) if texts else []
        rows = zip(texts.values(), vectors, strict=True)
        self._index.upsert([Entry(row["address"], row["text"], row["heading"], vector) for row, vector in rows])
        with self._database.transaction():
            self._database.change_many("DELETE FROM unembedded WHERE address = ?", [(address,) for address in addresses])
        return len(addresses)

    def _texts(self, addresses: Iterable[str]) -> dict[str, Row]:
        """Address, text and heading of those that the truth still has."""
        numbers = {kind: [int(address[1:]) for address in addresses if address[0] == kind] for kind in "mp"}
        rows = self._database.rows(_TEXTS, {"messages": str(numbers["m"]), "passages": str(numbers["p"])})
        return {row["address"]: row for row in rows}

    def reconcile(self) -> int:
        """Compare truth and index by address and queue what differs; the number of differences. What waits already is no difference."""
        indexed = self._index.addresses()
        version = str(INDEX_VERSION)
        if self._database.value("SELECT value FROM meta WHERE name = 'index_version'") not in (None, version):
            self._index.clear(self._index.dimension)
            indexed = {}
        truth = {row[0] for row in self._database.rows(_SEARCHABLE)}
        waiting = {row[0] for row in self._database.rows("SELECT address FROM outbox")}
        missing, orphaned = truth - indexed.keys() - waiting, indexed.keys() - truth - waiting
        with self._database.transaction():
            self._note("index_version", version)
            self.add(sorted(missing, key=lambda address: (address[0], int(address[1:]))))
            self.delete(orphaned)
            self._database.change("DELETE FROM unembedded")
            bare = [(address,) for address, embedded in indexed.items() if not embedded and address in truth]
            self._database.change_many("INSERT INTO unembedded (address) VALUES (?)", bare)
        if missing or orphaned:
            _log.info("The index lacked %d rows and had %d too many; both are being mended.", len(missing), len(orphaned))
        return len(missing) + len(orphaned)


def _vector(blob: bytes | None, dimension: int) -> Sequence[float] | None:
    """The stored vector, unless an embedder of another dimension made it."""
    if blob is None or len(blob) != dimension * 4:
        return None
    return array("f", blob)
