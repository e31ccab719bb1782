"""The oracle: in place of a model, a deterministic player of perfect play, so that what falls short is the program's own fault.

It reads only what the prompt shows and calls only what the grammar of the step admits. It knows the aim of the experiment, and it
knows evidence when it sees it; that never helps it to find any.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Protocol

from desktop_mem.errors import Bug
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.function_set import BY_NAME
from desktop_mem.memory.ports import Generation, JsonSchema, Prompt, PromptMessage

NAME: Final = "oracle"
# About as finely as small models cut: each digit, mark and Chinese character, and up to four letters, make a token.
_TOKEN: Final = re.compile(r"\d|[\u2e80-\u9fff\uac00-\ud7af]|[^\W\d_]{1,4}|[^\w\s]|_")
_MARKUP: Final = 5
_LINE: Final = re.compile(r"^\[([mp]\d+)([^\]]*)\] (.*)$", re.MULTILINE)
_SAVING: Final = "archival_memory_insert"


@dataclass(frozen=True)
class View:
    """One prompt as the oracle reads it, and the functions that the step admits (none: it may only speak)."""

    prompt: Prompt
    allowed: tuple[str, ...]

    @cached_property
    def lines(self) -> Mapping[str, str]:
        """Text of every line that begins with an address, by it."""
        return {address: text for message in self.prompt[1:] for address, _, text in _LINE.findall(message.text)}

    @cached_property
    def result(self) -> str:
        """What the last call came to, or nothing before the first one."""
        last = self.prompt[-1]
        return last.text if last.role == "function" and last.text.startswith(("ok:", "failed:")) else ""

    @property
    def head(self) -> str:
        """Instructions and working context."""
        return self.prompt[0].text

    @property
    def texts(self) -> str:
        """All that stands in view behind the head."""
        return "\n".join(message.text for message in self.prompt[1:])

    @property
    def may_call(self) -> bool:
        """Whether more than speaking is possible."""
        return self.allowed not in ((), ("send_message",))


class Moves(Protocol):
    """Perfect play of one task."""

    def move(self, view: View) -> FunctionCall:
        """The next call; one of `view.allowed`, or `send_message` where it may only speak."""
        ...


def say(message: str) -> FunctionCall:
    """A call that answers the user."""
    return FunctionCall("send_message", {"message": message})


def search(function: str, query: str, page: int = 1) -> FunctionCall:
    """A search in one of the stores."""
    return FunctionCall(function, {"query": query, "page": page}, request_heartbeat=True)


class OracleModel:
    """Fulfils the ports of a model with the `moves` of the task in hand. Its window is as large as it is made."""

    def __init__(self, window: int) -> None:
        self.name = NAME
        self.context_window = window
        self.moves: Moves | None = None
        self._seen = 0

    def count(self, text: str) -> int:
        """Tokens of the bare text."""
        return len(_TOKEN.findall(text))

    def count_message(self, message: PromptMessage) -> int:
        """Tokens with the markup around them."""
        return self.count(message.text) + _MARKUP

    def forget_prefix(self) -> None:
        """Every token of the next prompt is new."""
        self._seen = 0

    def close(self) -> None:
        """Nothing to free."""

    def generate(
        self, prompt: Prompt, schema: JsonSchema | None, max_tokens: int, *, variation: int = 0
    ) -> Generator[str, None, Generation]:
        """The next move, whole. Raises `Bug` for a call that the grammar does not admit."""
        text = self._text(View(prompt, _allowed(schema)), schema)
        yield text
        tokens = sum(self.count_message(message) for message in prompt)
        evaluated, self._seen = tokens - min(self._seen, tokens), tokens
        return Generation(text, (), "complete", tokens, evaluated, evaluated)

    def _text(self, view: View, schema: JsonSchema | None) -> str:
        if schema is not None and "anyOf" not in schema:
            # Notes for a summary: with none, the program's own extract stands.
            return json.dumps(dict.fromkeys(schema.get("properties", {}), ""), ensure_ascii=False)
        if self.moves is None:
            raise Bug("the oracle was given no moves")
        if schema is not None and "send_message" not in view.allowed:
            return _written(FunctionCall(_SAVING if _SAVING in view.allowed else view.allowed[0], {"content": "Nothing new to keep."}))
        call = self.moves.move(view)
        if schema is None:
            return str(call.arguments["message"])
        if call.function not in view.allowed:
            raise Bug(f"the oracle called {call.function}, and allowed are {', '.join(view.allowed)}")
        return _written(_within(call, schema))


def _allowed(schema: JsonSchema | None) -> tuple[str, ...]:
    calls = schema.get("anyOf", ()) if schema else ()
    return tuple(call["properties"]["function"]["const"] for call in calls)


def _within(call: FunctionCall, schema: JsonSchema) -> FunctionCall:
    """The call with every text cut to what the grammar admits."""
    of_call = next(each for each in schema["anyOf"] if each["properties"]["function"]["const"] == call.function)
    limits: dict[str, Any] = of_call["properties"]["arguments"]["properties"]
    cut = {
        name: value[: limits[name].get("maxLength", len(value))] if isinstance(value, str) and name in limits else value
        for name, value in call.arguments.items()
    }
    return FunctionCall(call.function, cut, call.thought, call.request_heartbeat)


def _written(call: FunctionCall) -> str:
    body = json.loads(call.to_json())
    if BY_NAME[call.function].heartbeat:
        body["request_heartbeat"] = call.request_heartbeat
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))
