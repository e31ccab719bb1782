"""A memory event: one entry of the append-only ledger, which says what changed in memory, from what to what, by whom and why."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

UNDO, REDO, FORGET, DELETE, CONFIRM, MERGE = "undo", "redo", "forget", "delete", "confirm", "merge"
NOT_UNDONE = (UNDO, REDO, CONFIRM, DELETE, "switch")
"""Kinds that undo passes over: its own, a change of the topic in hand, what is gone for good, and a source more for what stands already
(its `detail` holds the line).
"""


@dataclass(frozen=True, slots=True)
class MemoryEvent:
    """One entry of the append-only ledger: what changed, from what to what, who did it, because of which message.

    `target` is the address changed (`w:human`), `kind` one of `append`, `replace`, `insert`, `remind`, `edit`, `add`, `configure`,
    `remove`, `rename`, `summarise`, `switch`, `forget`, `delete`, `confirm`, `merge`, `undo`, `redo` or what another writer calls its
    own; `actor` is `model`, `user` or `control`; `cause` the message that led to it; `sources` what it rests on. `detail` is what an undo
    has to know beside the
    texts (see `detail_of`). `of` is the event that an undo took back, or a redo brought back. As it is read from the ledger an event has
    its `address` (`e9`), and is `undone` when it was taken back and not brought back since.
    """

    target: str
    kind: str
    before: str
    after: str
    actor: str
    at: datetime
    cause: str = ""
    sources: tuple[str, ...] = field(default=())
    model: str = ""
    detail: str = ""
    of: str = ""
    address: str = field(default="", compare=False)
    undone: bool = field(default=False, compare=False)

    @property
    def lost(self) -> list[str]:
        """The lines that it took away."""
        return lines_only_in(self.before, self.after)

    @property
    def brought(self) -> list[str]:
        """The lines that it brought."""
        return lines_only_in(self.after, self.before)

    @property
    def was(self) -> Any:
        """What the detail says of before."""
        return json.loads(self.detail)["before"] if self.detail else None

    @property
    def became(self) -> Any:
        """What the detail says of after."""
        return json.loads(self.detail)["after"] if self.detail else None

    @property
    def configures(self) -> bool:
        """Whether it changed what a section is for and may hold, and not its text."""
        return self.was is not None and self.became is not None and self.target.startswith("w:")

    @property
    def can_be_undone(self) -> bool:
        """Whether it is of a kind that undo takes back: a change of a section, kept passage, reminder, summary or title, or what was
        forgotten.
        """
        return self.kind not in NOT_UNDONE and (self.target[:1] in UNDOABLE or self.kind == FORGET)

    def rests_on(self, earlier: MemoryEvent) -> bool:
        """Whether it stands, and an earlier change cannot be undone without it. A section's limits and its text are two things."""
        if self.target != earlier.target or not self.can_be_undone or self.undone:
            return False
        return self.configures == earlier.configures or bool({"add", "remove"} & {self.kind, earlier.kind})


UNDOABLE = ("w", "p", "r", "s", "t")
"""The kinds of addresses whose changes can be undone."""


def lines_only_in(text: str, other: str) -> list[str]:
    """The lines of a text that another text does not have, in their order."""
    others = other.splitlines()
    return [line for line in text.splitlines() if line not in others]


def detail_of(before: object, after: object) -> str:
    """The `detail` of an event. Of a section that was added, configured or removed: what it is for, its limit, whether it is read-only and
    its place (None: there is none). Of a reminder: when it is due. Of a summary: its address. Of a message: whether it is found.
    """
    return json.dumps({"before": before, "after": after}, ensure_ascii=False)
