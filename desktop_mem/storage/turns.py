"""Turns in SQLite: a user message with its chain, and what of them was taken back."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_mem.control.addresses import row_number
from desktop_mem.control.import_work import FORGOTTEN
from desktop_mem.memory.message import Message
from desktop_mem.storage.database import Database
from desktop_mem.storage.hits import is_said
from desktop_mem.storage.outbox import Outbox
from desktop_mem.storage.recall import message_at, message_of


class SqliteTurns:
    """See `Turns`. What is undone stays in its table and leaves the index through the outbox, in the same transaction."""

    def __init__(self, database: Database, outbox: Outbox) -> None:
        self._database = database
        self._outbox = outbox

    def last(self) -> str:
        """The address of the newest user message that was not undone, or nothing."""
        number = self._database.value("SELECT number FROM message WHERE role = 'user' AND undone = 0 ORDER BY number DESC LIMIT 1")
        return f"m{number}" if number else ""

    def messages(self, address: str) -> list[Message]:
        """The event at `address` and all messages of its chain that were not undone, oldest first."""
        number = row_number(address, "m")
        rows = self._database.rows("SELECT * FROM message WHERE (number = ? OR turn = ?) AND undone = 0 ORDER BY number", (number, number))
        return [message_of(row) for row in rows]

    def undo(self, addresses: Sequence[str]) -> None:
        """Mark these messages and passages as undone: kept, and no longer found by any search."""
        messages = [(row_number(address, "m"),) for address in addresses if address.startswith("m")]
        passages = [(row_number(address, "p"),) for address in addresses if address.startswith("p")]
        with self._database.transaction():
            self._database.change_many("UPDATE message SET undone = 1, said = 0 WHERE number = ?", messages)
            self._database.change_many("UPDATE passage SET undone = 1 WHERE number = ?", passages)
            self._outbox.delete(addresses)

    def restore(self, addresses: Sequence[str]) -> None:
        """Take that mark away: they are found again. Raises `LookupError` for what is gone."""
        messages = [message_at(self._database, address) for address in addresses if address.startswith("m")]
        passages = [(row_number(address, "p"),) for address in addresses if address.startswith("p")]
        said = [(is_said(message) and message.text != FORGOTTEN, row_number(message.address, "m")) for message in messages]
        with self._database.transaction():
            self._database.change_many("UPDATE message SET undone = 0, said = ? WHERE number = ?", said)
            for passage in passages:
                if not self._database.change("UPDATE passage SET undone = 0 WHERE number = ?", passage):
                    raise LookupError(f"There is no passage p{passage[0]}.")
            self._outbox.add_again(addresses)
