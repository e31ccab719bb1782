"""The agent: one event in, a chain of function calls linked by heartbeats, and a yield at its end."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from datetime import datetime, timedelta

from desktop_mem.memory import function_set
from desktop_mem.memory.agenda import OpenEvent
from desktop_mem.memory.agent_policy import AgentPolicy
from desktop_mem.memory.carrying_out import CarryingOut
from desktop_mem.memory.copied_lines import as_spoken, marks_of
from desktop_mem.memory.dirty_entries import DirtyEntries
from desktop_mem.memory.event import Event, Login, Priority, TimedHeartbeat, UserMessage
from desktop_mem.memory.function_call import FunctionCall, FunctionResult
from desktop_mem.memory.function_choice import FunctionChoice
from desktop_mem.memory.function_executor import FunctionExecutor
from desktop_mem.memory.functions import Functions
from desktop_mem.memory.heartbeat import SEND_MESSAGE, needs_heartbeat
from desktop_mem.memory.main_context import MainContext
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.paging import Paging
from desktop_mem.memory.passage import Hit
from desktop_mem.memory.plane import ControlPlane
from desktop_mem.memory.ports import ExternalContext, Generation, LanguageModel, Prompt
from desktop_mem.memory.proposing import Proposing
from desktop_mem.memory.queue_manager import QueueManager
from desktop_mem.memory.reminding import Reminding
from desktop_mem.memory.reply_stream import ReplyStream, read_call
from desktop_mem.memory.reviewed_calls import ReviewedCalls
from desktop_mem.memory.session import Session
from desktop_mem.memory.step_cost import step_cost
from desktop_mem.memory.suggesting import Suggesting
from desktop_mem.memory.update import (
    ChainResumed,
    ChainSuspended,
    EventAdmitted,
    FunctionCalled,
    HeartbeatRequested,
    PressureWarned,
    StepStarted,
    StillWorking,
    TurnFailed,
    Update,
    Yielded,
)

_MOST_ATTEMPTS = 2
_WHOLE_VISIT = timedelta(hours=1)
_TWICE = "The program ended twice while it answered this message, so it was not tried again. Send it again to retry."
_TOO_LONG = "The model did not come to an answer in the steps it may take. Ask again in other words, or allow more steps."


class Agent:
    """Runs the loop over main context. Every user message ends in a visible reply or a stated reason.

    All methods that do work are generators of updates: each yield is a point where the caller may stop, or accept another event.
    A more urgent one suspends the chain at its next step (a user message also cuts the generation, unless the reply is being
    read already); `answer` takes the chains up again in the order of the agenda.
    """

    def __init__(
        self,
        external: ExternalContext,
        *,
        queue_manager: QueueManager,
        functions: Functions,
        language_model: LanguageModel,
        plane: ControlPlane,
        policy: AgentPolicy,
    ) -> None:
        self._context = queue_manager.context
        self._external = external
        self._manager = queue_manager
        self._functions = functions
        self._executor = FunctionExecutor(functions)
        self._model = language_model
        self._paging = Paging(queue_manager, plane, "model" if policy.quotes else policy.paging)
        self._reminding = Reminding(external, queue_manager, plane.reminders)
        calls = ReviewedCalls(self._executor, external, queue_manager.context, plane.coherence)
        self._calls = CarryingOut(queue_manager, calls, self._reminding, functions.topics, plain=policy.plain)
        self.dirty_entries = DirtyEntries(external, queue_manager, plane.write_back)
        queue_manager.summaries.before_leaving = self.dirty_entries.commit
        self._policy = policy
        self._choice = FunctionChoice(queue_manager, max_steps=policy.max_steps, plain=policy.plain, beats=policy.heartbeat_minutes > 0)
        self.suggesting = Suggesting(external, queue_manager, plane.coherence)
        self.when_idle: Callable[[], list[Update] | None] = lambda: None
        """One small piece of what can be done when nothing waits: what it changed, or None when nothing is left."""
        self._running = ""
        self._known: frozenset[str] = frozenset()
        self.proposing = Proposing(external, queue_manager, functions.topics, self._reminding, policy.proposal_days)
        self.session = Session(
            external,
            queue_manager,
            functions.topics,
            self.proposing,
            self._reminding,
            plain=policy.plain,
        )

    @property
    def context(self) -> MainContext:
        """Main context, to be read and not to be changed."""
        return self._context

    @property
    def running(self) -> str:
        """The address of the event whose chain runs now, or nothing."""
        return self._running

    @property
    def topic(self) -> str:
        """The address of the topic in hand, or nothing before the first message."""
        return self._manager.topic

    @property
    def paused_until(self) -> datetime | None:
        """Until when no timed heartbeat comes, if the model asked for a pause."""
        return self._manager.paused_until

    @property
    def waiting(self) -> tuple[str, ...]:
        """Addresses of the events whose chains have not ended, in the order of their turns."""
        return tuple(event.address for event in self._manager.agenda.in_order)

    def owes_answer(self, address: str) -> bool:
        """Whether the event at that address is a message of the user whose chain has not ended."""
        event = self._manager.agenda.event(address)
        return event is not None and event.priority == Priority.USER

    def accept(self, event: Event) -> bool:
        """Store an event, from when on it survives a crash; False when this very request was stored before.

        In automatic paging only a user message starts a chain: the model could do nothing about any other.
        """
        if self._policy.plain and not isinstance(event, UserMessage):
            self._manager.admit(event)
            return True
        urgent = isinstance(event, UserMessage) and self._reminding.names_time(event.text)
        return self._manager.accept(event, urgent=urgent) is not None

    def tell(self, event: Event) -> list[Update]:
        """Store an event of the program; what to show at once when no chain will be run for it."""
        if not self._policy.plain:
            self.accept(event)
            return []
        return [EventAdmitted(self._manager.admit(event)), self._context.measure()]

    def log_in(self) -> None:
        """The user opened the program again: told to a model that can act on it, unless they were here just now."""
        now, last = self._external.clock.now(), self._manager.newest
        if last and now - last >= _WHOLE_VISIT and not self._policy.plain:
            self.accept(Login(last.astimezone(now.tzinfo).isoformat(" ", "minutes")))

    def remind(self) -> Iterator[Update]:
        """Take every reminder whose time has come for an event, and move it on; let old proposals lapse. What to show at once. Quick when
        nothing is due.
        """
        yield from self.proposing.lapse()
        yield from self._reminding.fall_due(starts_chain=not self._policy.plain)

    def beat(self) -> bool:
        """Accept a timed heartbeat when one is due: nothing has happened for long enough, and no pause was asked for."""
        minutes, newest, now = self._policy.heartbeat_minutes, self._manager.newest, self._external.clock.now()
        if not minutes or newest is None or self._policy.plain or self._manager.agenda.first:
            return False
        paused = self._manager.paused_until
        if now - newest < timedelta(minutes=minutes) or (paused and now < paused):
            return False
        return self.accept(TimedHeartbeat(int((now - newest).total_seconds() // 60)))

    def answer(self) -> Generator[Update, None, None]:
        """Run the chain of the event whose turn it is until it ends or is suspended, or say why it is not run again."""
        event = self._manager.agenda.first
        if event is None:
            return
        if event.attempts >= _MOST_ATTEMPTS:
            self._manager.end_chain(event.address)
            if event.priority == Priority.USER:
                yield TurnFailed(_TWICE)
            yield Yielded()
            return
        again = event.address in self._context.queue.addresses
        yield from self._write_back()
        message = self._manager.begin(event.address)
        self._running = message.address
        self._known = frozenset(self.waiting)
        try:
            if event.suspended:
                yield ChainResumed(message.address)
            elif not again and not event.variation:
                yield EventAdmitted(message)
            fresh = self._policy.plain or not event.suspended
            if message.role is Role.USER and fresh and not (again and self._manager.has_page_in(message.address)):
                yield from self._paging.page_in(message)
            yield from self._chain(message)
        finally:
            self._running = ""

    def flush_early(self) -> Generator[Update, None, None]:
        """While nobody waits: flush what would have to leave in the middle of a turn soon. Until the last piece nothing has changed.

        Not where the head alone leaves no room: then every flush would be early.
        """
        plan, context = self._context.plan, self._context
        if not self._manager.agenda.first and context.used >= plan.warn_at and context.used - context.queue.tokens < plan.flush_to:
            yield from self._manager.flush(context.used - plan.flush_to)
            yield context.measure()

    def prompt_ahead(self) -> Prompt:
        """What the next prompt begins with, as far as is known before the next event."""
        prompt = self._context.prompt()
        # Automatic paging puts what it finds for the next message in the place of all but the head.
        return prompt[: len(prompt) - len(self._context.queue.messages)] if self._policy.plain else prompt

    def handle(self, event: Event) -> Generator[Update, None, None]:
        """Accept an event and run what comes first; one that starts no chain is only admitted."""
        if not isinstance(event, UserMessage):
            yield from self.tell(event)
        elif not self.accept(event):
            return
        yield from self.answer()

    def give_up(self, address: str) -> None:
        """Close the event at that address if its chain has not ended, so that it is not taken up again."""
        if self._manager.agenda.event(address):
            self._manager.end_chain(address)

    def postpone(self, address: str) -> None:
        """Leave an event to a later run, without counting this one against it."""
        if self._manager.agenda.event(address):
            self._manager.postpone(address, suspended=False)

    def _chain(self, message: Message) -> Generator[Update, None, None]:
        """The paper's loop."""
        address, owed = message.address, message.role is Role.USER
        self._functions.begin(address)
        while (event := self._manager.agenda.event(address)) is not None:
            if event.steps >= self._policy.max_steps:
                if owed:
                    yield TurnFailed(_TOO_LONG)
                break
            if by := self._preempted(address):
                yield from self._suspend(address, by)
                return
            flushed = yield from self._manager.relieve_pressure()
            outcome = yield from self._by_program(message) or self._step(message, event, after_flush=flushed)
            if outcome is None:
                yield from self._suspend(address, self._preempted(address))
                return
            call, result = outcome
            if call is None:
                break
            reason = needs_heartbeat(call, result, answer_owed=owed)
            if not reason:
                break
            yield HeartbeatRequested(reason)
        yield from self._end(address)

    def _end(self, address: str) -> Generator[Update, None, None]:
        """Close the event; and where the queue has filled up, let the model save what matters before anything leaves."""
        steps = self._manager.end_chain(address)
        yield from self._paging.measure(address)
        yield from self._write_back()
        if not self._policy.plain and (warning := self._manager.pressure()):
            self._manager.accept(warning)
            yield PressureWarned(warning.used, warning.budget)
        yield self._context.measure()
        yield Yielded(steps)

    def _write_back(self) -> Generator[Update, None, None]:
        """Where no model can write memory, what the user told is written at once, and not only when it leaves the view."""
        if self._policy.alone:
            yield from self.dirty_entries.commit(self._context.queue.addresses)
            self._context.refresh_head()

    def _preempted(self, address: str) -> str:
        """The address of an event that has come since the chain began, and comes before it; or nothing."""
        newcomer = self._manager.agenda.newcomer(address, self._known)
        return newcomer.address if newcomer else ""

    def _cut_short(self, address: str) -> bool:
        """Whether such an event is a user message, for which the generation is broken off."""
        newcomer = self._manager.agenda.newcomer(address, self._known)
        return newcomer is not None and newcomer.priority == Priority.USER

    def _suspend(self, address: str, by: str) -> Generator[Update, None, None]:
        self._manager.postpone(address, suspended=True)
        yield ChainSuspended(address, by)

    def _by_program(self, message: Message) -> Generator[Update, None, tuple[FunctionCall | None, FunctionResult]] | None:
        """For a model that cannot call functions, what the user plainly asks for is called by the program; without a model it answers."""
        call = self._reminding.request(message.text) if self._policy.alone and message.role is Role.USER else None
        if call:
            return self._on_request(call, message)
        return self._quote(message) if self._policy.quotes else None

    def _quote(self, message: Message) -> Generator[Update, None, tuple[FunctionCall | None, FunctionResult]]:
        if message.role is not Role.USER:
            return None, FunctionResult(True, "there is no model")
        text, quoted = self._paging.quoted(message)
        return (yield from self._say(text, message, quoted))

    def _on_request(self, call: FunctionCall, message: Message) -> Generator[Update, None, tuple[FunctionCall, FunctionResult]]:
        # After a crash between call and confirmation the reminder is set already.
        reminder = next(iter(self._reminding.set_in(message.address)), None)
        if reminder is None:
            reminder = (yield from self._calls.carry_out(call, Generation(call.to_json(), ()), message)).reminder
        return (yield from self._say(self._reminding.said_of(reminder, str(call.arguments["when"]), message.text), message))

    def _say(self, text: str, message: Message, quoted: Sequence[Hit] = ()) -> Generator[Update, None, tuple[FunctionCall, FunctionResult]]:
        reply = FunctionCall(SEND_MESSAGE, {"message": text})
        return reply, (yield from self._calls.carry_out(reply, Generation(text, ()), message, quoted))

    def _step(
        self, message: Message, event: OpenEvent, *, after_flush: bool
    ) -> Generator[Update, None, tuple[FunctionCall | None, FunctionResult] | None]:
        """One inference and what came of it; no call when the user stopped it before anything was said, None when it was cut short."""
        allowed = self._choice.allowed(message, event)
        yield StepStarted(event.steps, allowed)
        generation = yield from self._generate(allowed, event)
        if generation is None:
            return None
        yield step_cost(generation, after_flush=after_flush)
        call = read_call(generation.text, complete=generation.stop == "complete", plain=self._policy.plain)
        if call is not None:
            return call, (yield from self._calls.carry_out(call, generation, message))
        if generation.stop == "stopped":
            if message.role is Role.USER:
                yield TurnFailed("Stopped before an answer.")
            return None, FunctionResult(True, "stopped")
        unfinished = FunctionCall("", {})
        result = FunctionResult(False, "the call was not finished. Write less: a short thought and short arguments.")
        with self._manager.step():
            stored = self._manager.record(unfinished, result, (), generation.text)
        yield FunctionCalled(stored, result.ok, result.text)
        return unfinished, result

    def _generate(self, allowed: tuple[str, ...], event: OpenEvent) -> Generator[Update, None, Generation | None]:
        """Ask the model; None when a user message came that is answered first."""
        schema = None if self._policy.plain else function_set.schema(allowed, self._choice.labels(), self._policy.lengths)
        prompt = self._context.prompt()
        marks = marks_of(prompt) if self._policy.plain else frozenset()
        pieces = self._model.generate(prompt, schema, self._context.plan.reserve, variation=event.variation)
        stream = ReplyStream(plain=self._policy.plain, marks=marks)
        while True:
            try:
                piece = next(pieces)
            except StopIteration as end:
                generation: Generation = end.value
                break
            if not piece:
                yield StillWorking()
            yield from stream.feed(piece)
            if not stream.replying and self._cut_short(event.address):
                pieces.close()
                return None
        yield from stream.finish()
        return as_spoken(generation, marks) if self._policy.plain else generation
