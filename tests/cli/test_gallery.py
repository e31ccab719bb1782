"""`desktop-mem gallery`: the files that it says it wrote are there, and a wrong name is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import desktop_mem

ROOT = Path(desktop_mem.__file__).parents[1]


def gallery(*arguments: str) -> subprocess.CompletedProcess[str]:
    surroundings = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    command = [sys.executable, "-m", "desktop_mem", "gallery", *arguments]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=120, check=False, env=surroundings | {"PYTHONPATH": str(ROOT)}
    )


def test_without_a_screen_it_paints_the_scenes_asked_for_and_names_each_file(tmp_path: Path) -> None:
    told = gallery(str(tmp_path / "shots"), "--only", "empty", "about")
    names = ["empty-light.png", "empty-dark.png", "about-light.png", "about-dark.png"]
    assert told.stdout.splitlines() == [str(tmp_path / "shots" / name) for name in names]
    assert sorted(path.name for path in (tmp_path / "shots").iterdir()) == sorted(names)
    assert all((tmp_path / "shots" / name).read_bytes().startswith(b"\x89PNG") for name in names)
    assert told.returncode == 0


def test_a_scene_that_is_none_is_told_with_those_that_are(tmp_path: Path) -> None:
    told = gallery(str(tmp_path), "--only", "chattering", "--json")
    assert told.returncode == 1
    assert told.stderr.startswith("desktop-mem: There is no scene chattering. The scenes are: empty, ")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    told = gallery(str(tmp_path / "file"), "--only", "empty")
    assert told.stderr == f"desktop-mem: {tmp_path / 'file'} cannot be written (File exists). Choose another folder.\n"


def test_for_programs_each_file_is_an_object(tmp_path: Path) -> None:
    told = gallery(str(tmp_path), "--only", "empty", "--json")
    assert [json.loads(line) for line in told.stdout.splitlines()] == [
        {"file": str(tmp_path / "empty-light.png")},
        {"file": str(tmp_path / "empty-dark.png")},
    ]
