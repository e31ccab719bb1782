"""Recall storage in SQLite: every message ever, in order, searched through the index by words, meaning and date."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from desktop_mem.control.addresses import row_number
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import HitPage
from desktop_mem.storage.database import Database, Row
from desktop_mem.storage.hits import is_said, message_hit
from desktop_mem.storage.moments import moment, offset_seconds, utc_text
from desktop_mem.storage.outbox import Entry, Outbox
from desktop_mem.storage.pages import PAGE_SIZE, cut, page_count
from desktop_mem.storage.scope import Scope, Span, numbers_within
from desktop_mem.storage.searcher import Searcher
from desktop_mem.storage.words import date_words_of

_INSERT = """INSERT INTO message
        (role, text, said, created_utc, created_offset, prompt_text, call, tokens, token_ids, request_id, turn, topic,
        tainted, sources, grounds)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_NEWEST = 2**62


class SqliteRecall:
    """Every message ever; see `RecallStorage`. What is said goes to the index through the outbox, in the same transaction."""

    def __init__(self, database: Database, outbox: Outbox, searcher: Searcher, page_size: int = PAGE_SIZE) -> None:
        self._database = database
        self._outbox = outbox
        self._searcher = searcher
        self._page_size = page_size

    def insert(self, message: Message) -> Message:
        """Store; the same message with its address. A `request_id` already stored gives the stored message and writes nothing."""
        if known := self.by_request(message.request_id):
            return known
        said = is_said(message)
        with self._database.transaction():
            number = self._database.insert(
                _INSERT,
                (
                    message.role.value,
                    message.text,
                    said,
                    utc_text(message.created_at),
                    offset_seconds(message.created_at),
                    message.prompt_text,
                    _call_text(message.call),
                    message.tokens,
                    json.dumps(message.token_ids),
                    message.request_id,
                    row_number(message.turn, "m") if message.turn else None,
                    row_number(message.topic, "t") if message.topic else 0,
                    message.tainted,
                    json.dumps(message.sources, ensure_ascii=False),
                    None if message.grounds is None else json.dumps(message.grounds, ensure_ascii=False),
                ),
            )
            stored = replace(message, address=f"m{number}")
            if said:
                self._outbox.add([Entry(stored.address, stored.text, date_words_of(stored.created_at))])
        return stored

    def read(self, address: str) -> Message:
        """The message at `m12`. Raises `LookupError`."""
        return message_at(self._database, address)

    def by_request(self, request_id: str) -> Message | None:
        """The message that was sent with that id."""
        row = self._database.row("SELECT * FROM message WHERE request_id = ?", (request_id,)) if request_id else None
        return message_of(row) if row else None

    def read_many(self, addresses: Sequence[str]) -> list[Message]:
        """The messages at these addresses, in that order. Raises `LookupError`."""
        numbers = [row_number(address, "m") for address in addresses]
        sql = "SELECT * FROM message WHERE number IN (SELECT value FROM json_each(?))"
        found = {row["number"]: message_of(row) for row in self._database.rows(sql, (str(numbers),))}
        for address, number in zip(addresses, numbers, strict=True):
            if number not in found:
                raise LookupError(f"There is no message {address}.")
        return [found[number] for number in numbers]

    def history(self, limit: int, before: str = "") -> tuple[list[Message], bool]:
        """The `limit` newest messages older than `before` (empty: the newest), oldest first, and whether older ones exist.

        What was undone is left out.
        """
        sql = "SELECT * FROM message WHERE number < ? AND undone = 0 ORDER BY number DESC LIMIT ?"
        rows = self._database.rows(sql, (_limit(before), max(limit, 0) + 1))
        newest = rows[: max(limit, 0)]
        return [message_of(row) for row in reversed(newest)], len(rows) > len(newest)

    def search(self, query: str, page: int, *, before: str = "", span: Span | None = None) -> HitPage:
        """What user and assistant said, by words and meaning; only messages older than the address `before`, and of that stretch of time,
        if given.
        """
        first, end = numbers_within(self._database, "message", span)
        if before:
            end = min(_limit(before), _NEWEST if end is None else end)
        found = self._searcher.search(query, "m", Scope(first, end))
        shown = cut(found.matches, page, self._page_size)
        messages = self.read_many([f"m{match.number}" for match in shown])
        hits = tuple(message_hit(message, match.score, match.why) for message, match in zip(messages, shown, strict=True))
        return HitPage(hits, len(found.matches), page, page_count(len(found.matches), self._page_size), found.note)

    def search_dates(self, start: datetime, end: datetime, page: int, *, before: str = "") -> HitPage:
        """What was said from `start` (inclusive) to `end` (exclusive), oldest first."""
        where = "FROM message WHERE said = 1 AND created_utc >= ? AND created_utc < ? AND number < ?"
        wanted = (utc_text(start), utc_text(end), _limit(before))
        total = int(self._database.value(f"SELECT count(*) {where}", wanted))
        rows = []
        if page >= 1:
            sql = f"SELECT * {where} ORDER BY created_utc, number LIMIT ? OFFSET ?"
            rows = self._database.rows(sql, (*wanted, self._page_size, (page - 1) * self._page_size))
        hits = tuple(message_hit(message_of(row), 1.0, ("date",)) for row in rows)
        return HitPage(hits, total, page, page_count(total, self._page_size))


def _limit(before: str) -> int:
    return row_number(before, "m") if before else _NEWEST


def _call_text(call: FunctionCall | None) -> str | None:
    if call is None:
        return None
    parts = {
        "function": call.function,
        "arguments": call.arguments,
        "thought": call.thought,
        "request_heartbeat": call.request_heartbeat,
    }
    return json.dumps(parts, ensure_ascii=False)


def message_at(database: Database, address: str) -> Message:
    """The message at `m12`. Raises `LookupError`."""
    row = database.row("SELECT * FROM message WHERE number = ?", (row_number(address, "m"),))
    if row is None:
        raise LookupError(f"There is no message {address}.")
    return message_of(row)


def message_of(row: Row) -> Message:
    """The message that a row holds."""
    return Message(
        role=Role(row["role"]),
        text=row["text"],
        created_at=moment(row["created_utc"], row["created_offset"]),
        address=f"m{row['number']}",
        prompt_text=row["prompt_text"],
        call=FunctionCall(**json.loads(row["call"])) if row["call"] else None,
        tokens=row["tokens"],
        token_ids=_listed(row["token_ids"]),
        request_id=row["request_id"],
        turn=f"m{row['turn']}" if row["turn"] else "",
        topic=f"t{row['topic']}" if row["topic"] else "",
        undone=bool(row["undone"]),
        tainted=bool(row["tainted"]),
        sources=_listed(row["sources"]),
        grounds=None if row["grounds"] is None else _listed(row["grounds"]),
    )


def _listed(text: str) -> tuple[Any, ...]:
    return tuple(json.loads(text)) if text != "[]" else ()
