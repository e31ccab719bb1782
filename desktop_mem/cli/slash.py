"""Slash commands: what a line of the chat that begins with a slash asks of the runtime."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from desktop_mem.errors import EnvironmentFault
from desktop_mem.memory.topic import Topic
from desktop_mem.runtime.command import (
    AddSection,
    CancelReminder,
    Command,
    EditAndResend,
    EditSummary,
    KeepText,
    OpenPlace,
    PressNow,
    RebuildSummary,
    Rethink,
    Retry,
    Rewrite,
    ShowPrompt,
    ShowReminders,
    ShowState,
    ShowTopics,
    SummariseNow,
    SwitchTopic,
    UndoTurn,
)
from desktop_mem.runtime.proposal_command import AcceptProposal, RejectProposal, ShowProposals

_ADDRESS = re.compile("t[0-9]+")


@dataclass(slots=True)
class Seen:
    """What the runtime has told so far and a command needs: the topics, and the summary."""

    topics: tuple[Topic, ...] = ()
    summary: str = ""
    summary_address: str = ""
    summary_by: str = ""


@dataclass(frozen=True, slots=True)
class Slash:
    """One command: how it is written, what it does, and the runtime's command that `make` makes of its argument.

    `first` is asked before that, for what `make` has to know; `shows` names what of the answers is to be printed.
    """

    usage: str
    text: str
    make: Callable[[str, Seen], Command | None]
    first: type[ShowTopics | ShowState] | None = None
    shows: str = ""


def read(line: str) -> tuple[Slash, str]:
    """The command of a line and its argument. Raises `EnvironmentFault` for a word that is none."""
    word, _, argument = line[1:].partition(" ")
    if word not in COMMANDS:
        raise EnvironmentFault(f"There is no command /{word}.", "/help lists them; a line that begins with // is said with one slash.")
    return COMMANDS[word], argument.strip()


def _summary(argument: str, seen: Seen) -> Command | None:
    if not argument:
        return None
    return RebuildSummary() if argument == "rebuild" else EditSummary(argument, seen.summary)


def _topic(argument: str, seen: Seen) -> Command:
    """Back to the topic of that address, or the newest of exactly that title; else a new one."""
    if _ADDRESS.fullmatch(argument):
        return SwitchTopic(address=argument)
    named = [topic.address for topic in seen.topics if topic.title == argument]
    return SwitchTopic(address=named[-1]) if named else SwitchTopic(title=argument)


def _section(argument: str, _seen: Seen) -> Command:
    verb, _, rest = argument.partition(" ")
    label, _, description = rest.strip().partition(" ")
    if verb != "new" or not label:
        raise EnvironmentFault("That is no whole command.", "Write /section new LABEL DESCRIPTION.")
    return AddSection(label, description.strip())


COMMANDS: dict[str, Slash] = {
    "help": Slash("/help", "list these commands", lambda *_: None, shows="help"),
    "retry": Slash("/retry", "take back the last answer and ask for another one", lambda *_: Retry()),
    "undo": Slash("/undo", "take back your last message with its answer, and what was written in between", lambda *_: UndoTurn()),
    "edit": Slash("/edit TEXT", "take back your last message and say TEXT instead", lambda text, _: EditAndResend(text)),
    "rethink": Slash("/rethink TEXT", "put TEXT in the place of the model's last thought", lambda text, _: Rethink(text)),
    "rewrite": Slash("/rewrite TEXT", "put TEXT in the place of the last answer", lambda text, _: Rewrite(text)),
    "summarise": Slash("/summarise", "summarise all but the last message and its answer now", lambda *_: SummariseNow()),
    "pressure": Slash("/pressure", "warn the model of memory pressure now", lambda *_: PressNow()),
    "summary": Slash(
        "/summary [TEXT | rebuild]", "show the summary, put TEXT in its place, or write it anew", _summary, ShowState, "summary"
    ),
    "prompt": Slash("/prompt", "print the next prompt exactly as the model would read it", lambda *_: ShowPrompt(), shows="prompt"),
    "topics": Slash("/topics", "list the topics", lambda *_: ShowTopics(), shows="topics"),
    "topic": Slash("/topic TITLE | tN", "go to the topic of that title or address; begin it when there is none", _topic, ShowTopics),
    "reminders": Slash("/reminders", "list the reminders that wait", lambda *_: ShowReminders(), shows="reminders"),
    "proposals": Slash("/proposals", "list the changes that wait for your decision", lambda *_: ShowProposals(), shows="proposals"),
    "accept": Slash("/accept qN", "do what was proposed", lambda address, _: AcceptProposal(address)),
    "reject": Slash("/reject qN", "do nothing of what was proposed", lambda address, _: RejectProposal(address)),
    "cancel": Slash("/cancel rN", "call a reminder off", lambda address, _: CancelReminder(address)),
    "open": Slash("/open ADDRESS", "print what stands at an address, such as m12, p7 or d3#page=4", lambda address, _: OpenPlace(address)),
    "keep": Slash("/keep TEXT", "put TEXT into archival storage", lambda text, _: KeepText(text)),
    "sections": Slash("/sections", "print the working context", lambda *_: ShowState(), shows="sections"),
    "section": Slash("/section new LABEL DESCRIPTION", "make a section of the working context", _section, shows="sections"),
}
