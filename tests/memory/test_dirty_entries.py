"""Write-back without the model: what the user told is not lost, is written once, and never again after the user took it out."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.scripted import ScriptedModel, say
from desktop_mem.memory.event import UserMessage
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.update import EntryWritten, SectionChanged

TALK = "Tell me more about the weather in the mountains, the forests and the long rivers of the north, please."


def flush(world: Any, times: int = 1) -> list[Any]:
    """Talk until that many flushes have happened; the updates."""
    updates: list[Any] = []
    for _ in range(400):
        updates += world.handle(TALK)
        if sum(type(update).__name__ == "QueueFlushed" for update in updates) >= times:
            return updates
    raise AssertionError("It never flushed.")


def append(content: str) -> FunctionCall:
    return FunctionCall("core_memory_append", {"label": "human", "content": content})


def test_what_the_model_did_not_write_is_written_at_the_flush(make_world) -> None:
    world = make_world(default=say("I see."), paging="assisted")
    world.handle("My name is Anna and I live in Graz.")
    told = world.queue[0].address
    assert world.section() == ""
    updates = flush(world)
    assert world.section() == "Name: Anna\nLives in Graz"
    written = [update for update in updates if isinstance(update, EntryWritten)]
    assert written == [EntryWritten(told, "Name: Anna", "human"), EntryWritten(told, "Lives in Graz", "human")]
    first, second = [event for event in world.stores.journal.entries if event.target == "w:human"]
    assert (first.kind, first.actor, first.before, first.after) == ("append", "control", "", "Name: Anna")
    assert (second.before, second.after, second.cause, second.sources) == ("Name: Anna", "Name: Anna\nLives in Graz", told, (told,))
    assert "Lives in Graz" in world.agent.context.prompt()[0].text


@pytest.mark.parametrize("wrote", ["The user lives in Graz.", "Lives in Graz, Austria"])
def test_what_the_model_wrote_in_its_own_words_is_not_written_twice(make_world, wrote: str) -> None:
    world = make_world(append(wrote), say("Noted."), default=say("I see."), paging="assisted", grounding=False)
    world.handle("I live in Graz.")
    flush(world)
    assert world.section() == wrote


def test_a_line_that_is_outdated_is_replaced(make_world) -> None:
    world = make_world(default=say("I see."), paging="assisted")
    world.handle("I live in Graz.")
    flush(world)
    world.handle("I moved to Linz. My sister is called Lena.")
    world.handle("My sister is called Maya.")
    updates = flush(world)
    assert world.section() == "Lives in Linz\nSister: Lena\nSister: Maya"
    assert next((u.text, u.replaced) for u in updates if isinstance(u, EntryWritten)) == ("Lives in Linz", "Lives in Graz")
    replaced = next(event for event in world.stores.journal.entries if event.kind == "replace")
    assert (replaced.before, replaced.after) == ("Lives in Graz", "Lives in Linz")


def test_an_older_word_never_outdates_a_newer_one(make_world) -> None:
    """The model acted on the newer message at once; the older one leaves the view later."""
    world = make_world(say("I see."), append("Lives in Linz"), say("Noted."), default=say("I see."), paging="assisted")
    world.handle("I live in Graz.")
    world.handle("I moved to Linz.")
    flush(world)
    assert world.section() == "Lives in Linz"


def test_what_a_later_message_in_view_outdates_is_not_written(make_world) -> None:
    world = make_world(default=say("I see."), paging="assisted")
    world.handle("I live in Graz.")
    world.handle("I live in Linz.")
    flush(world)
    assert world.section() == "Lives in Linz"
    assert len(world.stores.journal.entries) == 1


def test_what_the_user_took_out_never_comes_again(make_world) -> None:
    world = make_world(default=say("I see."), paging="automatic")
    world.handle("My name is Anna.")
    assert world.section() == "Name: Anna"
    world.agent.session.undo_change()
    world.handle("What is the weather like?")
    world.restart()
    world.handle("And tomorrow?")
    assert world.section() == ""


def test_what_the_model_wrote_and_the_user_took_out_never_comes_again(make_world) -> None:
    world = make_world(append("Name: Anna"), say("Noted."), default=say("I see."), paging="assisted")
    world.handle("My name is Anna.")
    world.agent.session.edit_section("human", "", expected="Name: Anna")
    flush(world, 2)
    assert world.section() == ""


def test_a_turn_that_is_answered_again_writes_again_what_was_taken_back_with_it(make_world) -> None:
    world = make_world(default=say("I see."), paging="automatic")
    world.handle("My name is Anna.")
    list(world.agent.session.retry())
    assert world.section() == ""
    world.settle()
    assert world.section() == "Name: Anna"


def test_a_turn_that_was_taken_back_writes_nothing(make_world) -> None:
    world = make_world(default=say("I see."), paging="assisted")
    world.handle("My name is Anna.")
    list(world.agent.session.undo_turn())
    flush(world)
    assert world.section() == ""


def test_where_the_section_is_full_archival_storage_takes_it(make_world) -> None:
    world = make_world(default=say("I see."), paging="automatic", section_limit=100)
    world.agent.session.edit_section("human", "x" * 95, expected="")
    updates = world.handle("I am allergic to penicillin.")
    assert world.section() == "x" * 95
    (written,) = [update for update in updates if isinstance(update, EntryWritten)]
    assert written.address == "p1"
    assert written.note.startswith(
        "'Allergic to penicillin' was put into archival storage as p1, because the section could not take it. "
        "human would hold 118 characters and may hold 100 (5 are free)."
    )
    assert world.stores.archival.read("p1").text == "Allergic to penicillin (told on 2026-03-02)"
    assert (world.stores.journal.entries[-1].target, world.stores.journal.entries[-1].actor) == ("p1", "control")
    world.handle("Really.")
    assert len(world.stores.archival) == 1


def test_a_section_that_only_the_user_may_write_is_left_alone(make_world) -> None:
    world = make_world(default=say("I see."), paging="automatic")
    world.agent.session.configure_section("human", description="", limit=2000, read_only=True)
    world.handle("My name is Anna.")
    assert world.section() == ""
    assert [hit.text for hit in world.stores.archival.search("Anna", 1).hits] == ["Name: Anna (told on 2026-03-02)"]


def test_it_is_seen_as_it_happens_and_in_chinese(make_world) -> None:
    world = make_world(default=say("好的。"), paging="automatic")
    updates = world.handle("我叫王芳。")
    assert [type(u) for u in updates if isinstance(u, SectionChanged | EntryWritten)] == [SectionChanged, EntryWritten]
    assert world.section() == "姓名：王芳"


@pytest.mark.parametrize("settings", [{"paging": "model"}, {"paging": "assisted", "write_back": False}])
def test_it_can_be_switched_off(make_world, settings: dict[str, Any]) -> None:
    """With paging `model`, as in the paper, only the model writes."""
    world = make_world(default=say("I see."), **settings)
    world.handle("My name is Anna.")
    flush(world)
    assert world.section() == ""


class Deaf(ScriptedModel):
    """A model that never comes to an end: its time is over before it has said anything."""

    def generate(self, *_: Any, **__: Any) -> Generator[str, None, Any]:
        yield ""
        raise EnvironmentFault("The model took longer than it may.", "Choose a smaller one.")


INVALID = FunctionCall("core_memory_replace", {"label": "nobody", "old_content": "x", "new_content": "y"}, "", True)


@pytest.mark.parametrize("paging", ["assisted", "automatic"])
@pytest.mark.parametrize(
    "model", [ScriptedModel(default=say("I see.")), ScriptedModel(default=INVALID), Deaf()], ids=["no calls", "invalid", "deaf"]
)
def test_facts_survive_a_model_that_is_of_no_use(make_world, paging: str, model: ScriptedModel) -> None:
    """Told facts survive two flushes, and stand before the model when the next question comes."""
    world = make_world(paging=paging)
    world.model = model
    world.restart()
    answered(world, "My name is Anna and I am allergic to penicillin.")
    flushes = 0
    for _ in range(150 if paging == "assisted" else 5):
        flushes += sum(type(update).__name__ == "QueueFlushed" for update in answered(world, TALK))
    assert flushes >= 2 or paging == "automatic"
    assert world.section() == "Name: Anna\nAllergic to penicillin"
    answered(world, "What am I allergic to?")
    assert "Allergic to penicillin" in world.agent.context.prompt()[0].text


def answered(world: Any, text: str) -> list[Any]:
    """What comes of a message, as the worker runs it: a chain that fails is given up."""
    updates: list[Any] = []
    world.agent.accept(UserMessage(text))
    while world.agent.waiting:
        address = world.agent.waiting[0]
        try:
            for update in world.agent.answer():
                updates.append(update)
        except EnvironmentFault:
            world.restart()
            world.agent.give_up(address)
    return updates
