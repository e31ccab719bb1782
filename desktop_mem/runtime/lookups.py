"""Lookups: the answers to questions that change nothing."""

from __future__ import annotations

from desktop_mem.memory.agent import Agent
from desktop_mem.memory.passage import HitPage
from desktop_mem.runtime.command import Search, ShowHistory, ShowPrompt, ShowReminders, ShowTopics
from desktop_mem.runtime.ports import LoadedModel, OpenStores
from desktop_mem.runtime.update import (
    HistoryShown,
    PromptShown,
    RemindersShown,
    RuntimeUpdate,
    SearchFinished,
    TopicsShown,
)

Lookup = Search | ShowHistory | ShowTopics | ShowReminders | ShowPrompt


def looked_up(question: Lookup, stores: OpenStores, agent: Agent, model: LoadedModel) -> RuntimeUpdate:
    """What the question asks for."""
    match question:
        case Search():
            return _search(question, stores)
        case ShowHistory(limit=limit, before=before, request_id=request_id):
            messages, more = stores.recall.history(limit, before)
            return HistoryShown(request_id, tuple(messages), more)
        case ShowTopics():
            return TopicsShown(tuple(stores.topics.all()), agent.topic)
        case ShowReminders():
            return RemindersShown(tuple(stores.reminders.waiting()))
        case ShowPrompt(request_id=request_id):
            return PromptShown(request_id, model.render(agent.context.prompt()), agent.context.used)


def _search(question: Search, stores: OpenStores) -> SearchFinished:
    recall: HitPage | None = None
    archival: HitPage | None = None
    if question.scope in ("all", "recall"):
        recall = stores.recall.search(question.query, question.page)
    if question.scope in ("all", "archival"):
        archival = stores.archival.search(question.query, question.page)
    return SearchFinished(question.request_id, question.query, recall, archival)
