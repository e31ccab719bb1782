"""Models by commands to the runtime: listed, added, chosen, configured, checked; and a copy that is cancelled leaves nothing."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest

from desktop_mem.app import make_parts
from desktop_mem.control.model_rows import Grade, ModelGrades
from desktop_mem.inference.scripted import ScriptedModel, say
from desktop_mem.memory.update import ReplySent
from desktop_mem.runtime.command import SendMessage, ShowState
from desktop_mem.runtime.model_command import (
    AddModel,
    CancelModelWork,
    CheckModel,
    ConfigureModel,
    GradeModel,
    RemoveModel,
    ShowModels,
    UseModel,
)
from desktop_mem.runtime.update import CommandFailed, EngineReady, ModelChecked, ModelCopied, ModelGraded, ModelsShown
from tests.inference.gguf_writer import chat_model

Drive = Callable[..., Any]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return chat_model().write(tmp_path / "tiny.gguf")


def shown(driven: Any, command: Any) -> ModelsShown:
    """What is shown after a command."""
    driven.updates.clear()
    driven.inbox.put(command)
    found: ModelsShown = driven.until(lambda update: isinstance(update, ModelsShown))
    return found


def test_a_model_is_added_configured_used_and_removed(drive: Drive, file: Path) -> None:
    """jan 6328: a row whose file is gone is marked, and the rest can be used."""
    driven = drive()
    assert [row.shipped for row in shown(driven, ShowModels()).models] == [True]
    assert [row.name for row in shown(driven, AddModel(str(file))).models] == ["SmolLM2-135M-Instruct", "tiny"]
    assert shown(driven, ConfigureModel("tiny", {"context_window": 2048})).models[1].settings == {"context_window": 2048}
    assert shown(driven, UseModel("tiny")).default == "tiny"
    file.rename(file.with_name("gone.gguf"))
    assert [row.is_there for row in shown(driven, ShowModels(rescan=True)).models] == [True, False]
    after = shown(driven, RemoveModel("tiny"))
    assert (len(after.models), after.default) == (1, "SmolLM2-135M-Instruct")


def test_what_cannot_be_done_is_a_sentence_and_the_runtime_goes_on(drive: Drive, tmp_path: Path) -> None:
    driven = drive(say("hello"))
    for command in (UseModel("nothing"), AddModel(str(tmp_path / "none.gguf")), ConfigureModel("nothing", {})):
        driven.inbox.put(command)
        failed = driven.until(lambda update, wanted=command.request_id: getattr(update, "request_id", "") == wanted)
        assert isinstance(failed, CommandFailed)
        assert failed.reason.endswith(".")
    driven.inbox.put(SendMessage("hi"))
    assert driven.until(lambda update: isinstance(update, ReplySent)).message.text == "hello"


def test_a_copy_tells_how_far_it_is_and_is_whole(drive: Drive, file: Path, tmp_path: Path) -> None:
    driven = drive()
    row = shown(driven, AddModel(str(file), copy=True)).models[1]
    size = file.stat().st_size
    assert [(update.done, update.total) for update in driven.named("ModelCopied")] == [(size, size)]
    assert Path(row.path).read_bytes() == file.read_bytes()
    assert Path(row.path).is_relative_to(tmp_path / "profile")


def test_a_cancelled_copy_leaves_nothing_and_says_so(drive: Drive, file: Path, tmp_path: Path) -> None:
    driven = drive()
    adding = AddModel(str(file), copy=True)
    driven.inbox.put(adding)
    driven.until(lambda update: isinstance(update, ModelCopied))
    driven.inbox.put(CancelModelWork())
    failed = driven.until(lambda update: isinstance(update, CommandFailed))
    assert (failed.request_id, failed.reason) == (adding.request_id, "Cancelled.")
    assert list((tmp_path / "profile" / "models").iterdir()) == []


def test_a_check_reports_what_is_to_be_expected(drive: Drive, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """gpt4all 3629: a broken download is found out before anything is loaded, and the engine lives."""
    monkeypatch.setattr("desktop_mem.inference.load_trial.refusal", lambda path: "")
    driven = drive()
    driven.inbox.put(CheckModel(str(file)))
    report = driven.until(lambda update: isinstance(update, ModelChecked)).report
    assert (report.works, report.verdict, report.facts["parameters"], report.memory["window"]) == (True, "fits", 6400, 4096)
    driven.updates.clear()
    file.write_bytes(file.read_bytes()[:-700])
    driven.inbox.put(CheckModel(str(file)))
    report = driven.until(lambda update: isinstance(update, ModelChecked)).report
    assert not report.works
    assert "is incomplete" in report.findings[0].sentence


def test_grades_come_when_they_are_done_and_nothing_waits_for_them(drive: Drive, file: Path) -> None:
    grades = ModelGrades(str(file), (Grade("stops", 1.0, 4),), "assisted", 100.0, 20.0, 10**8, 90.0, True)

    def grade(model: str) -> Generator[None, None, ModelGrades]:
        assert model == str(file)
        for _ in range(5):
            yield
        return grades

    driven = drive(grade_model=grade)
    driven.inbox.put(GradeModel(str(file)))
    driven.inbox.put(ShowModels())
    driven.until(lambda update: isinstance(update, ModelsShown))
    assert driven.named("ModelGraded") == []
    assert driven.until(lambda update: isinstance(update, ModelGraded)).grades == grades


def test_what_has_to_be_known_of_the_model_is_told_when_it_is_ready(drive: Drive) -> None:
    """llama_cpp/llama.py: a fall-back that nobody was told of."""
    model = ScriptedModel(())
    model.notice = "The template of the family ChatML is used, which the model seems to be of."
    driven = drive(model=model)
    driven.inbox.put(ShowState())
    assert driven.until(lambda update: isinstance(update, EngineReady)).notice == model.notice


def test_a_model_that_cannot_work_is_refused_before_it_is_loaded_and_the_engine_lives(drive: Drive, file: Path, monkeypatch: Any) -> None:
    """gpt4all 3629, lmstudio 2295: a faulty model ended the program."""
    from desktop_mem.app import Home
    from desktop_mem.runtime.inbox import Inbox
    from desktop_mem.settings import Settings

    file.write_bytes(file.read_bytes()[:-700])
    home = Home(file.parent / "profile", Settings(chat_model=str(file)))
    driven = drive(load_model=make_parts(home, Inbox()).load_model)
    ready = driven.until(lambda update: isinstance(update, EngineReady))
    assert ready.model == ""
    assert f"The model file {file} is incomplete" in ready.fault
