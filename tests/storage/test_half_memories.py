"""The program dies before and after every statement and every index write of a turn that writes memory: no half memory is left."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from desktop_mem.app import Home, make_agent
from desktop_mem.errors import DesktopMemError
from desktop_mem.inference.scripted import HashEmbedder, ScriptedModel, SetClock, say
from desktop_mem.memory.agent import Agent
from desktop_mem.memory.event import UserMessage
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.settings import Settings
from desktop_mem.storage.stores import Stores

APPEND = FunctionCall("core_memory_append", {"label": "human", "content": "Name: Anna"}, "", True)
KEEP = FunctionCall("archival_memory_insert", {"content": "Anna's plan for the harbour"}, "", True)
REMIND = FunctionCall("set_reminder", {"when": "in 10 minutes", "message": "stretch"}, "", True)

KINDS = {"core_memory_append": "append", "archival_memory_insert": "insert", "set_reminder": "remind"}


class Killed(BaseException):
    """The process ends here: nothing may run after it but what releases memory."""


class Mortal:
    """Writes of database and index, counted; `dies_at` is the number of the one before or after which `death` comes."""

    def __init__(self, stores: Stores, dies_at: int = 0, death: BaseException | None = None, *, after: bool = False) -> None:
        self.done = 0
        self._dead = False
        self._dies_at, self._death, self._after = dies_at, death, after
        self._connection = stores.database._connection
        stores.database._connection = self  # type: ignore[assignment]
        for name in ("write", "delete"):
            setattr(stores.index, name, self._mortal(getattr(stores.index, name)))
        self.execute = self._mortal(self._connection.execute)
        self.executemany = self._mortal(self._connection.executemany)

    def _mortal(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def called(*arguments: Any, **named: Any) -> Any:
            if self._dead:
                raise Killed  # not even what would roll back is done
            if arguments and str(arguments[0]).lstrip().startswith(("SELECT", "PRAGMA")):
                return call(*arguments, **named)  # who dies after reading has died after what was written before
            self.done += 1
            dies = self.done == self._dies_at and self._death is not None
            if dies and not self._after:
                raise self._death  # type: ignore[misc]
            given = call(*arguments, **named)
            if dies:
                self._dead = isinstance(self._death, Killed)
                raise self._death  # type: ignore[misc]
            return given

        return called

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


@contextmanager
def opened(folder: Path) -> Iterator[tuple[Stores, Agent]]:
    stores = Stores.open(folder, embedder_dimension=64)
    try:
        stores.set_embedder(HashEmbedder(64))
        model = ScriptedModel((APPEND, KEEP, REMIND), window=2048, default=say("Noted, 09:10."))
        home = Home(folder, Settings(paging="model", context_window=2048))
        yield stores, make_agent(home, stores, model, SetClock())
    finally:
        stores.close()


def turn(stores: Stores, agent: Agent) -> None:
    """A message, what its chain writes, what the user takes back and forgets of it, and the index behind it all."""
    list(agent.handle(UserMessage("I am Anna, here is my plan for the harbour. Remind me in 10 minutes to stretch.")))
    while agent.waiting:
        list(agent.answer())
    agent.session.undo_change()
    agent.session.redo_change()
    agent.session.forget("p1")
    while stores.drain():
        pass
    agent.session.restore("p1")
    while stores.drain():
        pass
    stores.outbox.settle()


def assert_whole(stores: Stores, agent: Agent) -> None:
    """What the ledger says is so, and nothing else; every address is one; both indexes have what can be found, once."""
    stands = {event.target for event in stores.history.standing()}
    forgotten = {event.target for event in stores.history.standing("forget")}
    sections = {section.label: section.text for section in agent.context.working_context.sections}
    assert ("Name: Anna" in sections["human"]) == ("w:human" in stands)
    kept = {f"p{row[0]}" for row in stores.database.rows("SELECT number FROM passage WHERE undone = 0")}
    assert kept == {target for target in stands - forgotten if target.startswith("p")}
    assert {reminder.address for reminder in stores.reminders.waiting()} == {target for target in stands if target.startswith("r")}
    loaded = stores.journal.load()
    for event in stores.history.events():
        for address in filter(None, (event.address, event.target, event.cause, event.of, *event.sources)):
            assert agent.session.resolve(address)
    for address in loaded.queue if loaded else ():
        assert agent.session.resolve(address).standing == "live"
    calls = [message.call.function for message in map(stores.recall.read, _all_messages(stores)) if message.call]
    kinds = [event.kind for event in stores.history.events() if event.actor == "model"]
    assert kinds == [KINDS[call] for call in calls if call != "send_message"]
    while stores.drain():
        pass
    said = {row[0] for row in stores.database.rows("SELECT number FROM message WHERE said = 1")}
    for kind, found in (("m", said), ("p", {int(address[1:]) for address in kept})):
        assert sorted(stores.index.numbers(kind)) == sorted(found)
        assert stores.words.numbers(kind) == found
    assert stores.outbox.reconcile() == 0
    assert stores.database.value("PRAGMA integrity_check") == "ok"


def _all_messages(stores: Stores) -> list[str]:
    return [f"m{row[0]}" for row in stores.database.rows("SELECT number FROM message ORDER BY number")]


@pytest.fixture
def base(tmp_path):
    """A profile that has been opened once, to be copied."""
    with opened(tmp_path / "base"):
        pass
    return tmp_path / "base"


def writes_of_a_turn(folder: Path) -> int:
    with opened(folder) as (stores, agent):
        mortal = Mortal(stores)
        turn(stores, agent)
        done = mortal.done
        assert_whole(stores, agent)
        assert len(list(stores.history.standing())) == 3
        return done


@pytest.mark.timeout(600)
def test_the_program_dies_before_and_after_any_write_of_a_turn(base, tmp_path) -> None:
    """super-agent-party 889: an edit or delete left row and index apart. Who dies before a write has died after the one before it."""
    total = writes_of_a_turn(shutil.copytree(base, tmp_path / "whole"))
    assert total > 80
    for number in range(1, total + 1):
        folder = shutil.copytree(base, tmp_path / str(number))
        with opened(folder) as (stores, agent):
            Mortal(stores, number, Killed(), after=True)
            with pytest.raises(Killed):
                turn(stores, agent)
            sqlite_dies(stores)
        with opened(folder) as (stores, agent):
            assert_whole(stores, agent)
        shutil.rmtree(folder)


def sqlite_dies(stores: Stores) -> None:
    """As when a process ends: what was not committed is gone, and what was only in memory."""
    stores.outbox._taken.clear()
    stores.index._start_empty()
    for name in ("write", "delete"):
        delattr(stores.index, name)  # closing the stores of a dead process writes nothing
    stores.database._connection = stores.database._connection._connection  # type: ignore[attr-defined]
    stores.database._connection.rollback()
    stores.database._connection.close()


@pytest.mark.timeout(600)
def test_a_disk_that_is_full_at_any_write_leaves_the_running_program_whole(base, tmp_path) -> None:
    total = writes_of_a_turn(shutil.copytree(base, tmp_path / "whole"))
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorname = "SQLITE_FULL"
    for number in range(1, total + 1, 3):
        folder = shutil.copytree(base, tmp_path / str(number))
        with opened(folder) as (stores, agent):
            Mortal(stores, number, full)
            try:
                turn(stores, agent)
            except (DesktopMemError, sqlite3.OperationalError):
                loaded = stores.journal.load()
                assert loaded is None or loaded.sections == agent.context.working_context.sections
            assert_whole(stores, agent)
        shutil.rmtree(folder)
