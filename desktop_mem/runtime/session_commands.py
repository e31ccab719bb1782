"""Session commands: how each command on the conversation and the working context is carried out by the kernel's session."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from desktop_mem.errors import EnvironmentFault, Refused
from desktop_mem.memory.session import Session
from desktop_mem.memory.update import PassageKept, ReminderSet, SectionChanged, Update
from desktop_mem.memory.working_context import SectionState
from desktop_mem.runtime.command import (
    AddSection,
    CancelReminder,
    ConfigureSection,
    EditAndResend,
    EditSection,
    EditSummary,
    KeepText,
    MemoryCommand,
    PressNow,
    RebuildSummary,
    RemoveSection,
    RenameTopic,
    Rethink,
    Retry,
    Rewrite,
    SessionCommand,
    SnoozeReminder,
    SummariseNow,
    SwitchTopic,
    UndoTurn,
)
from desktop_mem.runtime.memory_command import ForgetMemory, RedoChange, RestoreMemory, UndoChange
from desktop_mem.runtime.proposal_command import AcceptProposal, RejectProposal


def carried_out(session: Session, command: SessionCommand | MemoryCommand) -> Iterator[Update]:
    """The updates of one command. Raises `EnvironmentFault` with a sentence for what the kernel refuses."""
    try:
        yield from _HOW[type(command)](session, command)
    except Refused as refusal:
        raise EnvironmentFault(f"Not done: {refusal}", "") from refusal


def _edit_section(session: Session, command: EditSection) -> Iterator[Update]:
    yield SectionChanged(*session.edit_section(command.label, command.text, expected=command.expected))


def _add_section(session: Session, command: AddSection) -> Iterator[Update]:
    session.add_section(SectionState(command.label, command.text, command.limit, command.description, command.read_only))
    yield from ()


def _configure_section(session: Session, command: ConfigureSection) -> Iterator[Update]:
    change = session.configure_section(command.label, description=command.description, limit=command.limit, read_only=command.read_only)
    yield SectionChanged(*change)


def _remove_section(session: Session, command: RemoveSection) -> Iterator[Update]:
    session.remove_section(command.label)
    yield from ()


def _rename_topic(session: Session, command: RenameTopic) -> Iterator[Update]:
    session.rename_topic(command.address, command.title)
    yield from ()


def _keep(session: Session, command: KeepText) -> Iterator[Update]:
    yield PassageKept(session.keep(command.text))


def _cancel_reminder(session: Session, command: CancelReminder) -> Iterator[Update]:
    yield ReminderSet(session.cancel_reminder(command.address))


def _snooze_reminder(session: Session, command: SnoozeReminder) -> Iterator[Update]:
    yield ReminderSet(session.snooze_reminder(command.address, command.minutes))


_HOW: dict[type, Callable[[Session, Any], Iterable[Update]]] = {
    Retry: lambda session, command: session.retry(command.turn),
    UndoTurn: lambda session, command: session.undo_turn(command.turn),
    EditAndResend: lambda session, command: session.edit_and_resend(command.text, command.request_id, command.turn),
    Rethink: lambda session, command: session.rethink(command.text, command.turn),
    Rewrite: lambda session, command: session.rewrite(command.text, command.turn),
    SummariseNow: lambda session, _: session.summarise_now(),
    PressNow: lambda session, _: session.pressure_now(),
    EditSummary: lambda session, command: session.edit_summary(command.text, expected=command.expected),
    RebuildSummary: lambda session, _: session.rebuild_summary(),
    SwitchTopic: lambda session, command: session.switch_topic(command.address, command.title),
    UndoChange: lambda session, command: session.undo_change(command.address, along=command.along),
    RedoChange: lambda session, _: session.redo_change(),
    ForgetMemory: lambda session, command: session.forget(command.address, command.line),
    RestoreMemory: lambda session, command: session.restore(command.address),
    EditSection: _edit_section,
    AddSection: _add_section,
    ConfigureSection: _configure_section,
    RemoveSection: _remove_section,
    RenameTopic: _rename_topic,
    KeepText: _keep,
    CancelReminder: _cancel_reminder,
    AcceptProposal: lambda session, command: session.proposing.accept(command.address),
    RejectProposal: lambda session, command: session.proposing.reject(command.address),
    SnoozeReminder: _snooze_reminder,
}
