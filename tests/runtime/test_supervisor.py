"""The supervisor: how often it starts an engine again, without any engine."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest

from desktop_mem.runtime import supervisor
from desktop_mem.runtime.command import EditSection, RestartEngine, SendMessage, Shutdown
from desktop_mem.runtime.engine import EngineJob
from desktop_mem.runtime.supervisor import EngineSupervisor
from desktop_mem.runtime.update import CommandFailed, EngineAlive, EngineReady, EngineStopped


class DeadProcess:
    """A process that was killed."""

    exitcode = -9
    pid = 1

    def join(self, timeout: float) -> None:
        """It has ended."""

    def is_alive(self) -> bool:
        return False


@pytest.fixture
def link(tmp_path: Path) -> EngineSupervisor:
    link = EngineSupervisor(EngineJob(lambda *_: None, None, tmp_path / "log"))
    link._process = DeadProcess()
    return link


def crash(link: EngineSupervisor) -> bool:
    """The engine gets ready and dies; whether another one is planned."""
    link._note(EngineReady("m", 2048))
    link._note(EngineReady("m", 2048))
    link._engine_ended()
    stopped = link._own.pop()
    assert isinstance(stopped, EngineStopped)
    return stopped.restarting


def test_an_engine_that_dies_each_time_it_is_ready_is_not_started_for_ever(link) -> None:
    assert [crash(link) for _ in range(4)] == [True, True, True, False]


def test_a_long_time_without_trouble_starts_a_new_count(link, monkeypatch) -> None:
    assert [crash(link) for _ in range(3)] == [True, True, True]
    link._note(EngineReady("m", 2048))
    link._ready_at -= supervisor._STEADY_SECONDS + 1
    link._engine_ended()
    assert link._own.pop().restarting


def test_an_edit_while_the_engine_is_away_is_refused_in_words_and_a_message_is_kept(link) -> None:
    edit, message = EditSection("human", "x", expected=""), SendMessage("Hello")
    link.send(edit)
    link.send(message)
    reason = "The engine is starting again, so that was not done. Try it again in a moment."
    assert list(link._own) == [CommandFailed(edit.request_id, reason)]
    assert list(link._unaccepted.values()) == [message]


class StuckProcess:
    """A process that does nothing any more, until it is killed."""

    pid = 1
    exitcode: int | None = None

    def join(self, timeout: float) -> None:
        """It has ended, once it was killed."""

    def is_alive(self) -> bool:
        return self.exitcode is None

    def kill(self) -> None:
        self.exitcode = -9


def test_an_engine_without_a_sign_of_life_is_ended_and_started_again(link, monkeypatch, allow_log_warnings) -> None:
    """anything-llm 6001: a spinner for 18 hours."""
    monkeypatch.setattr(supervisor, "_SILENT_SECONDS", 0.3)
    ours, theirs = multiprocessing.Pipe(duplex=False)
    link._process, link._updates = StuckProcess(), ours
    for _ in range(4):
        theirs.send(EngineAlive())
        assert link.receive(0.1) is None
        assert link.receive(0.1) is None
    assert link._process.is_alive(), "as long as it says something it works"
    while link._process.is_alive():
        assert link.receive(0.1) is None
    theirs.close()
    assert link.receive(0.1) == EngineStopped("The engine was ended, since it gave no sign of life for a minute.", restarting=True)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[EngineJob]:
    """The jobs of the engines that were started, none of which runs."""
    jobs: list[EngineJob] = []

    class Spawn:
        @staticmethod
        def Pipe(duplex: bool):
            return multiprocessing.Pipe(duplex=duplex)

        @staticmethod
        def Process(target, args, name):
            jobs.append(args[0])
            process = DeadProcess()
            process.start = lambda: None
            return process

    monkeypatch.setattr(supervisor, "_spawn", Spawn)
    monkeypatch.setattr(supervisor, "_BACK_OFF_SECONDS", 0.0)
    return jobs


def test_a_crash_loop_ends_in_a_start_without_the_model(link, started) -> None:
    link._job = EngineJob(print, "with", Path("log"), "without")
    restarting = []
    for _ in range(5):
        restarting.append(crash(link))
        if restarting[-1]:
            link._restart_when_due(0.0)
    assert restarting == [True, True, True, True, False]
    assert [job.argument for job in started] == ["with", "with", "with", "without"]
    link._close_pipes()


def test_an_engine_that_runs_is_ended_and_another_one_started(link, started) -> None:
    link.start()
    commands, link._commands = multiprocessing.Pipe(duplex=False)
    message = SendMessage("Hello")
    link.send(message)
    link.send(RestartEngine())
    link.send(RestartEngine())
    assert commands.recv() == message
    assert isinstance(commands.recv(), Shutdown)
    assert not commands.poll(0), "it is told once"
    link._process.exitcode = 0
    link._engine_ended()
    assert link.receive(0.0) == EngineStopped("", restarting=True)
    assert link.receive(0.0) is None
    assert len(started) == 2
    assert list(link._unaccepted.values()) == [message], "what was not accepted yet goes to the new one"
    link._close_pipes()


def test_an_engine_that_gave_up_is_started_when_it_is_wanted(link, started) -> None:
    link._note(EngineStopped("The disk is full.", restarting=False))
    link._process.exitcode = 3
    link._engine_ended()
    assert link.receive(0.0) is None
    assert started == []
    link.send(RestartEngine())
    assert link.receive(0.0) is None
    assert len(started) == 1
    assert crash(link), "what went wrong before is forgotten"
    link._close_pipes()


def test_one_that_does_not_end_is_killed_after_a_while(link, monkeypatch, started, allow_log_warnings) -> None:
    monkeypatch.setattr(supervisor, "_SHUTDOWN_SECONDS", 0.0)
    ours, theirs = multiprocessing.Pipe(duplex=False)
    link._process, link._updates, link._commands = StuckProcess(), ours, multiprocessing.Pipe(duplex=False)[1]
    link.send(RestartEngine())
    while link._process.is_alive():
        assert link.receive(0.01) is None
    theirs.close()
    assert link.receive(0.1) == EngineStopped("", restarting=True)
    assert link.receive(0.0) is None
    assert len(started) == 1
    link._close_pipes()
