"""The parser process from outside: reads one hostile file at a time in a process of its own, under caps on memory and time."""

from __future__ import annotations

import logging
import multiprocessing
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType, TracebackType
from typing import cast

import psutil

from desktop_mem.control.document_ledger import ContentIdentity, ReadFault, ReadItem, ReadProgress, ReadSummary, Reason
from desktop_mem.documents import caps
from desktop_mem.documents.faults import fault
from desktop_mem.documents.formats import FORMATS
from desktop_mem.documents.parser_child import Crashed, ParserJob, ReadRequest, Ready, serve
from desktop_mem.documents.recognition import Format
from desktop_mem.errors import Bug, EnvironmentFault

_Item = ReadItem | ContentIdentity
_log = logging.getLogger(__name__)
_spawn = multiprocessing.get_context("spawn")
_starting = threading.Lock()

START_SECONDS = 60
HEARTBEAT = 0.25
"""Seconds after which `read` yields progress though nothing came, so that its caller can stop."""


class ParserProcess:
    """A process that reads documents, started when first needed, kept between files, and started anew when it dies.

    For one thread. Everything that PDFium and the other parsers do, they do there.
    """

    def __init__(self, embedder_folder: Path, memory_mb: int, seconds: float, formats: Sequence[Format] = FORMATS) -> None:
        self._embedder_folder = embedder_folder
        self._memory_mb = memory_mb
        self._formats = tuple(formats)
        self._seconds = seconds
        self._child: _Child | None = None
        self._reading = False

    def read(self, path: Path, password: str = "") -> Iterator[ReadItem]:
        """Chunks and progress in document order, at last the summary; something at least every quarter of a second.

        An archive gives its members in place of chunks; `path` may be that of a member (see `ArchiveMembers`). `password`, if the file
        needs one, opens it and is kept nowhere. Closing the generator early ends the read, and with it the process. Raises `ReadFault`,
        which names the file, or `EnvironmentFault` when the process cannot be started. The time cap counts only the seconds spent
        waiting for the process.
        """
        return cast(Iterator[ReadItem], self._serve(ReadRequest(path, password)))

    def identify(self, path: Path, password: str = "") -> Iterator[ReadProgress | ContentIdentity]:
        """Progress at least every quarter of a second, at last the identity of what is in the file or archive member.

        Ends, and raises, as `read` does.
        """
        return cast(Iterator[ReadProgress | ContentIdentity], self._serve(ReadRequest(path, password, identify=True)))

    def _serve(self, request: ReadRequest) -> Iterator[_Item]:
        """What the process sends in answer to one request."""
        if self._reading:
            raise Bug("The parser process reads one file at a time.")
        self._reading = True
        finished = False
        try:
            child = self._ask(request)
            for item in self._receive(child, request.path):
                finished = isinstance(item, ReadSummary | ContentIdentity)
                yield item
        except ReadFault as known:
            finished = known.reason is not Reason.TOO_LARGE  # after that its memory is in no state to go on
            raise
        finally:
            self._reading = False
            if not finished:
                self.close()

    def close(self) -> None:
        """End the process. It may be used again: then it is started again."""
        if self._child is not None:
            self._child.end()
            self._child = None

    def __enter__(self) -> ParserProcess:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The process, if there is one."""
        return self._child.pid if self._child else None

    def _ask(self, request: ReadRequest) -> _Child:
        """Hand the request to a living process: the one that there is, or a new one."""
        if self._child is not None and self._child.ask(request):
            return self._child
        self.close()
        self._child = _Child(self._embedder_folder, self._memory_mb, self._formats)
        self._child.ask(request)
        return self._child

    def _receive(self, child: _Child, path: Path) -> Iterator[_Item]:
        """What the process sends about one file."""
        progress = ReadProgress(0, 0)
        waited = 0.0
        while True:
            began = time.monotonic()
            reply = child.reply(HEARTBEAT)
            waited += time.monotonic() - began
            if isinstance(reply, Ready):
                waited = 0.0
                continue
            if isinstance(reply, ReadFault):
                raise reply
            if isinstance(reply, Crashed):
                raise self._crash(child, path, reply.trace)
            self._check_limits(child, path, waited)
            for item in reply or (progress,):
                progress = item if isinstance(item, ReadProgress) else progress
                yield item
                if isinstance(item, ReadSummary | ContentIdentity):
                    return

    def _check_limits(self, child: _Child, path: Path, waited: float) -> None:
        """Raise, and end the process, when it took too long or too much."""
        if not child.ready:
            if waited > START_SECONDS:
                raise _not_started(f"it was not ready within {START_SECONDS} seconds")
        elif waited > self._seconds:
            child.end()
            raise caps.over_seconds(path, self._seconds)
        elif child.memory() > self._memory_mb << 20:
            child.end()
            raise caps.over_memory(path, self._memory_mb)

    def _crash(self, child: _Child, path: Path, trace: str) -> Exception:
        """The process died: before it was ready that is no file's fault."""
        child.end()
        _log.info("The parser process ended with code %s. %s", child.exit_code, trace)
        if not child.ready:
            return _not_started(f"it ended with code {child.exit_code}")
        return fault(
            Reason.CORRUPT,
            path,
            "could not be read: the reader crashed on it",
            "Save a fresh copy in the program that made it and drop that.",
        )


class _Child:
    """One running process, the two pipes to it, and the folder of its temporary files."""

    def __init__(self, embedder_folder: Path, memory_mb: int, formats: Sequence[Format]) -> None:
        self._scratch = tempfile.TemporaryDirectory(prefix="desktop-mem-", ignore_cleanup_errors=True)
        job = ParserJob(embedder_folder, memory_mb, formats, Path(self._scratch.name))
        requests, self._requests = _spawn.Pipe(duplex=False)
        self._replies, replies = _spawn.Pipe(duplex=False)
        self._process = _spawn.Process(target=serve, args=(requests, replies, job), name="desktop-mem parser", daemon=True)
        self.ready = False
        try:
            with _starting, _without_main():
                self._process.start()
        except OSError as error:
            self._scratch.cleanup()
            raise _not_started(str(error)) from error
        finally:
            requests.close()
            replies.close()
        self.pid = self._process.pid
        self.exit_code: int | None = None

    def ask(self, request: ReadRequest) -> bool:
        """Send a request; False when the process is gone."""
        try:
            self._requests.send(request)
        except OSError:
            return False
        return self._process.is_alive()

    def reply(self, seconds: float) -> Ready | ReadFault | Crashed | list[_Item] | None:
        """The next message, or None when none comes within the time."""
        try:
            if not self._replies.poll(seconds):
                return None
            message: Ready | ReadFault | Crashed | list[_Item] = self._replies.recv()
        except (EOFError, OSError):
            return Crashed("It left no trace.")
        self.ready = self.ready or isinstance(message, Ready)
        return message

    def memory(self) -> int:
        """Bytes of memory that the process holds now."""
        try:
            return int(psutil.Process(self.pid).memory_info().rss)
        except psutil.Error:
            return 0

    def end(self) -> None:
        """Kill and bury it, with its temporary files; it holds nothing that could be lost."""
        self._process.kill()
        self._process.join()
        self.exit_code = self._process.exitcode
        self._requests.close()
        self._replies.close()
        self._scratch.cleanup()


@contextmanager
def _without_main() -> Iterator[None]:
    """Hide the main module while spawning: the child would import it again, and with it half the program."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def _not_started(cause: str) -> EnvironmentFault:
    return EnvironmentFault(
        f"The process that reads documents cannot be started: {cause}.", "Free some memory, check the embedder's folder, and import again."
    )
