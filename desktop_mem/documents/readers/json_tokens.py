"""Takes JSON apart as a stream, with the line of every token; a file of any size or depth needs little memory."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple, TextIO

PIECE = 1 << 18
"""Characters read at a time."""

LONGEST = 8 << 20
"""Characters of one string above which the file is not taken for JSON."""

_TOKEN = re.compile(
    r"""[ \t\r\n\f\ufeff\x1e]*(?:
    (?P<string>"(?:[^"\\]++|\\.)*+")
    |(?P<sign>[{}\[\],:])
    |(?P<scalar>[^\s{}\[\],:"/]+)
    |(?P<remark>//[^\n]*|/\*.*?\*/)
    )""",
    re.VERBOSE | re.DOTALL,
)
_SCALAR = re.compile(r"-?(?:\d[\d.eE+-]*|Infinity)$|true$|false$|null$|NaN$")
_BLANK = re.compile(r"[ \t\r\n\f\ufeff\x1e]*\Z")


class NotJson(Exception):
    """The text is no JSON from here on."""


class Token(NamedTuple):
    """`kind` is the sign itself (`{`, `:` …), `string` or `scalar` (a number, `true`, `false`, `null`, as written); the line from 1."""

    kind: str
    text: str
    line: int


class Tokens:
    """The tokens of a stream of text; what is none can be had as text after the error. `line` is the line that has been reached."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._held = ""
        self._at = 0
        self._ended = False
        self.line = 1

    def __iter__(self) -> Iterator[Token]:
        """Raises `NotJson` in front of what is none; iterating goes on behind what was then taken as text."""
        while (found := self._match()) is not None:
            kind = found.lastgroup or ""
            self._pass(found.start(kind))
            if kind == "scalar" and not _SCALAR.match(found[kind]):
                raise NotJson
            token = Token(kind if kind != "sign" else found[kind], found[kind], self.line)
            self._pass(found.end())
            if kind != "remark":
                yield token if kind != "string" else Token(kind, _unquoted(token.text), token.line)
        if not _BLANK.match(self._held, self._at):
            raise NotJson

    def text_lines(self) -> Iterator[tuple[str, int]]:
        """The rest as text: each line (a very long one in parts) and its number. What was not asked for stays."""
        while True:
            while (end := self._held.find("\n", self._at)) < 0 and len(self._held) - self._at < PIECE and self._more():
                pass
            end = min(end + 1 if end >= 0 else len(self._held), self._at + PIECE)
            if end <= self._at:
                return
            text, line = self._held[self._at : end], self.line
            self._pass(end)
            yield text, line

    def _pass(self, to: int) -> None:
        self.line += self._held.count("\n", self._at, to)
        self._at = to

    def _match(self) -> re.Match[str] | None:
        """The next token, with as much of the stream as it takes: what touches the end of what is read may go on behind it."""
        while True:
            found = _TOKEN.match(self._held, self._at)
            if found and (found.end() < len(self._held) or self._ended or found.lastgroup == "sign"):
                return found
            if len(self._held) - self._at > LONGEST or not self._more():
                return found

    def _more(self) -> bool:
        """Read on; whether there was anything."""
        if self._ended:
            return False
        piece = self._stream.read(PIECE)
        self._held = self._held[self._at :] + piece
        self._at = 0
        self._ended = not piece
        return True


def _unquoted(text: str) -> str:
    if "\\" not in text:
        return text[1:-1]
    try:
        return str(json.loads(text, strict=False))
    except ValueError:  # an escape that JSON does not know
        return text[1:-1]
