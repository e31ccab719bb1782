"""The window as a whole, over a scripted engine: chat, drop, crash, banner, status, and a clean end."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFileOpenEvent
from PySide6.QtWidgets import QApplication

from desktop_mem.gui.application import connect_bridge, run_window, watch_errors
from desktop_mem.gui.file_drop import DockDrop
from desktop_mem.gui.main_window import MainWindow
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.reminder import Reminder, When
from desktop_mem.memory.update import (
    ChangeUndone,
    EventAdmitted,
    MemoryForgotten,
    ReminderFell,
    ReplySent,
    ReplyStreamed,
    StepStarted,
    TurnFailed,
    Yielded,
)
from desktop_mem.runtime.command import ImportPaths, Retry, SendMessage, ShowHistory, ShowState, Shutdown, Stop
from desktop_mem.runtime.memory_command import ForgetMemory
from desktop_mem.runtime.update import (
    CommandAccepted,
    CommandFailed,
    EmbedderReady,
    EngineReady,
    EngineStarting,
    EngineStopped,
    HistoryShown,
)
from desktop_mem.settings import Settings

READY = EngineReady("tiny", 2048)


@pytest.fixture
def live(window: MainWindow, link: Any) -> Iterator[MainWindow]:
    """The window over the scripted engine."""
    link.answers[ShowHistory] = lambda command: [HistoryShown(command.request_id, (), False)]
    bridge = connect_bridge(link, window)
    bridge.start()
    window.begin()
    yield window
    bridge.close()


def texts(window: MainWindow) -> list[str]:
    return [row.text for row in window.conversation.model.rows if row.kind != "trace"]


def files(paths: list[str]) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path) for path in paths])
    return data


def drop(target: Any, data: QMimeData) -> tuple[bool, bool]:
    """Drag over a widget and drop there, as the system would; whether each event was accepted."""
    action, button, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), action, data, button, keys)
    QApplication.sendEvent(target, enter)
    event = QDropEvent(QPoint(5, 5), action, data, button, keys)
    if enter.isAccepted():
        QApplication.sendEvent(target, event)
    return enter.isAccepted(), event.isAccepted()


def test_a_conversation_from_message_to_reply(live, link, script, qtbot) -> None:
    link.say(READY)
    assert [type(command) for command in link.commands] == [ShowState, ShowHistory]
    qtbot.keyClicks(live.conversation.composer.edit, "Hello")
    qtbot.keyClick(live.conversation.composer.edit, Qt.Key.Key_Return)
    (message,) = link.sent(SendMessage)
    link.say(CommandAccepted(message.request_id), EventAdmitted(script.user(1, "Hello", request_id=message.request_id)), StepStarted(0, ()))
    link.say(ReplyStreamed("Good "), ReplyStreamed("morning"))
    qtbot.waitUntil(lambda: texts(live) == ["Hello", "Good morning"])
    assert live.conversation.composer.stop_button.isVisible()
    assert live.status.text().startswith("tiny is working…")
    link.say(ReplySent(script.reply(2, "Good morning!")), Yielded(1))
    qtbot.waitUntil(lambda: texts(live) == ["Hello", "Good morning!"])
    qtbot.waitUntil(lambda: not live.conversation.composer.stop_button.isVisible())


@pytest.mark.parametrize("in_front", [True, False])
def test_a_reminder_asks_for_attention_while_the_window_is_not_in_front(live, monkeypatch, script, in_front) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(QApplication, "alert", lambda *window: asked.extend(window))
    monkeypatch.setattr(live, "isActiveWindow", lambda: in_front)
    at = script.user(1, "").created_at
    live.take(ReminderFell(Message(Role.EVENT, "", at, "m7"), Reminder("drink water", "", When(at), at, at, "r1"), at))
    assert texts(live)[-1].startswith("Reminder: drink water · due ")
    assert asked == ([] if in_front else [live])


def test_a_refused_command_on_the_last_turn_is_told_in_the_banner(live, link, script, qtbot) -> None:
    live.conversation.take(EventAdmitted(script.user(1, "Hello")))
    live.conversation.actions.retry.trigger()
    (retry,) = link.sent(Retry)
    link.say(CommandFailed(retry.request_id, "Not done: nothing has been said yet."))
    qtbot.waitUntil(lambda: live.banner.text() == "Not done: nothing has been said yet.")


def test_a_change_of_memory_that_waits_for_the_answer_says_so(window) -> None:
    """Asked for while the model was reading a long text, it seemed to do nothing at all."""
    forget = ForgetMemory("w:human", "Dog: Pixel")
    window.take(READY)
    window.take_sent(forget)
    assert window.banner.text() == "", "nothing is in the way"
    window.take(StepStarted(0, ("send_message",)))
    window.take_sent(forget)
    assert window.banner.text() == "Memory is changed as soon as the answer is finished; “Stop” ends it now."
    window.take(Yielded())
    assert window.banner.text() == ""


def test_what_was_brought_back_is_no_longer_said_to_lie_in_the_trash(window) -> None:
    window.take(MemoryForgotten("e4", "w:human"))
    assert window.banner.text() == "The line lies in the trash now. From there it can be brought back."
    window.take(ChangeUndone("e4", "w:human"))
    assert window.banner.text() == ""


def test_stop_is_sent_and_the_button_goes_when_the_turn_ends(live, link, qtbot) -> None:
    link.say(READY, StepStarted(0, ()), ReplyStreamed("The"))
    qtbot.waitUntil(live.conversation.composer.stop_button.isVisible)
    qtbot.mouseClick(live.conversation.composer.stop_button, Qt.MouseButton.LeftButton)
    assert len(link.sent(Stop)) == 1
    link.say(TurnFailed("Stopped before an answer."))
    qtbot.waitUntil(lambda: not live.conversation.composer.stop_button.isVisible())


def test_the_engine_dies_and_comes_back_while_the_window_stays(live, link, script, qtbot) -> None:
    link.say(READY, StepStarted(0, ()), ReplyStreamed("The contract"))
    qtbot.waitUntil(lambda: texts(live) == ["The contract"])
    link.say(EngineStopped("The engine was killed.", restarting=True))
    qtbot.waitUntil(lambda: live.banner.text() == "The engine was killed. It is being restarted; nothing that was accepted is lost.")
    assert live.status.text() == "Restarting the engine…"
    assert not live.conversation.composer.stop_button.isVisible()
    stored = script.user(1, "Summarise it.")
    link.answers[ShowHistory] = lambda command: [HistoryShown(command.request_id, (stored,), False)]
    link.say(EngineStarting("stores"), EngineStarting("model"), READY)
    qtbot.waitUntil(lambda: live.banner.text() == "")
    qtbot.waitUntil(lambda: texts(live) == ["Summarise it."])
    assert [len(link.sent(kind)) for kind in (ShowState, ShowHistory)] == [2, 2]
    assert live.isVisible()


@pytest.mark.parametrize(
    ("updates", "status", "banner", "tone"),
    [
        ([EngineStarting("stores")], "Opening your memory…", "", ""),
        ([EngineStarting("model")], "Loading the model…", "", ""),
        ([READY], "tiny is ready Search knows words only until the search model is loaded", "", ""),
        ([READY, EmbedderReady("mini")], "tiny is ready", "", ""),
        (
            [READY, EmbedderReady("mini", "No embedder.")],
            "tiny is ready Search knows words only",
            "No embedder. Until then, search knows words only.",
            "warning",
        ),
        (
            [EngineReady("", 0, "x.gguf is missing. Add it.")],
            "Ready, without a model Search knows words only until the search model is loaded",
            "x.gguf is missing. Add it.",
            "danger",
        ),
        (
            [EngineStopped("The disk is full.", restarting=False)],
            "The engine has stopped",
            "The disk is full. What is stored is safe; restart the engine to go on.",
            "danger",
        ),
        ([READY, EmbedderReady("mini"), CommandFailed("x", "That cannot be done.")], "tiny is ready", "That cannot be done.", "danger"),
    ],
)
def test_status_and_banner(window, updates, status, banner, tone) -> None:
    for update in updates:
        window.take(update)
    assert (window.status.text(), window.banner.text(), window.banner.tone) == (status, banner, tone)
    window.banner.dismiss()
    assert window.banner.text() == ""


@pytest.mark.parametrize("place", ["window", "view", "composer", "card"])
def test_files_can_be_dropped_anywhere(window, qtbot, place) -> None:
    commands: list[Any] = []
    window.command.connect(commands.append)
    window.resize(1000, 700)
    target = {
        "window": window,
        "view": window.conversation.view.viewport(),
        "composer": window.conversation.composer.edit.viewport(),
        "card": window.memory.gauge,
    }[place]
    assert drop(target, files(["/tmp/a.pdf", "/tmp/文件.txt"])) == (True, True)
    assert commands == [ImportPaths(("/tmp/a.pdf", "/tmp/文件.txt"), commands[0].request_id)]
    assert window.tabs.currentWidget() is window.documents
    assert not window._overlay.isVisible()


def test_only_local_files_are_taken(window) -> None:
    commands: list[Any] = []
    window.command.connect(commands.append)
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/a.pdf")])
    assert drop(window, data) == (False, False)
    assert commands == []


def test_the_overlay_shows_while_files_hang_over_the_window(window) -> None:
    data = files(["/tmp/a.pdf"])
    QApplication.sendEvent(
        window, QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    )
    assert window._overlay.isVisible()
    assert window._overlay.geometry() == window.rect()
    window._overlay.grab()
    drop(window, data)
    assert not window._overlay.isVisible()


def test_text_can_be_made_larger_and_back(window, theme, qtbot) -> None:
    before = window.conversation.composer.edit.fontMetrics().height()
    qtbot.keyClick(window, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert theme.scale == 1.1
    for _ in range(9):
        theme.zoom(1)
    assert theme.scale == 2.0
    assert window.conversation.composer.edit.fontMetrics().height() > 1.8 * before
    qtbot.keyClick(window, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert theme.scale == 1.0


def test_an_uncaught_error_is_told_and_logged(window, caplog, allow_log_warnings) -> None:
    watch_errors(window)
    try:
        sys.excepthook(ValueError, ValueError("bad"), None)
    finally:
        sys.excepthook = sys.__excepthook__
    assert window.banner.text().startswith("Something went wrong in the window (ValueError: bad).")
    assert "Uncaught error in the window" in caplog.text


@pytest.mark.parametrize("end", ["close", "sigterm"])
def test_run_window_from_start_to_end(link, qapp, tmp_path, end) -> None:
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    font, threads = qapp.font(), threading.active_count()

    def leave() -> None:
        if end == "sigterm":
            os.kill(os.getpid(), signal.SIGTERM)
        else:
            next(widget for widget in qapp.topLevelWidgets() if isinstance(widget, MainWindow) and widget.isVisible()).close()

    QTimer.singleShot(300, leave)
    try:
        assert run_window(link, Settings(language="en", theme="dark"), tmp_path, ["/tmp/a.pdf"]) == 0
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        qapp.setStyleSheet("")
        qapp.setFont(font)
    assert link.started
    assert link.closed
    assert [type(command) for command in link.commands] == [ShowState, ShowHistory, ImportPaths, Shutdown]
    assert threading.active_count() == threads
    assert (tmp_path / "window.ini").exists()


def test_a_start_that_must_fail_is_told_in_a_dialog(qapp, tmp_path, monkeypatch) -> None:
    from PySide6.QtWidgets import QMessageBox

    from desktop_mem.app import open_window
    from desktop_mem.errors import EnvironmentFault

    told: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: told.append(box.text()))
    (tmp_path / "settings.json").write_text('{"seed": "x"}', encoding="utf-8")
    with pytest.raises(EnvironmentFault):
        open_window(tmp_path, [])
    assert told == ["Some settings cannot be used: seed must be of type int, not 'x'. Correct them in settings.json or remove them."]


def test_a_file_dropped_on_the_icon_is_imported(window, qapp) -> None:
    sent = []
    window.command.connect(sent.append)
    dock = DockDrop()
    dock.dropped.connect(window.come_forward)
    qapp.installEventFilter(dock)
    QApplication.sendEvent(qapp, QFileOpenEvent("/a/报告.pdf"))
    qapp.removeEventFilter(dock)
    assert [command.paths for command in sent if isinstance(command, ImportPaths)] == [("/a/报告.pdf",)]
