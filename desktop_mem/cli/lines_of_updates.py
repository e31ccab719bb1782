"""What the chat says of each update: a record for programs and a line for people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from desktop_mem.control.resolver import changed_lines
from desktop_mem.memory.proposal import Proposal
from desktop_mem.memory.reminder import Reminder, ReminderState
from desktop_mem.memory.topic import Topic
from desktop_mem.memory.update import (
    ChainResumed,
    ChainSuspended,
    ChangeRedone,
    ChangeUndone,
    ConflictFound,
    EntryWritten,
    FunctionCalled,
    MemoryForgotten,
    MessageReplaced,
    PassageKept,
    PressureWarned,
    ProposalDecided,
    ProposalMade,
    QueueFlushed,
    ReminderFell,
    ReminderSet,
    StepMeasured,
    SuggestionDone,
    TopicSwitched,
    TurnUndone,
    WorkingSetMeasured,
)
from desktop_mem.memory.working_context import SectionState
from desktop_mem.runtime.update import PlaceOpened


@dataclass(frozen=True, slots=True)
class Line:
    """A record and a text. A `result` goes to standard output for people, too; another text is a note. An empty text is not said."""

    record: dict[str, Any]
    text: str
    result: bool = False


def line_of(update: Any) -> Line | None:
    """The line of an update that tells what happened; None for one that says nothing by itself."""
    make = _LINES.get(type(update))
    return make(update) if make else None


def topic_line(topic: Topic, current: str) -> Line:
    """A topic in a list; `current` is the address of the one in hand."""
    record = {"type": "topic", **asdict(topic), "current": topic.address == current}
    mark = " (in hand)" if topic.address == current else ""
    return Line(record, f"{topic.address}  {topic.started_at.astimezone():%Y-%m-%d %H:%M}  {topic.title}{mark}", result=True)


def reminder_line(reminder: Reminder) -> Line:
    """A reminder in a list."""
    text = f"{reminder.address}  {_time_of(reminder)}: {reminder.message}"
    return Line({"type": "reminder", **_fields(reminder)}, text, result=True)


def proposal_line(proposal: Proposal) -> Line:
    """A proposal in a list: what it changes, why it waits, on what it rests."""
    changes = changed_lines(proposal.before, proposal.after)
    sources = f" ({', '.join(proposal.sources)})" if proposal.sources else ""
    head = f"{proposal.address}  {proposal.made_at.astimezone():%Y-%m-%d %H:%M}  {proposal.function} {proposal.target}".rstrip()
    text = "\n".join([head, *(f"    {line}" for line in changes), f"    {proposal.reason}{sources}"])
    return Line({"type": "proposal", **asdict(proposal)}, text, result=True)


def section_line(section: SectionState) -> Line:
    """A section of the working context."""
    record = {"type": "section", **asdict(section)}
    notes = f"{len(section.text)} of {section.limit} characters" + (", read-only" if section.read_only else "")
    return Line(record, f"[{section.label}] {notes}\n{section.text or '(empty)'}\n", result=True)


def _called(update: FunctionCalled) -> Line:
    call = update.message.call.to_json() if update.message.call else ""
    text = f"[{call} -> {'ok' if update.ok else 'failed'}: {update.result}]"
    return Line({"type": "call", "call": call, "ok": update.ok, "result": update.result}, text)


def _flushed(update: QueueFlushed) -> Line:
    record = {"type": "flushed", **asdict(update)}
    moved = f"{len(update.evicted)} messages left the window: {update.tokens_before} -> {update.tokens_after} tokens"
    return Line(record, f"[{moved}; all are kept in recall]")


def _written(update: EntryWritten) -> Line:
    what = update.note or f"noted in {update.label} without the model, from {update.source}: {update.text}"
    return Line({"type": "noted", **asdict(update)}, f"[{what}]")


def _conflict(update: ConflictFound) -> Line:
    one, other = update.lines
    what = "the model edited a text that has changed" if update.outdated else "these cannot both hold"
    return Line({"type": "conflict", **asdict(update)}, f"[{what}: {one} | {other}]")


def _fell(update: ReminderFell) -> Line:
    reminder, missed = update.reminder, f", and {update.missed} times before that" if update.missed else ""
    record = {"type": "reminder_due", **_fields(reminder), "was_due": update.was_due, "missed": update.missed}
    due = f"{update.was_due.astimezone():%A %Y-%m-%d %H:%M}"
    return Line(record, f"Reminder {reminder.address}: {reminder.message} (due {due}{missed})", result=True)


def _set(update: ReminderSet) -> Line:
    reminder = update.reminder
    off = reminder.state is ReminderState.CANCELLED
    what = f"called off: {reminder.message}" if off else f"reminds you on {_time_of(reminder)}: {reminder.message}"
    return Line({"type": "reminder_set", **_fields(reminder)}, f"[{reminder.address} {'is ' if off else ''}{what}]")


def _proposed(update: ProposalMade) -> Line:
    address = update.proposal.address
    line = proposal_line(update.proposal)
    note = f"[proposed, nothing has changed: /accept {address} or /reject {address}]"
    return Line({**line.record, "type": "proposal_made"}, f"{line.text}\n{note}")


def _decided(update: ProposalDecided) -> Line:
    proposal = update.proposal
    record = {"type": "proposal_decided", "address": proposal.address, "state": proposal.state.value}
    return Line(record, f"[{proposal.address} is {proposal.state.value}]")


def _undone(update: TurnUndone) -> Line:
    kept = "".join(f" {sentence}" for sentence in update.kept)
    return Line({"type": "undone", **asdict(update)}, f"[taken back: {', '.join(update.addresses) or 'nothing'}.{kept}]")


def _replaced(update: MessageReplaced) -> Line:
    new = update.message
    thought = new.call.thought if new.call else ""
    record = {"type": "replaced", "address": update.address, "new_address": new.address, "text": new.text, "thought": thought}
    return Line(record, f"[{update.address} is replaced by {new.address}, as you wrote it]")


def _switched(update: TopicSwitched) -> Line:
    record = {"type": "topic_switched", "address": update.topic.address, "title": update.topic.title, "paged_in": update.paged_in}
    return Line(record, f"[topic {update.topic.address}: {update.topic.title}]")


def _fields(reminder: Reminder) -> dict[str, Any]:
    return {
        "address": reminder.address,
        "message": reminder.message,
        "phrase": reminder.phrase,
        "due": reminder.when.due,
        "rule": reminder.when.rule,
        "state": reminder.state.value,
    }


def _time_of(reminder: Reminder) -> str:
    """When it is due, in the local time of this machine."""
    again = f" (and again: {reminder.phrase})" if reminder.when.rule else ""
    return f"{reminder.when.due.astimezone():%A %Y-%m-%d %H:%M}{again}"


def _opened(update: PlaceOpened) -> Line:
    record = {"type": "opened", **asdict(update)}
    texts = [f"[{text.address}  {text.citation}]\n{text.text}" for text in update.texts]
    return Line(record, "\n".join(filter(None, [*texts, update.note])), result=True)


_LINES: dict[type, Callable[[Any], Line]] = {
    FunctionCalled: _called,
    QueueFlushed: _flushed,
    EntryWritten: _written,
    ConflictFound: _conflict,
    WorkingSetMeasured: lambda u: Line({"type": "working_set", **asdict(u), "hit_rate": u.hit_rate}, ""),
    SuggestionDone: lambda u: Line({"type": "suggestion_done", **asdict(u.suggestion)}, ""),
    PressureWarned: lambda u: Line({"type": "pressure", **asdict(u)}, f"[memory pressure: {u.used} of {u.budget} tokens]"),
    PassageKept: lambda u: Line({"type": "kept", "address": u.passage.address}, f"[kept as {u.passage.address}]"),
    ProposalMade: _proposed,
    ProposalDecided: _decided,
    ReminderFell: _fell,
    ReminderSet: _set,
    TurnUndone: _undone,
    ChangeUndone: lambda u: Line({"type": "change_undone", **asdict(u)}, f"[{u.event} ({u.target}) is undone]"),
    ChangeRedone: lambda u: Line({"type": "change_redone", **asdict(u)}, f"[{u.event} ({u.target}) is redone]"),
    MemoryForgotten: lambda u: Line({"type": "memory_forgotten", **asdict(u)}, f"[{u.target} is in the trash: {u.event}]"),
    MessageReplaced: _replaced,
    TopicSwitched: _switched,
    PlaceOpened: _opened,
    ChainSuspended: lambda u: Line({"type": "suspended", **asdict(u)}, ""),
    ChainResumed: lambda u: Line({"type": "resumed", **asdict(u)}, ""),
    StepMeasured: lambda u: Line({"type": "step", **asdict(u)}, ""),
}
