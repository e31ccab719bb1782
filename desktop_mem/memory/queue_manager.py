"""The queue manager: admits events, counts tokens, warns of memory pressure, flushes and summarises, all before the next prompt."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import pairwise
from random import Random, SystemRandom
from typing import Any

from desktop_mem.errors import EnvironmentFault
from desktop_mem.memory.agenda import Agenda, OpenEvent
from desktop_mem.memory.event import Event, MemoryPressure, UserMessage, is_tainted, priority_of, resumption, role_of, text_of
from desktop_mem.memory.fitting import fit, one_line
from desktop_mem.memory.function_call import FunctionCall, FunctionResult
from desktop_mem.memory.function_set import READING
from desktop_mem.memory.heartbeat import SEND_MESSAGE
from desktop_mem.memory.main_context import MainContext
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.message_view import LONG_NOTE_TOKENS, MessageView
from desktop_mem.memory.passage import Hit
from desktop_mem.memory.plane import Eviction
from desktop_mem.memory.ports import ContextState, ExternalContext, TokenCounter
from desktop_mem.memory.recursive_summary import Summariser, Summary
from desktop_mem.memory.summaries import Summaries
from desktop_mem.memory.time_stamp import restamped, stamp
from desktop_mem.memory.topic import Topic, title_of
from desktop_mem.memory.update import PressureWarned, QueueFlushed, Update


@dataclass(frozen=True, slots=True)
class QueuePolicy:
    """How the queue is kept. `automatic`: for a model that cannot page. It is not warned, and keeps in view what was paged in for the
    question, or else the last exchange: such models copy their own old replies rather than look at the facts. The rest is paged in
    from recall. After `topic_gap` without a word a new topic begins. `random` gives the nonces of data.
    """

    automatic: bool = False
    topic_gap: timedelta = timedelta(hours=8)
    random: Random = field(default_factory=SystemRandom)


class QueueManager:
    """Owns every change of the queue. Each change is one transaction with recall, and the prompt fits by construction."""

    def __init__(
        self,
        context: MainContext,
        external: ExternalContext,
        counter: TokenCounter,
        *,
        eviction: Eviction,
        summariser: Summariser,
        policy: QueuePolicy,
    ) -> None:
        self._context = context
        self._external = external
        self._counter = counter
        self._eviction = eviction
        self.view = MessageView(context.plan, counter, policy.random)
        self.summaries = Summaries(context, external, counter, summariser, self.view)
        self._policy = policy
        self._pressure_warned = False
        self._steps = 0
        self.turn = ""
        self.agenda = Agenda()
        self.topic = ""
        self.newest: datetime | None = None
        self.paused_until: datetime | None = None
        self.kept: frozenset[str] = frozenset()
        """What is to stay in view at the next flush, by wish."""

    @property
    def context(self) -> MainContext:
        """The main context that this queue manager keeps."""
        return self._context

    def restore(self, state: ContextState, messages: Sequence[Message]) -> None:
        """Make the main context again as it was saved, with `messages` of the queue as recall has them."""
        queue = self._context.queue
        for message in messages:
            queue.append(self.view.in_view(message))
        self._restamp()
        known = self._external.ledger.summary(state.summary_address) if state.summary_address else None
        self.show_summary(state.summary_address, state.summary, known.nonce if known else "")
        self.agenda = Agenda(state.open_events)
        self.topic, self.paused_until = state.topic, state.paused_until
        self.newest = self._newest(messages)
        self._pressure_warned = state.pressure_warned
        self._context.refresh_head(self._external.statistics.counts())

    @contextmanager
    def step(self, *, synced: bool = True) -> Iterator[None]:
        """One transaction over main context and stores alike, saved at its end: neither has changed when the block raises."""
        queue = self._context.queue
        before = (queue.messages, queue.summary, queue.summary_address, queue.summary_nonce, self._context.working_context.sections)
        own = {name: getattr(self, name) for name in ("_pressure_warned", "topic", "newest", "paused_until")}
        events = self.agenda.events
        with ExitStack() as unless_done:
            unless_done.callback(self._put_back, before, own, events)
            with self._external.journal.step(synced=synced):
                yield
                self._restamp()
                self._save()
            unless_done.pop_all()

    def accept(self, event: Event, *, urgent: bool = False) -> Message | None:
        """Store an event whose chain is run in its turn; the message, or None when this very request was stored before."""
        with self.step():
            return self.take(event, urgent=urgent)

    def take(self, event: Event, *, urgent: bool = False) -> Message | None:
        """The same, within a step."""
        message = self._message(event)
        stored = self._external.recall.insert(message)
        if stored.created_at != message.created_at:
            return None
        if isinstance(event, UserMessage):
            self._begin_topic_after_gap(stored)
        self.newest = stored.created_at
        self.agenda.add(OpenEvent(stored.address, priority_of(event), urgent))
        return stored

    def admit(self, event: Event) -> Message:
        """Store an event that starts no chain, and queue it."""
        with self.step():
            return self.receive(event, starts_chain=False)

    def receive(self, event: Event, *, starts_chain: bool) -> Message:
        """Store an event, to run its chain in its turn or to queue it at once. To be called within a step."""
        if starts_chain:
            taken = self.take(event)
            assert taken is not None, "only a user message can have been sent twice"
            return taken
        # Only the warning belongs to the chain that runs; what else happens meanwhile is not taken back with it.
        turn = self.turn if isinstance(event, MemoryPressure) else ""
        stored = self._external.recall.insert(replace(self._message(event), turn=turn))
        self.newest = stored.created_at
        self._context.queue.append(self.view.shortened(stored))
        return stored

    def begin(self, address: str) -> Message:
        """The turn of an open event: put it into the queue, unless it is there already, and count the attempt.

        A chain that was suspended goes on behind a note that says so; a model that cannot page sees the message itself anew.
        """
        event, queue = self._open(address), self._context.queue
        self.turn = address
        # Nothing of the user's is stored here, so the disk is not waited for: the message came with its own transaction.
        with self.step(synced=False):
            if event.suspended and self._policy.automatic:
                queue.evict([address])
            if address not in queue.addresses:
                if self._policy.automatic:
                    self._keep_last_exchange()
                queue.append(self.view.in_view(self._external.recall.read(address)))
            elif event.suspended or self._others_behind(address):
                waiting = self._external.recall.read(address)
                head = fit(one_line(waiting.text), LONG_NOTE_TOKENS, self._counter)
                shown = resumption(address, self.view.as_data(head)) if waiting.tainted else ""
                note = Message(
                    Role.EVENT, resumption(address, head), self._external.clock.now(), prompt_text=shown, tainted=waiting.tainted
                )
                queue.append(self._stored(self.view.counted(note)))
            if self.topic:
                self._external.topics.move([address], self.topic)
            self.agenda.change(replace(event, attempts=event.attempts + 1, suspended=False))
        return next(message for message in queue.messages if message.address == address)

    def page_in(self, hits: Sequence[Hit], before: Message) -> tuple[Message, int]:
        """Queue what the control plane found as one block in front of the message that it is for; and how many of the hits it holds."""
        block = self.view.of_hits(hits, self._external.clock.now())
        with self.step():
            stored = self._stored(block)
            if self._policy.automatic:
                self._context.queue.evict(frozenset(self._context.queue.addresses) - {before.address})
            self._context.queue.insert_before(stored, before.address)
        return stored, len(block.sources)

    def record(self, call: FunctionCall, result: FunctionResult, token_ids: tuple[int, ...], written: str) -> Message:
        """Queue a call as the model wrote it, and its result where the model has to read it. To be called within a step."""
        said = call.arguments["message"] if call.function == SEND_MESSAGE and result.ok else ""
        now, tainted = self._external.clock.now(), self._context.queue.tainted or result.tainted
        grounds = result.sources if said else None
        message = Message(Role.ASSISTANT, said, now, prompt_text=written, call=call, token_ids=token_ids, tainted=tainted, grounds=grounds)
        message = self._stored(self.view.counted(message))
        self._context.queue.append(self.view.shortened(message))
        if not said:
            reads = call.function in READING
            self._context.queue.append(self._stored(self.view.of_result(result, now, tainted=tainted, reads=reads)))
        if event := self.agenda.event(self.turn):
            self._steps = event.steps + 1
            self.agenda.change(replace(event, steps=self._steps))
        return message

    def end_chain(self, address: str) -> int:
        """The chain of that event has ended: from now on the working context stands in the head as it was written. The calls it made.

        An event whose last call closed it, in one transaction with that call, costs no transaction more.
        """
        if self.agenda.event(address):
            with self.step():
                self.agenda.close(address)
        steps, self.turn, self._steps = self._steps, "", 0
        self._context.refresh_head()
        return steps

    def postpone(self, address: str, *, suspended: bool) -> None:
        """The chain of that event was left on purpose, to be taken up later: that was no attempt that failed."""
        event = self._open(address)
        with self.step():
            self.agenda.change(replace(event, attempts=max(0, event.attempts - 1), suspended=suspended))
        self.turn = ""

    def _others_behind(self, address: str) -> bool:
        """Whether another turn stands in view behind that message: then a chain that goes on has to say what it is about."""
        behind = self._context.queue.messages[self._context.queue.addresses.index(address) + 1 :]
        return any(message.turn != address for message in behind)

    def calls_of(self, address: str) -> list[tuple[FunctionCall, str]]:
        """The calls of that event's chain so far, each with the result that the model read; also those that left the view."""
        messages = [message for message in self._external.turns.messages(address) if message.turn == address]
        pairs = pairwise(messages)
        return [(call.call, result.text) for call, result in pairs if call.call and result.role is Role.FUNCTION]

    def has_page_in(self, address: str) -> bool:
        """Whether something was paged in for the message."""
        messages = self._context.queue.messages
        place = next((i for i, message in enumerate(messages) if message.address == address), 0)
        return place > 0 and messages[place - 1].role is Role.EVENT and messages[place - 1].turn == address

    def _put_back(self, before: tuple[Any, ...], own: dict[str, Any], events: tuple[OpenEvent, ...]) -> None:
        queue = self._context.queue
        messages, queue.summary, queue.summary_address, queue.summary_nonce, sections = before
        queue.evict(queue.addresses)
        queue.prepend(messages)
        self._context.working_context.put_back(sections)
        for name, value in own.items():
            setattr(self, name, value)
        self.agenda = Agenda(events)
        self._context.refresh_summary()

    def _save(self) -> None:
        queue = self._context.queue
        self._external.journal.save(
            ContextState(
                sections=self._context.working_context.sections,
                queue=queue.addresses,
                summary=queue.summary,
                summary_address=queue.summary_address,
                open_events=self.agenda.events,
                pressure_warned=self._pressure_warned,
                topic=self.topic,
                paused_until=self.paused_until,
            )
        )

    def show_summary(self, address: str, text: str, nonce: str) -> None:
        """Put a summary at the head of the queue; as data, if it has a nonce."""
        queue = self._context.queue
        queue.summary, queue.summary_address, queue.summary_nonce = text, address, nonce
        self._context.refresh_summary()

    def pressure(self) -> MemoryPressure | None:
        """The warning that is due: once per period, from the mark on; None when there is none."""
        plan, used = self._context.plan, self._context.used
        self._pressure_warned = self._pressure_warned and used >= plan.warn_at
        if self._pressure_warned or not plan.warn_at <= used <= plan.budget:
            return None
        self._pressure_warned = True
        return MemoryPressure(used, plan.budget)

    def relieve_pressure(self) -> Generator[Update, None, bool]:
        """Make the next prompt fit: warn past the mark, flush past the budget; whether a flush happened. Raises
        `EnvironmentFault` when nothing more can leave.
        """
        plan = self._context.plan
        if warning := self.pressure():
            if not self._policy.automatic:
                self.admit(warning)
            yield PressureWarned(warning.used, warning.budget)
        flushed = self._context.used > plan.budget
        if flushed:
            yield from self.flush(self._context.used - plan.flush_to)
        if self._context.used > plan.budget:
            raise EnvironmentFault(
                f"The instructions, the working context and the newest message take {self._context.used} of {plan.budget} tokens.",
                "Shorten a section of the working context or choose a model with a larger window.",
            )
        return flushed

    def flush(self, tokens: int) -> Generator[Update, None, None]:
        """Evict the oldest, so that `tokens` are freed, into the summary."""
        queue = self._context.queue
        keep, self.kept = frozenset((self.turn, *queue.addresses[-1:])) | self.kept, frozenset()
        evicted = self._eviction.choose(queue.messages, tokens, keep=keep, summary=queue.summary_address)
        yield from self.flush_out(evicted.addresses, evicted.spared)

    def flush_out(self, victims: Sequence[str], spared: tuple[tuple[str, str], ...] = ()) -> Generator[Update, None, None]:
        """Evict these messages, summarise them, and see that the prompt has shrunk."""
        queue, before = self._context.queue, self._context.used
        if not victims:
            return
        summary = self.summaries.smaller(victims, (yield from self.summaries.of(victims)))
        with self.step():
            self.commit_flush(victims, summary)
        yield QueueFlushed(tuple(victims), before, self._context.used, queue.summary, queue.summary_address, summary.by, spared)

    def commit_flush(self, victims: Sequence[str], summary: Summary) -> None:
        """Take these messages out of view and put their summary at the head. To be called within a step."""
        self._context.queue.evict(victims)
        self.summaries.put(summary, tuple(victims), self.topic)
        self._pressure_warned = False

    def _newest(self, in_view: Sequence[Message]) -> datetime | None:
        """When something was last stored, as far as queue and user tell."""
        last = self._external.turns.last()
        times = [message.created_at for message in (*in_view[-1:], *([self._external.recall.read(last)] if last else []))]
        return max(times, default=None)

    def _open(self, address: str) -> OpenEvent:
        event = self.agenda.event(address)
        assert event is not None, f"{address} is not open"
        return event

    def _begin_topic_after_gap(self, message: Message) -> None:
        """A first word, or one after a long silence, begins a topic; what is in view stays in view."""
        now, topics = message.created_at, self._external.topics
        if not self.topic or (self.newest and now - self.newest >= self._policy.topic_gap):
            # What is in view stays there, the summary too.
            self.topic = topics.put(Topic(title_of(message.text), now, summary=self._context.queue.summary_address)).address
            topics.move([message.address], self.topic)
        elif nameless := [topic for topic in topics.all() if topic.address == self.topic and not topic.title]:
            topics.put(replace(nameless[0], title=title_of(message.text)))

    def _keep_last_exchange(self) -> None:
        """Let go of all but the newest user message and what follows it; recall has it all."""
        messages = self._context.queue.messages
        last = max((i for i, message in enumerate(messages) if message.role is Role.USER), default=0)
        self._context.queue.evict(message.address for message in messages[:last])

    def _stored(self, message: Message) -> Message:
        """Put a message of the running chain into recall; an event outside any chain has no turn."""
        self.newest = message.created_at
        return self._external.recall.insert(replace(message, turn=self.turn, topic=self.topic))

    def _message(self, event: Event) -> Message:
        text, now = text_of(event), self._external.clock.now()
        request_id = event.request_id if isinstance(event, UserMessage) else ""
        tainted = is_tainted(event)
        stamped = f"{stamp(now)}\n{self.view.as_data(text) if tainted else text}"
        message = Message(role_of(event), text, now, prompt_text=stamped, request_id=request_id, topic=self.topic, tainted=tainted)
        return self.view.counted(message)

    def _restamp(self) -> None:
        """The model is told the time, as far as what it sees needs it."""
        for message in list(restamped(self._context.queue.messages, where_it_matters=self._policy.automatic)):
            self._context.queue.replace(message.address, self.view.counted(message))
