"""Page-in around a turn: what is brought, from where, and what of it served; each is an update that can be drawn."""

from __future__ import annotations

import pytest

from desktop_mem.inference.scripted import say
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.update import MemoryUsed, PagedIn, QueueFlushed, WorkingSetMeasured

TALK = "Tell me more about the weather in the mountains, the forests and the long rivers of the north, please."


def measured(updates) -> WorkingSetMeasured:
    return next(update for update in updates if isinstance(update, WorkingSetMeasured))


def paged_in(updates) -> list[PagedIn]:
    return [update for update in updates if isinstance(update, PagedIn)]


def test_what_is_brought_is_counted_and_what_a_reply_rests_on_served(make_world) -> None:
    world = make_world(
        say("The key hangs behind the clock [p1]."), say("I do not know."), default=say("I see."), paging="assisted", page_in_score=0.2
    )
    world.keep("The spare key hangs behind the clock.")
    first = world.handle("Where is the spare key?")
    (update,) = paged_in(first)
    assert ([hit.address for hit in update.hits], update.from_cache) == (["p1"], False)
    assert measured(first) == WorkingSetMeasured(1, 1, 0, 0, 1, (MemoryUsed("p1", 1, 1),))
    assert measured(first).hit_rate == 1.0
    second = world.handle("Where is the spare key?")
    (again,) = paged_in(second)
    assert (again.from_cache, again.hits[0].address) == (True, "p1")
    assert measured(second) == WorkingSetMeasured(2, 2, 0, 1, 1, (MemoryUsed("p1", 2, 1),))


def test_a_reply_in_other_words_rests_on_what_it_says(make_world) -> None:
    world = make_world(say("Your spare key hangs behind the clock."), paging="assisted", page_in_score=0.2)
    world.keep("The spare key hangs behind the clock.")
    assert measured(world.handle("Where is the spare key?")).served == 1


def test_what_stands_in_view_is_not_brought_again(make_world) -> None:
    world = make_world(default=say("I see."), paging="assisted", page_in_score=0.2)
    world.handle("My spare key hangs behind the clock.")
    updates = world.handle("Where is the spare key?")
    assert paged_in(updates) == []
    assert measured(updates).in_view == 1


def test_the_block_names_only_what_it_has_room_for(make_world) -> None:
    world = make_world(default=say("I see."), paging="assisted", page_in_score=0.1, page_in_share=0.05)
    for number in range(4):
        world.keep(f"The spare key number {number} hangs behind the clock, {'and so on ' * 30}")
    (update,) = paged_in(world.handle("Where is the spare key?"))
    block = next(message for message in world.queue if message.address == update.address)
    assert len(update.hits) == block.text.count("[p") == 1


def test_with_the_paging_of_the_paper_nothing_is_brought_or_counted(make_world) -> None:
    world = make_world(default=say("I see."), paging="model")
    world.keep("The spare key hangs behind the clock.")
    assert [u for u in world.handle("Where is the spare key?") if isinstance(u, PagedIn | WorkingSetMeasured)] == []


def test_the_cache_can_be_switched_off(make_world) -> None:
    world = make_world(default=say("I see."), paging="assisted", page_in_score=0.2, page_in_cache=False)
    world.keep("The spare key hangs behind the clock.")
    world.handle("Where is the spare key?")
    assert paged_in(world.handle("Where is the spare key?"))[0].from_cache is False


@pytest.mark.parametrize(("eviction", "stays"), [("second_chance", True), ("oldest_first", False)])
def test_what_was_cited_outlives_one_flush_also_after_a_restart(make_world, eviction: str, stays: bool) -> None:
    look = FunctionCall("open_page", {"address": "m1"}, "", True)
    world = make_world(say("I see."), *[say("Yes.")] * 12, look, say("As you said."), default=say("Yes."), eviction=eviction)
    told = world.handle("The boat is moored at the old pier.")[0].message.address
    assert told == "m1"
    for _ in range(12):
        world.handle(TALK)
    world.handle("Where was it again?")
    world.restart()
    flushed: list[QueueFlushed] = []
    while not flushed:
        flushed = [update for update in world.handle(TALK) if isinstance(update, QueueFlushed)]
    assert ("m1" in world.agent.context.queue.addresses) is stays
    assert (dict(flushed[0].spared).get("m1") == "cited") is stays
    while len(flushed) < 2:
        flushed += [update for update in world.handle(TALK) if isinstance(update, QueueFlushed)]
    assert "m1" not in world.agent.context.queue.addresses
