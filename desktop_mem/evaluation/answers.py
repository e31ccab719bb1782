"""How good an answer is without anybody to judge it: exact, contained, overlap of words, and whether it says that it does not know."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

_HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff\u3040-\u30ff\uac00-\ud7af"
_WORD: Final = re.compile(rf"[{_HAN}]|[^\W_{_HAN}]+")
_ARTICLES: Final = frozenset(("a", "an", "the"))
_GROUPED: Final = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_UNKNOWN: Final = re.compile(
    r"(?:do|does|did|could|can|was|were|is|are|have|has)(?:n['’]t| ?not) (?:\w+ ){0,2}"
    r"(?:know|knew|find|found|mention|mentioned|say|said|told|tell|specified|recall|remember|sure|information|answer)"
    r"|\bcannot (?:find|say|tell|answer|recall)"
    r"|\bno (?:information|mention|record|memory|answer|idea)\b|\bnot (?:sure|known|mentioned|from memory)"
    r"|\bnothing (?:about|on|was|in)|\bnobody (?:said|told|mentioned)|\bunknown\b|\bunanswerable\b"
    r"|不知道|没有(?:提|说|找到|记录|信息|告诉|相关)|没(?:提|说过|找到)|不清楚|无法(?:确定|回答|找到)|未提及|记忆中没有",
    re.IGNORECASE,
)

Measure = Callable[[str, str], float]
"""A share of 1, of a reply and one right answer."""


def best(measure: Measure, reply: str, answers: Sequence[str]) -> float:
    """The measure against the answer that suits the reply best."""
    return max(measure(reply, answer) for answer in answers)


def folded(text: str) -> str:
    """The text without differences of width, capitals, white space at the ends and separators of thousands."""
    return _GROUPED.sub("", unicodedata.normalize("NFKC", text).casefold()).strip()


def words(text: str) -> list[str]:
    """Words without articles and marks; a Chinese or Japanese character is a word."""
    return [word for word in _WORD.findall(folded(text)) if word not in _ARTICLES]


def exact(reply: str, answer: str) -> float:
    """1 when both are the same words."""
    return float(words(reply) == words(answer))


def contained(reply: str, answer: str) -> float:
    """1 when the words of the answer occur in the reply, one behind the other."""
    given, wanted = f" {' '.join(words(reply))} ", f" {' '.join(words(answer))} "
    return float(bool(wanted.strip()) and wanted in given)


def overlap(reply: str, answer: str) -> float:
    """F1 of the words of both."""
    given, wanted = words(reply), words(answer)
    shared = sum((Counter(given) & Counter(wanted)).values())
    return 2 * shared / (len(given) + len(wanted)) if shared else 0.0


def rouge_recall(reply: str, answer: str) -> float:
    """ROUGE-L recall: the share of the answer's words that occur in the reply in the same order."""
    given, wanted = words(reply), words(answer)
    if not wanted:
        return 0.0
    row = [0] * (len(wanted) + 1)
    for word in given:
        before = 0
        for place, other in enumerate(wanted, 1):
            before, row[place] = row[place], before + 1 if word == other else max(row[place], row[place - 1])
    return row[-1] / len(wanted)


def abstains(reply: str) -> bool:
    """Whether the reply says, in English or Chinese, that this is not known."""
    return bool(_UNKNOWN.search(reply)) or not reply.strip()
