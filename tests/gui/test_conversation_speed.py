"""How much work the conversation does, counted: at its opening, while an answer streams in, and while it is scrolled."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QPoint
from PySide6.QtGui import QGuiApplication, QImage

from desktop_mem.gui.bridge import REST, SLOWEST_TICK_MS, TICK_MS, Bridge
from desktop_mem.gui.conversation import row_layout
from desktop_mem.gui.conversation.rich_text import Block, blocks_of
from desktop_mem.gui.conversation.row_layout import RowLayouter
from desktop_mem.gui.conversation.stored_rows import _StoredTurn
from desktop_mem.memory.update import EventAdmitted, ReplySent, ReplyStreamed, StepStarted, Yielded
from desktop_mem.runtime.command import ShowHistory
from desktop_mem.runtime.update import HistoryShown

PARAGRAPH = "The garden path leads down to an old gate where *roses* climb over warm stone and nobody has passed since the rain.\n\n"


class Counter:
    """Counts the calls of a function that goes on as before, and remembers their first arguments."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
        self.calls: list[tuple[Any, ...]] = []
        inner = getattr(owner, name)

        def counted(*arguments: Any, **named: Any) -> Any:
            self.calls.append(arguments)
            return inner(*arguments, **named)

        monkeypatch.setattr(owner, name, counted)


def show_history(window: Any, script: Any, turns: int) -> None:
    said = [
        message
        for n in range(turns)
        for message in (script.user(2 * n + 1, f"Question {n}?", minutes=n), script.reply(2 * n + 2, "word " * (n * 7 % 90), minutes=n))
    ]
    question = ShowHistory(len(said))
    window.take_sent(question)
    window.take(HistoryShown(question.request_id, tuple(said), False))


def on_screen(window: Any) -> QImage:
    """What stands on the screen now, whichever parts of it were painted when."""
    QCoreApplication.processEvents()
    view = window.conversation.view.viewport()
    at = view.mapTo(window, QPoint(0, 0))
    shot = QGuiApplication.primaryScreen().grabWindow(window.winId(), at.x(), at.y(), view.width(), view.height())
    return shot.toImage().convertToFormat(QImage.Format.Format_RGB32)


def painted_anew(window: Any) -> QImage:
    """The same, painted in one go."""
    window.conversation.view.viewport().update()
    return on_screen(window)


def test_opening_makes_and_lays_out_only_what_is_on_view(window, script, monkeypatch) -> None:
    layouts = Counter(monkeypatch, RowLayouter, "layout")
    turns = Counter(monkeypatch, _StoredTurn, "rows")
    show_history(window, script, 2000)
    QCoreApplication.processEvents()
    assert len(window.conversation.model.rows) == 4000
    assert 3 <= len(layouts.calls) <= 40
    assert len({turn for (turn,) in turns.calls}) <= 60


def test_a_far_message_is_found_without_making_the_rows_between(window, script, monkeypatch) -> None:
    show_history(window, script, 2000)
    turns = Counter(monkeypatch, _StoredTurn, "rows")
    window.conversation.show_message("m42")
    QCoreApplication.processEvents()
    model = window.conversation.model
    assert model.rows[window.conversation.view.currentIndex().row()].address == "m42"
    assert len({turn for (turn,) in turns.calls}) <= 20


def test_streaming_lays_out_only_the_paragraph_that_grows(window, script, monkeypatch) -> None:
    show_history(window, script, 20)
    window.take(EventAdmitted(script.user(101, "Tell me all.")))
    window.take(StepStarted(0, ()))
    texts = Counter(monkeypatch, row_layout, "prose_document")
    ticks = 0
    for _ in range(12):
        for start in range(0, len(PARAGRAPH), 20):
            window.take(ReplyStreamed(PARAGRAPH[start : start + 20]))
            ticks += 1
    markdown = [call for call in texts.calls if len(call) == 4]
    assert len(markdown) == ticks
    assert max(len(call[0]) for call in markdown) <= len(PARAGRAPH)


def test_what_was_only_moved_looks_as_if_painted_anew(window, script) -> None:
    show_history(window, script, 20)
    view = window.conversation.view
    window.take(EventAdmitted(script.user(101, "Tell me all.")))
    window.take(StepStarted(0, ()))
    for text in ("Short", " and", " more.\n\n", PARAGRAPH, "```python\n", "for x in y:\n", "    pass\n", "```\n", *[PARAGRAPH] * 8):
        window.take(ReplyStreamed(text))
        shown = on_screen(window)
        assert shown == painted_anew(window), f"after {text!r}"
    for step in (-7, -60, 25, -300, 11):
        view.verticalScrollBar().setValue(view.verticalScrollBar().value() + step)
        shown = on_screen(window)
        assert shown == painted_anew(window), f"after scrolling by {step}"
    window.take(ReplyStreamed(PARAGRAPH))
    window.take(ReplySent(script.reply(102, "All in all: nothing.")))
    window.take(Yielded(1))
    shown = on_screen(window)
    assert shown == painted_anew(window)


def test_a_slow_tick_is_followed_by_a_longer_rest(link, qapp, monkeypatch) -> None:
    """However slow the machine, the main thread is free for most of the time."""
    bridge = Bridge(link)
    clock = iter((0.0, 0.03, 1.0, 1.001, 2.0, 5.0))
    monkeypatch.setattr("desktop_mem.gui.bridge.time.thread_time", lambda: next(clock))
    for pause in (REST * 30, TICK_MS, SLOWEST_TICK_MS):
        bridge._drain()
        bridge._wake()
        assert bridge._tick.interval() == pause
        bridge._tick.stop()
    bridge.close()


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("One.\n\nTwo.", ["One.", "Two."]),
        ("**One.**\n\n*Two.*", ["**One.**", "*Two.*"]),
        ("One\ntwo\n\n\nThree", ["One\ntwo", "Three"]),
        ("1. one\n\n2. two\n\nafter", ["1. one\n\n2. two", "after"]),
        ("- one\n\n  more of one\n\n- two", ["- one\n\n  more of one\n\n- two"]),
        ("# Title\n\nText\n\n> quoted\n\nplain", ["# Title", "Text", "> quoted", "plain"]),
        ("| a |\n|---|\n| 1 |\n\nplain", ["| a |\n|---|\n| 1 |", "plain"]),
        ("See [it][1].\n\nMore.\n\n[1]: https://example.org", ["See [it][1].\n\nMore.\n\n[1]: https://example.org"]),
    ],
)
def test_markdown_is_taken_apart_only_where_nothing_reaches_across(text: str, blocks: list[str]) -> None:
    assert blocks_of(text) == [Block(block) for block in blocks]
