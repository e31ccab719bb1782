"""The terminal chat: one message or command a line, the reply as it is written, and reminders as they fall due."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from desktop_mem.app import make_worker, open_home
from desktop_mem.cli import slash
from desktop_mem.cli.chat_view import ChatView
from desktop_mem.cli.output import Output
from desktop_mem.cli.typed_lines import ChatInbox, Lines, PipedLines, TypedLines
from desktop_mem.errors import EnvironmentFault
from desktop_mem.runtime.command import Command, SendMessage, Stop
from desktop_mem.runtime.worker import Worker


def chat(profile: Path, *, as_json: bool, overrides: dict[str, Any]) -> int:
    """Read lines from standard input until it ends; 1 when any of them was not answered or not done."""
    terminal = sys.stdin.isatty()
    view = ChatView(Output(as_json=as_json), interactive=terminal and not as_json)
    inbox = ChatInbox()
    worker = make_worker(open_home(profile, **overrides), view.show, inbox)
    worker.start()
    return Chat(worker, inbox, view).run(TypedLines(inbox) if terminal else PipedLines())


class Chat:
    """A runtime that was started, its inbox, and the view that its updates go to."""

    def __init__(self, worker: Worker, inbox: ChatInbox, view: ChatView) -> None:
        self._worker = worker
        self._inbox = inbox
        self._view = view

    def run(self, lines: Lines) -> int:
        """Take one line after the other, then close the runtime; the exit code."""
        before = signal.signal(signal.SIGINT, lambda *_: self._interrupt())
        try:
            self._answer()  # what an earlier run was not allowed to finish, and what its reminders and its absence come to
            for text in self._texts(lines):
                self._take(text)
        finally:
            signal.signal(signal.SIGINT, before)
            self._worker.close()
        return 1 if self._view.failures else 0

    def _take(self, text: str) -> None:
        if not text.startswith("/"):
            self._serve(SendMessage(text))
        elif text.startswith("//"):
            self._serve(SendMessage(text[1:]))
        else:
            self._carry_out(text)

    def _carry_out(self, line: str) -> None:
        """A slash command; a refusal is a sentence, and nothing is sent then."""
        view = self._view
        try:
            command, argument = slash.read(line)
            if command.first:
                self._serve(command.first())
            made = command.make(argument, view.seen)
        except EnvironmentFault as fault:
            view.fail(str(fault))
            return
        view.wanted, before = command.shows, view.failures
        if made:
            self._serve(made)
        view.wanted = ""
        if command.shows == "help":
            view.print_help()
        elif command.shows == "summary" and view.failures == before:
            view.print_summary()

    def _serve(self, command: Command) -> None:
        """Hand a command to the runtime, and let everything be answered that then waits."""
        self._inbox.put(command)
        while not self._inbox.empty:
            self._worker.turn()
        self._answer()

    def _answer(self) -> None:
        """Let every event that waits be answered."""
        while self._worker.waiting:
            self._view.busy = True
            self._worker.turn()
            self._view.busy = False

    def _idle(self) -> None:
        """One turn of the runtime while nobody types."""
        self._worker.turn()
        self._answer()
        self._view.ask()

    def _interrupt(self) -> None:
        """Ctrl-C stops a reply; with none in hand it leaves."""
        if not self._view.busy:
            raise KeyboardInterrupt
        self._inbox.put(Stop())

    def _texts(self, lines: Lines) -> Iterator[str]:
        """The user's lines. One that is not valid UTF-8 is refused with a sentence, and the next one is read."""
        number = 0
        while True:
            self._view.ask()
            raw = lines.next(self._idle)
            if not raw:
                return
            self._view.typed()
            number += 1
            try:
                text = raw.decode("utf-8").strip()
            except UnicodeDecodeError as error:
                where = f"Line {number} of the input is not valid UTF-8 (byte {error.start + 1})."
                self._view.fail(f"{where} It was not sent; write it again in UTF-8.")
                continue
            if text:
                yield text
