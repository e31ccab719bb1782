"""Page-in: what the control plane brings into the window before the model answers a user message."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_mem.control.address_cache import AddressCache
from desktop_mem.control.document_ledger import LEDGER
from desktop_mem.control.quoting import MARKS
from desktop_mem.memory.passage import Hit
from desktop_mem.memory.plane import Chosen
from desktop_mem.memory.ports import ArchivalStorage, RecallStorage

_MOST_HITS = 4
# A reply rests on what was told, a question or a reply of quotes tells nothing: what the user stated and what documents say is worth more.
# A reply that rests on nothing is paged in only for who asks for that reply in its words, or the model would believe what it made up.
_REPLY_WORTH, _QUESTION_WORTH, _INVENTED_WORTH = 0.7, 0.4, 0.4
_TELLING_NOTHING = ("?", "？", *MARKS)


class SearchPageIn:
    """Searches recall and archival storage with the user's own words and keeps the best hits above a score.

    With a `cache`, a question that was asked before is not searched again while what served it holds.
    """

    def __init__(self, recall: RecallStorage, archival: ArchivalStorage, *, least_score: float, cache: AddressCache | None = None) -> None:
        self._recall = recall
        self._archival = archival
        self._least_score = least_score
        self._cache = cache

    def choose(self, query: str, *, in_view: frozenset[str], before: str) -> Chosen:
        """See `PageIn.choose`."""
        cached = self._cache.find(query) if self._cache else None
        fit = self._found(query, before) if cached is None else cached
        known = in_view - {LEDGER}  # what the ledger said before may no longer hold
        away = [hit for hit in fit if hit.address not in known][:_MOST_HITS]
        there = tuple(hit.address for hit in fit[:_MOST_HITS] if hit.address in known)
        return Chosen(tuple(away), there, from_cache=cached is not None)

    def _found(self, query: str, before: str) -> Sequence[Hit]:
        pages = (self._recall.search(query, 1, before=before), self._archival.search(query, 1))
        fit = [hit for page in pages for hit in page.hits if _worth(hit) >= self._least_score]
        fit.sort(key=_worth, reverse=True)
        complete = not any(page.note for page in pages)
        if self._cache and complete and all(hit.address != LEDGER for hit in fit):
            self._cache.put(query, fit)
        return fit


def _worth(hit: Hit) -> float:
    """The hit's score, less for what is no ground for an answer."""
    if hit.text.rstrip().endswith(_TELLING_NOTHING) and hit.speaker:
        return hit.score * _QUESTION_WORTH
    if hit.speaker == "assistant":
        return hit.score * (_REPLY_WORTH if hit.grounded else _INVENTED_WORTH)
    return hit.score
