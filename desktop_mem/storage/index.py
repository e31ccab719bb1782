"""The index of meaning in LanceDB: one vector per message said and per passage; it can always be made again from the truth."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import lancedb
import numpy as np
import pyarrow as pa
from lancedb.index import BTree, HnswSq

from desktop_mem.errors import EnvironmentFault
from desktop_mem.storage.held_vectors import HeldVectors
from desktop_mem.storage.scope import Scope

INDEX_FOLDER: Final = "index"
INDEX_VERSION: Final = 2
"""Raised with every change of the columns or of what is written into them: an index of another version is made again."""
GRAPH_FROM: Final = 200_000
"""Rows from which on LanceDB's graph (HNSW over scalar-quantised vectors) finds the nearest; fewer are held in memory, where looking for
them is as fast and finds what is nearest indeed.
"""

_TABLES: Final = {"m": "messages", "p": "passages"}
# Left to itself LanceDB keeps the metadata of every version of the table that it wrote: 200 KB of memory for each message.
_INDEX_CACHE: Final = 256 << 20
_METADATA_CACHE: Final = 32 << 20
_GRAPH: Final = HnswSq(distance_type="cosine", num_partitions=1, m=20, ef_construction=150)
_LOOKED_AT: Final = 400
"""Rows of the graph that a search looks at, at least."""
_NEW_SHARE: Final = 0.2
"""Share of rows that the graph does not hold, from which on it is made anew."""
_SMALL_FRAGMENTS: Final = 60
"""Files of few rows that a table may have before `tidy` joins them."""
_DELETIONS: Final = 200
_OUTDATED: Final = timedelta(milliseconds=1)
"""Age of a version from which on it goes: nobody else reads them, and what `optimize` itself replaces is to go at once."""


class VectorIndex:
    """Two tables in the profile's `index` folder, written by one process; vectors are kept in half precision. What is added is found at
    once, and stored by `write`. Faults of the disk become `EnvironmentFault`.
    """

    def __init__(self, folder: Path, dimension: int) -> None:
        self.folder = folder
        self.dimension = dimension
        self._deletions = 0
        self._may_be_untidy = True
        self._session = lancedb.Session(index_cache_size_bytes=_INDEX_CACHE, metadata_cache_size_bytes=_METADATA_CACHE)
        self._tables = self._opened()
        self._start_empty()

    def _start_empty(self) -> None:
        self._held: dict[str, HeldVectors | None] = {}  # None: too many to be held
        self._unwritten = {kind: HeldVectors(self.dimension) for kind in _TABLES}
        self._anew = dict.fromkeys(_TABLES, False)

    def _opened(self) -> dict[str, Any]:
        """The tables as they stand; new, empty ones where there are none, or they are damaged or of another form."""
        with self._told():
            try:
                connection = lancedb.connect(self.folder, session=self._session)
                tables = {kind: connection.open_table(name) for kind, name in _TABLES.items()}
                if all(table.schema == self._schema() for table in tables.values()):
                    for table in tables.values():
                        table.search().select(["number", "vector"]).limit(1).to_arrow()
                    return tables
            except PermissionError:
                raise
            except (OSError, RuntimeError, ValueError):
                pass  # damaged or not there: both are mended below, from the truth
            return self._made()

    def _made(self) -> dict[str, Any]:
        if self.folder.is_dir():
            shutil.rmtree(self.folder)
        else:
            self.folder.unlink(missing_ok=True)
        connection = lancedb.connect(self.folder, session=self._session)
        return {kind: connection.create_table(name, schema=self._schema()) for kind, name in _TABLES.items()}

    def _schema(self) -> Any:
        return pa.schema(
            [
                pa.field("number", pa.int64(), nullable=False),
                pa.field("document", pa.int64()),
                pa.field("vector", pa.list_(pa.float16(), self.dimension)),
            ]
        )

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (OSError, RuntimeError, ValueError) as error:  # LanceDB raises all three when its files are gone
            reason = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
            raise EnvironmentFault(
                f"The search index in {self.folder} cannot be read or written ({reason}).",
                "Check that there is free space and that you may write there. Nothing is lost: without that folder it is made again.",
            ) from error

    def clear(self, dimension: int) -> None:
        """Make the index again, empty, for vectors of this dimension."""
        self.dimension = dimension
        with self._told():
            self._tables = self._made()
        self._start_empty()

    def add(self, kind: str, vectors: Mapping[int, Sequence[float]], documents: Mapping[int, int], *, anew: bool) -> None:
        """Find the vector of each row by its number from now on, with the number of its document if it is of one; `write` stores it.

        `anew` says that some of the rows may be stored already, and are replaced; else none is, which costs half as much.
        """
        if not vectors:
            return
        numbers = np.fromiter(vectors, np.int64)
        held_documents = np.array([documents.get(number, -1) for number in vectors], np.int64)
        rows = np.asarray(list(vectors.values()), np.float32)
        for held in (self._unwritten[kind], self._held.get(kind)):
            if held is not None:
                held.add(numbers, held_documents, rows)
        self._anew[kind] |= anew

    def write(self) -> None:
        """Store all rows that were added, in one version of each table."""
        for kind, rows in self._unwritten.items():
            if len(rows):
                self._store(kind, rows)
                self._unwritten[kind] = HeldVectors(self.dimension)
                self._anew[kind] = False

    def _store(self, kind: str, rows: HeldVectors) -> None:
        documents = rows.documents
        table = pa.table(
            [
                pa.array(rows.numbers, pa.int64()),
                pa.array(documents, pa.int64(), mask=documents < 0),
                pa.FixedSizeListArray.from_arrays(pa.array(rows.vectors.astype(np.float16).ravel()), self.dimension),
            ],
            schema=self._schema(),
        )
        self._may_be_untidy = True
        anew = self._anew[kind]
        self._anew[kind] = True  # should it fail half-way
        with self._told():
            if anew:
                self._tables[kind].merge_insert("number").when_matched_update_all().when_not_matched_insert_all().execute(table)
            else:
                self._tables[kind].add(table)

    def delete(self, kind: str, numbers: Sequence[int]) -> None:
        """Delete these rows; those that are not there are no fault."""
        for start in range(0, len(numbers), 1000):
            with self._told():
                self._tables[kind].delete(f"number IN ({_listed(numbers[start : start + 1000])})")
            self._deletions += 1
            self._may_be_untidy = True
        for held in (self._unwritten[kind], self._held.get(kind)):
            if held is not None:
                held.delete(numbers)

    def numbers(self, kind: str) -> list[int]:
        """Every row of that kind, as often as it is there."""
        with self._told():
            found: list[int] = self._tables[kind].search().select(["number"]).limit(None).to_arrow()["number"].to_pylist()
        return [*found, *(set(self._unwritten[kind].numbers.tolist()) - set(found))]

    def nearest(self, kind: str, vector: Sequence[float], limit: int, scope: Scope) -> dict[int, float]:
        """The cosine of at most `limit` rows of the scope, the nearest first."""
        wanted = np.asarray(vector, dtype=np.float32)
        if (held := self._in_memory(kind)) is not None:
            return held.nearest(wanted, limit, scope)
        with self._told():
            search = self._tables[kind].search(wanted, vector_column_name="vector").distance_type("cosine")
            search = search.limit(limit).select(["number"]).ef(max(limit, _LOOKED_AT))
            if not scope.whole:
                search = search.where(scope.condition("number", "document"), prefilter=True)
            found = search.to_arrow()["number"].to_pylist()
        # The graph knows vectors only roughly: what it finds is ordered by the vectors themselves.
        cosines = self.cosines(kind, found, vector) | self._unwritten[kind].nearest(wanted, limit, scope)
        best = sorted(cosines, key=lambda number: -cosines[number])[:limit]
        return {number: cosines[number] for number in best}

    def cosines(self, kind: str, numbers: Sequence[int], vector: Sequence[float]) -> dict[int, float]:
        """The cosine of each of these rows that is there."""
        if not numbers:
            return {}
        wanted = np.asarray(vector, dtype=np.float32)
        if (held := self._in_memory(kind)) is not None:
            return held.cosines(numbers, wanted)
        with self._told():
            search = self._tables[kind].search().where(f"number IN ({_listed(numbers)})").select(["number", "document", "vector"])
            rows = self._as_held(search.limit(2 * len(numbers)).to_arrow())
        return rows.cosines(numbers, wanted) | self._unwritten[kind].cosines(numbers, wanted)

    def warm(self) -> bool:
        """Bring into memory what searches will look at (half a second at 100,000 rows); False when that was done already."""
        cold = [kind for kind in _TABLES if kind not in self._held]
        for kind in cold:
            self._in_memory(kind)
        return bool(cold)

    def _in_memory(self, kind: str) -> HeldVectors | None:
        """All rows of that kind, if they are few enough."""
        held = self._held.get(kind)
        if kind not in self._held or (held is not None and len(held) >= GRAPH_FROM):
            self._held[kind] = held = None
            with self._told():
                table, columns = self._tables[kind], ["number", "document", "vector"]
                if table.count_rows() + len(self._unwritten[kind]) < GRAPH_FROM:
                    self._held[kind] = held = self._as_held(table.search().select(columns).limit(None).to_arrow())
                    unwritten = self._unwritten[kind]
                    held.add(unwritten.numbers, unwritten.documents, unwritten.vectors)
        return held

    def _as_held(self, rows: Any) -> HeldVectors:
        """The rows of an Arrow table in memory."""
        held = HeldVectors(self.dimension)
        flat = np.concatenate([_flat(chunk, self.dimension) for chunk in rows["vector"].chunks] or [np.zeros((0, self.dimension))])
        held.add(rows["number"].to_numpy(), rows["document"].fill_null(-1).to_numpy(), flat)
        return held

    def needs_tidying(self) -> bool:
        """Whether small files have piled up, or many rows that the graph does not hold: all is found all the same, only more slowly."""
        # Nobody else writes here, so the disk is looked at once after each change, not in every idle moment.
        self._may_be_untidy = self._may_be_untidy and (
            self._deletions >= _DELETIONS or any(self._is_untidy(table) for table in self._tables.values())
        )
        return self._may_be_untidy

    def _is_untidy(self, table: Any) -> bool:
        with self._told():
            return int(table.stats()["fragment_stats"]["num_small_fragments"]) >= _SMALL_FRAGMENTS or self._needs_graph(table)

    def tidy(self) -> None:
        """Join small files, delete old versions of them, and make the graph where it is worth it: seconds, minutes at a million rows."""
        with self._told():
            for table in self._tables.values():
                table.optimize(cleanup_older_than=_OUTDATED)
                self._index(table)
        self._deletions = 0

    def _needs_graph(self, table: Any) -> bool:
        rows = int(table.count_rows())
        if rows < GRAPH_FROM:
            return False
        made = {each.name for each in table.list_indices()}
        return "vector_idx" not in made or table.index_stats("vector_idx").num_unindexed_rows > _NEW_SHARE * rows

    def _index(self, table: Any) -> None:
        if self._needs_graph(table):
            table.create_index("number", config=BTree(), replace=True)
            table.create_index("vector", config=_GRAPH, replace=True)
            table.optimize(cleanup_older_than=_OUTDATED)


def _flat(vectors: Any, dimension: int) -> Any:
    """A chunk of Arrow's lists as one matrix."""
    start, stop = vectors.offset * dimension, (vectors.offset + len(vectors)) * dimension
    return vectors.values.to_numpy(zero_copy_only=False)[start:stop].reshape(-1, dimension)


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
