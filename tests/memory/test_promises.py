"""The kernel's promises over random sequences of events, calls, interruptions and commands of the user."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_mem.errors import Refused
from desktop_mem.inference.scripted import say
from desktop_mem.memory.event import DocumentsStored, Login, UserMessage
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.ports import Prompt
from desktop_mem.memory.update import (
    ContextMeasured,
    QueueFlushed,
    ReplySent,
    TurnFailed,
    TurnUndone,
    Yielded,
)

EXAMPLES = int(os.environ.get("DESKTOP_MEM_EXAMPLES", "150"))
MAX_STEPS = 4

CALLS = st.one_of(
    st.tuples(st.just("say"), st.integers(0, 400)),
    st.tuples(st.just("append"), st.integers(1, 300)),
    st.tuples(st.just("replace"), st.integers(1, 30)),
    st.tuples(st.just("search"), st.integers(1, 5)),
    st.tuples(st.just("dates"), st.integers(1, 5)),
    st.tuples(st.just("keep"), st.integers(1, 300)),
    st.tuples(st.just("open"), st.integers(1, 60)),
    st.tuples(st.just("remind"), st.integers(1, 60)),
    st.tuples(st.just("switch"), st.integers(0, 3)),
    st.tuples(st.just("prose"), st.integers(0, 30)),
)
ACTIONS = st.one_of(
    st.tuples(st.just("user"), st.integers(1, 900)),
    st.tuples(st.just("user"), st.integers(1, 20)),
    st.tuples(st.just("urgent"), st.integers(1, 20)),
    st.tuples(st.just("interrupt"), st.integers(1, 30)),
    st.tuples(st.just("crash"), st.integers(1, 25)),
    st.tuples(st.just("documents"), st.integers(1, 9)),
    st.tuples(st.just("login"), st.just(0)),
    st.tuples(st.just("wait"), st.integers(1, 3000)),
    st.tuples(st.just("restart"), st.just(0)),
    st.tuples(st.just("undo"), st.just(0)),
    st.tuples(st.just("retry"), st.just(0)),
    st.tuples(st.just("resend"), st.integers(1, 20)),
    st.tuples(st.just("summarise"), st.just(0)),
    st.tuples(st.just("rebuild"), st.just(0)),
    st.tuples(st.just("topic"), st.integers(0, 3)),
)


def _call(kind: str, size: int) -> FunctionCall | str:
    words = " ".join(f"w{i}" for i in range(size))
    wish = size % 2 == 0
    calls: dict[str, FunctionCall | str] = {
        "say": say(words or "Yes."),
        "append": FunctionCall("core_memory_append", {"label": "human", "content": words}, "", wish),
        "replace": FunctionCall("core_memory_replace", {"label": "human", "old_content": f"w{size}", "new_content": "x"}, "", wish),
        "search": FunctionCall("conversation_search", {"query": "w1 u1", "page": size}, "", True),
        "dates": FunctionCall("conversation_search_date", {"start_date": "2026-03", "end_date": "", "page": size}, "", True),
        "keep": FunctionCall("archival_memory_insert", {"content": words}, "", wish),
        "open": FunctionCall("open_page", {"address": f"m{size}#part=2" if wish else f"m{size}"}, "", True),
        "remind": FunctionCall("set_reminder", {"when": f"in {size} minutes", "message": words}, "", wish),
        "switch": FunctionCall("switch_topic", {"query": f"u{size}"}, "", True),
        "prose": words,
    }
    return calls[kind]


class Observed:
    """A world, and all that was promised to its user."""

    def __init__(self, make_world: Any, calls: list[tuple[str, int]], paging: str) -> None:
        answers = iter([_call(*call) for call in calls])

        def model(prompt: Prompt) -> FunctionCall | str:
            budget = self.world.agent.context.plan.budget
            assert sum(self.world.model.count_message(message) for message in prompt) <= budget
            return "no notes" if prompt[0].text.startswith("You condense") else next(answers, say("Yes."))

        self.world = make_world(default=model, paging=paging, max_steps=MAX_STEPS, heartbeat_minutes=600)
        self.said = 0
        self.answered: list[str] = []
        self.interruption = 0
        self.crash = 0

    def act(self, kind: str, size: int) -> None:
        agent, words = self.world.agent, " ".join(f"u{i}" for i in range(size))
        match kind:
            case "user" | "interrupt" | "crash":
                self._say(words)
                self.interruption = size if kind == "interrupt" else 0
                self.crash = size if kind == "crash" else 0
            case "urgent":
                self._say(f"{words} in 5 minutes")
            case "documents":
                agent.accept(DocumentsStored((("d1", "a.txt"),), size))
            case "login":
                agent.accept(Login("2026-03-01 09:00+01:00"))
            case "wait":
                self.world.clock.advance(timedelta(minutes=size))
                agent.beat()
            case "restart":
                self._restart()
            case _:
                self._command(kind, size, words)
        self._settle()

    def _say(self, text: str) -> None:
        self.world.agent.accept(UserMessage(text))
        self.said += 1

    def _restart(self) -> None:
        self.world.agent.context.refresh_head(self.world.stores.counts())
        before = [(m.role, m.text) for m in self.world.agent.context.prompt()]
        self.world.restart()
        assert [(m.role, m.text) for m in self.world.agent.context.prompt()] == before

    def _command(self, kind: str, size: int, words: str) -> None:
        session, topics = self.world.agent.session, self.world.stores.topics.all()
        commands = {
            "undo": session.undo_turn,
            "retry": session.retry,
            "resend": lambda: session.edit_and_resend(words, ""),
            "summarise": session.summarise_now,
            "rebuild": session.rebuild_summary,
            "topic": lambda: session.switch_topic(topics[size].address if size < len(topics) else "", "a new one"),
        }
        with suppress(Refused):
            self._look(list(commands[kind]()))

    def _settle(self) -> None:
        rounds = 0
        while self.world.agent.waiting:
            self._look(list(self.world.agent.remind()))
            turn, answer = self.world.agent.waiting[0], self.world.agent.answer()
            updates = list(self._interrupted(answer))
            answer.close()
            self._look(updates)
            self.answered += [turn for update in updates if isinstance(update, TurnFailed)]
            if self.crash and len(updates) == self.crash:
                self.crash = 0
                self.world.restart()
            rounds += 1
            assert rounds < 60, "the loop does not end"

    def _interrupted(self, updates: Iterator[Any]) -> Iterator[Any]:
        for number, update in enumerate(updates):
            if self.interruption and number == self.interruption:
                self.interruption = 0
                self._say("stop, what about u1?")
                self.world.clock.advance(timedelta(minutes=7))
            yield update
            if self.crash and number + 1 == self.crash:
                return

    def _look(self, updates: list[Any]) -> None:
        for update in updates:
            if isinstance(update, QueueFlushed):
                assert update.tokens_after < update.tokens_before
                assert update.summary
                assert all(self.world.stores.recall.read(address).address == address for address in update.evicted)
            elif isinstance(update, Yielded):
                assert update.steps <= MAX_STEPS
            elif isinstance(update, ContextMeasured):
                assert update.used + update.free + update.reserve == update.window
            elif isinstance(update, TurnUndone):
                self.answered = [turn for turn in self.answered if turn != update.turn]
            elif isinstance(update, ReplySent):
                self.answered.append(update.message.turn)

    def check(self) -> None:
        recall = self.world.stores.recall
        said = [m for m in recall.all() if m.role == "user"]
        assert [m.address for m in said if m.address not in self.answered] == []
        in_view = self.world.agent.context.queue.addresses
        assert len(in_view) == len(set(in_view))
        assert not any(recall.read(address).undone for address in in_view)
        found = [hit.address for page in (1, 2) for hit in recall.search("u1", page).hits]
        assert not any(recall.read(address).undone for address in found)
        stored = [recall.read(f"m{number + 1}") for number in range(len(recall))]
        assert sum(m.role == "user" for m in stored) >= self.said
        assert all(m.turn or m.role in ("user", "event") for m in stored)
        assert {m.topic for m in stored} <= {topic.address for topic in self.world.stores.topics.all()} | {""}


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    calls=st.lists(CALLS, max_size=40),
    actions=st.lists(ACTIONS, min_size=1, max_size=25),
    paging=st.sampled_from(["model", "assisted", "automatic"]),
)
def test_whatever_happens_the_promises_hold(make_world, calls, actions, paging) -> None:
    """Tokens within the window minus the reserve; what left the queue is in recall; a flush shrinks and leaves a summary; no turn is
    silent; the loop ends; the journal gives the same main context; what was taken back is neither seen nor found.
    """
    observed = Observed(make_world, calls, paging)
    for kind, size in actions:
        observed.act(kind, size)
        observed.check()
