"""The composition root of the control plane: which of its rules hold, by the settings."""

from __future__ import annotations

from desktop_mem.control.address_cache import AddressCache
from desktop_mem.control.coherence import LineCoherence
from desktop_mem.control.dirty_entries import PlainFacts
from desktop_mem.control.eviction import OldestFirst, SecondChance
from desktop_mem.control.page_in import SearchPageIn
from desktop_mem.control.quoting import Quotes
from desktop_mem.control.reminder_rules import ReminderRules
from desktop_mem.control.working_set import UsedMemories
from desktop_mem.control.write_gate import GroundedGate
from desktop_mem.memory.plane import ControlPlane
from desktop_mem.runtime.ports import AgentStores
from desktop_mem.runtime.time_phrases import PhraseReader
from desktop_mem.settings import Settings


def make_plane(settings: Settings, stores: AgentStores, *, paging: str, without_model: bool) -> ControlPlane:
    """The rules over these stores; `paging` is `model`, `assisted` or `automatic`."""
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
        write_back=PlainFacts(stores.journal, stores.history) if settings.write_back and (paging != "model" or without_model) else None,
        quoting=Quotes(),
        coherence=LineCoherence(duplicates=settings.fold_duplicates, conflicts=settings.find_conflicts),
    )
