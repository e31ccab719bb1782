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
    """One function: its name, few words for a small window, all details for a large one, its parameters, and whether it can
    ask for a heartbeat.
    """

    name: str
    doc: str
    details: str
    parameters: tuple[Parameter, ...]
    heartbeat: bool = True

    def signature(self, *, full: bool) -> str:
        """The line that stands in the prompt."""
        return f"{self.name}({', '.join(p.name for p in self.parameters)}): {self.details if full else self.doc}"


_LABEL = Parameter("label", kind="label")
_CONTENT = Parameter("content", max_length=CONTENT_LENGTH)
_QUERY = Parameter("query")
_PAGE = Parameter("page", kind="integer")

FUNCTIONS: tuple[Function, ...] = (
    Function(
        "send_message",
        "say this to the user.",
        "say this to the user. It is the only text that the user sees, and it ends your turn.",
        (Parameter("message", kind="message"),),
        heartbeat=False,
    ),
    Function(
        "core_memory_append",
        "keep a fact about the user (human) or you (persona).",
        "keep a fact in the section with that label: human for the user, persona for yourself, or a section that the user made. "
        "Write one short sentence in the user's own words. Only what was said, never a guess.",
        (_LABEL, _CONTENT),
    ),
    Function(
        "core_memory_replace",
        "correct it; old_content copied exactly, empty new_content deletes.",
        "correct a fact in a section. old_content must be copied from the section exactly and occur in it once; "
        "an empty new_content deletes it.",
        (_LABEL, Parameter("old_content", max_length=CONTENT_LENGTH), Parameter("new_content", max_length=CONTENT_LENGTH)),
    ),
    Function(
        "conversation_search",
        "search everything said before.",
        "search everything that you and the user ever said, by words and meaning. The result says how many hits there are in all; "
        "ask for page 2 and on to see more.",
        (_QUERY, _PAGE),
    ),
    Function(
        "conversation_search_date",
        "what was said from start_date to end_date (YYYY-MM-DD).",
        "what was said from start_date to end_date, both included, as YYYY-MM-DD, YYYY-MM or YYYY in local time; "
        "an empty end_date means that day alone.",
        (Parameter("start_date", max_length=25), Parameter("end_date", max_length=25), _PAGE),
    ),
    Function(
        "archival_memory_insert",
        "store a longer text.",
        "store a longer text for later: notes, plans, what a section has no room for.",
        (Parameter("content", max_length=2 * CONTENT_LENGTH),),
    ),
    Function(
        "archival_memory_search",
        "search documents and stored texts.",
        "search the user's documents and the texts that you stored, by words and meaning. Name the address and page of what you use.",
        (_QUERY, _PAGE),
    ),
    Function(
        "open_page",
        "read at an address: m12, p7, d3#page=4.",
        "read what stands at an address that you saw: a message (m12), a passage (p7), a page of a document (d3#page=4), a summary (s2).",
        (Parameter("address", max_length=ADDRESS_LENGTH),),
    ),
    Function(
        "set_reminder",
        "remind the user; when in their words (tomorrow at 8).",
        "remind the user of message at a time. when is the user's own phrase, such as 'in an hour', 'tomorrow at 8' or "
        "'every weekday at 9'; do not work out the date yourself. Tell the user the time that the result names.",
        (Parameter("when", max_length=80), Parameter("message")),
    ),
    Function(
        "pause_heartbeats",
        "no timed heartbeat for so long.",
        "let no timed heartbeat come for so many minutes.",
        (Parameter("minutes", kind="integer"),),
        heartbeat=False,
    ),
    Function(
        "switch_topic",
        "go to another subject.",
        "go back to another subject of before, whose last messages come into view again, or begin a new one.",
        (_QUERY,),
    ),
)
BY_NAME = {function.name: function for function in FUNCTIONS}
READING = frozenset({"conversation_search", "conversation_search_date", "archival_memory_search", "open_page"})
"""The functions whose results show what is stored."""


def documentation(*, full: bool, heartbeats: bool) -> str:
    """One line per function, for the instructions: in few words, or in full. `heartbeats`: timed ones come and can be paused."""
    named = [function for function in FUNCTIONS if heartbeats or function.name != "pause_heartbeats"]
    return "\n".join(function.signature(full=full) for function in named)


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
    # All texts of a call together have the room of a reply, or a call could not be finished in the tokens kept for the answer.
    texts = sum(parameter.kind == "string" for parameter in function.parameters)
    longest = lengths.message // max(1, texts)
    properties: dict[str, Any] = {
        "thought": {"type": "string", "maxLength": lengths.thought},
        "function": {"const": function.name},
        "arguments": _object({p.name: _parameter_schema(p, labels, lengths.message, longest) for p in function.parameters}),
    }
    if function.heartbeat:
        properties["request_heartbeat"] = {"type": "boolean"}
    return _object(properties)


def _object(properties: dict[str, Any]) -> JsonSchema:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _parameter_schema(parameter: Parameter, labels: Sequence[str], message: int, longest: int) -> JsonSchema:
    match parameter.kind:
        case "label":
            return {"enum": list(labels)}
        case "integer":
            return {"type": "integer", "minimum": 1, "maximum": LARGEST_PAGE}
        case "message":
            return {"type": "string", "minLength": 1, "maxLength": message}
        case _:
            return {"type": "string", "maxLength": min(parameter.max_length, longest)}
