"""The index of meaning in LanceDB: one vector per message said and per passage; it can always be made again from the truth."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import lancedb
import numpy as np
import pyarrow as pa
from lancedb.index import BTree, HnswSq

from desktop_mem.errors import EnvironmentFault
from desktop_mem.storage.scope import Scope

INDEX_FOLDER: Final = "index"
INDEX_VERSION: Final = 2
"""Raised with every change of the columns or of what is written into them: an index of another version is made again."""
TIDY_AFTER: Final = 500
"""Writes after which `tidy` is worth its seconds."""
GRAPH_FROM: Final = 20_000
"""Rows from which on LanceDB's graph (HNSW over scalar-quantised vectors) finds the nearest; fewer are held in memory, 1.5 KB each, and
all looked at, which is exact and takes a few milliseconds.
"""

_TABLES: Final = {"m": "messages", "p": "passages"}
# Left to itself LanceDB keeps the metadata of every version of the table that it wrote: 200 KB of memory for each message.
_INDEX_CACHE: Final = 256 << 20
_METADATA_CACHE: Final = 32 << 20
_GRAPH: Final = HnswSq(distance_type="cosine", num_partitions=1, m=20, ef_construction=150)
_LOOKED_AT: Final = 200
"""Rows of the graph that a search looks at, at least."""
_NEW_SHARE: Final = 0.2
"""Share of rows that the graph does not hold, from which on it is made anew."""


@dataclass(frozen=True, slots=True)
class _Held:
    """All rows of a small table: numbers, documents (-1: none) and one unit vector each."""

    numbers: Any
    documents: Any
    vectors: Any

    @classmethod
    def of(cls, rows: Any, dimension: int) -> _Held:
        """The rows of an Arrow table."""
        flat = np.concatenate([_flat(chunk, dimension) for chunk in rows["vector"].chunks] or [np.zeros((0, dimension), np.float16)])
        documents = rows["document"].fill_null(-1).to_numpy()
        return cls(rows["number"].to_numpy(), documents, flat.astype(np.float32))

    def with_rows(self, other: _Held) -> _Held:
        """These rows and the others."""
        pairs = ((self.numbers, other.numbers), (self.documents, other.documents), (self.vectors, other.vectors))
        return _Held(*(np.concatenate(pair) for pair in pairs))

    def nearest(self, vector: Any, limit: int, scope: Scope) -> dict[int, float]:
        """See `VectorIndex.nearest`."""
        cosines = self.vectors @ vector
        if not scope.whole:
            inside = self.numbers >= scope.first
            if scope.end is not None:
                inside &= self.numbers < scope.end
            if scope.documents is not None:
                inside &= np.isin(self.documents, scope.documents)
            cosines = np.where(inside, cosines, -np.inf)
        best = np.argsort(-cosines, kind="stable")[:limit]
        return {int(self.numbers[place]): float(cosines[place]) for place in best if np.isfinite(cosines[place])}


class VectorIndex:
    """Two tables in the profile's `index` folder, written by one process; vectors are kept in half precision. Faults of the disk
    become `EnvironmentFault`.
    """

    def __init__(self, folder: Path, dimension: int) -> None:
        self.folder = folder
        self.dimension = dimension
        self._writes = 0
        self._new_rows = 0
        self._session = lancedb.Session(index_cache_size_bytes=_INDEX_CACHE, metadata_cache_size_bytes=_METADATA_CACHE)
        self._tables = self._opened()
        self._held: dict[str, _Held | None] = {}  # None: too many to be held

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
        self._held = {}

    def add(self, kind: str, vectors: Mapping[int, Sequence[float]], documents: Mapping[int, int], *, anew: bool) -> None:
        """Write the vector of each row by its number, with the number of its document if it is of one.

        `anew` says that some of the rows may be there already, and are replaced; else none is, which costs half as much.
        """
        if not vectors:
            return
        numbers = list(vectors)
        flat = np.asarray([vectors[number] for number in numbers], dtype=np.float16).ravel()
        rows = pa.table(
            [
                pa.array(numbers, pa.int64()),
                pa.array([documents.get(number) for number in numbers], pa.int64()),
                pa.FixedSizeListArray.from_arrays(pa.array(flat), self.dimension),
            ],
            schema=self._schema(),
        )
        with self._told():
            if anew:
                self._tables[kind].merge_insert("number").when_matched_update_all().when_not_matched_insert_all().execute(rows)
            else:
                self._tables[kind].add(rows)
        if held := self._held.get(kind):
            if anew or len(held.numbers) + len(numbers) >= GRAPH_FROM:
                del self._held[kind]
            else:
                self._held[kind] = held.with_rows(_Held.of(rows, self.dimension))
        self._writes += 1
        self._new_rows += len(numbers)

    def delete(self, kind: str, numbers: Sequence[int]) -> None:
        """Delete these rows; those that are not there are no fault."""
        for start in range(0, len(numbers), 1000):
            with self._told():
                self._tables[kind].delete(f"number IN ({_listed(numbers[start : start + 1000])})")
            self._writes += 1
        self._held.pop(kind, None)

    def numbers(self, kind: str) -> list[int]:
        """Every row of that kind, as often as it is there."""
        with self._told():
            found: list[int] = self._tables[kind].search().select(["number"]).limit(None).to_arrow()["number"].to_pylist()
        return found

    def nearest(self, kind: str, vector: Sequence[float], limit: int, scope: Scope) -> dict[int, float]:
        """The cosine of at most `limit` rows of the scope, the nearest first."""
        table, wanted = self._tables[kind], np.asarray(vector, dtype=np.float32)
        if held := self._in_memory(kind):
            return held.nearest(wanted, limit, scope)
        with self._told():
            search = table.search(wanted, vector_column_name="vector").distance_type("cosine")
            search = search.limit(limit).select(["number", "_distance"])
            search = search.ef(max(limit, _LOOKED_AT))  # means nothing until there is a graph
            if not scope.whole:
                search = search.where(scope.condition("number", "document"), prefilter=True)
            found = search.to_arrow()
        return {
            number: 1.0 - distance for number, distance in zip(*(found[name].to_pylist() for name in ("number", "_distance")), strict=True)
        }

    def cosines(self, kind: str, numbers: Sequence[int], vector: Sequence[float]) -> dict[int, float]:
        """The cosine of each of these rows that is there."""
        if not numbers:
            return {}
        if held := self._in_memory(kind):
            places = np.flatnonzero(np.isin(held.numbers, numbers))
            found = held.vectors[places] @ np.asarray(vector, dtype=np.float32)
            return dict(zip(held.numbers[places].tolist(), found.tolist(), strict=True))
        with self._told():
            search = self._tables[kind].search().where(f"number IN ({_listed(numbers)})").select(["number", "document", "vector"])
            rows = _Held.of(search.limit(2 * len(numbers)).to_arrow(), self.dimension)
        return rows.nearest(np.asarray(vector, dtype=np.float32), len(rows.numbers), Scope())

    def _in_memory(self, kind: str) -> _Held | None:
        """All rows of that kind, if they are few."""
        if kind not in self._held:
            with self._told():
                table, columns = self._tables[kind], ["number", "document", "vector"]
                few = table.count_rows() < GRAPH_FROM
                self._held[kind] = _Held.of(table.search().select(columns).limit(None).to_arrow(), self.dimension) if few else None
        return self._held[kind]

    def needs_tidying(self) -> bool:
        """Whether new rows have piled up: they are found all the same, only more slowly."""
        return self._writes >= TIDY_AFTER or self._new_rows >= GRAPH_FROM

    def tidy(self) -> None:
        """Settle new rows, delete old versions of the files, and make the graph where it is worth it: seconds, a minute at 100,000 rows."""
        with self._told():
            for table in self._tables.values():
                table.optimize(cleanup_older_than=timedelta(seconds=1))
                self._index(table)
        self._writes = self._new_rows = 0

    def _index(self, table: Any) -> None:
        rows = int(table.count_rows())
        if rows < GRAPH_FROM:
            return
        made = {each.name for each in table.list_indices()}
        if "number_idx" not in made:
            table.create_index("number", config=BTree())
        if "vector_idx" not in made or table.index_stats("vector_idx").num_unindexed_rows > _NEW_SHARE * rows:
            table.create_index("vector", config=_GRAPH, replace=True)
            table.optimize(cleanup_older_than=timedelta(seconds=1))


def _flat(vectors: Any, dimension: int) -> Any:
    """A chunk of Arrow's lists as one matrix."""
    start, stop = vectors.offset * dimension, (vectors.offset + len(vectors)) * dimension
    return vectors.values.to_numpy(zero_copy_only=False)[start:stop].reshape(-1, dimension)


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
