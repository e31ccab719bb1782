"""What users of MemGPT and Letta met, and the defects of the original program: each can happen here no more."""

from __future__ import annotations

import json
import re
import time
import unicodedata
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from desktop_mem.errors import Refused
from desktop_mem.inference.scripted import ScriptedModel, call_json, say
from desktop_mem.memory import function_set
from desktop_mem.memory.event import DocumentsStored, UserMessage
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.ports import Prompt
from desktop_mem.memory.update import (
    ChainSuspended,
    FunctionCalled,
    HeartbeatRequested,
    QueueFlushed,
    ReplySent,
    StepStarted,
    TurnFailed,
    Update,
    Yielded,
)
from desktop_mem.runtime import clock as runtime_clock
from desktop_mem.runtime.clock import SystemClock

FACT = "My sister Lena lives in Bergen and works as a carpenter since 2019 and likes long walks by the sea."
EVERY_CALL = {
    "core_memory_append": {"label": "human", "content": "Name: Anna"},
    "core_memory_replace": {"label": "persona", "old_content": "helpful", "new_content": "kind"},
    "conversation_search": {"query": "sister", "page": 1},
    "conversation_search_date": {"start_date": "2026-03-02", "end_date": "", "page": 1},
    "archival_memory_insert": {"content": "a fact"},
    "archival_memory_search": {"query": "sister", "page": 1},
    "open_page": {"address": "m1"},
    "set_reminder": {"when": "in 20 minutes", "message": "tea"},
    "pause_heartbeats": {"minutes": 30},
    "switch_topic": {"query": "the garden"},
}


def call(function: str, heartbeat: bool = False, **arguments: object) -> FunctionCall:
    return FunctionCall(function, arguments, "because", heartbeat)


def of(updates: list[Update], kind: type) -> list:
    return [update for update in updates if isinstance(update, kind)]


def condenses(prompt: Prompt) -> bool:
    """Whether it is the summariser that asks."""
    return prompt[0].text.startswith("You condense")


def plays(*answers: FunctionCall) -> Callable[[Prompt], FunctionCall | str]:
    """A model that gives these answers to the agent, and no notes to the summariser."""
    script = iter(answers)
    return lambda prompt: "no notes" if condenses(prompt) else next(script, say("Yes."))


def tokens(model: ScriptedModel, prompt: Prompt) -> int:
    return sum(model.count_message(message) for message in prompt)


# Heartbeats and silence.


@pytest.mark.parametrize("function", EVERY_CALL)
def test_no_function_without_a_heartbeat_ends_the_turn_in_silence(make_world, function: str) -> None:
    """letta 601, 245, 621, 2526, 1929: after a search or a memory edit the assistant went silent."""
    assert set(EVERY_CALL) == set(function_set.BY_NAME) - {"send_message"}
    world = make_world(call(function, **EVERY_CALL[function]), say("Here is your answer."), grounding=False)
    updates = world.handle("I am Anna.")
    assert world.results(updates)[0].startswith("ok: ")
    [reply] = world.replies(updates)
    assert reply.startswith("Here is your answer.")


def test_a_call_that_leaves_the_heartbeat_out_is_answered_all_the_same(make_world) -> None:
    """letta 2526, 1929: the field was missing and memory tools halted the agent."""
    text = '{"thought":"t","function":"core_memory_append","arguments":{"label":"human","content":"Name: Anna"}}'
    world = make_world(text, say("Noted."))
    updates = world.handle("I am Anna.")
    assert [u.reason for u in of(updates, HeartbeatRequested)] == ["answer owed"]
    assert world.replies(updates) == ["Noted."]


@pytest.mark.parametrize("wish", ['"true"', '"True"', "true"])
def test_a_heartbeat_asked_for_by_a_documents_event_is_given_also_as_text(make_world, wish: str) -> None:
    """An original defect: the string "true" was ignored. Nobody is owed an answer here, so the wish alone counts."""
    text = '{"thought":"t","function":"archival_memory_insert","arguments":{"content":"a fact"},"request_heartbeat":' + wish + "}"
    world = make_world(text, say("Kept."))
    updates = world.handle(DocumentsStored((("d1", "a.pdf"),), 3))
    assert [u.reason for u in of(updates, HeartbeatRequested)] == ["asked"]
    assert world.replies(updates) == ["Kept."]


@pytest.mark.parametrize("wish", ['"false"', "false", "null", "0", '"yes"', "[]"])
def test_what_is_no_wish_for_a_heartbeat_is_none(make_world, wish: str) -> None:
    """An original defect, the other way round: any text that is not "true" must not keep the chain going."""
    text = '{"thought":"t","function":"archival_memory_insert","arguments":{"content":"a fact"},"request_heartbeat":' + wish + "}"
    world = make_world(text, say("never said"))
    updates = world.handle(DocumentsStored((("d1", "a.pdf"),), 3))
    assert of(updates, HeartbeatRequested) == []
    assert len(of(updates, Yielded)) == 1


def test_a_chain_that_nobody_waits_for_ends_too(make_world) -> None:
    """An original defect: the loop had no limit."""
    world = make_world(default=call("archival_memory_insert", True, content="again"), max_steps=5)
    updates = world.handle(DocumentsStored((("d1", "a.pdf"),), 3))
    assert [u.steps for u in of(updates, Yielded)] == [5]
    assert of(updates, TurnFailed) == []


def test_a_model_that_asks_for_heartbeats_for_ever_ends_at_the_limit(make_world) -> None:
    """An original defect: the loop had no limit. letta code 3505: here every call differs, so that no repeat is seen."""
    numbers = iter(range(1000))
    world = make_world(default=lambda _: call("conversation_search", True, query=f"thing {next(numbers)}", page=1), max_steps=20)
    updates = world.handle("Find it.")
    assert len(of(updates, StepStarted)) == 20
    assert of(updates, StepStarted)[-1].allowed == ("send_message",)
    assert len(of(updates, TurnFailed)) == 1


def test_the_same_call_93_times_is_offered_twice(make_world) -> None:
    """letta code 3505: 93 identical calls in 24 minutes."""
    looked = [0]

    def obeys(prompt: Prompt) -> FunctionCall:
        offered = [c["properties"]["function"]["const"] for c in world.model.schemas[-1]["anyOf"]]
        if "archival_memory_search" not in offered:
            return say("I found nothing.")
        looked[0] += 1
        return call("archival_memory_search", True, query="x", page=1)

    world = make_world(default=obeys, max_steps=93)
    assert world.replies(world.handle("Look for x.")) == ["I found nothing."]
    assert looked == [2]


# The window.


def test_many_long_pastes_in_a_row_are_all_answered(make_world) -> None:
    """letta 353, 252: the newest three messages were never evicted, so that pasted files ended in a crash loop."""
    answer = "That is long. " * 100
    world = make_world(default=lambda prompt: "no notes" if condenses(prompt) else say(answer))
    for number in range(5):
        text = " ".join(f"w{number}x{i}" for i in range(3000))
        assert world.replies(world.handle(text))[0] == answer
        assert text in [message.text for message in world.stores.recall.all()]


def test_every_prompt_leaves_the_reserve_for_the_answer(make_world) -> None:
    """letta 270, 360: overflow was noticed, if at all, by an exception of the backend after the prompt had been sent."""
    world = make_world(default=say("Thank you, I will keep that in mind."))
    updates = [u for n in range(50) for u in world.handle(f"{FACT} ({n}) " + "and so on " * (n * 7 % 90))]
    plan = world.agent.context.plan
    assert len(of(updates, QueueFlushed)) >= 2
    assert max(tokens(world.model, prompt) for prompt in world.model.prompts) <= plan.budget == plan.window - plan.reserve
    assert of(updates, TurnFailed) == []


@pytest.mark.parametrize(
    "function",
    [
        call("conversation_search", True, query="harbour", page=1),
        call("conversation_search_date", True, start_date="2026", end_date="", page=1),
        call("archival_memory_search", True, query="harbour", page=1),
        call("open_page", True, address="p1"),
        call("open_page", True, address="m1"),
    ],
    ids=lambda one: f"{one.function} {one.arguments.get('address', '')}",
)
def test_every_result_is_cut_to_its_share_and_says_so_with_figures(make_world, function: FunctionCall) -> None:
    """letta 1635: results were exempt from truncation and overflowed the window."""
    world = make_world(default=say("Noted."), warn_share=0.9, flush_share=0.85)
    for number in range(12):
        world.keep(f"harbour {number} " + "boats and nets " * 400)
        world.handle(f"harbour {number} " + "boats and nets " * 400)
    world.model._default = plays(function, say("Found."))
    updates = world.handle("And now?")
    [found] = of(updates, FunctionCalled)
    assert world.model.count(f"ok: {found.result}") <= world.agent.context.plan.largest_result
    assert re.search(r"^5 of \d+, page 1 of \d+\.|\(part 1 of \d+; next: open_page ", found.result)
    assert world.replies(updates) == ["Found."]


def test_a_window_that_became_smaller_is_summarised_in_stretches_that_fit(make_world) -> None:
    """letta 957, 1127, 3279: 8465 of 8192 tokens, and that in the summariser's own prompt."""
    notes = '{"goals":"","facts":"Lena lives in Bergen' + ", and so on" * 30 + '.","open_ends":""}'
    world = make_world(window=8192, default=say("Thank you."))
    for number in range(90):
        world.handle(f"{number} {FACT} {FACT}")
    world.model = ScriptedModel(default=lambda prompt: notes if condenses(prompt) else say("Still here."), window=2048)
    world.home = type(world.home)(world.home.profile, type(world.home.settings)(paging="model", context_window=2048))
    world.restart()
    assert world.agent.context.used > 2048
    updates = world.handle("Are you there?")
    assert world.replies(updates) == ["Still here."]
    asked = [prompt for prompt in world.model.prompts if condenses(prompt)]
    assert len(asked) > 1
    assert max(tokens(world.model, prompt) for prompt in asked) + world.agent.context.plan.reserve <= 2048
    [flush] = of(updates, QueueFlushed)
    assert (flush.summarised_by, flush.tokens_after < flush.tokens_before) == ("model", True)


@pytest.mark.parametrize("notes", ["[]", "7", '"x"', '{"goals":7}', '{"goals":null,"facts":[1]}', "{}", "{", ""])
def test_notes_of_any_wrong_form_give_way_to_an_extract(make_world, notes: str) -> None:
    """letta 1127: an exception in summarize_messages_inplace ended the conversation."""
    world = make_world(default=lambda prompt: notes if condenses(prompt) else say("Noted."))
    updates: list[Update] = []
    while not of(updates, QueueFlushed):
        updates += world.handle(FACT)
    [flush] = of(updates, QueueFlushed)
    assert flush.summarised_by == "extract"
    assert f"user: {FACT}"[:60] in flush.summary


def test_a_flush_that_would_not_shrink_keeps_what_the_summary_knew(make_world) -> None:
    """letta 506: one message was summarised into one message, "length 6 -> 6", for ever."""
    told = ['{"goals":"","facts":"Name: Anna Berg.","open_ends":""}', '{"goals":"","facts":"Name: Anna Berg. ' + "And more. " * 40 + '"}']
    notes = iter(told)
    world = make_world(default=lambda prompt: next(notes) if condenses(prompt) else say("Ok"))
    world.handle("My name is Anna Berg." + " Hello there." * 15)
    world.handle("Hi" + " there" * 40)
    [first] = of(list(world.agent.session.summarise_now()), QueueFlushed)
    world.handle("Yo")
    [second] = of(list(world.agent.session.summarise_now()), QueueFlushed)
    for flush in (first, second):
        assert flush.tokens_after < flush.tokens_before
        assert "Name: Anna Berg." in flush.summary


def test_the_window_is_the_loaded_models_and_not_the_settings(make_world) -> None:
    """letta code 3838, letta 3121: the served window was smaller than the one believed in, so memory was silently cut off."""
    world = make_world(window=2048)
    world.home = type(world.home)(world.home.profile, type(world.home.settings)(paging="model", context_window=32768))
    world.restart()
    assert world.agent.context.plan.window == 2048


def test_an_answer_cut_by_its_length_is_no_overflow(make_world) -> None:
    """An original defect: the finish reason "length" was taken for an overflow of the context, and messages were thrown out."""
    world = make_world(say("Hello."), say("word " * 2000), say("Fine."))
    world.handle("Hi")
    updates = world.handle("Tell me all.")
    assert [u.cut for u in of(updates, ReplySent)] == ["length"]
    assert of(updates, QueueFlushed) == []
    assert [m.text for m in world.queue[:3]] == ["Hi", "Hello.", "Tell me all."]
    assert world.replies(world.handle("And?")) == ["Fine."]


def test_a_call_cut_by_its_length_is_tried_again_shorter(make_world) -> None:
    """letta 177: long answers were cut in the middle of their JSON and lost."""
    world = make_world(call("archival_memory_insert", True, content="word " * 2000), say("Too much for once."))
    updates = world.handle("Keep all this.")
    assert world.results(updates) == ["failed: the call was not finished. Write less: a short thought and short arguments."]
    assert world.replies(updates) == ["Too much for once."]
    assert of(updates, QueueFlushed) == []


# What models write.


def test_two_objects_in_one_answer_are_one_reply(make_world) -> None:
    """letta 177: two JSON objects in one answer were "Failed to decode JSON"."""
    world = make_world(call_json(say("First.")) + call_json(say("Second.")))
    updates = world.handle("Hello")
    assert world.replies(updates) == ["First."]
    assert [m.text for m in world.queue] == ["Hello", "First."]


GARBAGE = (
    "",
    " ",
    "Just prose, and no call.",
    "Sure! Here is the call: ```json\n{}\n```",
    "{",
    "[]",
    "null",
    "NaN",
    '{"function":"send_message"}',
    '{"thought":1,"function":"send_message","arguments":{"message":7}}',
    '{"thought":null,"function":"send_message","arguments":{"message":null}}',
    '{"thought":"","function":"send_message","arguments":{}}',
    '{"thought":"","function":"send_message","arguments":{"message":"a","message2":"b"}}',
    '{"thought":"","function":"step1_archivall_search","arguments":{"query":"x"}}',
    '{"thought":"","function":"core_memory_append","arguments":{"label":["human"],"content":{"a":1}}}',
    '{"thought":"","function":"archival_memory_search","arguments":{"query":"x","page":1e400}}',
    '{"thought":"","function":"archival_memory_search","arguments":{"query":"x","page":-3}}',
    '{"thought":"","function":"open_page","arguments":{"address":"\\u0000"}}',
    call_json(call("archival_memory_insert", content="x")) + call_json(call("archival_memory_insert", content="y")),
)


@pytest.mark.parametrize("text", GARBAGE)
def test_nothing_that_a_model_writes_breaks_the_chain(make_world, text: str) -> None:
    """letta 278, 248, 234, 507, 288: prose in place of JSON, and then the error handler itself crashed. letta 2413: prose is no silence."""
    world = make_world(text, say("Here I am."))
    updates = world.handle("Hello?")
    assert world.replies(updates) == ["Here I am."]
    [result] = world.results(updates)
    assert result.startswith("failed: ")
    world.restart()
    assert world.replies(world.handle("And again?")) == ["All right."]


def test_a_model_that_writes_nothing_but_prose_has_a_stated_end(make_world) -> None:
    """letta 2413: a model that ignores send_message."""
    updates = make_world(default="I would rather talk.", max_steps=4).handle("Hello?")
    assert len(of(updates, TurnFailed)) == 1
    assert isinstance(updates[-1], Yielded)


@pytest.mark.parametrize("paging", ["model", "assisted", "automatic"])
def test_a_model_that_can_call_always_has_a_grammar_and_one_that_cannot_speaks_plainly(make_world, paging: str) -> None:
    """letta 2413: replies outside any call were lost; here they cannot come, or they are the reply."""
    world = make_world(say("Hello."), paging=paging)
    assert world.replies(world.handle("Hi")) == ["Hello."]
    [schema] = world.model.schemas
    assert (schema is None) == (paging == "automatic")


def test_after_two_failures_a_function_is_offered_no_more_and_the_way_out_is(make_world) -> None:
    """letta 1199: core_memory_append beyond the limit of a section was tried for ever."""
    contents = iter("abcdef")
    world = make_world(
        default=lambda _: call("core_memory_append", True, label="human", content=next(contents) * 3120), max_steps=4, section_limit=2000
    )
    updates = world.handle("Remember all this.")
    assert world.results(updates)[0] == (
        "failed: human would hold 3120 characters and may hold 2000 (2000 are free). "
        "Shorten the text, replace old text, or use archival_memory_insert."
    )
    offered = [u.allowed for u in of(updates, StepStarted)]
    assert ["core_memory_append" in allowed for allowed in offered] == [True, True, False, False]
    assert "archival_memory_insert" in offered[2]
    assert "core_memory_append" not in str(world.model.schemas[2])


def test_the_grammar_names_the_functions_that_there_are(make_world) -> None:
    """letta 1199: functions were invented, such as "step1_archivall_search"."""
    world = make_world(say("Hello."))
    world.handle("Hi")
    [schema] = world.model.schemas
    assert {c["properties"]["function"]["const"] for c in schema["anyOf"]} <= set(function_set.BY_NAME)
    assert all(c["additionalProperties"] is False for c in schema["anyOf"])


@pytest.mark.parametrize("function", EVERY_CALL)
def test_the_first_call_of_a_new_or_reloaded_agent_may_be_any(make_world, function: str) -> None:
    """letta 42, 972: a rule for the very first message looped, and blocked an agent that was loaded again."""
    first = call(function, **EVERY_CALL[function])
    world = make_world(default=plays(first, say("Welcome."), first, say("Again.")))
    assert world.replies(world.handle("Hello"))[0].startswith("Welcome.")
    world.restart()
    updates = world.handle("Hello again")
    assert world.replies(updates)[0].startswith("Again.")
    assert set(function_set.BY_NAME) - {"pause_heartbeats", "core_memory_replace"} <= set(of(updates, StepStarted)[0].allowed)


# Languages.

WORDS = {"zh": "我的妹妹叫莱娜。", "fr": "Ma sœur s'appelle Léna — où ça ?", "ar": "اسم أختي لينا", "emoji": "👩‍👩‍👧 é ½"}


@pytest.mark.parametrize("text", WORDS.values(), ids=WORDS)
def test_no_text_is_ever_escaped_to_ascii(make_world, text: str) -> None:
    """letta 799: JSON errors as soon as it was not English, and a model that was given \\uXXXX to read."""
    world = make_world(
        FunctionCall("core_memory_append", {"label": "human", "content": text}, text, True),
        FunctionCall("conversation_search", {"query": text, "page": 1}, text, True),
        say(text),
        lambda _: json.dumps({"thought": text, "function": "send_message", "arguments": {"message": text}}),  # a model that escapes
        grounding=False,
    )
    for _ in range(2):
        updates = world.handle(text)
        assert world.replies(updates) == [text]
    assert world.section() == text
    written = [m.call.to_json() for m in world.stores.recall.all() if m.call]
    shown = [message.text for prompt in world.model.prompts for message in prompt]
    assert len(written) == 4
    assert all(text in each for each in written)
    assert sum(text in each for each in shown) > 4
    assert not any("\\u" in each for each in (*written, *shown))


@pytest.mark.parametrize("escape", ["\\u0000", "\\u0007", "\\u001b[31m", "\\b", "\\u007f"])
def test_a_control_character_that_a_model_escapes_is_no_part_of_what_it_said(make_world, escape: str) -> None:
    """An original defect: the grammar admitted control characters. JSON has a second way to write them."""
    thought = '{"thought":"a' + escape + 'b",'
    world = make_world(
        thought + '"function":"core_memory_append","arguments":{"label":"human","content":"c' + escape + 'd"},"request_heartbeat":true}',
        thought + '"function":"send_message","arguments":{"message":"e' + escape + 'f\\n\\tg"}}',
    )
    updates = world.handle("Hello")
    [reply] = world.replies(updates)
    texts = [reply, world.section(), *(m.call.thought for m in world.queue if m.call)]
    assert reply.endswith("f\n\tg")
    assert not [c for text in texts for c in text if unicodedata.category(c) == "Cc" and c not in "\n\t"]


# The user's own hand.


def test_what_the_user_writes_into_memory_by_hand_is_there_for_the_model(make_world) -> None:
    """letta 753: "the LLM will not archive", so the user asked for a way to do it."""
    world = make_world(default=say("Your dentist is Dr. Brown."))
    world.handle("Hi")
    world.agent.session.edit_section("human", "Dentist: Dr. Brown, Oslo.", expected="")
    world.handle("Who is my dentist?")
    assert "human: Dentist: Dr. Brown, Oslo." in world.model.prompts[-1][0].text
    world.restart()
    assert world.section() == "Dentist: Dr. Brown, Oslo."


# The clock.


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Iterator[Wall]:
    """The system's clock, set to any instant in any zone."""
    yield Wall(monkeypatch)
    monkeypatch.undo()
    time.tzset()


class Wall:
    """Sets the zone and the instant that the system's clock shows."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        self.instant = datetime(2026, 3, 1, tzinfo=UTC)

        class Clockwork(datetime):
            @classmethod
            def now(cls, tz: object = None) -> datetime:
                return datetime.fromtimestamp(self.instant.timestamp())

        patch.setattr(runtime_clock, "datetime", Clockwork)

    def zone(self, name: str) -> None:
        self._patch.setenv("TZ", name)
        time.tzset()


ZONES = [
    # Across midnight.
    ("America/New_York", "2026-03-02T04:59:00Z", "2026-03-02T05:01:00Z", "Sunday 2026-03-01 23:59 -0500", "Monday 2026-03-02 00:01 -0500"),
    ("Asia/Shanghai", "2026-03-01T15:59:00Z", "2026-03-01T16:01:00Z", "Sunday 2026-03-01 23:59 +0800", "Monday 2026-03-02 00:01 +0800"),
    ("Europe/Berlin", "2026-12-31T22:59:00Z", "2026-12-31T23:01:00Z", "Thursday 2026-12-31 23:59 +0100", "Friday 2027-01-01 00:01 +0100"),
    # Into summer time and out of it.
    ("America/New_York", "2026-03-08T06:59:00Z", "2026-03-08T07:01:00Z", "Sunday 2026-03-08 01:59 -0500", "Sunday 2026-03-08 03:01 -0400"),
    ("America/New_York", "2026-11-01T05:59:00Z", "2026-11-01T06:01:00Z", "Sunday 2026-11-01 01:59 -0400", "Sunday 2026-11-01 01:01 -0500"),
    ("Europe/Berlin", "2026-03-29T00:59:00Z", "2026-03-29T01:01:00Z", "Sunday 2026-03-29 01:59 +0100", "Sunday 2026-03-29 03:01 +0200"),
    ("Europe/Berlin", "2026-10-25T00:59:00Z", "2026-10-25T01:01:00Z", "Sunday 2026-10-25 02:59 +0200", "Sunday 2026-10-25 02:01 +0100"),
]


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone of a running process cannot be changed on Windows")
@pytest.mark.parametrize(("zone", "first", "second", "shown_first", "shown_second"), ZONES)
def test_the_time_in_the_prompt_is_the_users_own(make_world, wall: Wall, zone, first, second, shown_first, shown_second) -> None:  # noqa: PLR0913
    """letta 298, 1182: it was always San Francisco, and times had no offset."""
    wall.zone(zone)
    world = make_world(default=say("Yes."))
    world.clock = SystemClock()
    world.restart()
    for instant in (first, second):
        wall.instant = datetime.fromisoformat(instant)
        world.handle("What time is it?")
    seen = [m.seen_by_model for m in world.queue if m.role == "user"]
    assert seen == [f"[{shown}]\nWhat time is it?" for shown in (shown_first, shown_second)]
    assert [m.created_at.astimezone(UTC) for m in world.queue if m.role == "user"] == [
        datetime.fromisoformat(first),
        datetime.fromisoformat(second),
    ]


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone of a running process cannot be changed on Windows")
@pytest.mark.parametrize(
    ("zone", "late", "day"),
    [
        ("America/New_York", "2026-03-09T03:30:00Z", "2026-03-08"),
        ("Asia/Shanghai", "2026-03-08T15:30:00Z", "2026-03-08"),
        ("Europe/Berlin", "2026-03-29T21:30:00Z", "2026-03-29"),
    ],
)
def test_a_search_by_date_means_the_users_own_day(make_world, wall: Wall, zone: str, late: str, day: str) -> None:
    """letta 298, 1182: half past eleven at night belongs to the day on the user's wall, also when the clocks change that day."""
    wall.zone(zone)
    world = make_world(default=say("Yes."))
    world.clock = SystemClock()
    world.restart()
    wall.instant = datetime.fromisoformat(late)
    world.handle("Today I planted a tree.")
    wall.instant += timedelta(hours=1)
    world.handle("Today I sold the boat.")
    world.model._default = plays(call("conversation_search_date", True, start_date=day, end_date=day, page=1), say("That."))
    [result] = world.results(world.handle("What was that day?"))
    assert "planted a tree" in result
    assert "sold the boat" not in result


# The head of the prompt.


def test_every_prompt_begins_as_the_one_before_until_the_flush(make_world) -> None:
    """hermes-agent 18547: a gauge and a clock in the head had the whole prompt read again at each turn."""
    asked: list[Prompt] = []
    flushed_at: set[int] = set()

    def answer(prompt: Prompt) -> FunctionCall | str:
        if condenses(prompt):
            return "no notes"
        asked.append(prompt)
        return say("Yes.")

    world = make_world(default=answer)
    for number in range(60):
        event = DocumentsStored(((f"d{number}", "a.txt"),), number) if number % 4 == 3 else UserMessage(f"{FACT} ({number})")
        world.agent.accept(event)
        while world.agent.waiting:
            flushed_at.update(len(asked) for update in world.agent.answer() if isinstance(update, QueueFlushed))
        world.clock.advance(timedelta(minutes=7 * number))
        world.keep(f"passage {number}")
    assert 1 <= len(flushed_at) < 20
    changed = {number for number, (before, after) in enumerate(pairwise(asked), 1) if after[: len(before)] != before}
    assert changed == flushed_at


def test_edits_in_a_chain_leave_the_head_as_it_is_also_the_users_own(make_world) -> None:
    """hermes-agent 18547: edits of memory in the middle of a chain had everything read again."""
    edits = [call("core_memory_append", True, label="human", content=f"fact {n}") for n in range(4)]
    world = make_world(*edits, say("Done."), say("Hello."), grounding=False)
    for update in world.agent.handle(UserMessage("Remember four facts.")):
        if isinstance(update, FunctionCalled):
            world.clock.advance(timedelta(minutes=11))
            world.agent.session.edit_section("persona", f"I am at {world.clock.now()}.", expected=world.section("persona"))
    prompts = list(world.model.prompts)
    for shorter, longer in pairwise(prompts):
        assert longer[: len(shorter)] == shorter
    world.handle("Hi")
    assert "fact 3" in world.model.prompts[-1][0].text
    assert world.model.prompts[-1][1 : len(prompts[-1])] == prompts[-1][1:]


# Searches.


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"start_date": "2026-03-02", "end_date": None}, "conversation_search_date needs end_date as text."),
        ({"start_date": None, "end_date": None}, "conversation_search_date needs start_date as text."),
        ({}, "conversation_search_date needs start_date as text."),
        ({"start_date": "", "end_date": ""}, "'' is not a date. Write it as YYYY-MM-DD."),
        ({"start_date": "None", "end_date": "None"}, "'None' is not a date. Write it as YYYY-MM-DD."),
        ({"start_date": "2026-02-30", "end_date": ""}, "'2026-02-30' is not a date. Write it as YYYY-MM-DD."),
        (
            {"start_date": "2026-03-02", "end_date": "", "page": "two"},
            "page of conversation_search_date is a whole number from 1, not 'two'.",
        ),
    ],
)
def test_a_date_that_is_none_or_empty_is_a_sentence(make_world, arguments: dict[str, object], sentence: str) -> None:
    """An original defect: date_search(None) ended in int(None)."""
    world = make_world(FunctionCall("conversation_search_date", arguments), say("Which day?"))
    updates = world.handle("What did I say?")
    assert world.results(updates) == [f"failed: {sentence}"]
    assert world.replies(updates) == ["Which day?"]


@pytest.mark.parametrize("page", [None, "1", 1])
def test_a_page_that_is_none_is_the_first(make_world, page: object) -> None:
    """An original defect: date_search(None) ended in int(None)."""
    arguments = {"start_date": "2026-03-02", "end_date": "", "page": page}
    world = make_world(say("Hello."), FunctionCall("conversation_search_date", arguments), say("That."))
    world.handle("I planted a tree.")
    [result] = world.results(world.handle("What did I say?"))
    assert result.splitlines()[:2] == ["ok: 2 of 2, page 1 of 1.", "[m1 2026-03-02 user] I planted a tree."]


def test_a_question_that_was_suspended_does_not_find_itself_when_it_goes_on(make_world) -> None:
    """An original defect (Nano-MemGPT): the results held the probe itself."""
    look = call("conversation_search", True, query="red bicycle", page=1)
    world = make_world(say("Noted."), look, say("You are welcome."), look, say("In the shed."))
    world.handle("The red bicycle is in the shed.")
    updates: list[Update] = []
    for update in world.agent.handle(UserMessage("Where is the red bicycle?")):
        updates.append(update)
        if isinstance(update, FunctionCalled):
            world.agent.accept(UserMessage("Remind me in 10 minutes of the red bicycle."))
    updates += world.settle()
    assert len(of(updates, ChainSuspended)) == 1
    assert [u.sources for u in of(updates, FunctionCalled)] == [("m1",), ("m1",)]
    assert world.replies(updates) == ["You are welcome.", "In the shed."]


def test_a_question_taken_up_after_a_crash_does_not_find_itself(make_world) -> None:
    """An original defect (Nano-MemGPT): the results held the probe itself."""
    world = make_world(say("Noted."), call("conversation_search", True, query="red bicycle", page=1), say("In the shed."))
    world.handle("The red bicycle is in the shed.")
    world.agent.accept(UserMessage("Where is the red bicycle?"))
    world.agent.accept(UserMessage("The red bicycle, I mean."))
    world.restart()
    updates = list(world.agent.answer())
    assert [u.sources for u in of(updates, FunctionCalled)] == [("m1",)]


# Taking back.


def told(make_world) -> tuple:
    """A world in which the second turn wrote to every store."""
    world = make_world(
        say("Nice to meet you."),
        call("core_memory_append", True, label="human", content="Cat: Mimi"),
        call("archival_memory_insert", True, content="Mimi eats tuna at noon."),
        call("set_reminder", True, when="in 20 minutes", message="feed Mimi"),
        say("Mimi is noted, with a reminder."),
        default=say("Another answer."),
        grounding=False,
    )
    world.handle("I am Anna.")
    world.handle("My cat Mimi eats tuna.")
    return world


def consistent(world) -> None:
    """What is in view, in recall, in history and open agrees, in this run and in the next one."""
    in_view = [(m.address, m.text) for m in world.queue]
    assert [world.stores.recall.read(address).undone for address, _ in in_view] == [False] * len(in_view)
    assert not [m for m in world.stores.recall.history(1000)[0] if m.undone]
    prompt = [(m.role, m.text) for m in world.agent.context.prompt()]
    waiting = world.agent.waiting
    world.restart()
    assert [(m.address, m.text) for m in world.queue] == in_view
    assert [(m.role, m.text) for m in world.agent.context.prompt()][1:] == prompt[1:]
    assert world.agent.waiting == waiting


def found(world, query: str) -> tuple[int, int]:
    """Hits in recall and in archival storage."""
    return world.stores.recall.search(query, 1).total, world.stores.archival.search(query, 1).total


def test_an_undone_turn_is_gone_from_search_history_queue_sections_passages_and_reminders(make_world) -> None:
    """An original defect: undo left recall inconsistent."""
    world = told(make_world)
    assert found(world, "Mimi tuna") == (2, 1)
    assert len(world.stores.reminders.waiting()) == 1
    list(world.agent.session.undo_turn())
    assert found(world, "Mimi tuna") == (0, 0)
    assert [m.text for m in world.stores.recall.history(1000)[0]] == ["I am Anna.", "Nice to meet you."]
    assert [m.text for m in world.queue] == ["I am Anna.", "Nice to meet you."]
    assert (world.section(), world.stores.reminders.waiting(), world.agent.waiting) == ("", [], ())
    assert not [m for m in world.agent.context.prompt() if "Mimi" in m.text]
    day = world.stores.recall.search_dates(datetime(2026, 1, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC), 1)
    assert [hit.address for hit in day.hits] == ["m1", "m2"]
    assert world.stores.recall.read("m3").undone
    assert world.stores.archival.read("p1").text == "Mimi eats tuna at noon."
    consistent(world)


def test_a_retried_turn_keeps_its_message_and_nothing_of_its_answer(make_world) -> None:
    """An original defect: retry left recall inconsistent."""
    world = told(make_world)
    list(world.agent.session.retry())
    assert found(world, "Mimi tuna") == (1, 0)
    assert (world.section(), world.stores.reminders.waiting(), world.agent.waiting) == ("", [], ("m3",))
    consistent(world)
    assert world.replies(world.settle()) == ["Another answer."]
    assert world.model.variations[-1] == 1
    assert [m.text for m in world.queue] == ["I am Anna.", "Nice to meet you.", "My cat Mimi eats tuna.", "Another answer."]
    assert [m.text for m in world.stores.recall.history(1000)[0]] == [m.text for m in world.queue]
    consistent(world)


def test_a_rewritten_reply_is_the_only_one_that_is_found(make_world) -> None:
    """An original defect: rewrite left recall inconsistent."""
    world = told(make_world)
    list(world.agent.session.rewrite("Mimi it is, at noon."))
    assert [hit.text for hit in world.stores.recall.search("reminder noted", 1).hits] == []
    assert [hit.text for hit in world.stores.recall.search("noon", 1).hits] == ["Mimi it is, at noon."]
    assert world.queue[-1].text == "Mimi it is, at noon."
    assert json.loads(world.agent.context.prompt()[-1].text)["arguments"] == {"message": "Mimi it is, at noon."}
    assert len(world.stores.reminders.waiting()) == 1
    assert world.section() == "Cat: Mimi"
    consistent(world)


def test_another_thought_changes_the_thought_alone(make_world) -> None:
    """An original defect: rethink left recall inconsistent."""
    world = told(make_world)
    before = [m.text for m in world.queue]
    list(world.agent.session.rethink("The user loves cats."))
    assert [m.text for m in world.queue] == before
    assert json.loads(world.agent.context.prompt()[-1].text)["thought"] == "The user loves cats."
    assert found(world, "Mimi tuna") == (2, 1)
    assert found(world, "loves")[0] == 0
    consistent(world)


def test_turns_are_undone_one_after_another_down_to_nothing(make_world) -> None:
    """An original defect: undo left recall inconsistent, the more so the second time."""
    world = told(make_world)
    for _ in range(2):
        list(world.agent.session.undo_turn())
    assert (world.queue, world.stores.recall.history(1000)) == ((), ([], False))
    with pytest.raises(Refused, match="nothing has been said yet"):
        list(world.agent.session.undo_turn())
    consistent(world)
    assert world.replies(world.handle("Hello")) == ["Another answer."]


def test_an_undone_turn_leaves_the_summary_too(make_world) -> None:
    """An original defect: undo left recall inconsistent; a summary of the undone is no better."""
    world = make_world(default=lambda prompt: "no notes" if condenses(prompt) else say("Yes."))
    for text in ("I am Anna.", "My cat is called Mimi.", "What now?"):
        world.handle(text)
    list(world.agent.session.summarise_now())
    assert "Mimi" in world.agent.context.queue.summary
    for _ in range(2):
        list(world.agent.session.undo_turn())
    assert "Mimi" not in world.agent.context.queue.summary
    assert "I am Anna." in world.agent.context.queue.summary
    consistent(world)
