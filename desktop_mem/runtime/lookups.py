"""Lookups: the answers to questions that change nothing."""

from __future__ import annotations

from datetime import datetime

from desktop_mem.control.addresses import parsed
from desktop_mem.errors import EnvironmentFault
from desktop_mem.memory.agent import Agent
from desktop_mem.memory.dates import span
from desktop_mem.memory.passage import HitPage
from desktop_mem.runtime.command import OpenPlace, Search, ShowHistory, ShowPrompt, ShowReminders, ShowTopics
from desktop_mem.runtime.ports import LoadedModel, OpenStores, Span
from desktop_mem.runtime.proposal_command import ShowProposals
from desktop_mem.runtime.update import (
    HistoryShown,
    OpenedText,
    PlaceOpened,
    PromptShown,
    ProposalsShown,
    RemindersShown,
    RuntimeUpdate,
    SearchFinished,
    TopicsShown,
)

Lookup = Search | OpenPlace | ShowHistory | ShowTopics | ShowReminders | ShowPrompt | ShowProposals


def looked_up(question: Lookup, stores: OpenStores, agent: Agent, model: LoadedModel) -> RuntimeUpdate:
    """What the question asks for."""
    match question:
        case Search():
            return _search(question, stores)
        case OpenPlace(address=address, request_id=request_id):
            return PlaceOpened(request_id, address, _opened(address, stores))
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
            return PromptShown(request_id, model.render(agent.context.prompt()), agent.context.used)


def _opened(text: str, stores: OpenStores) -> tuple[OpenedText, ...]:
    """What stands at an address. Raises `LookupError` with a sentence."""
    address = parsed(text)
    match address.kind:
        case "d" | "p":
            passages = stores.archival.read_place(str(address))
            return tuple(OpenedText(each.address, each.text, each.place.citation(each.title) if each.document else "") for each in passages)
        case "m":
            message = stores.recall.read(address.base)
            return (OpenedText(message.address, message.text, f"{message.created_at:%Y-%m-%d %H:%M} {message.role.value}"),)
        case "s":
            return (OpenedText(address.base, stores.journal.summary(address.base).text),)
    raise LookupError(f"{text} is not the address of a text. Those begin with m, p, d or s.")


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
