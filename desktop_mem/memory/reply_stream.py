"""Reads a function call while the model is still writing it: the thought, and the reply as a reader would count its characters."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator

from desktop_mem.memory.copied_lines import as_speech
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.update import ReplyStreamed, ThoughtStreamed

_THOUGHT = re.compile(r'\s*\{\s*"thought"\s*:\s*"')
_MESSAGE = re.compile(r'\s*,\s*"function"\s*:\s*"send_message"\s*,\s*"arguments"\s*:\s*\{\s*"message"\s*:\s*"')
_STRING_PIECE = re.compile(r'[^"\\]+|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[0-9a-fA-F]{4}|\\u(?![dD][89abAB])[0-9a-fA-F]{4}|\\[^u]')
_JOINER, _REGIONAL = "\u200d", range(0x1F1E6, 0x1F200)


def open_string(text: str, start: int) -> tuple[str, int, bool]:
    """Decode the JSON string whose first character stands at `start`: the text so far, where it ends, and whether it is closed."""
    end = start
    while match := _STRING_PIECE.match(text, end):
        end = match.end()
    decoded = json.loads(f'"{text[start:end]}"', strict=False)
    return without_controls(decoded), end, text[end : end + 1] == '"'


def without_controls(text: str) -> str:
    """The text without control characters and halves of characters, which a model can write as escapes; lines and tabs stay."""
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs")) if not text.isprintable() else text


def whole_characters(text: str) -> int:
    """How much of `text` can be shown: all but the last character as a reader counts them, to which more may be joined yet."""
    end = len(text) - 1
    while end > 0 and (_extends(text[end]) or text[end - 1] == _JOINER or _second_flag_half(text, end)):
        end -= 1
    return max(end, 0)


def _extends(character: str) -> bool:
    """Whether the character joins the one before it: accents, variation selectors, skin tones, tags, the joiner itself."""
    return unicodedata.category(character) in ("Mn", "Me", "Mc", "Cf") or 0x1F3FB <= ord(character) <= 0x1F3FF


def _second_flag_half(text: str, at: int) -> bool:
    """Whether the character closes a pair of regional indicators (a flag)."""
    run = 0
    while at - run >= 0 and ord(text[at - run]) in _REGIONAL:
        run += 1
    return run > 0 and run % 2 == 0


class ReplyStream:
    """Takes the model's text piece by piece; yields what is new of thought and reply, never half a character.

    `plain`: the text is the bare reply and no call, and `marks` are what lines of memory in the prompt begin with.
    """

    def __init__(self, *, plain: bool = False, marks: frozenset[str] = frozenset()) -> None:
        self._plain = plain
        self._marks = marks
        self._text = ""
        self._thought_shown = 0
        self._reply_shown = 0

    @property
    def replying(self) -> bool:
        """Whether the reader has been shown any of the reply."""
        return self._reply_shown > 0

    def feed(self, piece: str) -> Iterator[ThoughtStreamed | ReplyStreamed]:
        """Add a piece of the generation."""
        self._text += piece
        yield from self._show(ended=False)

    def finish(self) -> Iterator[ThoughtStreamed | ReplyStreamed]:
        """The generation has ended: nothing more can be joined to the last character."""
        yield from self._show(ended=True)

    def _show(self, *, ended: bool) -> Iterator[ThoughtStreamed | ReplyStreamed]:
        thought, reply, closed = ("", self._spoken(ended), False) if self._plain else _read(self._text)
        closed = closed or ended
        settled = len(thought) if reply is not None or ended else whole_characters(thought)
        if settled > self._thought_shown:
            yield ThoughtStreamed(thought[self._thought_shown : settled])
            self._thought_shown = settled
        if reply is not None:
            settled = len(reply) if closed else whole_characters(reply)
            if settled > self._reply_shown:
                yield ReplyStreamed(reply[self._reply_shown : settled])
                self._reply_shown = settled

    def _spoken(self, ended: bool) -> str:
        return as_speech(without_controls(self._text), self._marks, ended=ended)


def _read(text: str) -> tuple[str, str | None, bool]:
    """Thought, reply (None before its first character) and whether the reply is closed, of a call that may be unfinished."""
    if not (opening := _THOUGHT.match(text)):
        return "", None, False
    thought, end, closed = open_string(text, opening.end())
    if not closed or not (message := _MESSAGE.match(text, end + 1)):
        return thought, None, False
    reply, _, closed = open_string(text, message.end())
    return thought, reply, closed


def read_call(text: str, *, complete: bool, plain: bool) -> FunctionCall | None:
    """The call in a generation: whole, or a reply as far as it was written when the generation ended early inside one; else None."""
    if plain:
        said = without_controls(text).strip()
        return FunctionCall("send_message", {"message": said}) if said else None
    if complete and (call := parse_call(text)):
        return call
    thought, reply, _ = _read(text)
    return FunctionCall("send_message", {"message": reply}, thought) if reply and reply.strip() else None


def parse_call(text: str) -> FunctionCall | None:
    """The finished call in `text`, or None when it is not one whole JSON object of the right form."""
    try:
        body = json.loads(text)
    except ValueError:
        return None
    if not isinstance(body, dict) or not isinstance(body.get("function"), str) or not isinstance(body.get("arguments"), dict):
        return None
    heartbeat = body.get("request_heartbeat", False)
    asked = heartbeat is True or (isinstance(heartbeat, str) and heartbeat.strip().lower() == "true")
    arguments = {name: without_controls(value) if isinstance(value, str) else value for name, value in body["arguments"].items()}
    return FunctionCall(body["function"], arguments, without_controls(str(body.get("thought", ""))), asked)
