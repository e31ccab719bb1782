"""What every recall storage promises, over the one in memory and the one in SQLite and LanceDB."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.message import Message, Role

BEIJING = timezone(timedelta(hours=8))
NOON = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=BEIJING)


def said(text, role=Role.USER, minutes=0, **fields):
    return Message(role, text, NOON + timedelta(minutes=minutes), **fields)


def addresses(page):
    return [hit.address for hit in page.hits]


def test_addresses_count_upwards(world):
    assert [world.recall.insert(said(text)).address for text in ("a", "b", "c")] == ["m1", "m2", "m3"]


def test_a_message_comes_back_whole(world):
    call = FunctionCall("send_message", {"message": "你好 👩‍👩‍👧", "list": [1, {"x": None}]}, thought="grüßen", request_heartbeat=True)
    message = said("你好 👩‍👩‍👧", Role.ASSISTANT, prompt_text="{…}", call=call, tokens=17, token_ids=(5, 0, 99999), request_id="r1")
    stored = world.recall.insert(message)
    read = world.recall.read(stored.address)
    assert read == stored
    assert read.call == call
    assert read.created_at.isoformat() == "2026-03-01T12:00:00.123456+08:00"
    assert read.token_ids == (5, 0, 99999)


def test_a_request_sent_twice_is_stored_once(world):
    first = world.recall.insert(said("hello", request_id="r1"))
    again = world.recall.insert(said("hello again", request_id="r1"))
    assert world.recall.by_request("r1") == first
    assert world.recall.by_request("r2") is None
    assert world.recall.by_request("") is None
    assert again == first
    assert world.recall.insert(said("other")).address == "m2"


def test_messages_without_request_id_are_all_stored(world):
    assert [world.recall.insert(said("same")).address for _ in range(2)] == ["m1", "m2"]


@pytest.mark.parametrize("address", ["m9", "p1", "nonsense", "", "m0", "m-1"])
def test_an_unknown_address_is_a_lookup_error(world, address):
    world.recall.insert(said("hello"))
    with pytest.raises(LookupError, match=r"\w"):
        world.recall.read(address)


def test_search_finds_words(world):
    world.recall.insert(said("My dentist is Doctor Okafor."))
    world.recall.insert(said("I like rowing on the lake.", minutes=1))
    page = world.recall.search("dentist", 1)
    hit = page.hits[0]
    assert (hit.address, hit.text, hit.speaker) == ("m1", "My dentist is Doctor Okafor.", "user")
    assert hit.created_at == NOON
    assert 0 < hit.score <= 1
    assert "words" in hit.why or "exact" in hit.why
    assert not hit.tainted


def test_search_reads_only_what_was_said(world):
    """An original defect: "type" and "time" of the JSON envelope matched every message."""
    call = FunctionCall("conversation_search", {"query": "umbrella"}, thought="look for the umbrella")
    world.recall.insert(said("I left something on the train."))
    world.recall.insert(said("conversation_search umbrella", Role.ASSISTANT, call=call))
    world.recall.insert(said("ok: nothing on umbrella", Role.FUNCTION))
    world.recall.insert(said("Memory pressure: umbrella", Role.EVENT))
    reply = FunctionCall("send_message", {"message": "Sorry to hear it."}, thought="umbrella")
    world.recall.insert(said("Sorry to hear it.", Role.ASSISTANT, prompt_text=reply.to_json(), call=reply))
    for word in ("umbrella", "function", "thought", "arguments", "send_message", "type", "time", "message", "user"):
        assert world.recall.search(word, 1).total == 0, word
    assert addresses(world.recall.search("sorry", 1)) == ["m5"]


def test_search_does_not_find_what_is_not_older_than_before(world):
    world.recall.insert(said("The red bicycle is mine."))
    question = world.recall.insert(said("Where is the red bicycle?", minutes=1))
    world.recall.insert(said("Red bicycle again.", minutes=2))
    page = world.recall.search("red bicycle", 1, before=question.address)
    assert addresses(page) == ["m1"]
    assert page.total == 1


def test_search_pages_hold_every_hit_once(world):
    for number in range(12):
        world.recall.insert(said(f"Harvest report number {number}.", minutes=number))
    first = world.recall.search("harvest", 1)
    assert (first.total, first.page, first.pages, len(first.hits)) == (12, 1, 3, 5)
    everything = [address for page in (1, 2, 3) for address in addresses(world.recall.search("harvest", page))]
    assert sorted(everything, key=lambda address: int(address[1:])) == [f"m{number}" for number in range(1, 13)]


@pytest.mark.parametrize("page", [4, 0, -1])
def test_a_page_out_of_range_is_empty_and_says_how_many_there_are(world, page):
    for number in range(12):
        world.recall.insert(said(f"Harvest report number {number}."))
    found = world.recall.search("harvest", page)
    assert (found.hits, found.total, found.pages) == ((), 12, 3)


@pytest.mark.parametrize("query", ["", "   ", "?!", '"', "a AND (", "*", "'; DROP TABLE message; --", "\x00", "%"])
def test_odd_queries_do_no_harm(world, query):
    world.recall.insert(said("hello there"))
    world.recall.search(query, 1)
    assert world.recall.read("m1").text == "hello there"


def test_an_empty_store_gives_an_empty_page(world):
    page = world.recall.search("anything", 1)
    assert (page.hits, page.total, page.pages) == ((), 0, 0)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("我昨天在北京买了一本书。", "北京"),
        ("母は東京に住んでいます。", "東京"),
        ("Order part AX-4471/B before Friday.", "AX-4471/B"),
        ("The pump stopped with error 0x80070057 again.", "0x80070057"),
        ("Its id is 3f2504e0-4f89-11d3-9a0c-0305e82c3301.", "3f2504e0-4f89-11d3-9a0c-0305e82c3301"),
        ("Das Café in Zürich war zu.", "zürich"),
    ],
)
def test_scripts_and_identifiers_are_found_first(world, text, query):
    for number in range(8):
        world.recall.insert(
            said(
                f"We talked about part AX-{number}, 我在上海看了{number}本书, error 0x8007000{number}, 3f2504e0-4f89, 京都.", minutes=number
            )
        )
    target = world.recall.insert(said(text, minutes=20))
    assert world.recall.search(query, 1).hits[0].address == target.address


def test_search_dates_takes_start_in_and_end_out_oldest_first(world):
    for minutes in (0, 10, 20, 30):
        world.recall.insert(said(f"at {minutes}", minutes=minutes))
    page = world.recall.search_dates(NOON + timedelta(minutes=10), NOON + timedelta(minutes=30), 1)
    assert addresses(page) == ["m2", "m3"]
    assert page.total == 2
    assert page.hits[0].why == ("date",)


def test_search_dates_compares_instants_not_clock_faces(world):
    world.recall.insert(said("noon in Beijing"))
    page = world.recall.search_dates(datetime(2026, 3, 1, 4, 0, tzinfo=UTC), datetime(2026, 3, 1, 5, 0, tzinfo=UTC), 1)
    assert addresses(page) == ["m1"]
    assert world.recall.search_dates(datetime(2026, 3, 1, 11, 0, tzinfo=UTC), datetime(2026, 3, 1, 13, 0, tzinfo=UTC), 1).total == 0


def test_search_dates_honours_before_and_hides_what_was_not_said(world):
    world.recall.insert(said("first"))
    world.recall.insert(said("ok: result", Role.FUNCTION, minutes=1))
    question = world.recall.insert(said("what was said today?", minutes=2))
    page = world.recall.search_dates(NOON, NOON + timedelta(days=1), 1, before=question.address)
    assert addresses(page) == ["m1"]


def test_history_gives_the_newest_oldest_first(world):
    for number in range(5):
        world.recall.insert(said(f"{number}", minutes=number))
    messages, more = world.recall.history(2)
    assert ([message.address for message in messages], more) == (["m4", "m5"], True)
    messages, more = world.recall.history(3, before="m4")
    assert ([message.address for message in messages], more) == (["m1", "m2", "m3"], False)
    assert world.recall.history(3, before="m1") == ([], False)


def test_read_many_keeps_the_order_asked_for(world):
    for number in range(3):
        world.recall.insert(said(f"{number}"))
    assert [message.text for message in world.recall.read_many(["m3", "m1"])] == ["2", "0"]
    assert world.recall.read_many([]) == []
    with pytest.raises(LookupError):
        world.recall.read_many(["m1", "m7"])
