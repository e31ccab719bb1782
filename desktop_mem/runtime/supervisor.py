"""The supervisor: starts the engine process, watches over it, starts it again when it dies, and sends again what it had not accepted."""

from __future__ import annotations

import logging
import multiprocessing
import signal
import threading
import time
from collections import deque
from dataclasses import replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from desktop_mem.memory.update import Update
from desktop_mem.runtime.command import (
    Command,
    DocumentCommand,
    EditAndResend,
    ImportPaths,
    MemoryCommand,
    OpenPlace,
    RestartEngine,
    Search,
    SendMessage,
    SessionCommand,
    Shutdown,
)
from desktop_mem.runtime.engine import EXIT_FAULT, EngineJob, run_engine
from desktop_mem.runtime.update import CommandAccepted, CommandFailed, EngineAlive, EngineReady, EngineStopped, RuntimeUpdate

_log = logging.getLogger(__name__)
_spawn = multiprocessing.get_context("spawn")
_MOST_CRASHES = 3
_BACK_OFF_SECONDS = 0.5
_SHUTDOWN_SECONDS = 10.0
# An engine that ran so long without trouble starts a new count of crashes.
_STEADY_SECONDS = 60.0
# One that says nothing for so long, though it does so every few seconds, is stuck for good.
_SILENT_SECONDS = 60.0
_SILENT = "The engine was ended, since it gave no sign of life for a minute."
_NOT_NOW = "The engine is starting again, so that was not done. Try it again in a moment."
_SIGNALS = {
    "SIGKILL": "it was killed, perhaps because the machine ran out of memory",
    "SIGABRT": "a library gave up",
    "SIGSEGV": "a library accessed memory that is not its own",
    "SIGILL": "a library used an instruction that this processor does not have",
    "SIGBUS": "a file that it reads was cut off or a disk is full",
    "SIGTERM": "it was asked to end",
}


class EngineSupervisor:
    """One engine process after another. `send` is for any thread, `receive` for one reader thread.

    Messages and imports are kept until the engine has stored them; a new engine gets them again, and knows a request that it has.
    """

    def __init__(self, job: EngineJob) -> None:
        self._job = job
        self._lock = threading.Lock()
        self._reaping = threading.Lock()
        self._process: BaseProcess | None = None
        self._commands: Connection | None = None
        self._updates: Connection | None = None
        self._unaccepted: dict[str, Command] = {}
        self._own: deque[RuntimeUpdate] = deque()
        self._crashes = 0
        self._ready_at: float | None = None
        self._restart_at: float | None = None
        self._quiet_seconds = 0.0
        self._silent = False
        self._failed = False
        self._anew_by: float | None = None
        self._closing = False

    @property
    def pid(self) -> int | None:
        """The running engine's process id."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Start the engine; returns at once."""
        with self._lock:
            self._spawn_engine()

    def send(self, command: Command | RestartEngine) -> None:
        """Hand over a command; one that must not be lost is kept until it is accepted."""
        with self._lock:
            if isinstance(command, RestartEngine):
                self._start_anew()
                return
            if isinstance(command, SendMessage | EditAndResend | ImportPaths):
                self._unaccepted[command.request_id] = command
            delivered = self._deliver(command)
            if (
                not delivered
                and not isinstance(command, ImportPaths)
                and isinstance(command, MemoryCommand | SessionCommand | DocumentCommand | Search | OpenPlace)
            ):
                self._own.append(CommandFailed(command.request_id, _NOT_NOW))

    def _start_anew(self) -> None:
        """Another engine, whatever became of this one: it may have ended for good, or be about to be started again."""
        self._crashes, self._failed, self._ready_at = 0, False, None
        if self._commands is None:
            self._restart_at = time.monotonic()
        elif self._anew_by is None:
            self._anew_by = time.monotonic() + _SHUTDOWN_SECONDS
            self._deliver(Shutdown())

    def receive(self, timeout: float) -> Update | RuntimeUpdate | None:
        """The next update, the engine's or the supervisor's own; None after `timeout` seconds. Raises `EOFError` after `close`."""
        if self._closing and self._updates is None:
            raise EOFError
        if self._own:
            return self._own.popleft()
        if self._restart_at is not None:
            self._restart_when_due(timeout)
            return None
        updates = self._updates
        if updates is None:
            time.sleep(timeout)
            return None
        try:
            if not updates.poll(timeout):
                # Added up and not looked up on a clock, which may go on while the machine sleeps.
                self._quiet_seconds += timeout
                self._end_if_silent()
                return None
            update: Update | RuntimeUpdate = updates.recv()
        except (EOFError, OSError):
            self._engine_ended()
            return self._own.popleft() if self._own else None
        self._quiet_seconds = 0.0
        if isinstance(update, EngineAlive):
            return None
        self._note(update)
        return update

    def _end_if_silent(self) -> None:
        process = self._process
        if process is not None and self._anew_by is not None and time.monotonic() > self._anew_by:
            _log.warning("The engine that shall start again does not end and is killed.")
            process.kill()
        elif process is not None and self._quiet_seconds > _SILENT_SECONDS and not self._closing:
            _log.warning("The engine gives no sign of life and is killed.")
            self._silent = True
            process.kill()

    def close(self) -> None:
        """End the engine: it finishes the write in hand; after ten seconds it is killed, which loses nothing that was accepted."""
        with self._lock:
            self._closing = True
            process = self._process
            self._deliver(Shutdown())
        if process is not None and not self._ended(process):
            _log.warning("The engine did not end by itself and is killed.")
            process.kill()
            self._ended(process)
        with self._lock:
            self._close_pipes()

    def _spawn_engine(self) -> None:
        commands_in, commands_out = _spawn.Pipe(duplex=False)
        updates_in, updates_out = _spawn.Pipe(duplex=False)
        # Whatever it was that it died of again and again, the model is the likeliest: everything but free conversation works without.
        job = replace(self._job, argument=self._job.without_model) if self._crashes > _MOST_CRASHES else self._job
        process = _spawn.Process(target=run_engine, args=(job, commands_in, updates_out), name="desktop-mem engine")
        process.start()
        self._quiet_seconds, self._silent = 0.0, False
        commands_in.close()
        updates_out.close()
        self._process, self._commands, self._updates = process, commands_out, updates_in
        for command in list(self._unaccepted.values()):
            self._deliver(command)

    def _deliver(self, command: Command) -> bool:
        """Send to the engine that there is. A broken pipe means that it is dying; `receive` notices, and the next one gets what counts."""
        if self._commands is None:
            return False
        try:
            self._commands.send(command)
        except OSError:
            return False
        return True

    def _note(self, update: Update | RuntimeUpdate) -> None:
        if isinstance(update, CommandAccepted | CommandFailed):
            with self._lock:
                self._unaccepted.pop(update.request_id, None)
        elif isinstance(update, EngineReady) and self._ready_at is None:
            self._ready_at = time.monotonic()
        elif isinstance(update, EngineStopped):
            self._failed = True

    def _engine_ended(self) -> None:
        """The pipe broke: find out why, and plan the next engine unless it would only fail again."""
        process = self._process
        if process is None:
            return
        self._ended(process)
        with self._lock:
            code = process.exitcode
            self._close_pipes()
            if self._anew_by is not None and not self._closing:
                self._anew_by, self._restart_at = None, time.monotonic()
                self._own.append(EngineStopped("", restarting=True))
                return
            if self._closing or code == 0:
                return
            if self._ready_at is not None and time.monotonic() - self._ready_at > _STEADY_SECONDS:
                self._crashes = 0
            self._ready_at = None
            self._crashes += 1
            most = _MOST_CRASHES + (self._job.without_model is not None)
            restarting = not self._failed and code != EXIT_FAULT and self._crashes <= most
            if restarting:
                self._restart_at = time.monotonic() + _BACK_OFF_SECONDS * 2 ** (self._crashes - 1)
        if not self._failed:
            self._own.append(EngineStopped(_SILENT if self._silent else _reason(code), restarting))

    def _ended(self, process: BaseProcess) -> bool:
        """Wait for the process to end, ten seconds at most; one thread at a time, for only one can fetch its exit code."""
        with self._reaping:
            process.join(_SHUTDOWN_SECONDS)
            return not process.is_alive()

    def _close_pipes(self) -> None:
        """Close both pipes once; with the lock held, for the reader may come to it at the same time."""
        ends = (self._commands, self._updates)
        self._commands = self._updates = None
        for end in ends:
            if end:
                end.close()

    def _restart_when_due(self, timeout: float) -> None:
        due = self._restart_at or 0.0
        time.sleep(max(0.0, min(timeout, due - time.monotonic())))
        with self._lock:
            if not self._closing and time.monotonic() >= due:
                self._restart_at = None
                self._spawn_engine()


def _reason(code: int | None) -> str:
    """A sentence on how a process ended."""
    if code is not None and code < 0:
        name = signal.Signals(-code).name
        return f"The engine stopped: {_SIGNALS.get(name, name)} ({name})."
    return f"The engine stopped unexpectedly (exit code {code})."
