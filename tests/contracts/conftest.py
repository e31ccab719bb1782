"""The stores under contract: in memory, and in SQLite with LanceDB, without and with an embedder."""

from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from desktop_mem.control.document_ledger import Reason
from desktop_mem.inference.scripted import HashEmbedder
from desktop_mem.storage.in_memory import InMemoryArchival, InMemoryRecall
from desktop_mem.storage.in_memory_journal import InMemoryJournal
from desktop_mem.storage.stores import Stores

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


class StoredWorld:
    """The real stores of one profile."""

    def __init__(self, stores):
        self.recall, self.archival, self.journal, self.catalogue = stores.recall, stores.archival, stores.journal, stores.catalogue

    def document(self, name, chunks):
        """Store a whole document; its address."""
        address = self.catalogue.add(f"folder/{name}", ADDED_AT).address
        self.catalogue.begin(address)
        self.archival.add_chunks(address, chunks, ADDED_AT)
        self.catalogue.finish(address, Reason.STORED)
        return address


@pytest.fixture(params=["in memory", "stored", "stored with embedder"])
def world(request, tmp_path):
    if request.param == "in memory":
        recall, archival = InMemoryRecall(), InMemoryArchival()
        yield InMemoryWorld(recall, archival, InMemoryJournal(recall, archival))
        return
    stores = Stores.open(tmp_path / "profile", embedder_dimension=512)
    if request.param == "stored with embedder":
        stores.set_embedder(HashEmbedder(512))
    yield StoredWorld(stores)
    stores.close()
