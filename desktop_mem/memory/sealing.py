"""Sealing: a document's text stands in the prompt as data, escaped, between marks that it cannot know."""

from __future__ import annotations

import re
from random import Random

_LETTERS = "bcdfghjkmnpqrstvwxz"
_NONCE_LENGTH = 6
_OPENING = re.compile(rf"<data ([{_LETTERS}]{{{_NONCE_LENGTH}}})>\n")
# What templates put around turns, what we put around blocks, and what stands in front of our lines: with a backslash it is none of them.
_MARKUP = re.compile(
    r"<(?=\|)|(?<=\|)>"
    r"|<(?=[/|]?(?:data|s|bos|eos|pad|unk|sep|system|user|assistant|human|model|tool|function|think|(?:start|end|begin)_of_\w+|im_\w+|eot_?\w*)\b)"
    r"|<(?=<\s*/?\s*sys)|<(?=｜)|(?<=｜)>"
    r"|\[(?=/?(?:inst|available_tools|tool_calls|tool_results)\b)"
    r"|\[(?=(?:[mpdsertq][0-9]|w:|summary\b|memory\b|data\b|long message|seen:))"
    r"|\[(?=(?:mon|tues|wednes|thurs|fri|satur|sun)day\b)",
    re.IGNORECASE,
)
# In front of a line they would look like our results and JSON calls.
_LINE_STARTS = re.compile(
    r"^(?=\s*(?:(?:ok|failed|system|user|assistant|function|tool)\s*[:：]|\{\s*\"(?:thought|function)\"))", re.MULTILINE | re.IGNORECASE
)
# Joiners stay: Persian and emoji need them.
_INVISIBLE = re.compile("[\u0000-\u0008\u000b-\u001f\u007f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]")


def escaped(text: str, *, own_lines: bool = False) -> str:
    """The text with a backslash before whatever could pass for markup of a template or for a line of ours, and nothing invisible.

    `own_lines`: the program made the beginnings of the lines.
    """
    text = _MARKUP.sub(lambda mark: f"\\{mark[0]}", _INVISIBLE.sub("", text))
    return text if own_lines else _LINE_STARTS.sub(r"\\", text)


def draw_nonce(random: Random, text: str) -> str:
    """A nonce that does not occur in the text."""
    while (nonce := "".join(random.choice(_LETTERS) for _ in range(_NONCE_LENGTH))) in text:
        pass
    return nonce


def sealed(data: str, nonce: str) -> str:
    """A block of data that is escaped already."""
    return f"<data {nonce}>\n{data}\n</data {nonce}>"


def closing_of(text: str) -> str:
    """What closes the block that the text opens, or nothing."""
    opening = _OPENING.search(text)
    return f"\n</data {opening[1]}>" if opening else ""


SEAL = sealed("", "n" * _NONCE_LENGTH)
"""An empty block, to count what sealing costs."""
