"""The engine process: it may die at any moment, and nothing that was accepted is lost."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_mem.app import make_worker, open_home
from desktop_mem.control.document_ledger import ImportState, Reason
from desktop_mem.memory.update import EventAdmitted, ReplySent, ReplyStreamed, Yielded
from desktop_mem.runtime.command import ImportPaths, Narrowing, Search, SendMessage, ShowHistory
from desktop_mem.runtime.engine import EngineJob
from desktop_mem.runtime.supervisor import EngineSupervisor
from desktop_mem.runtime.update import CommandAccepted, DocumentChanged, EngineReady, EngineStopped, HistoryShown, SearchFinished

pytestmark = [pytest.mark.model, pytest.mark.embedder]
PATIENCE = 120.0


class Engine:
    """A supervised engine and what it said."""

    def __init__(self, link: EngineSupervisor) -> None:
        self.link = link
        self.heard: list[Any] = []
        self.link.start()

    def until(self, done: Callable[[Any], bool]) -> Any:
        """Listen until an update is as wanted; that update."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            update = self.link.receive(0.2)
            if update is not None:
                self.heard.append(update)
                if done(update):
                    return update
        raise AssertionError(f"It never came. The last updates: {self.heard[-5:]}")

    def kill(self, number: int = signal.SIGKILL) -> None:
        """End the engine as the system would."""
        os.kill(self.link.pid, number)


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Callable[..., Engine]]:
    """Starts engines on the profile of the test and ends them."""
    running: list[Engine] = []

    def start(**settings: Any) -> Engine:
        home = open_home(tmp_path / "profile", **settings)
        running.append(Engine(EngineSupervisor(EngineJob(make_worker, home, home.log_file))))
        return running[-1]

    yield start
    for one in running:
        one.link.close()


def long_text(path: Path, paragraphs: int = 300) -> Path:
    path.write_text(
        "\n\n".join(f"Paragraph {n} tells of harbour number {n} and of its boats. " * 10 for n in range(paragraphs)), encoding="utf-8"
    )
    return path


def test_killed_in_the_middle_of_an_import_it_comes_back_and_ends_the_import(engine, tmp_path: Path, pdf: Path) -> None:
    running = engine()
    running.until(lambda u: isinstance(u, EngineReady))
    running.link.send(ImportPaths((str(long_text(tmp_path / "long.txt")), str(pdf)), "i1"))
    running.until(lambda u: u == CommandAccepted("i1"))
    running.until(lambda u: isinstance(u, DocumentChanged) and u.entry.passages >= 32)
    running.kill()
    stopped = running.until(lambda u: isinstance(u, EngineStopped))
    assert stopped == EngineStopped(
        "The engine stopped: it was killed, perhaps because the machine ran out of memory (SIGKILL).", restarting=True
    )
    running.until(lambda u: isinstance(u, EngineReady))
    done = [running.until(lambda u: isinstance(u, DocumentChanged) and u.entry.state is ImportState.DONE).entry for _ in range(2)]
    assert [(Path(entry.path).name, entry.reason) for entry in done] == [("long.txt", Reason.STORED), ("handbook.pdf", Reason.STORED)]
    for query, citation in (("harbour number 299", "long.txt"), ("When does the contract end?", "handbook.pdf, page 2")):
        running.link.send(Search(query, Narrowing(kind="p")))
        found = running.until(lambda u: isinstance(u, SearchFinished))
        assert found.archival.hits[0].citation.startswith(citation)
    assert done[0].passages + done[1].passages == running.heard[-1].archival.total or done[0].passages > 32


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGABRT])
def test_killed_while_it_answers_it_answers_after_the_restart(engine, number: int) -> None:
    """letta 709: killed at any point, at most the unfinished generation is lost."""
    running = engine()
    running.until(lambda u: isinstance(u, EngineReady))
    running.link.send(SendMessage("Tell me a long story about the sea and its boats.", "r1"))
    running.until(lambda u: isinstance(u, ReplyStreamed))
    running.kill(number)
    assert signal.Signals(number).name in running.until(lambda u: isinstance(u, EngineStopped)).reason
    running.until(lambda u: isinstance(u, EngineReady))
    reply = running.until(lambda u: isinstance(u, ReplySent))
    running.until(lambda u: isinstance(u, Yielded))
    assert reply.message.text.strip()
    running.link.send(ShowHistory())
    shown = running.until(lambda u: isinstance(u, HistoryShown))
    assert [m.role.value for m in shown.messages] == ["user", "assistant"]


def test_a_message_that_it_never_stored_is_sent_again(engine) -> None:
    running = engine()
    running.kill()
    running.link.send(SendMessage("Hello", "r1"))
    running.until(lambda u: isinstance(u, EngineReady))
    assert running.until(lambda u: isinstance(u, EventAdmitted)).message.text == "Hello"
    assert running.until(lambda u: isinstance(u, ReplySent)).message.text.strip()
    assert len([u for u in running.heard if u == CommandAccepted("r1")]) == 1


def test_a_stop_takes_effect_within_a_second_while_it_reads_and_while_it_writes(engine) -> None:
    from desktop_mem.runtime.command import Stop

    running = engine(context_window=8192, paging="model")
    running.until(lambda u: isinstance(u, EngineReady))
    waits = []
    for text, started in (
        ("word " * 1200, lambda u: isinstance(u, EventAdmitted)),
        ("Tell me a story.", lambda u: type(u).__name__ == "ThoughtStreamed"),
    ):
        running.link.send(SendMessage(text))
        running.until(started)
        time.sleep(0.3)
        asked = time.monotonic()
        running.link.send(Stop())
        running.until(lambda u: isinstance(u, Yielded))
        waits.append(time.monotonic() - asked)
    assert max(waits) < 5, f"a stop must never wait for the whole generation, and waited {waits} seconds"


def test_an_engine_that_dies_again_and_again_is_not_started_for_ever(engine, tmp_path: Path) -> None:
    running = engine()
    reasons = []
    while True:
        running.kill()
        stopped = running.until(lambda u: isinstance(u, EngineStopped))
        reasons.append(stopped.restarting)
        if not stopped.restarting:
            break
        deadline = time.monotonic() + 30
        old = running.link.pid
        while running.link.pid == old and time.monotonic() < deadline:
            running.link.receive(0.1)
    assert reasons == [True, True, True, False]


def test_a_profile_in_use_is_a_sentence_and_no_restart(engine) -> None:
    first = engine()
    first.until(lambda u: isinstance(u, EngineReady))
    second = engine()
    stopped = second.until(lambda u: isinstance(u, EngineStopped))
    assert "is already open on the profile" in stopped.reason
    assert stopped.restarting is False
