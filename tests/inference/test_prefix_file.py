"""The prefix file: what a relaunch may go on from, and all that it must not."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from desktop_mem.inference.prefix_file import PrefixFile, SavedPrefix

SAVED = SavedPrefix([1, 5, 9, 2], b"state of the model" * 40, {"你好 “there”": (5, 9)})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "prefix.state"


def test_what_was_saved_comes_back_whole(path: Path) -> None:
    PrefixFile(path, "k", 10_000).write(SAVED)
    file = PrefixFile(path, "k", 10_000)
    saved = file.read()
    assert (list(saved.ids), saved.state, saved.written) == (list(SAVED.ids), SAVED.state, {"你好 “there”": (5, 9)})
    assert file.ids == (1, 5, 9, 2)
    assert path.stat().st_mode & 0o077 == 0, "it holds words of the conversation"
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_without_a_file_nothing_is_read_and_nothing_is_said(path: Path, caplog) -> None:
    caplog.set_level(logging.INFO)
    assert PrefixFile(path, "k", 10_000).read() is None
    assert caplog.text == ""


@pytest.mark.parametrize("number", [*range(0, 60, 7), -1, -20, -200])
def test_a_damaged_file_is_ignored_with_a_line_in_the_log(path: Path, caplog, number: int) -> None:
    """A byte that fell over in the state must not reach the library, which would abort."""
    caplog.set_level(logging.INFO)
    PrefixFile(path, "k", 10_000).write(SAVED)
    content = bytearray(path.read_bytes())
    content[number] ^= 0x55
    path.write_bytes(bytes(content))
    file = PrefixFile(path, "k", 10_000)
    assert file.read() is None
    assert file.ids == ()
    assert f"The saved prefix in {path} is not used" in caplog.text


@pytest.mark.parametrize("kept", [0, 1, 21, 40, 200, 500])
def test_a_file_that_was_cut_off_is_ignored(path: Path, kept: int) -> None:
    PrefixFile(path, "k", 10_000).write(SAVED)
    path.write_bytes(path.read_bytes()[:kept])
    assert PrefixFile(path, "k", 10_000).read() is None


def test_a_foreign_file_is_ignored(path: Path) -> None:
    for content in (
        b"",
        b"desktop_mem prefix 2\n5\n{}",
        b"desktop_mem prefix 1\n999999999999\n",
        b"\0" * 100,
        b"desktop_mem prefix 1\n2\n[]",
    ):
        path.write_bytes(content)
        assert PrefixFile(path, "k", 10_000).read() is None


def test_another_model_or_other_settings_do_not_go_on_from_it(path: Path, caplog) -> None:
    caplog.set_level(logging.INFO)
    PrefixFile(path, "k", 10_000).write(SAVED)
    assert PrefixFile(path, "other", 10_000).read() is None
    assert "it is of another model, or of other settings" in caplog.text


def test_more_than_the_bound_is_not_kept_and_the_old_one_stays(path: Path) -> None:
    file = PrefixFile(path, "k", 2_000)
    file.write(SAVED)
    file.write(SavedPrefix([1, 2], b"x" * 2_000))
    assert list(file.read().ids) == list(SAVED.ids)
    assert path.stat().st_size <= 2_000


def test_no_bound_means_that_nothing_is_read_or_kept(path: Path) -> None:
    PrefixFile(path, "k", 0).write(SAVED)
    assert not path.exists()


def test_a_disk_without_space_is_no_fault(path: Path, monkeypatch, caplog) -> None:
    caplog.set_level(logging.INFO)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    PrefixFile(path, "k", 10_000).write(SAVED)
    assert "No space left on device" in caplog.text
    assert list(path.parent.iterdir()) == []


def test_what_is_forgotten_is_gone(path: Path) -> None:
    file = PrefixFile(path, "k", 10_000)
    file.write(SAVED)
    file.remove()
    assert not path.exists()
    assert file.ids == ()
    file.remove()
