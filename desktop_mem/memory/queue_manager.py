"""The queue manager: admits events, counts tokens, warns of memory pressure, flushes and summarises, all before the next prompt."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from desktop_mem.errors import DesktopMemError, EnvironmentFault
from desktop_mem.memory.event import Event, MemoryPressure, UserMessage, role_of, text_of
from desktop_mem.memory.fitting import fit
from desktop_mem.memory.function_call import FunctionCall, FunctionResult
from desktop_mem.memory.functions import hit_line
from desktop_mem.memory.heartbeat import SEND_MESSAGE
from desktop_mem.memory.main_context import MainContext, prompt_message
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Hit
from desktop_mem.memory.ports import ContextState, Eviction, ExternalContext, SummaryRecord, TokenCounter
from desktop_mem.memory.recursive_summary import Summariser, Summary, extract
from desktop_mem.memory.update import PressureWarned, QueueFlushed, Update

_TIME_AGAIN = timedelta(minutes=10)
_LONG_NOTE_TOKENS = 48


class QueueManager:
    """Owns every change of the queue. Each change is one transaction with recall, and the prompt fits by construction.

    `automatic`: for a model that cannot page. It is not warned, and keeps in view what was paged in for the question, or else the
    last exchange: such models copy their own old replies rather than look at the facts. The rest is paged in from recall.
    """

    def __init__(
        self,
        context: MainContext,
        external: ExternalContext,
        counter: TokenCounter,
        *,
        eviction: Eviction,
        summariser: Summariser,
        automatic: bool = False,
    ) -> None:
        self._context = context
        self._external = external
        self._counter = counter
        self._eviction = eviction
        self._summariser = summariser
        self._automatic = automatic
        self._last_stamp: datetime | None = None
        self._pressure_warned = False
        self.open_events: tuple[str, ...] = ()
        self.attempts = 0

    @property
    def context(self) -> MainContext:
        """The main context that this queue manager keeps."""
        return self._context

    def restore(self, state: ContextState, messages: Sequence[Message]) -> None:
        """Make the main context again as it was saved, with `messages` of the queue as recall has them."""
        queue = self._context.queue
        for message in messages:
            # The ids that another run generated are worth nothing to this one, and another model may count otherwise.
            queue.append(self._shortened(self._counted(replace(message, token_ids=()))))
        queue.summary, queue.summary_address = state.summary, state.summary_address
        self.open_events, self.attempts = state.open_events, state.attempts
        self._pressure_warned = state.pressure_warned
        self._context.refresh_head(self._external.statistics.counts())

    def accept(self, event: UserMessage) -> bool:
        """Store a user message, to be answered in its turn; False when this very request was stored before."""
        before = self.open_events, self._last_stamp
        message = self._message(event, event.request_id)
        try:
            with self._external.journal.step():
                stored = self._external.recall.insert(message)
                if stored.created_at != message.created_at:
                    return False
                self.open_events = (*self.open_events, stored.address)
                self.save()
        except DesktopMemError:
            self.open_events, self._last_stamp = before
            raise
        return True

    def begin(self) -> Message:
        """The turn of the first open event: put it into the queue, unless a crash left it there, and count the attempt."""
        address = self.open_events[0]
        with self._external.journal.step():
            if address not in self._context.queue.addresses:
                if self._automatic:
                    self._keep_last_exchange()
                self._context.queue.append(self._shortened(self._counted(self._external.recall.read(address))))
            self.attempts += 1
            self.save()
        return next(message for message in self._context.queue.messages if message.address == address)

    def admit(self, event: Event) -> Message:
        """Store an event that waits for no answer, and queue it."""
        with self._external.journal.step():
            stored = self._external.recall.insert(self._message(event, ""))
            self._context.queue.append(self._shortened(stored))
            self.save()
        return stored

    def page_in(self, hits: Sequence[Hit], before: Message) -> Message:
        """Queue what the control plane found as one block in front of the message that it is for."""
        lines, room = [], self._context.plan.largest_page_in
        for hit in hits:
            line = fit(hit_line(hit), room, self._counter)
            lines.append(line)
            room -= self._counter.count(line) + 1
            if room < _LONG_NOTE_TOKENS:
                break
        block = self._counted(Message(Role.EVENT, "\n".join(lines), self._external.clock.now()))
        with self._external.journal.step():
            stored = self._external.recall.insert(block)
            if self._automatic:
                self._context.queue.evict(frozenset(self._context.queue.addresses) - {before.address})
            self._context.queue.insert_before(stored, before.address)
            self.save()
        return stored

    def record(self, call: FunctionCall, result: FunctionResult, token_ids: tuple[int, ...], written: str) -> Message:
        """Queue a call as the model wrote it, and its result where the model has to read it. To be called within a step."""
        said = call.arguments["message"] if call.function == SEND_MESSAGE and result.ok else ""
        now = self._external.clock.now()
        message = Message(Role.ASSISTANT, said, now, prompt_text=written, call=call, token_ids=token_ids)
        message = self._external.recall.insert(self._counted(message))
        self._context.queue.append(self._shortened(message))
        if not said:
            answer = self._counted(Message(Role.FUNCTION, fit(str(result), self._context.plan.largest_result, self._counter), now))
            self._context.queue.append(self._external.recall.insert(answer))
        self.save()
        return message

    def close_event(self) -> None:
        """The chain of the first open event has ended: from now on the working context stands in the head as it was written."""
        with self._external.journal.step():
            self.open_events, self.attempts = self.open_events[1:], 0
            self.save()
        self._context.refresh_head()

    def postpone(self) -> None:
        """The chain of the first open event was left on purpose, to be taken up later: that was no attempt that failed."""
        with self._external.journal.step():
            self.attempts = max(0, self.attempts - 1)
            self.save()

    def in_queue(self, address: str) -> bool:
        """Whether the message is in view already."""
        return address in self._context.queue.addresses

    def has_page_in(self, address: str) -> bool:
        """Whether something was paged in for the message."""
        messages = self._context.queue.messages
        place = next((i for i, message in enumerate(messages) if message.address == address), 0)
        return place > 0 and messages[place - 1].role is Role.EVENT

    def save(self) -> None:
        """Put the main context as it is into the journal. To be called within a step."""
        queue = self._context.queue
        self._external.journal.save(
            ContextState(
                sections=self._context.working_context.sections,
                queue=queue.addresses,
                summary=queue.summary,
                summary_address=queue.summary_address,
                open_events=self.open_events,
                attempts=self.attempts,
                pressure_warned=self._pressure_warned,
            )
        )

    def relieve_pressure(self) -> Generator[Update, None, bool]:
        """Make the next prompt fit: warn past the mark, flush past the budget; whether a flush happened. Raises
        `EnvironmentFault` when nothing more can leave.
        """
        plan, used = self._context.plan, self._context.used
        if plan.warn_at <= used <= plan.budget and not self._pressure_warned:
            self._pressure_warned = True
            if not self._automatic:
                self.admit(MemoryPressure(used, plan.budget))
            yield PressureWarned(used, plan.budget)
        flushed = self._context.used > plan.budget
        if flushed:
            yield from self._flush()
        if self._context.used > plan.budget:
            raise EnvironmentFault(
                f"The instructions, the working context and the newest message take {self._context.used} of {plan.budget} tokens.",
                "Shorten a section of the working context or choose a model with a larger window.",
            )
        return flushed

    def _flush(self) -> Generator[Update, None, None]:
        """Evict the oldest, summarise them, and see that the prompt has shrunk."""
        context, before = self._context, self._context.used
        keep = frozenset((*self.open_events, *context.queue.addresses[-1:]))
        victims = self._eviction.choose(context.queue.messages, before - context.plan.flush_to, keep=keep)
        if not victims:
            return
        gone = frozenset(victims)
        leaving = tuple(m for m in context.queue.messages if m.address in gone)
        room = context.plan.largest_summary
        summary = yield from _quietly(self._summariser.summarise(context.queue.summary, leaving, room))
        with self._external.journal.step():
            self._commit_flush(victims, leaving, summary)
            if context.used >= before:
                short = extract("", leaving[-1:], _LONG_NOTE_TOKENS, self._counter)
                context.queue.summary = short.text
                context.refresh_summary()
            self._pressure_warned = False
            self._last_stamp = None
            self.save()
        yield QueueFlushed(victims, before, context.used, context.queue.summary, context.queue.summary_address, summary.by)

    def _commit_flush(self, victims: Sequence[str], leaving: Sequence[Message], summary: Summary) -> None:
        queue = self._context.queue
        queue.evict(victims)
        record = SummaryRecord(summary.text, tuple(m.address for m in leaving), self._external.clock.now())
        queue.summary_address = self._external.journal.record(record)
        queue.summary = summary.text
        self._context.refresh_head(self._external.statistics.counts())

    def _keep_last_exchange(self) -> None:
        """Let go of all but the newest user message and what follows it; recall has it all."""
        messages = self._context.queue.messages
        last = max((i for i, message in enumerate(messages) if message.role is Role.USER), default=0)
        self._context.queue.evict(message.address for message in messages[:last])

    def _message(self, event: Event, request_id: str) -> Message:
        text, now = text_of(event), self._external.clock.now()
        return self._counted(Message(role_of(event), text, now, prompt_text=self._stamped(text, now), request_id=request_id))

    def _counted(self, message: Message) -> Message:
        return replace(message, tokens=self._counter.count_message(prompt_message(message)))

    def _shortened(self, message: Message) -> Message:
        """The message itself, or its head with its address when it would take too much of the window; recall has the whole."""
        largest = self._context.plan.largest_message
        if message.tokens <= largest:
            return message
        note = f" … [long message, {message.tokens} tokens; open_page {message.address}#part=2 reads on]"
        head = fit(message.seen_by_model, largest - _LONG_NOTE_TOKENS, self._counter, ending=note)
        return self._counted(replace(message, prompt_text=head, token_ids=()))

    def _stamped(self, text: str, now: datetime) -> str:
        """The text with the local time in front, where the last stamp in view is long ago."""
        if self._last_stamp and now - self._last_stamp < _TIME_AGAIN and now.date() == self._last_stamp.date():
            return ""
        self._last_stamp = now
        return f"[{now:%A %Y-%m-%d %H:%M %z}]\n{text}"


def _quietly(pieces: Generator[str, None, Summary]) -> Generator[Update, None, Summary]:
    """Run a generator for its result alone, staying a generator itself so that it can be closed."""
    while True:
        try:
            next(pieces)
        except StopIteration as end:
            summary: Summary = end.value
            return summary
        yield from ()
