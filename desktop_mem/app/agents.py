"""The agent of a profile: the kernel, put together over stores and a model."""

from __future__ import annotations

from datetime import timedelta
from importlib import resources
from string import Template

from desktop_mem.app import FULL_PROMPT_WINDOW, Home, default_paging
from desktop_mem.app.plane import control_plane, tidy_when_idle
from desktop_mem.control.resolver import AddressResolver
from desktop_mem.memory import function_set
from desktop_mem.memory.agent import Agent
from desktop_mem.memory.agent_policy import AgentPolicy
from desktop_mem.memory.fifo_queue import FifoQueue
from desktop_mem.memory.functions import Functions
from desktop_mem.memory.main_context import MainContext, WindowPlan, plan_window
from desktop_mem.memory.ports import Clock, ContextState, ExternalContext
from desktop_mem.memory.queue_manager import QueueManager, QueuePolicy
from desktop_mem.memory.recursive_summary import Summariser
from desktop_mem.memory.topic_switch import TopicSwitch
from desktop_mem.memory.working_context import WorkingContext, first_sections
from desktop_mem.runtime.ports import AgentStores, NamedModel
from desktop_mem.settings import Settings


def agent_over(home: Home, stores: AgentStores, model: NamedModel, clock: Clock) -> Agent:
    """The kernel over these stores and this model, with the main context that the journal holds."""
    settings = home.settings
    paging = settings.paging if settings.paging != "auto" else default_paging(home)
    alone = not model.name
    plan = plan_window(model.context_window, settings)
    state = stores.journal.load() or ContextState(sections=first_sections(settings.section_limit))
    working_context = _working_context(state, model, plan)
    external = ExternalContext(
        recall=stores.recall,
        archival=stores.archival,
        journal=stores.journal,
        ledger=stores.journal,
        history=stores.history,
        addresses=AddressResolver(stores, lambda: working_context.sections),
        turns=stores.turns,
        topics=stores.topics,
        reminders=stores.reminders,
        proposals=stores.proposals,
        statistics=stores,
        clock=clock,
    )
    plane = control_plane(settings, stores, notes_facts=paging != "model" or alone)
    policy = AgentPolicy(
        paging,
        settings.max_steps,
        function_set.Lengths.within(plan.reserve),
        settings.heartbeat_minutes,
        quotes=alone,
        proposal_days=settings.proposal_days,
    )
    context = MainContext(_instructions(settings, policy, plan), working_context, FifoQueue(), model, plan)
    queue_manager = QueueManager(
        context,
        external,
        model,
        eviction=plane.eviction,
        summariser=Summariser(model, model, reserve=plan.reserve, use_model=not policy.alone),
        policy=QueuePolicy(automatic=policy.plain, topic_gap=timedelta(hours=settings.topic_gap_hours)),
    )
    queue_manager.restore(state, stores.recall.read_many(state.queue))
    topics = TopicSwitch(external, queue_manager, least_score=settings.page_in_score)
    functions = Functions(context, external, model, model.name, plane=plane, topics=topics)
    agent = Agent(external, queue_manager=queue_manager, functions=functions, language_model=model, plane=plane, policy=policy)
    if settings.consolidation:
        tidy_when_idle(agent, external, stores)
    return agent


def _working_context(state: ContextState, model: NamedModel, plan: WindowPlan) -> WorkingContext:
    return WorkingContext(state.sections, fits=lambda text: model.count(text) <= plan.largest_working_context)


def _instructions(settings: Settings, policy: AgentPolicy, plan: WindowPlan) -> str:
    """The system instructions of the tier that fits the model and its window."""
    tier = settings.prompt_tier
    if tier == "auto":
        tier = "full" if plan.window >= FULL_PROMPT_WINDOW else "compact"
    name = "automatic" if policy.plain else f"system_{tier}"
    text = resources.files("desktop_mem.memory.prompts").joinpath(f"{name}.txt").read_text(encoding="utf-8").strip()
    docs = function_set.documentation(full=tier == "full", heartbeats=policy.heartbeat_minutes > 0)
    return Template(text).safe_substitute(functions=docs)
