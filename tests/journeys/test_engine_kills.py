"""The engine killed wherever it may be (in an answer: see test_engine.py): the window's process lives, and the conversation goes on."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable

import pytest

from desktop_mem.app import make_engine_link, open_home
from desktop_mem.memory.update import EventAdmitted, ReplySent, TurnFailed, Yielded
from desktop_mem.runtime import supervisor
from desktop_mem.runtime.command import ImportPaths, SendMessage
from desktop_mem.runtime.update import DocumentChanged, EngineReady, EngineStarting, EngineStopped
from tests.journeys.test_engine import Engine, long_text
from tests.journeys.test_engine import engine as engine

pytestmark = [pytest.mark.model, pytest.mark.embedder]
LONG = "word " * 400
Start = Callable[..., Engine]


def talks(running: Engine) -> bool:
    """Whether a message is answered, in words."""
    running.link.send(SendMessage("Say hello."))
    admitted = running.until(lambda update: isinstance(update, EventAdmitted) and update.message.text == "Say hello.")
    return bool(admitted) and bool(running.until(lambda update: isinstance(update, ReplySent)).message.text.strip())


def while_loading(running: Engine, _: object) -> None:
    running.until(lambda update: update == EngineStarting("model"))
    time.sleep(0.2)


def in_prefill(running: Engine, _: object) -> None:
    running.until(lambda update: isinstance(update, EngineReady))
    running.link.send(SendMessage(LONG))
    running.until(lambda update: isinstance(update, EventAdmitted))
    time.sleep(0.5)


def while_importing(running: Engine, folder) -> None:
    running.until(lambda update: isinstance(update, EngineReady))
    running.link.send(ImportPaths((str(long_text(folder / "long.txt", 100)),)))
    running.until(lambda update: isinstance(update, DocumentChanged) and update.entry.passages > 0)


@pytest.mark.parametrize(
    ("busy", "number"),
    [
        (while_loading, signal.SIGKILL),
        (in_prefill, signal.SIGABRT),
        (while_importing, signal.SIGABRT),
    ],
)
def test_killed_while_it_is_busy_the_conversation_goes_on(engine: Start, tmp_path, busy, number: int) -> None:
    """letta 709, lmstudio 2295: an abort in a library took the program with it."""
    running = engine()
    busy(running, tmp_path)
    running.kill(number)
    stopped = running.until(lambda update: isinstance(update, EngineStopped))
    assert signal.Signals(number).name in stopped.reason
    assert stopped.restarting
    running.until(lambda update: isinstance(update, EngineReady))
    assert talks(running)


def test_a_model_that_kills_the_engine_each_time_ends_in_a_start_without_it(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(supervisor, "_BACK_OFF_SECONDS", 0.05)
    home = open_home(tmp_path / "profile")
    running = Engine(make_engine_link(home))
    try:
        for _ in range(4):
            running.until(lambda update: update == EngineStarting("model"))
            running.kill()
            assert running.until(lambda update: isinstance(update, EngineStopped)).restarting
        ready = running.until(lambda update: isinstance(update, EngineReady))
        assert ready.model == ""
        assert ready.fault == (
            "The engine ended again and again, so it was started without the model. "
            "Choose another model, or restart the engine to try this one."
        )
        running.link.send(SendMessage("Are you there?"))
        # Said in words, or answered with what memory holds.
        running.until(lambda update: isinstance(update, TurnFailed | ReplySent))
    finally:
        running.link.close()


def test_the_next_launch_has_read_what_this_one_knew(engine: Start, tmp_path) -> None:
    first = engine()
    first.until(lambda update: isinstance(update, EngineReady))
    assert talks(first)
    first.until(lambda update: isinstance(update, Yielded))
    first.link.close()
    assert (tmp_path / "profile" / "prefix.state").stat().st_size > 2**20
    second = engine()
    second.until(lambda update: isinstance(update, EngineReady))
    second.link.send(SendMessage("Say hello again."))
    measured = second.until(lambda update: type(update).__name__ == "StepMeasured")
    assert measured.prompt_tokens > 150
    # Automatic paging puts what it finds in the place of all but the head.
    assert measured.prompt_tokens - measured.evaluated_tokens > 80
