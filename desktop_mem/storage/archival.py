"""Archival storage in SQLite: passages of documents and what the model chose to keep, searched through the index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from desktop_mem.control.addresses import row_number
from desktop_mem.control.document_ledger import Chunk
from desktop_mem.memory.passage import HitPage, Passage, Place
from desktop_mem.storage.catalogue import DocumentCatalogue
from desktop_mem.storage.database import Database, Row
from desktop_mem.storage.hits import passage_hit
from desktop_mem.storage.moments import moment, offset_seconds, utc_text
from desktop_mem.storage.outbox import Entry, Outbox
from desktop_mem.storage.pages import PAGE_SIZE, cut, page_count
from desktop_mem.storage.searcher import Searcher

_INSERT = """INSERT INTO passage (document, version, text, title, created_utc, created_offset,
    page, label, heading, line_first, line_last, span_first, span_last, unit, counted)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_LIVE = """FROM passage JOIN document ON document.number = passage.document AND document.live_version = passage.version
    WHERE passage.document = ?"""


class SqliteArchival:
    """Passages; see `ArchivalStorage`. A passage goes to the index through the outbox, in the same transaction."""

    def __init__(
        self, database: Database, outbox: Outbox, searcher: Searcher, catalogue: DocumentCatalogue, page_size: int = PAGE_SIZE
    ) -> None:
        self._database = database
        self._outbox = outbox
        self._searcher = searcher
        self._catalogue = catalogue
        self._page_size = page_size

    def insert(self, passage: Passage) -> Passage:
        """Store one passage that the model or the user wrote; the same with its address."""
        with self._database.transaction():
            stored = self._insert(replace(passage, document=""), 0)
            self._outbox.add([Entry(stored.address, stored.text)])
        return stored

    def add_chunks(
        self,
        document: str,
        chunks: Sequence[Chunk],
        created_at: datetime | None = None,
        *,
        vectors: Sequence[Sequence[float]] | None = None,
    ) -> list[Passage]:
        """Store a batch of chunks of a document that was begun, in one transaction; they show once the catalogue has `finish`ed it.

        `created_at` is now unless given. `vectors`, where given, holds one unit vector per chunk by the embedder that the stores
        were given, and saves embedding them again.
        Raises `LookupError` for an unknown document.
        """
        created_at = created_at or datetime.now().astimezone()
        title, version = self._catalogue.title_of(document), self._catalogue.version_in_work(document)
        with self._database.transaction():
            passages = [
                self._insert(Passage(chunk.text, created_at, document=document, title=title, place=chunk.place), version)
                for chunk in chunks
            ]
            self._outbox.add([Entry(each.address, each.text, f"{title} {each.place.heading}".strip()) for each in passages], vectors)
        return passages

    def _insert(self, passage: Passage, version: int) -> Passage:
        place = passage.place
        number = self._database.insert(
            _INSERT,
            (
                row_number(passage.document, "d") if passage.document else None,
                version,
                passage.text,
                passage.title,
                utc_text(passage.created_at),
                offset_seconds(passage.created_at),
                place.page,
                place.label,
                place.heading,
                *(place.line or (None, None)),
                *place.span,
                place.unit,
                place.counted,
            ),
        )
        return replace(passage, address=f"p{number}")

    def read(self, address: str) -> Passage:
        """The passage at `p7`. Raises `LookupError`."""
        row = self._database.row("SELECT * FROM passage WHERE number = ?", (row_number(address, "p"),))
        if row is None:
            raise LookupError(f"There is no passage {address}.")
        return passage_of(row)

    def read_page(self, document: str, page: int) -> list[Passage]:
        """The passages of one page of a document (or the page-th run of passages of one without pages), in order. Raises `LookupError`."""
        number = row_number(document, "d")
        last, total = tuple(self._database.row(f"SELECT max(page), count(*) {_LIVE}", (number,)) or (None, 0))
        if not total:
            raise LookupError(f"There is no text of a document d{number}.")
        if last is not None:
            rows = self._database.rows(f"SELECT passage.* {_LIVE} AND page = ? ORDER BY passage.number", (number, page))
        else:
            last = page_count(total, self._page_size)
            sql = f"SELECT passage.* {_LIVE} ORDER BY passage.number LIMIT ? OFFSET ?"
            rows = self._database.rows(sql, (number, self._page_size, (page - 1) * self._page_size)) if page >= 1 else []
        if not rows:
            raise LookupError(f"d{number} has no text on page {page}; its last page is {last}.")
        return [passage_of(row) for row in rows]

    def search(self, query: str, page: int) -> HitPage:
        """Passages by words and meaning."""
        found = self._searcher.search(query, "p")
        hits = tuple(
            passage_hit(self.read(f"p{match.number}"), match.score, match.why, tuple(f"p{row}" for row in match.also))
            for match in cut(found.matches, page, self._page_size)
        )
        return HitPage(hits, len(found.matches), page, page_count(len(found.matches), self._page_size), found.note)


def passage_of(row: Row) -> Passage:
    """The passage that a row holds."""
    line = None if row["line_first"] is None else (row["line_first"], row["line_last"])
    return Passage(
        text=row["text"],
        created_at=moment(row["created_utc"], row["created_offset"]),
        address=f"p{row['number']}",
        document=f"d{row['document']}" if row["document"] is not None else "",
        title=row["title"],
        place=Place(row["page"], row["label"], row["heading"], line, (row["span_first"], row["span_last"]), row["unit"], row["counted"]),
    )
