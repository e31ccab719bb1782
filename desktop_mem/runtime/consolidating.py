"""Consolidating: one small piece of idle work on memory at a time, so that whoever wants something never waits for it."""

from __future__ import annotations

from collections.abc import Callable

from desktop_mem.memory.agent import Agent
from desktop_mem.memory.update import Update


def consolidated(agent: Agent, emit: Callable[[Update], None]) -> bool:
    """Do one piece of what the agent has for quiet moments, and tell what it changed; False when nothing is left."""
    updates = agent.when_idle()
    for update in updates or ():
        emit(update)
    return updates is not None
