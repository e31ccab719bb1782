"""Numbers as they are written in times: digits, English words, Chinese characters."""

from __future__ import annotations

import re

_ONES = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen",
    "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ENGLISH = {word: value for value, word in enumerate(_ONES, 1)} | {word: 10 * value for value, word in enumerate(_TENS, 2)}
_FIRST_NINE = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_ORDINALS = (
    *_FIRST_NINE, "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth",
    "nineteenth", "twentieth", *(f"twenty-{word}" for word in _FIRST_NINE), "thirtieth", "thirty-first",
)  # fmt: skip
_CHINESE = {character: value for value, character in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}

_SMALL = "|".join(sorted(_ONES, key=len, reverse=True))
WORD = rf"(?:(?:{'|'.join(_TENS)})(?:[ -](?:{'|'.join(_ONES[:9])}))?|{_SMALL})"
NUMBER = rf"(?:\d{{1,9}}|{WORD})"
ORDINAL = rf"(?:\d{{1,2}}(?:st|nd|rd|th)|{'|'.join(sorted((word.replace('-', '[ -]') for word in _ORDINALS), key=len, reverse=True))})"
CHINESE = r"(?:\d{1,9}|[零〇一二两三四五六七八九十百]{1,7})"


def english_number(text: str) -> int:
    """The value of what `NUMBER` or `ORDINAL` matches."""
    if digits := re.match(r"\d+", text):
        return int(digits[0])
    joined = re.sub(r"\s+", "-", text)
    if joined in _ORDINALS:
        return _ORDINALS.index(joined) + 1
    return sum(_ENGLISH[word] for word in joined.split("-"))


def chinese_number(text: str) -> int:
    """The value of what `CHINESE` matches: 三十五, 一百二, 十, 二〇二七, 35."""
    if text.isascii():
        return int(text)
    if "百" in text:
        hundreds, _, rest = text.partition("百")
        return 100 * _positional(hundreds or "一") + (chinese_number(rest) if rest else 0)
    if "十" in text:
        tens, _, ones = text.partition("十")
        return 10 * _positional(tens.lstrip("零〇") or "一") + _positional(ones)
    return _positional(text)


def _positional(text: str) -> int:
    value = 0
    for character in text:
        value = 10 * value + _CHINESE.get(character, 0)
    return value
