"""The context switch: the queue is flushed into a summary of its topic, and the wanted stretch of recall is paged in."""

from __future__ import annotations

from collections.abc import Generator

from desktop_mem.errors import Refused
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.message import Message
from desktop_mem.memory.ports import ExternalContext
from desktop_mem.memory.queue_manager import QueueManager
from desktop_mem.memory.recursive_summary import Summary
from desktop_mem.memory.topic import Topic, title_of
from desktop_mem.memory.update import QueueFlushed, TopicSwitched, Update

_STRETCH = 12


class TopicSwitch:
    """Finds the wanted topic, leaves one and enters another. Going back brings a topic's summary and its last messages into view."""

    def __init__(self, external: ExternalContext, queue_manager: QueueManager, *, least_score: float) -> None:
        self._external = external
        self._manager = queue_manager
        self._least_score = least_score

    @property
    def current(self) -> str:
        """The address of the topic in hand."""
        return self._manager.topic

    def by_address(self) -> dict[str, Topic]:
        """All topics by their addresses, oldest first."""
        return {topic.address: topic for topic in self._external.topics.all()}

    def would_switch(self, call: FunctionCall, cause: str) -> bool:
        """Whether the call will do so: what is in view is only summarised then."""
        query = call.arguments.get("query")
        if call.function != "switch_topic" or not isinstance(query, str) or not query.strip():
            return False
        try:
            self.find(query, cause)
        except Refused:
            return False
        return True

    def wanted(self, query: str, cause: str) -> Topic:
        """The topic that a query is about; a new one where there is none. To be called within a step. Raises `Refused` as `find` does."""
        return self.find(query, cause) or self.new(query)

    def find(self, query: str, cause: str) -> Topic | None:
        """The topic that a query is about, of those before the message at `cause`: by its title, or by what was said in it.

        Raises `Refused` when that is the topic in hand.
        """
        topics = self.by_address()
        named = [topic for topic in topics.values() if topic.title.casefold() == query.strip().casefold()]
        hits = self._external.recall.search(query, 1, before=cause).hits
        said_in = [self._external.recall.read(hit.address).topic for hit in hits if hit.score >= self._least_score]
        found = [*named, *(topics[address] for address in said_in if address in topics)]
        if not found:
            return None
        if found[0].address == self._manager.topic:
            raise Refused(f"the topic in hand, '{found[0].title}', is about that already. Answer, or search for what is missing.")
        return found[0]

    def new(self, title: str) -> Topic:
        """A new topic. To be called within a step."""
        return self._external.topics.put(Topic(title_of(title), self._external.clock.now()))

    def leave(self, turn: str) -> Generator[Update, None, Summary | None]:
        """The summary of what is in view, apart from the turn at that address; None when there is nothing to summarise."""
        leaving = self._leaving(turn)
        return (yield from self._manager.summaries.of(leaving)) if leaving else None

    def enter(self, topic: Topic, left: Summary | None, turn: str) -> tuple[Update, ...]:
        """Put what was left behind its summary, and the topic's summary and last messages in view. To be called within a step."""
        manager, queue = self._manager, self._manager.context.queue
        before, leaving = manager.context.used, self._leaving(turn)
        updates: list[Update] = []
        if left and leaving:
            manager.commit_flush(leaving, left)
            summary_address = queue.summary_address
            manager.show_summary("", "", "")  # it stays with its topic
            updates.append(QueueFlushed(leaving, before, manager.context.used, left.text, summary_address, left.by))
        manager.topic = topic.address
        known = self._external.ledger.summary(topic.summary) if topic.summary else None
        manager.show_summary(topic.summary, known.text if known else "", known.nonce if known else "")
        stretch = self._stretch(topic)
        queue.prepend(stretch)
        own = [message.address for message in queue.messages if turn and turn in (message.address, message.turn)]
        self._external.topics.move(own, topic.address)
        manager.context.refresh_head(self._external.statistics.counts())
        return (*updates, TopicSwitched(topic, tuple(message.address for message in stretch), queue.summary))

    def _leaving(self, turn: str) -> tuple[str, ...]:
        """What is in view apart from a turn; without one, all."""
        messages = self._manager.context.queue.messages
        return tuple(message.address for message in messages if not turn or turn not in (message.address, message.turn))

    def _stretch(self, topic: Topic) -> list[Message]:
        """The last messages of a topic, as many as take half of what a flush leaves."""
        room = self._manager.context.plan.flush_to // 2 - self._manager.context.queue.tokens
        stretch: list[Message] = []
        in_view = self._manager.context.queue.addresses
        for message in reversed(self._external.topics.stretch(topic.address, _STRETCH)):
            shown = self._manager.view.in_view(message)
            room -= shown.tokens
            if room < 0:
                break
            if message.address not in in_view:
                stretch.insert(0, shown)
        return stretch
