"""The loop: every user message ends in a visible reply or a stated reason, and the chain ends."""

from __future__ import annotations

import pytest

from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.scripted import say
from desktop_mem.memory import function_set
from desktop_mem.memory.event import DocumentsStored, UserMessage
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.update import (
    EventAdmitted,
    HeartbeatRequested,
    PagedIn,
    ReplySent,
    ReplyStreamed,
    SectionChanged,
    StepStarted,
    TurnFailed,
    Yielded,
)


def call(function: str, heartbeat: bool = False, **arguments: object) -> FunctionCall:
    return FunctionCall(function, arguments, "because", heartbeat)


def of(updates: list, kind: type) -> list:
    return [update for update in updates if isinstance(update, kind)]


def test_one_message_one_reply(make_world) -> None:
    world = make_world(say("Hello, Anna."))
    updates = world.handle("Hi, I am Anna.")
    assert [type(u).__name__ for u in updates if not isinstance(u, ReplyStreamed)] == [
        "EventAdmitted", "StepStarted", "StepMeasured", "ReplySent", "ContextMeasured", "ContextMeasured", "Yielded",
    ]  # fmt: skip
    assert "".join(u.text for u in of(updates, ReplyStreamed)) == "Hello, Anna."
    assert world.replies(updates) == ["Hello, Anna."]
    assert [m.text for m in world.queue] == ["Hi, I am Anna.", "Hello, Anna."]


def test_a_memory_edit_without_a_heartbeat_still_owes_the_user_an_answer(make_world) -> None:
    """letta 601, 245, 621, 2526, 1929: an edit or search ended the turn in silence."""
    world = make_world(call("core_memory_append", label="human", content="Name: Anna"), say("Nice to meet you."))
    updates = world.handle("I am Anna.")
    assert [u.reason for u in of(updates, HeartbeatRequested)] == ["answer owed"]
    assert world.replies(updates) == ["Nice to meet you."]
    assert world.section() == "Name: Anna"
    assert [(u.before.text, u.after.text) for u in of(updates, SectionChanged)] == [("", "Name: Anna")]


def test_the_last_allowed_step_can_only_answer(make_world) -> None:
    world = make_world(default=call("archival_memory_search", True, query="x", page=1), max_steps=3)
    updates = world.handle("Look for x.")
    allowed = [u.allowed for u in of(updates, StepStarted)]
    assert len(allowed) == 3
    assert allowed[2] == ("send_message",)
    assert "archival_memory_search" in allowed[0]


def test_a_model_that_never_answers_ends_with_a_stated_reason(make_world) -> None:
    """An original defect: the loop had no limit."""
    world = make_world(default=call("archival_memory_search", True, query="x", page=1), max_steps=3)
    updates = world.handle("Look for x.")
    assert [u.reason for u in of(updates, TurnFailed)] == [
        "The model did not come to an answer in the steps it may take. Ask again in other words, or allow more steps."
    ]
    assert of(updates, Yielded) == [Yielded(3)]


def test_two_equal_calls_with_equal_results_are_not_offered_a_third_time(make_world) -> None:
    """letta code 3505: 93 identical calls in 24 minutes."""
    same = call("archival_memory_search", True, query="x", page=1)
    world = make_world(same, same, say("Nothing found."), max_steps=6)
    allowed = [u.allowed for u in of(world.handle("Find x"), StepStarted)]
    assert "archival_memory_search" in allowed[1]
    assert "archival_memory_search" not in allowed[2]
    assert "conversation_search" in allowed[2]


def test_a_failed_call_gets_a_heartbeat_and_a_sentence_with_figures(make_world) -> None:
    """letta 1199: the hint could not be followed, so the model looped."""
    world = make_world(
        call("core_memory_append", label="human", content="x" * 90),
        call("core_memory_append", label="human", content="y" * 90),
        say("I could not keep all of it."),
        section_limit=100,
        grounding=False,
    )
    updates = world.handle("Remember all this.")
    assert world.results(updates)[1] == (
        "failed: human would hold 181 characters and may hold 100 (10 are free). "
        "Shorten the text, replace old text, or use archival_memory_insert."
    )
    assert [u.reason for u in of(updates, HeartbeatRequested)] == ["answer owed", "failed"]
    assert world.section() == "x" * 90


def test_a_full_section_is_not_offered_for_appending(make_world) -> None:
    world = make_world(call("core_memory_append", label="human", content="x" * 98), say("Done."), section_limit=100, grounding=False)
    world.handle("Remember this.")
    schema = str(world.model.schemas[1])
    append = schema[schema.index("core_memory_append") : schema.index("core_memory_replace")]
    assert "'persona'" in append
    assert "'human'" not in append


def test_a_heartbeat_written_as_text_counts(make_world) -> None:
    """An original defect: the string "true" was ignored."""
    text = '{"thought":"t","function":"archival_memory_insert","arguments":{"content":"a fact"},"request_heartbeat":"true"}'
    world = make_world(text, say("Kept."))
    assert [u.reason for u in of(world.handle("Keep a fact."), HeartbeatRequested)] == ["asked"]


def test_a_reply_that_was_cut_off_is_kept_and_marked(make_world) -> None:
    """letta 177: long answers were lost in broken JSON."""
    words = " ".join(f"word{i}" for i in range(2000))
    world = make_world(say(words))
    [sent] = of(world.handle("Talk."), ReplySent)
    assert sent.cut == "length"
    assert sent.message.text.startswith("word0 word1 word2")
    assert len(sent.message.text) < len(words)


def test_an_unfinished_call_is_told_so_and_the_chain_goes_on(make_world) -> None:
    """letta 177, 278: half a call was "Failed to decode JSON" and an end."""
    world = make_world('{"thought":"hm', say("Here I am."))
    updates = world.handle("Hello?")
    assert world.results(updates) == ["failed: the call was not finished. Write less: a short thought and short arguments."]
    assert world.replies(updates) == ["Here I am."]


def test_a_stop_in_the_middle_of_a_reply_keeps_what_was_said(make_world) -> None:
    world = make_world(say("One two three four five six seven eight nine ten."))
    stopping = iter([False] * 12 + [True] * 100)
    world.model._stop = lambda: next(stopping)
    [sent] = of(world.handle("Count."), ReplySent)
    assert sent.cut == "stopped"
    assert sent.message.text == "One two three four five six seve"[: len(sent.message.text)]
    assert len(sent.message.text) > 5


def test_a_stop_before_any_word_is_a_stated_reason(make_world) -> None:
    world = make_world(say("Hello."))
    world.model._stop = lambda: True
    updates = world.handle("Hi")
    assert [u.reason for u in of(updates, TurnFailed)] == ["Stopped before an answer."]
    assert world.queue[-1].text == "Hi"


def test_the_same_request_twice_is_one_message(make_world) -> None:
    world = make_world(say("Once."), say("Twice."))
    event = UserMessage("Hello", request_id="r1")
    assert world.replies(world.handle(event)) == ["Once."]
    assert world.handle(event) == []
    assert [m.text for m in world.queue] == ["Hello", "Once."]


def test_a_crash_in_the_middle_is_taken_up_again_after_a_restart(make_world) -> None:
    """letta 709: Ctrl-C in the middle corrupted the agent."""
    world = make_world(say("Here is your answer."))
    updates = world.agent.handle(UserMessage("A question"))
    assert isinstance(next(updates), EventAdmitted)
    updates.close()
    world.restart()
    assert world.agent.waiting == ("m1",)
    assert world.replies(list(world.agent.answer())) == ["Here is your answer."]
    world.restart()
    assert world.agent.waiting == ()


def test_a_message_that_kills_the_program_twice_is_given_up_with_a_reason(make_world) -> None:
    world = make_world()
    world.agent.handle(UserMessage("A question")).send(None)
    world.restart()
    world.agent.answer().send(None)
    world.restart()
    updates = list(world.agent.answer())
    assert [u.reason for u in of(updates, TurnFailed)] == [
        "The program ended twice while it answered this message, so it was not tried again. Send it again to retry."
    ]
    world.restart()
    assert world.agent.waiting == ()


def test_messages_that_wait_are_stored_at_once_and_answered_in_turn_after_a_crash(make_world) -> None:
    """gpt4all 2810: messages were lost when the program ended before it came to them."""
    world = make_world(say("First."), say("Second."))
    for number in ("one", "two"):
        assert world.agent.accept(UserMessage(number, request_id=number))
    assert not world.agent.accept(UserMessage("two", request_id="two"))
    world.restart()
    assert world.agent.waiting == ("m1", "m2")
    assert world.replies(list(world.agent.answer())) == ["First."]
    world.restart()
    assert world.replies(list(world.agent.answer())) == ["Second."]
    assert [m.text for m in world.queue] == ["one", "First.", "two", "Second."]


def test_a_model_that_cannot_call_is_told_of_documents_without_an_inference(make_world) -> None:
    world = make_world(paging="automatic")
    world.handle(DocumentsStored((("d1", "a.pdf"), ("d2", "b.txt")), 12))
    assert world.model.prompts == []
    assert world.queue[-1].text == "Documents stored: a.pdf (d1), b.txt (d2); 12 passages. archival_memory_search finds their text."


def test_page_in_stands_before_the_question_and_never_holds_it(make_world) -> None:
    world = make_world(say("Noted."), say("Lena."), paging="assisted", page_in_score=0.05)
    world.keep("The sister of Anna is called Lena.")
    world.handle("Hello")
    updates = world.handle("What is the name of the sister of Anna?")
    [paged] = of(updates, PagedIn)
    assert [hit.address for hit in paged.hits] == ["p1"]
    assert [m.text for m in world.queue[-3:-1]] == [
        "[p1 2026-03-02] The sister of Anna is called Lena.",
        "What is the name of the sister of Anna?",
    ]


def test_automatic_paging_takes_the_bare_text_as_the_reply(make_world) -> None:
    """letta 2413: plain text in place of a call was lost."""
    world = make_world("Good morning, 安娜 👩‍👩‍👧!", paging="automatic")
    updates = world.handle("Good morning")
    assert world.model.schemas == [None]
    assert world.replies(updates) == ["Good morning, 安娜 👩‍👩‍👧!"]
    assert "".join(u.text for u in of(updates, ReplyStreamed)) == "Good morning, 安娜 👩‍👩‍👧!"
    [sent] = of(updates, ReplySent)
    assert sent.message.call.to_json() == '{"thought":"","function":"send_message","arguments":{"message":"Good morning, 安娜 👩‍👩‍👧!"}}'


def test_the_user_edits_a_section_and_an_outdated_edit_is_refused(make_world) -> None:
    """letta 753: the user can write into memory by hand."""
    from desktop_mem.errors import Refused

    world = make_world()
    world.agent.session.edit_section("human", "Name: Anna", expected="")
    with pytest.raises(Refused, match="has changed since you began"):
        world.agent.session.edit_section("human", "Name: Bob", expected="")
    world.restart()
    assert world.section() == "Name: Anna"


def test_an_empty_window_for_the_rest_is_a_sentence(make_world) -> None:
    with pytest.raises(EnvironmentFault, match="at least 2048 are needed"):
        make_world(window=1024)


def test_every_function_has_a_schema_that_admits_one_call_of_it() -> None:
    labels = {"core_memory_append": ("human",), "core_memory_replace": ("human", "persona")}
    calls = function_set.schema(list(function_set.BY_NAME), labels, function_set.Lengths(100, 500))["anyOf"]
    assert [c["properties"]["function"]["const"] for c in calls] == list(function_set.BY_NAME)
    for body in calls:
        assert next(iter(body["properties"])) == "thought"
        assert ("request_heartbeat" in body["properties"]) == (
            body["properties"]["function"]["const"] not in ("send_message", "pause_heartbeats")
        )
        for parameter in body["properties"]["arguments"]["properties"].values():
            assert parameter.get("type") == "integer" or "maxLength" in parameter or "enum" in parameter
