"""What an import says in the terminal: how far it has come on standard error, one result per file on standard output."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from desktop_mem.cli.lists import tell_reminder
from desktop_mem.cli.output import Output
from desktop_mem.control.document_ledger import STORED_REASONS, DocumentEntry, ImportState
from desktop_mem.control.import_work import ImportTotals
from desktop_mem.memory.update import ReminderFell, Update
from desktop_mem.runtime.update import (
    CommandFailed,
    DocumentChanged,
    DocumentsForgotten,
    EmbedderReady,
    ImportProgressed,
    RuntimeUpdate,
    WatchedFoldersShown,
)

_ENDED = (ImportState.DONE, ImportState.FAILED, ImportState.CANCELLED)


class ImportView:
    """Shows updates as they come. `failed` says whether any file could not be stored."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._paused = 0
        self.failed = False

    def show(self, update: Update | RuntimeUpdate) -> None:
        """Say what there is to say of one update."""
        match update:
            case EmbedderReady(fault=fault) if fault:
                self._output.note(f"Stored without meaning: search knows words only. {fault}")
            case ReminderFell():
                tell_reminder(self._output, update)
            case CommandFailed(reason=reason):
                self.failed = True
                self._output.note(reason)
            case DocumentChanged(entry=entry) if entry.state in _ENDED:
                self._end(entry)
            case DocumentChanged(entry=entry, stage=stage, done=done, total=total) if stage:
                share = f" {100 * done // total} %" if total else ""
                self._output.note(f"{Path(entry.path).name}: {stage}{share}, {_counted(entry.passages, 'passage')}")
            case DocumentsForgotten(addresses=addresses):
                self._output.note(f"Known by another name already: {', '.join(addresses)}")
            case ImportProgressed(totals=totals):
                self._paused = totals.paused
                self._output.note(progress_words(totals))
            case WatchedFoldersShown(folders=folders):
                for folder in folders:
                    self._output.note(f"Watched: {folder.path} {folder.detail}".rstrip())
            case _:
                pass

    def end(self) -> None:
        """Say what was left undone."""
        if self._paused:
            self._output.note(f"Imports are paused; files that wait: {self._paused}. To go on: desktop-mem documents resume")

    def _end(self, entry: DocumentEntry) -> None:
        self.failed = self.failed or entry.reason not in STORED_REASONS
        self._output.result(document_record(entry), document_words(entry))


def progress_words(totals: ImportTotals) -> str:
    """How far all has come, on a line."""
    words = [
        f"{totals.done} of {_counted(totals.total, 'file')}",
        f"{_megabytes(totals.bytes_done)} of {_megabytes(totals.bytes_total)} MB",
    ]
    if totals.passages_per_second is not None:
        words.append(f"{_counted(round(totals.passages_per_second), 'passage')} a second")
    if totals.seconds_left is not None:
        words.append(f"about {_time(totals.seconds_left)} left")
    if totals.listing:
        words.append("still looking for files")
    return ", ".join(words)


def document_words(entry: DocumentEntry) -> str:
    """An entry of the ledger, on a line."""
    stored = entry.reason in STORED_REASONS
    what = _counted(entry.passages, "passage") + (f" from {_counted(entry.pages, 'page')}" if stored and entry.pages else "")
    tags = "".join(f" #{tag}" for tag in entry.tags)
    return f"{entry.reason or entry.state.value} {entry.address} {Path(entry.path).name}{tags}: {entry.detail or what}"


def document_record(entry: DocumentEntry) -> dict[str, Any]:
    """An entry of the ledger for programs."""
    return {
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
        "tags": list(entry.tags),
    }


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f}"


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
