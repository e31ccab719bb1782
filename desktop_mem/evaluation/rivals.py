"""The rivals of MemGPT: ways to choose what stands in the window without a model that pages; each with the same head, model and stores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, Protocol

import numpy as np

from desktop_mem.evaluation.answers import abstains, words
from desktop_mem.evaluation.bench import Bench, BenchStores
from desktop_mem.evaluation.finished import finished
from desktop_mem.memory.main_context import WindowPlan
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Hit
from desktop_mem.memory.recursive_summary import Summariser

TOP_K: Final = 10
_SUPPORTED: Final = 0.5
_DECAY_PER_HOUR: Final = 0.995


@dataclass(frozen=True, slots=True)
class Memory:
    """All that is remembered, oldest first, and who can search, embed and count it."""

    bench: Bench
    stores: BenchStores
    hits: tuple[Hit, ...]
    plan: WindowPlan
    now: datetime
    world: str
    summaries: dict[str, str] = field(default_factory=dict)

    def similarities(self, text: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """The cosine of the text to every entry."""
        vectors = np.asarray(self.bench.embedder.embed([hit.text for hit in self.hits]))
        found: np.ndarray[tuple[int], np.dtype[np.float64]] = vectors @ np.asarray(self.bench.embedder.embed([text])[0])
        return found

    def best(self, scores: Sequence[float] | np.ndarray[tuple[int], np.dtype[np.float64]]) -> list[Hit]:
        """The `TOP_K` entries with the highest scores, best first."""
        return [self.hits[i] for i in np.argsort(-np.asarray(scores), kind="stable")[:TOP_K]]


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a rival puts before the question: entries in the order in which room is given to them, and a text for a summary.

    `in_order`: shown oldest first, whoever came first into the room.
    """

    hits: Sequence[Hit] = ()
    text: str = ""
    in_order: bool = False


Ask = Callable[[Chosen], str]
"""Has the model answer the question behind what was chosen."""


class Rival(Protocol):
    """Chooses for one question."""

    def __call__(self, question: str, memory: Memory, ask: Ask) -> Chosen: ...


def full_context(question: str, memory: Memory, ask: Ask) -> Chosen:
    """As much of everything as the window holds: of a conversation the newest, of documents the first."""
    said = [hit for hit in memory.hits if hit.speaker]
    return Chosen([*reversed(said), *(hit for hit in memory.hits if not hit.speaker)], in_order=True)


def summary_only(question: str, memory: Memory, ask: Ask) -> Chosen:
    """The recursive summary of everything, made once for a world, and nothing else."""
    if memory.world not in memory.summaries and memory.hits:
        memory.summaries[memory.world] = _summarised(memory)
    return Chosen(text=memory.summaries.get(memory.world, ""))


def _summarised(memory: Memory) -> str:
    """Made as if before the question, which neither pays for it nor goes on from what was read for it: whichever question comes first in
    a run, or in one that goes on, is answered as the others.
    """
    model, cost = memory.bench.model, memory.bench.model.cost
    entries = [Message(Role(hit.speaker or "user"), hit.text, hit.created_at, hit.address) for hit in memory.hits]
    summariser = Summariser(model, model, reserve=memory.plan.reserve, use_model=True)
    summary = finished(summariser.summarise("", entries, memory.plan.largest_summary)).text
    model.cost = replace(cost, over_window=model.cost.over_window)
    model.forget_prefix()
    return summary


def fixed_retrieval(question: str, memory: Memory, ask: Ask) -> Chosen:
    """The `TOP_K` entries whose vectors are nearest to the question's."""
    return Chosen(memory.best(memory.similarities(question)) if memory.hits else ())


def fixed_search(question: str, memory: Memory, ask: Ask) -> Chosen:
    """The `TOP_K` that the program's own search finds, without a score that they must reach."""
    found = [
        hit for page in (1, 2) for store in (memory.stores.recall, memory.stores.archival) for hit in store.search(question, page).hits
    ]
    return Chosen(sorted(found, key=lambda hit: hit.score, reverse=True)[:TOP_K])


def active_retrieval(question: str, memory: Memory, ask: Ask) -> Chosen:
    """As fixed retrieval; when the draft is unsure (it says so, or less than half of its words stand before it), again with the draft."""
    first = fixed_retrieval(question, memory, ask)
    draft = ask(first)
    known = {word for hit in first.hits for word in words(hit.text)} | set(words(question))
    said = words(draft)
    if said and not abstains(draft) and sum(word in known for word in said) >= _SUPPORTED * len(said):
        return first
    return fixed_retrieval(f"{question} {draft}", memory, ask)


def ranked_retrieval(question: str, memory: Memory, ask: Ask) -> Chosen:
    """The `TOP_K` by recency, importance and relevance, each scaled to 0..1 and equally weighed, as in generative agents.

    Importance, which the original has a model rate, is the share of words with a capital or a digit: names, dates and figures.
    """
    if not memory.hits:
        return Chosen()
    hours = np.asarray([(memory.now - hit.created_at).total_seconds() / 3600 for hit in memory.hits])
    scores = _scaled(memory.similarities(question)) + _scaled(_DECAY_PER_HOUR**hours)
    return Chosen(memory.best(scores + _scaled(np.asarray([_importance(hit.text) for hit in memory.hits]))))


def _importance(text: str) -> float:
    parts = text.split()
    return sum(any(c.isupper() or c.isdigit() for c in part) for part in parts[1:]) / max(1, len(parts))


def _scaled(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    spread = float(values.max() - values.min())
    return (values - values.min()) / spread if spread else np.zeros_like(values)
