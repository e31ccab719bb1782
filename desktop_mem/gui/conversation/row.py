"""Rows: what one line of the conversation shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from desktop_mem.gui.conversation.citations import Citation, cited, in_order, resting_on
from desktop_mem.gui.event_words import event_words, stored_reminder_words
from desktop_mem.gui.wording import argument_line
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.message import Message, Role

SEND_MESSAGE = "send_message"


class RowKind(StrEnum):
    """What a row is."""

    USER = "user"
    REPLY = "reply"
    TRACE = "trace"
    EVENT = "event"
    REMINDER = "reminder"
    TOPIC = "topic"
    FAULT = "fault"


class RowState(StrEnum):
    """How a row stands: settled, on its way, or ended early."""

    SETTLED = ""
    WAITING = "waiting"
    ACCEPTED = "accepted"
    LEAVING = "leaving"
    NOT_SENT = "not sent"
    SUSPENDED = "suspended"
    STREAMING = "streaming"
    STOPPED = "stopped"
    LENGTH = "length"
    LOST = "lost"
    CUT = "cut"


@dataclass(slots=True)
class Step:
    """One function call of a trace, by the address of its message. `ok` is None while the result is unknown."""

    function: str
    thought: str = ""
    arguments: str = ""
    result: str = ""
    ok: bool | None = None
    citations: tuple[Citation, ...] = ()
    address: str = ""


@dataclass(slots=True, eq=False)
class Row:
    """One row. A trace holds `steps` and, while `live`, the `text` of the thought that is being written; a reply has the `citations` of
    what it rests on (where the engine did not look, of what was found for it), `coverage` says how much of their documents that is, and
    `unfounded` that it rests on nothing in memory.

    `note` is the reason why a message was not sent, the address of one that waits, or that of a reminder that fell just now.
    `turn` is the address of the event whose chain the row belongs to; of a user message or event, its own.
    """

    kind: RowKind
    text: str
    at: datetime
    address: str = ""
    request_id: str = ""
    turn: str = ""
    state: RowState = RowState.SETTLED
    note: str = ""
    steps: list[Step] = field(default_factory=list)
    citations: tuple[Citation, ...] = ()
    coverage: str = ""
    unfounded: bool = False
    expanded: bool = False
    live: bool = False
    revision: int = 0


def step_of(call: FunctionCall, address: str = "") -> Step:
    """The call as a step whose result is not known yet."""
    arguments = "" if call.function == SEND_MESSAGE else "\n".join(argument_line(name, value) for name, value in call.arguments.items())
    return Step(call.function, call.thought, arguments, address=address)


def take_result(step: Step, text: str, words: str, *, ok: bool) -> None:
    """The call came to this `text`, shown as `words`; a search that worked names its sources line by line."""
    step.result, step.ok = words, ok
    step.citations = cited(text) if ok else ()


def citations_of(steps: list[Step]) -> tuple[Citation, ...]:
    """What was found on the way to a reply, each source once."""
    found = [citation for step in steps for citation in step.citations]
    return in_order(found) if found else ()


def found_reply(row: Row, message: Message, found: tuple[Citation, ...], said: Callable[[str], str]) -> None:
    """Give a reply its sources: its grounds (see `Message`) without the question itself, or all that was `found` where there are none
    to go by. `said`: see `resting_on`.
    """
    row.unfounded = message.grounds == ()
    grounds = message.grounds
    row.citations = found if grounds is None else resting_on([each for each in grounds if each != row.turn], found, said)


def worth_showing(steps: list[Step]) -> bool:
    """Whether a trace tells more than that there was an answer."""
    for step in steps:  # noqa: SIM110 - for each of many thousand turns, most of which have one step
        if step.function != SEND_MESSAGE or step.thought:
            return True
    return False


def is_reply(message: Message) -> bool:
    """Whether the message is what the assistant said to the user."""
    return message.role is Role.ASSISTANT and (message.call is None or message.call.function == SEND_MESSAGE)


def reply_text(message: Message) -> str:
    """What a reply says to the user, whether it is stored as plain text or as its call."""
    if message.call is not None and message.call.function == SEND_MESSAGE:
        said = message.call.arguments.get("message")
        return said if isinstance(said, str) else message.text
    return message.text


def said_words(message: Message) -> str:
    """When a message was said, and by whom, as the place of a citation."""
    speaker = message.role.value if message.role in (Role.USER, Role.ASSISTANT) else ""
    return f"{message.created_at:%Y-%m-%d} {speaker}".strip()


def row_of(message: Message) -> Row:
    """The row of one user message or event, with which a turn begins."""
    if message.role is Role.USER:
        return Row(RowKind.USER, message.text, message.created_at, message.address, message.request_id, turn=message.address)
    if words := stored_reminder_words(message):
        return Row(RowKind.REMINDER, words, message.created_at, message.address, turn=message.address)
    return Row(RowKind.EVENT, event_words(message.text), message.created_at, message.address, turn=message.address)
