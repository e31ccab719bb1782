"""Undo and redo of single changes, and the trash: each change is taken back by another one, in an order that leaves no contradiction."""

from __future__ import annotations

from datetime import timedelta

import pytest

from desktop_mem.errors import Refused
from desktop_mem.inference.scripted import say
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.update import ChangeUndone, SummaryChanged
from desktop_mem.memory.working_context import SectionState

APPEND = FunctionCall("core_memory_append", {"label": "human", "content": "Name: Anna"}, "", True)
KEEP = FunctionCall("archival_memory_insert", {"content": "Anna's plan for the garden"}, "", True)
REMIND = FunctionCall("set_reminder", {"when": "in 10 minutes", "message": "stretch"}, "", True)


def last(world):
    """The newest event of the ledger."""
    return world.stores.history.events()[-1]


def test_an_undo_is_an_event_that_says_what_it_took_back(make_world) -> None:
    world = make_world(APPEND, say("Noted."))
    world.handle("I am Anna")
    world.agent.session.undo_change()
    event = last(world)
    assert (event.target, event.kind, event.of, event.before, event.after, event.actor) == (
        "w:human",
        "undo",
        "e1",
        "Name: Anna",
        "",
        "user",
    )
    assert world.stores.history.event("e1").undone
    world.agent.session.redo_change()
    assert (last(world).kind, last(world).of, world.section()) == ("redo", "e1", "Name: Anna")
    assert not world.stores.history.event("e1").undone
    assert "Name: Anna" in world.agent.context.prompt()[0].text


def test_a_removed_section_comes_back_in_its_place_with_all_that_it_was(make_world) -> None:
    world = make_world()
    session = world.agent.session
    for label in ("pets", "plants", "plans"):
        session.add_section(SectionState(label, f"my {label}", 100, f"the {label}", read_only=label == "plants"))
    before = world.agent.context.working_context.sections
    session.remove_section("plants")
    session.undo_change()
    assert world.agent.context.working_context.sections == before
    world.restart()
    assert world.agent.context.working_context.sections == before


def test_what_a_section_may_hold_and_what_it_holds_are_taken_back_apart(make_world) -> None:
    world = make_world()
    session = world.agent.session
    session.configure_section("human", description="me", limit=50, read_only=True)
    session.edit_section("human", "Name: Anna", expected="")
    session.undo_change("e1")
    assert world.section() == "Name: Anna"
    assert world.agent.context.working_context.section("human").limit == 2000
    session.edit_section("human", "x" * 60, expected="Name: Anna")
    session.edit_section("human", "", expected="x" * 60)
    session.configure_section("human", description="me", limit=50, read_only=True)
    with pytest.raises(Refused, match="would hold 60 characters and may hold 50 now"):
        session.undo_change("e5")
    assert world.section() == ""


def test_a_section_on_whose_making_later_changes_rest_stays_unless_they_go_along(make_world) -> None:
    world = make_world()
    session = world.agent.session
    session.add_section(SectionState("pets", "", 100))
    session.edit_section("pets", "Rex", expected="")
    session.configure_section("pets", description="animals", limit=50, read_only=False)
    with pytest.raises(Refused, match="later changes rest on e1: e2, e3"):
        session.undo_change("e1")
    undone = [update.event for update in session.undo_change("e1", along=True) if isinstance(update, ChangeUndone)]
    assert undone == ["e3", "e2", "e1"]
    assert [section.label for section in world.agent.context.working_context.sections] == ["persona", "human"]
    for _ in range(3):
        session.redo_change()
    assert world.agent.context.working_context.section("pets") == SectionState("pets", "Rex", 50, "animals")


def test_a_reminder_that_fell_due_is_passed_over(make_world) -> None:
    world = make_world(APPEND, REMIND, say("Noted, 09:10."), default=say("Time to stretch."))
    world.handle("I am Anna, remind me in 10 minutes to stretch")
    world.clock.advance(timedelta(minutes=11))
    list(world.agent.remind())
    world.agent.session.undo_change()
    assert (last(world).target, world.section()) == ("w:human", "")
    with pytest.raises(Refused, match="r1 waits no more"):
        world.agent.session.undo_change("e2")
    with pytest.raises(Refused, match="nothing to undo"):
        world.agent.session.undo_change()


def test_the_undo_of_a_turn_takes_its_changes_back_in_the_same_way_and_is_not_redone(make_world) -> None:
    world = make_world(APPEND, KEEP, REMIND, say("Noted, 09:10."))
    world.handle("I am Anna, here is my plan for the garden. Remind me in 10 minutes to stretch.")
    list(world.agent.session.undo_turn())
    undos = [(event.target, event.of, event.cause) for event in world.stores.history.events() if event.of]
    assert undos == [("r1", "e3", "m1"), ("p1", "e2", "m1"), ("w:human", "e1", "m1")]
    for nothing, words in ((world.agent.session.redo_change, "redo"), (world.agent.session.undo_change, "undo")):
        with pytest.raises(Refused, match=f"nothing to {words}"):
            nothing()


def test_a_change_that_was_taken_back_alone_is_not_taken_back_again_with_its_turn(make_world) -> None:
    world = make_world(APPEND, KEEP, say("Noted."))
    world.handle("I am Anna, here is my plan for the garden")
    world.agent.session.undo_change("e1")
    world.agent.session.edit_section("human", "Name: Bert", expected="")
    list(world.agent.session.undo_turn())
    assert world.section() == "Name: Bert"
    assert world.stores.archival.search("garden", 1).total == 0


def test_a_forgotten_message_leaves_the_window_and_the_summary(make_world) -> None:
    world = make_world(default=lambda prompt: "no notes" if prompt[0].text.startswith("You condense") else say("Noted."))
    long = "The garden is large, and there are apple trees and roses in it, and a bench under the oldest of the trees by the wall."
    for text in (f"My name is Anna. {long}", f"My secret is 4711. {long}", "Bye"):
        world.handle(text)
    list(world.agent.session.summarise_now())
    changed = world.agent.session.forget("m3")
    assert "4711" not in [update for update in changed if isinstance(update, SummaryChanged)][-1].text
    assert "4711" not in str(world.agent.context.prompt())
    world.agent.session.forget("m5")
    assert "Bye" not in [message.text for message in world.queue]
    world.agent.session.restore("m3")
    assert world.stores.recall.search("4711", 1).hits[0].address == "m3"
    with pytest.raises(Refused, match="m3 is not in the trash"):
        world.agent.session.restore("m3")


def test_an_answer_does_not_come_back_without_the_turn_that_was_taken_back(make_world) -> None:
    world = make_world(default=say("Hello Anna."))
    world.handle("I am Anna")
    world.agent.session.forget("m2")
    list(world.agent.session.undo_turn())
    with pytest.raises(Refused, match="the turn of m2 was taken back"):
        world.agent.session.restore("m2")


def test_lines_come_back_where_they_stood(make_world) -> None:
    world = make_world()
    session = world.agent.session
    session.edit_section("human", "one\ntwo\nthree\nfour", expected="")
    for line in ("one", "three"):
        session.forget("w:human", line)
    session.edit_section("human", "zero\ntwo\nfour\nfive", expected="two\nfour")
    session.restore("w:human")
    assert world.section() == "zero\ntwo\nthree\nfour\nfive"
    session.restore("w:human")
    assert world.section() == "one\nzero\ntwo\nthree\nfour\nfive"


def test_a_message_that_waits_for_its_answer_cannot_be_forgotten(make_world) -> None:
    world = make_world(default=say("Hello."))
    world.handle("Hi")
    list(world.agent.session.retry())
    with pytest.raises(Refused, match="m1 still waits for its answer"):
        world.agent.session.forget("m1")


def test_the_model_opens_what_became_of_things(make_world) -> None:
    opened = [FunctionCall("open_page", {"address": address}, "", True) for address in ("p1", "w:human", "r1", "t1", "e1", "p9")]
    world = make_world(KEEP, say("Kept."), *opened, say("I see."))
    world.handle("I am Anna, keep my plan for the garden")
    world.agent.session.forget("p1")
    results = world.results(world.handle("What is there?"))
    assert results[0].startswith("ok: [p1]\n(p1 was forgotten on 2026-03-02 09:00 and lies in the trash.)")
    assert "garden" not in results[0]
    assert results[1] == "ok: [w:human]\n"
    assert results[2] == "failed: There is no reminder r1. Search first and use an address from the results."
    assert results[3] == "ok: [t1]\nI am Anna, keep my plan for the garden"
    assert results[5] == "failed: There is no passage p9. Search first and use an address from the results."
