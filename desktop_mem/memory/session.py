"""Session commands: what the user does to the conversation itself; each leaves recall, queue, memory and index consistent."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import Any

from desktop_mem.errors import Refused
from desktop_mem.memory.agenda import OpenEvent
from desktop_mem.memory.event import MemoryPressure, Priority, UserMessage
from desktop_mem.memory.heartbeat import SEND_MESSAGE
from desktop_mem.memory.memory_event import DELETE, MemoryEvent, detail_of
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Passage
from desktop_mem.memory.ports import ExternalContext
from desktop_mem.memory.proposing import Proposing
from desktop_mem.memory.queue_manager import QueueManager
from desktop_mem.memory.recursive_summary import Summary
from desktop_mem.memory.reminder import Reminder, ReminderState, snoozed
from desktop_mem.memory.reminding import Reminding
from desktop_mem.memory.resolved import Resolved
from desktop_mem.memory.reversal import Reversal, shape_of, time_of
from desktop_mem.memory.source import Origin
from desktop_mem.memory.topic import Topic
from desktop_mem.memory.topic_switch import TopicSwitch
from desktop_mem.memory.turn_undo import TurnUndo
from desktop_mem.memory.undo import Undo
from desktop_mem.memory.update import (
    PressureWarned,
    SummaryChanged,
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
        reminding: Reminding,
        *,
        plain: bool,
    ) -> None:
        self._external = external
        self._manager = queue_manager
        self._context = queue_manager.context
        self._topics = topics
        self.proposing = proposing
        self._plain = plain
        self._names_time = reminding.names_time
        reversal = Reversal(external, queue_manager, reminding.look_again)
        self._turns = TurnUndo(external, queue_manager, topics, reversal, proposing)
        self._undo = Undo(external, queue_manager, reversal, self._turns.scrub)

    def resolve(self, address: str) -> Resolved:
        """What stands at an address; see `Addresses`."""
        return self._external.addresses.resolve(address)

    def undo_turn(self, turn: str = "") -> Generator[Update, None, None]:
        """Take back a message of the user (the last one, if none is named) with its answer, and what its functions wrote."""
        yield from self._turns.undo(self._turn(turn), with_message=True)

    def retry(self, turn: str = "") -> Generator[Update, None, None]:
        """Take back an answer; its message waits for another one."""
        turn = self._turn(turn)
        tries = sum(change.kind == "undo" and change.target == turn for change in self._external.ledger.changes(turn))
        again = OpenEvent(turn, Priority.USER, variation=tries + 1)
        yield from self._turns.undo(turn, with_message=False, then=lambda: self._manager.agenda.add(again))

    def edit_and_resend(self, text: str, request_id: str, turn: str = "") -> Generator[Update, None, None]:
        """Take back a turn, and say `text` instead."""
        if not text.strip():
            raise Refused("the message is empty. Write something first.")
        message, urgent = UserMessage(text, request_id), self._names_time(text)
        # Sent again after a crash the message is known: then its turn is not taken back.
        yield from self._turns.undo(self._turn(turn), with_message=True, unless=lambda: not self._manager.take(message, urgent=urgent))

    def rewrite(self, text: str, turn: str = "") -> Generator[Update, None, None]:
        """Put `text` in the place of the last reply of a turn."""
        old = self._last_call(turn, only_reply=True)
        if not text.strip():
            raise Refused("the reply would be empty. Undo the turn instead.")
        call = replace(old.call, arguments={**old.call.arguments, "message": text.strip()}) if old.call else None
        written = text.strip() if self._plain or call is None else call.to_json()
        yield from self._turns.replace(
            old, replace(old, text=text.strip(), call=call, prompt_text=written, grounds=None), old.text, text.strip()
        )

    def rethink(self, text: str, turn: str = "") -> Generator[Update, None, None]:
        """Put `text` in the place of the last thought of a turn."""
        if self._plain:
            raise Refused("this model writes no thoughts. Rewrite its reply instead.")
        old = self._last_call(turn, only_reply=False)
        assert old.call is not None, "only calls are looked at"
        call = replace(old.call, thought=text.strip())
        yield from self._turns.replace(old, replace(old, call=call, prompt_text=call.to_json()), old.call.thought, text.strip())

    def undo_change(self, address: str = "", *, along: bool = False) -> list[Update]:
        """Take back one change of memory (the last one, if none is named); with `along` the later ones that rest on it as well."""
        return self._shown(self._undo.undo(address, along=along))

    def redo_change(self) -> list[Update]:
        """Bring back the change of memory that was taken back last, as long as nothing else has changed since."""
        return self._shown(self._undo.redo())

    def forget(self, address: str, line: str = "") -> list[Update]:
        """Put a message, a kept passage or a line of a section into the trash."""
        return self._shown(self._undo.forget(address, line))

    def restore(self, address: str) -> list[Update]:
        """Bring back what is in the trash."""
        return self._shown(self._undo.restore(address))

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
        messages = [m for m in self._turns.covered(records) if not m.undone and m.text.strip()]
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
        left, before = (yield from self._topics.leave("")), self._manager.topic
        with self._manager.step():
            topic = topics[address] if address else self._topics.new(title)
            updates = self._topics.enter(topic, left, "")
            self._record(topic.address, "switch", before, topic.address)
        yield from updates
        yield self._context.measure()

    def rename_topic(self, address: str, title: str) -> Topic:
        """Give a topic another title."""
        topics = self._topics.by_address()
        if address not in topics or not title.strip():
            raise Refused(f"there is no topic {address}." if title.strip() else "a topic needs a title.")
        with self._manager.step():
            self._record(address, "rename", topics[address].title, title.strip())
            return self._external.topics.put(replace(topics[address], title=title.strip()))

    def keep(self, text: str) -> Passage:
        """Put a text of the user's own into archival storage."""
        if not text.strip():
            raise Refused("there is nothing to keep. Write the text first.")
        with self._manager.step():
            passage = self._external.archival.insert(Passage(text.strip(), self._external.clock.now(), origin=Origin.USER))
            self._record(passage.address, "insert", "", passage.text)
        return passage

    def note_deleted(self, names: Mapping[str, str], source: str) -> None:
        """Tell the ledger that what stood at these addresses, by its name, was deleted for good together with the document `source`."""
        now = self._external.clock.now()
        with self._manager.step():
            for address, name in names.items():
                event = MemoryEvent(address, DELETE, name, "", "user", now, sources=(source,))
                self._external.journal.record(event)

    def cancel_reminder(self, address: str) -> Reminder:
        """Call a reminder off. Raises `LookupError` for an address that none has."""
        reminder = self._external.reminders.read(address)
        if reminder.state is not ReminderState.WAITING:
            raise Refused(f"{address} waits no more.")
        after = replace(reminder, state=ReminderState.CANCELLED)
        with self._manager.step():
            self._external.reminders.change(after)
            self._record(address, "remove", reminder.message, "", detail_of(time_of(reminder), None))
        return after

    def snooze_reminder(self, address: str, minutes: int) -> Reminder:
        """Remind again in so many minutes; see `snoozed`. Raises `LookupError` for an address that none has."""
        reminders = self._external.reminders
        before = reminders.read(address)
        later = snoozed(before, minutes, self._external.clock.now())
        with self._manager.step():
            if later.address:
                reminders.change(later)
                self._record(address, "snooze", later.message, later.message, detail_of(time_of(before), time_of(later)))
            else:
                later = reminders.add(later)
                self._record(later.address, "remind", "", later.message)
        return later

    def edit_section(self, label: str, text: str, *, expected: str) -> Change:
        """The user's own edit of a section of the working context."""
        with self._manager.step():
            before, after = self._context.working_context.edit(label, text, expected=expected)
            self._record(f"w:{label}", "edit", before.text, after.text)
        self._show_sections()
        return before, after

    def add_section(self, section: SectionState) -> None:
        """A section of the user's own."""
        with self._manager.step():
            self._context.working_context.add(section)
            self._record(f"w:{section.label}", "add", "", section.text, detail_of(None, self._shape(section)))
        self._show_sections()

    def configure_section(self, label: str, *, description: str, limit: int, read_only: bool) -> Change:
        """What a section is for, how many characters it may hold, and whether only the user may write it."""
        with self._manager.step():
            change = self._context.working_context.configure(label, description=description, limit=limit, read_only=read_only)
            self._record(f"w:{label}", "configure", change[0].text, change[1].text, detail_of(*map(self._shape, change)))
        self._show_sections()
        return change

    def remove_section(self, label: str) -> SectionState:
        """Take out a section that the user made; the ledger keeps its text."""
        with self._manager.step():
            shape = self._shape(self._context.working_context.section(label))
            section = self._context.working_context.remove(label)
            self._record(f"w:{label}", "remove", section.text, "", detail_of(shape, None))
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

    def _put_summary(self, summary: Summary, covers: tuple[str, ...], *, builds_on: bool) -> Generator[Update, None, None]:
        with self._manager.step():
            queue = self._context.queue
            text, address = queue.summary, queue.summary_address
            self._manager.summaries.put(summary, covers, self._manager.topic, builds_on=builds_on)
            self._record(queue.summary_address, "summarise", text, summary.text, detail_of(address, queue.summary_address))
        yield SummaryChanged(self._context.queue.summary_address, summary.text, summary.by)
        yield self._context.measure()

    def _shape(self, section: SectionState) -> dict[str, Any]:
        return shape_of(section, self._context.working_context.place(section.label))

    def _shown(self, updates: list[Update]) -> list[Update]:
        """The same, now that the model is shown what was changed."""
        self._show_sections()
        return [*updates, self._context.measure()]

    def _record(self, target: str, kind: str, before: str, after: str, detail: str = "") -> None:
        now = self._external.clock.now()
        self._external.journal.record(MemoryEvent(target, kind, before, after, "user", now, detail=detail))
