"""The function set: what the model may call, as documentation for the prompt and as a JSON schema for the grammar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop_mem.memory.ports import JsonSchema

LONGEST_THOUGHT = 240
QUERY_LENGTH = 200
CONTENT_LENGTH = 600
ADDRESS_LENGTH = 40
LARGEST_PAGE = 9999
_FRAME_TOKENS = 30
_CHARACTERS_PER_TOKEN = 2.5


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument: a string of at most `max_length` characters, a whole number from 1, or (`label`) a section that can be written."""

    name: str
    kind: str = "string"
    max_length: int = QUERY_LENGTH


@dataclass(frozen=True, slots=True)
class Function:
    """One function: its name, one line for the prompt, its parameters, and whether it can ask for a heartbeat."""

    name: str
    doc: str
    parameters: tuple[Parameter, ...]
    heartbeat: bool = True

    def signature(self) -> str:
        """The line that stands in the prompt."""
        return f"{self.name}({', '.join(p.name for p in self.parameters)}): {self.doc}"


_CONTENT = Parameter("content", max_length=CONTENT_LENGTH)
_QUERY = Parameter("query")
_PAGE = Parameter("page", kind="integer")

FUNCTIONS: tuple[Function, ...] = (
    Function(
        "send_message", "say this to the user; the only text the user sees.", (Parameter("message", kind="message"),), heartbeat=False
    ),
    Function(
        "core_memory_append", "keep a fact about the user (human) or yourself (persona).", (Parameter("label", kind="label"), _CONTENT)
    ),
    Function(
        "core_memory_replace",
        "correct a fact kept there; old_content must be copied exactly, empty new_content deletes.",
        (
            Parameter("label", kind="label"),
            Parameter("old_content", max_length=CONTENT_LENGTH),
            Parameter("new_content", max_length=CONTENT_LENGTH),
        ),
    ),
    Function("conversation_search", "search everything said before.", (_QUERY, _PAGE)),
    Function(
        "conversation_search_date",
        "what was said from start_date to end_date (YYYY-MM-DD).",
        (Parameter("start_date", max_length=25), Parameter("end_date", max_length=25), _PAGE),
    ),
    Function("archival_memory_insert", "store a longer text for later.", (Parameter("content", max_length=2 * CONTENT_LENGTH),)),
    Function("archival_memory_search", "search documents and stored texts.", (_QUERY, _PAGE)),
    Function(
        "open_page", "read what stands at an address such as m12, p7 or d3#page=4.", (Parameter("address", max_length=ADDRESS_LENGTH),)
    ),
)
BY_NAME = {function.name: function for function in FUNCTIONS}


def documentation() -> str:
    """One line per function, for the instructions."""
    return "\n".join(function.signature() for function in FUNCTIONS)


@dataclass(frozen=True, slots=True)
class Lengths:
    """The longest thought and the longest reply, in characters."""

    thought: int
    message: int

    @classmethod
    def within(cls, tokens: int) -> Lengths:
        """Lengths that, with the frame of a call, take at most `tokens` in most scripts (a longer reply is cut and kept)."""
        characters = (tokens - _FRAME_TOKENS) * _CHARACTERS_PER_TOKEN
        return cls(min(LONGEST_THOUGHT, int(characters * 0.3)), int(characters * 0.7))


def schema(allowed: Sequence[str], labels: Mapping[str, Sequence[str]], lengths: Lengths) -> JsonSchema:
    """The grammar of one step: exactly one call of one of `allowed`, every string bounded, no white space between.

    `labels` are, per function that writes sections, those it can write.
    """
    calls = [_call_schema(BY_NAME[name], labels.get(name, ()), lengths) for name in allowed]
    return {"x-guidance": {"whitespace_flexible": False}, "anyOf": calls}


def _call_schema(function: Function, labels: Sequence[str], lengths: Lengths) -> JsonSchema:
    properties: dict[str, Any] = {
        "thought": {"type": "string", "maxLength": lengths.thought},
        "function": {"const": function.name},
        "arguments": _object({p.name: _parameter_schema(p, labels, lengths) for p in function.parameters}),
    }
    if function.heartbeat:
        properties["request_heartbeat"] = {"type": "boolean"}
    return _object(properties)


def _object(properties: dict[str, Any]) -> JsonSchema:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _parameter_schema(parameter: Parameter, labels: Sequence[str], lengths: Lengths) -> JsonSchema:
    match parameter.kind:
        case "label":
            return {"enum": list(labels)}
        case "integer":
            return {"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE}
        case "message":
            return {"type": "string", "minLength": 1, "maxLength": lengths.message}
        case _:
            return {"type": "string", "maxLength": parameter.max_length}
