"""Archival storage in SQLite: passages of documents and what the model chose to keep, searched through the index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from desktop_mem.control.addresses import Stretch, parsed, row_number
from desktop_mem.control.document_ledger import LEDGER, Chunk
from desktop_mem.control.ledger_questions import LedgerQuestion, ledger_answer, ledger_question
from desktop_mem.memory.passage import Hit, HitPage, Passage, Place
from desktop_mem.memory.source import Origin
from desktop_mem.storage.catalogue import DocumentCatalogue
from desktop_mem.storage.database import Database, Row
from desktop_mem.storage.hits import coverage_of, passage_hit, passage_of_document
from desktop_mem.storage.moments import moment, offset_seconds, utc_text
from desktop_mem.storage.outbox import Entry, Outbox
from desktop_mem.storage.pages import PAGE_SIZE, cut, page_count
from desktop_mem.storage.places import MOST, Extent, Wanted, nothing_at, too_much, wanted
from desktop_mem.storage.scope import Scope, Span, numbers_within
from desktop_mem.storage.searcher import Searcher

_INSERT = """INSERT INTO passage (document, version, text, title, created_utc, created_offset,
    page, label, heading, line_first, line_last, span_first, span_last, unit, counted, origin, tainted)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
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
            passages = [self._insert(passage_of_document(document, title, chunk, created_at), version) for chunk in chunks]
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
                passage.origin.value,
                passage.tainted,
            ),
        )
        return replace(passage, address=f"p{number}")

    def read(self, address: str) -> Passage:
        """The passage at `p7`. Raises `LookupError`."""
        row = self._database.row("SELECT * FROM passage WHERE number = ?", (row_number(address, "p"),))
        if row is None:
            raise LookupError(f"There is no passage {address}.")
        return passage_of(row)

    def read_place(self, address: str) -> list[Passage]:
        """The passages at `d3#page=4`, `d3#row=5-9` and such, in order; see `ArchivalStorage`. Raises `LookupError`."""
        if address == LEDGER:
            return [
                Passage(
                    ledger_answer(LedgerQuestion("list"), self._catalogue.entries()),
                    datetime.now().astimezone(),
                    document=LEDGER,
                    tainted=True,
                )
            ]
        asked = parsed(address)
        if asked.kind == "p":
            passage = self.read(asked.base)
            if asked.pages is None or not passage.document:
                return [passage]
            asked = replace(asked, kind="d", number=row_number(passage.document, "d"))
        extent = self._extent(row_number(asked.base, "d"))
        want = wanted(asked, extent)
        where, values = _condition(asked.number, want)
        count, lines, counted = self._measure(where, values)
        if want.lines:
            there = lines if counted == want.counted else None
            where = f"{where} AND counted = ? AND line_first <= ? AND line_last >= ?"
            values = (*values, want.counted, want.lines[1], want.lines[0])
            count, lines, _ = self._measure(where, values)
            if not count:
                raise nothing_at(asked, extent, there)
        elif not count:
            raise nothing_at(asked, extent, None)
        if count > MOST and lines and want.limit is None:
            raise too_much(asked, extent, count, counted, lines)
        cut_off = "" if want.limit is None else f" LIMIT {want.limit} OFFSET {want.offset}"
        return [passage_of(row) for row in self._database.rows(f"SELECT passage.* {where} ORDER BY passage.number{cut_off}", values)]

    def _extent(self, number: int) -> Extent:
        row = self._database.row(f"SELECT max(title), count(*), min(page), max(page), max(unit) {_LIVE}", (number,))
        name, count, first, last, unit = tuple(row or ("", 0, None, None, ""))
        if not count:
            raise LookupError(f"There is no text of a document d{number}.")
        pages = None if last is None else (first, max(last, self._catalogue.read(f"d{number}").pages))
        return Extent(name, f"d{number}", count, self._page_size, pages, unit)

    def _measure(self, where: str, values: tuple[object, ...]) -> tuple[int, Stretch | None, str]:
        """How many passages there are, the first and last of the lines (or what is counted instead) that they have, and what that is."""
        row = self._database.row(f"SELECT count(*), min(line_first), max(line_last), max(counted) {where}", values)
        count, first, last, counted = tuple(row or (0, None, None, None))
        return count, None if first is None or last is None else (first, last), counted or ""

    def search(self, query: str, page: int, *, documents: frozenset[int] | None = None, span: Span | None = None) -> HitPage:
        """Passages by words and meaning; only of these documents, and stored in that stretch of time, if given."""
        first, end = numbers_within(self._database, "passage", span)
        chosen = None if documents is None else tuple(sorted(documents))
        if documents is None and span is None and (asked := ledger_question(query)):
            return self._with_answer(asked, self._search(query, page, Scope()))
        return self._search(query, page, Scope(first, end, chosen))

    def browse(self, page: int, *, documents: frozenset[int] | None = None, span: Span | None = None) -> HitPage:
        """Without a query: the passages of these documents in their order, or else what was kept, the newest first; of that time alone."""
        first, end = numbers_within(self._database, "passage", span)
        scope = Scope(first, end, None if documents is None else tuple(sorted(documents)))
        kept = "passage.document IS NULL" if documents is None else "passage.version = document.live_version"
        where = f"""FROM passage LEFT JOIN document ON document.number = passage.document
            WHERE passage.undone = 0 AND {kept} AND {scope.condition("passage.number", "passage.document")}"""
        total = int(self._database.value(f"SELECT count(*) {where}"))
        order = "passage.number DESC" if documents is None else "passage.document, passage.number"
        sql = f"SELECT passage.* {where} ORDER BY {order} LIMIT ? OFFSET ?"
        rows = self._database.rows(sql, (self._page_size, max(page - 1, 0) * self._page_size))
        shown = [passage_of(row) for row in rows]
        hits = tuple(passage_hit(passage, 1.0, ()) for passage in shown)
        return HitPage(hits, total, page, page_count(total, self._page_size), "", coverage_of(shown, self._passages_of(shown)))

    def _with_answer(self, asked: LedgerQuestion, found: HitPage) -> HitPage:
        """The ledger's own answer, before what the documents say."""
        if found.page != 1:
            return replace(found, total=found.total + 1)
        now = datetime.now().astimezone()
        answer = Hit(LEDGER, ledger_answer(asked, self._catalogue.entries()), now, 1.0, ("ledger",), tainted=True)
        return replace(found, hits=(answer, *found.hits), total=found.total + 1, pages=max(1, found.pages))

    def _search(self, query: str, page: int, scope: Scope) -> HitPage:
        found = self._searcher.search(query, "p", scope)
        matches = cut(found.matches, page, self._page_size)
        shown = [self.read(f"p{match.number}") for match in matches]
        hits = tuple(
            passage_hit(passage, match.score, match.why, tuple(f"p{row}" for row in match.also))
            for passage, match in zip(shown, matches, strict=True)
        )
        pages = page_count(len(found.matches), self._page_size)
        return HitPage(hits, len(found.matches), page, pages, found.note, coverage_of(shown, self._passages_of(shown)))

    def _passages_of(self, shown: Sequence[Passage]) -> dict[str, int]:
        """How many passages each document has that one of these was cut from."""
        numbers = str([row_number(passage.document, "d") for passage in shown if passage.document])
        rows = self._database.rows("SELECT number, passages FROM document WHERE number IN (SELECT value FROM json_each(?))", (numbers,))
        return {f"d{row['number']}": row["passages"] for row in rows}


def _condition(document: int, want: Wanted) -> tuple[str, tuple[object, ...]]:
    """The live passages of the pages wanted, as SQL from FROM on, and its values."""
    if want.pages is None:
        return _LIVE, (document,)
    return f"{_LIVE} AND page BETWEEN ? AND ?", (document, *want.pages)


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
        origin=Origin(row["origin"]),
        tainted=bool(row["tainted"]),
        undone=bool(row["undone"]),
    )
