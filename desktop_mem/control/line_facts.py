"""Facts in the lines of a section: which of them can hold one value only, whether two lines contradict, and whether they say the same."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations
from typing import Final

from desktop_mem.control import lexicon
from desktop_mem.control.named_times import named_in

_USER: Final = r"(?:(?:the )?user|用户)"
_WHOSE: Final = rf"(?:{_USER}(?:['’]s|的)?|their|his|her|my|我的?|[他她]的?)?\s*"
_WHO: Final = rf"(?:{_USER}|he|she|they|i|我|[他她])?\s*"
_ONLY_ONE: Final = (
    r"mother|mum|mom|father|dad|wife|husband|partner|fianc[ée]e?|girlfriend|boyfriend|妈妈|母亲|爸爸|父亲|老公|老婆|丈夫|妻子|太太"
)
_VALUE: Final = r"(?P<value>[^;；。()（）\n]+)"
_LONGEST_VALUE: Final = 60

_SINGLE: Final = tuple(
    (key, re.compile(pattern, re.IGNORECASE))
    for key, pattern in (
        ("name", rf"^{_WHOSE}(?:full |real |first )?(?:name|姓名|名字)\s*(?:is|是|叫|[:：])\s*{_VALUE}"),
        ("name", rf"^{_WHO}(?:(?:is|am|are) (?:called|named) |名?叫做?){_VALUE}"),
        ("home", rf"^{_WHO}(?:(?:now |currently )?(?:lives?|resides?|is living) (?:in|at) |(?:现在)?住在){_VALUE}"),
        ("home", rf"^{_WHO}(?:(?:has |have )?(?:just |recently )?moved to |搬到了?){_VALUE}"),
        ("birthday", rf"^{_WHOSE}(?:birthday|生日)\s*(?:is on|is|是|[:：])\s*{_VALUE}"),
        ("birthday", rf"^{_WHO}(?:was )?born on {_VALUE}"),
        ("age", rf"^{_WHOSE}(?:age|年龄)\s*(?:is|是|[:：])\s*{_VALUE}"),
        ("age", rf"^{_WHO}(?:is|am|are) (?P<value>\d{{1,3}})(?: years old)?\b"),
        ("{what}", rf"^{_WHOSE}(?P<what>{_ONLY_ONE})(?:['’]s name is| is (?:called|named)|的名字是|叫|\s*[:：])\s*{_VALUE}"),
        (
            "{what}",
            rf"^{_WHOSE}(?P<what>(?:phone|mobile|telephone|passport|insurance|account|customer|employee|student|locker|room|flat) number"
            rf"|e-?mail(?: address)?|address|shoe size|blood type|licen[cs]e plate|nickname|surname|mother tongue|native language|time zone"
            rf"|favou?rite [a-z]+|电话号码|电话|手机号码|手机号|邮箱|地址|车牌号|护照号|鞋码|血型|最喜欢的[^是：:]{{1,6}})"
            rf"\s*(?:is|是|[:：])\s*{_VALUE}",
        ),
        ("{who} home", rf"^{_WHOSE}(?P<who>[A-Z\u4e00-\u9fff][\w\u4e00-\u9fff ]{{0,30}}?)\s*(?:lives in |住在){_VALUE}"),
        (
            "{who} birthday",
            rf"^{_WHOSE}(?P<who>[A-Z\u4e00-\u9fff][\w ]{{0,30}}?)(?:['’]s birthday|的?生日)\s*(?:is on|is|是|[:：])\s*{_VALUE}",
        ),
    )
)
_PLACEHOLDERS: Final = ("what", "who")
_WORDS: Final = re.compile(r"[\u3400-\u9fff]|[^\W_\u3400-\u9fff]+")
_DATED: Final = re.compile(r"\s*[(（][^()（）]*\d{4}[^()（）]*[)）]\s*$")
_EMPTY: Final = lexicon.STOP_WORDS - lexicon.NEGATIONS
_EPOCH: Final = date(2000, 1, 1)


@dataclass(frozen=True, slots=True)
class Single:
    """What a line says of something that can have one value only: of what (`home`, `name`), and the value."""

    key: str
    value: str


def single_in(line: str) -> Single | None:
    """What the line says of a thing that can have one value only; None for any other line."""
    for name, pattern in _SINGLE:
        if match := pattern.match(line.strip()):
            value = re.split(r"[,，] (?=(?:and|but|which|who)\b)", _DATED.sub("", match["value"]))[0].strip(" .!。！,，")
            if value and len(value) <= _LONGEST_VALUE:
                groups = match.groupdict()
                key = name.format_map({each: lexicon.folded(groups.get(each) or "") for each in _PLACEHOLDERS})
                return Single(key, value)
    return None


def contradict(one: str, other: str) -> bool:
    """Whether two lines give different values to what can have one only."""
    first, second = single_in(one), single_in(other)
    return first is not None and second is not None and first.key == second.key and not _agree(first.value, second.value)


def contradictions(lines: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The pairs of lines that cannot both hold, in their order."""
    return tuple((one, other) for one, other in combinations(_told(lines), 2) if contradict(one, other))


def duplicates(lines: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The pairs of lines that say the same, in their order."""
    return tuple((one, other) for one, other in combinations(_told(lines), 2) if same(one, other))


def same(one: str, other: str) -> bool:
    """Whether two lines say the same: they differ in words without meaning, in inflection or in how exact they are about one value."""
    first, second = single_in(one), single_in(other)
    if first is not None and second is not None and first.key == second.key:
        return _agree(first.value, second.value)
    words = _words(one)
    return bool(words) and words == _words(other)


def fuller(one: str, other: str) -> str:
    """Of two lines that say the same, the one that says more; the earlier one of equals."""
    return max((one, other), key=lambda line: (len(_words(line)), len(_DATED.findall(line))))


def _told(lines: Sequence[str]) -> list[str]:
    return [line.strip() for line in lines if line.strip()]


def _agree(one: str, other: str) -> bool:
    """Whether two values can be the same: equal numbers and dates, and the words of one among those of the other."""
    first, second = list(named_in(one, _EPOCH)), list(named_in(other, _EPOCH))
    if any(named.days for named in first) and any(named.days for named in second):
        return any(a.said_by(b) or b.said_by(a) for mine in first for a in mine.days for theirs in second for b in theirs.days)
    if first and second:
        return [named.value for named in first] == [named.value for named in second]
    words, others = set(_words(one)), set(_words(other))
    return words <= others or others <= words


def _words(line: str) -> tuple[str, ...]:
    """The words that carry meaning, as keys, in order; the day on which something was told counts for none."""
    bare = _DATED.sub("", line).replace("用户", "")
    return tuple(lexicon.key_of(word) for word in _WORDS.findall(bare) if lexicon.folded(word) not in _EMPTY)
