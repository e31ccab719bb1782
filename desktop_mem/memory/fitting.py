"""Fitting: cutting a text to a number of tokens, so that nothing that is shown can overflow the window."""

from __future__ import annotations

from desktop_mem.memory.passage import Hit
from desktop_mem.memory.ports import TokenCounter
from desktop_mem.memory.sealing import escaped


def fit(text: str, tokens: int, counter: TokenCounter, *, ending: str = " …") -> str:
    """`text` itself if it takes at most `tokens`, else its longest head that does, with `ending` in the count."""
    have = counter.count(text)
    if have <= tokens:
        return text
    low, high = 0, min(len(text), max(1, len(text) * tokens // have + 16))
    while low < high:
        middle = (low + high + 1) // 2
        if counter.count(text[:middle].rstrip() + ending) <= tokens:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ending


def one_line(text: str) -> str:
    """The text with every run of white space as one space: it cannot pretend to be a line of ours."""
    return " ".join(text.split())


def hit_line(hit: Hit) -> str:
    """One hit as the model reads it: address, place or time, speaker, text, all on one line, and escaped where it is tainted."""
    where = one_line(hit.citation or f"{hit.created_at:%Y-%m-%d}")
    speaker = f" {hit.speaker}" if hit.speaker else ""
    if hit.tainted:
        return f"[{hit.address} {escaped(where)}{speaker}] {escaped(one_line(hit.text))}"
    return f"[{hit.address} {where}{speaker}] {one_line(hit.text)}"


def pages(text: str, tokens: int, counter: TokenCounter) -> list[str]:
    """The text cut into stretches of at most about `tokens`, at line or word ends where there are any."""
    size = max(40, int(len(text) * tokens / max(1, counter.count(text)) * 0.9))
    cut: list[str] = []
    while len(text) > size:
        at = max(text.rfind("\n", size // 2, size), text.rfind(" ", size // 2, size))
        at = at + 1 if at > 0 else size
        cut.append(text[:at])
        text = text[at:]
    return [*cut, text]


def part_at(stretches: list[str], position: int) -> int:
    """The 1-based number of the stretch that holds the character at that position of the whole text."""
    for number, stretch in enumerate(stretches, 1):
        position -= len(stretch)
        if position < 0:
            return number
    return len(stretches)
