"""Page-in: what the control plane brings into the window before the model answers a user message."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_mem.control.ledger_questions import ADDRESS as LEDGER
from desktop_mem.memory.passage import Hit
from desktop_mem.memory.ports import ArchivalStorage, RecallStorage

_MOST_HITS = 4
# A reply rests on what was told, a question tells nothing: what the user stated and what documents say is worth more.
_REPLY_WORTH, _QUESTION_WORTH = 0.7, 0.4
_QUESTION_MARKS = ("?", "？")


class SearchPageIn:
    """Searches recall and archival storage with the user's own words and keeps the best hits above a score."""

    def __init__(self, recall: RecallStorage, archival: ArchivalStorage, *, least_score: float) -> None:
        self._recall = recall
        self._archival = archival
        self._least_score = least_score

    def choose(self, query: str, *, in_view: frozenset[str], before: str) -> Sequence[Hit]:
        """See `PageIn.choose`."""
        found = [*self._recall.search(query, 1, before=before).hits, *self._archival.search(query, 1).hits]
        known = in_view - {LEDGER}  # what the ledger said before may no longer hold
        fit = [hit for hit in found if _worth(hit) >= self._least_score and hit.address not in known]
        return sorted(fit, key=_worth, reverse=True)[:_MOST_HITS]


def _worth(hit: Hit) -> float:
    """The hit's score, less for what is no ground for an answer."""
    if hit.text.rstrip().endswith(_QUESTION_MARKS) and hit.speaker:
        return hit.score * _QUESTION_WORTH
    return hit.score * (_REPLY_WORTH if hit.speaker == "assistant" else 1.0)
