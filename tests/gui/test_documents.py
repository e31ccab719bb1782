"""The documents panel: the ledger in words, cancelling, adding."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLineEdit, QStyleOptionViewItem

from desktop_mem.control.document_ledger import DocumentEntry, ImportState, Reason
from desktop_mem.control.import_work import Dependent, ForgettingQuestion, ImportTotals, WatchedFolder
from desktop_mem.gui.documents.panel import DocumentsPanel
from desktop_mem.runtime.command import (
    CancelImport,
    ForgetDocument,
    ImportPaths,
    PauseImport,
    ResumeImport,
    RetryImport,
    ShowWatchedFolders,
    TagDocument,
    UnwatchFolder,
)
from desktop_mem.runtime.update import (
    DocumentChanged,
    DocumentsForgotten,
    DocumentsListed,
    DocumentsShown,
    EngineStopped,
    ForgettingAsked,
    ImportProgressed,
    WatchedFoldersShown,
)


@pytest.fixture
def panel(qtbot: Any, theme: Any) -> DocumentsPanel:
    made = DocumentsPanel(theme)
    made.commands = []
    made.command.connect(made.commands.append)
    qtbot.addWidget(made)
    made.resize(420, 700)
    made.show()
    return made


@pytest.fixture
def entry(script: Any) -> Any:
    def make(number: int, state: ImportState, reason: Reason | None = None, **rest: Any) -> DocumentEntry:
        return DocumentEntry(f"d{number}", f"/home/lena/file{number}.pdf", state, script.user(1, "").created_at, reason, **rest)

    return make


@pytest.mark.parametrize(
    ("state", "reason", "rest", "shown"),
    [
        (ImportState.WAITING, None, {"size": 2048}, ("Waiting · 2.0 kB", "muted")),
        (ImportState.DONE, Reason.STORED, {"pages": 41, "passages": 1188}, ("Stored · pages: 41 · passages: 1,188", "success")),
        (ImportState.DONE, Reason.PARTIAL, {}, ("Stored in part", "warning")),
        (ImportState.DONE, Reason.DUPLICATE, {}, ("Already stored under another name", "success")),
        (ImportState.FAILED, Reason.ENCRYPTED, {}, ("Protected by a password", "danger")),
        (ImportState.CANCELLED, Reason.CANCELLED, {}, ("Cancelled", "muted")),
        (ImportState.PAUSED, None, {"size": 2048}, ("Paused · 2.0 kB", "muted")),
        (ImportState.DONE, Reason.MISSING, {"passages": 3}, ("File not found · passages: 3", "warning")),
    ],
)
def test_the_outcome_in_words(panel, entry, state, reason, rest, shown) -> None:
    panel.take(DocumentsShown((entry(1, state, reason, **rest),)))
    (row,) = panel.model.rows
    assert row.name == "file1.pdf"
    assert (panel.model.outcome(row), row.tone) == shown


def test_every_reason_has_words() -> None:
    from desktop_mem.gui.wording import REASONS, STATES

    assert set(REASONS) == {reason.value for reason in Reason}
    assert set(STATES) == {state.value for state in ImportState}


def test_progress_moves_and_the_remedy_is_shown(panel, entry) -> None:
    reading = entry(1, ImportState.READING)
    panel.take(DocumentChanged(reading, "reading", 57, 140))
    assert panel.model.outcome(panel.model.rows[0]) == "Reading · 41 %"
    panel.take(DocumentChanged(reading, "storing", 140, 140))
    assert panel.model.outcome(panel.model.rows[0]) == "Learning its meaning · 100 %"
    assert panel.figure() == "In the works: 1 of 1"
    panel.take(DocumentChanged(entry(1, ImportState.FAILED, Reason.SCANNED, detail="Run text recognition first.")))
    assert "Run text recognition first." in panel.model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert panel.figure() == "Documents: 1"
    panel.grab()


def test_a_stopped_engine_takes_the_progress_back(panel, entry) -> None:
    panel.take(DocumentChanged(entry(1, ImportState.READING), "reading", 5, 10))
    panel.take(EngineStopped("Killed.", restarting=True))
    assert panel.model.rows[0].share is None
    assert panel.model.rows[0].is_open


def test_an_import_is_cancelled_by_click_and_by_key(panel, entry, qtbot) -> None:
    panel.take(DocumentsShown((entry(2, ImportState.WAITING), entry(1, ImportState.DONE, Reason.STORED))))
    option = QStyleOptionViewItem()
    option.rect = panel.list.visualRect(panel.list.model().index(0, 0))
    qtbot.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=panel.delegate.cancel_rect(option).center().toPoint())
    panel.list.selectAll()
    qtbot.keyClick(panel.list, Qt.Key.Key_Delete)
    qtbot.mouseClick(panel.cancel_button, Qt.MouseButton.LeftButton)
    assert [(type(command), command.address) for command in panel.commands] == [
        (CancelImport, "d2"),
        (CancelImport, "d2"),
        (CancelImport, ""),
    ]


def test_nothing_to_cancel_shows_no_button(panel, entry) -> None:
    assert panel.figure() == "No documents yet"
    panel.take(DocumentsShown((entry(1, ImportState.DONE, Reason.STORED),)))
    assert panel.cancel_button.isHidden()


def test_the_dialog_adds_files_without_blocking(panel, qtbot, tmp_path) -> None:
    qtbot.mouseClick(panel.drop_area.files_button, Qt.MouseButton.LeftButton)
    dialog = panel.findChild(QFileDialog)
    assert dialog.fileMode() == QFileDialog.FileMode.ExistingFiles
    dialog.filesSelected.emit(["/tmp/a.pdf", "/tmp/b.md"])
    dialog.reject()
    assert panel.commands == [ImportPaths(("/tmp/a.pdf", "/tmp/b.md"), panel.commands[0].request_id)]


def test_progress_of_all_is_shown_with_rate_and_time_left(panel, entry) -> None:
    """gpt4all 2579, 3199: 0 % for ever, without a reason."""
    panel.take(DocumentsListed((entry(1, ImportState.WAITING), entry(2, ImportState.READING))))
    panel.take(ImportProgressed(ImportTotals(1, 3, 5_000_000, 10_000_000, 0, None, None, listing=True)))
    assert panel.progress.words.text() == "files: 1 of 3 · 4.8 MB of 9.5 MB · still looking for files"
    panel.take(ImportProgressed(ImportTotals(1, 3, 5_000_000, 10_000_000, 1, 41.7, 190.0)))
    assert panel.progress.words.text() == "files: 1 of 3 · 4.8 MB of 9.5 MB · 42 passages/s · about 3 min left · paused: 1"
    assert panel.progress.bar.value() == 500
    panel.take(DocumentsListed((entry(1, ImportState.DONE, Reason.STORED), entry(2, ImportState.DONE, Reason.STORED))))
    assert panel.progress.bar.isHidden()
    assert panel.figure() == "Documents: 2"


def test_all_can_be_paused_resumed_and_tried_again(panel, entry, qtbot) -> None:
    strip = panel.progress
    panel.take(DocumentsShown((entry(2, ImportState.WAITING), entry(1, ImportState.FAILED, Reason.TIMEOUT))))
    assert [strip.pause_button.isHidden(), strip.resume_button.isHidden(), strip.retry_button.isHidden()] == [False, True, True]
    qtbot.mouseClick(strip.pause_button, Qt.MouseButton.LeftButton)
    panel.take(DocumentChanged(entry(2, ImportState.PAUSED)))
    assert [strip.pause_button.isHidden(), strip.resume_button.isHidden()] == [True, False]
    qtbot.mouseClick(strip.resume_button, Qt.MouseButton.LeftButton)
    panel.take(DocumentChanged(entry(2, ImportState.DONE, Reason.STORED)))
    qtbot.mouseClick(strip.retry_button, Qt.MouseButton.LeftButton)
    assert [(type(command), command.address) for command in panel.commands] == [(PauseImport, ""), (ResumeImport, ""), (RetryImport, "")]


def _chosen(panel, place: int, words: str) -> None:
    menu = panel.list.menu_of(panel.model.rows[place])
    next(action for action in menu.actions() if action.text() == words).trigger()
    menu.deleteLater()


def test_the_menu_offers_what_fits_the_document(panel, entry) -> None:
    panel.take(
        DocumentsShown(
            (
                entry(4, ImportState.READING),
                entry(3, ImportState.PAUSED),
                entry(2, ImportState.FAILED, Reason.ENCRYPTED),
                entry(1, ImportState.DONE, Reason.STORED),
            )
        )
    )
    offered = []
    for row in panel.model.rows:
        menu = panel.list.menu_of(row)
        offered.append([action.text() for action in menu.actions() if action.text()])
        menu.deleteLater()
    assert offered == [
        ["Pause this import", "Cancel this import"],
        ["Resume this import", "Cancel this import"],
        ["Enter the password…", "Tags…", "Import again", "Forget this document…"],
        ["Tags…", "Import again", "Forget this document…"],
    ]
    _chosen(panel, 3, "Forget this document…")
    assert panel.commands == [ForgetDocument("d1", request_id=panel.commands[0].request_id)]


def test_a_password_is_asked_for_and_goes_to_the_engine_only(panel, entry) -> None:
    """anything-llm 6211: a raw PasswordException in place of a question."""
    panel.take(DocumentsShown((entry(1, ImportState.FAILED, Reason.ENCRYPTED),)))
    _chosen(panel, 0, "Enter the password…")
    dialog = panel.list.findChild(QInputDialog)
    assert dialog.labelText() == "Password of file1.pdf (it is not stored):"
    assert dialog.textEchoMode() == QLineEdit.EchoMode.Password
    dialog.setTextValue("tulip")
    dialog.accept()
    (command,) = panel.commands
    assert (type(command), command.address, command.password) == (RetryImport, "d1", "tulip")
    assert "tulip" not in repr(command)


def test_what_rests_on_a_document_is_kept_unless_it_is_ticked(panel, entry) -> None:
    question = ForgettingQuestion(
        entry(1, ImportState.DONE, Reason.STORED, passages=7),
        (Dependent("w:human", "Garage code: 4711"), Dependent("p9", "The code is 4711."), Dependent("m12", "It is 4711.")),
        (entry(2, ImportState.DONE, Reason.STORED),),
    )
    panel.take(ForgettingAsked("f1", question))
    dialog = panel.forgetting
    assert [dialog.list.item(n).text() for n in range(4)] == [
        "About you: Garage code: 4711",
        "Kept passage: The code is 4711.",
        "Said: It is 4711.",
        "File inside: file2.pdf",
    ]
    assert dialog.command().along == ()
    dialog.list.item(1).setCheckState(Qt.CheckState.Checked)
    dialog.accept()
    (command,) = panel.commands
    assert (command.address, command.confirmed, command.along) == ("d1", True, ("p9",))
    panel.take(ForgettingAsked("f2", question))
    panel.forgetting.all_box.setChecked(True)
    assert panel.forgetting.command().along == ("w:human", "p9", "m12", "d2")
    panel.forgetting.reject()
    assert len(panel.commands) == 1


def test_watched_folders_are_shown_with_what_is_wrong(panel, qtbot) -> None:
    """lmstudio 76: a drive that is not there is a warning."""
    qtbot.mouseClick(panel.drop_area.watch_button, Qt.MouseButton.LeftButton)
    assert [type(command) for command in panel.commands] == [ShowWatchedFolders]
    panel.take(WatchedFoldersShown((WatchedFolder("/a"), WatchedFolder("/b", "It is not there."))))
    dialog = panel.watching
    assert [dialog.list.item(n).text() for n in range(2)] == ["/a", "/b\nIt is not there."]
    assert not dialog.remove_button.isEnabled()
    dialog.list.setCurrentRow(1)
    qtbot.mouseClick(dialog.remove_button, Qt.MouseButton.LeftButton)
    assert (type(panel.commands[-1]), panel.commands[-1].path) == (UnwatchFolder, "/b")
    dialog.reject()
    assert panel.watching is None


def test_five_thousand_rows_come_and_change_without_a_halt(panel, entry, qtbot) -> None:
    """anything-llm 928: a white screen at more than 2,500 files."""
    rows = [entry(number, ImportState.WAITING, size=1000) for number in range(1, 5001)]
    longest = 0.0
    for start in range(0, 5000, 200):
        began = time.monotonic()
        panel.take(DocumentsListed(tuple(rows[start : start + 200])))
        qtbot.wait(1)
        longest = max(longest, time.monotonic() - began)
    for number in range(1, 201):
        panel.take(DocumentChanged(entry(number, ImportState.DONE, Reason.STORED, passages=1)))
    began = time.monotonic()
    qtbot.waitUntil(lambda: not panel.model._changed)
    longest = max(longest, time.monotonic() - began - 0.25)
    assert panel.figure() == "In the works: 4,800 of 5,000"
    assert (panel.model.rows[0].entry.address, panel.model.rows[-1].entry.state) == ("d5000", ImportState.DONE)
    assert longest < 2.0  # a few hundredths on a machine that is not busy
    panel.take(DocumentsForgotten(("d5000", "d1")))
    assert len(panel.model) == 4998
    assert panel.model.rows[0].entry.address == "d4999"


def shown(panel: DocumentsPanel) -> list[str]:
    proxy = panel.filter.proxy
    return [proxy.index(place, 0).data() for place in range(proxy.rowCount())]


def choose(box: Any, value: str) -> None:
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def test_the_ledger_is_filtered_by_name_state_kind_and_tag(panel, entry, qtbot) -> None:
    """gpt4all 2549: it can be seen, and narrowed, what is included."""
    assert not panel.filter.isVisible()
    panel.take(
        DocumentsShown(
            (
                replace(entry(4, ImportState.FAILED, Reason.CORRUPT), path="/home/lena/old/plan.docx"),
                entry(3, ImportState.WAITING),
                replace(entry(2, ImportState.DONE, Reason.PARTIAL), tags=("site", "2026")),
                replace(entry(1, ImportState.DONE, Reason.STORED), tags=("site",)),
            )
        )
    )
    panel.filter.refresh()
    assert panel.filter.isVisible()
    assert shown(panel) == ["plan.docx", "file3.pdf", "file2.pdf", "file1.pdf"]
    for words, names in (("OLD", ["plan.docx"]), ("site", ["file2.pdf", "file1.pdf"]), ("file3", ["file3.pdf"]), ("nothing", [])):
        panel.filter.words.setText(words)
        assert shown(panel) == names
    assert panel.filter.count.text() == "Shown: 0 of 4"
    panel.filter.words.clear()
    for state, names in (("open", ["file3.pdf"]), ("stored", ["file2.pdf", "file1.pdf"]), ("trouble", ["plan.docx", "file2.pdf"])):
        choose(panel.filter.state, state)
        assert shown(panel) == names
    choose(panel.filter.state, "")
    choose(panel.filter.kind, "DOCX")
    assert shown(panel) == ["plan.docx"]
    choose(panel.filter.kind, "")
    choose(panel.filter.tag, "2026")
    assert shown(panel) == ["file2.pdf"]
    panel.take(DocumentChanged(entry(2, ImportState.DONE, Reason.PARTIAL)))  # its tags are gone, and with them the filter
    panel.filter.refresh()
    assert len(shown(panel)) == 4


def test_tags_are_shown_and_edited_on_one_line(panel, entry, qtbot) -> None:
    panel.take(DocumentsShown((replace(entry(1, ImportState.DONE, Reason.STORED, passages=3), tags=("site", "old")),)))
    row = panel.model.rows[0]
    assert row.tags == "#site #old"
    assert panel.list.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole).endswith("#site #old")
    panel.list.ask_tags(row)
    dialog = panel.list.findChild(QInputDialog)
    assert dialog.textValue() == "site, old"
    dialog.setTextValue("site， #new one, ")
    dialog.accept()
    assert [(command.tag, command.remove) for command in panel.commands] == [("new one", False), ("old", True)]
    assert {type(command) for command in panel.commands} == {TagDocument}
    opened = []
    panel.opened.connect(lambda address, text: opened.append(address))
    menu = panel.list.menu_of(row)
    next(action for action in menu.actions() if action.text() == "Read what was stored").trigger()
    menu.deleteLater()
    assert opened == ["d1"]
