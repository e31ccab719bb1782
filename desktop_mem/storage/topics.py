"""Topics in SQLite: the stretches of the conversation, with their summaries."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_mem.control.addresses import row_number
from desktop_mem.memory.message import Message
from desktop_mem.memory.topic import Topic
from desktop_mem.storage.database import Database
from desktop_mem.storage.moments import moment, offset_seconds, utc_text
from desktop_mem.storage.recall import message_of


class SqliteTopics:
    """See `Topics`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, topic: Topic) -> Topic:
        """Store a new topic, or a changed one at its address; the same with its address (`t2`)."""
        summary = row_number(topic.summary, "s") if topic.summary else None
        begun = (utc_text(topic.started_at), offset_seconds(topic.started_at))
        with self._database.transaction():
            if topic.address:
                sql = "UPDATE topic SET title = ?, summary = ? WHERE number = ?"
                self._database.change(sql, (topic.title, summary, row_number(topic.address, "t")))
                return topic
            sql = "INSERT INTO topic (title, started_utc, started_offset, summary) VALUES (?, ?, ?, ?)"
            number = self._database.insert(sql, (topic.title, *begun, summary))
        return Topic(topic.title, topic.started_at, f"t{number}", topic.summary)

    def all(self) -> list[Topic]:
        """All topics, oldest first."""
        return [
            Topic(
                title=row["title"],
                started_at=moment(row["started_utc"], row["started_offset"]),
                address=f"t{row['number']}",
                summary=f"s{row['summary']}" if row["summary"] else "",
            )
            for row in self._database.rows("SELECT * FROM topic ORDER BY number")
        ]

    def stretch(self, address: str, limit: int) -> list[Message]:
        """The `limit` newest messages said in a topic, oldest first."""
        sql = "SELECT * FROM message WHERE topic = ? AND said = 1 ORDER BY number DESC LIMIT ?"
        return [message_of(row) for row in reversed(self._database.rows(sql, (row_number(address, "t"), limit)))]

    def move(self, addresses: Sequence[str], topic: str) -> None:
        """These messages belong to that topic from now on."""
        number = row_number(topic, "t")
        with self._database.transaction():
            moved = [(number, row_number(address, "m")) for address in addresses]
            self._database.change_many("UPDATE message SET topic = ? WHERE number = ?", moved)
