"""`desktop-mem import`: store documents and say of each what became of it."""

from __future__ import annotations

from pathlib import Path

from desktop_mem.app import make_worker, open_home
from desktop_mem.cli.lists import tell_reminder
from desktop_mem.cli.output import Output
from desktop_mem.control.document_ledger import STORED_REASONS, DocumentEntry, ImportState
from desktop_mem.memory.update import ReminderFell, Update
from desktop_mem.runtime.command import ImportPaths
from desktop_mem.runtime.inbox import Inbox
from desktop_mem.runtime.update import CommandFailed, DocumentChanged, EmbedderReady, RuntimeUpdate

_ENDED = (ImportState.DONE, ImportState.FAILED, ImportState.CANCELLED)


def import_paths(profile: Path, paths: list[str], *, as_json: bool) -> int:
    """Import, waiting until all is stored; 1 when any file could not be."""
    view = _ImportView(Output(as_json=as_json))
    inbox = Inbox()
    worker = make_worker(open_home(profile), view.show, inbox)
    worker.start_stores()
    try:
        worker.load_embedder()
        inbox.put(ImportPaths(tuple(paths)))
        worker.turn()
        worker.finish_imports()
    finally:
        worker.close()
    return 1 if view.failed else 0


class _ImportView:
    """Progress to standard error, one result per file to standard output."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self.failed = False

    def show(self, update: Update | RuntimeUpdate) -> None:
        match update:
            case EmbedderReady(fault=fault) if fault:
                self._output.note(f"Stored without meaning: search knows words only. {fault}")
            case ReminderFell():
                tell_reminder(self._output, update)
            case CommandFailed(reason=reason):
                self.failed = True
                self._output.note(reason)
            case DocumentChanged(entry=entry, stage=stage, done=done, total=total):
                if entry.state in _ENDED:
                    self._end(entry)
                elif stage:
                    share = f" {100 * done // total} %" if total else ""
                    self._output.note(f"{Path(entry.path).name}: {stage}{share}, {entry.passages} passages")
            case _:
                pass

    def _end(self, entry: DocumentEntry) -> None:
        stored = entry.reason in STORED_REASONS
        self.failed = self.failed or not stored
        what = f"{entry.passages} passages from {entry.pages} pages" if stored and entry.pages else f"{entry.passages} passages"
        detail = entry.detail or what
        self._output.result(
            {
                "address": entry.address,
                "path": entry.path,
                "state": entry.state.value,
                "reason": entry.reason.value if entry.reason else "",
                "detail": entry.detail,
                "pages": entry.pages,
                "characters": entry.characters,
                "passages": entry.passages,
                "encoding": entry.encoding,
                "parser": entry.parser,
                "seconds": round(entry.seconds, 3),
            },
            f"{entry.reason or ''} {entry.address} {Path(entry.path).name}: {detail}",
        )
