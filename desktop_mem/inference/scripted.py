"""Deterministic stand-ins that ship with the program: a model that plays a script, a word counter, a hashing embedder, a clock
that is set.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from datetime import datetime, timedelta, timezone

from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.ports import Generation, JsonSchema, Prompt, PromptMessage

Answer = str | FunctionCall
_WORD = re.compile(r"\w+|[^\w\s]")


def say(message: str) -> FunctionCall:
    """A call that answers the user."""
    return FunctionCall("send_message", {"message": message})


class ScriptedModel:
    """Gives the scripted answers in order, then `default`. Keeps every prompt and schema it was given, and checks that they fit its window.

    An answer is text, a call, or a function of the prompt that gives one of these. `stop` is asked between pieces.
    """

    def __init__(
        self,
        answers: Iterable[Answer | Callable[[Prompt], Answer]] = (),
        *,
        default: Answer | Callable[[Prompt], Answer] | None = None,
        window: int = 2048,
        piece: int = 8,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self.name = "scripted"
        self.notice = ""
        self.context_window = window
        self.prompts: list[Prompt] = []
        self.schemas: list[JsonSchema | None] = []
        self.ahead: list[Prompt] = []
        self.variations: list[int] = []
        self._answers: Iterator[Answer | Callable[[Prompt], Answer]] = iter(answers)
        self._default = default or say("All right.")
        self._piece = piece
        self._stop = stop
        self._seen = 0

    def count(self, text: str) -> int:
        """Words and punctuation marks."""
        return len(_WORD.findall(text))

    def count_message(self, message: PromptMessage) -> int:
        """Words of the text and three for the markup."""
        return self.count(message.text) + 3

    def generate(
        self, prompt: Prompt, schema: JsonSchema | None, max_tokens: int, *, variation: int = 0
    ) -> Generator[str, None, Generation]:
        """The next answer of the script, in pieces."""
        self.prompts.append(prompt)
        self.schemas.append(schema)
        self.variations.append(variation)
        tokens = sum(self.count_message(message) for message in prompt)
        assert tokens < self.context_window, f"the prompt takes {tokens} of {self.context_window} tokens"
        text = self._text(prompt, plain=schema is None)
        stop = "complete"
        if self.count(text) > max_tokens:
            text, stop = _cut(text, max_tokens), "length"
        shown = ""
        for start in range(0, len(text), self._piece):
            if self._stop():
                stop = "stopped"
                break
            shown += text[start : start + self._piece]
            yield text[start : start + self._piece]
        new, self._seen = tokens - min(self._seen, tokens), tokens
        return Generation(shown, tuple(range(self.count(shown))) if schema is None else (), stop, tokens, new, new)

    def render(self, prompt: Prompt) -> str:
        """The prompt with a mark for each role."""
        return "".join(f"<{message.role}>{message.text}\n" for message in prompt)

    def read_ahead(self, prompt: Prompt) -> Generator[str, None, None]:
        """Notes the prompt in `ahead`, after one piece."""
        yield ""
        self.ahead.append(prompt)

    def forget_prefix(self) -> None:
        """Notes that it was asked to, in `ahead`."""
        self.ahead.append(())

    def close(self) -> None:
        """Nothing to free."""

    def _text(self, prompt: Prompt, *, plain: bool) -> str:
        answer = next(self._answers, self._default)
        answer = answer(prompt) if callable(answer) else answer
        if isinstance(answer, str):
            return answer
        return str(answer.arguments.get("message", "")) if plain else call_json(answer)


def call_json(call: FunctionCall) -> str:
    """The call as the grammar has it: with a heartbeat wish wherever the function takes one."""
    body = json.loads(call.to_json())
    if call.function not in ("send_message", "pause_heartbeats"):
        body["request_heartbeat"] = call.request_heartbeat
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def _cut(text: str, tokens: int) -> str:
    for number, match in enumerate(_WORD.finditer(text)):
        if number == tokens:
            return text[: match.start()]
    return text


class HashEmbedder:
    """Unit vectors from hashed words and character pairs: equal words give near vectors, on every machine the same."""

    def __init__(self, dimension: int = 64) -> None:
        self.name = f"hash-{dimension}"
        self.dimension = dimension

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One unit vector per text."""
        return [self._one(text) for text in texts]

    def _one(self, text: str) -> list[float]:
        vector = [0.0] * self.dimension
        lowered = text.lower()
        for feature in [*_WORD.findall(lowered), *(lowered[i : i + 2] for i in range(len(lowered) - 1))]:
            digest = hashlib.blake2b(feature.encode("utf-8", "replace"), digest_size=8).digest()
            vector[int.from_bytes(digest[:4], "little") % self.dimension] += 1.0 if digest[4] & 1 else -1.0
        length = math.sqrt(sum(x * x for x in vector)) or 1.0
        return [x / length for x in vector] if any(vector) else [1.0] + [0.0] * (self.dimension - 1)


class SetClock:
    """A clock that stands until it is moved; each reading moves it by `tick`."""

    def __init__(self, now: datetime | None = None, tick: timedelta = timedelta(seconds=1)) -> None:
        self._now = now or datetime(2026, 3, 2, 9, 0, tzinfo=timezone(timedelta(hours=1)))
        self._tick = tick

    def now(self) -> datetime:
        """The time as set."""
        self._now += self._tick
        return self._now

    def advance(self, by: timedelta) -> None:
        """Move the clock."""
        self._now += by

    def set(self, now: datetime) -> None:
        """Set the clock, forwards or back."""
        self._now = now
