"""How stored messages become rows: turn by turn, whatever came between, with the calls that led to a reply folded under it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from desktop_mem.gui.conversation.citations import Citation, cited
from desktop_mem.gui.conversation.row import (
    SEND_MESSAGE,
    Row,
    RowKind,
    Step,
    citations_of,
    found_reply,
    is_reply,
    reply_text,
    row_of,
    said_words,
    step_of,
    take_result,
    worth_showing,
)
from desktop_mem.gui.conversation.rows import Unmade
from desktop_mem.gui.engine_words import result_words
from desktop_mem.gui.event_words import is_known_event, is_resumption
from desktop_mem.gui.wording import PAGE_IN
from desktop_mem.memory.message import Message, Role


def rows_of(messages: Iterable[Message], coverage: Callable[[tuple[Citation, ...]], str] = lambda _: "") -> list[Row | Unmade]:
    """The rows of a stored stretch, in the order in which its turns began; those of an ordinary turn are made when they are asked for.

    A message that names no turn belongs to the event before it. `coverage` says how much of their documents the sources of a reply are.
    """
    with _no_collection():
        turns: dict[str, list[Message]] = {}
        known: dict[str, Message] = {}
        latest = ""
        for message in messages:
            begins = message.role in (Role.USER, Role.EVENT) and not message.turn
            latest = message.address if begins else message.turn or latest
            turns.setdefault(latest, []).append(message)
            known[message.address] = message
        return [row for turn, stretch in turns.items() for row in _StoredTurn(turn, stretch, known, coverage).entries()]


@contextmanager
def _no_collection() -> Iterator[None]:
    """Thousands of rows are made and none is given up: to look for garbage meanwhile takes as long as making them."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


class _StoredTurn:
    """The messages of one turn, oldest first, and the rows that they become; `known` has all messages by address."""

    __slots__ = ("_coverage", "_known", "_messages", "_rows", "address")

    def __init__(
        self, address: str, messages: list[Message], known: dict[str, Message], coverage: Callable[[tuple[Citation, ...]], str]
    ) -> None:
        self.address = address
        self._messages = messages
        self._known = known
        self._coverage = coverage
        self._rows: list[Row] = []

    def entries(self) -> Sequence[Row | Unmade]:
        """The rows, or what can be told of them unmade: of a question, calls and what was brought into view, and one answer."""
        question, answer, between = self._messages[0], self._messages[-1], self._messages[1:-1]
        if question.role is not Role.USER or not is_reply(answer) or not _is_work(between):
            return self.rows()
        said = Unmade(RowKind.USER, question.text, question.address, self, 0)
        replied = Unmade(RowKind.REPLY, reply_text(answer), answer.address, self, 1)
        if between or (answer.call is not None and answer.call.thought):
            return (said, replied, Unmade(RowKind.TRACE, "", "", self, 2))
        return (said, replied)

    def rows(self) -> list[Row]:
        """The rows, made once."""
        if not self._rows:
            self._rows = _TurnRows(self.address, self._said).of(self._messages)
            for row in self._rows:
                row.coverage = self._coverage(row.citations) if row.citations else ""
        return self._rows

    def holds(self, address: str) -> bool:
        """Whether the message belongs to the turn."""
        return any(message.address == address for message in self._messages)

    def _said(self, address: str) -> str:
        message = self._known.get(address)
        return said_words(message) if message is not None else ""


def _is_work(messages: list[Message]) -> bool:
    """Whether all that becomes one trace: calls with their results, and what was brought into view."""
    if not messages:
        return True
    if messages[0].role is Role.FUNCTION:
        return False
    for message in messages:
        if message.role is Role.USER or is_reply(message) or (message.role is Role.EVENT and not message.text.startswith("[")):
            return False
    return True


class _TurnRows:
    """Collects the rows of one turn; `said` tells of the message at an address who said it when."""

    def __init__(self, turn: str, said: Callable[[str], str]) -> None:
        self._turn = turn
        self._said = said
        self._rows: list[Row] = []
        self._steps: list[Step] = []
        self._last: Step | None = None

    def of(self, messages: Iterable[Message]) -> list[Row]:
        """The rows of these messages, oldest first."""
        at = None
        for message in messages:
            at = message.created_at
            self._add(message)
        self._fold(at or datetime.now().astimezone(), always=True)
        return self._rows

    def _add(self, message: Message) -> None:
        call = message.call
        if message.role is Role.FUNCTION:
            self._take_result(message)
        elif is_reply(message):
            self._add_reply(message)
        elif call is not None and message.role is Role.ASSISTANT:
            self._last = step_of(call, message.address)
            self._steps.append(self._last)
        else:
            self._add_event(message)

    def _add_reply(self, message: Message) -> None:
        reply = Row(RowKind.REPLY, reply_text(message), message.created_at, message.address, turn=self._turn)
        found_reply(reply, message, citations_of(self._steps), self._said)
        self._rows.append(reply)
        if message.call is not None:
            self._last = step_of(message.call, message.address)
            self._last.ok = True
            self._steps.append(self._last)
        self._fold(message.created_at)

    def _add_event(self, message: Message) -> None:
        """A user message or an event; within a chain also what was brought into view, and notes that only the model reads."""
        if message.role is Role.EVENT and is_resumption(message.text):
            return
        if message.role is Role.EVENT and message.turn and not is_known_event(message.text):
            self._steps.append(Step(PAGE_IN, result=message.text, ok=True, citations=cited(message.text), address=message.address))
            return
        self._rows.append(row_of(message))

    def _take_result(self, message: Message) -> None:
        """Give a stored result to the call before it; a result without one stands alone as a step."""
        ok = not message.text.startswith("failed:")
        text = message.text.removeprefix("ok:").removeprefix("failed:").strip()
        last = self._last
        if last is not None and last.function == SEND_MESSAGE:
            return
        if last is None or last.ok is not None:
            last = step_of(message.call) if message.call is not None else Step("", ok=ok)
            self._steps.append(last)
            self._last = last
        take_result(last, text, result_words(text), ok=ok)

    def _fold(self, at: datetime, *, always: bool = False) -> None:
        """Put the steps so far under what was said; bare answers tell nothing."""
        if self._steps and (always or worth_showing(self._steps)):
            self._rows.append(Row(RowKind.TRACE, "", at, turn=self._turn, steps=self._steps))
        self._steps = []
