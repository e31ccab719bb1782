"""The watchdog: a busy main thread is logged with what it was doing."""

from __future__ import annotations

import time

from desktop_mem.gui.watchdog import Watchdog


def busy_on_purpose(seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass


def test_a_stall_is_logged_with_its_stack(qtbot, caplog, allow_log_warnings) -> None:
    watchdog = Watchdog(limit=0.05, pause=0.01)
    watchdog.start()
    qtbot.wait(50)
    busy_on_purpose(0.3)
    qtbot.waitUntil(lambda: len(watchdog.stalls) >= 1)
    watchdog.close()
    assert 0.05 < max(watchdog.stalls) < 2
    assert "busy_on_purpose" in caplog.text


def test_an_idle_window_is_left_alone(qtbot) -> None:
    watchdog = Watchdog(limit=0.5, pause=0.01)
    watchdog.start()
    qtbot.wait(100)
    watchdog.close()
    assert watchdog.stalls == []
    assert not watchdog._thread.is_alive()
