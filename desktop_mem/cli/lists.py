"""`desktop-mem reminders`, `topics` and `memory proposals`: what waits and what was talked about, without a model."""

from __future__ import annotations

from pathlib import Path

from desktop_mem.app import make_worker, open_home
from desktop_mem.cli.lines_of_updates import Line, line_of, proposal_line, reminder_line, topic_line
from desktop_mem.cli.output import Output
from desktop_mem.errors import EnvironmentFault
from desktop_mem.memory.update import ProposalDecided, ReminderFell, Update
from desktop_mem.runtime.command import Question, ShowReminders, ShowTopics
from desktop_mem.runtime.inbox import Inbox
from desktop_mem.runtime.proposal_command import AcceptProposal, RejectProposal, ShowProposals
from desktop_mem.runtime.update import CommandFailed, ProposalsShown, RemindersShown, RuntimeUpdate, TopicsShown

NO_REMINDERS = "No reminder waits."
NO_TOPICS = "There are no topics yet."
NO_PROPOSALS = "No change waits for your decision."


def show_reminders(profile: Path, *, as_json: bool) -> int:
    """Print the reminders that wait, the soonest first; before them those that fall due right now."""
    return _show(profile, ShowReminders(), as_json=as_json)


def show_topics(profile: Path, *, as_json: bool) -> int:
    """Print all topics, oldest first."""
    return _show(profile, ShowTopics(), as_json=as_json)


def show_proposals(profile: Path, *, as_json: bool) -> int:
    """Print the changes that wait for the user's decision, the oldest first."""
    return _show(profile, ShowProposals(), as_json=as_json)


def decide(profile: Path, command: AcceptProposal | RejectProposal, *, as_json: bool) -> int:
    """Accept or reject a proposal, and print what came of it."""
    return _show(profile, command, as_json=as_json)


def _show(profile: Path, question: Question | AcceptProposal | RejectProposal, *, as_json: bool) -> int:
    output = Output(as_json=as_json)

    def show(update: Update | RuntimeUpdate) -> None:
        match update:
            case RemindersShown(reminders=reminders):
                _print(output, [reminder_line(reminder) for reminder in reminders], NO_REMINDERS)
            case TopicsShown(topics=topics, current=current):
                _print(output, [topic_line(topic, current) for topic in topics], NO_TOPICS)
            case ProposalsShown(proposals=proposals):
                _print(output, [proposal_line(proposal) for proposal in proposals], NO_PROPOSALS)
            case ProposalDecided():
                if line := line_of(update):
                    output.result(line.record, line.text)
            case ReminderFell():
                tell_reminder(output, update)
            case CommandFailed(reason=reason):
                raise EnvironmentFault(reason, "")
            case _:
                pass

    inbox = Inbox()
    worker = make_worker(open_home(profile), show, inbox)
    worker.start_stores()
    try:
        inbox.put(question)
        worker.turn()
    finally:
        worker.close()
    return 0


def tell_reminder(output: Output, update: ReminderFell) -> None:
    """Whatever command runs when a reminder falls due has to tell it: it will not fall due again."""
    if line := line_of(update):
        output.note(line.text)


def _print(output: Output, lines: list[Line], none: str) -> None:
    for line in lines:
        output.result(line.record, line.text)
    if not lines:
        output.note(none)
