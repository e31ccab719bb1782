"""Cuts located blocks into chunks by structure: page and heading, paragraph, sentence, and only then by length.

Chunks do not overlap: a page-in can open the neighbours by address, and a sentence stored twice would count twice in every search.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from desktop_mem.control.document_ledger import Chunk
from desktop_mem.documents.blocks import Block, storable
from desktop_mem.documents.tokenizer import ChunkTokenizer
from desktop_mem.memory.passage import Place

TARGET = 200
"""Tokens that a chunk aims at: a paragraph or two, so that a hit is about one thing."""

SEPARATOR = "\n\n"
_CHARACTERS_PER_TOKEN = (
    10  # a word-piece tokenizer counts a thousand unbroken letters as one token; a chunk must stay readable all the same
)

# A sentence ends behind its mark, quotes and brackets included; Chinese and Japanese marks need no space behind them.
_SENTENCE = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+|(?<=[。！？｡؟۔।])[\"'”’」』）】]*\s*|\n\s*\n+")
_CLAUSE = re.compile(r"(?<=[;:,])\s+|(?<=[，、；：])|\n+")
_SPACE = re.compile(r"\s+")
_LINE = re.compile(r"\n+")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of one block: its text, token count, place in the text as read, and lines."""

    text: str
    tokens: int
    start: int
    line: tuple[int, int] | None
    block: Block


class Chunker:
    """Takes blocks in document order and gives chunks of at most `target` tokens (never more than the tokenizer's limit), in order."""

    def __init__(self, tokenizer: ChunkTokenizer, target: int = TARGET) -> None:
        self._count = tokenizer.count
        self._target = max(1, min(target, tokenizer.limit * 4 // 5))
        self._limit = tokenizer.limit
        self._room = self._target
        self._header = self._shown_header = ""
        self._pending: list[_Piece] = []
        self._offset = 0
        self.characters = 0

    def add(self, block: Block) -> Iterator[Chunk]:
        """The chunks that this block completes."""
        start = self._offset if block.start is None else block.start
        self._offset = start + len(block.text) + len(SEPARATOR)
        if self._pending and not _belong_together(self._pending, block):
            yield from self.finish()
        if block.header != self._header:
            self._header, self._shown_header = block.header, self._fitted(block.header)
            self._room = self._target - (self._cost(self._shown_header) + 1 if self._shown_header else 0)
        for piece in self._pieces(block, start):
            if self._pending and self._size() + piece.tokens > self._room:
                yield from self.finish()
            self._pending.append(piece)

    def finish(self) -> Iterator[Chunk]:
        """The chunk that is still open, if any."""
        pieces, self._pending = self._pending, []
        if not pieces:
            return
        chunk = self._headed(_chunk(pieces), pieces[0].block)
        # Joining may cost a token per seam with some tokenizers; only near the limit is it worth counting again.
        if (
            len(pieces) > 1
            and sum(piece.tokens for piece in pieces) + 2 * len(pieces) > self._limit
            and self._count(chunk.text) > self._limit
        ):
            parts = [self._headed(_chunk([piece]), piece.block) for piece in pieces]
        else:
            parts = [chunk]
        for part in parts:
            self.characters += len(part.text)
            yield part

    def _headed(self, chunk: Chunk, block: Block) -> Chunk:
        """The chunk with the header of its table, unless it begins with it."""
        if not block.header or chunk.text.startswith(block.header):
            return chunk
        return replace(chunk, text=f"{self._shown_header}\n{chunk.text}")

    def _fitted(self, header: str) -> str:
        """A header in at most half of a chunk."""
        header = storable(header)
        while self._cost(header) > self._target // 2 and len(header) > 1:
            header = header[: len(header) // 2].rstrip() + "…"
        return header

    def _size(self) -> int:
        return sum(piece.tokens for piece in self._pending)

    def _pieces(self, block: Block, start: int) -> Iterator[_Piece]:
        """The block's text in stretches that each fit."""
        text = storable(block.text)
        lines = _Lines(block, text)
        levels = _ROWS if block.verbatim or block.counted == "row" else _LEVELS
        for begin, end, tokens in self._fit(text, 0, len(text), levels):
            if block.verbatim:
                begin = _line_start(text, begin)
            yield _Piece(text[begin:end], tokens, start + begin, lines.of(begin, end), block)

    def _fit(self, text: str, begin: int, end: int, levels: tuple[re.Pattern[str], ...]) -> Iterator[tuple[int, int, int]]:
        """Stretches (first, last + 1, tokens) of `text[begin:end]`, white space trimmed, split at ever finer `levels` until each fits."""
        begin, end = _trim(text, begin, end)
        if begin >= end:
            return
        tokens = self._cost(text[begin:end])
        if tokens <= self._room:
            yield begin, end, tokens
        elif levels:
            yield from self._packed(text, [*_split(text, begin, end, levels[0])], levels[1:])
        else:
            yield from self._hard(text, begin, end, tokens)

    def _packed(self, text: str, parts: list[tuple[int, int]], levels: tuple[re.Pattern[str], ...]) -> Iterator[tuple[int, int, int]]:
        """Neighbouring parts joined while they fit together; parts that do not fit alone are split further."""
        first, last, size = 0, 0, 0
        for begin, end in parts:
            cost = self._cost(text[begin:end])
            if size and size + cost <= self._room:
                last, size = end, size + cost
                continue
            if size:
                yield from self._fit(text, first, last, levels)
            first, last, size = begin, end, cost
        if size:
            yield from self._fit(text, first, last, levels)

    def _hard(self, text: str, begin: int, end: int, tokens: int) -> Iterator[tuple[int, int, int]]:
        """Cuts of a stretch without any boundary, as long as they may be, never inside a composed character."""
        room = self._room
        step = max(1, (end - begin) * room // max(tokens, 1))
        while begin < end:
            cut = min(end, begin + step)
            while (cost := self._cost(text[begin:cut])) > room and cut - begin > 1:
                cut = begin + max(1, min((cut - begin) * room // cost, cut - begin - 1))
            cut = _whole_character(text, begin, cut, end)
            yield begin, cut, self._cost(text[begin:cut])
            begin = cut

    def _cost(self, text: str) -> int:
        """Tokens, but at least one per ten characters."""
        floor = -(-len(text) // _CHARACTERS_PER_TOKEN)
        return floor if floor > 4 * self._target else max(self._count(text), floor)


_LEVELS = (_SENTENCE, _LINE, _CLAUSE, _SPACE)
_ROWS = (_LINE, _SENTENCE, _CLAUSE, _SPACE)


def chunk_blocks(blocks: Iterable[Block], tokenizer: ChunkTokenizer, target: int = TARGET) -> Iterator[Chunk]:
    """The chunks of a whole run of blocks."""
    chunker = Chunker(tokenizer, target)
    for block in blocks:
        yield from chunker.add(block)
    yield from chunker.finish()


def _belong_together(pending: list[_Piece], block: Block) -> bool:
    """Whether the block may share a chunk with what is open: same page, table and heading, or headings without text of their own yet."""
    last = pending[-1].block
    if (last.page, last.header, last.counted) != (block.page, block.header, block.counted):
        return False
    if last.headings == block.headings:
        return not block.is_heading or last.is_heading
    return last.is_heading and block.headings[: len(last.headings)] == last.headings and all(piece.block.is_heading for piece in pending)


def _chunk(pieces: list[_Piece]) -> Chunk:
    """One chunk of neighbouring pieces; its place covers them all, its headings are those of the last."""
    first, last = pieces[0], pieces[-1]
    parts = [first.text]
    for before, piece in pairwise(pieces):
        parts += ("\n" if before.block is piece.block else SEPARATOR, piece.text)
    place = Place(
        page=first.block.page,
        label=first.block.label,
        heading=" > ".join(last.block.headings),
        line=(first.line[0], last.line[1]) if first.line and last.line else None,
        span=(first.start, last.start + len(last.text)),
        unit=first.block.unit,
        counted=first.block.counted,
    )
    return Chunk("".join(parts), place)


class _Lines:
    """The lines of stretches of a block: exact where the block's text keeps its line breaks, else those of the whole block."""

    def __init__(self, block: Block, text: str) -> None:
        self._line = block.line
        self._text = text
        self._exact = block.line is not None and text.count("\n") == block.line[1] - block.line[0]
        self._seen, self._at = 0, block.line[0] if block.line else 0

    def of(self, begin: int, end: int) -> tuple[int, int] | None:
        """First and last line of a stretch; stretches are asked for in order."""
        if not self._exact:
            return self._line
        self._at += self._text.count("\n", self._seen, begin)
        self._seen = begin
        return self._at, self._at + self._text.count("\n", begin, end)


def _trim(text: str, begin: int, end: int) -> tuple[int, int]:
    """The stretch without white space at its ends."""
    stretch = text[begin:end]
    begin += len(stretch) - len(stretch.lstrip())
    return begin, begin + len(stretch.strip())


def _line_start(text: str, begin: int) -> int:
    """Where the line starts, if only white space stands between there and `begin`."""
    start = text.rfind("\n", 0, begin) + 1
    return begin if text[start:begin].strip() else start


def _split(text: str, begin: int, end: int, boundary: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """The parts of a stretch between boundaries; what the boundary matched stays with the part before it."""
    for match in boundary.finditer(text, begin, end):
        if match.end() > begin:
            yield begin, match.end()
            begin = match.end()
    if begin < end:
        yield begin, end


def _whole_character(text: str, begin: int, cut: int, end: int) -> int:
    """A cut near `cut` that does not part a letter from its accents, nor an emoji from its joiners."""
    for candidate in range(cut, max(begin, cut - 16), -1):
        if candidate >= end or not (_extends(text[candidate]) or text[candidate - 1] == "\u200d"):
            return candidate
    return cut


def _extends(letter: str) -> bool:
    return letter == "\u200d" or unicodedata.category(letter) in ("Mn", "Me", "Mc") or "\U0001f3fb" <= letter <= "\U0001f3ff"
