"""A message: one entry of recall storage and of the FIFO queue, whoever it came from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from desktop_mem.memory.function_call import FunctionCall


class Role(StrEnum):
    """Who speaks: the user, the assistant, a function's result, or the program itself."""

    USER = "user"
    ASSISTANT = "assistant"
    FUNCTION = "function"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class Message:
    """One message, immutable once recall storage has given it an address.

    `text` is what a person would quote and what search reads; `prompt_text` is what the model reads
    (empty: the same). `created_at` is aware local time. `tokens` counts the message as it stands in the
    prompt, template included; `token_ids` are the ids that the model itself generated, if it did.
    `request_id` is the sender's own id, by which a message sent twice is stored once. `turn` is the address of the event
    whose chain the message belongs to, empty for an event itself; `topic` that of the topic it was said in. `undone` marks
    what the user took back: it is kept, and neither searched nor shown as said. `tainted`: it holds a document's text, or was
    written while some was in view. `sources` are the addresses of what it shows; `grounds` those that a reply rests on (none: it is
    not from memory), None where that was not looked at.
    """

    role: Role
    text: str
    created_at: datetime
    address: str = ""
    prompt_text: str = ""
    call: FunctionCall | None = None
    tokens: int = 0
    token_ids: tuple[int, ...] = ()
    request_id: str = ""
    turn: str = ""
    topic: str = ""
    undone: bool = False
    tainted: bool = False
    sources: tuple[str, ...] = ()
    grounds: tuple[str, ...] | None = None

    @property
    def seen_by_model(self) -> str:
        """The text that stands for this message in the prompt."""
        return self.prompt_text or self.text
