"""What the model writes beside what stands there: no line twice, both sources kept, and conflicts told to model and user."""

from __future__ import annotations

import pytest

from desktop_mem.inference.scripted import say
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.update import ConflictFound

OTHER = "Something else."


def append(content: str) -> FunctionCall:
    return FunctionCall("core_memory_append", {"label": "human", "content": content}, "", True)


def replace(old: str, new: str) -> FunctionCall:
    return FunctionCall("core_memory_replace", {"label": "human", "old_content": old, "new_content": new}, "", True)


def keep(content: str) -> FunctionCall:
    return FunctionCall("archival_memory_insert", {"content": content}, "", True)


def conflicts(updates) -> list[ConflictFound]:
    return [update for update in updates if isinstance(update, ConflictFound)]


def test_what_a_section_says_already_stands_there_once_with_both_sources(make_world) -> None:
    """owui-adaptive-memory 43: near-duplicates of a memory are one memory, and both sources are kept."""
    world = make_world(append("Likes green tea"), say("Noted."), append("The user likes green tea."), say("I know."))
    first = world.handle("I like green tea.")[0].message.address
    updates = world.handle("As I said, I like green tea.")
    second = updates[0].message.address
    assert world.section() == "Likes green tea"
    assert world.results(updates)[0] == "ok: human says that already: Likes green tea. Nothing was written twice."
    event = world.stores.journal.entries[-1]
    assert (event.kind, event.actor, event.before, event.after) == ("confirm", "control", "Likes green tea", "Likes green tea")
    assert (event.sources, event.became) == ((first, second), "Likes green tea")
    world.agent.session.undo_change()
    assert world.section() == "", "a source more is nothing to undo: the line itself was taken back"


def test_the_line_that_says_more_takes_the_place_of_the_other(make_world) -> None:
    world = make_world(append("Lives in Rome"), say("Noted."), append("Lives in Rome, Italy"), say("Noted."))
    first = world.handle("I live in Rome.")[0].message.address
    updates = world.handle("In Rome, Italy.")
    assert world.section() == "Lives in Rome, Italy"
    assert conflicts(updates) == []
    assert first in world.stores.journal.entries[-1].sources


def test_a_passage_is_kept_once(make_world) -> None:
    world = make_world(keep("The spare key hangs behind the clock."), keep("the spare key hangs behind the clock"), say("Kept."))
    updates = world.handle("The spare key hangs behind the clock.")
    assert world.results(updates) == ["ok: stored as p1.", "ok: p1 says that already; nothing was stored twice."]
    assert len(world.stores.archival) == 1


@pytest.mark.parametrize(
    ("stood", "wrote"),
    [
        ("Lives in Oslo", "The user lives in Rome."),
        ("Name: Anna", "The user's name is Eva"),
        ("Birthday: 3 May", "The user's birthday is on May 4"),
        ("住在重庆", "用户住在成都"),
    ],
)
def test_two_lines_that_cannot_both_hold_are_told_to_model_and_user(make_world, stood: str, wrote: str) -> None:
    world = make_world(append(wrote), replace(stood, ""), say("Noted."), grounding=False)
    world.agent.session.edit_section("human", stood, expected="")
    updates = world.handle(OTHER)
    told = f" But '{stood}' and '{wrote}' cannot both hold: replace the one that is outdated."
    assert world.results(updates)[0].endswith(told)
    assert conflicts(updates) == [ConflictFound((stood, wrote))]
    assert world.section() == wrote, "the model has acted on it"


def test_an_edit_of_a_text_that_has_changed_since_is_told(make_world) -> None:
    """The model acts on what it read; meanwhile the user has edited the section."""
    world = make_world(default=say("Done."))
    world.agent.session.edit_section("human", "Lives in Oslo", expected="")

    def edit_meanwhile(prompt: object) -> FunctionCall:
        world.agent.session.edit_section("human", "Lives in Bergen", expected="Lives in Oslo")
        return replace("Lives in Oslo", "Lives in Rome")

    world.model._answers = iter([edit_meanwhile])
    updates = world.handle(OTHER)
    result = world.results(updates)[0]
    assert result.startswith("failed: 'Lives in Oslo' does not occur in human.")
    assert result.endswith("It reads: Lives in Bergen The section human was changed after you read it.")
    assert conflicts(updates) == [ConflictFound(("Lives in Oslo", "Lives in Bergen"), outdated=True)]
    assert world.section() == "Lives in Bergen"


def test_both_can_be_switched_off(make_world) -> None:
    world = make_world(
        append("Lives in Oslo"),
        append("Lives in Oslo."),
        append("Lives in Rome"),
        say("Noted."),
        fold_duplicates=False,
        find_conflicts=False,
        grounding=False,
    )
    updates = world.handle(OTHER)
    assert world.section() == "Lives in Oslo\nLives in Oslo.\nLives in Rome"
    assert conflicts(updates) == []
