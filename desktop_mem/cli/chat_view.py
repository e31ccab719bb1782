"""The chat's view: turns updates into lines, and never says anything in the middle of a reply."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from desktop_mem.cli.lines_of_updates import Line, line_of, proposal_line, reminder_line, section_line, topic_line
from desktop_mem.cli.lists import NO_PROPOSALS, NO_REMINDERS, NO_TOPICS
from desktop_mem.cli.output import Output
from desktop_mem.cli.slash import COMMANDS, Seen
from desktop_mem.memory.update import (
    ChainSuspended,
    FunctionCalled,
    QueueFlushed,
    ReplySent,
    ReplyStreamed,
    StepStarted,
    SummaryChanged,
    TopicSwitched,
    TurnFailed,
    Yielded,
)
from desktop_mem.runtime.update import (
    CommandFailed,
    EmbedderReady,
    EngineReady,
    PromptShown,
    ProposalsShown,
    RemindersShown,
    SectionsShown,
    SummaryShown,
    TopicsShown,
)

_PROMPT = "> "
_ENDS_REPLY = (ReplySent, FunctionCalled, TurnFailed, StepStarted, Yielded)
_NO_SUMMARY = "There is no summary yet: everything that was said in this topic is in view."


class ChatView:
    """Shows updates as they come; what comes in the middle of a reply waits for its end.

    `busy` says that a chain runs, `failures` counts what was not answered or not done, `seen` is what commands need to know.
    `wanted` names the list that was asked for: the runtime sends some of them unasked, too.
    """

    def __init__(self, output: Output, *, interactive: bool) -> None:
        self._output = output
        self._interactive = interactive
        self._asked = False
        self._streamed = ""
        self._held: list[Any] = []
        self._ready: list[EngineReady | EmbedderReady] = []
        self.seen = Seen()
        self.busy = False
        self.failures = 0
        self.wanted = ""

    def ask(self) -> None:
        """Show the prompt, unless it stands there already."""
        if self._interactive and not self._asked:
            self._output.stream(_PROMPT)
            self._asked = True

    def typed(self) -> None:
        """The user ended the line with the prompt."""
        if self._asked:
            self._output.began_line()
        self._asked = False

    def show(self, update: Any) -> None:
        """Say what an update tells, now or after the reply."""
        if isinstance(update, ReplyStreamed):
            self._stream(update.text)
            return
        if self._streamed and not isinstance(update, _ENDS_REPLY):
            self._held.append(update)
            return
        self._tell(update)
        if isinstance(update, _ENDS_REPLY):
            self._streamed, held = "", self._held
            self._held = []
            for each in held:
                self._tell(each)

    def fail(self, reason: str) -> None:
        """Say that something was not answered or not done, and why."""
        if self._output.as_json:
            self._output.result({"type": "failed", "reason": reason}, "")
        self._note(reason)
        self.failures += 1

    def print_help(self) -> None:
        """List the commands."""
        width = max(len(command.usage) for command in COMMANDS.values())
        for command in COMMANDS.values():
            record = {"type": "command", "usage": command.usage, "text": command.text}
            self._print(Line(record, f"{command.usage:{width}}  {command.text}", result=True))

    def print_summary(self) -> None:
        """The summary."""
        seen = self.seen
        record = {"type": "summary", "address": seen.summary_address, "text": seen.summary, "by": seen.summary_by}
        self._print(Line(record, seen.summary or _NO_SUMMARY, result=True))

    def _tell(self, update: Any) -> None:
        if isinstance(update, SummaryChanged) and self.wanted != "summary" and self.seen.summary != update.text:
            self._print(Line({"type": "summary", **asdict(update)}, "[the summary has changed; /summary shows it]"))
        self._keep(update)
        match update:
            case EngineReady() | EmbedderReady():
                self._tell_ready(update)
            case ReplySent():
                self._reply(update)
            case TurnFailed(reason=reason) | CommandFailed(reason=reason):
                self.fail(reason)
            case TopicsShown() | RemindersShown() | ProposalsShown() | SectionsShown() | PromptShown():
                self._list(update)
            case _:
                if line := line_of(update):
                    self._print(line)

    def _keep(self, update: Any) -> None:
        """What later commands need to know."""
        seen = self.seen
        match update:
            case StepStarted():
                self.busy = True
            case Yielded() | ChainSuspended():
                self.busy = False
            case TopicsShown(topics=topics):
                seen.topics = topics
            case QueueFlushed(summary=text, summary_address=address, summarised_by=by):
                seen.summary, seen.summary_address, seen.summary_by = text, address, by
            case SummaryChanged(text=text, address=address, by=by):
                seen.summary, seen.summary_address, seen.summary_by = text, address, by
            case SummaryShown(text=text, address=address):
                seen.summary, seen.summary_address = text, address
            case TopicSwitched(topic=topic, summary=text):
                seen.summary, seen.summary_address, seen.summary_by = text, topic.summary, ""

    def _tell_ready(self, update: EngineReady | EmbedderReady) -> None:
        """Once: the runtime sends these again with its state."""
        if update in self._ready:
            return
        self._ready.append(update)
        if isinstance(update, EngineReady):
            self._note(f"Ready: {update.model}. {update.notice}".strip() if update.model else update.fault)
        elif update.fault:
            self._note(f"Search knows words only. {update.fault}")

    def _reply(self, update: ReplySent) -> None:
        message, cut = update.message, update.cut
        call = message.call.to_json() if message.call else ""
        if self._output.as_json:
            record: dict[str, Any] = {
                "type": "reply",
                "address": message.address,
                "text": message.text,
                "cut": cut,
                "call": call,
                "turn": message.turn,
            }
            record |= {"grounds": message.grounds, "tainted": message.tainted}
            self._output.result(record, "")
        else:
            self._stream(_not_yet_said(self._streamed.strip(), message.text))
        self._output.end_line()
        if message.grounds is not None:
            self._note(f"[{', '.join(message.grounds) or 'not from memory'}]")
        if cut:
            self._note(f"[the reply ended early: {cut}]")

    def _list(self, update: TopicsShown | RemindersShown | ProposalsShown | SectionsShown | PromptShown) -> None:
        """A list, if it was asked for."""
        match update:
            case TopicsShown(topics=topics, current=current) if self.wanted == "topics":
                self._print_all([topic_line(topic, current) for topic in topics], NO_TOPICS)
            case RemindersShown(reminders=reminders) if self.wanted == "reminders":
                self._print_all([reminder_line(reminder) for reminder in reminders], NO_REMINDERS)
            case ProposalsShown(proposals=proposals) if self.wanted == "proposals":
                self._print_all([proposal_line(proposal) for proposal in proposals], NO_PROPOSALS)
            case SectionsShown(sections=sections) if self.wanted == "sections":
                self._print_all([section_line(section) for section in sections], "")
            case PromptShown(text=text, tokens=tokens):
                self._prompt(text, tokens)

    def _prompt(self, text: str, tokens: int) -> None:
        """To the letter, so that it can be compared."""
        if self._output.as_json:
            self._output.result({"type": "prompt", "text": text, "tokens": tokens}, "")
        else:
            self._begin()
            self._output.stream(text)
            self._note(f"[{tokens} tokens]")

    def _print_all(self, lines: list[Line], none: str) -> None:
        for line in lines:
            self._print(line)
        if not lines:
            self._note(none)

    def _print(self, line: Line) -> None:
        if self._output.as_json:
            self._output.result(line.record, "")
        elif line.text:
            self._begin()
            if line.result:
                self._output.result(line.record, line.text)
            else:
                self._output.note(line.text)

    def _stream(self, text: str) -> None:
        if self._output.as_json:
            return
        if self._asked:
            self._begin()
        self._streamed += text
        self._output.stream(text)

    def _note(self, text: str) -> None:
        self._begin()
        self._output.note(text)

    def _begin(self) -> None:
        """Leave the line of the prompt, or of an unfinished reply."""
        self._output.end_line()
        self._asked = False


def _not_yet_said(said: str, whole: str) -> str:
    """What the reply has beyond the text that was streamed: the program adds the time of a reminder that the model left out."""
    if whole.startswith(said):
        return whole[len(said) :]
    return "" if said.startswith(whole) else f"\n{whole}"
