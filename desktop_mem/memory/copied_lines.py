"""Lines of memory in a reply: a small model goes on in the form of what it was shown, and makes up lines that nobody said."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from desktop_mem.memory.ports import Generation, Prompt

_MARK: Final = r"\[m\d\w* [^\]\n]{1,40}\]"
_SHOWN: Final = re.compile(f"^{_MARK}", re.MULTILINE)
_WRITTEN: Final = re.compile(rf"(?:\A(?P<name>[^\[\n]{{0,40}}: )|^)(?P<mark>{_MARK}) ?", re.MULTILINE)
_OPEN: Final = re.compile(r"(?:\A[^\[\n]{0,40}: |^)\[(?:m[^\]\n]{0,50})?\Z", re.MULTILINE)


def marks_of(prompt: Prompt) -> frozenset[str]:
    """What the lines of messages in the prompt begin with: address, day and speaker in brackets."""
    return frozenset(mark for message in prompt for mark in _SHOWN.findall(message.text))


def as_speech(text: str, marks: frozenset[str], *, ended: bool = True) -> str:
    """The reply without marks: of a line that was shown the words stay, a line that is made up ends the reply, unless it is all there is.

    Before it has `ended`, what may become a mark is left out.
    """
    for line in _WRITTEN.finditer(text):
        if line["mark"] not in marks and text[: line.start()].strip():
            text, ended = text[: line.start()], True
            break
    if not ended and (begun := _OPEN.search(text)):
        text = text[: begun.start()]
    return _WRITTEN.sub(lambda line: line["name"] or "", text)


def as_spoken(generation: Generation, marks: frozenset[str]) -> Generation:
    """The generation as what is read of it; one that was changed is no longer what the model's ids say."""
    text = as_speech(generation.text, marks)
    return generation if text == generation.text else replace(generation, text=text, token_ids=())
