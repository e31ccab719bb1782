"""Every policy in one place: the program's three ways of paging, and the rivals, under one harness."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from desktop_mem.errors import EnvironmentFault
from desktop_mem.evaluation import rivals
from desktop_mem.evaluation.bench import Bench, BenchStores
from desktop_mem.evaluation.outcome import Outcome
from desktop_mem.evaluation.play import AgentPlayer
from desktop_mem.evaluation.play_rival import RivalPlayer
from desktop_mem.evaluation.task import Task


@dataclass(frozen=True, slots=True)
class Policy:
    """Who decides what stands in the window: the kernel in the mode `paging`, or a rival."""

    name: str
    about: str
    paging: str = ""
    rival: rivals.Rival | None = None


POLICIES: Final = {
    policy.name: policy
    for policy in (
        Policy("memgpt", "the model alone pages, as in the paper", paging="model"),
        Policy("assisted", "the program pages in before the model answers and pages itself", paging="assisted"),
        Policy("automatic", "the program pages, the model only answers", paging="automatic"),
        Policy("summary", "recursive summary only", rival=rivals.summary_only),
        Policy("retrieval", f"fixed retrieval of the {rivals.TOP_K} nearest vectors", rival=rivals.fixed_retrieval),
        Policy("search", f"fixed retrieval of {rivals.TOP_K} by the program's own search", rival=rivals.fixed_search),
        Policy("full", "full context, truncated at the window", rival=rivals.full_context),
        Policy("active", "retrieves again when the draft is unsure", rival=rivals.active_retrieval),
        Policy("ranked", "recency, importance and relevance", rival=rivals.ranked_retrieval),
    )
}


def chosen(names: str) -> tuple[Policy, ...]:
    """The policies of these names, one behind the other with commas between; `all`. Raises `EnvironmentFault`."""
    wanted = list(POLICIES) if names == "all" else [name.strip() for name in names.split(",") if name.strip()]
    if unknown := [name for name in wanted if name not in POLICIES]:
        raise EnvironmentFault(f"There is no policy {', '.join(unknown)}.", f"The policies are: {', '.join(POLICIES)}, or all.")
    return tuple(POLICIES[name] for name in wanted)


class Player(Protocol):
    """Plays tasks by one policy."""

    def play(self, task: Task, stores: BenchStores, addresses: Mapping[str, str]) -> Outcome:
        """What came of the task in these stores, where each id of its world has an address."""
        ...


def player(policy: Policy, bench: Bench, settings: Mapping[str, object]) -> Player:
    """What plays tasks by that policy, in the profile's settings with these changes."""
    if policy.rival is None:
        return AgentPlayer(bench, {**settings, "paging": policy.paging})
    return RivalPlayer(policy.rival, bench, settings)
