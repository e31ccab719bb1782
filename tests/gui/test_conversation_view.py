"""The conversation on view: folding, copying, staying in place, history on demand, and thousands of rows."""

from __future__ import annotations

import sys
import time
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QImage, QTextDocument
from PySide6.QtWidgets import QMenu

from desktop_mem.gui.conversation.panel import ConversationPanel
from desktop_mem.gui.conversation.rich_text import Block, blocks_of, prose_document
from desktop_mem.gui.conversation.row_heights import RowHeights
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.reminder import Reminder, When
from desktop_mem.memory.topic import Topic
from desktop_mem.memory.update import EventAdmitted, ReminderFell, ReplySent, ReplyStreamed, StepStarted, TopicSwitched, Yielded
from desktop_mem.runtime.command import EditAndResend, Retry, Rewrite, SendMessage, ShowHistory, UndoTurn
from desktop_mem.runtime.update import HistoryShown
from tests.gui.conftest import AT


@pytest.fixture
def panel(qtbot: Any, theme: Any) -> ConversationPanel:
    made = ConversationPanel(theme)
    made.commands = []
    made.command.connect(made.commands.append)
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show()
    return made


def show_history(panel: ConversationPanel, messages: list[Any], *, more: bool = False, before: str = "") -> None:
    request = ShowHistory(200, before)
    panel.take_sent(request)
    panel.take(HistoryShown(request.request_id, tuple(messages), more))


def long_history(script: Any, count: int, first: int = 1) -> list[Any]:
    return [script.user(n, f"Message {n}. " + "word " * (n * 7 % 90), minutes=n) for n in range(first, first + count)]


def test_an_empty_conversation_says_what_can_be_done(panel, qtbot) -> None:
    assert panel.empty.isVisible()
    qtbot.mouseClick(panel.empty._buttons[1], Qt.MouseButton.LeftButton)
    assert panel.composer.edit.toPlainText() == "What do you know about me?"
    assert panel.commands == []


def test_a_click_unfolds_a_trace_and_another_folds_it(panel, script, qtbot) -> None:
    show_history(panel, [script.user(1, "Dentist?"), script.call(2, "conversation_search", "Look."), script.reply(3, "None.", thought="t")])
    index = panel.model.index(2)
    folded = panel.view.visualRect(index).height()
    centre = panel.view.visualRect(index).center()
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=centre)
    assert panel.model.rows[2].expanded
    assert panel.view.visualRect(index).height() > folded + 40
    panel.view.setCurrentIndex(index)
    qtbot.keyClick(panel.view, Qt.Key.Key_Space)
    assert panel.view.visualRect(index).height() == folded


def test_copying_gives_the_source_of_the_selected_rows(panel, script, qtbot) -> None:
    show_history(panel, [script.user(1, "Say $x^2$"), script.reply(2, "**Bold** and `code`")])
    panel.view.selectAll()
    panel.view.setFocus()
    qtbot.keyClick(panel.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Say $x^2$\n\n**Bold** and `code`"


def menu_of(panel: ConversationPanel, place: int) -> list[str]:
    """The words of a row's context menu, which is closed again."""
    at = panel.view.visualRect(panel.model.index(place)).center()
    reason = QContextMenuEvent.Reason.Mouse
    panel.view.contextMenuEvent(QContextMenuEvent(reason, at, panel.view.viewport().mapToGlobal(at), Qt.KeyboardModifier.NoModifier))
    menu = next(menu for menu in panel.view.findChildren(QMenu) if menu.isVisible())
    words = [action.text() for action in menu.actions() if not action.isSeparator()]
    menu.close()
    return words


def test_the_context_menu_offers_what_can_be_done(panel, script) -> None:
    show_history(panel, [script.user(1, "Hi"), script.reply(2, "Hello", thought="t"), script.user(3, "Dentist?")])
    assert menu_of(panel, 0) == ["Copy", "Why?", "Forget"]
    assert [index.row() for index in panel.view.selectedIndexes()] == [0]
    assert menu_of(panel, 2) == ["Copy", "Show or hide the steps"]
    assert menu_of(panel, 3) == ["Copy", "Why?", "Forget", "Retry", "Edit and resend…", "Undo"]
    panel.take(EventAdmitted(script.user(3, "Dentist?")))
    panel.take(ReplySent(script.reply(4, "Dr. Okafor.")))
    assert menu_of(panel, 4) == ["Copy", "Why?", "Forget", "Retry", "Edit and resend…", "Rewrite the answer…", "Undo"]
    panel.take_sent(SendMessage("More"))
    assert menu_of(panel, 3) == ["Copy", "Why?", "Forget"]


def test_the_last_turn_is_acted_upon_from_the_keyboard(panel, script, qtbot) -> None:
    edit = panel.composer.edit
    for keys in ("retry", "undo", "edit", "rewrite"):
        getattr(panel.actions, keys).trigger()
    assert (panel.commands, panel.composer.purpose) == ([], "")  # nothing was said yet
    show_history(panel, [script.user(1, "Dentist?"), script.reply(2, "Dr. Okafor.")])
    panel.activateWindow()
    edit.setFocus()
    qtbot.keyClick(edit, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    panel.view.setFocus()
    qtbot.keyClick(panel.view, Qt.Key.Key_Backspace, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert [type(command) for command in panel.commands] == [Retry, UndoTurn]


def test_a_message_is_edited_in_the_composer_and_the_draft_comes_back(panel, script, qtbot) -> None:
    edit = panel.composer.edit
    show_history(panel, [script.user(1, "Dentist?"), script.reply(2, "Dr. Okafor.")])
    edit.setPlainText("A draft")
    panel.actions.edit.trigger()
    assert (edit.toPlainText(), panel.composer.notice.isVisible()) == ("Dentist?", True)
    assert panel.composer.notice.text().startswith("Editing your last message.")
    qtbot.keyClick(edit, Qt.Key.Key_Escape)
    assert (edit.toPlainText(), panel.composer.notice.isVisible(), panel.commands) == ("A draft", False, [])
    panel.actions.edit.trigger()
    panel.actions.rewrite.trigger()
    assert edit.toPlainText() == "Dr. Okafor."
    panel.actions.edit.trigger()
    edit.setPlainText("Which dentist?")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert panel.commands == [EditAndResend("Which dentist?", panel.commands[0].request_id)]
    assert (edit.toPlainText(), panel.composer.purpose) == ("A draft", "")


def test_an_answer_is_rewritten_in_the_composer(panel, script, qtbot) -> None:
    show_history(panel, [script.user(1, "Dentist?"), script.reply(2, "Dr. Okafor.")])
    panel.actions.rewrite.trigger()
    assert panel.composer.notice.text() == "Rewriting the last answer. What you write takes its place."
    panel.composer.edit.setPlainText("Dr. Brown.")
    qtbot.mouseClick(panel.composer.send_button, Qt.MouseButton.LeftButton)
    assert panel.commands == [Rewrite("Dr. Brown.", panel.commands[0].request_id)]
    panel.actions.rewrite.trigger()
    qtbot.mouseClick(panel.composer.cancel_button, Qt.MouseButton.LeftButton)
    assert panel.composer.edit.toPlainText() == ""


def test_a_reminder_and_a_topic_are_painted_in_the_colours_of_their_own(panel, script, theme) -> None:
    message = Message(Role.EVENT, "", AT, "m5")
    panel.take(ReminderFell(message, Reminder("drink water", "", When(AT), AT, AT, "r1"), AT))
    panel.take(TopicSwitched(Topic("Garden", AT, "t2")))
    image = panel.view.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    box = panel.view._delegate.layout(panel.model, 0).frame
    inside = panel.view.visualRect(panel.model.index(0)).topLeft() + QPoint(round(box.left()) + 6, round(box.center().y()))
    assert image.pixelColor(inside).name() == theme.colour("accent_soft").name()
    divider = panel.view._delegate.layout(panel.model, 1)
    assert [line.text for line in divider.lines][-1:] == ["Garden"]
    assert len([box for box in divider.boxes if box.fill == "border"]) == 2


def test_at_the_end_it_stays_at_the_end_while_text_streams(panel, script) -> None:
    show_history(panel, long_history(script, 60))
    bar = panel.view.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    panel.take(StepStarted(0, ()))
    for _ in range(30):
        panel.take(ReplyStreamed("more and more text that needs room\n\n"))
    assert bar.value() == bar.maximum()
    last = panel.view.visualRect(panel.model.index(panel.model.rowCount() - 1))
    assert last.bottom() <= panel.view.viewport().height()


def test_elsewhere_it_keeps_its_place(panel, script) -> None:
    show_history(panel, long_history(script, 60))
    panel.view.verticalScrollBar().setValue(400)
    place = panel.view.indexAt(QPoint(10, 5))
    before = panel.view.visualRect(place).top()
    panel.take(StepStarted(0, ()))
    panel.take(ReplyStreamed("text\n\n" * 40))
    assert panel.view.visualRect(place).top() == before


def test_scrolled_to_the_top_it_asks_once_for_older_and_does_not_jump(panel, script, qtbot) -> None:
    show_history(panel, long_history(script, 60, first=101), more=True)
    panel.view.verticalScrollBar().setValue(0)
    qtbot.waitUntil(lambda: len(panel.commands) == 1)
    panel.view.verticalScrollBar().setValue(3)
    qtbot.wait(20)
    (asked,) = panel.commands
    assert (asked.before, asked.limit) == ("m101", 200)
    index = panel.view.indexAt(QPoint(10, 50))
    shown, top = panel.model.rows[index.row()], panel.view.visualRect(index).top()
    panel.take_sent(asked)
    panel.take(HistoryShown(asked.request_id, tuple(long_history(script, 40, first=61)), False))
    assert panel.model.rowCount() == 100
    now = panel.model.index(panel.model.rows.index(shown))
    assert abs(panel.view.visualRect(now).top() - top) <= 60  # the day heading above the old first row may go


def test_many_rows_open_quickly_and_only_the_visible_are_measured(panel, script) -> None:
    history = long_history(script, 5000)
    began = time.perf_counter()
    show_history(panel, history)
    panel.grab()
    opened = time.perf_counter() - began
    began = time.perf_counter()
    for n in range(40):
        panel.take(ReplyStreamed(f"token {n} "))
        panel.view.viewport().repaint()
    sys.stdout.write(f"5,000 rows: open {opened * 1000:.0f} ms; a tick of streaming {(time.perf_counter() - began) / 40 * 1000:.1f} ms\n")
    measured = sum(panel.view._heights.is_measured(place) for place in range(5000))
    assert 0 < measured < 60
    panel.view.verticalScrollBar().setValue(panel.view.verticalScrollBar().maximum() // 2)
    assert panel.view.indexAt(QPoint(10, 100)).row() in range(1500, 3500)


def test_rows_are_reached_by_keyboard(panel, script, qtbot) -> None:
    panel.composer.edit.setFocus()
    show_history(panel, long_history(script, 50))
    panel.view.clearFocus()  # the empty list may have had it
    panel.view.setFocus()
    qtbot.keyClick(panel.view, Qt.Key.Key_Up)
    qtbot.keyClick(panel.view, Qt.Key.Key_Up)
    assert panel.view.currentIndex().row() == 47  # focus begins at the newest
    qtbot.keyClick(panel.view, Qt.Key.Key_PageUp)
    assert panel.view.currentIndex().row() < 47
    assert panel.view.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole).startswith("You, ")
    qtbot.keyClick(panel.view, Qt.Key.Key_Home)
    assert panel.view.verticalScrollBar().value() == 0


def test_a_turn_from_start_to_end_paints_in_both_directions(panel, script, qapp) -> None:
    for direction in (Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft):
        panel.setLayoutDirection(direction)
        panel.take(EventAdmitted(script.user(1, "Hi", minutes=1)))
        panel.take(StepStarted(0, ()))
        panel.take(ReplyStreamed("Hello\n```python\nprint(1)\n```\n| a | b |\n|---|---|\n| 1 | 2 |"))
        panel.take(ReplySent(script.reply(2, "Hello", minutes=2)))
        panel.take(Yielded(1))
        colours = {panel.grab().toImage().convertToFormat(QImage.Format.Format_RGB32).pixelColor(x, 300).name() for x in range(0, 800, 4)}
        assert len(colours) >= 1


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("plain", [Block("plain")]),
        ("a\n```py\nx = 1\n\ny\n```\nb", [Block("a"), Block("x = 1\n\ny", True, "py"), Block("b")]),
        ("```\nstill open", [Block("still open", True)]),
        ("~~~\n```\n~~~", [Block("```", True)]),
        ("````\n```\n````", [Block("```", True)]),
        ("", []),
    ],
)
def test_blocks(text: str, blocks: list[Block]) -> None:
    assert blocks_of(text) == blocks


def test_markdown_loads_nothing_and_shows_html_as_text(theme, tmp_path) -> None:
    picture = tmp_path / "x.png"
    QImage(50, 50, QImage.Format.Format_RGB32).save(str(picture))
    text = f"![x](file://{picture}) <b>not bold</b> <script>alert(1)</script>"
    document = prose_document(text, theme.font(), 400, theme.colour("border"))
    assert document.resource(QTextDocument.ResourceType.ImageResource, picture.as_uri()) is None
    assert "<b>not bold</b>" in document.toPlainText()


def test_heights_keep_the_running_sum() -> None:
    heights = RowHeights()
    heights.replace([10, 20, 30])
    assert [heights.place_at(y) for y in (-1, 0, 9, 10, 29, 30, 59, 60)] == [-1, 0, 0, 1, 1, 2, 2, 3]
    assert heights.measure({1: 25.0}) is True
    assert heights.measure({1: 25.0}) is False
    assert (heights.top(2), heights.total) == (35, 65)
    heights.insert(1, [5, 5])
    assert (heights.top(3), heights.total, heights.is_measured(3)) == (20, 75, False)
    heights.remove(0, 1)
    assert (len(heights), heights.top(1), heights.total) == (3, 5, 60)
