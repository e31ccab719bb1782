"""The recursive summary: what is kept in view of the messages that leave the queue, together with the summary before."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from importlib import resources

from desktop_mem.errors import EnvironmentFault
from desktop_mem.memory.fitting import fit, one_line
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.ports import Generation, JsonSchema, LanguageModel, Prompt, PromptMessage, TokenCounter
from desktop_mem.memory.update import StillWorking, Update

Seal = Callable[[str], str]

SECTIONS = ("goals", "facts", "open_ends")
_LINE_TOKENS = 60
_WHERE = "where to look:"
_NOTES = tuple(f"{name.replace('_', ' ')}:" for name in SECTIONS)
_MARGIN = 64
_STATEMENT = re.compile(r"\b(my|i|i'm|i've|me|we|our|name|remember)\b|我|记住|\d", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Summary:
    """The text of a summary and who wrote it: `model` or `extract`."""

    text: str
    by: str


def spoken_line(message: Message) -> str:
    """A message as one line of a transcript."""
    return f"{message.role.value}: {one_line(message.text)}"


def where_to_look(before: str, messages: Sequence[Message]) -> str:
    """The addresses behind a summary, as a range that begins with that of the summary `before`."""
    known = next((line.removeprefix(_WHERE).split() for line in before.splitlines() if line.startswith(_WHERE)), [])
    first, last = known[0] if known else messages[0].address, messages[-1].address
    return f"{_WHERE} {first}" + (f" to {last}" if last != first else "")


def notes_of(summary: str) -> list[str]:
    """The lines of a summary without its addresses, which a new one has of its own."""
    return [line for line in summary.splitlines() if line.strip() and not line.startswith(_WHERE)]


def extract(before: str, evicted: Sequence[Message], tokens: int, counter: TokenCounter) -> Summary:
    """A summary without a model: the sentences most likely to matter, in order, in at most `tokens`."""
    old = notes_of(before)
    new = [fit(spoken_line(m), _LINE_TOKENS, counter) for m in evicted if m.role in (Role.USER, Role.ASSISTANT) and m.text.strip()]
    tail = where_to_look(before, evicted)
    lines = list(dict.fromkeys(old + new))
    room = tokens - counter.count(tail) - 2
    kept: set[int] = set()
    for index in sorted(range(len(lines)), key=lambda i: (_weight(lines[i]), i), reverse=True):
        cost = counter.count(lines[index]) + 1
        if cost <= room:
            kept.add(index)
            room -= cost
    return Summary("\n".join([*(lines[i] for i in sorted(kept)), tail]), "extract")


def _weight(line: str) -> float:
    """Notes of before, then the user's statements about themselves, then what else the user said, then replies."""
    if line.startswith(_NOTES):
        return 5.0
    by_user = line.startswith("user:")
    return (2.0 if by_user else 0.0) + (2.0 if by_user and _STATEMENT.search(line) and not line.rstrip().endswith(("?", "？")) else 0.0)


class Summariser:
    """Asks the model for notes on the evicted messages, chunk by chunk so that each prompt fits the window.

    Where the model gives none in bounds, fails, or `use_model` is off, the deterministic extract stands in.
    """

    def __init__(self, model: LanguageModel, counter: TokenCounter, *, reserve: int, use_model: bool) -> None:
        self._model = model
        self._counter = counter
        self._reserve = reserve
        self._use_model = use_model
        self._instructions = resources.files("desktop_mem.memory.prompts").joinpath("summary.txt").read_text(encoding="utf-8").strip()

    def summarise(
        self, before: str, evicted: Sequence[Message], tokens: int, *, seal: Seal | None = None
    ) -> Generator[Update, None, Summary]:
        """The new summary in at most `tokens`, of the one `before` and the `evicted` messages; where some of that is tainted, `seal` makes
        data of it. Yields `StillWorking` for each piece of the model's.
        """
        fallback = extract(before, evicted, tokens, self._counter)
        if not self._use_model:
            return fallback
        notes = "\n".join(notes_of(before))
        for chunk in self._chunks(notes, [spoken_line(m) for m in evicted if m.text.strip()], tokens):
            try:
                answer = yield from self._ask(self._prompt(notes, chunk, seal), tokens)
            except EnvironmentFault:  # the model is of no use now; the flush must not wait for it
                answer = None
            if answer is None:
                return fallback
            notes = answer
        text = "\n".join(part for part in (notes, where_to_look(before, evicted)) if part)
        return Summary(text, "model") if notes and self._counter.count(text) <= tokens else fallback

    def _ask(self, prompt: Prompt, tokens: int) -> Generator[Update, None, str | None]:
        generation = yield from _quietly(self._model.generate(prompt, _schema(tokens), self._reserve))
        if generation.stop != "complete":
            return None
        try:
            body = json.loads(generation.text)
        except ValueError:
            return None
        if not isinstance(body, dict) or not all(isinstance(body.get(name, ""), str) for name in SECTIONS):
            return None
        return "\n".join(f"{name.replace('_', ' ')}: {one_line(body[name])}" for name in SECTIONS if body.get(name, "").strip())

    def _prompt(self, notes: str, chunk: str, seal: Seal | None = None) -> Prompt:
        known = f"Notes so far:\n{notes}\n\n" if notes else ""
        told = f"{known}Conversation:\n{chunk}"
        return (PromptMessage("system", self._instructions), PromptMessage("user", seal(told) if seal else told))

    def _chunks(self, notes: str, lines: Sequence[str], tokens: int) -> Generator[str, None, None]:
        """The transcript in stretches that leave room for instructions, notes and the answer."""
        frame = sum(self._counter.count_message(m) for m in self._prompt("", ""))
        room = max(_LINE_TOKENS, self._model.context_window - self._reserve - frame - max(tokens, self._counter.count(notes)) - _MARGIN)
        held: list[str] = []
        used = 0
        for raw in lines:
            line = fit(raw, min(room, 4 * _LINE_TOKENS), self._counter)
            cost = self._counter.count(line) + 1
            if held and used + cost > room:
                yield "\n".join(held)
                held, used = [], 0
            held.append(line)
            used += cost
        if held:
            yield "\n".join(held)


def _schema(tokens: int) -> JsonSchema:
    """Notes in sections, each bounded so that all of them together stay near `tokens`."""
    each = {"type": "string", "maxLength": max(40, tokens)}
    return {
        "x-guidance": {"whitespace_flexible": False},
        "type": "object",
        "properties": dict.fromkeys(SECTIONS, each),
        "required": list(SECTIONS),
        "additionalProperties": False,
    }


def _quietly(pieces: Generator[str, None, Generation]) -> Generator[Update, None, Generation]:
    """A generation whose text nobody needs to see, with a place to stop after each piece."""
    while True:
        try:
            next(pieces)
        except StopIteration as end:
            generation: Generation = end.value
            return generation
        yield StillWorking()
