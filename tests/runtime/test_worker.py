"""The worker: commands in, updates out, one thing at a time, and nothing accepted is lost."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from desktop_mem.control.document_ledger import ImportState, Reason
from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.scripted import ScriptedModel, say
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.update import ReplySent, ReplyStreamed, SectionChanged, TurnFailed, Yielded
from desktop_mem.runtime.command import CancelImport, EditSection, ImportPaths, Search, SendMessage, ShowHistory, ShowState, Shutdown, Stop
from desktop_mem.runtime.update import (
    CommandAccepted,
    CommandFailed,
    DocumentChanged,
    EmbedderReady,
    EngineReady,
    HistoryShown,
    SearchFinished,
    SectionsShown,
)
from desktop_mem.storage.stores import Stores


def test_a_message_is_accepted_when_stored_and_then_answered(drive) -> None:
    runtime = drive(say("Hello, Anna."))
    runtime.inbox.put(SendMessage("I am Anna.", "r1"))
    runtime.until(lambda u: isinstance(u, Yielded))
    names = [type(u).__name__ for u in runtime.updates if not isinstance(u, ReplyStreamed)]
    assert names.index("CommandAccepted") < names.index("EventAdmitted") < names.index("StepStarted") < names.index("ReplySent")
    assert runtime.named("CommandAccepted") == [CommandAccepted("r1")]
    assert runtime.named("ReplySent")[0].message.text == "Hello, Anna."


def test_a_message_sent_again_after_a_crash_is_accepted_and_not_answered_twice(drive) -> None:
    runtime = drive(say("Once."), say("Twice."))
    for _ in range(2):
        runtime.inbox.put(SendMessage("Hello", "r1"))
    runtime.until(lambda u: isinstance(u, Yielded))
    assert runtime.named("CommandAccepted") == [CommandAccepted("r1")] * 2
    assert [u.message.text for u in runtime.named("ReplySent")] == ["Once."]


def test_history_and_search_are_served_while_a_reply_is_written(drive) -> None:
    runtime = drive(say("A long reply. " * 30))
    runtime.inbox.put(SendMessage("My dog is called Rex.", "r1"))
    commands = ShowHistory(request_id="h1"), Search("Rex", request_id="s1")
    runtime.put_while_replying(*commands, only_if=lambda: not runtime.named("HistoryShown"))
    runtime.until(lambda u: isinstance(u, Yielded))
    order = [type(u) for u in runtime.updates]
    assert order.index(HistoryShown) < order.index(SearchFinished) < order.index(ReplySent)
    assert [m.text for m in runtime.named("HistoryShown")[0].messages] == ["My dog is called Rex."]
    [found] = runtime.named("SearchFinished")
    assert [hit.address for hit in found.recall.hits] == ["m1"]


def test_a_document_is_stored_found_and_told_to_the_model(drive, tmp_path: Path) -> None:
    runtime = drive()
    file = tmp_path / "猫.txt"
    file.write_text("你好，世界。\n我的猫叫小花，今年三岁。\n", encoding="utf-8")
    runtime.inbox.put(ImportPaths((str(file),), "i1"))
    done = runtime.until(lambda u: isinstance(u, DocumentChanged) and u.entry.state is ImportState.DONE)
    assert (done.entry.address, done.entry.reason, done.entry.passages) == ("d1", Reason.STORED, 1)
    assert CommandAccepted("i1") in runtime.updates
    runtime.inbox.put(Search("小花"))
    found = runtime.until(lambda u: isinstance(u, SearchFinished))
    assert [(hit.address, hit.citation) for hit in found.archival.hits] == [("p1", "猫.txt, lines 1-2")]
    admitted = runtime.until(lambda u: type(u).__name__ == "EventAdmitted")
    assert admitted.message.text == "Documents stored: 猫.txt (d1); 1 passages. archival_memory_search finds their text."


def test_the_same_content_again_is_told_apart(drive, tmp_path: Path) -> None:
    first, second = tmp_path / "a.txt", tmp_path / "b.txt"
    first.write_text("The garage code is 4711.", encoding="utf-8")
    second.write_text("The garage code is 4711.", encoding="utf-8")
    runtime = drive()

    def import_again(path: Path) -> Reason | None:
        runtime.updates.clear()
        runtime.inbox.put(ImportPaths((str(path),)))
        return runtime.until(lambda u: isinstance(u, DocumentChanged) and u.entry.state is ImportState.DONE).entry.reason

    assert import_again(first) is Reason.STORED
    assert import_again(first) is Reason.UNCHANGED
    assert import_again(second) is Reason.DUPLICATE
    first.write_text("The garage code is 4712 now.", encoding="utf-8")
    assert import_again(first) is Reason.UPDATED
    runtime.inbox.put(Search("garage code"))
    found = runtime.until(lambda u: isinstance(u, SearchFinished))
    assert [hit.text for hit in found.archival.hits] == ["The garage code is 4712 now."]


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("empty.txt", b"", Reason.EMPTY),
        ("noise.bin", bytes(range(256)) * 20, Reason.UNSUPPORTED),
        ("broken.pdf", b"%PDF-1.7\nnothing more", Reason.CORRUPT),
        ("gone.txt", None, Reason.MISSING),
    ],
)
def test_a_file_that_cannot_be_stored_says_why_and_names_itself(
    drive, tmp_path: Path, name: str, content: bytes | None, reason: Reason
) -> None:
    file = tmp_path / name
    if content is not None:
        file.write_bytes(content)
    runtime = drive()
    runtime.inbox.put(ImportPaths((str(file),)))
    failed = runtime.until(lambda u: isinstance(u, DocumentChanged) and u.entry.state is ImportState.FAILED)
    assert failed.entry.reason is reason
    assert name in failed.entry.detail


def test_an_import_that_was_cut_off_ends_by_itself_after_a_restart(drive, tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_text("\n\n".join(f"Paragraph {n} tells of harbour number {n} and its boats. " * 12 for n in range(900)), encoding="utf-8")
    runtime = drive()
    runtime.inbox.put(ImportPaths((str(file),)))
    cut = runtime.until(lambda u: isinstance(u, DocumentChanged) and u.entry.passages >= 32)
    assert cut.entry.state is ImportState.READING
    runtime.worker.close()
    again = drive()
    done = again.until(lambda u: isinstance(u, DocumentChanged) and u.entry.state is ImportState.DONE)
    assert done.entry.reason is Reason.STORED
    again.inbox.put(Search("harbour number 119"))
    found = again.until(lambda u: isinstance(u, SearchFinished))
    assert "harbour number 119" in found.archival.hits[0].text
    assert done.entry.passages == again.worker._stores.counts().passages


def test_an_import_can_be_cancelled(drive, tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_text("\n\n".join(f"Paragraph {n} tells of harbour number {n}. " * 15 for n in range(400)), encoding="utf-8")
    runtime = drive()
    runtime.inbox.put(ImportPaths((str(file),)))
    runtime.until(lambda u: isinstance(u, DocumentChanged) and u.entry.passages >= 32)
    runtime.inbox.put(CancelImport())
    ended = runtime.until(lambda u: isinstance(u, DocumentChanged) and u.entry.state is ImportState.CANCELLED)
    assert ended.entry.detail == "Cancelled. Drop the file again to import it."
    runtime.worker.finish_imports()
    assert runtime.worker._stores.counts().passages == 0


def test_a_message_goes_before_an_import(drive, tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_text("\n\n".join(f"Paragraph {n}. " * 40 for n in range(400)), encoding="utf-8")
    runtime = drive(say("I am here."))
    runtime.inbox.put(ImportPaths((str(file),)))
    runtime.until(lambda u: isinstance(u, DocumentChanged) and u.stage == "reading")
    runtime.inbox.put(SendMessage("Are you there?"))
    before = len(runtime.named("DocumentChanged"))
    runtime.until(lambda u: isinstance(u, ReplySent))
    assert len(runtime.named("DocumentChanged")) <= before + 1


@pytest.mark.parametrize("paging", ["model", "assisted", "automatic"])
def test_without_a_model_everything_but_free_conversation_goes_on(drive, tmp_path: Path, paging: str) -> None:
    """The reason is told; documents, messages and notes are quoted with their addresses; reminders and facts are set and noted."""

    def no_model() -> ScriptedModel:
        raise EnvironmentFault("The model file x.gguf does not exist.", "Choose another model.")

    def asked(text: str) -> str:
        before = len(runtime.named("ReplySent"))
        runtime.inbox.put(SendMessage(text))
        runtime.until(lambda u: isinstance(u, Yielded) and len(runtime.named("ReplySent")) > before)
        return runtime.named("ReplySent")[-1].message.text

    manual = tmp_path / "manual.txt"
    manual.write_text("The boiler is switched off with the red valve in the cellar.", encoding="utf-8")
    runtime = drive(load_model=no_model, paging=paging)
    assert runtime.named("EngineReady") == [EngineReady("", 8192, "The model file x.gguf does not exist. Choose another model.")]
    runtime.inbox.put(ImportPaths((str(manual),)))
    runtime.until(lambda u: isinstance(u, DocumentChanged) and u.entry.state is ImportState.DONE)
    assert asked("My cat is called Mimi.") == "No model is loaded to answer this. Your message is stored."
    told = runtime.named("EntryWritten")[-1]
    assert told.text == "Cat: Mimi"
    assert asked("How is the boiler switched off?") == (
        "From your documents:\n“The boiler is switched off with the red valve in the cellar.” [p1, manual.txt, line 1]\n\n"
        "(Made without a model: quoted, not written.)"
    )
    of_the_cat = asked("What is my cat called?")
    assert "From what is noted about you:\n“Cat: Mimi” [w:human]" in of_the_cat
    assert f"“My cat is called Mimi.” [{told.source}, you, " in of_the_cat
    assert "matches this. Your message is stored." in asked("Xylophone quotient?")
    assert asked("锅炉怎么关？") == "没有载入模型，你的文档、消息和记录里也没有相符的内容。你的消息已存入。"
    asked("Remind me tomorrow at 9 to call Lena.")
    assert runtime.named("ReminderSet")[-1].reminder.message == "call Lena"
    runtime.inbox.put(Search("Mimi"))
    assert runtime.until(lambda u: isinstance(u, SearchFinished)).recall.hits[-1].text == "My cat is called Mimi."


def test_a_bug_in_one_event_ends_that_event_only(drive, allow_log_warnings, caplog) -> None:
    def crash(prompt: object) -> str:
        raise ZeroDivisionError("a bug")

    runtime = drive(crash, say("Back again."))
    runtime.inbox.put(SendMessage("One"))
    failed = runtime.until(lambda u: isinstance(u, TurnFailed))
    assert failed.reason == "A fault in this program interrupted the answer; what was said before is kept. The log tells more."
    assert "ZeroDivisionError" in caplog.text
    runtime.inbox.put(SendMessage("Two"))
    assert runtime.until(lambda u: isinstance(u, ReplySent)).message.text == "Back again."
    assert [m.text for m in runtime.worker._agent.context.queue.messages] == ["One", "Two", "Back again."]


def test_a_message_that_comes_while_another_is_answered_is_stored_at_once(drive) -> None:
    runtime = drive(say("A long reply. " * 30), say("The second."))
    runtime.inbox.put(SendMessage("One", "r1"))
    runtime.put_while_replying(SendMessage("Two", "r2"), only_if=lambda: len(runtime.named("CommandAccepted")) == 1)
    runtime.until(lambda u: len(runtime.named("Yielded")) == 2)
    order = [u.request_id if isinstance(u, CommandAccepted) else type(u).__name__ for u in runtime.updates]
    assert order.index("r2") < order.index("ReplySent")
    assert [u.message.text for u in runtime.named("ReplySent")] == [("A long reply. " * 30), "The second."]


def test_the_user_edits_the_working_context_and_an_outdated_edit_is_refused(drive) -> None:
    runtime = drive(FunctionCall("core_memory_append", {"label": "human", "content": "Name: Anna"}), say("Noted."))
    runtime.inbox.put(EditSection("human", "Name: Bob", expected="", request_id="e1"))
    changed = runtime.until(lambda u: isinstance(u, SectionChanged))
    assert (changed.before.text, changed.after.text) == ("", "Name: Bob")
    runtime.inbox.put(EditSection("human", "Name: Eve", expected="", request_id="e2"))
    failed = runtime.until(lambda u: isinstance(u, CommandFailed))
    assert (failed.request_id, failed.reason.startswith("Not done: the section human has changed")) == ("e2", True)
    assert [s.text for s in runtime.named("SectionsShown")[-1].sections][1] == "Name: Bob"


def test_a_window_that_opens_late_is_told_everything(drive) -> None:
    runtime = drive()
    runtime.until(lambda u: isinstance(u, EmbedderReady))
    runtime.updates.clear()
    runtime.inbox.put(ShowState())
    runtime.until(lambda u: isinstance(u, SectionsShown))
    assert [type(u).__name__ for u in runtime.updates[:7]] == [
        "EngineReady", "EmbedderReady", "SectionsShown", "SummaryShown", "ContextMeasured", "DocumentsShown", "CountsChanged",
    ]  # fmt: skip


def test_a_missing_embedder_leaves_search_by_words(drive) -> None:
    def no_embedder() -> object:
        raise EnvironmentFault("The embedder's folder /x does not exist.", "Choose another one.")

    runtime = drive(say("Noted."), load_embedder=no_embedder)
    ready = runtime.until(lambda u: isinstance(u, EmbedderReady))
    assert ready.fault == "The embedder's folder /x does not exist. Choose another one."
    runtime.inbox.put(SendMessage("My cat is called Mimi."))
    runtime.until(lambda u: isinstance(u, ReplySent))
    runtime.inbox.put(Search("Mimi"))
    assert [hit.address for hit in runtime.until(lambda u: isinstance(u, SearchFinished)).recall.hits] == ["m1"]


def test_stop_and_shutdown(drive) -> None:
    runtime = drive(say("word " * 200))
    runtime.worker._model._stop = runtime.inbox.stop.is_set
    runtime.inbox.put(SendMessage("Talk."))
    runtime.put_while_replying(Stop())
    sent = runtime.until(lambda u: isinstance(u, ReplySent))
    assert sent.cut == "stopped"
    assert sent.message.text.startswith("word")
    runtime.inbox.put(Shutdown())
    while not runtime.worker._ended:
        runtime.worker.turn()
    assert runtime.updates[-1] is not sent


def test_an_empty_message_is_refused(drive) -> None:
    runtime = drive()
    runtime.inbox.put(SendMessage("  \n", "r1"))
    assert runtime.until(lambda u: isinstance(u, CommandFailed)) == CommandFailed("r1", "The message is empty. Write something first.")


def test_a_window_that_is_closed_in_the_middle_of_a_reply_does_not_lose_it(drive) -> None:
    runtime = drive(say("word " * 100))
    runtime.worker._model._stop = runtime.inbox.stop.is_set
    runtime.inbox.put(SendMessage("Talk.", "r1"))
    runtime.put_while_replying(Shutdown())
    while not runtime.worker._ended:
        runtime.worker.turn()
    assert runtime.named("ReplySent") == runtime.named("TurnFailed") == []
    runtime.worker.close()
    again = drive(say("The whole reply."))
    assert again.until(lambda u: isinstance(u, ReplySent)).message.text == "The whole reply."
    assert [m.text for m in again.worker._agent.context.queue.messages] == ["Talk.", "The whole reply."]


def test_a_model_with_too_small_a_window_is_told_and_all_else_works(drive) -> None:
    runtime = drive(model=ScriptedModel(window=1024))
    [ready] = runtime.named("EngineReady")
    assert ready.model == ""
    assert ready.fault.startswith("The model's window holds 1024 tokens; at least 2048 are needed.")
    runtime.inbox.put(Search("anything"))
    assert runtime.until(lambda u: isinstance(u, SearchFinished)).recall.total == 0


def test_a_bug_in_a_command_ends_neither_the_chain_nor_the_runtime(drive, allow_log_warnings, caplog) -> None:
    runtime = drive(say("A long reply. " * 30), say("Still here."))
    runtime.inbox.put(SendMessage("One"))

    def broken(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    runtime.worker._looked_up = broken
    runtime.put_while_replying(Search("x", request_id="s1"), only_if=lambda: not runtime.named("CommandFailed"))
    runtime.until(lambda u: isinstance(u, Yielded))
    assert runtime.named("CommandFailed")[0] == CommandFailed(
        "s1", "A fault in this program stopped that; nothing that was stored is lost. The log tells more."
    )
    assert "ZeroDivisionError" in caplog.text
    assert len(runtime.named("ReplySent")) == 1


def long_file(path: Path) -> Path:
    path.write_text("\n\n".join(f"Paragraph {n} tells of harbour number {n}. " * 15 for n in range(200)), encoding="utf-8")
    return path


def test_a_file_cancelled_and_dropped_again_is_stored_from_its_beginning(drive, tmp_path: Path) -> None:
    file = long_file(tmp_path / "long.txt")
    runtime = drive()
    runtime.inbox.put(ImportPaths((str(file),)))
    runtime.until(lambda u: isinstance(u, DocumentChanged) and u.entry.passages >= 32)
    for command in (CancelImport(), ImportPaths((str(file),))):
        runtime.worker._serve(command)
    runtime.until(lambda u: isinstance(u, DocumentChanged) and u.entry.state is ImportState.DONE)
    runtime.inbox.put(Search("Paragraph 0 harbour number 0"))
    found = runtime.until(lambda u: isinstance(u, SearchFinished))
    assert any(hit.text.startswith("Paragraph 0 ") for hit in found.archival.hits)


def test_a_document_that_ends_the_program_twice_is_given_up(drive, tmp_path: Path) -> None:
    file = long_file(tmp_path / "poison.txt")
    with contextlib.closing(Stores.open(tmp_path / "profile")) as stores:
        stores.catalogue.add(str(file))
        for _ in range(2):  # what two runs that were killed leave behind
            stores.catalogue.begin("d1", "hash reader")
    last = drive()
    failed = last.until(lambda u: isinstance(u, DocumentChanged) and u.entry.state is ImportState.FAILED)
    assert failed.entry.reason is Reason.CORRUPT
    assert failed.entry.detail == (
        '"poison.txt" was not read again: the program ended twice while it was being stored. Drop it again to retry.'
    )


def test_a_duplicate_is_stored_when_the_first_one_changes(drive, tmp_path: Path) -> None:
    first, copy = tmp_path / "r.txt", tmp_path / "zcopy.txt"
    for path in (first, copy):
        path.write_text("The garage code is 4711.", encoding="utf-8")
    runtime = drive()
    for path in (first, copy):
        runtime.inbox.put(ImportPaths((str(path),)))
        runtime.worker.turn()
        runtime.worker.finish_imports()
    first.write_text("The garage is sold.", encoding="utf-8")
    runtime.inbox.put(ImportPaths((str(first),)))
    runtime.worker.turn()
    runtime.worker.finish_imports()
    reasons = {Path(e.path).name: e.reason for e in runtime.worker._stores.catalogue.entries()}
    assert reasons == {"r.txt": Reason.UPDATED, "zcopy.txt": Reason.STORED}
    runtime.inbox.put(Search("garage code"))
    assert "4711" in runtime.until(lambda u: isinstance(u, SearchFinished)).archival.hits[0].text
