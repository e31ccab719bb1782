"""Documents in the terminal: imported with progress, listed, tried again, watched, and forgotten once the user has seen what goes."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from desktop_mem.app import make_parts
from desktop_mem.cli import main
from desktop_mem.cli.import_view import document_words, progress_words
from desktop_mem.control.document_ledger import DocumentEntry, ImportState, Reason
from desktop_mem.control.import_work import ImportTotals
from desktop_mem.inference.scripted import HashEmbedder
from desktop_mem.runtime.worker import Worker

Run = Callable[..., tuple[int, list[Any], str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command on the profile of this test: its exit code, its records, and what it noted."""

    def make_worker(home: Any, emit: Any, inbox: Any) -> Worker:
        return Worker(replace(make_parts(home, inbox), load_embedder=lambda: HashEmbedder(384)), emit, inbox)

    for module in ("documents", "search"):
        monkeypatch.setattr(f"desktop_mem.cli.{module}.make_worker", make_worker)

    def run(*words: str) -> tuple[int, list[Any], str]:
        code = main(["--profile", str(tmp_path / "profile"), *words, "--json"])
        printed = capsys.readouterr()
        return code, [json.loads(line) for line in printed.out.splitlines()], printed.err

    return run


def text(path: Path, content: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    return path


def test_a_folder_is_imported_listed_and_forgotten(run: Run, tmp_path: Path) -> None:
    """gpt4all 2579: no reason, no progress; open-webui 14664: an empty file was an error without words."""
    text(tmp_path / "in" / "a.txt", "The garage code is 4711.")
    text(tmp_path / "in" / "b.txt", "")
    code, records, notes = run("import", str(tmp_path / "in"))
    assert (code, {Path(record["path"]).name: record["reason"] for record in records}) == (1, {"a.txt": "STORED", "b.txt": "EMPTY"})
    assert "2 of 2 files" in notes
    text(tmp_path / "in" / "b.txt", "Now there is something.")
    code, records, _ = run("documents", "retry")
    assert (code, [(record["address"], record["reason"]) for record in records]) == (0, [("d2", "STORED")])
    code, records, _ = run("documents", "list")
    assert [(record["address"], record["passages"]) for record in records] == [("d1", 1), ("d2", 1)]
    code, records, notes = run("documents", "forget", "d1")
    assert (records[0]["type"], records[0]["dependents"]) == ("forgetting_asked", [])
    assert "Nothing is forgotten yet." in notes
    assert run("documents", "forget", "d1", "--yes")[1] == [{"type": "forgotten", "addresses": ["d1"], "along": []}]
    assert [record["address"] for record in run("documents", "list")[1]] == ["d2"]
    assert run("documents", "forget", "d1") == (1, [], "desktop-mem: There is no document d1.\n")


def test_folders_are_watched(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "watched"
    text(folder / "a.txt", "The first one.")
    code, records, notes = run("watch", "add", str(folder))
    assert (code, [record["reason"] for record in records]) == (0, ["STORED"])
    assert run("watch", "list")[1] == [{"type": "watched", "path": str(folder), "detail": ""}]
    text(folder / "b.txt", "The second one.")
    assert [record["address"] for record in run("documents", "resume")[1]] == ["d2"]
    assert run("watch", "remove", str(folder))[1] == []
    code, _, notes = run("watch", "remove", str(folder))
    assert (code, notes) == (1, f"desktop-mem: {folder} is not a watched folder. Choose one of those that are.\n")


def test_a_place_is_opened_by_its_address(run: Run, tmp_path: Path) -> None:
    """What a citation names can be read, and what is not there says what is."""
    file = text(tmp_path / "notes.txt", "".join(f"Line {number} of the harbour log.\n" for number in range(1, 41)))
    assert run("import", str(file))[0] == 0
    code, [opened, *_], _ = run("open", "d1#line=3-4")
    assert (code, opened["address"], "Line 3 of the harbour log." in opened["text"]) == (0, "p1", True)
    assert opened["citation"].startswith("notes.txt, lines 1-")
    code, records, noted = run("open", "d1#line=70")
    assert (code, records) == (1, [])
    assert noted == "desktop-mem: notes.txt (d1) has lines 1 to 40 there; there is no line 70.\n"
    assert "is not an address" in run("open", "nonsense")[2]
    assert run("open", "r1")[2] == "desktop-mem: There is no reminder r1.\n"


def test_a_search_is_narrowed_to_documents_tags_kinds_and_dates(run: Run, tmp_path: Path) -> None:
    for name in ("work/plan.txt", "work/costs.txt", "home/diary.txt"):
        text(tmp_path / name, f"The harbour stands in {name}.\n")
    assert run("import", str(tmp_path / "work"), str(tmp_path / "home"))[0] == 0

    def found(*words: str) -> list[str]:
        code, records, _ = run("search", "harbour", *words)
        assert code == 0
        return sorted(record["citation"].partition(",")[0] for record in records)

    assert found("--in", "work") == ["costs.txt", "plan.txt"]
    assert found("--in", "diary") == ["diary.txt"]
    address = next(record["address"] for record in run("documents", "list")[1] if record["path"].endswith("costs.txt"))
    _, [tagged], _ = run("documents", "tag", address, "Money")
    assert tagged["tags"] == ["money"]
    assert found("--tag", "money") == ["costs.txt"]
    assert found("--tag", "money", "--in", "home") == []
    assert found("--kind", "m") == []
    assert len(found("--from", "2020", "--kind", "p")) == 3
    assert found("--to", "2020-01-31") == []
    assert run("search", "harbour", "--in", "nowhere")[2].endswith("No document is called 'nowhere' or lies in a folder of that name.\n")
    assert "is not a date" in run("search", "harbour", "--from", "soon")[2]
    assert run("search", "harbour", "--from", "2026", "--to", "2025")[2].endswith("2025 lies before 2026. Swap the two dates.\n")


def test_one_of_a_kind_is_not_told_in_the_plural() -> None:
    entry = DocumentEntry("d1", "/x/one.pdf", ImportState.DONE, datetime.now().astimezone(), Reason.STORED, pages=1, passages=1)
    assert document_words(entry) == "STORED d1 one.pdf: 1 passage from 1 page"
    assert document_words(replace(entry, pages=0, passages=2)) == "STORED d1 one.pdf: 2 passages"
    assert progress_words(ImportTotals(0, 1, 0, 1_000_000, passages_per_second=1.2)) == "0 of 1 file, 0.0 of 1.0 MB, 1 passage a second"
