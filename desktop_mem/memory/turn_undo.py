"""What the user takes back or puts in place of what was said: a turn with all that its functions wrote, a reply, a thought."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Generator, Mapping, Sequence

from desktop_mem.errors import Refused
from desktop_mem.memory.memory_event import MemoryEvent
from desktop_mem.memory.message import Message
from desktop_mem.memory.ports import ExternalContext, SummaryRecord
from desktop_mem.memory.proposing import Proposing
from desktop_mem.memory.queue_manager import QueueManager
from desktop_mem.memory.reversal import Reversal
from desktop_mem.memory.topic import title_of
from desktop_mem.memory.topic_switch import TopicSwitch
from desktop_mem.memory.update import MessageReplaced, SummaryChanged, TurnUndone, Update


class TurnUndo:
    """Marks messages as taken back, reverses the changes of memory that they led to, and lets no summary rest on them any more."""

    def __init__(
        self, external: ExternalContext, queue_manager: QueueManager, topics: TopicSwitch, reversal: Reversal, proposing: Proposing
    ) -> None:
        self._external = external
        self._manager = queue_manager
        self._context = queue_manager.context
        self._topics = topics
        self._reversal = reversal
        self._proposing = proposing

    def undo(
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
            self._external.journal.record(MemoryEvent(turn, "undo", said, "", "user", self._external.clock.now(), cause=turn, sources=gone))
            changed += self.scrub(frozenset(gone))
            then()
        self._context.refresh_head()
        yield TurnUndone(turn, gone, tuple(kept))
        yield from changed
        yield self._context.measure()

    def _forget_title(self, message: Message) -> None:
        """A topic that was named after what is taken back waits for another name."""
        for topic in self._external.topics.all():
            if topic.started_at == message.created_at and topic.title == title_of(message.text):
                self._external.topics.put(dataclasses.replace(topic, title=""))

    def _take_back(self, turn: str) -> tuple[list[Update], list[str]]:
        """Undo what the turn's functions wrote, newest first; what changed, and sentences on what had to stay."""
        updates: list[Update] = []
        kept: list[str] = []
        for change in reversed(self._external.ledger.changes(turn)):
            if change.kind == "switch":
                updates += self._take_back_switch(change)
            elif change.kind == "propose":
                updates += self._proposing.withdraw(change.target)
            elif change.can_be_undone and not change.undone:
                try:
                    updates += self._reversal.reverse(change, cause=turn)
                except Refused:
                    if change.target.startswith("w:"):
                        kept.append(f"The section {change.target[2:]} was changed since then and stays as it is.")
        return updates, kept

    def _take_back_switch(self, change: MemoryEvent) -> list[Update]:
        """Go back to the topic that the turn left, unless the conversation has gone on to another one since."""
        topics = self._topics.by_address()
        if change.after != self._manager.topic or change.before not in topics:
            return []
        self._context.queue.evict(self._context.queue.addresses)
        return list(self._topics.enter(topics[change.before], None, ""))

    def replace(self, old: Message, draft: Message, before: str, after: str) -> Generator[Update, None, None]:
        """Put another message in the place of one; the old one is kept as undone."""
        with self._manager.step():
            new = self._external.recall.insert(self._manager.view.counted(dataclasses.replace(draft, address="", token_ids=())))
            self._external.turns.undo([old.address])
            self._context.queue.replace(old.address, self._manager.view.in_view(new))
            self._external.journal.record(
                MemoryEvent(old.address, "edit", before, after, "user", self._external.clock.now(), cause=old.turn, sources=(new.address,))
            )
            changed = self.scrub(frozenset({old.address}), {old.address: new.address})
        yield MessageReplaced(old.address, new)
        yield from changed
        yield self._context.measure()

    def scrub(self, gone: frozenset[str], instead: Mapping[str, str] | None = None) -> list[Update]:
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
            messages = [self._external.recall.read((instead or {}).get(m.address, m.address)) for m in self.covered(records[first:])]
            messages = [message for message in messages if not message.undone and message.text.strip()]
            changed += self._begin_summary_again(head, base, messages)
        return changed

    def _begin_summary_again(self, head: str, base: SummaryRecord | None, messages: Sequence[Message]) -> list[Update]:
        """Put an extract of the messages, which builds upon `base`, in the place of the summary at `head`."""
        queue, before = self._context.queue, base.text if base else ""
        text, address, nonce = before, base.address if base else "", base.nonce if base else ""
        if messages:
            text = self._manager.summaries.extract(before, messages).text
            nonce = self._manager.view.nonce(text) if nonce or any(message.tainted for message in messages) else ""
            covers = tuple(message.address for message in messages)
            now = self._external.clock.now()
            record = SummaryRecord(text, covers, now, self._manager.topic, "extract", before=address, nonce=nonce)
            address = self._external.journal.record(record)
        for topic in self._external.topics.all():
            if topic.summary == head:
                self._external.topics.put(dataclasses.replace(topic, summary=address))
        if queue.summary_address != head:
            return []
        self._manager.show_summary(address, text, nonce)
        return [SummaryChanged(address, text, "extract")]

    def covered(self, records: Sequence[SummaryRecord]) -> list[Message]:
        """All messages that these summaries cover, in order."""
        covered = dict.fromkeys(address for record in records for address in record.covers)
        return [self._external.recall.read(address) for address in covered]
