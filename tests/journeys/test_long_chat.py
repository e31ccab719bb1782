"""A long conversation in a small window with the embedded model, which pages for itself."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from desktop_mem.app import make_worker, open_home
from desktop_mem.memory.update import (
    ContextMeasured,
    EventAdmitted,
    FunctionCalled,
    HeartbeatRequested,
    QueueFlushed,
    ReplySent,
    StepMeasured,
    TurnFailed,
)
from desktop_mem.runtime.command import SendMessage
from desktop_mem.runtime.inbox import Inbox

pytestmark = [pytest.mark.model]
MESSAGES = 20
TOPICS = ("my sister Lena in Bergen", "the harbour and its boats", "my new job as a carpenter", "the garden", "a trip to Oslo")


def of(updates: list[Any], kind: type | tuple[type, ...]) -> list[Any]:
    return [update for update in updates if isinstance(update, kind)]


@pytest.mark.timeout(900)
def test_twenty_messages_in_a_window_of_2048_tokens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """letta 360, 957, hermes-agent 18547: overflow in long chats, and prompts that were read again and again."""
    updates: list[Any] = []
    inbox = Inbox()
    home = open_home(tmp_path / "profile", context_window=2048, paging="model", max_steps=3, answer_reserve=160)
    worker = make_worker(home, updates.append, inbox)
    worker.start()
    try:
        for number in range(MESSAGES):
            text = f"Message {number}: let me tell you about {TOPICS[number % 5]}. The number {number * 7} was painted on the door there."
            inbox.put(SendMessage(text))
            worker.turn()
            while worker.waiting:
                worker.turn()
        flushes, steps = of(updates, QueueFlushed), of(updates, StepMeasured)
        asked = [update.message.address for update in of(updates, EventAdmitted) if update.message.role == "user"]
        answered = {update.message.turn for update in of(updates, ReplySent)}
        assert len(asked) == MESSAGES
        assert len([address for address in asked if address not in answered]) == len(of(updates, TurnFailed))
        assert all(step.prompt_tokens + step.generated_tokens <= 2048 for step in steps)
        told = of(updates, (ContextMeasured, QueueFlushed, StepMeasured))
        for measured, following in pairwise(told):  # what a chain left too full is flushed before anything is asked
            assert (
                not isinstance(measured, ContextMeasured) or measured.used <= measured.flush_at or not isinstance(following, StepMeasured)
            )
        assert len(flushes) >= 2
        assert all(flush.tokens_after < flush.tokens_before for flush in flushes)
        recall = worker._stores.recall
        evicted = [address for flush in flushes for address in flush.evicted]
        assert [recall.read(address).address for address in evicted] == evicted
        chained = [step for step in steps[1:] if not step.after_flush]
        new, evaluated = sum(s.new_tokens for s in chained), sum(s.evaluated_tokens for s in chained)
        assert evaluated <= 1.05 * new
    finally:
        worker.close()
    calls, heartbeats = len(of(updates, FunctionCalled)) + len(of(updates, ReplySent)), len(of(updates, HeartbeatRequested))
    with capsys.disabled():
        sys.stdout.write(
            f"\n{MESSAGES} messages, {len(steps)} steps, {calls} calls, {heartbeats} heartbeats, {len(flushes)} flushes; "
            f"evaluated / new tokens outside flushes: {evaluated} / {new} = {evaluated / new:.3f}\n"
        )
