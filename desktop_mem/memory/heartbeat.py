"""Heartbeats: whether the chain of function calls goes on at once or the agent yields."""

from __future__ import annotations

from desktop_mem.memory.function_call import FunctionCall, FunctionResult

SEND_MESSAGE = "send_message"


def needs_heartbeat(call: FunctionCall, result: FunctionResult, *, answer_owed: bool) -> str:
    """Why the chain goes on: `failed`, `asked`, `answer owed` (a user message has no reply yet), or nothing when it ends.

    A reply ends the chain, so whoever calls anything else has not answered yet.
    """
    if not result.ok:
        return "failed"
    if call.function == SEND_MESSAGE:
        return ""
    if call.request_heartbeat:
        return "asked"
    return "answer owed" if answer_owed else ""
