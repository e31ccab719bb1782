"""The answers to one command that needs neither model nor embedder."""

from __future__ import annotations

from pathlib import Path

from desktop_mem.app import make_worker, open_home
from desktop_mem.errors import EnvironmentFault
from desktop_mem.memory.update import Update
from desktop_mem.runtime.command import Command
from desktop_mem.runtime.inbox import Inbox
from desktop_mem.runtime.update import CommandFailed, RuntimeUpdate


def answers(profile: Path, command: Command) -> list[Update | RuntimeUpdate]:
    """All updates of the command. Raises `EnvironmentFault` when it fails."""
    updates: list[Update | RuntimeUpdate] = []
    inbox = Inbox()
    worker = make_worker(open_home(profile), updates.append, inbox)
    worker.start_stores()
    try:
        inbox.put(command)
        worker.turn()
    finally:
        worker.close()
    for update in updates:
        if isinstance(update, CommandFailed):
            raise EnvironmentFault(update.reason, "")
    return updates
