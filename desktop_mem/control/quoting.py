"""Quoting: the answer that the program gives where there is no model, in the words of documents, messages and notes, with addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from desktop_mem.control.address_cache import Terms, terms_of
from desktop_mem.control.document_ledger import LEDGER
from desktop_mem.control.write_back import read_entries
from desktop_mem.memory.fitting import one_line
from desktop_mem.memory.passage import Hit
from desktop_mem.memory.working_context import SectionState

_LONGEST: Final = 320
_ANY_DAY: Final = date(2000, 1, 1)
_HAN: Final = re.compile("[\u4e00-\u9fff]")
_ASKING: Final = re.compile(r"[?？]\s*$")
_SENTENCE: Final = re.compile(r"[^.!?。！？\n]+(?:[.!?](?=\w)[^.!?。！？\n]*)*[.!?。！？]*")


@dataclass(frozen=True, slots=True)
class _Words:
    """What is said around the quotes, in one language."""

    mark: str
    documents: str
    talk: str
    notes: str
    nothing: str
    stored: str
    user: str
    assistant: str
    quote: str


_ENGLISH: Final = _Words(
    "(Made without a model: quoted, not written.)",
    "From your documents:",
    "From our conversation:",
    "From what is noted about you:",
    "No model is loaded, and nothing in your documents, messages or notes matches this. Your message is stored.",
    "No model is loaded to answer this. Your message is stored.",
    "you",
    "assistant",
    "“{}”",
)
_CHINESE: Final = _Words(
    "（没有使用模型：以下是引用，不是撰写的回答。）",
    "来自你的文档：",
    "来自我们的对话：",
    "来自关于你的记录：",
    "没有载入模型，你的文档、消息和记录里也没有相符的内容。你的消息已存入。",
    "没有载入模型，无法回答。你的消息已存入。",
    "你",
    "助手",
    "“{}”",
)

MARKS: Final = (_ENGLISH.mark, _CHINESE.mark)
"""A reply that ends so says nothing of its own."""


class Quotes:
    """Answers with the best passages, what was said, and the lines of the sections that bear on the question; marked as quotes."""

    def reply(self, said: str, hits: Sequence[Hit], sections: Sequence[SectionState]) -> str:
        """See `Quoting.reply`."""
        words = _CHINESE if _HAN.search(said) else _ENGLISH
        if not _ASKING.search(said) and read_entries(said, _ANY_DAY):
            return words.stored
        terms = terms_of(said)
        parts = [
            (words.notes, list(_noted(terms, sections, words))),
            (words.documents, [_passage(hit, terms, words) for hit in hits if not hit.speaker]),
            (words.talk, [_told(hit, terms, words) for hit in hits if hit.speaker and not hit.text.endswith(MARKS)]),
        ]
        found = [f"{title}\n{chr(10).join(lines)}" for title, lines in parts if lines]
        return "\n\n".join([*found, words.mark]) if found else words.nothing


def _noted(terms: Terms, sections: Sequence[SectionState], words: _Words) -> Iterator[str]:
    for section in sections:
        for line in section.text.splitlines():
            if section.label != "persona" and not terms.isdisjoint(terms_of(line)):
                yield f"{words.quote.format(line.strip())} [w:{section.label}]"


def _passage(hit: Hit, terms: Terms, words: _Words) -> str:
    if hit.address == LEDGER:
        return one_line(hit.text)
    where = f"{hit.address}, {one_line(hit.citation)}" if hit.citation else hit.address
    return f"{words.quote.format(_excerpt(hit.text, terms))} [{where}]"


def _told(hit: Hit, terms: Terms, words: _Words) -> str:
    speaker = words.assistant if hit.speaker == "assistant" else words.user
    return f"{words.quote.format(_excerpt(hit.text, terms))} [{hit.address}, {speaker}, {hit.created_at:%Y-%m-%d}]"


def _excerpt(text: str, terms: Terms) -> str:
    """The text, or the stretch of it that begins with the sentence that has most of the question in it."""
    if len(one_line(text)) <= _LONGEST:
        return one_line(text)
    sentences = [match[0] for match in _SENTENCE.finditer(text)]
    shared = [len(terms & terms_of(sentence)) for sentence in sentences]
    best = shared.index(max(shared)) if shared else 0
    whole = one_line(" ".join(sentences[best:]))
    cut = whole[:_LONGEST].rsplit(" ", 1)[0] if len(whole) > _LONGEST else whole
    return ("… " if best else "") + cut + (" …" if len(whole) > len(cut) else "")
