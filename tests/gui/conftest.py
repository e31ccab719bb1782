"""The window under test: no screen, a scripted engine, and the light theme at its own size."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import queue
import threading
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, Qt
from PySide6.QtWidgets import QApplication

from desktop_mem.gui.main_window import MainWindow
from desktop_mem.gui.memory_panel.desk import MemoryDesk
from desktop_mem.gui.theme import Theme
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.update import FunctionCalled

AT = datetime(2026, 3, 3, 14, 5, tzinfo=timezone(timedelta(hours=1)))


# What Qt's screenless platform cannot do and says so on every window; no fault of ours.
OFFSCREEN = r"This plugin does not support (propagateSizeHints|raise|grabbing the keyboard)"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Any other warning of Qt fails a test of the window."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.qt_log_ignore(OFFSCREEN))


class ScriptedLink:
    """An `EngineLink` whose engine is the test: `say` puts an update on its way up, `commands` holds what came down.

    `answers` maps a command's type to what the engine says to it at once.
    """

    def __init__(self) -> None:
        self.commands: list[Any] = []
        self.answers: dict[type, Callable[[Any], list[Any]]] = {}
        self.started = self.closed = False
        self.reader_names: set[str] = set()
        self._updates: queue.Queue[Any] = queue.Queue()

    def start(self) -> None:
        self.started = True

    def send(self, command: Any) -> None:
        self.commands.append(command)
        for update in self.answers.get(type(command), lambda _: [])(command):
            self.say(update)

    def receive(self, timeout: float) -> Any:
        self.reader_names.add(threading.current_thread().name)
        try:
            update = self._updates.get(timeout=timeout)
        except queue.Empty:
            return None
        if isinstance(update, Exception):
            raise update
        return update

    def close(self) -> None:
        self.closed = True

    def say(self, *updates: Any) -> None:
        """Send updates up; an exception among them is raised by `receive`."""
        for update in updates:
            self._updates.put(update)

    def sent(self, kind: type) -> list[Any]:
        """The commands of one kind, in order."""
        return [command for command in self.commands if type(command) is kind]


class Script:
    """Makes the messages and updates that tests need."""

    @staticmethod
    def user(number: int, text: str, *, request_id: str = "", minutes: int = 0) -> Message:
        return Message(Role.USER, text, AT + timedelta(minutes=minutes), f"m{number}", request_id=request_id)

    @staticmethod
    def reply(number: int, text: str, *, thought: str = "", minutes: int = 0) -> Message:
        call = FunctionCall("send_message", {"message": text}, thought)
        return Message(Role.ASSISTANT, text, AT + timedelta(minutes=minutes), f"m{number}", call=call)

    @staticmethod
    def call(number: int, function: str, thought: str = "", **arguments: str) -> Message:
        return Message(Role.ASSISTANT, "", AT, f"m{number}", call=FunctionCall(function, arguments, thought))

    @staticmethod
    def result(number: int, text: str) -> Message:
        return Message(Role.FUNCTION, text, AT, f"m{number}")

    @classmethod
    def called(cls, function: str, result: str, *, ok: bool = True, thought: str = "", **arguments: str) -> FunctionCalled:
        return FunctionCalled(cls.call(99, function, thought, **arguments), ok, result)


@pytest.fixture(autouse=True)
def american() -> None:
    """Dates and figures read alike whichever test came before."""
    QLocale.setDefault(QLocale("en_US"))


@pytest.fixture
def script() -> type[Script]:
    """Messages and updates by the handful."""
    return Script


@pytest.fixture
def link() -> ScriptedLink:
    """The scripted engine."""
    return ScriptedLink()


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    """The light theme at scale 1; the application is left as it was found."""
    QLocale.setDefault(QLocale("en_US"))
    font = qapp.font()
    made = Theme(qapp, "light")
    yield made
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qapp.setStyleSheet("")
    qapp.setFont(font)
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


@pytest.fixture
def window(qtbot: Any, theme: Theme) -> MainWindow:
    """The main window, shown, 1200 by 800, without an engine."""
    made = MainWindow(theme)
    qtbot.addWidget(made)
    made.resize(1200, 800)
    made.splitter.setSizes([800, 400])
    made.show()
    return made


class Sent(list):
    """The commands that a widget sent."""

    def of(self, kind: type) -> list[Any]:
        """Those of one kind, in order."""
        return [command for command in self if type(command) is kind]

    def last(self, kind: type) -> Any:
        """The newest of one kind."""
        return self.of(kind)[-1]


@pytest.fixture
def desk(window: MainWindow) -> MemoryDesk:
    """The memory desk of the window; `sent` holds what the window has sent."""
    window.memories.sent = Sent()
    window.command.connect(window.memories.sent.append)
    return window.memories
