"""A function call: the one JSON object that the model may write, and what came of it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from desktop_mem.memory.proposal import Proposal
from desktop_mem.memory.reminder import Reminder
from desktop_mem.memory.topic import Topic
from desktop_mem.memory.working_context import SectionState


@dataclass(frozen=True, slots=True)
class FunctionCall:
    """A call as the model wrote it: thought first, then function, arguments and the heartbeat wish."""

    function: str
    arguments: dict[str, Any] = field(default_factory=dict)
    thought: str = ""
    request_heartbeat: bool = False

    def to_json(self) -> str:
        """The call in the exact form that the grammar admits (compact, not escaped to ASCII)."""
        body: dict[str, Any] = {"thought": self.thought, "function": self.function, "arguments": self.arguments}
        if self.request_heartbeat:
            body["request_heartbeat"] = True
        return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class FunctionResult:
    """What a call came to: `ok` or not, and a sentence that the model can act on.

    `sources` are the addresses that the result shows; `tainted` says that behind the first line stands documents' text;
    `change` is the section before and after, when one was written; `reminder` one that was set; `topic` the one to switch to;
    before `paused_until` no timed heartbeat shall come; `proposal` is what waits for the user's decision instead of being done.
    `conflicts` are pairs of lines that cannot both hold, or, when the call was `outdated`, the text that it meant and what stands there
    now.
    """

    ok: bool
    text: str
    sources: tuple[str, ...] = ()
    tainted: bool = False
    change: tuple[SectionState, SectionState] | None = None
    reminder: Reminder | None = None
    topic: Topic | None = None
    paused_until: datetime | None = None
    proposal: Proposal | None = None
    conflicts: tuple[tuple[str, str], ...] = ()
    outdated: bool = False

    def __str__(self) -> str:
        return f"{'ok' if self.ok else 'failed'}: {self.text}"
