"""`desktop-mem memory`: the working context, why something is believed, what changed when, undo and redo, the trash, and proposals."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from desktop_mem.app import make_worker, open_home
from desktop_mem.cli.answers import answers
from desktop_mem.cli.arguments import count
from desktop_mem.cli.lists import decide, show_proposals, tell_reminder
from desktop_mem.cli.output import Output
from desktop_mem.control.explanation import Ground
from desktop_mem.control.resolver import changed_lines
from desktop_mem.memory.memory_event import MemoryEvent
from desktop_mem.memory.resolved import Resolved
from desktop_mem.memory.update import ChangeRedone, ChangeUndone, MemoryForgotten, ReminderFell, Update
from desktop_mem.runtime.command import Command
from desktop_mem.runtime.inbox import Inbox
from desktop_mem.runtime.memory_command import (
    ExplainMemory,
    ForgetMemory,
    RedoChange,
    RestoreMemory,
    ShowLedger,
    ShowMemoryAsOf,
    ShowTrash,
    UndoChange,
)
from desktop_mem.runtime.memory_update import LedgerShown, MemoryAsOfShown, MemoryExplained, TrashShown
from desktop_mem.runtime.proposal_command import AcceptProposal, RejectProposal
from desktop_mem.runtime.update import CountsChanged, RuntimeUpdate, SectionsShown

_WIDTH = 100


def add_commands(memory: argparse.ArgumentParser, printing: argparse.ArgumentParser) -> None:
    """The commands below `memory`."""
    commands = memory.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int], words: str) -> argparse.ArgumentParser:
        parser: argparse.ArgumentParser = commands.add_parser(name, parents=[printing], help=words)
        parser.set_defaults(run=run)
        return parser

    command("show", _show, "print the working context and what the stores hold")
    history = command("history", _history, "print what changed, newest first, in all memory or at one address")
    history.add_argument("address", nargs="?", default="", metavar="ADDRESS")
    history.add_argument("--limit", type=count, default=50, metavar="N", help="at most so many changes (50)")
    command("why", _why, "print which change brought it, because of which words").add_argument("address", metavar="ADDRESS")
    command("as-of", _as_of, "print memory as it was at the end of a day").add_argument("date", metavar="DATE")
    undoing = command("undo", _undo, "take back the last change of memory, or the one at e9")
    undoing.add_argument("address", nargs="?", default="", metavar="EVENT")
    undoing.add_argument("--along", action="store_true", help="first take back the later changes that rest on it")
    command("redo", _redo, "bring back what the last undo took back")
    forgetting = command("forget", _forget, "put a message, a kept passage or a line of a section into the trash")
    forgetting.add_argument("address", metavar="ADDRESS")
    forgetting.add_argument("--line", default="", metavar="TEXT", help="of a section: the line as it stands there")
    command("restore", _restore, "bring back what is in the trash").add_argument("address", metavar="ADDRESS|EVENT")
    command("trash", _trash, "print what was forgotten and can be brought back")
    command("proposals", _proposals, "list the changes that wait for your decision")
    command("accept", _accept, "do what was proposed").add_argument("address", metavar="ADDRESS")
    command("reject", _reject, "do nothing of what was proposed").add_argument("address", metavar="ADDRESS")


def _show(options: argparse.Namespace) -> int:
    """Every section, then the counts."""
    output = Output(as_json=options.json)

    def show(update: Update | RuntimeUpdate) -> None:
        match update:
            case SectionsShown(sections=sections):
                for section in sections:
                    record = {
                        "type": "section",
                        "label": section.label,
                        "text": section.text,
                        "limit": section.limit,
                        "read_only": section.read_only,
                    }
                    output.result(
                        record, f"[{section.label}] {len(section.text)} of {section.limit} characters\n{section.text or '(empty)'}\n"
                    )
            case CountsChanged(counts=counts):
                record = {"type": "counts", "messages": counts.messages, "passages": counts.passages, "documents": counts.documents}
                output.result(
                    record,
                    f"{counts.messages} messages in recall, "
                    f"{counts.passages} passages of {counts.documents} documents in archival storage.",
                )
            case _:
                pass

    worker = make_worker(open_home(options.profile), show, Inbox())
    worker.start_stores()
    worker.close()
    return 0


def _history(options: argparse.Namespace) -> int:
    output, [shown] = _asked(options, ShowLedger(options.address, options.limit), LedgerShown)
    for event in shown.events:
        output.result(_record(event), _line(event))
    if shown.more:
        output.note("There are older changes; --limit shows more.")
    if not shown.events:
        output.note("Nothing has changed there yet.")
    return 0


def _why(options: argparse.Namespace) -> int:
    output, [shown] = _asked(options, ExplainMemory(options.address), MemoryExplained)
    memory = shown.explanation.memory
    if memory.note:
        output.note(memory.note)
    for ground in shown.explanation.grounds:
        record = {
            "type": "ground",
            "address": memory.address,
            "text": ground.text,
            "event": _record(ground.event) if ground.event else None,
            "cause": asdict(ground.caused) if ground.caused else None,
            "sources": [asdict(source) for source in ground.sources],
        }
        output.result(record, "\n".join(_lines_of(ground)))
    return 0


def _lines_of(ground: Ground) -> list[str]:
    event = ground.event
    by = f"{event.actor}{f' ({event.model})' if event.model else ''}" if event else ""
    brought = f"    {event.address}  {event.at:%Y-%m-%d %H:%M}  {event.kind} by {by}" if event else "    from the beginning"
    because = [f"    because of {_source(ground.caused)}"] if ground.caused else []
    return [_one_line(ground.text), brought, *because, *(f"    rests on {_source(source)}" for source in ground.sources)]


def _source(source: Resolved) -> str:
    citation = source.texts[0].citation if source.texts else ""
    words = f"({source.note})" if source.note else ""
    return " ".join(filter(None, [source.address, citation, words, f'"{_one_line(source.text)}"' if source.text else ""]))


def _as_of(options: argparse.Namespace) -> int:
    output, [shown] = _asked(options, ShowMemoryAsOf(options.date), MemoryAsOfShown)
    for section in shown.sections:
        record = {"type": "section", "label": section.label, "text": section.text, "at": shown.at}
        output.result(record, f"[{section.label}]\n{section.text or '(empty)'}\n")
    for note in shown.notes:
        record = {"type": "note", "address": note.address, "text": note.text, "at": shown.at, "now": note.citation}
        output.result(record, f"{note.address}  {_one_line(note.text) or f'({note.citation})'}")
    return 0


def _undo(options: argparse.Namespace) -> int:
    return _changed(options, UndoChange(options.address, options.along))


def _redo(options: argparse.Namespace) -> int:
    return _changed(options, RedoChange())


def _forget(options: argparse.Namespace) -> int:
    return _changed(options, ForgetMemory(options.address, options.line))


def _restore(options: argparse.Namespace) -> int:
    return _changed(options, RestoreMemory(options.address))


_DONE = {ChangeUndone: "undone", ChangeRedone: "redone", MemoryForgotten: "forgotten"}


def _changed(options: argparse.Namespace, command: Command) -> int:
    output, done = _asked(options, command, tuple(_DONE))
    for update in done:
        what = _DONE[type(update)]
        output.result({"type": what, "event": update.event, "target": update.target}, f"{update.event} ({update.target}) is {what}.")
    return 0


def _trash(options: argparse.Namespace) -> int:
    output, [shown] = _asked(options, ShowTrash(), TrashShown)
    for item in shown.items:
        text = f"{item.event}  {item.forgotten_at:%Y-%m-%d %H:%M}  {item.target}  {_one_line(item.text)}"
        output.result({"type": "trash", **asdict(item)}, text)
    if not shown.items:
        output.note("The trash is empty.")
    return 0


def _proposals(options: argparse.Namespace) -> int:
    return show_proposals(options.profile, as_json=options.json)


def _accept(options: argparse.Namespace) -> int:
    return decide(options.profile, AcceptProposal(options.address), as_json=options.json)


def _reject(options: argparse.Namespace) -> int:
    return decide(options.profile, RejectProposal(options.address), as_json=options.json)


def _asked(options: argparse.Namespace, command: Command, kind: Any) -> tuple[Output, list[Any]]:
    """The answers of that kind; a reminder that falls due meanwhile is told, because it will not fall due again."""
    output = Output(as_json=options.json)
    updates = answers(options.profile, command)
    for update in updates:
        if isinstance(update, ReminderFell):
            tell_reminder(output, update)
    return output, [update for update in updates if isinstance(update, kind)]


def _record(event: MemoryEvent) -> dict[str, Any]:
    return {"type": "event", **asdict(event)}


def _line(event: MemoryEvent) -> str:
    of = f" of {event.of}" if event.of else ""
    because = f", because of {event.cause}" if event.cause else ""
    undone = " (undone)" if event.undone else ""
    head = f"{event.address}  {event.at:%Y-%m-%d %H:%M}  {event.kind}{of} {event.target} by {event.actor}{because}{undone}"
    return "\n".join([head, *(f"    {_one_line(line)}" for line in changed_lines(event.before, event.after))])


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _WIDTH else f"{line[: _WIDTH - 1]}…"
