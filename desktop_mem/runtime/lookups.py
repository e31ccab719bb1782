"""Lookups: the answers to questions that change nothing."""

from __future__ import annotations

from datetime import datetime

from desktop_mem.errors import EnvironmentFault
from desktop_mem.memory.agent import Agent
from desktop_mem.memory.dates import span
from desktop_mem.memory.main_context import MainContext, prompt_message
from desktop_mem.memory.passage import HitPage
from desktop_mem.runtime.command import OpenPlace, Search, ShowHistory, ShowPrompt, ShowReminders, ShowTopics
from desktop_mem.runtime.memory_command import LedgerQuestion
from desktop_mem.runtime.memory_lookups import memory_looked_up
from desktop_mem.runtime.ports import LoadedModel, OpenStores, Span
from desktop_mem.runtime.proposal_command import ShowProposals
from desktop_mem.runtime.update import (
    HistoryShown,
    PlaceOpened,
    PromptShown,
    ProposalsShown,
    RemindersShown,
    RuntimeUpdate,
    SearchFinished,
    TopicsShown,
)

Lookup = Search | OpenPlace | ShowHistory | ShowTopics | ShowReminders | ShowPrompt | ShowProposals | LedgerQuestion


def looked_up(question: Lookup, stores: OpenStores, agent: Agent, model: LoadedModel) -> RuntimeUpdate:
    """What the question asks for."""
    match question:
        case Search():
            return _search(question, stores)
        case OpenPlace(address=address, request_id=request_id):
            found = agent.session.resolve(address)
            return PlaceOpened(request_id, address, found.texts, found.kind, found.standing, found.note)
        case ShowHistory(limit=limit, before=before, request_id=request_id):
            messages, more = stores.recall.history(limit, before)
            return HistoryShown(request_id, tuple(messages), more)
        case ShowTopics():
            return TopicsShown(tuple(stores.topics.all()), agent.topic)
        case ShowReminders():
            return RemindersShown(tuple(stores.reminders.waiting()))
        case ShowProposals():
            return ProposalsShown(tuple(stores.proposals.waiting()))
        case ShowPrompt(request_id=request_id):
            return PromptShown(request_id, model.render(agent.context.prompt()), agent.context.used, _parts(agent.context))
    return memory_looked_up(question, stores, agent)


def _parts(context: MainContext) -> tuple[tuple[str, str], ...]:
    """What stands in each part of the window."""
    messages = [prompt_message(message) for message in context.queue.messages]
    return (
        ("instructions", context.instructions),
        ("working_context", context.working_context.render()),
        ("summary", context.queue.summary_text()),
        ("queue", "\n\n".join(f"{message.role}: {message.text}" for message in messages)),
    )


def _search(question: Search, stores: OpenStores) -> SearchFinished:
    """Raises `LookupError` for documents that there are not, and `Refused` for what is no date."""
    within = question.within
    stretch = _stretch(within.start, within.end)
    chosen = [stores.choice.inside(within.inside)] if within.inside else []
    chosen += [stores.choice.tagged(within.tag)] if within.tag else []
    documents = frozenset.intersection(*chosen) if chosen else None
    recall = archival = None
    if within.kind != "p" and documents is None:
        recall = _said(question, stores, stretch)
    if within.kind != "m":
        archival = _stored(question, stores, documents, stretch)
    return SearchFinished(question.request_id, question.query, recall, archival)


def _said(question: Search, stores: OpenStores, stretch: Span | None) -> HitPage | None:
    """Messages; without a query what was said in that time, in its order, and nothing without a time."""
    if question.query.strip():
        return stores.recall.search(question.query, question.page, span=stretch)
    return stores.recall.search_dates(*stretch, question.page) if stretch else None


def _stored(question: Search, stores: OpenStores, documents: frozenset[int] | None, stretch: Span | None) -> HitPage:
    """Passages; without a query those of the documents, or what was kept."""
    if question.query.strip():
        return stores.archival.search(question.query, question.page, documents=documents, span=stretch)
    return stores.archival.browse(question.page, documents=documents, span=stretch)


def _stretch(start: str, end: str) -> Span | None:
    """From one date to the other, both included; without a start from the beginning, without an end until now. Raises `Refused`."""
    if not (start or end):
        return None
    first, last = span(start or "1970", end or "9999", datetime.now().astimezone())
    if last <= first:
        raise EnvironmentFault(f"{end} lies before {start}.", "Swap the two dates.")
    return first, last
