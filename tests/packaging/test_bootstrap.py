"""The door: which Python, which command, on which platform, and with which exit code."""

from __future__ import annotations

import io
from pathlib import Path

import bootstrap
import door
import pytest
from faults import SetupFault
from place import Place
from progress import Progress

PLACE = Place(Path("/checkout"))


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 12, 9), (3, 13, 1)])
def test_these_pythons_will_do(version):
    assert bootstrap.python_fault(version, "python3") == ""


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 10, 13), (3, 14, 0)])
def test_another_python_is_refused_and_a_better_one_at_hand_is_named(version):
    sentence = bootstrap.python_fault(version, "/usr/bin/python3", which=lambda name: name == "python3.12" and "/usr/bin/python3.12")
    shown = ".".join(map(str, version))
    assert sentence == (
        f"desktop_mem needs Python 3.11, 3.12 or 3.13, and /usr/bin/python3 is Python {shown}. "
        "Start it with: python3.12 packaging/bootstrap.py"
    )


def test_without_a_better_python_the_sentence_says_where_to_get_one():
    assert bootstrap.python_fault((3, 9, 1), "py", which=lambda name: None).endswith(
        "py is Python 3.9.1. Install one of them from python.org or with your package manager."
    )


def test_run_opens_the_window_where_there_is_a_display(monkeypatch):
    monkeypatch.setattr("system_libraries.qt_platform", lambda environment, system: "wayland")
    assert door._command(PLACE, "run", []) == ([str(PLACE.program)], "wayland")
    assert door._command(PLACE, "run", ["--profile", "p"]) == ([str(PLACE.program), "--profile", "p"], "wayland")


def test_run_opens_the_terminal_chat_where_there_is_none(monkeypatch):
    monkeypatch.setattr("system_libraries.qt_platform", lambda environment, system: "")
    assert door._command(PLACE, "run", ["--profile", "p"]) == ([str(PLACE.program), "chat", "--profile", "p"], "")


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["chat", "--help"]])
def test_a_question_about_the_program_goes_to_the_program(monkeypatch, arguments):
    monkeypatch.setattr("system_libraries.qt_platform", lambda environment, system: "")
    assert door._command(PLACE, "run", arguments) == ([str(PLACE.program), *arguments], "")


def test_a_named_command_is_passed_through_and_needs_no_display(monkeypatch):
    monkeypatch.setattr("system_libraries.qt_platform", lambda environment, system: "xcb")
    for arguments in (["search", "--json", "x"], ["--profile", "gui", "search", "x"], ["--profile=p", "doctor"]):
        assert door._command(PLACE, "run", arguments) == ([str(PLACE.program), *arguments], "")


def test_test_is_one_run_of_pytest_that_draws_offscreen_and_stays_offline():
    assert door._command(PLACE, "test", ["-q", "-k", "x"]) == ([str(PLACE.python), "-m", "pytest", "-q", "-k", "x"], "offscreen")
    environment = door._environment("test")
    assert (environment["QT_QPA_PLATFORM"], environment["HF_HUB_OFFLINE"]) == ("offscreen", "1")


def test_options_behind_the_command_belong_to_the_program():
    options = door._parse(["--torch-index", "U", "run", "--help", "chat"])
    assert (options.torch_index, options.command, options.arguments) == ("U", "run", ["--help", "chat"])


def test_wrong_usage_is_exit_code_2():
    with pytest.raises(SystemExit) as ended:
        door.main(["fly"])
    assert ended.value.code == 2


@pytest.mark.parametrize(
    ("raised", "code", "said"),
    [(SetupFault("It is broken.", "Mend it."), 1, "It is broken.\nMend it."), (KeyboardInterrupt(), 130, "Give the same command again")],
)
def test_what_stops_a_set_up_is_said_and_the_exit_code_is_not_zero(monkeypatch, capsys, raised, code, said):
    def stop(*_arguments, **_options):
        raise raised

    monkeypatch.setattr(door, "set_up", stop)
    monkeypatch.setattr("signal.signal", lambda number, handler: None)
    assert door.main(["setup"]) == code
    assert said in capsys.readouterr().err


def test_progress_says_which_step_of_how_many():
    shown = io.StringIO()
    progress = Progress(shown)
    progress.plan(2)
    with progress.step("Digging"):
        pass
    with progress.step("Filling"):
        pass
    assert shown.getvalue() == "[1/2] Digging\n      done in 0:00\n[2/2] Filling\n      done in 0:00\n"
