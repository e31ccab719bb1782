"""Carrying out: a call is executed and recorded in one transaction, and what came of it is reported."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace

from desktop_mem.memory.function_call import FunctionCall, FunctionResult
from desktop_mem.memory.heartbeat import SEND_MESSAGE, needs_heartbeat
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Hit
from desktop_mem.memory.ports import Generation
from desktop_mem.memory.queue_manager import QueueManager
from desktop_mem.memory.recursive_summary import Summary
from desktop_mem.memory.reminding import Reminding
from desktop_mem.memory.reviewed_calls import ReviewedCalls
from desktop_mem.memory.topic_switch import TopicSwitch
from desktop_mem.memory.update import (
    ConflictFound,
    FunctionCalled,
    ProposalMade,
    ReminderSet,
    ReplySent,
    SectionChanged,
    Update,
)


class CarryingOut:
    """Carries out calls, whoever made them; either all of a call stands afterwards or nothing."""

    def __init__(
        self, queue_manager: QueueManager, calls: ReviewedCalls, reminding: Reminding, topics: TopicSwitch, *, plain: bool
    ) -> None:
        self._manager = queue_manager
        self._calls = calls
        self._reminding = reminding
        self._topics = topics
        self._plain = plain

    def carry_out(
        self, call: FunctionCall, generation: Generation, message: Message, quoted: Sequence[Hit] = ()
    ) -> Generator[Update, None, FunctionResult]:
        """Execute and record in one transaction, then report. `quoted` is what a reply quotes that is not in view."""
        as_written = generation.stop == "complete" or self._plain
        left = (yield from self._topics.leave(message.address)) if self._topics.would_switch(call, message.address) else None
        with self._manager.step():
            call = self._reminding.with_times(call, message)
            result = self._calls.execute(call, message.address)
            if quoted:
                sources = tuple(hit.address for hit in quoted)
                result = replace(result, sources=sources, tainted=any(hit.tainted for hit in quoted))
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
        yield from (ConflictFound(lines, result.outdated) for lines in result.conflicts)
        if result.reminder:
            self._reminding.look_again()
            yield ReminderSet(result.reminder)
        if call.function == SEND_MESSAGE and result.ok:
            yield ReplySent(stored, cut="" if generation.stop == "complete" else generation.stop)
        else:
            yield FunctionCalled(stored, result.ok, result.text, result.sources)
        yield self._manager.context.measure()
        return result

    def _apply(self, result: FunctionResult, left: Summary | None, message: Message) -> tuple[Update, ...]:
        """What a result changes beside the stores. Within the step."""
        if result.paused_until:
            self._manager.paused_until = result.paused_until
        return self._topics.enter(result.topic, left, message.address) if result.topic else ()
