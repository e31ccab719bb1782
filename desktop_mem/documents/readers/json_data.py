"""Reads JSON and JSON Lines as `path: value` lines, record by record, so that a passage tells by itself what its values are."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from desktop_mem.control.document_ledger import ReadProgress
from desktop_mem.documents.blocks import Block, Blocks, Findings
from desktop_mem.documents.encoding import PIECE, detect_encoding
from desktop_mem.documents.readers import text as plain
from desktop_mem.documents.readers.json_tokens import NotJson, Token, Tokens

_BY_LINES = (".jsonl", ".ndjson")
_DEEPEST = 200
_FULL = 1200  # characters after which a block is given out
_LONG = 300  # characters of a value above which it is a text of its own, and of a list above which another line begins


def read(path: Path) -> Blocks:
    """One block per record, or stretch of one; what is no JSON is kept as the text that it is."""
    encoding = detect_encoding(path)
    total, reported, damaged = path.stat().st_size, 0, 0
    walk = _Walk(by_lines=path.suffix.lower() in _BY_LINES)
    with path.open("rb") as file:
        stream = io.TextIOWrapper(file, encoding=encoding, errors="replace")
        for block in walk.blocks(Tokens(stream)):
            damaged += block.text.count("\ufffd")
            yield block
            if (done := file.tell()) - reported >= PIECE:
                reported = done
                yield ReadProgress(done, total)
        stream.detach()
    return Findings(encoding=encoding, warning=walk.warning() or plain.decoding_warning(damaged, encoding))


@dataclass(slots=True)
class _Frame:
    """An object or list that is open: where its values stand (`path`, within its record), and the key or index of the next one."""

    sign: str
    path: str
    key: str | None = None
    index: int = 0
    filled: bool = False

    def next_path(self) -> str:
        if self.sign == "[":
            return f"{self.path}[{self.index}]"
        return f"{self.path}.{self.key}" if self.path else self.key or ""


class _Walk:
    """Follows the tokens with a stack of its own. A record is an object in the outermost list of objects, or a whole line of JSON Lines."""

    def __init__(self, by_lines: bool) -> None:
        self._by_lines = by_lines
        self._open: list[_Frame] = []
        self._record = _DEEPEST  # how many frames are open around a record
        self._outer: tuple[str, str] = ("", "")  # the list that the record is in, and the record in it
        self._lines: list[str] = []
        self._span = (0, 0)
        self._length = 0
        self._list: _Frame | None = None  # the list whose values the last line holds
        self._broken: list[int] = []
        self._ready: list[Block] = []
        self._understood = False

    def warning(self) -> str:
        """A sentence on what was no JSON."""
        if not self._broken or not self._understood:
            return ""
        if self._broken == [0]:
            return "The JSON data ends in the middle. Get a fresh copy of the file and drop that."
        first = self._broken[0]
        if not self._by_lines:
            return f"From line {first} on the file is no valid JSON, and was kept as plain text."
        if len(self._broken) == 1:
            return f"Line {first} is no valid JSON, and was kept as plain text."
        return f"{len(self._broken)} lines are no valid JSON, and were kept as plain text; the first is line {first}."

    def blocks(self, tokens: Tokens) -> Iterator[Block]:
        """Everything in the order of the file."""
        while True:
            try:
                for token in tokens:
                    self._take(token)
                    if self._ready:
                        yield from self._ready
                        self._ready.clear()
                break
            except NotJson:
                self._flush()
                yield from self._ready
                self._ready.clear()
                self._open.clear()
                self._record = _DEEPEST
                self._broken.append(tokens.line)
                yield from _as_text(tokens, one_line=self._by_lines)
        self._flush()
        yield from self._ready
        if self._open and not self._broken:
            self._broken = [0]

    def _take(self, token: Token) -> None:
        top = self._open[-1] if self._open else None
        if token.kind in ("{", "["):
            self._enter(token, top)
        elif token.kind in ("}", "]"):
            self._leave(token)
        elif token.kind == ",":
            if top is None:
                raise NotJson
            top.key, top.index = None, top.index + 1
        elif token.kind == ":":
            if top is None or top.key is None:
                raise NotJson
        elif top is not None and top.sign == "{" and top.key is None:
            top.key = token.text
        else:
            self._value(token, top)

    def _enter(self, token: Token, top: _Frame | None) -> None:
        """Open an object or a list."""
        depth = len(self._open)
        if depth >= _DEEPEST or (top is not None and top.sign == "{" and top.key is None):
            raise NotJson
        path = top.next_path() if top else ""
        if top is not None:
            top.filled = True
            if token.kind == "{" and top.sign == "[" and depth <= self._record:
                self._flush()
                self._record, self._outer, path = depth, (top.path, path), ""
                self._add(self._outer[1], token.line)
        self._open.append(_Frame(token.kind, path))

    def _leave(self, token: Token) -> None:
        """Close it; a record is given out, and so is a whole line of JSON Lines."""
        if not self._open or self._open[-1].sign + token.kind not in ("{}", "[]"):
            raise NotJson
        frame = self._open.pop()
        depth = len(self._open)
        if not frame.filled:
            self._add(f"{frame.path}: {frame.sign}{token.kind}" if frame.path else f"{frame.sign}{token.kind}", token.line)
        if depth in (0, self._record):
            self._span = (self._span[0], token.line)
            self._flush()
            self._outer = ("", "")
        if depth < self._record:
            self._record = _DEEPEST

    def _value(self, token: Token, top: _Frame | None) -> None:
        path = top.next_path() if top else ""
        if top is not None:
            top.filled = True
        text = " ".join(token.text.split()) if len(token.text) <= _LONG else token.text
        self._understood = self._understood or top is not None
        if len(text) > _LONG:
            self._flush()
            name = ".".join(part for part in (self._outer[1], path) if part)
            self._ready.append(Block(text.strip("\n"), headings=(name,) if name else (), line=(token.line, token.line)))
            return
        if top is not None and top is self._list and len(self._lines[-1]) < _LONG:
            self._lines[-1] += f", {text}"
            self._span = (self._span[0], token.line)
            return
        if top is not None and top.sign == "[":
            path = top.path if top.index == 0 else path
        self._add(f"{path}: {text}" if path else text, token.line)
        self._list = top if top is not None and top.sign == "[" else None
        self._flush(at_least=_FULL)

    def _add(self, text: str, line: int) -> None:
        self._list = None
        self._span = (self._span[0] if self._lines else line, line)
        self._lines.append(text)
        self._length += len(text)

    def _flush(self, at_least: int = 0) -> None:
        """What has been gathered, if it is as long as that."""
        if not self._lines or self._length < at_least:
            return
        if self._lines != [self._outer[1]]:
            path = (self._outer[0],) if self._outer[0] else ()
            self._ready.append(Block("\n".join(self._lines), headings=path, line=self._span, verbatim=True))
        self._lines, self._length, self._list = [], 0, None


def _as_text(tokens: Tokens, one_line: bool) -> Iterator[Block]:
    """The rest, or the rest of the line, as text."""
    for text, line in tokens.text_lines():
        if text.strip():
            yield Block(text.rstrip("\n"), line=(line, line), verbatim=True)
        if one_line and text.endswith("\n"):
            return
