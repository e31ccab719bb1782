"""The stores under contract: in memory, and in SQLite with LanceDB."""

from dataclasses import dataclass
from datetime import UTC, datetime

import pytest
from desktop_mem.storage.in_memory import InMemoryArchival, InMemoryJournal, InMemoryRecall

ADDED_AT = datetime(2026, 3, 1, 4, 0, tzinfo=UTC)


@dataclass
class InMemoryWorld:
    """The three in-memory stores of one profile."""

    recall: InMemoryRecall
    archival: InMemoryArchival
    journal: InMemoryJournal
    documents: int = 0

    def document(self, name, chunks):
        """Store a whole document; its address."""
        self.documents += 1
        self.archival.add_chunks(f"d{self.documents}", chunks, ADDED_AT, title=name)
        return f"d{self.documents}"


@pytest.fixture(params=["in memory"])
def world(request):
    recall, archival = InMemoryRecall(), InMemoryArchival()
    return InMemoryWorld(recall, archival, InMemoryJournal(recall, archival))
