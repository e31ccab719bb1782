"""Page-in: what the control plane brings into the window before the model answers a user message."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_mem.memory.passage import Hit
from desktop_mem.memory.ports import ArchivalStorage, RecallStorage

_MOST_HITS = 4


class SearchPageIn:
    """Searches recall and archival storage with the user's own words and keeps the best hits above a score."""

    def __init__(self, recall: RecallStorage, archival: ArchivalStorage, *, least_score: float) -> None:
        self._recall = recall
        self._archival = archival
        self._least_score = least_score

    def choose(self, query: str, *, in_view: frozenset[str], before: str) -> Sequence[Hit]:
        """See `PageIn.choose`."""
        found = [*self._recall.search(query, 1, before=before).hits, *self._archival.search(query, 1).hits]
        fit = [hit for hit in found if hit.score >= self._least_score and hit.address not in in_view]
        return sorted(fit, key=lambda hit: hit.score, reverse=True)[:_MOST_HITS]
