"""The bridge: one reader thread, updates in order on the main thread, streamed text in ticks, a clean end."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QObject, Signal

from desktop_mem.gui.bridge import Bridge
from desktop_mem.memory.update import ReplyStreamed, ThoughtStreamed, Yielded
from desktop_mem.runtime.command import SendMessage, Stop
from desktop_mem.runtime.update import EngineReady, EngineStopped


@pytest.fixture
def bridge(link: Any, qapp: Any) -> Iterator[Bridge]:
    made = Bridge(link)
    yield made
    made.close()


@pytest.fixture
def seen(bridge: Bridge) -> list[Any]:
    updates: list[Any] = []
    bridge.updated.connect(updates.append)
    return updates


def test_updates_arrive_in_order_on_the_main_thread(bridge, seen, link, qtbot) -> None:
    threads: set[int] = set()
    bridge.updated.connect(lambda _: threads.add(threading.get_ident()))
    link.say(EngineReady("tiny", 2048), Yielded(1), Yielded(2))
    bridge.start()
    qtbot.waitUntil(lambda: len(seen) == 3)
    assert seen == [EngineReady("tiny", 2048), Yielded(1), Yielded(2)]
    assert threads == {threading.main_thread().ident}
    assert link.reader_names == {"engine-reader"}


def test_streamed_text_is_merged_but_never_across_another_update(bridge, seen, link, qtbot) -> None:
    link.say(ThoughtStreamed("a"), ThoughtStreamed("b"), *[ReplyStreamed(str(n)) for n in range(500)], Yielded(1), ReplyStreamed("!"))
    bridge.start()
    qtbot.waitUntil(lambda: bool(seen) and seen[-1] == ReplyStreamed("!"))
    before_yield = seen[: seen.index(Yielded(1))]
    assert "".join(u.text for u in before_yield if isinstance(u, ThoughtStreamed)) == "ab"
    assert "".join(u.text for u in before_yield if isinstance(u, ReplyStreamed)) == "".join(map(str, range(500)))
    assert len(before_yield) < 20


def test_commands_go_down_and_are_told(bridge, link) -> None:
    told: list[Any] = []
    bridge.sent.connect(told.append)
    command = SendMessage("Hello")
    bridge.send(command)
    assert link.commands == [command] == told


def test_a_lost_connection_is_told_as_a_stopped_engine(bridge, seen, link, qtbot) -> None:
    link.say(EOFError("pipe closed"))
    bridge.start()
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == [EngineStopped("The connection to the engine was lost (pipe closed).", restarting=False)]


def test_closing_joins_the_reader_and_ends_the_engine(bridge, seen, link) -> None:
    bridge.start()
    assert "engine-reader" in {thread.name for thread in threading.enumerate()}
    bridge.close()
    bridge.close()
    bridge.send(Stop())
    assert link.closed
    assert link.commands == []
    assert "engine-reader" not in {thread.name for thread in threading.enumerate()}


def test_a_signal_costs_no_reference() -> None:
    """PySide6 6.12.0 on Python 3.11 loses a reference to True with every signal; after some hundreds the program aborts."""

    class Emitter(QObject):
        told = Signal(object)

    emitter, heard = Emitter(), []
    emitter.told.connect(heard.append)
    before = sys.getrefcount(True)
    for _ in range(100):
        emitter.told.emit("x")
    assert len(heard) == 100
    assert sys.getrefcount(True) > before - 50
