"""The agent: one event in, a chain of function calls linked by heartbeats, and a yield at its end."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from datetime import timedelta

from desktop_mem.errors import Refused
from desktop_mem.memory import function_set
from desktop_mem.memory.agenda import OpenEvent
from desktop_mem.memory.event import Event, Login, Priority, TimedHeartbeat, UserMessage
from desktop_mem.memory.function_call import FunctionCall, FunctionResult
from desktop_mem.memory.function_choice import FunctionChoice
from desktop_mem.memory.function_executor import FunctionExecutor
from desktop_mem.memory.functions import Functions
from desktop_mem.memory.heartbeat import SEND_MESSAGE, needs_heartbeat
from desktop_mem.memory.main_context import MainContext
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.plane import ControlPlane
from desktop_mem.memory.ports import ExternalContext, Generation, LanguageModel
from desktop_mem.memory.proposing import Proposing
from desktop_mem.memory.queue_manager import QueueManager
from desktop_mem.memory.recursive_summary import Summary
from desktop_mem.memory.reminding import Reminding
from desktop_mem.memory.reply_stream import ReplyStream, read_call
from desktop_mem.memory.session import Session
from desktop_mem.memory.update import (
    ChainResumed,
    ChainSuspended,
    EventAdmitted,
    FunctionCalled,
    HeartbeatRequested,
    PagedIn,
    PressureWarned,
    ProposalMade,
    ReminderSet,
    ReplySent,
    SectionChanged,
    StepMeasured,
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


@dataclass(frozen=True, slots=True)
class AgentPolicy:
    """How the agent may act: `paging` is `model`, `assisted` or `automatic`, `max_steps` the longest chain, `lengths`
    the longest thought and reply, `heartbeat_minutes` how long nothing happens before a timed heartbeat (0: none comes); a proposal
    lapses after `proposal_days`.
    """

    paging: str
    max_steps: int
    lengths: function_set.Lengths
    heartbeat_minutes: int = 0
    proposal_days: int = 14

    @property
    def plain(self) -> bool:
        """Whether the model writes the bare reply, and the program makes the call of it."""
        return self.paging == "automatic"


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
        self._page_in = plane.page_in
        self._reminding = Reminding(external, queue_manager, plane.reminders)
        self._topics = functions.topics
        self._policy = policy
        self._choice = FunctionChoice(queue_manager, max_steps=policy.max_steps, plain=policy.plain, beats=policy.heartbeat_minutes > 0)
        self._running = ""
        self._known: frozenset[str] = frozenset()
        self.proposing = Proposing(external, queue_manager, functions.topics, self._reminding, policy.proposal_days)
        self.session = Session(
            external,
            queue_manager,
            functions.topics,
            self.proposing,
            plain=policy.plain,
            names_time=self._reminding.names_time,
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
                yield from self._page_in_for(message)
            yield from self._chain(message)
        finally:
            self._running = ""

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

    def _page_in_for(self, message: Message) -> Generator[Update, None, None]:
        if self._policy.paging == "model":
            return
        # In automatic paging what is found takes the place of all that is in view, so that may be found too.
        in_view = frozenset({message.address} if self._policy.plain else self._context.queue.addresses)
        hits = self._page_in.choose(message.text, in_view=in_view, before=message.address)
        if hits:
            block = self._manager.page_in(hits, message)
            yield PagedIn(block.address, tuple(hits))

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
            outcome = yield from self._plain_request(message, event) or self._step(message, event, after_flush=flushed)
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
        if not self._policy.plain and (warning := self._manager.pressure()):
            self._manager.accept(warning)
            yield PressureWarned(warning.used, warning.budget)
        yield self._context.measure()
        yield Yielded(steps)

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

    def _plain_request(self, message: Message, event: OpenEvent) -> Generator[Update, None, tuple[FunctionCall, FunctionResult]] | None:
        """For a model that cannot call functions: what the user plainly asks for is called by the program."""
        if not self._policy.plain or message.role is not Role.USER:
            return None
        call = self._reminding.request(message.text)
        return self._on_request(call, message) if call else None

    def _on_request(self, call: FunctionCall, message: Message) -> Generator[Update, None, tuple[FunctionCall, FunctionResult]]:
        # After a crash between call and confirmation the reminder is set already.
        reminder = next(iter(self._reminding.set_in(message.address)), None)
        if reminder is None:
            reminder = (yield from self._carry_out(call, Generation(call.to_json(), ()), message)).reminder
        said = self._reminding.said_of(reminder, str(call.arguments["when"]), message.text)
        reply = FunctionCall(SEND_MESSAGE, {"message": said})
        return reply, (yield from self._carry_out(reply, Generation(reply.arguments["message"], ()), message))

    def _step(
        self, message: Message, event: OpenEvent, *, after_flush: bool
    ) -> Generator[Update, None, tuple[FunctionCall | None, FunctionResult] | None]:
        """One inference and what came of it; no call when the user stopped it before anything was said, None when it was cut short."""
        allowed = self._choice.allowed(message, event)
        yield StepStarted(event.steps, allowed)
        generation = yield from self._generate(allowed, event)
        if generation is None:
            return None
        yield _measured(generation, after_flush)
        call = read_call(generation.text, complete=generation.stop == "complete", plain=self._policy.plain)
        if call is not None:
            return call, (yield from self._carry_out(call, generation, message))
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
        pieces = self._model.generate(self._context.prompt(), schema, self._context.plan.reserve, variation=event.variation)
        stream = ReplyStream(plain=self._policy.plain)
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
        return generation

    def _carry_out(self, call: FunctionCall, generation: Generation, message: Message) -> Generator[Update, None, FunctionResult]:
        """Execute and record in one transaction, then report."""
        as_written = generation.stop == "complete" or self._policy.plain
        left = (yield from self._topics.leave(message.address)) if self._switches_topic(call, message) else None
        with self._manager.step():
            call = self._reminding.with_times(call, message)
            result = self._executor.execute(call)
            stored = self._manager.record(
                call, result, generation.token_ids if as_written else (), generation.text if as_written else call.to_json()
            )
            switched = self._apply(result, left, message)
            if not needs_heartbeat(call, result, answer_owed=message.role is Role.USER):
                self._manager.agenda.close(message.address)
        yield from switched
        if result.change:
            yield SectionChanged(*result.change)
        if result.proposal:
            yield ProposalMade(result.proposal)
        if result.reminder:
            self._reminding.look_again()
            yield ReminderSet(result.reminder)
        if call.function == SEND_MESSAGE and result.ok:
            yield ReplySent(stored, cut="" if generation.stop == "complete" else generation.stop)
        else:
            yield FunctionCalled(stored, result.ok, result.text, result.sources)
        yield self._context.measure()
        return result

    def _switches_topic(self, call: FunctionCall, message: Message) -> bool:
        """Whether the call will do so: what is in view is only summarised then."""
        query = call.arguments.get("query")
        if call.function != "switch_topic" or not isinstance(query, str) or not query.strip():
            return False
        try:
            self._topics.find(query, message.address)
        except Refused:
            return False
        return True

    def _apply(self, result: FunctionResult, left: Summary | None, message: Message) -> tuple[Update, ...]:
        """What a result changes beside the stores. Within the step."""
        if result.paused_until:
            self._manager.paused_until = result.paused_until
        return self._topics.enter(result.topic, left, message.address) if result.topic else ()


def _measured(generation: Generation, after_flush: bool) -> StepMeasured:
    return StepMeasured(
        prompt_tokens=generation.prompt_tokens,
        new_tokens=generation.new_tokens,
        evaluated_tokens=generation.evaluated_tokens,
        generated_tokens=len(generation.token_ids),
        prefill_seconds=generation.prefill_seconds,
        decode_seconds=generation.decode_seconds,
        after_flush=after_flush,
    )
