"""Session commands: what the user does to the conversation itself; each leaves recall, queue, memory and index consistent."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace

from desktop_mem.errors import Refused
from desktop_mem.memory.agenda import OpenEvent
from desktop_mem.memory.event import MemoryPressure, Priority, UserMessage
from desktop_mem.memory.heartbeat import SEND_MESSAGE
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Passage
from desktop_mem.memory.ports import ExternalContext, MemoryEvent, SummaryRecord
from desktop_mem.memory.proposing import Proposing
from desktop_mem.memory.queue_manager import QueueManager
from desktop_mem.memory.recursive_summary import Summary
from desktop_mem.memory.reminder import Reminder, ReminderState
from desktop_mem.memory.source import Origin
from desktop_mem.memory.topic import Topic, title_of
from desktop_mem.memory.topic_switch import TopicSwitch
from desktop_mem.memory.update import (
    MessageReplaced,
    PressureWarned,
    ReminderSet,
    SectionChanged,
    SummaryChanged,
    TurnUndone,
    Update,
)
from desktop_mem.memory.working_context import Change, SectionState

_WORTH_SUMMARISING = 64


class Session:
    """The user's hand on the conversation. All raise `Refused` with a sentence, and change nothing then.

    What is taken back is marked in recall and no longer found; it is never deleted. A chain that runs must have ended before
    anything but a section, a reminder or the summary is changed.
    """

    def __init__(
        self,
        external: ExternalContext,
        queue_manager: QueueManager,
        topics: TopicSwitch,
        proposing: Proposing,
        *,
        plain: bool,
        names_time: Callable[[str], bool],
    ) -> None:
        self._external = external
        self._manager = queue_manager
        self._context = queue_manager.context
        self._topics = topics
        self.proposing = proposing
        self._plain = plain
        self._names_time = names_time

    def undo_turn(self, turn: str = "") -> Generator[Update, None, None]:
        """Take back a message of the user (the last one, if none is named) with its answer, and what its functions wrote."""
        yield from self._undo(self._turn(turn), with_message=True)

    def retry(self, turn: str = "") -> Generator[Update, None, None]:
        """Take back an answer; its message waits for another one."""
        turn = self._turn(turn)
        tries = sum(change.kind == "undo" and change.target == turn for change in self._external.ledger.changes(turn))
        again = OpenEvent(turn, Priority.USER, variation=tries + 1)
        yield from self._undo(turn, with_message=False, then=lambda: self._manager.agenda.add(again))

    def edit_and_resend(self, text: str, request_id: str, turn: str = "") -> Generator[Update, None, None]:
        """Take back a turn, and say `text` instead."""
        if not text.strip():
            raise Refused("the message is empty. Write something first.")
        message, urgent = UserMessage(text, request_id), self._names_time(text)
        # Sent again after a crash the message is known: then its turn is not taken back.
        yield from self._undo(self._turn(turn), with_message=True, unless=lambda: not self._manager.take(message, urgent=urgent))

    def rewrite(self, text: str, turn: str = "") -> Generator[Update, None, None]:
        """Put `text` in the place of the last reply of a turn."""
        old = self._last_call(turn, only_reply=True)
        if not text.strip():
            raise Refused("the reply would be empty. Undo the turn instead.")
        call = replace(old.call, arguments={**old.call.arguments, "message": text.strip()}) if old.call else None
        written = text.strip() if self._plain or call is None else call.to_json()
        yield from self._replace(old, replace(old, text=text.strip(), call=call, prompt_text=written), old.text, text.strip())

    def rethink(self, text: str, turn: str = "") -> Generator[Update, None, None]:
        """Put `text` in the place of the last thought of a turn."""
        if self._plain:
            raise Refused("this model writes no thoughts. Rewrite its reply instead.")
        old = self._last_call(turn, only_reply=False)
        assert old.call is not None, "only calls are looked at"
        call = replace(old.call, thought=text.strip())
        yield from self._replace(old, replace(old, call=call, prompt_text=call.to_json()), old.call.thought, text.strip())

    def summarise_now(self) -> Generator[Update, None, None]:
        """Flush all but the last turn into the summary."""
        messages = self._context.queue.messages
        last = next((m.address for m in reversed(messages) if m.role is Role.USER), "")
        old = [m for m in messages if last not in (m.address, m.turn)]
        if sum(m.tokens for m in old) < _WORTH_SUMMARISING:
            raise Refused("little is in view but the last message and its answer, so there is nothing to summarise.")
        yield from self._manager.flush_out([m.address for m in old])
        yield self._context.measure()

    def pressure_now(self) -> Generator[Update, None, None]:
        """Warn the model of memory pressure, so that it saves what matters."""
        if self._plain:
            raise Refused("this model cannot call functions, so a warning would not reach it. Everything is in recall already.")
        warning = MemoryPressure(self._context.used, self._context.plan.budget)
        self._manager.accept(warning)
        yield PressureWarned(warning.used, warning.budget)

    def edit_summary(self, text: str, *, expected: str) -> Generator[Update, None, None]:
        """The user's own summary; refused when it no longer reads as `expected`."""
        queue, most = self._context.queue, self._context.plan.largest_summary
        if queue.summary != expected:
            raise Refused("the summary has changed since you began to edit it. Look at the new text and edit again.")
        if (size := self._context.count(text)) > most:
            raise Refused(f"the summary would take {size} tokens and may take {most}. Shorten it.")
        yield from self._put_summary(Summary(text.strip(), "user"), (), builds_on=True)

    def rebuild_summary(self) -> Generator[Update, None, None]:
        """Write the summary in view anew from all the messages that it covers, without those that were taken back.

        The model reads them all again, which takes long where they are many; a stop leaves an extract, which is made at once.
        """
        records = self._external.ledger.chain(self._context.queue.summary_address)
        messages = [m for m in self._covered(records) if not m.undone and m.text.strip()]
        if not messages:
            raise Refused("there is no summary yet: everything that was said in this topic is in view.")
        summary = yield from self._manager.summaries.anew(messages)
        yield from self._put_summary(summary, tuple(message.address for message in messages), builds_on=False)

    def switch_topic(self, address: str, title: str) -> Generator[Update, None, None]:
        """Go to the topic at `address`, or to a new one of that title when it is empty."""
        topics = self._topics.by_address()
        if address and address not in topics:
            raise Refused(f"there is no topic {address}.")
        if address == self._manager.topic and address:
            raise Refused("that is the topic in hand.")
        if not address and not title.strip():
            raise Refused("a new topic needs a title.")
        left = yield from self._topics.leave("")
        with self._manager.step():
            updates = self._topics.enter(topics[address] if address else self._topics.new(title), left, "")
        yield from updates
        yield self._context.measure()

    def rename_topic(self, address: str, title: str) -> Topic:
        """Give a topic another title."""
        topics = self._topics.by_address()
        if address not in topics or not title.strip():
            raise Refused(f"there is no topic {address}." if title.strip() else "a topic needs a title.")
        with self._manager.step():
            return self._external.topics.put(replace(topics[address], title=title.strip()))

    def keep(self, text: str) -> Passage:
        """Put a text of the user's own into archival storage."""
        if not text.strip():
            raise Refused("there is nothing to keep. Write the text first.")
        now = self._external.clock.now()
        with self._manager.step():
            passage = self._external.archival.insert(Passage(text.strip(), now, origin=Origin.USER))
            self._record(MemoryEvent(passage.address, "insert", "", passage.text, "user", now))
        return passage

    def cancel_reminder(self, address: str) -> Reminder:
        """Call a reminder off. Raises `LookupError` for an address that none has."""
        reminder = self._external.reminders.read(address)
        if reminder.state is not ReminderState.WAITING:
            raise Refused(f"{address} waits no more.")
        after = replace(reminder, state=ReminderState.CANCELLED)
        with self._manager.step():
            self._external.reminders.change(after)
            self._record(MemoryEvent(address, "remove", reminder.message, "", "user", self._external.clock.now()))
        return after

    def edit_section(self, label: str, text: str, *, expected: str) -> Change:
        """The user's own edit of a section of the working context."""
        with self._manager.step():
            before, after = self._context.working_context.edit(label, text, expected=expected)
            self._record_section("edit", label, before.text, after.text)
        self._show_sections()
        return before, after

    def add_section(self, section: SectionState) -> None:
        """A section of the user's own."""
        with self._manager.step():
            self._context.working_context.add(section)
            self._record_section("add", section.label, "", section.text)
        self._show_sections()

    def configure_section(self, label: str, *, description: str, limit: int, read_only: bool) -> Change:
        """What a section is for, how many characters it may hold, and whether only the user may write it."""
        with self._manager.step():
            change = self._context.working_context.configure(label, description=description, limit=limit, read_only=read_only)
        self._show_sections()
        return change

    def remove_section(self, label: str) -> SectionState:
        """Take out a section that the user made; the ledger keeps its text."""
        with self._manager.step():
            section = self._context.working_context.remove(label)
            self._record_section("remove", label, section.text, "")
        self._show_sections()
        return section

    def _show_sections(self) -> None:
        # In the middle of a chain the head stays as it is, or all that was read would have to be read again.
        if not self._manager.turn:
            self._context.refresh_head()

    def _turn(self, turn: str) -> str:
        """The turn that is meant: the named one, or the last."""
        turn = turn or self._external.turns.last()
        if not turn:
            raise Refused("nothing has been said yet.")
        if self._external.recall.read(turn).undone:
            raise Refused("that message was taken back already.")
        return turn

    def _last_call(self, turn: str, *, only_reply: bool) -> Message:
        """The last call of a turn."""
        for message in reversed(self._external.turns.messages(self._turn(turn))):
            if message.call and message.role is Role.ASSISTANT and (not only_reply or message.call.function == SEND_MESSAGE):
                return message
        raise Refused("the last message has no answer yet.")

    def _undo(
        self,
        turn: str,
        *,
        with_message: bool,
        unless: Callable[[], bool] = lambda: False,
        then: Callable[[], None] = lambda: None,
    ) -> Generator[Update, None, None]:
        """Take back a turn in one step with what `then` does; nothing at all when `unless` says so."""
        messages = self._external.turns.messages(turn)
        gone = tuple(message.address for message in messages if with_message or message.address != turn)
        with self._manager.step():
            if unless():
                return
            changed, kept = self._take_back(turn)
            self._external.turns.undo(gone)
            self._context.queue.evict(message.address for message in messages)
            self._manager.agenda.close(turn)
            if with_message:
                self._forget_title(messages[0])
            said = messages[0].text if with_message else ""
            self._record(MemoryEvent(turn, "undo", said, "", "user", self._external.clock.now(), cause=turn, sources=gone))
            changed += self._scrub(frozenset(gone), {})
            then()
        self._context.refresh_head()
        yield TurnUndone(turn, gone, tuple(kept))
        yield from changed
        yield self._context.measure()

    def _forget_title(self, message: Message) -> None:
        """A topic that was named after what is taken back waits for another name."""
        for topic in self._external.topics.all():
            if topic.started_at == message.created_at and topic.title == title_of(message.text):
                self._external.topics.put(replace(topic, title=""))

    def _take_back(self, turn: str) -> tuple[list[Update], list[str]]:
        """Undo what the turn's functions wrote, newest first; what changed, and sentences on what had to stay."""
        updates: list[Update] = []
        kept: list[str] = []
        written = self._external.ledger.changes(turn)
        undone = max((i for i, change in enumerate(written) if change.kind == "undo" and change.target == turn), default=-1)
        for change in reversed(written[undone + 1 :]):
            if change.target.startswith("w:"):
                updates += self._take_back_section(change, kept)
            elif change.target.startswith("p"):
                self._external.turns.undo([change.target])
            elif change.target.startswith("r"):
                updates += self._take_back_reminder(change.target)
            elif change.kind == "propose":
                updates += self.proposing.withdraw(change.target)
            elif change.kind == "switch":
                updates += self._take_back_switch(change)
        return updates, kept

    def _take_back_reminder(self, address: str) -> list[Update]:
        """One that fell due already is done."""
        reminder = self._external.reminders.read(address)
        if reminder.state is not ReminderState.WAITING:
            return []
        after = replace(reminder, state=ReminderState.CANCELLED)
        self._external.reminders.change(after)
        return [ReminderSet(after)]

    def _take_back_switch(self, change: MemoryEvent) -> list[Update]:
        """Go back to the topic that the turn left, unless the conversation has gone on to another one since."""
        topics = self._topics.by_address()
        if change.after != self._manager.topic or change.before not in topics:
            return []
        self._context.queue.evict(self._context.queue.addresses)
        return list(self._topics.enter(topics[change.before], None, ""))

    def _take_back_section(self, change: MemoryEvent, kept: list[str]) -> list[Update]:
        label = change.target.removeprefix("w:")
        sections = {section.label: section for section in self._context.working_context.sections}
        before = sections.get(label)
        if before is None or before.text != change.after:
            kept.append(f"The section {label} was changed since then and stays as it is.")
            return []
        after = sections[label] = replace(before, text=change.before)
        self._context.working_context.put_back(sections.values())
        now = self._external.clock.now()
        self._record(MemoryEvent(change.target, "undo", before.text, after.text, "user", now, cause=change.cause))
        return [SectionChanged(before, after)]

    def _replace(self, old: Message, draft: Message, before: str, after: str) -> Generator[Update, None, None]:
        """Put another message in the place of one; the old one is kept as undone."""
        with self._manager.step():
            new = self._external.recall.insert(self._manager.view.counted(replace(draft, address="", token_ids=())))
            self._external.turns.undo([old.address])
            self._context.queue.replace(old.address, self._manager.view.in_view(new))
            self._record(
                MemoryEvent(old.address, "edit", before, after, "user", self._external.clock.now(), cause=old.turn, sources=(new.address,))
            )
            changed = self._scrub(frozenset({old.address}), {old.address: new.address})
        yield MessageReplaced(old.address, new)
        yield from changed
        yield self._context.measure()

    def _scrub(self, gone: frozenset[str], instead: Mapping[str, str]) -> list[Update]:
        """No summary rests on what is `gone` any more: each begins again from the one before, with an extract of what it covers else.

        A text that the user wrote stays as it is. Within the step.
        """
        heads = [topic.summary for topic in self._external.topics.all() if topic.summary]
        changed: list[Update] = []
        for head in dict.fromkeys([*heads, self._context.queue.summary_address]):
            records = self._external.ledger.chain(head)
            first = next((i for i, record in enumerate(records) if not gone.isdisjoint(record.covers)), len(records))
            if first == len(records) or any(record.by == "user" for record in records[first:]):
                continue
            base = records[first - 1] if first else None
            messages = [self._external.recall.read(instead.get(m.address, m.address)) for m in self._covered(records[first:])]
            messages = [message for message in messages if not message.undone and message.text.strip()]
            changed += self._begin_summary_again(head, base, messages)
        return changed

    def _begin_summary_again(self, head: str, base: SummaryRecord | None, messages: Sequence[Message]) -> list[Update]:
        """Put an extract of the messages, which builds upon `base`, in the place of the summary at `head`."""
        queue, before = self._context.queue, base.text if base else ""
        text, address = before, base.address if base else ""
        nonce = base.nonce if base else ""
        if messages:
            text = self._manager.summaries.extract(before, messages).text
            if nonce or any(message.tainted for message in messages):
                nonce = self._manager.view.nonce(text)
            covers = tuple(message.address for message in messages)
            now = self._external.clock.now()
            record = SummaryRecord(text, covers, now, self._manager.topic, "extract", before=address, nonce=nonce)
            address = self._external.journal.record(record)
        for topic in self._external.topics.all():
            if topic.summary == head:
                self._external.topics.put(replace(topic, summary=address))
        if queue.summary_address != head:
            return []
        self._manager.show_summary(address, text, nonce)
        return [SummaryChanged(address, text, "extract")]

    def _covered(self, records: Sequence[SummaryRecord]) -> list[Message]:
        """All messages that these summaries cover, in order."""
        covered = dict.fromkeys(address for record in records for address in record.covers)
        return [self._external.recall.read(address) for address in covered]

    def _put_summary(self, summary: Summary, covers: tuple[str, ...], *, builds_on: bool) -> Generator[Update, None, None]:
        with self._manager.step():
            self._manager.summaries.put(summary, covers, self._manager.topic, builds_on=builds_on)
        yield SummaryChanged(self._context.queue.summary_address, summary.text, summary.by)
        yield self._context.measure()

    def _record_section(self, kind: str, label: str, before: str, after: str) -> None:
        self._record(MemoryEvent(f"w:{label}", kind, before, after, "user", self._external.clock.now()))

    def _record(self, event: MemoryEvent) -> None:
        self._external.journal.record(event)
