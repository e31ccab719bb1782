"""Summaries: what leaves the view is summarised, and the summary is recorded and put at the head of the queue."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import replace

from desktop_mem.memory.main_context import MainContext
from desktop_mem.memory.message import Message
from desktop_mem.memory.message_view import MessageView
from desktop_mem.memory.ports import ExternalContext, PromptMessage, SummaryRecord, TokenCounter
from desktop_mem.memory.recursive_summary import Summariser, Summary, extract
from desktop_mem.memory.sealing import SEAL
from desktop_mem.memory.update import Update


class Summaries:
    """Makes the summaries of a conversation, by the model or without it, each bounded so that the prompt shrinks by it."""

    def __init__(
        self, context: MainContext, external: ExternalContext, counter: TokenCounter, summariser: Summariser, view: MessageView
    ) -> None:
        self._context = context
        self._external = external
        self._counter = counter
        self._summariser = summariser
        self._view = view
        self.before_leaving: Callable[[tuple[str, ...]], Iterable[Update]] = lambda _: ()
        """What has to be done while the messages at these addresses are still in view."""

    def of(self, addresses: Iterable[str]) -> Generator[Update, None, Summary]:
        """A summary of what stands in view at these addresses, together with the summary before."""
        gone = frozenset(addresses)
        yield from self.before_leaving(tuple(gone))
        leaving = tuple(message for message in self._context.queue.messages if message.address in gone)
        queue, seal = self._context.queue, self._view.as_data
        tainted = bool(queue.summary and queue.summary_nonce) or any(message.tainted for message in leaving)
        most = self._context.plan.largest_summary
        return (yield from self._summariser.summarise(queue.summary, leaving, most, seal=seal if tainted else None))

    def smaller(self, victims: Sequence[str], summary: Summary) -> Summary:
        """The summary, or an extract that takes less than what leaves, so that the prompt shrinks by it."""
        queue, gone = self._context.queue, frozenset(victims)
        leaving = [message for message in queue.messages if message.address in gone]
        frame = self._counter.count_message(PromptMessage("function", f"[summary s{'9' * 6} of the earlier conversation]\n{SEAL}"))
        room = sum(message.tokens for message in leaving) + self._counter.count(queue.summary) - frame - 1
        return summary if self._counter.count(summary.text) <= room else extract(queue.summary, leaving, room, self._counter)

    def anew(self, messages: Sequence[Message]) -> Generator[Update, None, Summary]:
        """A summary of these messages alone, from their beginning."""
        seal = self._view.as_data if any(message.tainted for message in messages) else None
        return (yield from self._summariser.summarise("", messages, self._context.plan.largest_summary, seal=seal))

    def extract(self, before: str, messages: Sequence[Message]) -> Summary:
        """The same without the model, and upon the text of a summary before."""
        return extract(before, messages, self._context.plan.largest_summary, self._counter)

    def put(self, summary: Summary, covers: tuple[str, ...], topic: str, *, builds_on: bool = True) -> None:
        """Record a summary of a topic and put it at the head of the queue; it `builds_on` the one there. To be called within a step."""
        queue, external = self._context.queue, self._external
        before = queue.summary_address if builds_on else ""
        tainted = bool(before and queue.summary_nonce) or any(external.recall.read(address).tainted for address in covers)
        nonce = self._view.nonce(summary.text) if tainted else ""
        record = SummaryRecord(summary.text, covers, external.clock.now(), topic, summary.by, before=before, nonce=nonce)
        queue.summary, queue.summary_address, queue.summary_nonce = summary.text, external.journal.record(record), nonce
        for known in external.topics.all():
            if known.address == topic:
                external.topics.put(replace(known, summary=queue.summary_address))
        self._context.refresh_head(external.statistics.counts())
