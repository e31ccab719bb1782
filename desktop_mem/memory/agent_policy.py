"""Agent policy: how the agent may act, and what the program has to do in the place of the model."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_mem.memory.function_set import Lengths


@dataclass(frozen=True, slots=True)
class AgentPolicy:
    """How the agent may act: `paging` is `model`, `assisted` or `automatic`, `max_steps` the longest chain, `lengths`
    the longest thought and reply, `heartbeat_minutes` how long nothing happens before a timed heartbeat (0: none comes).
    `quotes`: there is no model, and the program answers with quotes. A proposal lapses after `proposal_days`.
    """

    paging: str
    max_steps: int
    lengths: Lengths
    heartbeat_minutes: int = 0
    quotes: bool = False
    proposal_days: int = 14

    @property
    def plain(self) -> bool:
        """Whether the model writes the bare reply, and the program makes the call of it."""
        return self.paging == "automatic"

    @property
    def alone(self) -> bool:
        """Whether the program has to do what a model cannot: call functions and write memory."""
        return self.plain or self.quotes
