"""Discovery: every file once, in order; what cannot be reached is said and the rest goes on."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from desktop_mem.control.document_ledger import ReadFault, Reason
from desktop_mem.documents.content_hash import content_hash
from desktop_mem.documents.discovery import IGNORED, Unreachable, discover, patterns


def write(path: Path, content: str = "text") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    return path


def test_files_come_in_order_and_junk_is_passed_over(tmp_path: Path) -> None:
    kept = [write(tmp_path / name) for name in ("a.txt", "b/c.txt", "b/d/e.txt", "z.txt")]
    for name in (".git/config", ".DS_Store", "b/Thumbs.db", "~$a.docx", "__pycache__/x.pyc", "node_modules/m/readme.md"):
        write(tmp_path / name)
    assert list(discover([tmp_path], IGNORED)) == kept


def test_what_is_passed_over_is_the_users_choice(tmp_path: Path) -> None:
    """gpt4all 2549: it could neither be seen nor limited which files of a folder were taken in."""
    for name in ("a.txt", "draft.txt", "keep.draft.txt", "Private/b.txt", "logs/c.txt"):
        write(tmp_path / name)
    chosen = patterns("# drafts\n*draft.txt; private; logs/\n!keep.*\n")
    assert chosen == ("*draft.txt", "private", "logs", "!keep.*")
    assert [path.name for path in discover([tmp_path], chosen) if isinstance(path, Path)] == ["a.txt", "keep.draft.txt"]


def test_what_is_dropped_itself_is_never_ignored_and_never_twice(tmp_path: Path) -> None:
    hidden = write(tmp_path / ".notes.txt")
    file = write(tmp_path / "a.txt")
    assert list(discover([hidden, file, tmp_path], (".*",))) == [hidden, file]


def test_links_in_circles_end_with_a_sentence(tmp_path: Path) -> None:
    file = write(tmp_path / "folder" / "a.txt")
    (tmp_path / "folder" / "up").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "self").symlink_to(tmp_path / "self")
    found = list(discover([tmp_path]))
    assert [item for item in found if isinstance(item, Path)] == [file]
    faults = {item.path.name: item.fault for item in found if isinstance(item, Unreachable)}
    assert {name: fault.reason for name, fault in faults.items()} == {"up": Reason.LOOP, "self": Reason.LOOP}
    assert '"self" is a link that leads back to itself' in faults["self"].detail


def test_two_links_to_one_folder_give_its_files_once(tmp_path: Path) -> None:
    write(tmp_path / "real" / "a.txt")
    for name in ("link1", "link2"):
        (tmp_path / name).symlink_to(tmp_path / "real", target_is_directory=True)
    assert list(discover([tmp_path])) == [tmp_path / "link1" / "a.txt"]


def test_missing_and_forbidden_paths_are_said_and_the_rest_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(tmp_path / "z" / "a.txt")
    locked = tmp_path / "locked"
    locked.mkdir()
    listdir = os.listdir

    def refuse(path: Path) -> list[str]:  # an administrator may read every folder, so that rights alone would not do
        if path == locked:
            raise PermissionError(13, "Permission denied", str(path))
        return listdir(path)

    monkeypatch.setattr(os, "listdir", refuse)
    found = list(discover([tmp_path / "gone.pdf", tmp_path]))
    assert [(item.path.name, item.fault.reason) if isinstance(item, Unreachable) else item for item in found] == [
        ("gone.pdf", Reason.MISSING),
        ("locked", Reason.PERMISSION),
        file,
    ]


def test_a_pipe_is_never_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (found,) = discover([tmp_path])
    assert isinstance(found, Unreachable)
    assert found.fault.reason is Reason.UNSUPPORTED


def test_names_may_be_any_bytes(tmp_path: Path) -> None:
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\n\xe4.txt"))
    odd.write_bytes(b"text")
    assert list(discover([tmp_path])) == [odd]
    odd.unlink()
    with pytest.raises(ReadFault) as caught:
        content_hash(odd)
    assert caught.value.reason is Reason.MISSING
    caught.value.detail.encode("utf-8")
    assert "\n" not in caught.value.detail


def test_folders_deeper_than_the_stack(tmp_path: Path) -> None:
    here = tmp_path
    for _ in range(400):
        here = here / "d"
        here.mkdir()
    write(here / "a.txt")
    assert list(discover([tmp_path])) == [here / "a.txt"]


def test_content_hash_is_of_the_content_alone(tmp_path: Path) -> None:
    first, second = write(tmp_path / "a.txt", "same"), write(tmp_path / "b.txt", "same")
    assert content_hash(first) == content_hash(second) == (hashlib.sha256(b"same").hexdigest(), 4)
