"""Lookups: the answers to questions that change nothing."""

from __future__ import annotations

from datetime import datetime

from desktop_mem.errors import EnvironmentFault
from desktop_mem.memory.agent import Agent
from desktop_mem.memory.dates import span
from desktop_mem.memory.passage import HitPage
from desktop_mem.runtime.command import OpenPlace, Search, ShowHistory, ShowPrompt, ShowReminders, ShowTopics
from desktop_mem.runtime.memory_command import LedgerQuestion
from desktop_mem.runtime.memory_lookups import memory_looked_up
from desktop_mem.runtime.ports import LoadedModel, OpenStores, Span
from desktop_mem.runtime.update import (
    HistoryShown,
    PlaceOpened,
    PromptShown,
    RemindersShown,
    RuntimeUpdate,
    SearchFinished,
    TopicsShown,
)

Lookup = Search | OpenPlace | ShowHistory | ShowTopics | ShowReminders | ShowPrompt | LedgerQuestion


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
        case ShowPrompt(request_id=request_id):
            return PromptShown(request_id, model.render(agent.context.prompt()), agent.context.used)
    return memory_looked_up(question, stores, agent)


def _search(question: Search, stores: OpenStores) -> SearchFinished:
    """Raises `LookupError` for documents that there are not, and `Refused` for what is no date."""
    within = question.within
    stretch = _stretch(within.start, within.end)
    chosen = [stores.choice.inside(within.inside)] if within.inside else []
    chosen += [stores.choice.tagged(within.tag)] if within.tag else []
    documents = frozenset.intersection(*chosen) if chosen else None
    recall: HitPage | None = None
    archival: HitPage | None = None
    if within.kind != "p" and documents is None:
        recall = stores.recall.search(question.query, question.page, span=stretch)
    if within.kind != "m":
        archival = stores.archival.search(question.query, question.page, documents=documents, span=stretch)
    return SearchFinished(question.request_id, question.query, recall, archival)


def _stretch(start: str, end: str) -> Span | None:
    """From one date to the other, both included; without a start from the beginning, without an end until now. Raises `Refused`."""
    if not (start or end):
        return None
    first, last = span(start or "1970", end or "9999", datetime.now().astimezone())
    if last <= first:
        raise EnvironmentFault(f"{end} lies before {start}.", "Swap the two dates.")
    return first, last
