"""Reversal: one change of memory is taken back by another one of the opposite direction, which the ledger records as well."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from desktop_mem.errors import Refused
from desktop_mem.memory.memory_event import FORGET, UNDO, MemoryEvent, detail_of
from desktop_mem.memory.ports import ExternalContext
from desktop_mem.memory.queue_manager import QueueManager
from desktop_mem.memory.reminder import Reminder, ReminderState, When
from desktop_mem.memory.update import ReminderSet, SectionChanged, SummaryChanged, Update
from desktop_mem.memory.working_context import SectionState


class ChangedSince(Refused):
    """What the change had made is no longer so; nothing was done."""


def shape_of(section: SectionState, place: int) -> dict[str, Any]:
    """What the ledger keeps of a section beside its text; see `detail_of`."""
    return {"description": section.description, "limit": section.limit, "read_only": section.read_only, "place": place}


def time_of(reminder: Reminder) -> dict[str, str]:
    """What the ledger keeps of a reminder that waits."""
    return {"due": reminder.when.due.isoformat(), "rule": reminder.when.rule}


class Reversal:
    """Makes a piece of memory what it was before one change of it, whoever made that, and records so.

    `show_reminders` is called when one waits again.
    """

    def __init__(self, external: ExternalContext, queue_manager: QueueManager, show_reminders: Callable[[], None]) -> None:
        self._external = external
        self._manager = queue_manager
        self._context = queue_manager.context
        self._show_reminders = show_reminders
        self._ways: dict[str, Callable[[MemoryEvent], tuple[str, list[Update]]]] = {
            "w": self._section,
            "p": self._passage,
            "m": self._message,
            "r": self._reminder,
            "s": self._summary,
            "t": self._title,
        }

    def reverse(self, event: MemoryEvent, kind: str = UNDO, *, cause: str = "") -> list[Update]:
        """Take the event back, and record that as an event of `kind`. Within a step. Raises `Refused`, `ChangedSince` when what it made is
        no longer so; nothing has changed then.
        """
        try:
            detail, updates = self._ways[event.target[0]](event)
        except LookupError:
            raise ChangedSince(f"{event.target} is gone.") from None
        now = self._external.clock.now()
        self._external.journal.record(
            MemoryEvent(
                event.target, kind, event.after, event.before, "user", now, cause=cause, detail=detail, of=event.of or event.address
            )
        )
        return updates

    def _section(self, event: MemoryEvent) -> tuple[str, list[Update]]:
        label, sections = event.target[2:], self._context.working_context
        now = next((section for section in sections.sections if section.label == label), None)
        shape = shape_of(now, sections.place(label)) if now else None
        if not event.detail or event.configures:
            if now is None or (_bare(shape) != _bare(event.became) if event.configures else now.text != event.after):
                raise ChangedSince(f"the section {label} was changed since then.")
            changed = {**_bare(event.was)} if event.configures else {"text": event.before}
            after = replace(now, **changed)
            sections.put(after, sections.place(label))
            return _turned(event), [SectionChanged(now, after)]
        if (now is None) != (event.became is None) or (now and (now.text, _bare(shape)) != (event.after, _bare(event.became))):
            raise ChangedSince(f"the section {label} was changed since then.")
        if event.was is None:
            sections.remove(label)
            return detail_of(shape, None), []
        sections.put(SectionState(label, event.before, **_bare(event.was)), event.was["place"])
        return _turned(event), []

    def _passage(self, event: MemoryEvent) -> tuple[str, list[Update]]:
        gone = not event.after
        if self._external.archival.read(event.target).undone != gone:
            raise ChangedSince(f"{event.target} was changed since then.")
        turns = self._external.turns
        (turns.restore if gone else turns.undo)([event.target])
        return "", []

    def _message(self, event: MemoryEvent) -> tuple[str, list[Update]]:
        """Of messages only what was forgotten can be brought back; it is then found again, and stays out of the queue."""
        found, message = bool(event.became), self._external.recall.read(event.target)
        if message.undone == found:
            raise ChangedSince(f"{event.target} was changed since then.")
        if not found and self._was_taken_back(message.turn):
            raise ChangedSince(f"the turn of {event.target} was taken back.")
        if found:
            self._external.turns.undo([event.target])
            self._context.queue.evict([event.target])
        else:
            self._external.turns.restore([event.target])
        return _turned(event), []

    def _was_taken_back(self, turn: str) -> bool:
        """Whether the message that a chain answered was undone, and not only forgotten."""
        if not turn or not self._external.recall.read(turn).undone:
            return False
        return all(event.undone for event in self._external.history.events(turn) if event.kind == FORGET)

    def _reminder(self, event: MemoryEvent) -> tuple[str, list[Update]]:
        reminder = self._external.reminders.read(event.target)
        if event.was and event.became:
            return self._snoozed(event, reminder)
        wanted = ReminderState.WAITING if event.after else ReminderState.CANCELLED
        if reminder.state is not wanted:
            raise ChangedSince(f"{event.target} {'waits no more' if event.after else 'was changed since then'}.")
        if event.after:
            after, detail = replace(reminder, state=ReminderState.CANCELLED), detail_of(time_of(reminder), None)
        else:
            was = event.was or {"due": reminder.starts.isoformat(), "rule": reminder.when.rule}
            after, detail = replace(reminder, state=ReminderState.WAITING, when=_when(was)), detail_of(None, was)
        self._external.reminders.change(after)
        self._show_reminders()
        return detail, [ReminderSet(after)]

    def _snoozed(self, event: MemoryEvent, reminder: Reminder) -> tuple[str, list[Update]]:
        """Only its time was changed."""
        if reminder.state is not ReminderState.WAITING or time_of(reminder) != event.became:
            raise ChangedSince(f"{event.target} was changed since then.")
        after = replace(reminder, when=_when(event.was))
        self._external.reminders.change(after)
        self._show_reminders()
        return _turned(event), [ReminderSet(after)]

    def _summary(self, event: MemoryEvent) -> tuple[str, list[Update]]:
        queue, ledger, topics = self._context.queue, self._external.ledger, self._external.topics
        record = ledger.summary(event.target)
        topic = next((topic for topic in topics.all() if topic.address == record.topic), None)
        in_hand = self._manager.topic == record.topic
        if event.became != (queue.summary_address if in_hand or topic is None else topic.summary):
            raise ChangedSince(f"the summary {event.became or event.was} was changed since then.")
        if topic:
            topics.put(replace(topic, summary=event.was))
        if not in_hand:
            return _turned(event), []
        before = ledger.summary(event.was) if event.was else None
        self._manager.show_summary(event.was, before.text if before else "", before.nonce if before else "")
        return _turned(event), [SummaryChanged(event.was, queue.summary, before.by if before else "")]

    def _title(self, event: MemoryEvent) -> tuple[str, list[Update]]:
        topic = next((topic for topic in self._external.topics.all() if topic.address == event.target), None)
        if topic is None or topic.title != event.after:
            raise ChangedSince(f"the title of {event.target} was changed since then.")
        self._external.topics.put(replace(topic, title=event.before))
        return "", []


def _when(time: dict[str, str]) -> When:
    return When(datetime.fromisoformat(time["due"]), time["rule"])


def _bare(shape: dict[str, Any] | None) -> dict[str, Any]:
    """A section's shape without its place."""
    return {name: value for name, value in (shape or {}).items() if name != "place"}


def _turned(event: MemoryEvent) -> str:
    """The detail of the opposite change."""
    return detail_of(event.became, event.was) if event.detail else ""
