"""The menu and what is behind it: shortcuts, export, the exact prompt, the report, faults, the draft, the tray."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QFileDialog, QPlainTextEdit

from desktop_mem.gui.application import watch_errors
from desktop_mem.gui.conversation.draft import DRAFT_FILE, DraftKeeper
from desktop_mem.gui.diagnostics import redacted, redacted_trace, report
from desktop_mem.gui.export import as_json, as_markdown
from desktop_mem.gui.job_state import READY, STOPPED, JobState
from desktop_mem.gui.main_window import MainWindow, Place
from desktop_mem.gui.tray import tray_state
from desktop_mem.memory.ports import Counts
from desktop_mem.runtime.command import RestartEngine, ShowHistory, ShowPrompt, SummariseNow
from desktop_mem.runtime.update import EngineReady, EngineStopped, HistoryShown, PromptShown
from desktop_mem.settings import Settings


@pytest.fixture
def placed(qtbot: Any, theme: Any, tmp_path: Path) -> MainWindow:
    made = MainWindow(theme, Place(tmp_path, Settings(), tmp_path / "log.txt"))
    made.sent = []
    made.command.connect(made.sent.append)
    qtbot.addWidget(made)
    made.resize(1200, 800)
    made.show()
    return made


def deed(window: MainWindow, words: str) -> Any:
    return window.menu._actions.by_words[words]


def test_no_key_does_two_things(placed) -> None:
    keys = [QKeySequence(key).toString() for key, _ in placed.menu._actions.shortcuts()]
    assert len(keys) == len(set(keys))
    others = [
        action.shortcut().toString() for action in placed.conversation.actions.findChildren(type(deed(placed, "Quit"))) if action.shortcut()
    ]
    assert set(keys).isdisjoint(others)


def test_f1_lists_what_can_be_done_by_key(placed, qtbot) -> None:
    qtbot.keyClick(placed, Qt.Key.Key_F1)
    lines = dict(placed.menu.shown.lines)
    assert lines["Ctrl+F"] == "Find in the conversation"
    assert lines["Alt+3"] == "Show “Search”"
    assert lines["F2"] == "Edit your last message and send it again"
    placed.menu.shown.close()


def test_panels_are_reached_by_key(placed, qtbot) -> None:
    qtbot.keyClick(placed, Qt.Key.Key_4, Qt.KeyboardModifier.AltModifier)
    assert placed.tabs.currentWidget() is placed.timeline
    qtbot.keyClick(placed, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert placed.tabs.currentWidget() is placed.search
    assert placed.search.query.hasFocus()
    deed(placed, "Summarise older messages now").trigger()
    assert type(placed.sent[-1]) is SummariseNow


@pytest.mark.parametrize("name", ["said.md", "said.json"])
def test_the_conversation_is_exported_whole(placed, script, qtbot, tmp_path, name) -> None:
    """letta 2354: what was said can be taken along."""
    placed.menu.export.export_to(str(tmp_path / name))
    (question,) = [command for command in placed.sent if isinstance(command, ShowHistory)]
    messages = (script.user(1, "Grüße 👍"), script.call(2, "conversation_search", "Look.", query="x"), script.reply(3, "**Hi**"))
    with qtbot.waitSignal(placed.menu.export.told) as told:
        placed.take(HistoryShown(question.request_id, messages, False))
    assert told.args[1] is True
    text = (tmp_path / name).read_text(encoding="utf-8")
    assert text == (as_json(messages) if name.endswith("json") else as_markdown(messages))
    assert not placed.conversation.model.rows
    placed.menu.close()


def test_what_an_export_holds(script) -> None:
    messages = (script.user(1, "Grüße 👍"), script.call(2, "open_page", "Look.", address="d1"), script.reply(3, "**Hi**"))
    lines = as_markdown(messages).splitlines()
    assert [line for line in lines if line and not line.startswith(("#", "**You", "**Assistant"))] == ["Grüße 👍", "**Hi**"]
    records = json.loads(as_json(messages))["messages"]
    assert [(each["address"], each["text"]) for each in records] == [("m1", "Grüße 👍"), ("m2", ""), ("m3", "**Hi**")]
    assert records[1]["call"]["arguments"] == {"address": "d1"}


def test_an_export_that_fails_says_where(placed, script, qtbot, tmp_path) -> None:
    placed.menu.export.export_to(str(tmp_path / "no" / "said.md"))
    with qtbot.waitSignal(placed.menu.export.told) as told:
        placed.take(HistoryShown(placed.sent[-1].request_id, (script.user(1, "x"),), False))
    assert told.args[1] is False
    qtbot.waitUntil(lambda: str(tmp_path / "no" / "said.md") in placed.banner.text())
    placed.menu.close()


def test_the_exact_text_of_each_part_is_shown(placed, qtbot) -> None:
    """Alpaca 572: what the model really reads can be looked at."""
    bar = placed.memory.gauge._bar
    from desktop_mem.memory.update import ContextMeasured

    placed.take(ContextMeasured(4096, 780, 164, 210, 905, 512, 2509, 3584))
    part, rect = bar.spans()[1]
    assert part.key == "working_context"
    qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=rect.center().toPoint())
    (question,) = [command for command in placed.sent if isinstance(command, ShowPrompt)]
    dialog = placed.menu.prompt
    placed.take(PromptShown(question.request_id, "<|im_start|>…", 2059, (("working_context", "Name: Lena"), ("summary", ""))))
    assert (dialog.part.currentData(), dialog.text.toPlainText()) == ("working_context", "Name: Lena")
    dialog.part.setCurrentIndex(0)
    assert (dialog.text.toPlainText(), dialog.figure.text()) == ("<|im_start|>…", "2,059 tokens in all")
    dialog.part.setCurrentIndex(3)
    assert dialog.text.toPlainText() == "Nothing stands here now."
    dialog.close()


def test_the_report_names_nobody_and_no_place(tmp_path) -> None:
    log = tmp_path / "log.txt"
    log.write_text(
        "2026-03-03 10:00:00 INFO a: /home/lena/diary.txt was read\n"
        '2026-03-03 10:00:01 WARNING b: "Lena Hoffmann" in /home/lena/secret plans/contract.pdf and C:\\Users\\lena\\x.docx failed\n',
        encoding="utf-8",
    )
    settings = Settings(chat_model="/home/lena/models/q.gguf", temperature=0.5)
    text = report(settings, JobState(READY, model="tiny"), Counts(3, 2, 1), [0.4], log)
    assert "chat_model=(set)" in text
    assert "temperature=0.5" in text
    assert "WARNING b" in text
    assert "the longest 400 ms" in text
    for secret in ("lena", "Lena", "diary", "contract", "q.gguf"):
        assert secret not in text
    assert redacted("3/4 of 1,200 done") == "3/4 of 1,200 done"
    trace = "Traceback:\n  File \"/home/lena/x/desktop_mem/gui/a.py\", line 3, in b\n    c()\nOSError: no '/home/lena/Tagebuch'"
    assert redacted_trace(trace) == 'Traceback:\n  File "desktop_mem/gui/a.py", line 3, in b\n    c()\nOSError: no “…”'


def test_a_fault_in_the_window_tells_what_was_saved_and_gives_a_report(placed, qtbot, allow_log_warnings) -> None:
    watch_errors(placed)
    try:
        raise ValueError("example")
    except ValueError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    finally:
        sys.excepthook = sys.__excepthook__
    assert placed.banner.details_button.isVisible()
    placed.banner.details_button.click()
    dialog = placed.menu.shown
    assert "is stored" in dialog.words.text()
    dialog.copy_button.click()
    assert "ValueError: example" in QGuiApplication.clipboard().text()
    dialog.close()
    placed.banner.dismiss()
    assert not placed.banner.details_button.isVisible()


def test_a_draft_survives_a_crash(qtbot, tmp_path) -> None:
    """gpt4all 2810: what was being written is there again."""
    edit = QPlainTextEdit()
    qtbot.addWidget(edit)
    DraftKeeper(edit, tmp_path / DRAFT_FILE)
    edit.setPlainText("Dear Ada, 你好")
    qtbot.waitUntil(lambda: (tmp_path / DRAFT_FILE).exists())
    again = QPlainTextEdit()  # nothing was closed
    qtbot.addWidget(again)
    DraftKeeper(again, tmp_path / DRAFT_FILE)
    assert again.toPlainText() == "Dear Ada, 你好"
    again.clear()
    qtbot.waitUntil(lambda: not (tmp_path / DRAFT_FILE).exists())


@pytest.mark.parametrize(
    ("state", "shown"),
    [(JobState(), "busy"), (JobState(READY), "idle"), (JobState(READY, working=True), "busy"), (JobState(STOPPED), "error")],
)
def test_the_tray_shows_how_the_engine_stands(state, shown) -> None:
    assert tray_state(state) == shown


def test_what_is_found_in_the_conversation_comes_into_view(placed, script, qtbot) -> None:
    question = ShowHistory(200)
    placed.take_sent(question)
    messages = tuple(script.user(n, f"Message {n} about {'apples' if n in (3, 80) else 'pears'}", minutes=n) for n in range(1, 121))
    placed.take(HistoryShown(question.request_id, messages, False))
    qtbot.keyClick(placed, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    find, view = placed.conversation.find, placed.conversation.view
    qtbot.keyClicks(find.words, "APPLES")
    qtbot.waitUntil(lambda: find.figure.text() == "2 of 2")
    assert view.currentIndex().row() == 79
    qtbot.keyClick(find.words, Qt.Key.Key_Return)
    assert (find.figure.text(), view.currentIndex().row()) == ("1 of 2", 2)
    assert view.viewport().rect().intersects(view.visualRect(view.currentIndex()))
    qtbot.keyClick(find.words, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert find.figure.text() == "2 of 2"
    qtbot.keyClick(find.words, Qt.Key.Key_Escape)
    assert not find.isVisible()


def test_a_message_far_back_is_loaded_and_shown(placed, script) -> None:
    question = ShowHistory(200)
    placed.take_sent(question)
    placed.take(HistoryShown(question.request_id, (script.user(500, "new"),), True))
    placed.show_message("m7")
    far = placed.sent[-1]
    assert (type(far), far.before) == (ShowHistory, "m500")
    placed.take_sent(far)
    placed.take(HistoryShown(far.request_id, tuple(script.user(n, f"old {n}") for n in range(5, 60)), False))
    assert placed.conversation.view.currentIndex().row() == 2
    placed.show_message("m1")
    assert placed.banner.text() == "m1 is not shown in the conversation; it was taken back."


def test_the_engine_is_started_again_from_the_menu_and_from_the_banner(window) -> None:
    sent = []
    window.command.connect(sent.append)
    deed(window, "Restart the engine").trigger()
    window.take(EngineReady("tiny", 2048))
    assert not window.banner.restart_button.isVisible()
    window.take(EngineStopped("The disk is full.", restarting=False))
    assert window.banner.restart_button.isVisible()
    window.banner.restart_button.click()
    assert [type(command) for command in sent].count(RestartEngine) == 2
    window.take(EngineStopped("It was killed.", restarting=True))
    assert not window.banner.restart_button.isVisible(), "it starts by itself"
    window.take(EngineReady("tiny", 2048, fault="The model file is damaged. Choose another model."))
    assert window.banner.restart_button.isVisible()


def test_what_was_changed_in_the_preferences_is_offered_to_be_used_at_once(placed) -> None:
    placed.menu._take_settings(replace(placed.menu.settings, theme="dark"))
    assert placed.banner.text() == ""
    placed.menu._take_settings(replace(placed.menu.settings, seed=7))
    assert placed.banner.text() == "What you changed holds from the next start of the engine on."
    assert placed.banner.restart_button.isVisible()


def test_another_language_is_not_promised_for_the_next_start_of_the_engine(placed) -> None:
    """The engine starts without the window: whoever restarted it would have waited for the language in vain."""
    placed.menu._take_settings(replace(placed.menu.settings, language="zh_CN"))
    assert placed.banner.text() == "The language changes when you quit and start the program again."
    assert not placed.banner.restart_button.isVisible()
    placed.take(EngineReady("tiny", 2048))
    assert placed.banner.text(), "the engine's start does not settle it"
    placed.menu._take_settings(replace(placed.menu.settings, language="en", seed=7))
    assert placed.banner.restart_button.isVisible()


def test_an_engine_that_the_user_restarts_is_no_warning(placed) -> None:
    placed.take(EngineStopped("", restarting=True))
    assert placed.banner.text() == "The engine starts again; nothing that was accepted is lost."
    assert placed.banner.tone == "info"
    placed.take(EngineReady("tiny", 2048))
    assert placed.banner.text() == ""


def test_the_export_names_a_file_and_takes_the_ending_of_the_kind(placed) -> None:
    placed.menu.export.ask()
    dialog = placed.findChild(QFileDialog)
    assert [Path(path).name for path in dialog.selectedFiles()] == ["conversation.md"]
    dialog.selectNameFilter("JSON (*.json)")
    dialog.filterSelected.emit("JSON (*.json)")
    assert [Path(path).name for path in dialog.selectedFiles()] == ["conversation.json"]
    dialog.reject()
