"""The index of recall and archival storage in LanceDB: one row per message said and per passage; it can always be made again."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import lancedb
import numpy as np
import pyarrow as pa
from lancedb.index import FTS
from lancedb.query import MatchQuery

from desktop_mem.errors import EnvironmentFault
from desktop_mem.storage.ranking import Candidate, Query
from desktop_mem.storage.words import STOP_WORDS, indexed_words_of

INDEX_FOLDER: Final = "index"
INDEX_VERSION: Final = 1
"""Raised with every change of the columns or of what is written into them: an index of another version is made again."""
TIDY_AFTER: Final = 500
"""Rows, or writes, after which `tidy` is worth its seconds."""

_TABLE: Final = "memory"
# Left to itself LanceDB keeps the metadata of every version of the table that it wrote: 200 KB of memory for each message.
_INDEX_CACHE: Final = 64 << 20
_METADATA_CACHE: Final = 32 << 20
_BOUNDARY: Final = "8200174509110072"  # a word that no stemmer changes, between texts that are stemmed together
_WORDS = FTS(base_tokenizer="whitespace", stem=False, remove_stop_words=False, ascii_folding=False, max_token_length=None)
# LanceDB's own stop words are those of all its languages together: among them dog, cat, son, door, sea and war.
_STEMS = FTS(base_tokenizer="icu", stem=True, remove_stop_words=True, custom_stop_words=sorted(STOP_WORDS), max_token_length=None)


@dataclass(frozen=True, slots=True)
class Entry:
    """What is written for one address: `heading` (title and headings) is searched by words only, `text` by meaning too."""

    address: str
    text: str
    heading: str = ""
    vector: Sequence[float] | None = None


@dataclass(frozen=True, slots=True)
class Candidates:
    """Rows that may answer a query. `complete` says that no other row has any of its words."""

    rows: tuple[Candidate, ...]
    complete: bool


class LanceIndex:
    """The table `memory` in the profile's `index` folder, written by one process. Faults of the disk become `EnvironmentFault`.

    Three ways in: `words` holds folded words, with characters in pairs where a script joins its words (LanceDB's ICU tokenizer cuts
    such words differently in a query and in a sentence); `text` is stemmed by LanceDB; `vector` may be null until it is known.
    """

    def __init__(self, folder: Path, dimension: int) -> None:
        self.folder = folder
        self.dimension = dimension
        self._writes = 0
        self._session = lancedb.Session(index_cache_size_bytes=_INDEX_CACHE, metadata_cache_size_bytes=_METADATA_CACHE)
        self._table = self._opened()

    def _opened(self) -> Any:
        """The table as it stands; a new, empty one where there is none, or it is damaged or of another form."""
        with self._told():
            try:
                table = lancedb.connect(self.folder, session=self._session).open_table(_TABLE)
                if table.schema == self._schema() and {each.name for each in table.list_indices()} == {"words", "stems"}:
                    table.search(MatchQuery("a", "words"), query_type="fts").limit(1).to_arrow()
                    return table
            except PermissionError:
                raise
            except (OSError, RuntimeError, ValueError):
                pass  # damaged or not there: both are mended below, from the truth
            return self._made()

    def _made(self) -> Any:
        if self.folder.is_dir():
            shutil.rmtree(self.folder)
        else:
            self.folder.unlink(missing_ok=True)
        table = lancedb.connect(self.folder, session=self._session).create_table(_TABLE, schema=self._schema())
        table.create_index("words", config=_WORDS, name="words")
        table.create_index("text", config=_STEMS, name="stems")
        return table

    def _schema(self) -> Any:
        return pa.schema(
            [
                pa.field("address", pa.string(), nullable=False),
                pa.field("kind", pa.string(), nullable=False),
                pa.field("number", pa.int64(), nullable=False),
                pa.field("text", pa.string()),
                pa.field("words", pa.string()),
                pa.field("stems", pa.string()),
                pa.field("vector", pa.list_(pa.float32(), self.dimension)),
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
            self._table = self._made()

    def upsert(self, entries: Sequence[Entry]) -> None:
        """Write these rows, each in place of the one with the same address. Addresses must differ."""
        if not entries:
            return
        with self._told():
            stems = self._stems_of_all([f"{entry.heading}\n{entry.text}" for entry in entries])
            rows = [
                {
                    "address": entry.address,
                    "kind": entry.address[0],
                    "number": int(entry.address[1:]),
                    "text": f"{entry.heading}\n{entry.text}" if entry.heading else entry.text,
                    "words": " ".join(indexed_words_of(f"{entry.heading}\n{entry.text}")),
                    "stems": " ".join(stemmed),
                    "vector": None if entry.vector is None else [float(value) for value in entry.vector],
                }
                for entry, stemmed in zip(entries, stems, strict=True)
            ]
            merge = self._table.merge_insert("address").when_matched_update_all().when_not_matched_insert_all()
            merge.execute(pa.Table.from_pylist(rows, schema=self._schema()), on_bad_vectors="null")
        self._writes += 1

    def delete(self, addresses: Sequence[str]) -> None:
        """Delete these rows; those that are not there are no fault."""
        for start in range(0, len(addresses), 1000):
            listed = ", ".join(f"'{address}'" for address in addresses[start : start + 1000])
            with self._told():
                self._table.delete(f"address IN ({listed})")
            self._writes += 1

    def addresses(self) -> dict[str, bool]:
        """Every address in the index, and whether it has a vector."""
        found: dict[str, bool] = {}
        with self._told():
            for condition, embedded in (("vector IS NULL", False), ("vector IS NOT NULL", True)):
                rows = self._table.search().where(condition).select(["address"]).limit(None).to_arrow()
                found.update((address, embedded) for address in rows["address"].to_pylist())
        return found

    def count(self) -> int:
        """Rows in the index."""
        with self._told():
            return int(self._table.count_rows())

    def query(self, text: str) -> Query:
        """The query taken apart by the index's own tokenizers."""
        with self._told():
            return Query.of(text, self._stems_of_all([text])[0])

    def candidates(self, query: Query, vector: Sequence[float] | None, kind: str, limit: int, *, before: int | None = None) -> Candidates:
        """At most `limit` rows of each list: by words, by stems, and by `vector` if given. `before`: only rows of a smaller number."""
        where = f"kind = '{kind}'" + ("" if before is None else f" AND number < {before}")
        lists = []
        with self._told():
            for column, words in (("words", " ".join(query.words)), ("text", query.text if query.stems else "")):
                if words:
                    lists.append(self._taken(self._table.search(MatchQuery(words, column), query_type="fts"), where, limit))
            complete = all(found.num_rows < limit for found in lists)
            if vector is not None:
                search = self._table.search(list(vector), vector_column_name="vector").distance_type("cosine")
                lists.append(self._taken(search, where, limit))
        return Candidates(tuple(_candidates(lists, vector)), complete)

    def _taken(self, search: Any, where: str, limit: int) -> Any:
        columns = ["address", "words", "stems", "vector"]
        # The score is selected by name because LanceDB warns when it adds it unasked.
        columns.append("_distance" if type(search).__name__ == "LanceVectorQueryBuilder" else "_score")
        return search.where(where, prefilter=True).limit(limit).select(columns).to_arrow()

    def _stems_of_all(self, texts: Sequence[str]) -> list[list[str]]:
        """The stems of each text, all taken at once because each call costs a millisecond."""
        parts: list[list[str]] = [[]]
        for token in self._table.tokenize(f" {_BOUNDARY} ".join(texts), index_name="stems"):
            if token.text == _BOUNDARY:
                parts.append([])
            else:
                parts[-1].append(token.text)
        if len(parts) != len(texts):  # a text that holds the boundary itself
            return [[token.text for token in self._table.tokenize(text, index_name="stems")] for text in texts]
        return parts

    def needs_tidying(self) -> bool:
        """Whether new rows have piled up: they are found all the same, only more slowly."""
        with self._told():
            return self._writes >= TIDY_AFTER or any(
                self._table.index_stats(name).num_unindexed_rows >= TIDY_AFTER for name in ("words", "stems")
            )

    def tidy(self) -> None:
        """Settle new rows into the index and delete old versions of its files; a second or two per ten thousand rows."""
        with self._told():
            self._table.optimize(cleanup_older_than=timedelta(seconds=1))
        self._writes = 0


def _candidates(lists: Sequence[Any], vector: Sequence[float] | None) -> Iterator[Candidate]:
    """Each row of the lists once, with the cosine of its vector and the query's."""
    seen: set[str] = set()
    for found in lists:
        similarities = [None] * found.num_rows if vector is None else _similarities(found["vector"].combine_chunks(), vector)
        columns = (found[name].to_pylist() for name in ("address", "words", "stems"))
        for address, words, stems, similarity in zip(*columns, similarities, strict=True):
            if address not in seen:
                seen.add(address)
                yield Candidate(address, words, stems, similarity)


def _similarities(vectors: Any, wanted: Sequence[float]) -> list[float | None]:
    """The dot product of each vector (a fixed-size list, perhaps null) with the one that is wanted."""
    size = len(wanted)
    start, stop = vectors.offset * size, (vectors.offset + len(vectors)) * size
    matrix = vectors.values.to_numpy(zero_copy_only=False)[start:stop].reshape(-1, size)
    products = (matrix @ np.asarray(wanted, dtype=np.float32)).tolist()
    return [product if valid else None for product, valid in zip(products, vectors.is_valid().to_pylist(), strict=True)]
