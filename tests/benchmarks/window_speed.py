"""How fast and how light the window is, each figure beside its bound.

Prints the time from the start of a process to the first painted window; for a long history the time to open it and the frames of
scrolling through it; how idle the main thread stays while an answer streams in; and the memory of the window's process. Needs no
screen, no engine and no model.

    python tests/benchmarks/window_speed.py [--messages 50000] [--rate 200] [--seconds 5] [--starts 5]
"""

from __future__ import annotations

import argparse
import os
import queue
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
from PySide6.QtCore import QCoreApplication, QElapsedTimer
from PySide6.QtWidgets import QApplication

from desktop_mem.gui.application import connect_bridge, make_application
from desktop_mem.gui.main_window import MainWindow
from desktop_mem.gui.theme import Theme
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.update import EventAdmitted, ReplyStreamed, StepStarted
from desktop_mem.runtime.command import ShowHistory
from desktop_mem.runtime.update import EngineReady, HistoryShown
from desktop_mem.settings import Settings

START = """
import os, sys, time
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
from PySide6.QtWidgets import QApplication

def paint_and_tell(application):
    application.processEvents()
    next(each for each in application.topLevelWidgets() if type(each).__name__ == "MainWindow").grab()
    painted = time.time()
    import psutil
    process = psutil.Process()
    spent = process.cpu_times()
    print(painted - process.create_time(), spent.user + spent.system, process.memory_info().rss, flush=True)
    os._exit(0)

QApplication.exec = paint_and_tell
from desktop_mem.cli import main
main(["gui", "--profile", sys.argv[1]])
"""
SENTENCE = "the garden path leads down to an old gate where roses climb over warm stone and nobody has passed since the rain"
WORDS = tuple(SENTENCE.split(" "))


class Link:
    """An engine that says what it is given."""

    def __init__(self) -> None:
        self.updates: queue.Queue[Any] = queue.Queue()

    def start(self) -> None: ...
    def send(self, command: Any) -> None: ...
    def close(self) -> None: ...

    def receive(self, timeout: float) -> Any:
        try:
            return self.updates.get(timeout=timeout)
        except queue.Empty:
            return None


def messages(count: int) -> tuple[Message, ...]:
    """So many messages, every second one an answer, some long, some with code and tables."""
    begun = datetime.now().astimezone() - timedelta(minutes=count)
    made = []
    for n in range(count):
        text = " ".join(WORDS[(n * 7 + k) % len(WORDS)] for k in range(6 + n * 13 % 70))
        if n % 50 == 1:
            text += "\n\n```python\nfor line in path.open():\n    print(line)\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |"
        at = begun + timedelta(minutes=n)
        if n % 2:
            call = FunctionCall("send_message", {"message": text}, "found: m1")
            made.append(Message(Role.ASSISTANT, text, at, f"m{n + 1}", call=call, turn=f"m{n}"))
        else:
            made.append(Message(Role.USER, text, at, f"m{n + 1}"))
    return tuple(made)


def starts(count: int) -> tuple[list[float], list[float], int]:
    """Seconds to the first painted window, seconds of a processor that it took, and its bytes: the program as it is, engine and all.

    The first start compiles and is not counted.
    """
    times, spent, size = [], [], 0
    with tempfile.TemporaryDirectory() as folder:
        surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        surroundings |= {"PYTHONPYCACHEPREFIX": str(Path(folder) / "compiled")}
        for n in range(count + 1):
            command = [sys.executable, "-c", START, str(Path(folder) / f"profile-{n}")]
            told = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, env=surroundings).stdout.split()
            if n:
                times.append(float(told[0]))
                spent.append(float(told[1]))
            size = int(told[2])
    return times, spent, size


def opening(window: MainWindow, count: int) -> float:
    """Seconds until so many messages are on view."""
    history, question = messages(count), ShowHistory(count)
    window.take_sent(question)
    begun = time.perf_counter()
    window.take(HistoryShown(question.request_id, history, False))
    window.conversation.view.viewport().repaint()
    return time.perf_counter() - begun


def scrolling(window: MainWindow, frames: int = 300) -> list[float]:
    """Seconds of each frame on the way from the end to the beginning, half of them small steps and half leaps."""
    view, bar, times = window.conversation.view, window.conversation.view.verticalScrollBar(), []
    for frame in range(frames):
        value = bar.value() - 120 if frame % 2 else round(bar.maximum() * (1 - frame / frames))
        begun = time.perf_counter()
        bar.setValue(max(0, value))
        view.viewport().repaint()
        times.append(time.perf_counter() - begun)
    return times


def streaming(window: MainWindow, link: Link, rate: int, seconds: float) -> float:
    """The share of its time that the main thread is idle while so many tokens a second stream in."""
    now = datetime.now().astimezone()
    link.updates.put(EventAdmitted(Message(Role.USER, "Tell me all.", now, "m900001")))
    link.updates.put(StepStarted(0, ()))
    done = threading.Event()

    def write() -> None:
        begun = time.perf_counter()
        for n in range(int(rate * seconds)):
            link.updates.put(ReplyStreamed(WORDS[n % len(WORDS)] + (".\n\n" if n % 40 == 39 else " ")))
            time.sleep(max(0.0, begun + n / rate - time.perf_counter()))
        done.set()

    writer = threading.Thread(target=write)
    spent, timer = time.thread_time(), QElapsedTimer()
    timer.start()
    writer.start()
    while not done.is_set():
        QApplication.processEvents()
        time.sleep(0.002)
    writer.join()
    return 1 - (time.thread_time() - spent) / (timer.elapsed() / 1000)


def show(what: str, value: float, unit: str, bound: float, *, most: bool = True) -> None:
    good = value <= bound if most else value >= bound
    print(f"{what:<52} {value:>9.1f} {unit:<4} {'at most' if most else 'at least'} {bound:g}{'' if good else '   MISSED'}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=50_000)
    parser.add_argument("--rate", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--starts", type=int, default=5)
    asked = parser.parse_args()
    times, spent, size = starts(asked.starts)
    show("process start to window, median", statistics.median(times) * 1000, "ms", 1000)
    show("time of a processor that it took, least", min(spent) * 1000, "ms", 1000)
    show("memory of a new window", size / 1e6, "MB", 250)
    application = make_application(Settings(language="en"))
    theme, link = Theme(application, "light"), Link()
    window = MainWindow(theme)
    window.resize(1280, 840)
    window.show()
    bridge = connect_bridge(link, window)
    bridge.start()
    window.take(EngineReady("benchmark", 4096))
    measure(window, link, asked)
    bridge.close()
    window.close()
    QCoreApplication.processEvents()


def measure(window: MainWindow, link: Link, asked: argparse.Namespace) -> None:
    """All that is measured in this process."""
    show(f"{asked.messages:,} messages: open", opening(window, asked.messages) * 1000, "ms", 300)
    frames = scrolling(window)
    show("scrolling: frame, median", statistics.median(frames) * 1000, "ms", 16)
    show("scrolling: frame, 95th percentile", statistics.quantiles(frames, n=20)[18] * 1000, "ms", 50)
    window.conversation.view.scroll_to_end()
    show(
        f"streaming {asked.rate} tokens/s: main thread idle", streaming(window, link, asked.rate, asked.seconds) * 100, "%", 80, most=False
    )
    show(f"memory with {asked.messages:,} messages", psutil.Process().memory_info().rss / 1e6, "MB", 250)


if __name__ == "__main__":
    main()
