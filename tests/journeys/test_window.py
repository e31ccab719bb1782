"""The window over the real engine with the embedded models: type, drop, lose the engine, go on."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QRectF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from desktop_mem.app import make_engine_link, open_home
from desktop_mem.control.document_ledger import ImportState, Reason
from desktop_mem.gui.application import connect_bridge, make_application
from desktop_mem.gui.conversation.row_parts import HotPart
from desktop_mem.gui.main_window import MainWindow
from desktop_mem.gui.theme import Theme
from desktop_mem.memory.update import ReplySent, Yielded
from desktop_mem.runtime.update import DocumentChanged, EngineReady, EngineStopped, HistoryShown

pytestmark = [
    pytest.mark.model,
    pytest.mark.embedder,
    pytest.mark.qt_log_ignore(r"This plugin does not support (propagateSizeHints|raise|grabbing the keyboard)"),
]
PATIENCE_MS = 120_000


class Live:
    """A window on a running engine, and what the engine said to it."""

    def __init__(self, profile: Path, qtbot: Any) -> None:
        self.home = open_home(profile)
        self.link = make_engine_link(self.home)
        self.qtbot = qtbot
        self.heard: list[Any] = []
        theme = Theme(make_application(self.home.settings), "light")
        self.window = MainWindow(theme)
        qtbot.addWidget(self.window)
        self.bridge = connect_bridge(self.link, self.window)
        self.bridge.updated.connect(self.heard.append)
        self.window.resize(1200, 800)
        self.window.show()
        self.bridge.start()
        self.window.begin()

    def wait(self, kind: type, count: int = 1) -> list[Any]:
        """Let the window live until so many updates of a kind have come."""
        self.qtbot.waitUntil(lambda: len(self.all(kind)) >= count, timeout=PATIENCE_MS)
        return self.all(kind)

    def all(self, kind: type) -> list[Any]:
        return [update for update in self.heard if isinstance(update, kind)]

    def done(self) -> dict[str, Reason | None]:
        """Names of the imported files and why each import ended."""
        return {Path(u.entry.path).name: u.entry.reason for u in self.all(DocumentChanged) if u.entry.state is ImportState.DONE}

    def rows(self) -> list[str]:
        return [row.text for row in self.window.conversation.model.rows if row.kind != "trace"]

    def drop(self, *paths: Path) -> None:
        """Drag files over the conversation and let go."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        target, action = self.window.conversation.view.viewport(), Qt.DropAction.CopyAction
        button, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        for event in (QDragEnterEvent(QPoint(9, 9), action, data, button, keys), QDropEvent(QPoint(9, 9), action, data, button, keys)):
            QApplication.sendEvent(target, event)
            assert event.isAccepted()

    def say(self, text: str) -> None:
        """Type a message and press Enter."""
        edit = self.window.conversation.composer.edit
        self.qtbot.keyClicks(edit, text)
        self.qtbot.keyClick(edit, Qt.Key.Key_Return)

    def close(self) -> None:
        self.window.close()
        self.bridge.close()


@pytest.fixture
def live(profile: Path, qtbot: Any) -> Iterator[Live]:
    window = Live(profile, qtbot)
    yield window
    window.close()


def test_hello_in_the_window_gets_a_reply_and_survives_a_restart(live: Live, profile: Path, qtbot: Any) -> None:
    live.wait(EngineReady)
    live.say("Hello")
    [reply] = live.wait(ReplySent)
    live.wait(Yielded)
    assert live.rows() == ["Hello", reply.message.text]
    assert live.window.conversation.composer.edit.toPlainText() == ""
    live.close()
    again = Live(profile, qtbot)
    try:
        qtbot.waitUntil(lambda: again.rows() == ["Hello", reply.message.text], timeout=PATIENCE_MS)
    finally:
        again.close()


def test_the_last_turn_is_retried_rewritten_edited_and_undone(live: Live, qtbot: Any) -> None:
    live.wait(EngineReady)
    actions, composer = live.window.conversation.actions, live.window.conversation.composer
    live.say("Hello")
    live.wait(Yielded)
    actions.retry.trigger()
    again = live.wait(ReplySent, 2)[1]
    live.wait(Yielded, 2)
    assert live.rows() == ["Hello", again.message.text]
    actions.rewrite.trigger()
    composer.edit.setPlainText("Good morning, Lena.")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: live.rows() == ["Hello", "Good morning, Lena."], timeout=PATIENCE_MS)
    actions.edit.trigger()
    composer.edit.setPlainText("Good evening")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    evening = live.wait(ReplySent, 3)[2]
    live.wait(Yielded, 3)
    assert live.rows() == ["Good evening", evening.message.text]
    actions.undo.trigger()
    qtbot.waitUntil(lambda: live.rows() == [], timeout=PATIENCE_MS)
    live.window.begin()
    live.wait(HistoryShown, 2)
    assert live.rows() == []


def test_documents_dropped_on_the_window_are_found_though_the_engine_was_killed(live: Live, run: Any, pdf: Path, chinese: Path) -> None:
    live.wait(EngineReady)
    book = pdf.with_name("long.txt")
    book.write_text("\n\n".join(f"Paragraph {n} tells of harbour number {n}. " * 14 for n in range(250)), encoding="utf-8")
    live.drop(book, pdf, chinese)
    live.qtbot.waitUntil(lambda: any(u.entry.passages >= 32 for u in live.all(DocumentChanged)), timeout=PATIENCE_MS)
    os.kill(live.link.pid, signal.SIGKILL)
    [stopped] = live.wait(EngineStopped)
    assert stopped.restarting
    assert live.window.isVisible()
    live.qtbot.waitUntil(lambda: len(live.done()) == 3, timeout=PATIENCE_MS)
    assert live.done() == {"long.txt": Reason.STORED, "handbook.pdf": Reason.STORED, "猫.txt": Reason.STORED}
    assert live.window.isVisible()
    live.close()
    assert run("search", "--json", "Where is the key?", "--kind", "p").records[0]["citation"] == "handbook.pdf, page 3"
    assert run("search", "--json", "小花").records[0]["citation"] == "猫.txt, lines 1-3"
    assert run("search", "--json", "harbour number 249", "--kind", "p").records[0]["text"].count("harbour number 249") > 0


def test_a_reply_says_what_it_rests_on_and_a_page_opens_with_the_found_text_marked(live: Live, pdf: Path, qtbot: Any) -> None:
    live.wait(EngineReady)
    live.drop(pdf)
    qtbot.waitUntil(lambda: live.done() == {"handbook.pdf": Reason.STORED}, timeout=PATIENCE_MS)
    window = live.window
    window.search.query.setText("Where is the key?")
    window.search.filters.inside.setText("handbook.pdf")
    window.search.search()
    qtbot.waitUntil(lambda: len(window.search.model.rows) > 1, timeout=PATIENCE_MS)
    found = window.search.model.rows[1]
    assert found.title == "handbook.pdf, page 3"
    assert "of handbook.pdf" in window.search.note.text()
    live.say("Where is the key?")
    live.wait(Yielded)
    reply = next(row for row in window.conversation.model.rows if row.kind == "reply")
    # What so small a model replies may rest on the page or not; the reply has to say which.
    cited = {citation.address: citation.where for citation in reply.citations}
    assert not (reply.unfounded and cited)
    assert cited.get(found.hit.address, "handbook.pdf, page 3") == "handbook.pdf, page 3"
    assert not cited or "passages of handbook.pdf" in reply.coverage
    window.conversation.view.offers.do(reply, HotPart(QRectF(), "open", found.hit.address))
    qtbot.waitUntil(lambda: bool(window.source.text.extraSelections()), timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: not window.source.asked, timeout=PATIENCE_MS)
    assert window.source.heading.text() == "handbook.pdf, page 3"
    (marked,) = window.source.text.extraSelections()
    assert "key" in marked.cursor.selectedText()
    window.menu.prompt.open_part("queue")
    qtbot.waitUntil(lambda: "Where is the key?" in window.menu.prompt.text.toPlainText(), timeout=PATIENCE_MS)
    window.source.close()
    window.menu.prompt.close()
