"""The queue manager: the prompt always fits, a flush always shrinks, and nothing that left the queue is lost."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from desktop_mem.inference.scripted import call_json, say
from desktop_mem.memory.event import UserMessage
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.update import (
    PressureWarned,
    QueueFlushed,
    StepStarted,
)

FACT = "My sister Lena lives in Bergen and works as a carpenter since 2019 and likes long walks by the sea."


def flushes(updates: list) -> list[QueueFlushed]:
    return [u for u in updates if isinstance(u, QueueFlushed)]


def test_sixty_messages_flush_and_all_live_on_in_recall(make_world) -> None:
    """letta 360, 506: no proactive trim, or a flush that freed nothing."""
    world = make_world(default=say("Thank you, I will keep that in mind for you and come back to it."))
    seen = [u for n in range(60) for u in world.handle(f"{FACT} ({n}) {FACT}")]
    done = flushes(seen)
    assert len(done) >= 2
    evicted = [address for flush in done for address in flush.evicted]
    assert len(evicted) == len(set(evicted))
    assert not set(evicted) & set(world.agent.context.queue.addresses)
    assert world.stores.recall.read(evicted[0]).text == f"{FACT} (0) {FACT}"
    assert all(world.stores.recall.read(address) for address in evicted)
    for flush in done:
        assert flush.tokens_after < flush.tokens_before
        assert flush.tokens_after <= world.agent.context.plan.flush_to + 400


def test_the_model_is_warned_once_per_period_and_has_a_turn_to_save(make_world) -> None:
    world = make_world(default=say("Noted."), warn_share=0.6)
    seen = []
    while not flushes(seen):
        seen += world.handle(FACT)
    before_flush = seen[: seen.index(flushes(seen)[0])]
    [warned] = [u for u in before_flush if isinstance(u, PressureWarned)]
    saving = {"core_memory_append", "core_memory_replace", "archival_memory_insert"}
    [step] = [u for u in before_flush if isinstance(u, StepStarted) and set(u.allowed) <= saving]
    assert before_flush.index(step) > before_flush.index(warned)
    assert "Memory pressure: the queue is filling up" in str(world.model.prompts)


def test_the_summary_has_its_sections_and_addresses_and_stands_first(make_world) -> None:
    notes = '{"goals":"Plan a trip.","facts":"Lena lives in Bergen.","open_ends":"Book the train."}'

    def answer(prompt):
        return notes if prompt[0].text.startswith("You condense") else say("Noted.")

    world = make_world(default=answer)
    seen = []
    while not flushes(seen):
        seen += world.handle(FACT)
    [flush] = flushes(seen)
    assert flush.summarised_by == "model"
    assert flush.summary.splitlines()[:3] == ["goals: Plan a trip.", "facts: Lena lives in Bergen.", "open ends: Book the train."]
    assert flush.summary.splitlines()[3] == f"where to look: {flush.evicted[0]} to {flush.evicted[-1]}"
    assert world.agent.context.prompt()[1].text == f"[summary s1 of the earlier conversation]\n{flush.summary}"
    assert world.stores.journal.summaries[0].covers == flush.evicted


@pytest.mark.parametrize(
    "notes", ["not json", '{"goals":"","facts":"","open_ends":""}', '{"goals":"' + "word " * 900 + '","facts":"","open_ends":""}']
)
def test_a_model_that_gives_no_summary_in_bounds_gets_an_extract(make_world, notes) -> None:
    """letta 506, 957: the summariser overflowed or summarised nothing, for ever."""
    world = make_world(default=lambda prompt: notes if prompt[0].text.startswith("You condense") else say("Noted."))
    seen = []
    while not flushes(seen):
        seen += world.handle(FACT)
    [flush] = flushes(seen)
    assert flush.summarised_by == "extract"
    assert f"user: {FACT}"[:60] in flush.summary
    assert world.model.count(flush.summary) <= world.agent.context.plan.largest_summary


def test_a_summary_of_the_summary_keeps_what_was_told_first(make_world) -> None:
    world = make_world(default=lambda prompt: "no notes" if prompt[0].text.startswith("You condense") else say("Noted and kept."))
    seen = world.handle("My name is Anna Berg and I was born in 1985.")
    while len(flushes(seen)) < 3:
        seen += world.handle("What do you think about the weather, and why is it so changeable in the north?")
    assert "My name is Anna Berg" in flushes(seen)[-1].summary


def test_automatic_paging_keeps_the_last_exchange_or_what_was_paged_in(make_world) -> None:
    """Small models copy their own old replies: the question must stand near the facts that it needs."""
    world = make_world("Thank you.", "Blue is nice.", "Dr. Brown.", paging="automatic", page_in_score=0.05)
    world.handle("My dentist is Dr. Brown.")
    world.handle("Do you like blue?")
    assert [m.text for m in world.queue] == ["My dentist is Dr. Brown.", "Thank you.", "Do you like blue?", "Blue is nice."]
    world.handle("Who is my dentist?")
    assert [m.text for m in world.queue] == [
        "[m1 2026-03-02 user] My dentist is Dr. Brown.",
        "Who is my dentist?",
        "Dr. Brown.",
    ]
    assert world.stores.recall.read("m1").text == "My dentist is Dr. Brown."


def test_a_message_longer_than_the_window_is_stored_whole_and_answered(make_world) -> None:
    """letta 353, 252: a pasted file of 8,638 tokens ended in a crash loop."""
    text = " ".join(f"word{i}" for i in range(8638))
    world = make_world(say("That is long."))
    updates = world.handle(text)
    assert world.replies(updates) == ["That is long."]
    assert world.stores.recall.read("m1").text == text
    [message, _] = world.queue
    assert message.tokens <= world.agent.context.plan.largest_message
    assert "open_page m1#part=1 reads on" in message.prompt_text
    assert "word0 word1" in message.prompt_text


def test_a_restart_gives_the_same_prompt(make_world) -> None:
    world = make_world(FunctionCall("core_memory_append", {"label": "human", "content": "Name: Anna"}), default=say("Noted."))
    for number in range(40):
        world.handle(f"{FACT} ({number})")
    world.agent.context.refresh_head(world.stores.counts())
    before = [(m.role, m.text) for m in world.agent.context.prompt()]
    world.restart()
    assert [(m.role, m.text) for m in world.agent.context.prompt()] == before


def test_a_chain_only_extends_the_prompt(make_world) -> None:
    """hermes-agent 18547: the clock, counters and edits never change what stands in front."""
    edit = FunctionCall("core_memory_append", {"label": "human", "content": "Name: Anna"}, "", True)
    look = FunctionCall("archival_memory_search", {"query": "x", "page": 1}, "", True)
    world = make_world(edit, look, say("Done."))
    world.handle("I am Anna.")
    first, second, third = world.model.prompts
    assert second[: len(first)] == first
    assert third[: len(second)] == second
    assert second[len(first)].text == call_json(edit)
    assert second[len(first) + 1].text == "ok: human now reads: Name: Anna (1990 characters are free)"


def test_the_time_is_told_at_the_tail_and_again_after_a_while(make_world) -> None:
    """hermes-agent 18547, letta 298: the clock stands at the tail, with its offset."""
    world = make_world(default=say("Yes."))
    world.handle("One")
    world.handle("Two")
    world.clock.advance(timedelta(hours=16))
    world.handle("Three")
    texts = [m.seen_by_model for m in world.queue if m.role == "user"]
    assert texts == ["[Monday 2026-03-02 09:00 +0100]\nOne", "Two", "[Tuesday 2026-03-03 01:00 +0100]\nThree"]
    assert "2026" not in world.model.prompts[-1][0].text


def test_a_window_too_small_for_the_working_context_is_a_sentence(make_world) -> None:
    world = make_world(default=say("Yes."), section_limit=20000)
    refused = world.handle("x")
    assert world.replies(refused) == ["Yes."]
    with pytest.raises(Exception, match="too much of the window"):
        world.agent.session.edit_section("human", "word " * 2000, expected="")


def test_an_edit_of_the_working_context_stands_in_the_head_after_the_turn(make_world) -> None:
    world = make_world(FunctionCall("core_memory_append", {"label": "human", "content": "Name: Anna"}), say("Noted."), say("Anna."))
    world.handle("I am Anna.")
    world.handle("Who am I?")
    first, second, third = (prompt[0].text for prompt in world.model.prompts)
    assert first == second
    assert "human: Name: Anna" in third


def test_a_message_that_could_not_be_stored_leaves_no_trace(make_world) -> None:
    """An original defect: a save that failed left memory and disk at odds."""
    from desktop_mem.errors import EnvironmentFault

    world = make_world(say("Yes."))
    save, broken = world.stores.journal.save, []

    def full(state) -> None:
        if not broken:
            broken.append(state)
            raise EnvironmentFault("The disk is full.", "Free some space.")
        save(state)

    world.stores.journal.save = full
    with pytest.raises(EnvironmentFault):
        world.agent.accept(UserMessage("lost", request_id="r1"))
    assert world.agent.waiting == ()
    assert world.replies(world.handle("again")) == ["Yes."]
    assert [m.text for m in world.queue] == ["again", "Yes."]


def test_automatic_paging_finds_what_was_said_just_now(make_world) -> None:
    world = make_world("Thank you.", "Ruiz.", paging="automatic", page_in_score=0.05)
    world.keep("The dentist of Bob is called Brown.")
    world.handle("My dentist is called Ruiz.")
    world.handle("Who is my dentist?")
    assert "My dentist is called Ruiz." in world.queue[0].text


def test_a_model_that_keeps_little_in_view_is_told_the_time_where_it_matters(make_world) -> None:
    world = make_world(default="Yes.", paging="automatic", page_in_score=1.0)
    texts = []
    for text in ("One", "Two", "What day is it today?", "今天星期几？", "Three"):
        world.handle(text)
        texts.append(world.model.prompts[-1][-1].text)
    stamp = "[Monday 2026-03-02 09:00 +0100]\n"
    assert texts == [f"{stamp}One", "Two", f"{stamp}What day is it today?", f"{stamp}今天星期几？", "Three"]


def test_the_time_is_told_again_in_another_zone_and_on_another_day(make_world) -> None:
    world = make_world(default=say("Yes."))
    world.clock.set(datetime(2026, 3, 28, 23, 58, tzinfo=timezone(timedelta(hours=1))))
    world.handle("One")
    world.clock.set(datetime(2026, 3, 29, 0, 1, tzinfo=timezone(timedelta(hours=1))))
    world.handle("Two")
    world.clock.set(datetime(2026, 3, 29, 1, 58, tzinfo=timezone(timedelta(hours=1))))
    world.handle("Three")
    world.clock.set(datetime(2026, 3, 29, 3, 1, tzinfo=timezone(timedelta(hours=2))))
    world.handle("Four, three minutes later in summer time")
    world.clock.set(datetime(2026, 3, 28, 21, 5, tzinfo=timezone(timedelta(hours=-4))))
    world.handle("Five, in New York")
    texts = [m.seen_by_model.splitlines()[0] for m in world.queue if m.role == "user"]
    assert texts == [
        "[Saturday 2026-03-28 23:58 +0100]",
        "[Sunday 2026-03-29 00:01 +0100]",
        "[Sunday 2026-03-29 01:58 +0100]",
        "[Sunday 2026-03-29 03:01 +0200]",
        "[Saturday 2026-03-28 21:05 -0400]",
    ]
