"""Idle consolidation over real stores: one small piece at a time, resumable, all of it in the ledger."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from desktop_mem.app import Home, make_agent
from desktop_mem.control.condensing import condensed
from desktop_mem.control.consolidation import Consolidation
from desktop_mem.inference.scripted import ScriptedModel, SetClock, say
from desktop_mem.memory.event import UserMessage
from desktop_mem.memory.passage import Passage
from desktop_mem.memory.update import Update
from desktop_mem.memory.working_context import SectionState
from desktop_mem.settings import Settings
from desktop_mem.storage.stores import Stores


class House:
    """A profile whose agent tidies when idle."""

    def __init__(self, profile: Path, **settings: Any) -> None:
        self.home = Home(profile, Settings(**{"paging": "assisted", "consolidation": True, "context_window": 2048, **settings}))
        self.clock = SetClock()
        self.start()

    def start(self) -> None:
        self.stores = Stores.open(self.home.profile)
        self.agent = make_agent(self.home, self.stores, ScriptedModel(default=say("I see.")), self.clock)

    def restart(self, **settings: Any) -> None:
        self.stores.close()
        self.home = Home(self.home.profile, Settings(**{"paging": "assisted", "consolidation": True, "context_window": 2048, **settings}))
        self.start()

    def say(self, text: str) -> None:
        for _ in self.agent.handle(UserMessage(text)):
            pass
        while self.agent.waiting:
            for _ in self.agent.answer():
                pass

    def tidy(self, pieces: int = 10_000) -> list[Any]:
        done: list[Any] = []
        for _ in range(pieces):
            updates = self.agent.when_idle()
            if updates is None:
                return done
            done += updates
        return done

    @property
    def human(self) -> str:
        return self.agent.context.working_context.section("human").text


@pytest.fixture
def house(tmp_path: Path):
    house = House(tmp_path)
    yield house
    house.stores.close()


def test_by_default_nothing_is_done(tmp_path: Path) -> None:
    house = House(tmp_path, consolidation=Settings().consolidation)
    house.agent.session.edit_section("human", "Likes tea\nThe user likes tea.", expected="")
    assert house.agent.when_idle() is None
    house.stores.close()


def test_lines_that_say_the_same_become_one(house: House) -> None:
    house.agent.session.edit_section("human", "Likes tea\nThe user likes tea.\nLives in Rome\nLives in Rome, Italy", expected="")
    house.tidy()
    assert house.human == "Likes tea\nLives in Rome, Italy"
    assert [(event.kind, event.actor) for event in house.stores.history.events("w:human")[1:]] == [("merge", "control")] * 2
    assert house.tidy() == []


def test_kept_passages_that_say_the_same_become_one(house: House) -> None:
    for text in ("The spare key hangs behind the clock.", "Bread needs flour.", "the spare key hangs behind the clock"):
        house.agent.session.keep(text)
    while house.stores.drain():
        pass
    house.tidy()
    assert [hit.address for hit in house.stores.archival.search("spare key", 1).hits] == ["p1"]


def test_what_left_the_view_is_read_again_and_dated_by_the_day_it_was_said(house: House) -> None:
    """Facts that were told while write-back was off are found, once, in the order in which they were told."""
    house.restart(write_back=False)
    house.say("I moved to Graz last month. I am allergic to nuts.")
    house.say("I moved to Linz.")
    for _ in range(70):
        house.say("Tell me more about the weather in the mountains and the long rivers of the north, please.")
    assert house.human == ""
    house.restart()
    house.tidy()
    assert house.human.splitlines() == ["Lives in Linz", "Allergic to nuts"]
    written = house.stores.history.events("w:human")
    assert written[0].after == "Lives in Graz (since 2026-02)"
    assert {(event.actor, event.cause) for event in written} == {("control", "m1"), ("control", "m3")}
    house.restart()
    assert house.tidy() == []


def test_it_goes_on_where_it_stood(house: House) -> None:
    """Interrupted after any piece and started again, the outcome is the same."""
    house.restart(write_back=False)
    house.say("My name is Anna.")
    for number in range(60):
        house.say(f"Tell me about the number {number} and its neighbours, in as many words as you like, please.")
    house.agent.session.edit_section("human", "Likes tea\nThe user likes tea.", expected="")
    for _ in range(200):
        house.restart()
        if house.agent.when_idle() is None:
            break
    assert house.human == "Likes tea\nName: Anna"


def test_a_shorter_section_is_proposed_and_never_written(house: House) -> None:
    text = "\n".join(f"Likes the town of {name}" for name in ("Bergen", "Rome", "Oslo", "Graz", "Linz", "Wels"))
    house.agent.session.configure_section("human", description="", limit=170, read_only=False)
    house.agent.session.edit_section("human", text, expected="")
    proposed: list[tuple[str, str, str]] = []

    def propose(section: SectionState, shorter: str, reason: str) -> list[Update]:
        proposed.append((section.label, shorter, reason))
        return []

    work = Consolidation(
        house.agent._external,
        house.agent.context.working_context,
        dirty_entries=house.agent.dirty_entries,
        suggesting=house.agent.suggesting,
        progress=house.stores.progress,
        propose=propose,
    )
    while work.step(frozenset()) is not None:
        pass
    shorter = "Likes the town of Bergen, the town of Rome, the town of Oslo, the town of Graz, the town of Linz, the town of Wels"
    assert proposed == [("human", shorter, "human holds 139 of 170 characters.")]
    assert house.human == text


@pytest.mark.parametrize(
    ("lines", "shorter"),
    [
        (["Likes tea", "Name: Anna", "Likes boats."], ["Likes tea, boats", "Name: Anna"]),
        (["Allergic to nuts", "User is allergic to nuts"], ["Allergic to nuts"]),
        (["喜欢茶", "喜欢船"], ["喜欢茶、船"]),
        (["Sister: Lena", "Sister: Maya"], ["Sister: Lena", "Sister: Maya"]),
    ],
)
def test_condensing_leaves_nothing_out(lines: list[str], shorter: list[str]) -> None:
    assert condensed(lines) == shorter
    assert house_rule(lines) == house_rule(shorter)


def house_rule(lines: list[str]) -> set[str]:
    """The names and things that the lines tell of."""
    return {word for word in ("tea", "Anna", "boats", "nuts", "茶", "船", "Lena", "Maya") if word in " ".join(lines)}


def test_a_passage_of_a_document_is_never_merged(house: House) -> None:
    house.stores.archival.insert(Passage("The key is here.", house.clock.now()))
    assert house.tidy() == []
