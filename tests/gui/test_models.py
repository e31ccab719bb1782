"""The models dialog: what there is, what is to be expected of a file, and which one is used."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QMessageBox

from desktop_mem.control.model_rows import Finding, ModelReport, ModelRow
from desktop_mem.gui.main_window import MainWindow, Place
from desktop_mem.gui.models.dialog import ModelsDialog, OwnSettingsDialog
from desktop_mem.gui.models.model_words import report_words, row_words
from desktop_mem.runtime.command import ImportPaths
from desktop_mem.runtime.model_command import AddModel, CheckModel, ConfigureModel, RemoveModel, ShowModels, UseModel
from desktop_mem.runtime.update import CommandAccepted, CommandFailed, ModelChecked, ModelCopied, ModelsShown
from desktop_mem.settings import Settings

SHIPPED = ModelRow("SmolLM2", __file__, size=98_000_000, kind="chat", quantisation="Q4_1", shipped=True)
OWN = ModelRow("Qwen", __file__, kind="chat", settings={"temperature": 0.7})
LOST = ModelRow("Lost", "/nowhere/lost.gguf", copied=True)


@pytest.fixture
def dialog(qtbot: Any, theme: Any) -> ModelsDialog:
    made = ModelsDialog(theme, Settings(context_window=8192))
    made.commands = []
    made.command.connect(made.commands.append)
    qtbot.addWidget(made)
    made.open_models()
    made.take(ModelsShown((SHIPPED, OWN, LOST), "SmolLM2"))
    return made


def choose(dialog: ModelsDialog, place: int) -> None:
    dialog.list.setCurrentRow(place)


def test_one_missing_file_leaves_the_rest_usable(dialog) -> None:
    """jan 6328: the list says which file is missing, and the other models can be used."""
    assert type(dialog.commands[0]) is ShowModels
    assert row_words(SHIPPED, "SmolLM2") == "SmolLM2 · in use\n93.5 MB · Q4_1 · comes with the program"
    assert "Missing: /nowhere/lost.gguf is not there." in row_words(LOST, "")
    states = []
    for place in range(3):
        choose(dialog, place)
        states.append((dialog.use_button.isEnabled(), dialog.own_button.isEnabled(), dialog.remove_button.isEnabled()))
    assert states == [(True, False, False), (True, True, True), (False, True, True)]
    choose(dialog, 1)
    dialog.use_button.click()
    assert (type(dialog.commands[-1]), dialog.commands[-1].name) == (UseModel, "Qwen")


@pytest.mark.parametrize(
    ("verdict", "words", "token"),
    [
        ("fits", "Fits into memory", "success"),
        ("tight", "Just fits into memory: other programs may get slow", "warning"),
        ("too large", "Too large for the memory that is free", "danger"),
    ],
)
def test_a_check_says_what_is_to_be_expected(dialog, verdict, words, token) -> None:
    memory = {"window": 4096, "total": 2 * 10**9, "free": 8 * 10**9}
    report = ModelReport("/x/model.gguf", True, verdict, (Finding("warning", "The file {a} <b>.", ""),), {}, memory)
    lines = report_words(report)
    assert lines[0] == (words, token)
    assert lines[1][0] == "About 1.9 GB for a window of 4,096 tokens; 7.5 GB are free."
    assert lines[-1] == ("The file {a} <b>.", "warning")
    choose(dialog, 1)
    dialog.check_button.click()
    assert type(dialog.commands[-1]) is CheckModel
    dialog.take(ModelChecked(dialog.asked, report))
    assert "model.gguf" in dialog.report.text()
    assert "&lt;b>" in dialog.report.text()


def test_unknown_memory_is_never_shown_as_a_number(dialog) -> None:
    """lmstudio 1038: no "NaN" where the size is not known."""
    assert report_words(ModelReport("/x", False, "", (), {}, {})) == [("This file cannot be used as a chat model.", "danger")]


def test_a_model_dropped_on_the_window_goes_to_the_models_and_is_checked(window: MainWindow) -> None:
    sent = []
    window.command.connect(sent.append)
    window.add_paths(["/a/model.GGUF", "/a/notes.txt"])
    kinds = [type(command) for command in sent]
    assert kinds == [ShowModels, AddModel, ImportPaths]
    dialog = window.menu.models
    assert dialog.isVisible()
    dialog.take(ModelsShown((SHIPPED,), "SmolLM2"))
    dialog.take(ModelCopied(sent[1].request_id, 50, 100))
    assert dialog.bar.isVisible()
    dialog.take(CommandAccepted(sent[1].request_id))
    dialog.take(ModelsShown((SHIPPED, OWN), "SmolLM2"))
    assert (type(sent[-1]), sent[-1].model) == (CheckModel, "/a/model.GGUF")
    assert not dialog.bar.isVisible()
    window.take(CommandFailed(sent[1].request_id, "The file /a/model.GGUF is empty."))
    assert "is empty" in dialog.report.text()
    assert window.banner.text() == ""
    dialog.close()


def test_removing_asks_and_says_what_stays(dialog, qtbot) -> None:
    choose(dialog, 2)
    dialog.remove_button.click()
    box = dialog.findChild(QMessageBox)
    assert "The copy in the data folder is deleted." in box.text()
    next(button for button in box.buttons() if button.text() == "Remove").click()
    assert (type(dialog.commands[-1]), dialog.commands[-1].name) == (RemoveModel, "Lost")


def test_settings_of_one_model_are_what_differs_from_the_profile(dialog, qtbot, theme) -> None:
    choose(dialog, 1)
    dialog.own_button.click()
    own = dialog.findChild(OwnSettingsDialog)
    assert own.fields.values()["context_window"] == 8192
    assert own.fields.values()["temperature"] == 0.7
    own.fields.fields["temperature"].setValue(0.0)
    own.fields.fields["context_window"].setValue(2048)
    own._save()
    assert (type(dialog.commands[-1]), dialog.commands[-1].changes) == (ConfigureModel, {"temperature": None, "context_window": 2048})


def test_a_search_model_that_is_dropped_is_used_from_the_next_start(qtbot, theme, tmp_path) -> None:
    folder = tmp_path / "bge-small"
    folder.mkdir()
    for name in ("modules.json", "config.json"):
        (folder / name).write_text("{}", encoding="utf-8")
    window = MainWindow(theme, Place(tmp_path, Settings(seed=3)))
    qtbot.addWidget(window)
    sent = []
    window.command.connect(sent.append)
    window.add_paths([str(folder)])
    assert sent == []
    box = window.findChild(QMessageBox)
    assert "“bge-small” is a search model." in box.text()
    next(button for button in box.buttons() if button.text() == "Use from next start").click()
    assert Settings.load(tmp_path) == Settings(seed=3, embedder=str(folder))
    assert window.banner.text() == "What you changed holds from the next start of the engine on."
