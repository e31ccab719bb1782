"""Undo and redo over the real stores: as many undos as writes leave every byte as it was, whenever the program was closed in between."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from desktop_mem.app import Home, make_agent
from desktop_mem.errors import Refused
from desktop_mem.inference.scripted import HashEmbedder, ScriptedModel, SetClock, say
from desktop_mem.memory.event import UserMessage
from desktop_mem.memory.working_context import SectionState
from desktop_mem.settings import Settings
from desktop_mem.storage.stores import Stores

WORDS = (
    *("garden", "roses", "harbour", "lighthouse", "dentist", "Bergen", "Oslo", "名字"),
    *("李雷", "tea", "coffee", "Rex", "bicycle", "invoice", "4711", "Sunday"),
)
QUERIES = ("garden roses", "harbour lighthouse", "dentist in Bergen", "李雷", "4711", "bicycle on Sunday")


class Profile:
    """A profile whose program can be closed and opened again, and written to as model and user do."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.clock = folder, SetClock()
        self.home = Home(folder, Settings(paging="model", context_window=4096, section_limit=400, grounding=False))
        self.open()

    def open(self) -> None:
        self.stores = Stores.open(self.folder, embedder_dimension=64)
        self.stores.set_embedder(HashEmbedder(64))
        self.agent = make_agent(self.home, self.stores, ScriptedModel(default=say("I see."), window=4096), self.clock)
        self.session, self.functions = self.agent.session, self.agent._functions

    def reopen(self) -> None:
        self.stores.close()
        self.open()

    def say(self, text: str) -> None:
        list(self.agent.handle(UserMessage(text)))
        while self.agent.waiting:
            list(self.agent.answer())

    def drain(self) -> None:
        while self.stores.drain():
            pass

    def state(self) -> list[str]:
        """All of memory that the user can see, and what searches find, to the last digit."""
        self.drain()
        rows = self.stores.database.rows("SELECT * FROM passage WHERE undone = 0 ORDER BY number")
        found = [repr((self.stores.archival.search(query, 1), self.stores.recall.search(query, 1))) for query in QUERIES]
        indexed = [f"{kind}: {sorted(self.stores.index.numbers(kind))} {sorted(self.stores.words.numbers(kind))}" for kind in "mp"]
        loaded = self.stores.journal.load()
        assert loaded is not None
        assert loaded.sections == self.agent.context.working_context.sections
        return [
            repr(loaded.sections),
            repr([tuple(row) for row in rows]),
            repr(self.stores.reminders.waiting()),
            repr(self.stores.topics.all()),
            repr((loaded.summary, loaded.summary_address)),
            *indexed,
            *found,
        ]


@pytest.fixture
def profile(tmp_path):
    opened = Profile(tmp_path / "profile")
    yield opened
    opened.stores.close()


class Writer:
    """Writes at random whatever model and user can write."""

    def __init__(self, profile: Profile, chance: random.Random) -> None:
        self.profile, self.chance = profile, chance
        self.ways: list[Callable[[], object]] = [
            lambda: self._model("core_memory_append", self._label(), self._text()),
            lambda: self._model("core_memory_append", self._label(), self._text()),
            lambda: self._model("core_memory_replace", "human", self._line("human"), self.chance.choice(["", self._text()])),
            lambda: self._model("archival_memory_insert", self._text()),
            lambda: self._model("set_reminder", f"in {self.chance.randint(5, 500)} minutes", self._text()),
            lambda: self._model("set_reminder", "every day at 9:00", self._text()),
            self._edit,
            lambda: self.session.add_section(SectionState(f"s{self.chance.randrange(9)}", self._text(), 300, self._text())),
            self._configure,
            lambda: self.session.remove_section(self._label()),
            lambda: self.session.keep(self._text()),
            lambda: self.session.cancel_reminder(self.chance.choice(self.profile.stores.reminders.waiting()).address),
            lambda: self.session.rename_topic("t1", self._text()),
            lambda: list(self.session.edit_summary(self._text(), expected=self.profile.agent.context.queue.summary)),
            lambda: self.session.forget(f"m{self.chance.randint(1, 12)}"),
            lambda: self.session.forget(f"p{self.chance.randint(1, 60)}"),
            lambda: self.session.forget("w:human", self._line("human")),
        ]

    @property
    def session(self):
        return self.profile.session

    def write(self, count: int) -> set[str]:
        """Make so many changes that are recorded; their kinds."""
        before = len(self.profile.stores.history.events())
        while (done := len(self.profile.stores.history.events()) - before) < count:
            assert done >= 0
            for _ in range(count - done):
                try:
                    self.chance.choice(self.ways)()
                except (Refused, LookupError, IndexError):
                    continue
        return {f"{event.actor} {event.kind}" for event in self.profile.stores.history.events()[before:]}

    def _model(self, function: str, *arguments: str) -> None:
        with self.profile.agent._manager.step():
            self.profile.functions.begin("m1")
            getattr(self.profile.functions, function)(*arguments)

    def _edit(self) -> None:
        label = self._label()
        text = self.profile.agent.context.working_context.section(label).text
        lines = [*text.splitlines(), self._text()]
        self.chance.shuffle(lines)
        self.session.edit_section(label, "\n".join(lines[: self.chance.randint(0, 6)]), expected=text)

    def _configure(self) -> None:
        read_only = self.chance.random() < 0.2
        self.session.configure_section(self._label(), description=self._text(), limit=self.chance.randint(50, 400), read_only=read_only)

    def _label(self) -> str:
        return self.chance.choice([section.label for section in self.profile.agent.context.working_context.sections])

    def _line(self, label: str) -> str:
        return self.chance.choice(self.profile.agent.context.working_context.section(label).text.splitlines())

    def _text(self) -> str:
        return " ".join(self.chance.choices(WORDS, k=self.chance.randint(1, 5)))


EVERY_KIND = {
    *(f"model {kind}" for kind in ("append", "replace", "insert", "remind")),
    *(f"user {kind}" for kind in ("edit", "add", "configure", "remove", "insert", "rename", "summarise", "forget")),
}


def test_a_thousand_writes_and_as_many_undos_leave_every_byte_as_it_was(profile) -> None:
    """hindsight 1094, 3509: what the model or the user did to memory can be taken back, all of it, over restarts."""
    for text in ("Let us talk of the garden", "My dentist is in Bergen", "Rex likes the harbour"):
        profile.say(text)
    profile.session.keep("roses by the lighthouse")
    first = profile.state()
    assert Writer(profile, random.Random(7)).write(1000) >= EVERY_KIND
    last = profile.state()
    assert last != first
    stood = [event.address for event in profile.stores.history.standing()]
    assert len(stood) == 1001
    for number in range(1000):
        if number % 250 == 100:
            profile.reopen()
        profile.session.undo_change()
    assert profile.state() == first
    profile.reopen()
    assert profile.state() == first
    for number in range(1000):
        if number % 250 == 100:
            profile.reopen()
        profile.session.redo_change()
    assert profile.state() == last
    assert [event.address for event in profile.stores.history.standing()] == stood
    with pytest.raises(Refused, match="nothing to redo"):
        profile.session.redo_change()


def test_undos_and_redos_in_any_order_meet_at_the_same_state(profile) -> None:
    profile.say("Let us talk of the garden")
    chance = random.Random(3)
    Writer(profile, chance).write(60)
    states = [profile.state()]
    for _ in range(30):
        profile.session.undo_change()
        states.append(profile.state())
    place = 30
    for _ in range(120):
        step = chance.choice([-1, 1])
        if not 0 <= place + step <= 30:
            continue
        place += step
        _ = profile.session.undo_change() if step > 0 else profile.session.redo_change()
        assert profile.state() == states[place]


def test_a_new_write_clears_what_could_be_redone(profile) -> None:
    profile.session.keep("roses")
    profile.session.keep("harbour")
    profile.session.undo_change()
    profile.session.keep("tea")
    with pytest.raises(Refused, match="nothing to redo"):
        profile.session.redo_change()
    profile.session.undo_change()
    profile.session.undo_change()
    assert profile.stores.counts().passages == 0


def test_a_reminder_that_was_called_off_comes_back_with_its_time_and_falls_due(profile) -> None:
    with profile.agent._manager.step():
        profile.functions.set_reminder("every day at 9:00", "water")
        profile.functions.set_reminder("in 10 minutes", "stretch")
    waiting = profile.stores.reminders.waiting()
    profile.session.cancel_reminder("r2")
    profile.session.cancel_reminder("r1")
    profile.reopen()
    profile.session.undo_change()
    profile.session.undo_change()
    assert profile.stores.reminders.waiting() == waiting
    profile.clock.advance(timedelta(minutes=11))
    assert [update.reminder.message for update in profile.agent.remind()] == ["stretch"]
