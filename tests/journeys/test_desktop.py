"""The real program on a real X screen: a hand that types, drags a file, and closes the window.

Needs Xvfb and xdotool (on Debian and Ubuntu: `apt install xvfb xdotool`); on Linux the test fails without them, so that nobody takes a
journey that was not made for one that went well.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.conftest import PROGRAM

pytestmark = [
    pytest.mark.model,
    pytest.mark.embedder,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X11 is the screen of Linux"),
]
PATIENCE = 150.0
SOURCE = """
import sys
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QDrag
from PySide6.QtWidgets import QApplication, QLabel
class File(QLabel):
    def mousePressEvent(self, event):
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(sys.argv[1])])
        drag = QDrag(self)
        drag.setMimeData(data)
        drag.exec(Qt.DropAction.CopyAction)
application = QApplication([])
file = File("a file", windowTitle="file manager")
file.setWindowFlags(Qt.WindowType.X11BypassWindowManagerHint | Qt.WindowType.FramelessWindowHint)
file.setGeometry(1300, 10, 90, 90)
file.show()
application.exec()
"""


class Screen:
    """An X screen of its own, and the hand on it."""

    def __init__(self, number: str, log: Path) -> None:
        self.environment = {**os.environ, "DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb", "LC_ALL": "C.UTF-8"}
        self.log = log

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            return subprocess.Popen(command, env=self.environment, stdout=log, stderr=log)

    def hand(self, *arguments: str) -> str:
        done = subprocess.run(["xdotool", *arguments], env=self.environment, capture_output=True, encoding="utf-8", timeout=60)
        return done.stdout.strip()

    def window(self, title: str) -> str:
        """The window of that title, when it has come."""
        return wait_for(lambda: self.hand("search", "--onlyvisible", "--name", title).split("\n")[0], self.log)


def wait_for(what: Callable[[], Any], log: Path) -> Any:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if found := what():
            return found
        time.sleep(0.25)
    pytest.fail(f"It did not come. The program said:\n{log.read_text(encoding='utf-8', errors='replace')[-3000:]}")


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    for program in ("Xvfb", "xdotool"):
        if shutil.which(program) is None:
            pytest.fail(f"{program} is missing: install it with `apt install xvfb xdotool`.", pytrace=False)
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading, encoding="ascii") as told:
        number = told.readline().strip()
    try:
        yield Screen(number, tmp_path / "program.log")
    finally:
        server.terminate()
        server.wait(20)


def stored(profile: Path, question: str) -> list[Any]:
    """What the store of a running program says, read beside it."""
    files = list(profile.glob("*.sqlite3"))
    if not files:
        return []
    connection = sqlite3.connect(f"file:{files[0]}?mode=ro", uri=True, timeout=10)
    try:
        return connection.execute(question).fetchall()
    except sqlite3.OperationalError:
        return []  # it is being made
    finally:
        connection.close()


def test_a_hand_types_drags_a_file_searches_and_closes(screen: Screen, profile: Path, tmp_path: Path, run: Any) -> None:
    note = tmp_path / "harbour.txt"
    note.write_text("The key of the boathouse lies under the third flower pot.\n", encoding="utf-8")
    program = screen.start(*PROGRAM, "gui", "--profile", str(profile))
    window = screen.window("desktop_mem")
    screen.hand("windowmove", window, "0", "0")
    screen.hand("windowsize", window, "1250", "900")
    screen.hand("windowfocus", "--sync", window)
    screen.hand("type", "--delay", "20", "Hello, my name is Lena.")
    screen.hand("key", "Return")
    wait_for(lambda: stored(profile, "SELECT 1 FROM message WHERE role = 'assistant' AND text != ''"), screen.log)
    assert stored(profile, "SELECT text FROM message WHERE role = 'user'") == [("Hello, my name is Lena.",)]

    source = screen.start(sys.executable, "-c", SOURCE, str(note))
    screen.window("file manager")
    screen.hand("mousemove", "1340", "50", "mousedown", "1")
    for x in range(1300, 500, -80):  # a drag is many small movements
        screen.hand("mousemove", str(x), "420")
        time.sleep(0.05)
    screen.hand("mouseup", "1")
    wait_for(lambda: stored(profile, "SELECT 1 FROM document WHERE reason = 'STORED'"), screen.log)
    source.terminate()
    source.wait(20)

    screen.hand("windowfocus", "--sync", window)
    screen.hand("key", "ctrl+l")
    screen.hand("type", "--delay", "20", "a draft that nobody sent")
    time.sleep(1.0)
    screen.hand("key", "ctrl+q")  # without a window manager there is no button to close it
    assert program.wait(60) == 0
    assert (profile / "draft.txt").read_text(encoding="utf-8") == "a draft that nobody sent"
    assert run("search", "--json", "boathouse key", "--kind", "p").records[0]["citation"].startswith("harbour.txt")
    assert "Traceback" not in screen.log.read_text(encoding="utf-8", errors="replace")
