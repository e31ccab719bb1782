"""The outbox: how what the truth gains and loses gets into the index of words at once, and into that of meaning later."""

from __future__ import annotations

import logging
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from desktop_mem.control.addresses import row_number
from desktop_mem.memory.ports import Embedder
from desktop_mem.storage.database import Database, Row
from desktop_mem.storage.index import INDEX_VERSION, VectorIndex
from desktop_mem.storage.moments import moment
from desktop_mem.storage.word_index import WORDS_VERSION, WordIndex
from desktop_mem.storage.words import date_words_of, terms_of

BATCH: Final = 256
"""Rows that go to an index at once, without embedding; LanceDB keeps 10 KB of memory for each time it is written to."""

_log = logging.getLogger(__name__)

_TEXTS: Final = {
    "m": """SELECT number, text, '' AS heading, created_utc, created_offset, NULL AS document FROM message
        WHERE said = 1 AND number IN (SELECT value FROM json_each(?))""",
    "p": """SELECT number, text, trim(title || ' ' || heading) AS heading, created_utc, created_offset, document FROM passage
        WHERE undone = 0 AND number IN (SELECT value FROM json_each(?))""",
}
_SEARCHABLE: Final = {"m": "SELECT number FROM message WHERE said = 1", "p": "SELECT number FROM passage WHERE undone = 0"}
_READY: Final = """SELECT number, address, action, vector FROM outbox WHERE (action = 'delete' OR vector IS NOT NULL)
    AND number NOT IN (SELECT value FROM json_each(?)) ORDER BY number LIMIT ?"""
# What was said comes before a long import.
_BARE: Final = """SELECT number, address FROM outbox WHERE action = 'add' AND vector IS NULL
    ORDER BY substr(address, 1, 1), number LIMIT ?"""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is indexed for one address: `heading` (title and headings, or the words of its date) by words only, `text` by meaning too."""

    address: str
    text: str
    heading: str = ""


class Outbox:
    """Carries every change of what can be searched to both indexes.

    To that of words in the transaction of the change itself; to that of meaning when idle, where a new row is found from when it is
    embedded, and stored together with others, at least once and with the same result however often: until then its vector waits here.
    Vectors of one embedder only are ever in the index: `meta` says whose.
    """

    def __init__(self, database: Database, words: WordIndex, index: VectorIndex) -> None:
        self._database = database
        self._words = words
        self._index = index
        self._embedder: Embedder | None = None
        self._wordless: list[tuple[str, int]] = []
        # Rows up to this one may have been carried by a run that was killed before it could say so; so may those in flight.
        self._doubtful_up_to = int(database.value("SELECT max(number) FROM outbox") or 0)
        self._taken: set[int] = set()

    def add(self, entries: Sequence[Entry], vectors: Sequence[Sequence[float]] | None = None) -> None:
        """These rows are new. Inside the transaction that stores them. `vectors` count only while an embedder is set."""
        for kind in "mp":
            rows = [(row_number(entry.address, kind), _terms(entry)) for entry in entries if entry.address[0] == kind]
            if rows:
                self._words.add(kind, rows)
        self._await_vectors([entry.address for entry in entries], vectors)

    def _await_vectors(self, addresses: Sequence[str], vectors: Sequence[Sequence[float]] | None = None) -> None:
        usable = vectors is not None and self._embedder is not None
        blobs = [_blob(vector) for vector in vectors or ()] if usable else [None] * len(addresses)
        rows = list(zip(addresses, blobs, strict=True))
        self._database.change_many("INSERT INTO outbox (address, action, vector) VALUES (?, 'add', ?)", rows)

    def retitle(self, passages: Sequence[int]) -> None:
        """The titles of these passages have changed, by which only words find them. Inside the transaction that changes them."""
        self._words.delete("p", passages)
        self._words.add("p", [(number, _terms(_entry("p", row))) for number, row in self._texts("p", passages).items()])

    def add_again(self, addresses: Iterable[str]) -> None:
        """These rows, which were deleted here and not in the truth, are to be found again. Inside the transaction that says so."""
        for kind, numbers in _by_kind(addresses).items():
            self.add([_entry(kind, row) for row in self._texts(kind, numbers).values()])

    def delete(self, addresses: Iterable[str]) -> None:
        """These rows are gone. Inside the transaction that deletes them."""
        gone = list(addresses)
        for kind, numbers in _by_kind(gone).items():
            self._words.delete(kind, numbers)
        self._database.change_many("DELETE FROM outbox WHERE address = ?", [(address,) for address in gone])
        self._database.change_many("INSERT INTO outbox (address, action) VALUES (?, 'delete')", [(address,) for address in gone])

    @property
    def unembedded(self) -> int:
        """Rows that are found by their words only."""
        return int(self._database.value("SELECT count(*) FROM outbox WHERE action = 'add' AND vector IS NULL"))

    @property
    def rewording(self) -> bool:
        """Whether rows are not yet found by their words, because that index is being made again."""
        return bool(self._wordless)

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
        self._taken.clear()
        with self._database.transaction():
            self._note("embedder", embedder.name)
            self._note("dimension", str(embedder.dimension))
            self._database.change("UPDATE outbox SET vector = NULL")
        self._embedder = embedder
        self.reconcile()

    def _note(self, name: str, value: str) -> None:
        self._database.change("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", (name, value))

    def drain(self, batch: int = 32) -> int:
        """One batch of work: words that are missing, deletions and vectors that are ready, or embedding up to `batch` rows; the rows
        done, 0 when nothing is left. Rows that the index holds are stored by it once they are many.
        """
        done = self._reword() or self._carry(self._database.rows(_READY, (self._those_taken, BATCH))) or self._embed(batch)
        if len(self._taken) >= BATCH:
            self.settle()
        return done

    def settle(self) -> None:
        """Let the index store all rows that it holds."""
        self._index.write()
        if self._taken:
            with self._database.transaction():
                self._done(self._taken)
            self._taken.clear()

    @property
    def _those_taken(self) -> str:
        return str(sorted(self._taken))

    def _reword(self) -> int:
        """Index by words some rows that are not."""
        some, self._wordless = self._wordless[:BATCH], self._wordless[BATCH:]
        if some:
            with self._database.transaction():
                for kind in "mp":
                    rows = self._texts(kind, [number for found, number in some if found == kind])
                    self._words.add(kind, [(number, _terms(_entry(kind, row))) for number, row in rows.items()])
        return len(some)

    def _carry(self, rows: Sequence[Row]) -> int:
        """Take to the index what needs no embedding."""
        # An address that was deleted and came back has a deletion here and then its vector, never the other way round.
        gone = [row for row in rows if row["action"] == "delete"]
        for kind, numbers in _by_kind(row["address"] for row in gone).items():
            self._index.delete(kind, numbers)
        if gone:
            with self._database.transaction():
                self._done(row["number"] for row in gone)
        vectors = {row["address"]: _vector(row["vector"]) for row in rows if row["action"] == "add"}
        self._take(vectors, self._held(vectors), [row["number"] for row in rows if row["action"] == "add"])
        return len(rows)

    def _embed(self, batch: int) -> int:
        """Embed some rows and take them to the index."""
        rows = [] if self._embedder is None else self._database.rows(_BARE, (batch,))
        if not rows or self._embedder is None:
            return 0
        held = self._held(row["address"] for row in rows)
        texts = {f"{kind}{number}": row["text"] for kind, those in held.items() for number, row in those.items()}
        vectors = dict(zip(texts, self._embedder.embed(list(texts.values())) if texts else [], strict=True))
        with self._database.transaction(synced=False):
            waiting = [(_blob(vectors[row["address"]]), row["number"]) for row in rows if row["address"] in vectors]
            self._database.change_many("UPDATE outbox SET vector = ? WHERE number = ?", waiting)
            self._done(row["number"] for row in rows if row["address"] not in vectors)
        self._take(vectors, held, [number for _, number in waiting])
        return len(rows)

    def _held(self, addresses: Iterable[str]) -> dict[str, dict[int, Row]]:
        """What the truth still has of these, by kind and number."""
        return {kind: self._texts(kind, numbers) for kind, numbers in _by_kind(addresses).items()}

    def _take(self, vectors: Mapping[str, Sequence[float]], held: Mapping[str, Mapping[int, Row]], outgoing: Sequence[int]) -> None:
        """Give the index the vectors, by address, of what the truth has. Of a row that cannot be stored yet nothing is looked for, which
        halves the cost.
        """
        anew = any(number <= self._doubtful_up_to for number in outgoing)
        for kind, rows in held.items():
            usable = {number: vector for number in rows if len(vector := vectors[f"{kind}{number}"]) == self._index.dimension}
            documents = {number: row["document"] for number, row in rows.items() if row["document"]}
            self._index.add(kind, usable, documents, anew=anew)
        self._taken.update(outgoing)

    def _done(self, numbers: Iterable[int]) -> None:
        """Within a transaction."""
        self._database.change_many("DELETE FROM outbox WHERE number = ?", [(number,) for number in numbers])

    def _texts(self, kind: str, numbers: Iterable[int]) -> dict[int, Row]:
        """Text, heading, time and document of those that the truth still has."""
        return {row["number"]: row for row in self._database.rows(_TEXTS[kind], (str(list(numbers)),))}

    def reconcile(self) -> int:
        """Compare truth and indexes by number and queue what differs; the number of differences. What waits already is no difference."""
        self._start_anew_after_a_change_of_form()
        waiting = {row[0] for row in self._database.rows("SELECT address FROM outbox")}
        missing: list[str] = []
        orphaned: list[str] = []
        self._wordless = []
        for kind in "mp":
            truth = {row[0] for row in self._database.rows(_SEARCHABLE[kind])}
            indexed, worded = self._index.numbers(kind), self._words.numbers(kind)
            twice = _repeated(indexed)
            differing = [f"{kind}{number}" for number in sorted((truth - set(indexed)) | twice)]
            missing += [address for address in differing if address not in waiting]
            orphaned += [f"{kind}{number}" for number in (set(indexed) - truth) | twice if f"{kind}{number}" not in waiting]
            self._wordless += [(kind, number) for number in sorted(truth - worded, reverse=True)]
            with self._database.transaction():
                self._words.delete(kind, worded - truth)
        with self._database.transaction():
            self._database.change_many("INSERT INTO outbox (address, action) VALUES (?, 'delete')", [(address,) for address in orphaned])
            self._await_vectors(missing)
        if missing or orphaned:
            _log.info("The index lacked %d rows and had %d too many; both are being mended.", len(missing), len(orphaned))
        while len(self._wordless) and len(self._wordless) <= BATCH:
            self._reword()
        return len(missing) + len(orphaned)

    def _start_anew_after_a_change_of_form(self) -> None:
        known = {row["name"]: row["value"] for row in self._database.rows("SELECT name, value FROM meta")}
        if known.get("index_version", str(INDEX_VERSION)) != str(INDEX_VERSION):
            self._index.clear(self._index.dimension)
        with self._database.transaction():
            if known.get("words_version", str(WORDS_VERSION)) != str(WORDS_VERSION):
                self._words.clear()
            self._note("index_version", str(INDEX_VERSION))
            self._note("words_version", str(WORDS_VERSION))


def _entry(kind: str, row: Row) -> Entry:
    heading = date_words_of(moment(row["created_utc"], row["created_offset"])) if kind == "m" else row["heading"]
    return Entry(f"{kind}{row['number']}", row["text"], heading)


def _terms(entry: Entry) -> str:
    return " ".join(terms_of(f"{entry.heading}\n{entry.text}"))


def _by_kind(addresses: Iterable[str]) -> dict[str, list[int]]:
    """The numbers of messages and of passages."""
    found: dict[str, list[int]] = {}
    for address in addresses:
        found.setdefault(address[0], []).append(int(address[1:]))
    return found


def _repeated(numbers: Sequence[int]) -> set[int]:
    seen: set[int] = set()
    return {number for number in numbers if number in seen or seen.add(number)}  # type: ignore[func-returns-value]


def _blob(vector: Sequence[float]) -> bytes:
    return array("f", vector).tobytes()


def _vector(blob: bytes) -> list[float]:
    vector = array("f")
    vector.frombytes(blob)
    return vector.tolist()
