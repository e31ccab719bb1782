"""The parser process from inside: waits for a request, reads the file under its limits, sends what it finds, and ends with its parent."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

from desktop_mem.control.document_ledger import ContentIdentity, ReadFault, ReadItem, ReadSummary
from desktop_mem.documents import caps
from desktop_mem.documents.content_hash import content_hash
from desktop_mem.documents.member_files import MemberFiles
from desktop_mem.documents.reading import read_path
from desktop_mem.documents.recognition import Format
from desktop_mem.documents.tokenizer import ChunkTokenizer, load_tokenizer

BATCH = 32
"""Items sent at once. The pipe itself holds some 64 KB: a slow receiver halts the reader, whatever the size of the file."""

_BATCH_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Ready:
    """The process is up and waits for a path."""


@dataclass(frozen=True, slots=True)
class Crashed:
    """An error that no reader foresaw; the process ends with it. `trace` is for the log."""

    trace: str


@dataclass(frozen=True, slots=True)
class ParserJob:
    """What the process is started with. `scratch`: an empty folder for its temporary files, which the parent deletes with the process."""

    embedder_folder: Path
    memory_mb: int
    formats: Sequence[Format]
    scratch: Path


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """One file to read, or only to `identify`. The password is kept out of every text that is made of this."""

    path: Path
    password: str = field(default="", repr=False)
    identify: bool = False


@dataclass(frozen=True, slots=True)
class _Tools:
    """What every read of this process needs."""

    job: ParserJob
    tokenizer: ChunkTokenizer
    files: MemberFiles


def serve(requests: Connection, replies: Connection, job: ParserJob) -> None:
    """Read the files asked for, one at a time, until the parent closes its end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then ends this process in order
    sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - libraries' chatter on hostile files; traces go to the parent
    threading.Thread(target=_end_with_parent, args=(job.scratch,), daemon=True).start()
    _limit_memory(job.memory_mb)
    tempfile.tempdir = str(job.scratch)  # whatever a reader unpacks goes with the process
    tools = _Tools(job, load_tokenizer(job.embedder_folder), MemberFiles(job.scratch))
    replies.send(Ready())
    while True:
        try:
            request = requests.recv()
        except EOFError:
            return
        if not _read(request, tools, replies):
            return


def _read(request: ReadRequest, tools: _Tools, replies: Connection) -> bool:
    """Send one document; False when this process should not read another."""
    outcome: ReadFault | Crashed | None = Crashed("")
    memory_left = True
    try:
        _send(request, tools, replies)
        outcome = None
    except ReadFault as known:
        outcome = ReadFault(known.reason, known.detail)  # without the trace, which holds the document
    except MemoryError:
        memory_left = False
    except BrokenPipeError:
        return False
    finally:
        if isinstance(outcome, Crashed) and memory_left:
            replies.send(Crashed(traceback.format_exc()))
    if not memory_left:
        outcome = caps.over_memory(request.path, tools.job.memory_mb)
    if outcome is not None:
        replies.send(outcome)
    return memory_left


def _send(request: ReadRequest, tools: _Tools, replies: Connection) -> None:
    if request.identify:
        replies.send([ContentIdentity(*content_hash(tools.files.locate(request.path, request.password).file))])
        return
    batch: list[ReadItem] = []
    sent_at = time.monotonic()
    for item in read_path(request.path, tools.files, tools.tokenizer, tools.job.formats, request.password):
        batch.append(item)
        if len(batch) >= BATCH or isinstance(item, ReadSummary) or time.monotonic() - sent_at > _BATCH_SECONDS:
            replies.send(batch)
            batch, sent_at = [], time.monotonic()


def _limit_memory(memory_mb: int) -> None:
    """Have allocations beyond the limit fail in this process. Where the system cannot, the parent watches from outside."""
    try:
        import resource  # not on Windows
    except ImportError:
        return
    wanted = memory_mb << 20
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


def _end_with_parent(scratch: Path) -> None:
    """A reader that hangs in a library does not notice that nobody waits for it any more."""
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        shutil.rmtree(scratch, ignore_errors=True)
        os._exit(1)
