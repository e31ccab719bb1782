"""The documents panel: the ledger in words, cancelling, adding."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QStyleOptionViewItem

from desktop_mem.control.document_ledger import DocumentEntry, ImportState, Reason
from desktop_mem.gui.documents.panel import DocumentsPanel
from desktop_mem.runtime.command import CancelImport, ImportPaths
from desktop_mem.runtime.update import DocumentChanged, DocumentsShown, EngineStopped


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
    option.rect = panel.list.visualRect(panel.model.index(0))
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
