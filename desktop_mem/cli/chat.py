"""The terminal chat: one message a line, the reply as it is written."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from desktop_mem.app import make_worker, open_home
from desktop_mem.cli.output import Output
from desktop_mem.memory.update import (
    FunctionCalled,
    QueueFlushed,
    ReplySent,
    ReplyStreamed,
    StepMeasured,
    TurnFailed,
    Update,
)
from desktop_mem.runtime.command import SendMessage, Stop
from desktop_mem.runtime.inbox import Inbox
from desktop_mem.runtime.update import CommandFailed, EmbedderReady, EngineReady, RuntimeUpdate
from desktop_mem.runtime.worker import Worker

_PROMPT = "> "


def chat(profile: Path, *, as_json: bool, overrides: dict[str, Any]) -> int:
    """Read messages from standard input until it ends; 1 when any of them was not answered."""
    view = _ChatView(Output(as_json=as_json))
    inbox = Inbox()
    worker = make_worker(open_home(profile, **overrides), view.show, inbox)
    worker.start()
    before = signal.signal(signal.SIGINT, lambda *_: _interrupt(inbox, view))
    try:
        _answer(worker, view)  # what an earlier run was not allowed to finish
        for line in _lines(view):
            inbox.put(SendMessage(line))
            worker.turn()
            _answer(worker, view)
    finally:
        signal.signal(signal.SIGINT, before)
        worker.close()
    return 1 if view.failed else 0


def _answer(worker: Worker, view: _ChatView) -> None:
    """Let every message that waits be answered."""
    while worker.waiting:
        view.begin()
        worker.turn()
        view.busy = False


def _interrupt(inbox: Inbox, view: _ChatView) -> None:
    """Ctrl-C stops a reply; with none in hand it leaves."""
    if not view.busy:
        raise KeyboardInterrupt
    inbox.put(Stop())


def _lines(view: _ChatView) -> Iterator[str]:
    """The user's messages. A line that is not valid UTF-8 is refused with a sentence, and the next one is read."""
    number = 0
    while True:
        view.ask()
        raw = sys.stdin.buffer.readline()
        if not raw:
            return
        number += 1
        try:
            text = raw.decode("utf-8").strip()
        except UnicodeDecodeError as error:
            view.fail(f"Line {number} of the input is not valid UTF-8 (byte {error.start + 1}). It was not sent; write it again in UTF-8.")
            continue
        if text:
            yield text


class _ChatView:
    """Turns updates into lines."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._interactive = sys.stdin.isatty() and not output.as_json
        self._streamed = False
        self.busy = False
        self.failed = False

    def ask(self) -> None:
        if self._interactive:
            self._output.stream(_PROMPT)

    def begin(self) -> None:
        self.busy, self._streamed = True, False

    def show(self, update: Update | RuntimeUpdate) -> None:
        match update:
            case EngineReady(model=model, fault=fault):
                self._output.note(f"Ready: {model}." if model else fault)
            case EmbedderReady(fault=fault) if fault:
                self._output.note(f"Search knows words only. {fault}")
            case ReplyStreamed(text=text):
                self._streamed = True
                self._output.stream(text)
            case FunctionCalled(message=message, ok=ok, result=result):
                self._call(message.call.to_json() if message.call else "", ok, result)
            case ReplySent(message=message, cut=cut):
                self._reply(message.address, message.text, cut, message.call.to_json() if message.call else "")
            case QueueFlushed(evicted=evicted, tokens_before=before, tokens_after=after):
                self._output.note(f"[{len(evicted)} messages left the window: {before} -> {after} tokens; all are kept in recall]")
            case StepMeasured() if self._output.as_json:
                self._output.result({"type": "step", **asdict(update)}, "")
            case TurnFailed(reason=reason) | CommandFailed(reason=reason):
                self.fail(reason)
            case _:
                pass

    def _call(self, call: str, ok: bool, result: str) -> None:
        if self._output.as_json:
            self._output.result({"type": "call", "call": call, "ok": ok, "result": result}, "")
        else:
            self._output.end_line()
            self._output.note(f"[{call} -> {'ok' if ok else 'failed'}: {result}]")

    def _reply(self, address: str, text: str, cut: str, call: str) -> None:
        if self._output.as_json:
            self._output.result({"type": "reply", "address": address, "text": text, "cut": cut, "call": call}, "")
        elif not self._streamed:
            self._output.stream(text)
        self._output.end_line()
        if cut:
            self._output.note(f"[the reply ended early: {cut}]")

    def fail(self, reason: str) -> None:
        """Say that a message got no answer, and why."""
        self._output.end_line()
        if self._output.as_json:
            self._output.result({"type": "failed", "reason": reason}, "")
        self._output.note(reason)
        self.failed = True
