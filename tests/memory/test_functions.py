"""The functions: exact semantics, readable failures with figures, pages with totals."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from desktop_mem.control.document_ledger import Chunk
from desktop_mem.memory.function_call import FunctionCall, FunctionResult


@pytest.fixture
def run(make_world):
    """Runs one function in a world; `run.world` is that world."""
    world = make_world(grounding=False)

    def execute(function: str, **arguments: object) -> FunctionResult:
        world.agent._functions.begin(execute.cause)
        with world.agent._manager.step():
            return world.agent._executor.execute(FunctionCall(function, arguments))

    execute.world = world
    execute.cause = ""
    return execute


@pytest.mark.parametrize(
    ("before", "old", "new", "expected"),
    [
        ("Name: Anna\nCity: Oslo", "Oslo", "Bergen", "ok: human now reads: Name: Anna City: Bergen (1977 characters are free)"),
        ("Name: Anna\nCity: Oslo", "City: Oslo", "", "ok: human now reads: Name: Anna (1990 characters are free)"),
        ("a a", "a", "b", "failed: 'a' occurs 2 times in human. Give a longer stretch that occurs once."),
        ("Name: Anna", "Bob", "x", "failed: 'Bob' does not occur in human. Copy the text exactly. It reads: Name: Anna"),
        ("", "Bob", "x", "failed: 'Bob' does not occur in human. Copy the text exactly. It reads: (empty)"),
        ("Name: Anna", "", "x", "failed: '' does not occur in human. Copy the text exactly. It reads: Name: Anna"),
    ],
)
def test_core_memory_replace_needs_exactly_one_match(run, before, old, new, expected) -> None:
    """An original defect: every occurrence was replaced."""
    if before:
        run("core_memory_append", label="human", content=before)
    assert str(run("core_memory_replace", label="human", old_content=old, new_content=new)) == expected


def test_an_unknown_section_names_those_that_exist(run) -> None:
    assert str(run("core_memory_append", label="pets", content="a cat")) == (
        "failed: there is no section 'pets'. The sections are: persona, human."
    )


@pytest.mark.parametrize(
    ("function", "arguments", "sentence"),
    [
        ("fly", {}, "there is no function 'fly'."),
        ("send_message", {}, "send_message needs message as text."),
        ("send_message", {"message": "  "}, "the message is empty."),
        ("send_message", {"message": "a", "to": "b"}, "send_message has no argument to. It takes: message."),
        ("archival_memory_search", {"query": "a", "page": 0}, "page of archival_memory_search is a whole number from 1, not 0"),
        ("archival_memory_search", {"query": "a", "page": True}, "page of archival_memory_search is a whole number from 1, not True"),
        ("archival_memory_search", {"query": " ", "page": 1}, "the query is empty."),
        ("archival_memory_insert", {"content": ""}, "nothing to store."),
        ("conversation_search_date", {"start_date": "soon", "end_date": "", "page": 1}, "'soon' is not a date. Write it as YYYY-MM-DD."),
        ("conversation_search_date", {"start_date": "2026-03-02", "end_date": "2026-03-01", "page": 1}, "end_date 2026-03-01 lies before"),
        ("conversation_search_date", {"start_date": "9999", "end_date": "", "page": 1}, "is too far away. Write a date near"),
        ("conversation_search_date", {"start_date": "0001-01-01", "end_date": "", "page": 1}, "is too far away. Write a date near"),
        ("conversation_search_date", {"start_date": "0001-01-01T00:00:00+14:00", "end_date": "", "page": 1}, "is too far away."),
        ("open_page", {"address": "d3#page=10000000000000000000"}, "'page=10000000000000000000' is no place."),
        ("open_page", {"address": "m1#part=0"}, "'part=0' is no place. Places look like page=4 or part=2."),
        ("open_page", {"address": "m99"}, "There is no message m99."),
        ("open_page", {"address": "nonsense"}, "nonsense"),
    ],
)
def test_every_wrong_call_is_a_sentence(run, function, arguments, sentence) -> None:
    """letta 278, 1199: wrong arguments and invented functions; an original defect: dates that are none."""
    result = run(function, **arguments)
    assert not result.ok
    assert sentence in result.text


def test_search_results_carry_total_pages_and_addresses(run) -> None:
    """An original defect: total and page of an archival search were wrong."""
    for number in range(12):
        run.world.keep(f"The harbour of town {number} has boats.")
    first = run("archival_memory_search", query="harbour boats", page=1)
    assert first.text.splitlines()[0] == "5 of 12, page 1 of 3."
    assert len(first.sources) == 5
    assert all(re.fullmatch(r"\[p\d+ 2026-03-02\] The harbour of town \d+ has boats\.", line) for line in first.text.splitlines()[1:])
    last = run("archival_memory_search", query="harbour boats", page=3)
    assert last.text.splitlines()[0] == "2 of 12, page 3 of 3."
    assert not set(last.sources) & set(first.sources)
    beyond = run("archival_memory_search", query="harbour boats", page=4)
    assert str(beyond) == "failed: there is no page 4; the last is page 3 of 12 hits."


def test_a_page_of_results_never_takes_more_than_its_share(run) -> None:
    """letta 1635: results were exempt from truncation and overflowed."""
    for number in range(5):
        run.world.keep(f"harbour {number} " + "boats and nets " * 400)
    result = run("archival_memory_search", query="harbour boats", page=1)
    assert run.world.model.count(str(result)) <= run.world.agent.context.plan.largest_result
    assert result.text.count("…") == 5


def test_an_empty_result_says_what_the_other_store_has(run) -> None:
    run.world.keep("The garage code is 4711.")
    assert str(run("conversation_search", query="garage code", page=1)) == (
        "ok: nothing said before matches 'garage code'. archival_memory_search finds 1 for it."
    )
    assert str(run("archival_memory_search", query="zebra", page=1)) == (
        "ok: no document or stored text matches 'zebra'. conversation_search finds nothing either."
    )


def test_the_question_does_not_find_itself(run) -> None:
    """An original defect (Nano-MemGPT): the results held the probe itself."""
    run.world.handle("My dentist is Dr. Brown.")
    run.world.handle("Who is my dentist?")
    run.cause = "m3"
    result = run("conversation_search", query="my dentist", page=1)
    assert result.sources == ("m1",)


def test_search_by_words_never_matches_the_envelope(run) -> None:
    """An original defect: "type" and "time" of the JSON envelope matched every message."""
    run.world.handle("Good evening.")
    for word in ("thought", "function", "arguments", "send_message", "Monday"):
        assert run("conversation_search", query=word, page=1).sources == ()


def test_dates_are_inclusive_and_single_dates_work(run) -> None:
    """An original defect: a search by date without an end crashed."""
    run.world.handle("Today I planted a tree.")
    run.world.clock.advance(timedelta(days=3))
    run.world.handle("Today I sold the boat.")
    day = run("conversation_search_date", start_date="2026-03-02", end_date="2026-03-02", page=1)
    assert [line for line in day.text.splitlines() if "tree" in line]
    assert "boat" not in day.text
    assert "boat" in run("conversation_search_date", start_date="2026-03-05", end_date="", page=1).text
    assert "boat" in run("conversation_search_date", start_date="2026-03", end_date="", page=1).text
    open_end = run("conversation_search_date", start_date="2026-03-02", end_date="9999-12-31", page=1).text
    assert "tree" in open_end
    assert "boat" in open_end
    assert run("conversation_search_date", start_date="2020-01-01", end_date="2020-12-31", page=1).text == (
        "nothing was said from 2020-01-01 to 2020-12-31. Try other dates or conversation_search."
    )


def test_open_page_reads_on_in_parts(run) -> None:
    text = " ".join(f"word{i}" for i in range(3000))
    run.world.keep(text)
    first = run("open_page", address="p1")
    assert first.text.startswith("[p1] (part 1 of ")
    assert "next: open_page p1#part=2" in first.text
    assert "word0 word1" in first.text
    parts = int(first.text.split(" of ")[1].split(";")[0])
    words = [w for n in range(1, parts + 1) for w in run("open_page", address=f"p1#part={n}").text.split() if w.startswith("word")]
    assert words == text.split()
    beyond = run("open_page", address=f"p1#part={parts + 1}")
    assert str(beyond) == f"failed: p1 has {parts} parts; there is no part {parts + 1}."


def test_every_write_stands_in_the_ledger_with_its_cause(run) -> None:
    run.world.handle("I am Anna.")
    run.cause = "m1"
    run("core_memory_append", label="human", content="Name: Anna")
    [event] = [e for e in run.world.stores.journal.entries if e.target == "w:human"]
    assert (event.kind, event.before, event.after, event.actor, event.cause) == ("append", "", "Name: Anna", "model", "m1")


def test_a_result_says_how_little_of_a_document_it_shows(run) -> None:
    """Three passages of forty-one are not the report, and the model is told so."""
    chunks = [Chunk(f"Harbour {number}") for number in range(41)]
    run.world.stores.archival.add_chunks("d1", chunks, run.world.clock.now(), title="report.pdf")
    found = run("archival_memory_search", query="harbour")
    assert found.text.splitlines()[1] == "seen: 5 of 41 passages of report.pdf"
    assert run.world.model.count(str(found)) <= run.world.agent.context.plan.largest_result
