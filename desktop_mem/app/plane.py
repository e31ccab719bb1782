"""The control plane of a profile, put together as its settings say; and the idle work on its memory."""

from __future__ import annotations

from desktop_mem.control.address_cache import AddressCache
from desktop_mem.control.coherence import LineCoherence
from desktop_mem.control.consolidation import Consolidation
from desktop_mem.control.dirty_entries import PlainFacts
from desktop_mem.control.eviction import OldestFirst, SecondChance
from desktop_mem.control.page_in import SearchPageIn
from desktop_mem.control.quoting import Quotes
from desktop_mem.control.reminder_rules import ReminderRules
from desktop_mem.control.working_set import UsedMemories
from desktop_mem.control.write_gate import GroundedGate
from desktop_mem.memory.agent import Agent
from desktop_mem.memory.plane import ControlPlane
from desktop_mem.memory.ports import ExternalContext
from desktop_mem.runtime.ports import AgentStores
from desktop_mem.runtime.time_phrases import PhraseReader
from desktop_mem.settings import Settings


def control_plane(settings: Settings, stores: AgentStores, *, notes_facts: bool) -> ControlPlane:
    """Each mechanism is a setting. `notes_facts`: the program may write what the user told."""
    return ControlPlane(
        page_in=SearchPageIn(
            stores.recall,
            stores.archival,
            least_score=settings.page_in_score,
            cache=AddressCache(stores) if settings.page_in_cache else None,
        ),
        working_set=UsedMemories(),
        eviction=SecondChance(stores.journal) if settings.eviction == "second_chance" else OldestFirst(),
        reminders=ReminderRules(PhraseReader()),
        gate=GroundedGate(grounding=settings.grounding, taint=settings.taint_gate),
        quoting=Quotes(),
        coherence=LineCoherence(duplicates=settings.fold_duplicates, conflicts=settings.find_conflicts),
        write_back=PlainFacts(stores.journal, stores.history) if settings.write_back and notes_facts else None,
    )


def tidy_when_idle(agent: Agent, external: ExternalContext, stores: AgentStores) -> None:
    """Let the agent consolidate its memory in quiet moments."""
    context = agent.context
    work = Consolidation(
        external,
        context.working_context,
        dirty_entries=agent.dirty_entries,
        suggesting=agent.suggesting,
        progress=stores.progress,
        propose=agent.proposing.propose_text,
    )
    agent.when_idle = lambda: work.step(frozenset(context.queue.addresses))
