"""A corpus in the program's own stores: a fresh profile that is filled, indexed and searched as any other, and then deleted."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, Protocol

from desktop_mem.control.page_in import SearchPageIn
from desktop_mem.evaluation.data_sets.forms import Corpus, Item
from desktop_mem.evaluation.rankings import Rank
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Passage
from desktop_mem.memory.ports import ArchivalStorage, Embedder, Journal, RecallStorage

_BATCH: Final = 256
_WRITTEN_AT: Final = datetime(2024, 1, 1, 9, tzinfo=UTC)


class Located(Protocol):
    """Something found, by its number."""

    @property
    def number(self) -> int:
        """12 of `m12`."""
        ...


class Ranking(Protocol):
    """All that was found."""

    @property
    def matches(self) -> Sequence[Located]:
        """Best first."""
        ...


class Search(Protocol):
    """The search that is measured."""

    def search(self, text: str, kind: str) -> Ranking:
        """Messages (`m`) or passages (`p`) that match the text."""
        ...


class TrialStores(Protocol):
    """The stores of one profile, as far as a measurement needs them."""

    @property
    def recall(self) -> RecallStorage:
        """Messages."""
        ...

    @property
    def archival(self) -> ArchivalStorage:
        """Passages."""
        ...

    @property
    def journal(self) -> Journal:
        """Makes the filling one step."""
        ...

    @property
    def searcher(self) -> Search:
        """The search that is measured."""
        ...

    def set_embedder(self, embedder: Embedder) -> bool:
        """Search and store meaning from now on."""
        ...

    def drain(self, batch: int) -> int:
        """One batch of index work; 0 when none is left."""
        ...

    def tidy(self) -> bool:
        """Settle the index if that is worth it."""
        ...

    def close(self) -> None:
        """Give the profile back."""
        ...


OpenTrialStores = Callable[[Path], TrialStores]


@dataclass(frozen=True, slots=True)
class FilledProfile:
    """How the program ranks the items of a corpus for a question, and which of them it would page in: both by their ids."""

    rank: Rank
    page_in: Rank


@contextmanager
def filled_profile(corpus: Corpus, embedder: Embedder, open_stores: OpenTrialStores, least_score: float) -> Iterator[FilledProfile]:
    """The corpus in the program's own stores: turns as messages that were said, passages as passages that were kept."""
    with tempfile.TemporaryDirectory(prefix="desktop-mem-trial-") as folder, closing(open_stores(Path(folder))) as stores:
        stores.set_embedder(embedder)
        with stores.journal.step(synced=False):
            addresses = dict(_said(corpus, stores.recall) if corpus.conversation else _kept(corpus, stores.archival))
        while stores.drain(_BATCH):
            pass
        kind = "m" if corpus.conversation else "p"
        page_in = SearchPageIn(stores.recall, stores.archival, least_score=least_score)
        yield FilledProfile(
            lambda question: [addresses[f"{kind}{match.number}"] for match in stores.searcher.search(question, kind).matches],
            lambda question: [
                addresses[hit.address] for hit in page_in.choose(question, in_view=frozenset(), before="").hits if hit.address in addresses
            ],
        )


def _said(corpus: Corpus, recall: RecallStorage) -> Iterator[tuple[str, str]]:
    """Address and id of each turn. The first to speak is the user, everybody else the assistant."""
    user = corpus.items[0].speaker if corpus.items else ""
    for item, moment in _dated(corpus.items):
        role = Role.USER if item.speaker == user else Role.ASSISTANT
        yield recall.insert(Message(role, item.text, moment)).address, item.id


def _kept(corpus: Corpus, archival: ArchivalStorage) -> Iterator[tuple[str, str]]:
    for item, moment in _dated(corpus.items):
        yield archival.insert(Passage(item.text, moment)).address, item.id


def _dated(items: Sequence[Item]) -> Iterator[tuple[Item, datetime]]:
    for position, item in enumerate(items):
        yield item, item.said_at or _WRITTEN_AT + timedelta(seconds=position)
