"""`desktop-mem import`, `documents` and `watch`: store documents, say of each what became of it, list, retry and forget them."""

from __future__ import annotations

import getpass
from collections.abc import Sequence
from pathlib import Path

from desktop_mem.app import make_worker, open_home
from desktop_mem.cli.answers import answers
from desktop_mem.cli.import_view import ImportView, document_record, document_words
from desktop_mem.cli.output import Output
from desktop_mem.control.import_work import ForgettingQuestion
from desktop_mem.runtime.command import (
    Command,
    ForgetDocument,
    ImportPaths,
    ResumeImport,
    RetryImport,
    ShowDocuments,
    ShowWatchedFolders,
    TagDocument,
    UnwatchFolder,
    WatchFolder,
)
from desktop_mem.runtime.inbox import Inbox
from desktop_mem.runtime.update import (
    DocumentChanged,
    DocumentsForgotten,
    DocumentsShown,
    ForgettingAsked,
    WatchedFoldersShown,
)


def import_paths(profile: Path, paths: Sequence[str], *, as_json: bool) -> int:
    """Import, waiting until all is stored; 1 when any file could not be."""
    return _work(profile, ImportPaths(tuple(paths)), as_json=as_json)


def retry(profile: Path, address: str, *, ask_password: bool, as_json: bool) -> int:
    """Import again what failed, or one document, with a password that is typed and stored nowhere."""
    password = getpass.getpass(f"Password of {address}: ") if ask_password else ""
    return _work(profile, RetryImport(address, password), as_json=as_json)


def resume(profile: Path, *, as_json: bool) -> int:
    """Go on with all that rests or was cut off."""
    return _work(profile, ResumeImport(), as_json=as_json)


def list_documents(profile: Path, *, as_json: bool) -> int:
    """Print the ledger, oldest first."""
    output = Output(as_json=as_json)
    shown = [update for update in answers(profile, ShowDocuments()) if isinstance(update, DocumentsShown)]
    for entry in reversed(shown[-1].entries):
        output.result(document_record(entry), document_words(entry))
    if not shown[-1].entries:
        output.note("There are no documents yet.")
    return 0


def forget(profile: Path, address: str, along: Sequence[str], *, everything: bool, confirmed: bool, as_json: bool) -> int:
    """Forget a document, once the user has seen what rests on it; `everything` of that too, or only what is named in `along`."""
    output = Output(as_json=as_json)
    asked = [update for update in answers(profile, ForgetDocument(address)) if isinstance(update, ForgettingAsked)]
    question = asked[-1].question
    chosen = tuple(_choices(question)) if everything else tuple(along)
    if not confirmed:
        _show_question(output, question, chosen)
        output.note(f"Nothing is forgotten yet. To forget it: desktop-mem documents forget {address} --yes")
        return 0
    for update in answers(profile, ForgetDocument(address, confirmed=True, along=chosen)):
        if isinstance(update, DocumentsForgotten):
            output.result(
                {"type": "forgotten", "addresses": update.addresses, "along": chosen}, f"Forgotten: {', '.join(update.addresses)}"
            )
    return 0


def tag(profile: Path, address: str, name: str, *, remove: bool, as_json: bool) -> int:
    """Give a document a tag, or take it away; prints the document as it is then."""
    output = Output(as_json=as_json)
    for update in answers(profile, TagDocument(address, name, remove)):
        if isinstance(update, DocumentChanged):
            output.result(document_record(update.entry), document_words(update.entry))
    return 0


def watch(profile: Path, action: str, folder: str, *, as_json: bool) -> int:
    """Add a watched folder, remove it, or list those that there are."""
    if action == "add":
        return _work(profile, WatchFolder(folder), as_json=as_json)
    command = UnwatchFolder(folder) if action == "remove" else ShowWatchedFolders()
    output = Output(as_json=as_json)
    for update in answers(profile, command):
        if isinstance(update, WatchedFoldersShown):
            for each in update.folders:
                record = {"type": "watched", "path": each.path, "detail": each.detail}
                output.result(record, f"{each.path}  {each.detail}".rstrip())
            if not update.folders:
                output.note("No folder is watched.")
    return 0


def _work(profile: Path, command: Command, *, as_json: bool) -> int:
    """Carry out a command and import all that waits."""
    view = ImportView(Output(as_json=as_json))
    inbox = Inbox()
    worker = make_worker(open_home(profile), view.show, inbox)
    worker.start_stores()
    try:
        worker.load_embedder()
        inbox.put(command)
        worker.turn()
        worker.finish_imports()
    finally:
        worker.close()
    view.end()
    return 1 if view.failed else 0


def _choices(question: ForgettingQuestion) -> list[str]:
    return [each.address for each in question.dependents] + [each.address for each in question.members]


def _show_question(output: Output, question: ForgettingQuestion, chosen: Sequence[str]) -> None:
    entry = question.entry
    record = {
        "type": "forgetting_asked",
        "address": entry.address,
        "path": entry.path,
        "dependents": [{"address": each.address, "text": each.text} for each in question.dependents],
        "members": [each.address for each in question.members],
    }
    lines = [f"{entry.address} {Path(entry.path).name}: {entry.passages} passages would be deleted."]
    lines += [f"  {each.address}{_mark(each.address, chosen)}  {' '.join(each.text.split())[:100]}" for each in question.dependents]
    lines += [f"  {each.address}{_mark(each.address, chosen)}  {Path(each.path).name}" for each in question.members]
    if len(lines) > 1:
        lines.insert(1, "These rest on it. They are kept, unless you name them behind --along or say --everything:")
    output.result(record, "\n".join(lines))


def _mark(address: str, chosen: Sequence[str]) -> str:
    return " (to be forgotten)" if address in chosen else ""
