"""The composer: keys, input methods, stop, and buttons that follow the engine."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication

from desktop_mem.gui.conversation.composer import Composer
from desktop_mem.gui.job_state import READY, RESTARTING, STARTING, STOPPED, JobState


@pytest.fixture
def composer(qtbot: Any, theme: Any) -> Composer:
    made = Composer(theme)
    made.said = []
    made.submitted.connect(made.said.append)
    qtbot.addWidget(made)
    made.resize(700, 120)
    made.show()
    made.show_state(JobState(READY))
    return made


def test_enter_sends_and_shift_enter_breaks_the_line(composer, qtbot) -> None:
    qtbot.keyClicks(composer.edit, "One")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(composer.edit, "two")
    assert composer.said == []
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert composer.said == ["One\ntwo"]
    assert composer.edit.toPlainText() == ""


def test_an_input_method_keeps_its_enter(composer, qtbot) -> None:
    QApplication.sendEvent(composer.edit, QInputMethodEvent("ni hao", []))
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert composer.said == []
    commit = QInputMethodEvent("", [])
    commit.setCommitString("你好")
    QApplication.sendEvent(composer.edit, commit)
    composer.edit.setPlainText("你好")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert composer.said == ["你好"]


@pytest.mark.parametrize(
    ("state", "stop", "send"),
    [
        (JobState(STARTING), False, True),
        (JobState(READY), False, True),
        (JobState(READY, working=True), True, True),
        (JobState(RESTARTING), False, True),
        (JobState(STOPPED), False, False),
    ],
)
def test_buttons_follow_the_state(composer, qtbot, state, stop, send) -> None:
    composer.edit.setPlainText("Text")
    composer.show_state(state)
    assert (composer.stop_button.isVisible(), composer.send_button.isEnabled(), composer.edit.isEnabled()) == (stop, send, True)
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert composer.said == (["Text"] if send else [])
    assert composer.edit.toPlainText() == ("" if send else "Text")


def test_blank_messages_are_not_sent(composer, qtbot) -> None:
    composer.edit.setPlainText("  \n ")
    assert not composer.send_button.isEnabled()
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert composer.said == []


def test_it_grows_with_its_text_up_to_eight_lines(composer) -> None:
    line = composer.edit.fontMetrics().lineSpacing()
    heights = []
    for lines in (1, 3, 8, 30):
        composer.edit.setPlainText("\n".join("x" * lines))
        heights.append(composer.edit.height())
    assert heights == [line + 8, 3 * line + 8, 8 * line + 8, 8 * line + 8]


def test_pasted_files_are_imported_and_pasted_text_is_text(composer) -> None:
    pasted: list[list[str]] = []
    composer.files_pasted.connect(pasted.append)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/tmp/a.pdf"), QUrl("https://example.org/x")])
    assert not composer.edit.canInsertFromMimeData(data)
    composer.edit.insertFromMimeData(data)
    assert pasted == [["/tmp/a.pdf"]]
    text = QMimeData()
    text.setText("words")
    composer.edit.insertFromMimeData(text)
    assert composer.edit.toPlainText() == "words"
