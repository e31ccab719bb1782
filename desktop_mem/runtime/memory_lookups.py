"""Memory lookups: the answers to questions on memory and its ledger."""

from __future__ import annotations

from datetime import datetime

from desktop_mem.control.addresses import parsed
from desktop_mem.control.explanation import explanation
from desktop_mem.control.line_origins import sections_as_of
from desktop_mem.control.trash import Hidden, TrashItem, trash
from desktop_mem.memory.agent import Agent
from desktop_mem.memory.dates import span
from desktop_mem.memory.memory_event import DELETE, FORGET, MemoryEvent
from desktop_mem.memory.resolved import OpenedText
from desktop_mem.runtime.memory_command import ExplainMemory, LedgerQuestion, ShowLedger, ShowMemoryAsOf, ShowTrash
from desktop_mem.runtime.memory_update import LedgerShown, MemoryAnswer, MemoryAsOfShown, MemoryExplained, TrashShown
from desktop_mem.runtime.ports import OpenStores


def memory_looked_up(question: LedgerQuestion, stores: OpenStores, agent: Agent) -> MemoryAnswer:
    """What the question asks for. Raises `LookupError` for an address that nothing ever had, `Refused` for what is no date."""
    match question:
        case ExplainMemory(address=address, request_id=request_id):
            return MemoryExplained(request_id, explanation(str(parsed(address)), agent.session, stores.history))
        case ShowLedger():
            return _ledger(question, stores, agent)
        case ShowMemoryAsOf():
            return _as_of(question, stores, agent)
        case ShowTrash(request_id=request_id):
            return TrashShown(request_id, tuple(_trash(stores)))


def _ledger(question: ShowLedger, stores: OpenStores, agent: Agent) -> LedgerShown:
    target = agent.session.resolve(question.address).address if question.address else ""
    events = stores.history.events(target, question.limit + 1)[::-1]
    newest, hidden = events[: question.limit], Hidden(stores.history)
    undo, redo = next(stores.history.standing(), None), stores.history.taken_back()
    return LedgerShown(
        question.request_id,
        target,
        tuple(map(hidden.event, newest)),
        len(events) > len(newest),
        undo.address if undo else "",
        redo.of if redo else "",
    )


def _as_of(question: ShowMemoryAsOf, stores: OpenStores, agent: Agent) -> MemoryAsOfShown:
    _, at = span(question.date, question.date, datetime.now().astimezone())
    events = stores.history.events()
    hidden = Hidden(stores.history)
    sections = sections_as_of(at, agent.context.working_context.sections, [hidden.event(event) for event in events])
    notes: dict[str, MemoryEvent] = {}
    for event in events:
        if event.target.startswith("p") and event.at < at:
            notes[event.target] = event
    kept = tuple(
        OpenedText(address, hidden.text(address, event.after), "" if not hidden.hides(address) else "forgotten since")
        for address, event in notes.items()
        if event.after
    )
    return MemoryAsOfShown(question.request_id, at, tuple(sections), kept)


def _trash(stores: OpenStores) -> list[TrashItem]:
    """What was deleted for good since then is no longer in it."""
    deleted = {event.target for event in stores.history.standing(DELETE)}
    forgotten = [event for event in stores.history.standing(FORGET) if event.target not in deleted]
    return trash(forgotten, lambda address: _words(address, stores))


def _words(address: str, stores: OpenStores) -> str:
    if address.startswith("m"):
        message = stores.recall.read(address)
        return message.text or (message.call.to_json() if message.call else "")
    return stores.archival.read(address).text
