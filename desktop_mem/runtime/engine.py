"""The engine: the child process that holds the runtime, so that neither a crash of a library nor a full memory takes the window along."""

from __future__ import annotations

import faulthandler
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_mem.errors import EnvironmentFault
from desktop_mem.runtime.command import Command, Shutdown
from desktop_mem.runtime.inbox import Inbox
from desktop_mem.runtime.update import EngineAlive, EngineStopped

if TYPE_CHECKING:
    from desktop_mem.runtime.worker import Emit, Worker

EXIT_FAULT = 3
ALIVE_SECONDS = 5.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EngineJob:
    """What a new engine process is told: a function that makes the worker (importable by name), its argument, and the log file.

    `without_model` is the argument with which it loads none, for when it has died again and again; None: then it is not started.
    """

    make_worker: Callable[[Any, Emit, Inbox], Worker]
    argument: Any
    log_file: Path
    without_model: Any = None


def run_engine(job: EngineJob, commands: Connection, updates: Connection) -> None:
    """The main function of the engine process: serve until `Shutdown`, or until the other end of the pipe is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _log_to(job.log_file)
    inbox = Inbox()
    emit = _sender(updates)
    threading.Thread(target=_receive, args=(commands, inbox), name="commands", daemon=True).start()
    threading.Thread(target=_beat, args=(emit,), name="alive", daemon=True).start()
    try:
        job.make_worker(job.argument, emit, inbox).run()
        # Everything is closed. An embedder that is still being imported would hold up an orderly end for seconds.
        os._exit(0)
    except EnvironmentFault as fault:
        _log.info("The engine cannot start: %s", fault)
        emit(EngineStopped(str(fault), restarting=False))
        sys.exit(EXIT_FAULT)


def _sender(updates: Connection) -> Emit:
    one_at_a_time = threading.Lock()

    def emit(update: object) -> None:
        try:
            with one_at_a_time:
                updates.send(update)
        except OSError:
            # The window is gone. What is stored is stored: end at once rather than work for nobody.
            os._exit(0)

    return emit


def _beat(emit: Emit) -> None:
    """Tell now and then that the process runs; while it loads or works out a batch, nothing else does."""
    while True:
        emit(EngineAlive())
        time.sleep(ALIVE_SECONDS)


def _receive(commands: Connection, inbox: Inbox) -> None:
    """Put commands into the inbox; a closed pipe is a shutdown."""
    while True:
        try:
            command: Command = commands.recv()
        except (EOFError, OSError):
            inbox.put(Shutdown())
            return
        inbox.put(command)


def _log_to(file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    stream = file.open("a", encoding="utf-8")
    # What libraries and a dying interpreter write there is the only trace of why the process ended.
    os.dup2(stream.fileno(), 2)
    faulthandler.enable(stream)
    logging.basicConfig(stream=stream, level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s", force=True)
