"""Proposing: what the user does with what the model proposed; the model has no way here."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from desktop_mem.errors import Refused
from desktop_mem.memory.memory_event import MemoryEvent
from desktop_mem.memory.ports import ExternalContext
from desktop_mem.memory.proposal import Proposal, ProposalState
from desktop_mem.memory.queue_manager import QueueManager
from desktop_mem.memory.reminding import Reminding
from desktop_mem.memory.topic_switch import TopicSwitch
from desktop_mem.memory.update import ProposalDecided, ProposalMade, ReminderSet, SectionChanged, Update
from desktop_mem.memory.working_context import SectionState

_LOOK_AGAIN = timedelta(hours=1)


class Proposing:
    """Accepts a proposal upon what holds now, rejects it, or lets it lapse `days` after it was made. All raise `Refused` with a sentence,
    and change nothing then.
    """

    def __init__(
        self, external: ExternalContext, queue_manager: QueueManager, topics: TopicSwitch, reminding: Reminding, days: int
    ) -> None:
        self._external = external
        self._manager = queue_manager
        self._topics = topics
        self._reminding = reminding
        self._days = days
        self._looked_at: datetime | None = None

    def accept(self, address: str) -> Generator[Update, None, None]:
        """Do what was proposed. No chain may run."""
        proposal = self._waiting(address)
        match proposal.function:
            case "set_reminder":
                yield from self._set_reminder(proposal)
            case "switch_topic":
                yield from self._switch_topic(proposal)
            case "condense":
                yield from self._condense(proposal)
            case _:
                yield from self._write_section(proposal)

    def reject(self, address: str) -> Generator[Update, None, None]:
        """Do nothing of what was proposed."""
        proposal = self._waiting(address)
        with self._manager.step():
            decided = self.decide(proposal, ProposalState.REJECTED)
        yield decided

    def lapse(self) -> Iterator[Update]:
        """Let go of what has waited too long. Quick when that was looked at within the hour."""
        now, looked = self._external.clock.now(), self._looked_at
        if looked and looked <= now < looked + _LOOK_AGAIN:
            return
        self._looked_at = now
        old = [each for each in self._external.proposals.waiting() if now - each.made_at >= timedelta(days=self._days)]
        if old:
            with self._manager.step():
                decided = [self.decide(proposal, ProposalState.LAPSED) for proposal in old]
            yield from decided

    def propose_text(self, section: SectionState, text: str, reason: str) -> list[Update]:
        """Put another text of a section, which the program made, before the user. Not within a step."""
        now, target = self._external.clock.now(), f"w:{section.label}"
        draft = Proposal("condense", {"label": section.label, "text": text}, target, section.text, text, reason, now, (target,))
        with self._manager.step():
            proposal = self._external.proposals.add(draft)
            self._external.journal.record(MemoryEvent(proposal.address, "propose", section.text, text, "control", now, sources=(target,)))
        return [ProposalMade(proposal)]

    def withdraw(self, address: str) -> list[Update]:
        """The turn in which it was made is taken back. To be called within a step."""
        proposal = self._external.proposals.read(address)
        return [self.decide(proposal, ProposalState.WITHDRAWN)] if proposal.state is ProposalState.WAITING else []

    def decide(self, proposal: Proposal, state: ProposalState) -> Update:
        """Write down what became of a proposal. To be called within a step."""
        now = self._external.clock.now()
        decided = replace(proposal, state=state, decided_at=now)
        self._external.proposals.change(decided)
        actor = "control" if state is ProposalState.LAPSED else "user"
        self._external.journal.record(
            MemoryEvent(proposal.address, "decide", proposal.after, state.value, actor, now, proposal.cause, proposal.sources)
        )
        return ProposalDecided(decided)

    def _waiting(self, address: str) -> Proposal:
        proposal = self._external.proposals.read(address)
        if proposal.state is not ProposalState.WAITING:
            raise Refused(f"{address} waits no more: it was {proposal.state.value}.")
        return proposal

    def _write_section(self, proposal: Proposal) -> Generator[Update, None, None]:
        """Upon the section as it reads now: an append fits any text, a replacement needs its old text to stand there once still."""
        context, arguments = self._manager.context.working_context, proposal.arguments
        label = arguments["label"]
        with self._manager.step():
            if proposal.function == "core_memory_append":
                before, after = context.append(label, arguments["content"])
            elif context.section(label).text.count(arguments["old_content"]) == 1:
                before, after = context.replace(label, arguments["old_content"], arguments["new_content"])
            else:
                raise _outdated(label)
            kind = proposal.function.removeprefix("core_memory_")
            self._record(proposal, kind, proposal.target, before.text, after.text)
            decided = self.decide(proposal, ProposalState.ACCEPTED)
        yield from self._shown(before, after)
        yield decided

    def _condense(self, proposal: Proposal) -> Generator[Update, None, None]:
        """Another text for the whole section, which has to read as it did."""
        label = proposal.arguments["label"]
        with self._manager.step():
            if self._manager.context.working_context.section(label).text != proposal.before:
                raise _outdated(label)
            before, after = self._manager.context.working_context.edit(label, proposal.after, expected=proposal.before)
            self._record(proposal, "edit", proposal.target, before.text, after.text)
            decided = self.decide(proposal, ProposalState.ACCEPTED)
        yield from self._shown(before, after)
        yield decided

    def _shown(self, before: SectionState, after: SectionState) -> Iterator[Update]:
        self._manager.context.refresh_head()
        yield SectionChanged(before, after)
        yield self._manager.context.measure()

    def _set_reminder(self, proposal: Proposal) -> Generator[Update, None, None]:
        """For the time that its phrase meant when it was proposed."""
        phrase, message = proposal.arguments["when"], proposal.arguments["message"]
        asked = self._reminding.made_of(phrase, message, proposal.made_at, proposal.cause)
        if not asked.when.rule and asked.when.due <= self._external.clock.now():
            raise Refused(f"the time of this reminder has passed ({asked.when.due:%A %Y-%m-%d %H:%M}). Reject it, or ask for another time.")
        with self._manager.step():
            reminder = self._external.reminders.add(asked)
            self._record(proposal, "remind", reminder.address, "", reminder.message)
            decided = self.decide(proposal, ProposalState.ACCEPTED)
        self._reminding.look_again()
        yield ReminderSet(reminder)
        yield decided

    def _switch_topic(self, proposal: Proposal) -> Generator[Update, None, None]:
        query = proposal.arguments["query"]
        self._topics.find(query, "")
        left = yield from self._topics.leave("")
        with self._manager.step():
            current, topic = self._topics.current, self._topics.wanted(query, "")
            self._record(proposal, "switch", topic.address, current, topic.address)
            decided = self.decide(proposal, ProposalState.ACCEPTED)
            updates = self._topics.enter(topic, left, "")
        yield from updates
        yield decided
        yield self._manager.context.measure()

    def _record(self, proposal: Proposal, kind: str, target: str, before: str, after: str) -> None:
        """The user's doing, on the model's word."""
        now, sources = self._external.clock.now(), (proposal.address, *proposal.sources)
        self._external.journal.record(MemoryEvent(target, kind, before, after, "user", now, proposal.cause, sources, proposal.model))


def _outdated(label: str) -> Refused:
    return Refused(f"the section {label} has changed since this was proposed. Reject it, or edit the section yourself.")
