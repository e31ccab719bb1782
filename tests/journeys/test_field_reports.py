"""What users of MemGPT and Letta met, on real stores and in real processes."""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psutil
import pytest

import desktop_mem
from desktop_mem.app import Home, default_profile, make_agent, make_engine_link, open_home
from desktop_mem.inference.scripted import HashEmbedder, ScriptedModel, SetClock, say
from desktop_mem.memory.agent import Agent
from desktop_mem.memory.event import UserMessage
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.message import Message, Role
from desktop_mem.runtime.clock import SystemClock
from desktop_mem.runtime.command import Narrowing, Search, SendMessage
from desktop_mem.runtime.update import EngineReady, SearchFinished
from desktop_mem.settings import Settings
from desktop_mem.storage.stores import Stores

SOURCE = Path(desktop_mem.__file__).parents[1]
NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
TEXT = "我的妹妹叫莱娜 — Ma sœur s'appelle Léna 👩‍👩‍👧"


def call(function: str, **arguments: object) -> FunctionCall:
    return FunctionCall(function, arguments, "because", request_heartbeat=True)


class Kept:
    """An agent over real stores, with a scripted model and a hashing embedder."""

    def __init__(self, profile: Path, *answers: FunctionCall, clock: Any = None) -> None:
        self.profile = profile
        self.model = ScriptedModel(answers, default=say("Another answer."))
        self.clock = clock or SetClock()
        self.open()

    def open(self) -> None:
        self.stores = Stores.open(self.profile, embedder_dimension=64)
        self.stores.set_embedder(HashEmbedder(64))
        self.agent: Agent = make_agent(Home(self.profile, Settings(paging="model")), self.stores, self.model, self.clock)

    def reopen(self) -> None:
        """What the next start finds."""
        self.stores.close()
        self.open()

    def say(self, text: str) -> None:
        list(self.agent.handle(UserMessage(text)))
        self.settle()

    def settle(self) -> None:
        while self.agent.waiting:
            list(self.agent.answer())

    def found(self, query: str) -> list[str]:
        """The texts that a search finds, in recall and then in archival storage."""
        return [hit.text for store in (self.stores.recall, self.stores.archival) for hit in store.search(query, 1).hits]

    def indexed(self) -> dict[str, bool]:
        """What the index knows once all is carried over, and whether each row has its vector."""
        while self.stores.drain():
            pass
        known = {f"{kind}{number}": False for kind in "mp" for number in self.stores.words.numbers(kind)}
        return known | {f"{kind}{number}": True for kind in "mp" for number in self.stores.index.numbers(kind)}


@pytest.fixture
def kept(profile: Path) -> Iterator[Callable[..., Kept]]:
    made: list[Kept] = []

    def make(*answers: FunctionCall, **options: Any) -> Kept:
        made.append(Kept(profile, *answers, **options))
        return made[-1]

    yield make
    for one in made:
        one.stores.close()


@pytest.fixture
def cat(kept: Callable[..., Kept]) -> Kept:
    """Two turns; the second wrote to every store."""
    world = kept(
        say("Nice to meet you."),
        call("core_memory_append", label="human", content="Cat: Mimi"),
        call("archival_memory_insert", content="Mimi eats tuna at noon."),
        say("Mimi is noted."),
    )
    world.say("I am Anna.")
    world.say("My cat Mimi eats tuna at noon.")
    assert set(world.found("Mimi")) == {"My cat Mimi eats tuna at noon.", "Mimi is noted.", "Mimi eats tuna at noon."}
    return world


def both(world: Kept, look: Callable[[], Any]) -> Any:
    """What is seen now, and after a restart the same."""
    now = look()
    world.reopen()
    assert look() == now
    return now


def test_an_undone_turn_is_gone_from_database_and_index_in_this_run_and_the_next(cat: Kept) -> None:
    """An original defect: undo left recall inconsistent."""
    list(cat.agent.session.undo_turn())
    assert both(cat, cat.indexed) == {"m1": True, "m2": True}
    assert both(cat, lambda: cat.found("Mimi tuna")) == []
    assert both(cat, lambda: [m.text for m in cat.stores.recall.history(99)[0]]) == ["I am Anna.", "Nice to meet you."]
    assert both(cat, lambda: cat.agent.context.queue.addresses) == ("m1", "m2")
    assert both(cat, lambda: cat.agent.context.working_context.section("human").text) == ""
    assert both(cat, lambda: cat.stores.counts().passages) == 0
    assert cat.stores.recall.read("m3").undone


def test_a_retried_and_a_rewritten_answer_leave_one_answer_in_database_and_index(cat: Kept) -> None:
    """An original defect: retry, rewrite and rethink left recall inconsistent."""
    list(cat.agent.session.retry())
    assert both(cat, cat.indexed) == {"m1": True, "m2": True, "m3": True}
    assert both(cat, lambda: cat.found("Mimi tuna")) == ["My cat Mimi eats tuna at noon."]
    assert both(cat, lambda: cat.agent.waiting) == ("m3",)
    cat.settle()
    list(cat.agent.session.rewrite("Tuna it is."))
    list(cat.agent.session.rethink("The user loves cats."))
    last = cat.agent.context.queue.addresses[-1]
    assert both(cat, cat.indexed) == {"m1": True, "m2": True, "m3": True, last: True}
    texts = ["I am Anna.", "Nice to meet you.", "My cat Mimi eats tuna at noon.", "Tuna it is."]
    assert both(cat, lambda: [m.text for m in cat.agent.context.queue.messages]) == texts
    assert both(cat, lambda: [m.text for m in cat.stores.recall.history(99)[0]]) == texts
    assert "Another answer." not in both(cat, lambda: cat.found("another answer"))
    assert both(cat, lambda: sorted(cat.found("tuna"))) == ["My cat Mimi eats tuna at noon.", "Tuna it is."]
    assert "The user loves cats." not in both(cat, lambda: cat.found("The user loves cats."))
    assert json.loads(cat.agent.context.prompt()[-1].text)["thought"] == "The user loves cats."


def test_what_is_stored_is_utf_8_as_it_was_said(kept: Callable[..., Kept], profile: Path) -> None:
    """letta 799: \\uXXXX in stored calls and prompts."""
    world = kept(call("core_memory_append", label="human", content=TEXT), say(TEXT))
    world.say(TEXT)
    list(world.agent.session.rewrite(TEXT + "!"))
    [*calls] = [row[0] for row in world.stores.database.rows("SELECT call FROM message WHERE call IS NOT NULL")]
    assert len(calls) == 3
    assert all(TEXT in text for text in calls)
    world.stores.close()
    stored = b"".join(path.read_bytes() for path in sorted(profile.rglob("*")) if path.is_file())
    assert "莱娜".encode() in stored
    assert not [escape for escape in (b"\\u83b1", b"\\u83B1", b"\\u0153") if escape in stored]


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone of a running process cannot be changed on Windows")
def test_a_journey_through_time_zones_keeps_order_and_instants(kept: Callable[..., Kept], monkeypatch: pytest.MonkeyPatch) -> None:
    """letta 298, 1182: times of San Francisco, without an offset. Stored is UTC, with the offset of the place beside it."""
    world = kept(clock=SystemClock())
    began = datetime.now(UTC)
    try:
        for zone in ("Asia/Shanghai", "America/New_York", "Europe/Berlin"):
            monkeypatch.setenv("TZ", zone)
            time.tzset()
            world.say(f"I am in {zone}.")
    finally:
        monkeypatch.undo()
        time.tzset()
    rows = world.stores.database.rows("SELECT created_utc, created_offset FROM message WHERE role = 'user' ORDER BY number")
    hours = [row["created_offset"] // 3600 for row in rows]
    assert hours in ([8, -5, 1], [8, -4, 2], [8, -4, 1])
    instants = [datetime.fromisoformat(row["created_utc"]) for row in rows]
    assert [instant.utcoffset().total_seconds() for instant in instants] == [0, 0, 0]
    assert began < instants[0] < instants[1] < instants[2] < datetime.now(UTC)
    seen = [m.seen_by_model.splitlines()[0] for m in world.agent.context.queue.messages if m.role is Role.USER]
    assert ["+0800" in seen[0], "-0" in seen[1], "+0" in seen[2]] == [True, True, True]


def test_every_entry_sees_the_one_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """letta 227: "All the data is gone on the next startup": another entry point had another state. letta 799: and no \\uXXXX comes out."""
    home = tmp_path / "home"
    monkeypatch.setenv("DESKTOP_MEM_HOME", str(home))
    assert default_profile() == home
    home.mkdir()
    (home / "settings.json").write_text(json.dumps({"embedder": str(tmp_path / "none"), "chat_model": str(tmp_path / "none")}), "utf-8")
    stores = Stores.open(default_profile())
    stores.recall.insert(Message(Role.USER, TEXT, NOON))
    stores.close()

    def run(*arguments: str, cwd: Path) -> str:
        command = [sys.executable, "-W", "ignore", "-m", "desktop_mem", *arguments]
        environment = {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONIOENCODING": "utf-8"}
        return subprocess.run(command, cwd=cwd, capture_output=True, encoding="utf-8", timeout=240, env=environment, check=False).stdout

    found_by_terminal = run("search", "--json", "莱娜", "--kind", "m", cwd=tmp_path)
    assert json.loads(found_by_terminal)["text"] == TEXT
    assert "\\u" not in found_by_terminal
    assert '{"type": "counts", "messages": 1, "passages": 0, "documents": 0}' in run("memory", "show", "--json", cwd=Path("/"))
    assert str(home) in run("doctor", cwd=tmp_path)
    link = make_engine_link(open_home(default_profile()))
    link.start()
    try:
        link.send(Search("莱娜", Narrowing(kind="m")))
        found = _until(link, SearchFinished)
        assert [hit.text for hit in found.recall.hits] == [TEXT]
    finally:
        link.close()


def test_the_profile_is_one_folder_that_can_be_copied_and_opened_elsewhere(cat: Kept, tmp_path: Path) -> None:
    """letta 2354, 2347: agents lost in a container, and no guaranteed export."""
    cat.indexed()
    cat.stores.close()
    shutil.copytree(cat.profile, tmp_path / "elsewhere")
    shutil.rmtree(cat.profile)
    copy = Kept(tmp_path / "elsewhere")
    assert len(copy.found("Mimi")) == 3
    assert [m.text for m in copy.agent.context.queue.messages if m.text][-1] == "Mimi is noted."
    assert copy.agent.context.working_context.section("human").text == "Cat: Mimi"
    copy.stores.close()


def test_no_file_of_the_profile_is_a_pickle(cat: Kept) -> None:
    """letta 205, 279, 261, 356: "Ran out of input"."""
    cat.indexed()
    cat.stores.close()
    files = [path for path in cat.profile.rglob("*") if path.is_file()]
    assert len(files) > 3
    assert [path for path in files if path.suffix in (".pkl", ".pickle") or path.read_bytes()[:1] == b"\x80"] == []


def _until(link: Any, kind: type) -> Any:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        update = link.receive(0.2)
        if isinstance(update, kind):
            return update
    raise AssertionError(f"{kind.__name__} never came.")


@pytest.mark.model
@pytest.mark.embedder
def test_window_and_engine_talk_without_any_port(tmp_path: Path) -> None:
    """letta 2540, 2537: a server in the background that could not be reached on its port."""
    link = make_engine_link(open_home(tmp_path / "profile", context_window=2048))
    link.start()
    try:
        assert dataclasses.asdict(_until(link, EngineReady))["fault"] == ""
        link.send(SendMessage("Hello", "r1"))
        kinds: set[str] = set()
        deadline = time.monotonic() + 120
        while "EmbedderReady" not in kinds or "Yielded" not in kinds:
            assert time.monotonic() < deadline, kinds
            kinds.add(type(link.receive(0.2)).__name__)
        family = [psutil.Process(link.pid), *psutil.Process(link.pid).children(recursive=True)]
        assert [connection for process in family for connection in process.net_connections(kind="inet")] == []
        assert "memory.sqlite3" in {Path(file.path).name for file in family[0].open_files()}
    finally:
        link.close()
