"""All stores of one profile, opened and closed together."""

from __future__ import annotations

import logging
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from desktop_mem.errors import EnvironmentFault
from desktop_mem.memory.ports import Counts, Embedder
from desktop_mem.storage.archival import SqliteArchival
from desktop_mem.storage.backlog import SqliteBacklog
from desktop_mem.storage.catalogue import DocumentCatalogue
from desktop_mem.storage.context import SqliteJournal
from desktop_mem.storage.database import Database
from desktop_mem.storage.dependents import Dependents
from desktop_mem.storage.document_choice import DocumentChoice
from desktop_mem.storage.history import SqliteHistory
from desktop_mem.storage.index import INDEX_FOLDER, VectorIndex
from desktop_mem.storage.migrations import migrate
from desktop_mem.storage.outbox import Outbox
from desktop_mem.storage.pages import PAGE_SIZE
from desktop_mem.storage.profile_lock import ProfileLock
from desktop_mem.storage.progress import SqliteProgress
from desktop_mem.storage.proposals import SqliteProposals
from desktop_mem.storage.recall import SqliteRecall
from desktop_mem.storage.reminders import SqliteReminders
from desktop_mem.storage.searcher import Searcher
from desktop_mem.storage.topics import SqliteTopics
from desktop_mem.storage.turns import SqliteTurns
from desktop_mem.storage.word_index import WordIndex

_log = logging.getLogger(__name__)

_TABLES = {
    "m": "message",
    "p": "passage",
    "d": "document",
    "s": "summary",
    "e": "memory_event",
    "r": "reminder",
    "q": "proposal",
    "t": "topic",
}
_SETTLED: Final = """SELECT coalesce((SELECT passage.document IS NULL OR passage.version = document.live_version
    FROM passage LEFT JOIN document ON document.number = passage.document ORDER BY passage.number DESC LIMIT 1), 1)"""


@dataclass(frozen=True, slots=True)
class Stores:
    """The stores of a profile, which they hold alone until `close`. All belong to the thread that opened them.

    Vectors of another embedder than the index has are never searched nor written; then `embedder_changed` is True until `rebuild`.
    """

    profile: Path
    lock: ProfileLock
    database: Database
    words: WordIndex
    index: VectorIndex
    outbox: Outbox
    searcher: Searcher
    recall: SqliteRecall
    archival: SqliteArchival
    journal: SqliteJournal
    history: SqliteHistory
    turns: SqliteTurns
    topics: SqliteTopics
    reminders: SqliteReminders
    proposals: SqliteProposals
    catalogue: DocumentCatalogue
    choice: DocumentChoice
    backlog: SqliteBacklog
    progress: SqliteProgress
    dependents: Dependents

    @classmethod
    def open(cls, profile: Path, *, embedder_dimension: int = 384, page_size: int = PAGE_SIZE) -> Stores:
        """Lock the profile (made if there is none), bring its database up to date, compare the index with it.

        `embedder_dimension` counts only for an index that has no vectors yet. Raises `EnvironmentFault`.
        """
        with ExitStack() as unless_opened:
            lock = ProfileLock.acquire(profile)
            unless_opened.callback(lock.release)
            database = Database.open(profile)
            unless_opened.callback(database.close)
            migrate(database)
            stores = cls._over(lock, database, embedder_dimension, page_size)
            unless_opened.pop_all()
        return stores

    @classmethod
    def _over(cls, lock: ProfileLock, database: Database, embedder_dimension: int, page_size: int) -> Stores:
        stored = database.value("SELECT value FROM meta WHERE name = 'dimension'")
        words = WordIndex(database)
        index = VectorIndex(lock.profile / INDEX_FOLDER, int(stored or embedder_dimension))
        outbox = Outbox(database, words, index)
        searcher = Searcher(database, words, index, outbox)
        catalogue = DocumentCatalogue(database, outbox)
        outbox.reconcile()
        return cls(
            profile=lock.profile,
            lock=lock,
            database=database,
            words=words,
            index=index,
            outbox=outbox,
            searcher=searcher,
            recall=SqliteRecall(database, outbox, searcher, page_size),
            archival=SqliteArchival(database, outbox, searcher, catalogue, page_size),
            journal=SqliteJournal(database),
            history=SqliteHistory(database),
            turns=SqliteTurns(database, outbox),
            topics=SqliteTopics(database),
            reminders=SqliteReminders(database),
            proposals=SqliteProposals(database),
            catalogue=catalogue,
            choice=DocumentChoice(database),
            backlog=SqliteBacklog(database),
            progress=SqliteProgress(database),
            dependents=Dependents(database, outbox),
        )

    def set_embedder(self, embedder: Embedder) -> bool:
        """Search and store meaning from now on. False when the index has another embedder's vectors: offer `rebuild`."""
        accepted = self.outbox.set_embedder(embedder)
        self.searcher.use(embedder if accepted else None)
        return accepted

    def embedder_changed(self, embedder: Embedder) -> bool:
        """Whether the index has the vectors of another embedder than this."""
        return self.outbox.index_embedder not in ("", embedder.name)

    def rebuild(self, embedder: Embedder) -> None:
        """Give the index to this embedder. Search works by words at once, by meaning as `drain` goes on, in this run or a later one."""
        self.outbox.rebuild(embedder)
        self.searcher.use(embedder)

    def drain(self, batch: int = 32) -> int:
        """One batch of index work, to be called when idle until it gives 0; the rows done. The last call may `tidy`. See `Outbox.drain`."""
        done = self.outbox.drain(batch)
        if not done:
            self.tidy()
        return done

    def tidy(self) -> bool:
        """Settle the indexes if that is worth it (up to a second or two, so when idle); whether it was."""
        if self.words.settle() or self.index.warm():
            return True
        if not self.index.needs_tidying():
            return False
        self.index.tidy()
        return True

    def counts(self) -> Counts:
        """Messages, passages and documents stored."""
        return self.journal.counts()

    def newest(self, kind: str) -> int:
        """The highest number that an address of that kind (`m`, `p`, …) ever had, gone by now or not; 0 where there is none yet."""
        return int(self.database.value("SELECT seq FROM sqlite_sequence WHERE name = ?", (_TABLES[kind],)) or 0)

    def settled(self) -> bool:
        """Whether what was stored last can be found: it does not belong to a document that is still being stored."""
        return bool(self.database.value(_SETTLED))

    def close(self) -> None:
        """Store what the index holds, close the database and give the profile back; closing twice does nothing."""
        try:
            self.outbox.settle()
        except EnvironmentFault as fault:
            _log.info("The index could not be written when the profile was closed; the next start makes up for it. %s", fault)
        self.database.close()
        self.lock.release()
