"""Session commands: what the user does to the conversation itself; each leaves recall, queue, memory and index consistent."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace

from desktop_mem.errors import Refused
from desktop_mem.memory.agenda import OpenEvent
from desktop_mem.memory.event import MemoryPressure, Priority, UserMessage
from desktop_mem.memory.heartbeat import SEND_MESSAGE
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Passage
from desktop_mem.memory.ports import ExternalContext, MemoryEvent
from desktop_mem.memory.queue_manager import QueueManager
from desktop_mem.memory.recursive_summary import Summary
from desktop_mem.memory.reminder import Reminder, ReminderState
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

    def __init__(self, external: ExternalContext, queue_manager: QueueManager, topics: TopicSwitch, *, plain: bool) -> None:
        self._external = external
        self._manager = queue_manager
        self._context = queue_manager.context
        self._topics = topics
        self._plain = plain

    def undo_turn(self) -> Generator[Update, None, None]:
        """Take back the last user message with its answer, and what its functions wrote."""
        yield from self._undo(self._last_turn(), with_message=True)

    def retry(self) -> Generator[Update, None, None]:
        """Take back the last answer; its message waits for another one."""
        turn = self._last_turn()
        tries = sum(change.kind == "undo" and change.target == turn for change in self._external.ledger.changes(turn))
        yield from self._undo(turn, with_message=False)
        with self._manager.step():
            self._manager.agenda.add(OpenEvent(turn, Priority.USER, variation=tries + 1))

    def edit_and_resend(self, text: str, request_id: str) -> Generator[Update, None, None]:
        """Take back the last turn, and say `text` instead."""
        if not text.strip():
            raise Refused("the message is empty. Write something first.")
        turn = self._last_turn()
        # Stored first: sent again after a crash it is known, and the turn that it made is not taken back.
        if self._manager.accept(UserMessage(text, request_id)):
            yield from self._undo(turn, with_message=True)

    def rewrite(self, text: str) -> Generator[Update, None, None]:
        """Put `text` in the place of the last reply."""
        old = self._last_call(only_reply=True)
        if not text.strip():
            raise Refused("the reply would be empty. Undo the turn instead.")
        call = replace(old.call, arguments={**old.call.arguments, "message": text.strip()}) if old.call else None
        written = text.strip() if self._plain or call is None else call.to_json()
        yield from self._replace(old, replace(old, text=text.strip(), call=call, prompt_text=written), old.text, text.strip())

    def rethink(self, text: str) -> Generator[Update, None, None]:
        """Put `text` in the place of the last thought."""
        if self._plain:
            raise Refused("this model writes no thoughts. Rewrite its reply instead.")
        old = self._last_call(only_reply=False)
        assert old.call is not None, "only calls are looked at"
        call = replace(old.call, thought=text.strip())
        yield from self._replace(old, replace(old, call=call, prompt_text=call.to_json()), old.call.thought, text.strip())

    def summarise_now(self) -> Generator[Update, None, None]:
        """Flush all but the last turn into the summary."""
        last = self._external.turns.last()
        old = [m for m in self._context.queue.messages if last not in (m.address, m.turn)]
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
        yield from self._put_summary(Summary(text.strip(), "user"), ())

    def rebuild_summary(self, *, by_model: bool = True) -> Generator[Update, None, None]:
        """Write the summary of the topic anew from the messages that it covers, without those that were taken back.

        The model reads them all again, which takes long where they are many; a stop leaves an extract, which is made at once.
        """
        records = self._external.ledger.summaries_of(self._manager.topic)
        covered = dict.fromkeys(address for record in records for address in record.covers)
        messages = [self._external.recall.read(address) for address in covered]
        messages = [message for message in messages if not message.undone and message.text.strip()]
        if not messages and not self._context.queue.summary:
            raise Refused("there is no summary yet: everything that was said in this topic is in view.")
        summary = (yield from self._manager.resummarise(messages, by_model=by_model)) if messages else Summary("", "extract")
        yield from self._put_summary(summary, tuple(message.address for message in messages))

    def switch_topic(self, address: str, title: str) -> Generator[Update, None, None]:
        """Go to the topic at `address`, or to a new one of that title when it is empty."""
        topics = {topic.address: topic for topic in self._external.topics.all()}
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
        topics = {topic.address: topic for topic in self._external.topics.all()}
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
            passage = self._external.archival.insert(Passage(text.strip(), now))
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

    def _last_turn(self) -> str:
        turn = self._external.turns.last()
        if not turn:
            raise Refused("nothing has been said yet.")
        return turn

    def _last_call(self, *, only_reply: bool) -> Message:
        """The last call of the last turn."""
        for message in reversed(self._external.turns.messages(self._last_turn())):
            if message.call and message.role is Role.ASSISTANT and (not only_reply or message.call.function == SEND_MESSAGE):
                return message
        raise Refused("the last message has no answer yet.")

    def _undo(self, turn: str, *, with_message: bool) -> Generator[Update, None, None]:
        messages = self._external.turns.messages(turn)
        gone = tuple(message.address for message in messages if with_message or message.address != turn)
        with self._manager.step():
            changed, kept = self._take_back(turn)
            self._external.turns.undo(gone)
            self._context.queue.evict(message.address for message in messages)
            self._manager.agenda.close(turn)
            said = messages[0].text if with_message else ""
            if with_message:
                self._forget_title(messages[0])
            self._record(MemoryEvent(turn, "undo", said, "", "user", self._external.clock.now(), cause=turn, sources=gone))
        self._context.refresh_head()
        yield TurnUndone(turn, gone, tuple(kept))
        yield from changed
        if self._covered(gone):
            yield from self.rebuild_summary(by_model=False)
        yield self._context.measure()

    def _forget_title(self, message: Message) -> None:
        """A topic that was named after what is taken back waits for another name."""
        for topic in self._external.topics.all():
            if topic.address == message.topic and topic.title == title_of(message.text):
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
                after = replace(self._external.reminders.read(change.target), state=ReminderState.CANCELLED)
                self._external.reminders.change(after)
                updates.append(ReminderSet(after))
        return updates, kept

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
            new = self._external.recall.insert(self._manager.counted(replace(draft, address="", token_ids=())))
            self._external.turns.undo([old.address])
            self._context.queue.replace(old.address, self._manager.in_view(new))
            self._record(
                MemoryEvent(old.address, "edit", before, after, "user", self._external.clock.now(), cause=old.turn, sources=(new.address,))
            )
        yield MessageReplaced(old.address, new)
        if self._covered([old.address]):
            yield from self.rebuild_summary(by_model=False)
        yield self._context.measure()

    def _covered(self, addresses: Sequence[str]) -> bool:
        """Whether the summary in view rests on any of these messages."""
        if not self._context.queue.summary:
            return False
        records = self._external.ledger.summaries_of(self._manager.topic)
        return not frozenset(addresses).isdisjoint(address for record in records for address in record.covers)

    def _put_summary(self, summary: Summary, covers: tuple[str, ...]) -> Generator[Update, None, None]:
        with self._manager.step():
            self._manager.put_summary(summary, covers)
        yield SummaryChanged(self._context.queue.summary_address, summary.text, summary.by)
        yield self._context.measure()

    def _record_section(self, kind: str, label: str, before: str, after: str) -> None:
        self._record(MemoryEvent(f"w:{label}", kind, before, after, "user", self._external.clock.now()))

    def _record(self, event: MemoryEvent) -> None:
        self._external.journal.record(event)
