"""What every journal promises, over the one in memory and the one in SQLite."""

from datetime import datetime, timedelta, timezone

import pytest

from desktop_mem.memory.agenda import OpenEvent
from desktop_mem.memory.event import Priority
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Passage
from desktop_mem.memory.ports import ContextState, Counts, MemoryEvent, SectionState, SummaryRecord

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=timezone(timedelta(hours=8)))
STATE = ContextState(
    sections=(
        SectionState("persona", "I am kind.", 2000, "who I am", read_only=True),
        SectionState("human", "名字: 李雷\n", 500),
    ),
    queue=("m1", "m3"),
    summary="They met.",
    summary_address="s1",
    open_events=(OpenEvent("m3", Priority.USER, attempts=2), OpenEvent("m5", Priority.REMINDER, urgent=True, steps=3, suspended=True)),
    topic="t2",
    paused_until=datetime(2026, 5, 4, 10, 30, tzinfo=timezone(timedelta(hours=2))),
    pressure_warned=True,
)


class InterruptionError(Exception):
    """Stands for anything that ends a step early."""


def message(text):
    return Message(Role.USER, text, NOON)


def event(after):
    return MemoryEvent("w:human", "append", "", after, "model", NOON, cause="m1", sources=("m1", "p2"), model="smol")


def fail_within_a_step(world, fault):
    with world.journal.step():
        world.recall.insert(message("lost lighthouse"))
        world.archival.insert(Passage("lost lighthouse", NOON))
        world.journal.save(ContextState())
        world.journal.record(event("lost"))
        raise fault


def test_a_new_profile_has_no_context(world):
    assert world.journal.load() is None


def test_the_context_comes_back_as_saved(world):
    with world.journal.step():
        world.recall.insert(message("a"))
        world.journal.save(STATE)
    assert world.journal.load() == STATE


def test_the_last_save_counts(world):
    smaller = ContextState(sections=STATE.sections[1:], queue=())
    for state in (STATE, smaller):
        with world.journal.step():
            world.journal.save(state)
    assert world.journal.load() == smaller


def test_records_have_addresses_that_count_upwards(world):
    with world.journal.step():
        world.recall.insert(message("a"))
        assert world.journal.record(SummaryRecord("They met.", ("m1",), NOON)) == "s1"
        assert world.journal.record(event("x")) == "e1"
    with world.journal.step():
        assert world.journal.record(event("y")) == "e2"
        assert world.journal.record(SummaryRecord("They talked.", (), NOON)) == "s2"


@pytest.mark.parametrize("fault", [InterruptionError, KeyboardInterrupt, GeneratorExit])
def test_a_failed_step_leaves_nothing_behind(world, fault):
    with world.journal.step():
        world.recall.insert(message("kept"))
        world.journal.save(STATE)
    with pytest.raises(fault):
        fail_within_a_step(world, fault)
    assert world.journal.load() == STATE
    assert world.journal.counts() == Counts(messages=1, passages=0, documents=0)
    assert world.recall.search("lighthouse", 1).total == 0
    assert world.archival.search("lighthouse", 1).total == 0
    with world.journal.step():
        assert world.journal.record(event("next")) == "e1"


def test_work_goes_on_after_a_failed_step(world):
    with pytest.raises(InterruptionError):
        fail_within_a_step(world, InterruptionError)
    with world.journal.step():
        stored = world.recall.insert(message("second harbour"))
    assert world.recall.read(stored.address).text == "second harbour"
    assert [hit.address for hit in world.recall.search("harbour", 1).hits] == [stored.address]


def test_steps_are_not_nested(world):
    with world.journal.step(), pytest.raises(RuntimeError, match="not nested"), world.journal.step():
        pass


def test_counts_count_what_is_stored(world):
    assert world.journal.counts() == Counts()
    with world.journal.step():
        world.recall.insert(message("a"))
        world.recall.insert(Message(Role.FUNCTION, "ok", NOON))
        world.archival.insert(Passage("p", NOON))
    assert world.journal.counts() == Counts(messages=2, passages=1, documents=0)
