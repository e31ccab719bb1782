"""What the user does to the conversation: taken back means marked and no longer found, and nothing else is touched."""

from __future__ import annotations

from datetime import timedelta

import pytest

from desktop_mem.errors import Refused
from desktop_mem.inference.scripted import call_json, say
from desktop_mem.memory.event import UserMessage
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.update import (
    MessageReplaced,
    PressureWarned,
    QueueFlushed,
    SummaryChanged,
    TopicSwitched,
    TurnUndone,
)
from desktop_mem.memory.working_context import SectionState

LONG = "The garden is large, and there are apple trees and roses in it, and a bench under the oldest of the trees by the wall."
APPEND = FunctionCall("core_memory_append", {"label": "human", "content": "Name: Anna"}, "", True)
KEEP = FunctionCall("archival_memory_insert", {"content": "Anna's plan for the garden"}, "", True)
REMIND = FunctionCall("set_reminder", {"when": "in 10 minutes", "message": "stretch"}, "", True)


def texts(world) -> list[str]:
    """What history and the window say, which must agree with what search finds."""
    return [m.text for m in world.stores.recall.history(100)[0] if m.text and m.role in ("user", "assistant")]


def test_undo_takes_back_the_turn_and_all_that_it_wrote(make_world) -> None:
    world = make_world(say("Hello."), APPEND, KEEP, REMIND, say("Noted, 09:10."))
    world.handle("Hi")
    world.handle("I am Anna, here is my plan for the garden")
    assert world.section() == "Name: Anna"
    [undone] = [u for u in world.agent.session.undo_turn() if isinstance(u, TurnUndone)]
    assert (undone.turn, undone.addresses, undone.kept) == ("m3", tuple(f"m{n}" for n in range(3, 11)), ())
    assert world.section() == ""
    assert world.stores.archival.search("garden", 1).total == 0
    assert world.stores.recall.search("garden", 1).total == 0
    assert world.stores.reminders.waiting() == []
    assert texts(world) == ["Hi", "Hello."]
    assert [m.text for m in world.queue] == ["Hi", "Hello."]
    assert world.stores.recall.read("m3").text == "I am Anna, here is my plan for the garden"
    assert world.stores.recall.read("m3").undone
    kinds = [(e.kind, e.target, e.actor) for e in world.stores.journal.entries]
    assert kinds[-2:] == [("undo", "w:human", "user"), ("undo", "m3", "user")]
    before = world.agent.context.prompt()
    world.restart()
    assert world.agent.context.prompt()[1:] == before[1:]
    assert "Name: Anna" not in before[0].text


def test_undo_leaves_a_section_that_was_changed_since(make_world) -> None:
    world = make_world(APPEND, say("Noted."))
    world.handle("I am Anna")
    world.agent.session.edit_section("human", "Name: Anna Berg", expected="Name: Anna")
    [undone] = [u for u in world.agent.session.undo_turn() if isinstance(u, TurnUndone)]
    assert undone.kept == ("The section human was changed since then and stays as it is.",)
    assert world.section() == "Name: Anna Berg"


def test_undo_twice_takes_back_the_turn_before(make_world) -> None:
    world = make_world(default=say("Yes."))
    for text in ("one", "two", "three"):
        world.handle(text)
    for _ in range(2):
        list(world.agent.session.undo_turn())
    assert texts(world) == ["one", "Yes."]
    list(world.agent.session.undo_turn())
    with pytest.raises(Refused, match="nothing has been said yet"):
        list(world.agent.session.undo_turn())


def test_retry_asks_again_for_another_answer(make_world) -> None:
    world = make_world(APPEND, say("First."), APPEND, say("Second."), say("Third."))
    world.handle("I am Anna")
    for number, answer in ((1, "Second."), (2, "Third.")):
        list(world.agent.session.retry())
        assert world.section() == ""
        updates = world.settle()
        assert world.replies(updates) == [answer]
        assert world.model.variations[-1] == number
        assert texts(world) == ["I am Anna", answer]
    assert world.section() == ""
    assert world.stores.recall.search("Anna", 1).total == 1


def test_an_edited_message_takes_the_place_of_the_old_one(make_world) -> None:
    world = make_world(say("Bergen is nice."), say("Oslo is nice."))
    world.handle("I live in Bergen")
    list(world.agent.session.edit_and_resend("I live in Oslo", "r9"))
    assert world.replies(world.settle()) == ["Oslo is nice."]
    assert texts(world) == ["I live in Oslo", "Oslo is nice."]
    assert world.stores.recall.search("Bergen", 1).total == 0
    assert world.agent.accept(UserMessage("I live in Oslo", "r9")) is False


def test_a_rewritten_reply_is_what_was_said(make_world) -> None:
    world = make_world(say("You live in Bergn."), say("Yes."))
    world.handle("Where do I live?")
    [replaced] = [u for u in world.agent.session.rewrite("You live in Bergen.") if isinstance(u, MessageReplaced)]
    assert (replaced.address, replaced.message.address, replaced.message.text) == ("m2", "m3", "You live in Bergen.")
    assert texts(world) == ["Where do I live?", "You live in Bergen."]
    assert world.stores.recall.search("Bergn", 1).total == 0
    world.handle("Sure?")
    assert [m.text for m in world.model.prompts[-1] if m.role == "assistant"] == [call_json(say("You live in Bergen."))]


def test_a_rethought_thought_is_what_the_model_reads(make_world) -> None:
    world = make_world(FunctionCall("send_message", {"message": "Hello."}, "A stranger."), say("Yes."))
    world.handle("Hi")
    list(world.agent.session.rethink("This is my old friend Anna."))
    world.handle("Again")
    [old] = [m.text for m in world.model.prompts[-1] if m.role == "assistant"]
    assert old == call_json(FunctionCall("send_message", {"message": "Hello."}, "This is my old friend Anna."))
    assert texts(world)[:2] == ["Hi", "Hello."]


def test_a_model_without_thoughts_cannot_rethink(make_world) -> None:
    world = make_world("Hello.", paging="automatic")
    world.handle("Hi")
    with pytest.raises(Refused, match="writes no thoughts"):
        list(world.agent.session.rethink("x"))
    list(world.agent.session.rewrite("Good day."))
    assert texts(world) == ["Hi", "Good day."]
    assert [m.seen_by_model for m in world.queue][-1] == "Good day."


def test_the_summary_is_made_now_edited_and_rebuilt(make_world) -> None:
    world = make_world(default=lambda prompt: "no notes" if prompt[0].text.startswith("You condense") else say("Noted."))
    for text in (f"My name is Anna Berg. {LONG}", f"My dog is called Rex. {LONG}", "What a day"):
        world.handle(text)
    [flush] = [u for u in world.agent.session.summarise_now() if isinstance(u, QueueFlushed)]
    assert flush.evicted == ("m1", "m2", "m3", "m4")
    assert [m.text for m in world.queue] == ["What a day", "Noted."]
    assert "My name is Anna Berg." in flush.summary
    with pytest.raises(Refused, match="little is in view but the last message"):
        list(world.agent.session.summarise_now())
    with pytest.raises(Refused, match="has changed since"):
        list(world.agent.session.edit_summary("x", expected="something else"))
    [edited] = [u for u in world.agent.session.edit_summary("Anna has a dog.", expected=flush.summary) if isinstance(u, SummaryChanged)]
    assert (edited.address, edited.text, edited.by) == ("s2", "Anna has a dog.", "user")
    assert world.agent.context.prompt()[1].text == "[summary s2 of the earlier conversation]\nAnna has a dog."
    [rebuilt] = [u for u in world.agent.session.rebuild_summary() if isinstance(u, SummaryChanged)]
    assert rebuilt.text == flush.summary
    assert world.stores.journal.summary("s3").covers == flush.evicted
    with pytest.raises(Refused, match="may take"):
        list(world.agent.session.edit_summary("word " * 2000, expected=flush.summary))


def test_what_is_taken_back_leaves_the_summary_too(make_world) -> None:
    world = make_world(default=lambda prompt: "no notes" if prompt[0].text.startswith("You condense") else say("Noted."))
    for text in (f"My name is Anna. {LONG}", f"My secret is 4711. {LONG}", "Bye"):
        world.handle(text)
    list(world.agent.session.summarise_now())
    list(world.agent.session.undo_turn())
    assert "4711" in world.agent.context.queue.summary
    list(world.agent.session.undo_turn())
    assert "4711" not in world.agent.context.queue.summary
    assert "My name is Anna." in world.agent.context.queue.summary
    assert "4711" not in str(world.agent.context.prompt())


def test_pressure_now_lets_the_model_save(make_world) -> None:
    world = make_world(say("Hello."), KEEP, say("x"), grounding=False)
    world.handle("Hi")
    [warned] = [u for u in world.agent.session.pressure_now() if isinstance(u, PressureWarned)]
    assert warned.budget == 1536
    world.settle()
    assert world.stores.archival.search("garden", 1).total == 1


def test_topics_are_kept_with_their_summaries_and_come_back(make_world) -> None:
    world = make_world(default=lambda prompt: "no notes" if prompt[0].text.startswith("You condense") else say("I see."))
    world.handle("Let us plan the trip to Rome. My hotel is the Albergo Sole.")
    world.handle("The train leaves at 7.")
    [new] = [u for u in world.agent.session.switch_topic("", "Taxes") if isinstance(u, TopicSwitched)]
    assert (new.topic.address, new.topic.title, new.paged_in) == ("t2", "Taxes", ())
    assert world.queue == ()
    assert world.agent.context.queue.summary == ""
    world.handle("I owe 300 euros.")
    world.clock.advance(timedelta(minutes=5))
    [back] = [u for u in world.agent.session.switch_topic("t1", "") if isinstance(u, TopicSwitched)]
    assert back.topic.title == "Let us plan the trip to Rome. My hotel is the Albergo Sole."
    assert back.paged_in == ("m1", "m2", "m3", "m4")
    assert [m.text for m in world.queue] == [
        "Let us plan the trip to Rome. My hotel is the Albergo Sole.", "I see.", "The train leaves at 7.", "I see.",
    ]  # fmt: skip
    assert "Albergo Sole" in world.agent.context.queue.summary
    assert "300 euros" not in str(world.agent.context.prompt())
    assert [m.topic for m in world.stores.recall.all()] == ["t1"] * 4 + ["t2"] * 2
    before = world.agent.context.prompt()
    world.restart()
    assert world.agent.context.prompt() == before
    list(world.agent.session.switch_topic("t2", ""))
    assert "300 euros" in str(world.agent.context.prompt())


def test_the_model_switches_the_topic_and_answers_in_it(make_world) -> None:
    switch = FunctionCall("switch_topic", {"query": "trip to Rome"}, "", True)

    def answer(prompt):
        if prompt[0].text.startswith("You condense"):
            return "no notes"
        if prompt[-1].text.startswith("ok: the topic is now"):
            return say("The Albergo Sole.")
        return switch if prompt[-1].text.startswith("Back to") else say("Noted.")

    world = make_world(default=answer, page_in_score=0.05)
    world.handle("Let us plan the trip to Rome. My hotel is the Albergo Sole.")
    list(world.agent.session.switch_topic("", "Taxes"))
    world.handle("I owe 300 euros.")
    world.handle("And 20 for the dog.")
    updates = world.handle("Back to the trip to Rome: which hotel?")
    [switched] = [u for u in updates if isinstance(u, TopicSwitched)]
    assert (switched.topic.address, switched.paged_in) == ("t1", ("m1", "m2"))
    assert world.replies(updates) == ["The Albergo Sole."]
    question = next(m for m in world.stores.recall.all() if m.text.startswith("Back to"))
    assert question.topic == "t1"
    assert [m.text for m in world.queue][:3] == [
        "Let us plan the trip to Rome. My hotel is the Albergo Sole.", "Noted.", "Back to the trip to Rome: which hotel?",
    ]  # fmt: skip
    assert "300 euros" not in str(world.model.prompts[-1])
    assert "300 euros" in world.stores.journal.summary(world.stores.topics.all()[1].summary).text


def test_a_long_silence_begins_a_topic_and_hides_nothing(make_world) -> None:
    world = make_world(default=say("Yes."), topic_gap_hours=8)
    world.handle("Good evening")
    world.clock.advance(timedelta(hours=7))
    world.handle("Cannot sleep")
    world.clock.advance(timedelta(hours=9))
    world.handle("Good afternoon")
    assert [topic.title for topic in world.stores.topics.all()] == ["Good evening", "Good afternoon"]
    assert [m.text for m in world.queue] == ["Good evening", "Yes.", "Cannot sleep", "Yes.", "Good afternoon", "Yes."]


def test_what_cannot_be_done_is_a_sentence(make_world) -> None:
    world = make_world(default=say("Yes."))
    session = world.agent.session
    with pytest.raises(Refused, match="nothing has been said yet"):
        list(session.retry())
    world.handle("Hi")
    for refused, sentence in (
        (lambda: list(session.switch_topic("t9", "")), "there is no topic t9"),
        (lambda: list(session.switch_topic("t1", "")), "that is the topic in hand"),
        (lambda: list(session.switch_topic("", " ")), "a new topic needs a title"),
        (lambda: list(session.rewrite("  ")), "the reply would be empty"),
        (lambda: list(session.edit_and_resend(" ", "")), "the message is empty"),
        (lambda: list(session.rebuild_summary()), "there is no summary yet"),
        (lambda: session.remove_section("human"), "cannot be removed"),
        (lambda: session.remove_section("pets"), "there is no section 'pets'"),
        (lambda: session.add_section(SectionState("human", "", 100)), "there is a section 'human' already"),
        (lambda: session.add_section(SectionState("Meine Katzen", "", 100)), "cannot be the name of a section"),
    ):
        with pytest.raises(Refused, match=sentence):
            refused()
    assert texts(world) == ["Hi", "Yes."]


def test_a_section_of_the_users_own_is_written_by_the_model_unless_it_is_read_only(make_world) -> None:
    write = FunctionCall("core_memory_append", {"label": "pets", "content": "Rex, a dog"}, "", True)
    world = make_world(write, say("Noted."), say("Yes."))
    world.agent.session.add_section(SectionState("pets", "", 100, "the user's animals"))
    world.handle("I have a dog, Rex")
    assert world.section("pets") == "Rex, a dog"
    assert "pets (the user's animals): Rex, a dog" in world.agent.context.prompt()[0].text
    world.agent.session.configure_section("pets", description="animals", limit=50, read_only=True)
    world.restart()
    world.handle("Hello")
    labels = [
        call["properties"]["arguments"]["properties"]["label"]["enum"]
        for call in world.model.schemas[-1]["anyOf"]
        if call["properties"]["function"]["const"].startswith("core_memory")
    ]
    assert all("pets" not in label for label in labels)
    with pytest.raises(Refused, match="its limit cannot be 3"):
        world.agent.session.configure_section("pets", description="", limit=3, read_only=False)
    removed = world.agent.session.remove_section("pets")
    assert removed.text == "Rex, a dog"
    assert world.stores.journal.entries[-1].before == "Rex, a dog"
    world.restart()
    assert [s.label for s in world.agent.context.working_context.sections] == ["persona", "human"]


def test_an_edited_message_that_is_sent_again_after_a_crash_takes_nothing_back(make_world) -> None:
    world = make_world(say("Bergen is nice."), say("Oslo is nice."), say("Yes."))
    world.handle("I live in Bergen")
    for _ in range(2):
        list(world.agent.session.edit_and_resend("I live in Oslo", "r9"))
        world.settle()
        world.restart()
    assert texts(world) == ["I live in Oslo", "Oslo is nice."]


def test_a_topic_does_not_keep_the_name_of_what_was_taken_back(make_world) -> None:
    world = make_world(default=say("Yes."))
    world.handle("My secret cat is Mimi")
    list(world.agent.session.undo_turn())
    assert [topic.title for topic in world.stores.topics.all()] == [""]
    world.handle("Let us talk about gardens")
    assert [topic.title for topic in world.stores.topics.all()] == ["Let us talk about gardens"]


def test_a_reminder_is_put_off_and_a_fallen_one_comes_again(make_world) -> None:
    world = make_world(REMIND, say("Noted, 09:10."))
    world.handle("Remind me in 10 minutes to stretch")
    [first] = world.stores.reminders.waiting()
    later = world.agent.session.snooze_reminder(first.address, 30)
    assert (later.address, later.when.due - first.when.due) == (first.address, timedelta(minutes=30))
    world.agent.session.cancel_reminder(first.address)
    again = world.agent.session.snooze_reminder(first.address, 5)
    assert (again.address, again.message, again.when.due - again.created_at) == ("r2", "stretch", timedelta(minutes=5))
    assert [each.address for each in world.stores.reminders.waiting()] == ["r2"]
    with pytest.raises(LookupError):
        world.agent.session.snooze_reminder("r9", 5)
