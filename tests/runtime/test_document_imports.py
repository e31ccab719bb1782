"""Imports in the runtime: listed in slices, paused and resumed, retried, watched, moved and forgotten; nothing is lost by an ending."""

from __future__ import annotations

import os
import shutil
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

from desktop_mem.control.document_ledger import ImportState, Reason
from desktop_mem.control.import_work import FORGOTTEN
from desktop_mem.inference.scripted import HashEmbedder, say
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.update import Yielded
from desktop_mem.runtime.command import (
    CancelImport,
    ForgetDocument,
    ImportPaths,
    PauseImport,
    ResumeImport,
    RetryImport,
    Search,
    SendMessage,
    ShowWatchedFolders,
    UnwatchFolder,
    WatchFolder,
)
from desktop_mem.runtime.proposal_command import AcceptProposal
from desktop_mem.runtime.update import DocumentChanged, DocumentsForgotten, ForgettingAsked


def text(path: Path, content: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    return path


def long_text(path: Path, paragraphs: int = 200) -> Path:
    return text(path, "\n\n".join(f"Paragraph {n} tells of harbour number {n}. " * 15 for n in range(paragraphs)))


def finish(runtime: Any, *commands: Any) -> dict[str, Any]:
    """Serve the commands and import all that waits; the ledger by file name."""
    for command in commands:
        runtime.worker._serve(command)
    runtime.worker.finish_imports()
    return ledger(runtime)


def ledger(runtime: Any) -> dict[str, Any]:
    return {Path(entry.path).name: entry for entry in runtime.worker._stores.catalogue.entries()}


def found(runtime: Any, query: str) -> list[str]:
    runtime.updates.clear()
    runtime.worker._serve(Search(query))
    return [hit.text for hit in runtime.named("SearchFinished")[0].archival.hits]


def is_part_stored(update: Any) -> bool:
    return isinstance(update, DocumentChanged) and update.stage == "storing" and update.entry.passages > 0


def test_a_folder_is_listed_in_slices_and_counted(drive, tmp_path: Path) -> None:
    """anything-llm 928, 1163: a white screen at more than 2,500 files; more than five documents at once failed."""
    for number in range(450):
        text(tmp_path / "in" / f"f{number % 7}" / f"n{number}.txt", f"Note {number} is about boat number {number}.")
    runtime = drive()
    entries = finish(runtime, ImportPaths((str(tmp_path / "in"),)))
    assert len(entries) == 450
    assert {entry.reason for entry in entries.values()} == {Reason.STORED}
    slices = [len(update.entries) for update in runtime.named("DocumentsListed")]
    assert sum(slices) == 450
    assert max(slices) <= 200
    totals = runtime.named("ImportProgressed")[-1].totals
    assert (totals.done, totals.total, totals.listing) == (450, 450, False)
    assert totals.bytes_done == totals.bytes_total == sum(entry.size for entry in entries.values())
    assert found(runtime, "boat number 449")[0].startswith("Note 449 ")


def test_a_crash_while_listing_loses_nothing_of_the_drop(drive, tmp_path: Path) -> None:
    """open-webui 13729: what was uploaded stayed unprocessed after an interruption."""
    runtime = drive()
    runtime.worker._stores.backlog.add([str(text(tmp_path / "a.txt", "The garage code is 4711."))])
    runtime.worker.close()
    assert finish(drive())["a.txt"].reason is Reason.STORED


def test_paused_imports_rest_over_the_end_of_the_program_and_go_on_where_they_stopped(drive, tmp_path: Path) -> None:
    """gpt4all 1757, 2743: progress was lost after quitting, and everything began at zero."""
    file = long_text(tmp_path / "long.txt")
    runtime = drive()
    runtime.worker._serve(ImportPaths((str(file),)))
    runtime.until(is_part_stored)
    runtime.worker._serve(PauseImport())
    stored = runtime.worker._stores.catalogue.in_work("d1")[0]
    assert stored > 0
    assert finish(runtime)["long.txt"].state is ImportState.PAUSED
    runtime.worker.close()
    again = drive()
    assert finish(again, ImportPaths((str(text(tmp_path / "later.txt", "Later.")),)))["later.txt"].state is ImportState.PAUSED
    assert again.worker._stores.catalogue.in_work("d1")[0] == stored
    texts: list[str] = []
    embedder = HashEmbedder(384)
    again.worker._imports._ingest.embedder = embedder
    embed = embedder.embed
    embedder.embed = lambda given: texts.extend(given) or embed(given)
    entries = finish(again, ResumeImport())
    assert [entries[name].reason for name in ("long.txt", "later.txt")] == [Reason.STORED] * 2
    assert len([each for each in texts if each != "Later."]) == entries["long.txt"].passages - stored
    passages = [p.text for page in range(1, 99) for p in _page(again, page)]
    assert [p.split(" tells")[0] for p in passages if p.startswith("Paragraph")] == sorted(
        {p.split(" tells")[0] for p in passages if p.startswith("Paragraph")}, key=lambda p: int(p.split()[1])
    )


def _page(runtime: Any, page: int) -> list[Any]:
    try:
        return runtime.worker._stores.archival.read_place(f"d1#page={page}")
    except LookupError:
        return []


def test_one_import_rests_while_the_others_go_on(drive, tmp_path: Path) -> None:
    runtime = drive()
    files = [str(text(tmp_path / name, f"About {name}.")) for name in ("a.txt", "b.txt")]
    runtime.worker._serve(ImportPaths(tuple(files)))
    while not runtime.named("DocumentsListed"):
        runtime.worker._imports._listing.step(0.05)
    runtime.worker._serve(PauseImport("d1"))
    assert {name: entry.state for name, entry in finish(runtime).items()} == {"a.txt": ImportState.PAUSED, "b.txt": ImportState.DONE}
    assert finish(runtime, ResumeImport("d1"))["a.txt"].reason is Reason.STORED


def test_a_failed_import_is_tried_again(drive, tmp_path: Path) -> None:
    """pdf-mcp 59, paperless-gpt 872: one bad file ended the whole batch; here it fails alone and can be tried again."""
    bad, good = text(tmp_path / "bad.txt", ""), text(tmp_path / "good.txt", "Good.")
    runtime = drive()
    entries = finish(runtime, ImportPaths((str(bad), str(good))))
    assert [entries[name].reason for name in ("bad.txt", "good.txt")] == [Reason.EMPTY, Reason.STORED]
    text(bad, "Now there is something.")
    assert finish(runtime, RetryImport())["bad.txt"].reason is Reason.STORED


def test_cancelling_takes_no_time_and_leaves_nothing(drive, tmp_path: Path) -> None:
    """anything-llm 6001: a stuck job spun for 18 hours and could not be ended."""
    runtime = drive()
    runtime.worker._serve(ImportPaths((str(long_text(tmp_path / "long.txt")),)))
    runtime.until(is_part_stored)
    began = time.monotonic()
    runtime.worker._serve(CancelImport())
    assert time.monotonic() - began < 1.0
    assert finish(runtime)["long.txt"].state is ImportState.CANCELLED
    assert runtime.worker._stores.catalogue.in_work("d1") == (0, "")
    assert found(runtime, "harbour") == []


def test_two_new_copies_in_one_drop_are_one_document_and_a_duplicate(drive, tmp_path: Path) -> None:
    """open-webui 6252, 7995: the same document was embedded twice."""
    for name in ("a.txt", "b.txt"):
        text(tmp_path / name, "The garage code is 4711.")
    entries = finish(drive(), ImportPaths((str(tmp_path / "a.txt"), str(tmp_path / "b.txt"))))
    assert {name: entry.reason for name, entry in entries.items()} == {"a.txt": Reason.STORED, "b.txt": Reason.DUPLICATE}
    assert entries["b.txt"].detail == "The same content is stored already as a.txt (d1)."


def test_a_file_that_was_moved_keeps_its_address(drive, tmp_path: Path) -> None:
    old = text(tmp_path / "old.txt", "The garage code is 4711.")
    runtime = drive()
    finish(runtime, ImportPaths((str(old),)))
    old.rename(tmp_path / "new.txt")
    runtime.updates.clear()
    entries = finish(runtime, ImportPaths((str(tmp_path / "new.txt"),)))
    assert {name: (entry.address, entry.reason) for name, entry in entries.items()} == {"new.txt": ("d1", Reason.STORED)}
    assert [update.addresses for update in runtime.named("DocumentsForgotten")] == [("d2",)]


def test_a_file_that_changes_while_it_is_read_is_read_again(drive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop_mem.runtime.ingest._SETTLE_SECONDS", 0.1)
    file = text(tmp_path / "log.txt", "The first line.")
    runtime = drive()
    decide, seen = runtime.worker._imports._ingest._decide, []

    def change(job: Any, identity: Any) -> None:
        seen.append(identity.sha256)
        if len(seen) == 1:
            text(file, "The first line.\nThe second line.")
        decide(job, identity)

    runtime.worker._imports._ingest._decide = change
    entry = finish(runtime, ImportPaths((str(file),)))["log.txt"]
    assert (entry.reason, entry.sha256, len(set(seen))) == (Reason.STORED, seen[-1], 2)
    assert found(runtime, "second") == ["The first line.\nThe second line."]


def test_a_file_that_never_rests_is_stored_and_marked(drive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop_mem.runtime.ingest._SETTLE_SECONDS", 0.05)
    file = text(tmp_path / "busy.log", "begin")
    runtime = drive()
    decide = runtime.worker._imports._ingest._decide

    def change(job: Any, identity: Any) -> None:
        with file.open("a", encoding="utf-8") as log:
            log.write("\nmore")
        decide(job, identity)

    runtime.worker._imports._ingest._decide = change
    entry = finish(runtime, ImportPaths((str(file),)))["busy.log"]
    assert entry.reason is Reason.PARTIAL
    assert entry.detail.startswith('"busy.log" was changed while it was read, again and again')


def test_a_watched_folder_is_kept_in_step_also_with_what_happened_while_the_program_was_off(drive, tmp_path: Path) -> None:
    folder = tmp_path / "watched"
    for name in ("same", "changed", "moved", "deleted"):
        text(folder / f"{name}.txt", f"The {name} one.")
    runtime = drive()
    entries = finish(runtime, WatchFolder(str(folder)))
    assert {entry.reason for entry in entries.values()} == {Reason.STORED}
    runtime.worker.close()
    text(folder / "changed.txt", "The changed one is another.")
    (folder / "deep").mkdir()
    (folder / "moved.txt").rename(folder / "deep" / "elsewhere.txt")
    (folder / "deleted.txt").unlink()
    text(folder / "new.txt", "The new one.")
    again = drive()
    after = finish(again)
    assert {name: (entry.reason, entry.state) for name, entry in after.items()} == {
        "same.txt": (Reason.STORED, ImportState.DONE),
        "changed.txt": (Reason.UPDATED, ImportState.DONE),
        "elsewhere.txt": (Reason.STORED, ImportState.DONE),
        "deleted.txt": (Reason.MISSING, ImportState.DONE),
        "new.txt": (Reason.STORED, ImportState.DONE),
    }
    assert after["elsewhere.txt"].address == entries["moved.txt"].address
    assert after["deleted.txt"].detail == (
        '"deleted.txt" is no longer where it was; its text is kept. Put the file back, or forget the document.'
    )
    assert found(again, "deleted") == ["The deleted one."]
    assert found(again, "another") == ["The changed one is another."]


def test_a_watched_folder_is_told_of_changes(drive, tmp_path: Path) -> None:
    folder = tmp_path / "watched"
    text(folder / "a.txt", "The first one.")
    runtime = drive()
    finish(runtime, WatchFolder(str(folder)))
    time.sleep(1.0)
    text(folder / "b.txt", "The second one.")
    deadline = time.monotonic() + 60
    while "b.txt" not in ledger(runtime) or ledger(runtime)["b.txt"].state is not ImportState.DONE:
        runtime.worker._imports.step() or time.sleep(0.05)
        assert time.monotonic() < deadline
    runtime.worker._serve(UnwatchFolder(str(folder)))
    assert runtime.named("WatchedFoldersShown")[-1].folders == ()


def test_a_folder_on_an_ejected_drive_is_a_warning_and_its_documents_stay(drive, tmp_path: Path) -> None:
    """lmstudio 76: the program did not start while a drive was ejected."""
    folder = tmp_path / "drive"
    text(folder / "a.txt", "The first one.")
    runtime = drive()
    finish(runtime, WatchFolder(str(folder)))
    runtime.worker.close()
    shutil.move(folder, tmp_path / "ejected")
    again = drive()
    assert finish(again)["a.txt"].reason is Reason.STORED
    again.worker._serve(ShowWatchedFolders())
    (shown,) = again.named("WatchedFoldersShown")[-1].folders
    assert (shown.path, shown.detail) == (
        str(folder),
        '"drive" is not there (any more). Check whether it was moved or deleted, and drop it again.',
    )


def test_forgetting_asks_about_what_rests_on_the_document(drive, tmp_path: Path) -> None:
    """gpt4all 777, 2546: a deleted file still answered."""
    file = text(tmp_path / "garage.txt", "The garage code is 4711.")
    runtime = drive(
        FunctionCall("archival_memory_search", {"query": "garage code", "page": 1}, "", True),
        FunctionCall("core_memory_append", {"label": "human", "content": "Garage code: 4711"}, "", True),
        FunctionCall("archival_memory_insert", {"content": "The code of the garage is 4711."}, "", True),
        say("It is 4711."),
        default=say("All right."),
    )
    finish(runtime, ImportPaths((str(file),)))
    runtime.until(lambda u: isinstance(u, Yielded))  # the model was told of the document
    runtime.updates.clear()
    runtime.inbox.put(SendMessage("What is the garage code?"))
    runtime.until(lambda u: isinstance(u, Yielded))
    runtime.worker._serve(AcceptProposal("q1"))
    runtime.worker._serve(ForgetDocument("d1"))
    question = runtime.named("ForgettingAsked")[-1].question
    texts = {each.address: each.text for each in question.dependents}
    assert texts["w:human"] == "Garage code: 4711"
    assert "The code of the garage is 4711." in texts.values()
    assert "It is 4711." in texts.values()
    assert question.entry.address == "d1"
    runtime.worker._serve(ForgetDocument("d1", confirmed=True, along=tuple(texts)))
    assert runtime.named("DocumentsForgotten")[-1] == DocumentsForgotten(("d1",))
    assert found(runtime, "garage code 4711") == []
    assert runtime.worker._agent.context.working_context.sections[1].text == ""
    assert FORGOTTEN in [message.text for message in runtime.worker._agent.context.queue.messages]
    told = runtime.worker._stores.history.events()
    assert [event.kind for event in told if event.target == "w:human"][:1] == ["append"]
    assert [event for event in told if "4711" in f"{event.before}{event.after}{event.detail}"] == []
    assert finish(runtime, ImportPaths((str(file),)))["garage.txt"].address != "d1"


def test_what_is_not_named_is_kept_when_a_document_is_forgotten(drive, tmp_path: Path) -> None:
    runtime = drive()
    copies = [str(text(tmp_path / name, "The garage code is 4711.")) for name in ("a.txt", "b.txt")]
    finish(runtime, ImportPaths(tuple(copies)))
    entries = finish(runtime, ForgetDocument("d1", confirmed=True))
    assert {name: entry.reason for name, entry in entries.items()} == {"b.txt": Reason.STORED}


def test_an_archive_becomes_rows_of_what_is_in_it(drive, tmp_path: Path) -> None:
    archive = tmp_path / "papers.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("inner/a.txt", "The first letter.")
        made.writestr("inner/b.txt", "The second letter.")
    runtime = drive()
    entries = finish(runtime, ImportPaths((str(archive),)))
    assert {name: entry.reason for name, entry in entries.items()} == dict.fromkeys(("papers.zip", "a.txt", "b.txt"), Reason.STORED)
    assert entries["papers.zip"].detail == "Files inside: 2."
    assert entries["a.txt"].path == f"{archive}/inner/a.txt"
    assert entries["a.txt"].archive == entries["papers.zip"].address
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("inner/a.txt", "The first letter, mended.")
    entries = finish(runtime, ImportPaths((str(archive),)))
    assert {name: entry.reason for name, entry in entries.items()} == {
        "papers.zip": Reason.UPDATED,
        "a.txt": Reason.UPDATED,
        "b.txt": Reason.MISSING,
    }
    runtime.worker._serve(ForgetDocument(entries["papers.zip"].address))
    asked = runtime.until(lambda u: isinstance(u, ForgettingAsked)).question
    assert {Path(entry.path).name for entry in asked.members} == {"a.txt", "b.txt"}


def test_names_of_any_bytes_and_things_that_are_no_files(drive, tmp_path: Path) -> None:
    """anything-llm 1881, 3288: odd file names hung or came out garbled."""
    folder = tmp_path / "odd"
    folder.mkdir()
    odd = Path(os.fsdecode(os.fsencode(folder) + b"/\xffcaf\xe9.txt"))
    odd.write_bytes(b"The odd one.")
    os.mkfifo(folder / "pipe")
    runtime = drive()
    entries = finish(runtime, ImportPaths((str(folder),)))
    assert {name: entry.reason for name, entry in entries.items()} == {odd.name: Reason.STORED, "pipe": Reason.UNSUPPORTED}
    assert found(runtime, "odd") == ["The odd one."]
