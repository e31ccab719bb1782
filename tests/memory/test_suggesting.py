"""Suggestions: a wish is done whole, or refused with a sentence and nothing has changed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from desktop_mem.errors import Refused
from desktop_mem.inference.scripted import say
from desktop_mem.memory.passage import Passage
from desktop_mem.memory.suggestion import Suggestion, Wish
from desktop_mem.memory.update import PagedIn, QueueFlushed, SectionChanged, SuggestionDone

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
TWICE = "Likes tea\nName: Anna\nThe user likes tea."


def wish(kind: Wish, address: str, **other: Any) -> Suggestion:
    return Suggestion(kind, address, "it is asked for often", 0.8, **other)


def merge_tea(expected: str = TWICE) -> Suggestion:
    return wish(Wish.MERGE, "w:human", lines=("Likes tea", "The user likes tea."), text="Likes tea", expected=expected)


@pytest.fixture
def world(make_world):
    world = make_world(default=say("I see."))
    for number in range(4):
        world.handle(f"Message number {number}.")
    return world


def state(world: Any) -> tuple[Any, ...]:
    sections = tuple(section.text for section in world.agent.context.working_context.sections)
    return sections, world.agent.context.queue.addresses, len(world.stores.journal.entries), world.stores.archival.snapshot()


def carry_out(world: Any, suggestion: Suggestion) -> list[Any]:
    return list(world.agent.suggesting.carry_out(suggestion))


def test_lines_that_say_the_same_become_one_in_their_place(world) -> None:
    world.agent.session.edit_section("human", TWICE, expected="")
    updates = carry_out(world, merge_tea())
    assert world.section() == "Likes tea\nName: Anna"
    assert [type(update) for update in updates] == [SectionChanged, SuggestionDone]
    event = world.stores.journal.entries[-1]
    assert (event.kind, event.actor, event.before, event.after) == ("merge", "control", TWICE, "Likes tea\nName: Anna")
    world.agent.session.undo_change()
    assert world.section() == TWICE


def test_a_kept_passage_that_says_the_same_goes_and_can_come_back(world) -> None:
    first, second = (world.stores.archival.insert(Passage(text, NOON)) for text in ("The key is here.", "the key is here"))
    carry_out(world, wish(Wish.MERGE, first.address, other=second.address))
    assert [hit.address for hit in world.stores.archival.search("key", 1).hits] == [first.address]
    event = world.stores.journal.entries[-1]
    assert (event.target, event.kind, event.sources) == (second.address, "merge", (first.address, second.address))
    world.agent.session.undo_change()
    assert len(world.stores.archival.search("key", 1).hits) == 2


def test_what_is_wished_to_stay_stays_at_the_next_flush_once(world) -> None:
    carry_out(world, wish(Wish.KEEP, "m1"))
    list(world.agent._manager.flush(40))
    assert world.agent.context.queue.addresses[0] == "m1"
    list(world.agent._manager.flush(40))
    assert "m1" not in world.agent.context.queue.addresses


def test_what_is_wished_away_leaves_into_the_summary(world) -> None:
    updates = carry_out(world, wish(Wish.EVICT, "m1"))
    assert "m1" not in world.agent.context.queue.addresses
    assert next(update for update in updates if isinstance(update, QueueFlushed)).evicted == ("m1",)


def test_what_is_wished_for_comes_into_view_with_its_address(world) -> None:
    passage = world.stores.archival.insert(Passage("The key is under the mat.", NOON))
    updates = carry_out(world, wish(Wish.PREFETCH, passage.address))
    (paged_in,) = [update for update in updates if isinstance(update, PagedIn)]
    assert [hit.address for hit in paged_in.hits] == [passage.address]
    assert "[p1 2026-03-02] The key is under the mat." in next(m.text for m in world.queue if m.address == paged_in.address)


@pytest.mark.parametrize(
    ("suggestion", "sentence"),
    [
        (Suggestion(Wish.KEEP, "m1", " ", 0.8), "a suggestion needs a reason."),
        (Suggestion(Wish.KEEP, "m1", "x", 0.2), "a confidence of 0.2 is too little. It takes 0.5 to 1."),
        (wish(Wish.KEEP, "m99"), "There is no message m99."),
        (wish(Wish.KEEP, "hello"), "'hello' is not an address. Addresses look like m12, p7, d3, d3#page=4 or w:human."),
        (wish(Wish.KEEP, "p1"), "p1 is not in view, so it cannot be kept there. Suggest to prefetch it."),
        (wish(Wish.EVICT, "p1"), "p1 is not in view, so it cannot leave it."),
        (wish(Wish.PREFETCH, "m1"), "m1 is in view already."),
        (wish(Wish.PREFETCH, "w:human"), "w:human cannot be prefetched. That can be messages (m) and passages (p)."),
        (merge_tea("Likes tea"), "the section human has changed since this was suggested."),
        (
            wish(Wish.MERGE, "w:human", lines=("Likes tea", "Name: Anna"), text="Likes tea", expected=TWICE),
            "'Likes tea' and 'Name: Anna' do not say the same.",
        ),
        (
            wish(Wish.MERGE, "w:human", lines=("Likes tea", "The user likes tea."), text="Likes coffee", expected=TWICE),
            "'Likes tea' and 'Likes coffee' do not say the same.",
        ),
        (wish(Wish.MERGE, "p1", other="p2"), "'The key is here.' and 'Bread needs flour.' do not say the same."),
        (wish(Wish.MERGE, "p1", other="m1"), "only lines of a section, or two kept passages, can be merged."),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_sentence_and_nothing_changes(world, suggestion: Suggestion, sentence: str) -> None:
    world.agent.session.edit_section("human", TWICE, expected="")
    for text in ("The key is here.", "Bread needs flour."):
        world.stores.archival.insert(Passage(text, NOON))
    before = state(world)
    with pytest.raises(Refused) as refused:
        carry_out(world, suggestion)
    assert str(refused.value) == sentence
    assert state(world) == before


def test_a_section_that_only_the_user_may_write_is_not_merged(world) -> None:
    world.agent.session.edit_section("human", TWICE, expected="")
    world.agent.session.configure_section("human", description="", limit=2000, read_only=True)
    with pytest.raises(Refused, match="read-only"):
        carry_out(world, merge_tea())


def test_what_was_taken_back_is_no_reference(world) -> None:
    passage = world.agent.session.keep("The key is here.")
    world.agent.session.undo_change()
    with pytest.raises(Refused, match="p1 was taken back by the user"):
        carry_out(world, wish(Wish.PREFETCH, passage.address))


def test_what_is_needed_in_view_does_not_leave(world) -> None:
    carry_out(world, wish(Wish.KEEP, "m1"))
    for address in ("m1", world.agent.context.queue.addresses[-1]):
        with pytest.raises(Refused, match=f"{address} is still needed in view"):
            carry_out(world, wish(Wish.EVICT, address))


def test_only_so_much_can_be_kept(make_world) -> None:
    world = make_world(default=say("I see."))
    for _ in range(3):
        world.handle("word " * 120)
    said = [message.address for message in world.queue if message.role == "user"]
    carry_out(world, wish(Wish.KEEP, said[0]))
    with pytest.raises(Refused, match="more would be kept in view than has room there"):
        carry_out(world, wish(Wish.KEEP, said[1]))
