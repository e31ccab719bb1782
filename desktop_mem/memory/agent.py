"""The agent: one event in, a chain of function calls linked by heartbeats, and a yield at its end."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from desktop_mem.errors import DesktopMemError
from desktop_mem.memory import function_set
from desktop_mem.memory.event import Event, UserMessage
from desktop_mem.memory.function_call import FunctionCall, FunctionResult
from desktop_mem.memory.function_executor import FunctionExecutor
from desktop_mem.memory.functions import Functions
from desktop_mem.memory.heartbeat import SEND_MESSAGE, needs_heartbeat
from desktop_mem.memory.main_context import MainContext
from desktop_mem.memory.message import Message
from desktop_mem.memory.ports import ExternalContext, Generation, LanguageModel, MemoryEvent, PageIn
from desktop_mem.memory.queue_manager import QueueManager
from desktop_mem.memory.reply_stream import ReplyStream, parse_call, read_call
from desktop_mem.memory.update import (
    EventAdmitted,
    FunctionCalled,
    HeartbeatRequested,
    PagedIn,
    ReplySent,
    SectionChanged,
    StepMeasured,
    StepStarted,
    TurnFailed,
    Update,
    Yielded,
)
from desktop_mem.memory.working_context import Change

_MOST_ATTEMPTS = 2
_SAME_RESULTS = 2
_LEAST_ROOM = 8


@dataclass(frozen=True, slots=True)
class AgentPolicy:
    """How the agent may act: `paging` is `model`, `assisted` or `automatic`, `max_steps` the longest chain, `lengths`
    the longest thought and reply.
    """

    paging: str
    max_steps: int
    lengths: function_set.Lengths


class Agent:
    """Runs the loop over main context. Every user message ends in a visible reply or a stated reason.

    All methods that do work are generators of updates: each yield is a point where the caller may stop.
    """

    def __init__(
        self,
        external: ExternalContext,
        *,
        queue_manager: QueueManager,
        functions: Functions,
        language_model: LanguageModel,
        page_in: PageIn,
        policy: AgentPolicy,
    ) -> None:
        self._context = queue_manager.context
        self._external = external
        self._queue_manager = queue_manager
        self._functions = functions
        self._executor = FunctionExecutor(functions)
        self._model = language_model
        self._page_in = page_in
        self._policy = policy
        self._running = False

    @property
    def context(self) -> MainContext:
        """Main context, to be read and not to be changed."""
        return self._context

    @property
    def waiting(self) -> tuple[str, ...]:
        """Addresses of the accepted messages whose chains have not ended, in the order of their turns."""
        return self._queue_manager.open_events

    def accept(self, message: UserMessage) -> bool:
        """Store what the user said, from when on it survives a crash; False when this very request was stored before."""
        return self._queue_manager.accept(message)

    def answer(self) -> Generator[Update, None, None]:
        """Run the chain of the first message that waits, or say why it is not run again."""
        manager = self._queue_manager
        if manager.attempts >= _MOST_ATTEMPTS:
            manager.close_event()
            yield TurnFailed("The program ended twice while it answered this message, so it was not tried again. Send it again to retry.")
            yield Yielded()
            return
        again = manager.in_queue(manager.open_events[0])
        message = manager.begin()
        if not again:
            yield EventAdmitted(message)
        if not (again and manager.has_page_in(message.address)):
            yield from self._page_in_for(message)
        self._running = True
        try:
            yield from self._chain(UserMessage(message.text), message.address)
        finally:
            self._running = False

    def handle(self, event: Event) -> Generator[Update, None, None]:
        """Take an event: a user message is accepted and answered, anything else is admitted to the queue."""
        if not isinstance(event, UserMessage):
            yield EventAdmitted(self._queue_manager.admit(event))
            yield self._context.measure()
        elif self.accept(event):
            yield from self.answer()

    def give_up(self, address: str) -> None:
        """Close the event at that address if its chain has not ended, so that it is not taken up again."""
        if address in self._queue_manager.open_events[:1]:
            self._queue_manager.close_event()

    def postpone(self) -> None:
        """Leave the first open event to a later run, without counting this one against it."""
        if self._queue_manager.open_events:
            self._queue_manager.postpone()

    def edit_section(self, label: str, text: str, *, expected: str) -> Change:
        """The user's own edit of a section of the working context, in one transaction. Raises `Refused`."""
        before, after = self._context.working_context.edit(label, text, expected=expected)
        try:
            with self._external.journal.step():
                now = self._external.clock.now()
                self._external.journal.record(MemoryEvent(f"w:{label}", "edit", before.text, after.text, "user", now))
                self._queue_manager.save()
        except DesktopMemError:
            self._context.working_context.put_back(before)
            raise
        # In the middle of a chain the head stays as it is, or all that was read would have to be read again.
        if not self._running:
            self._context.refresh_head()
        return before, after

    def _page_in_for(self, message: Message) -> Generator[Update, None, None]:
        if self._policy.paging == "model":
            return
        # In automatic paging what is found takes the place of all that is in view, so that may be found too.
        in_view = frozenset({message.address} if self._plain else self._context.queue.addresses)
        hits = self._page_in.choose(message.text, in_view=in_view, before=message.address)
        if hits:
            block = self._queue_manager.page_in(hits, message)
            yield PagedIn(block.address, tuple(hits))

    def _chain(self, event: Event, cause: str) -> Generator[Update, None, None]:
        """The paper's loop."""
        self._functions.begin(cause)
        seen: list[tuple[str, str]] = []
        step = 0
        for step in range(self._policy.max_steps):
            flushed = yield from self._queue_manager.relieve_pressure()
            call, result = yield from self._step(step, _repeated(seen), after_flush=flushed)
            if call is None:
                break
            seen.append((call.to_json(), str(result)))
            reason = needs_heartbeat(event, call, result)
            if not reason:
                break
            yield HeartbeatRequested(reason)
        else:
            yield TurnFailed("The model did not come to an answer in the steps it may take. Ask again in other words, or allow more steps.")
        self._queue_manager.close_event()
        yield self._context.measure()
        yield Yielded(step + 1)

    def _step(
        self, step: int, repeated: frozenset[str], *, after_flush: bool
    ) -> Generator[Update, None, tuple[FunctionCall | None, FunctionResult]]:
        """One inference and what came of it; no call when the user stopped it before anything was said."""
        allowed = self._allowed(step, repeated)
        yield StepStarted(step, allowed)
        generation = yield from self._generate(allowed)
        yield _measured(generation, after_flush)
        call = read_call(generation.text, complete=generation.stop == "complete", plain=self._plain)
        if call is not None:
            return call, (yield from self._carry_out(call, generation))
        if generation.stop == "stopped":
            yield TurnFailed("Stopped before an answer.")
            return None, FunctionResult(True, "stopped")
        unfinished = FunctionCall("", {})
        result = FunctionResult(False, "the call was not finished. Write less: a short thought and short arguments.")
        with self._external.journal.step():
            message = self._queue_manager.record(unfinished, result, (), generation.text)
        yield FunctionCalled(message, result.ok, result.text)
        return unfinished, result

    @property
    def _plain(self) -> bool:
        """Whether the model writes the bare reply, and the program makes the call of it."""
        return self._policy.paging == "automatic"

    def _generate(self, allowed: tuple[str, ...]) -> Generator[Update, None, Generation]:
        schema = None if self._plain else function_set.schema(allowed, self._labels(), self._policy.lengths)
        pieces = self._model.generate(self._context.prompt(), schema, self._context.plan.reserve)
        stream = ReplyStream(plain=self._plain)
        while True:
            try:
                piece = next(pieces)
            except StopIteration as end:
                generation: Generation = end.value
                break
            yield from stream.feed(piece)
        yield from stream.finish()
        return generation

    def _carry_out(self, call: FunctionCall, generation: Generation) -> Generator[Update, None, FunctionResult]:
        """Execute and record in one transaction, then report."""
        complete = generation.stop == "complete"
        as_written = complete or self._plain
        with self._external.journal.step():
            result = self._executor.execute(call)
            message = self._queue_manager.record(
                call, result, generation.token_ids if as_written else (), generation.text if as_written else call.to_json()
            )
        if result.change:
            yield SectionChanged(*result.change)
        if call.function == SEND_MESSAGE and result.ok:
            yield ReplySent(message, cut="" if complete else generation.stop)
        else:
            yield FunctionCalled(message, result.ok, result.text, result.sources)
        yield self._context.measure()
        return result

    def _allowed(self, step: int, repeated: frozenset[str]) -> tuple[str, ...]:
        """The functions that make sense in this step."""
        if self._plain or step == self._policy.max_steps - 1:
            return (SEND_MESSAGE,)
        without_section = {name for name, labels in self._labels().items() if not labels}
        unfit = repeated | without_section
        return tuple(name for name in function_set.BY_NAME if name == SEND_MESSAGE or name not in unfit)

    def _labels(self) -> dict[str, tuple[str, ...]]:
        """The sections that each writing function can write: those with room, and those with text."""
        sections = [s for s in self._context.working_context.sections if not s.read_only]
        return {
            "core_memory_append": tuple(s.label for s in sections if s.limit - len(s.text) > _LEAST_ROOM),
            "core_memory_replace": tuple(s.label for s in sections if s.text),
        }


def _repeated(seen: list[tuple[str, str]]) -> frozenset[str]:
    """The functions whose same call gave the same result twice."""
    stuck = {call for call, result in seen if seen.count((call, result)) >= _SAME_RESULTS}
    return frozenset(parsed.function for call in stuck if (parsed := parse_call(call)))


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
