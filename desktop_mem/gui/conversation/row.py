"""Rows: what one line of the conversation shows, and how stored messages become rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from desktop_mem.gui.engine_words import result_words
from desktop_mem.gui.wording import argument_line, event_words
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.message import Message, Role

SEND_MESSAGE = "send_message"


class RowKind(StrEnum):
    """What a row is."""

    USER = "user"
    REPLY = "reply"
    TRACE = "trace"
    EVENT = "event"
    FAULT = "fault"


class RowState(StrEnum):
    """How a row stands: settled, on its way, or ended early."""

    SETTLED = ""
    WAITING = "waiting"
    ACCEPTED = "accepted"
    NOT_SENT = "not sent"
    STREAMING = "streaming"
    STOPPED = "stopped"
    LENGTH = "length"
    LOST = "lost"
    CUT = "cut"


@dataclass(slots=True)
class Step:
    """One function call of a trace. `ok` is None while the result is unknown."""

    function: str
    thought: str = ""
    arguments: str = ""
    result: str = ""
    ok: bool | None = None
    sources: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class Row:
    """One row. A trace holds `steps` and, while `live`, the `text` of the thought that is being written."""

    kind: RowKind
    text: str
    at: datetime
    address: str = ""
    request_id: str = ""
    state: RowState = RowState.SETTLED
    note: str = ""
    steps: list[Step] = field(default_factory=list)
    expanded: bool = False
    live: bool = False
    revision: int = 0


def step_of(call: FunctionCall) -> Step:
    """The call as a step whose result is not known yet."""
    arguments = "" if call.function == SEND_MESSAGE else "\n".join(argument_line(name, value) for name, value in call.arguments.items())
    return Step(call.function, call.thought, arguments)


def worth_showing(steps: list[Step]) -> bool:
    """Whether a trace tells more than that there was an answer."""
    return any(step.function != SEND_MESSAGE or step.thought for step in steps)


def reply_text(message: Message) -> str:
    """What a reply says to the user, whether it is stored as plain text or as its call."""
    if message.call is not None and message.call.function == SEND_MESSAGE:
        said = message.call.arguments.get("message")
        return said if isinstance(said, str) else message.text
    return message.text


def rows_of(messages: Iterable[Message]) -> list[Row]:
    """The rows of a stored stretch, oldest first; the calls that led to a reply stand folded under it."""
    rows: list[Row] = []
    steps: list[Step] = []
    last: Step | None = None
    for message in messages:
        call = message.call
        if message.role is Role.FUNCTION:
            last = _take_result(message, steps, last)
        elif message.role is Role.ASSISTANT and call is not None and call.function != SEND_MESSAGE:
            last = step_of(call)
            steps.append(last)
        elif message.role is Role.ASSISTANT:
            last = step_of(call) if call is not None else None
            rows.append(Row(RowKind.REPLY, reply_text(message), message.created_at, message.address))
            if last is not None:
                last.ok = True
                steps.append(last)
            if worth_showing(steps):
                rows.append(Row(RowKind.TRACE, "", message.created_at, steps=steps))
            steps = []
        else:
            if steps:
                rows.append(Row(RowKind.TRACE, "", message.created_at, steps=steps))
            steps, last = [], None
            rows.append(row_of(message))
    if steps:
        rows.append(Row(RowKind.TRACE, "", rows[-1].at if rows else datetime.now().astimezone(), steps=steps))
    return rows


def row_of(message: Message) -> Row:
    """The row of one user message or event."""
    if message.role is Role.USER:
        return Row(RowKind.USER, message.text, message.created_at, message.address, message.request_id)
    return Row(RowKind.EVENT, event_words(message.text), message.created_at, message.address)


def _take_result(message: Message, steps: list[Step], last: Step | None) -> Step | None:
    """Give a stored result to the call before it; a result without one stands alone as a step."""
    ok = not message.text.startswith("failed:")
    text = message.text.removeprefix("ok:").removeprefix("failed:").strip()
    if last is not None and last.function == SEND_MESSAGE:
        return last
    if last is None or last.ok is not None:
        last = step_of(message.call) if message.call is not None else Step("", ok=ok)
        steps.append(last)
    last.result, last.ok = result_words(text), ok
    return last
