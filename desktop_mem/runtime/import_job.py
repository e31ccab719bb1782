"""One document on its way: what is known of it, and how far it has come."""

from __future__ import annotations

from dataclasses import dataclass, field

from desktop_mem.control.document_ledger import DocumentEntry, ReadProgress, ReadSummary
from desktop_mem.control.import_work import FileIdentity
from desktop_mem.runtime.reading_ahead import Errand


@dataclass(slots=True)
class Job:
    """One document under way. `skip`: chunks at its head that an interrupted import has stored, the last of which read `last`.

    `phase` is `hashing`, `twin` (it waits for another document of the same content), `reading` or `read`.
    """

    entry: DocumentEntry
    errand: Errand
    began: float
    known: str = ""
    identity: FileIdentity | None = None
    skip: int = 0
    last: str = ""
    stored: int = 0
    progress: ReadProgress = field(default_factory=lambda: ReadProgress(0, 0))
    summary: ReadSummary | None = None
    changing: bool = False
    phase: str = "hashing"
    members: list[str] | None = None
    told_at: float = 0.0
    told: str = ""

    @property
    def address(self) -> str:
        """Of its row."""
        return self.entry.address

    @property
    def sha256(self) -> str:
        """Of its content, once that is known."""
        return self.identity.sha256 if self.identity else ""
