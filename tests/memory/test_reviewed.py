"""What a fresh-eyed review found wrong, each as the right value."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from desktop_mem.inference.scripted import say
from desktop_mem.memory import function_set
from desktop_mem.memory.event import UserMessage
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.update import FunctionCalled, ReminderSet, StepStarted, TurnUndone

LONG = "The garden is large, and there are apple trees and roses in it, and a bench under the oldest of the trees by the wall."


def plain_notes(prompt):
    return "no notes" if prompt[0].text.startswith("You condense") else say("Noted.")


def search(query: str) -> FunctionCall:
    return FunctionCall("conversation_search", {"query": query, "page": 1}, "", True)


def test_a_retry_that_is_cut_off_has_happened_or_has_not(make_world) -> None:
    world = make_world(say("First."), say("Second."))
    world.handle("Hi")
    retry = world.agent.session.retry()
    next(retry)
    retry.close()
    world.restart()
    assert world.agent.waiting == ("m1",)
    assert world.replies(world.settle()) == ["Second."]


def test_an_edit_that_is_cut_off_has_happened_or_has_not(make_world) -> None:
    world = make_world(say("Bergen."), say("Oslo."))
    world.handle("I live in Bergen")
    edit = world.agent.session.edit_and_resend("I live in Oslo", "r9")
    next(edit)
    edit.close()
    world.restart()
    list(world.agent.session.edit_and_resend("I live in Oslo", "r9"))
    assert world.replies(world.settle()) == ["Oslo."]
    assert [m.text for m in world.stores.recall.all() if m.role == "user"] == ["I live in Oslo"]
    assert [topic.title for topic in world.stores.topics.all()] == [""]


def test_an_edited_message_that_names_a_time_comes_first(make_world) -> None:
    world = make_world(default=lambda prompt: say(f"To: {prompt[-1].text.splitlines()[-1]}"))
    world.handle("Hi")
    world.agent.accept(UserMessage("what is new?"))
    list(world.agent.session.edit_and_resend("call me in 5 minutes", "r9", "m1"))
    assert world.replies(world.settle()) == ["To: call me in 5 minutes", "To: what is new?"]


def test_a_command_is_about_the_turn_that_it_names(make_world) -> None:
    world = make_world(default=say("Yes."))
    for text in ("one", "two"):
        world.handle(text)
    [undone] = [u for u in world.agent.session.undo_turn("m1") if isinstance(u, TurnUndone)]
    assert undone.addresses == ("m1", "m2")
    assert [m.text for m in world.queue] == ["two", "Yes."]


def test_what_is_taken_back_leaves_the_summary_of_the_topic_that_was_left(make_world) -> None:
    world = make_world(default=plain_notes)
    world.handle(f"My name is Anna. {LONG}")
    world.handle("My secret is 4711.")
    list(world.agent.session.switch_topic("", "Taxes"))
    list(world.agent.session.undo_turn())
    list(world.agent.session.switch_topic("t1", ""))
    assert "4711" not in str(world.agent.context.prompt())
    assert "Anna" in str(world.agent.context.prompt())


def test_a_summary_lives_on_in_the_topic_that_a_night_began(make_world) -> None:
    world = make_world(default=plain_notes)
    world.handle(f"My name is Anna. {LONG}")
    world.handle(f"My secret is 4711. {LONG}")
    world.handle("Bye")
    list(world.agent.session.summarise_now())
    before = world.agent.context.queue.summary
    world.clock.advance(timedelta(hours=9))
    world.handle("Good morning")
    list(world.agent.session.rebuild_summary())
    assert world.agent.context.queue.summary == before
    list(world.agent.session.undo_turn("m3"))
    assert "4711" not in str(world.agent.context.prompt())
    assert "My name is Anna." in world.agent.context.queue.summary
    world.restart()
    assert "4711" not in str(world.agent.context.prompt())


def test_the_models_notes_of_before_are_kept_when_a_later_turn_is_taken_back(make_world) -> None:
    notes = '{"goals":"Plan a trip.","facts":"Anna has a garden.","open_ends":""}'
    world = make_world(default=lambda prompt: notes if prompt[0].text.startswith("You condense") else say("Noted."))
    world.handle(f"My name is Anna. {LONG}")
    world.handle("And so on")
    list(world.agent.session.summarise_now())
    world.handle(f"My secret is 4711. {LONG}")
    world.handle("Bye")
    list(world.agent.session.summarise_now())
    list(world.agent.session.undo_turn("m5"))
    assert world.agent.context.queue.summary.startswith("goals: Plan a trip.\nfacts: Anna has a garden.\n")
    assert "4711" not in str(world.agent.context.prompt())


def test_a_summary_in_the_users_own_words_is_not_overwritten(make_world) -> None:
    world = make_world(default=plain_notes)
    for text in (f"My name is Anna. {LONG}", f"I have a dog. {LONG}", "Bye"):
        world.handle(text)
    list(world.agent.session.summarise_now())
    list(world.agent.session.edit_summary("Anna, a dog.", expected=world.agent.context.queue.summary))
    list(world.agent.session.undo_turn("m3"))
    assert world.agent.context.queue.summary == "Anna, a dog."


def test_the_undone_first_words_of_a_day_leave_the_time_in_view(make_world) -> None:
    world = make_world(default=say("Yes."))
    world.handle("Yesterday's talk")
    world.clock.advance(timedelta(hours=20))
    world.handle("Good mornnig")
    list(world.agent.session.edit_and_resend("Good morning. What day is it tomorrow?", "r9"))
    world.settle()
    assert world.model.prompts[-1][-1].text.startswith("[Tuesday 2026-03-03 05:00 +0100]\n")


def test_an_urgent_message_has_the_time_with_it(make_world) -> None:
    world = make_world(default=say("Yes."))
    world.agent.accept(UserMessage("hi"))
    world.agent.accept(UserMessage("call me in 5 minutes"))
    world.settle()
    assert all("[Monday 2026-03-02 09:00 +0100]" in str(prompt) for prompt in world.model.prompts)


def test_every_prompt_of_a_long_life_tells_the_time(make_world) -> None:
    world = make_world(default=lambda prompt: plain_notes(prompt) if len(prompt) % 3 else search("garden"), max_steps=4)
    for number in range(30):
        world.handle(f"{LONG} ({number})")
    asked = [prompt for prompt in world.model.prompts if not prompt[0].text.startswith("You condense")]
    assert all("[Monday 2026-03-02 09:" in str(prompt) for prompt in asked)


def test_a_reminder_is_set_once_though_the_program_ended_before_it_was_confirmed(make_world) -> None:
    world = make_world(paging="automatic")
    world.agent.accept(UserMessage("remind me in 10 minutes to drink water"))
    answer = world.agent.answer()
    assert any(isinstance(update, ReminderSet) for update in answer)
    answer.close()
    world.restart()
    [reply] = world.replies(world.settle())
    assert reply.startswith("I will remind you on Monday 2 March 2026 at ")
    assert [r.message for r in world.stores.reminders.waiting()] == ["drink water"]


def test_a_chain_taken_up_behind_another_turn_says_what_it_is_about(make_world) -> None:
    world = make_world(search("a"), say("Two!"), say("One!"))
    world.agent.accept(UserMessage("one"))
    answer = world.agent.answer()
    for update in answer:
        if isinstance(update, FunctionCalled):
            break
    world.agent.accept(UserMessage("two"))
    answer.close()
    world.restart()
    assert world.replies(world.settle()) == ["Two!", "One!"]
    assert world.model.prompts[-1][-1].text.endswith("Now go on with m1, which still waits for its answer: one")


def test_a_flush_does_not_make_the_repeats_forgotten(make_world) -> None:
    def model(prompt):
        return "no notes" if prompt[0].text.startswith("You condense") else search("garden")

    world = make_world(default=model, max_steps=10)
    for number in range(12):
        world.keep(f"{LONG} {number}")
    world.agent.accept(UserMessage("garden " * 300))
    allowed = ["conversation_search" in u.allowed for u in world.agent.answer() if isinstance(u, StepStarted)]
    assert allowed[:2] == [True, True]
    assert not any(allowed[2:])


def test_undo_goes_back_to_the_topic_that_the_turn_left(make_world) -> None:
    switch = FunctionCall("switch_topic", {"query": "stars"}, "", True)

    def model(prompt):
        if prompt[0].text.startswith("You condense"):
            return "no notes"
        return switch if prompt[-1].text.endswith("let us talk about stars") else say("Yes.")

    world = make_world(default=model)
    world.handle("My name is Anna")
    world.handle("Now let us talk about stars")
    assert world.agent.topic == "t2"
    list(world.agent.session.undo_turn())
    assert world.agent.topic == "t1"
    assert [m.text for m in world.queue] == ["My name is Anna", "Yes."]


def test_half_a_character_is_no_reason_to_fail(make_world) -> None:
    cut = (
        '{"thought":"","function":"core_memory_append","arguments":{"label":"human","content":"Name \\ud83d Bo"},"request_heartbeat":true}'
    )
    world = make_world(cut, say("Noted."))
    assert world.replies(world.handle("I am Bo")) == ["Noted."]
    assert world.section() == "Name  Bo"


def test_an_extract_says_nothing_twice(make_world) -> None:
    world = make_world(default=plain_notes)
    world.handle(f"My name is Anna Berg. {LONG}")
    for _ in range(3):
        list(world.agent.session.switch_topic("", "Taxes"))
        list(world.agent.session.switch_topic("t1", ""))
    assert str(world.agent.context.queue.summary).count("My name is Anna Berg.") == 1


@pytest.mark.parametrize("window", [2048, 8192])
def test_a_long_message_can_be_read_on_without_a_hole(make_world, window) -> None:
    words = [f"n{number}" for number in range(4000)]
    world = make_world(say("Long."), window=window)
    world.handle(" ".join(words))
    shown = world.queue[0].prompt_text
    last = re.findall(r"n[0-9]+", shown.partition(" … [long message")[0])[-1]
    [part] = re.findall(r"open_page m1#part=([0-9]+) reads on", shown)
    with world.agent._manager.step():
        read = world.agent._executor.execute(FunctionCall("open_page", {"address": f"m1#part={part}"})).text
    following = words[words.index(last) + 1]
    assert following in read.split()


@pytest.mark.parametrize("reserve", [96, 160, 512, 4000])
def test_every_call_can_be_finished_in_the_tokens_kept_for_the_answer(reserve) -> None:
    lengths = function_set.Lengths.within(reserve)
    labels = {"core_memory_append": ("human",), "core_memory_replace": ("human",)}
    for call in function_set.schema(list(function_set.BY_NAME), labels, lengths)["anyOf"]:
        texts = [call["properties"]["thought"], *call["properties"]["arguments"]["properties"].values()]
        assert sum(text.get("maxLength", 0) for text in texts) <= (reserve - 30) * 2.5
