"""Numbers, dates and times of day in a text, as values that compare across the ways to write them, in English and Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

_MONTHS: Final = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_DAYS: Final = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_ONES: Final = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS: Final = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_ORDINALS: Final = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
_ENGLISH: Final = (
    {word: n for n, word in enumerate(_ONES)}
    | {word: 10 * n for n, word in enumerate(_TENS, 2)}
    | {word: n for n, word in enumerate(_ORDINALS, 1)}
    | {"dozen": 12, "once": 1, "twice": 2, "thrice": 3}
)
_HAN_DIGITS: Final = {character: n for n, character in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2}
_HAN_UNITS: Final = {"十": 10, "百": 100, "千": 1000, "万": 10000}
_HAN_NUMBER: Final = "[零〇一二两三四五六七八九十百千万]"
_WORD_NUMBER: Final = rf"(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_ONES[1:10])}))?|{'|'.join(sorted(_ENGLISH, key=len, reverse=True))}"

_MONTH: Final = (
    r"(?P<{0}>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)"
    r"?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_PATTERNS: Final = re.compile(
    "|".join(
        (
            r"(?P<iso>\b(?P<iy>\d{4})-(?P<im>\d\d)(?:-(?P<id>\d\d))?\b)",
            r"(?P<figures>(?<![\d.])(?P<f1>\d{1,2})(?P<fs>[./])(?P<f2>\d{1,2})(?P=fs)(?P<f3>\d{4})(?!\d))",
            rf"(?P<dmy>\b(?P<ad>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH.format('am')}\b(?:,? (?P<ay>\d{{4}}))?)",
            rf"(?P<mdy>\b{_MONTH.format('bm')} (?:the )?(?P<bd>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,? (?P<by>\d{{4}}))?)",
            rf"(?P<my>(?<![a-z]){_MONTH.format('cm')} (?P<cy>\d{{4}})\b)",
            r"(?P<inmonth>(?:(?<=in )|(?<=since )|(?<=until )|(?<=of )|(?<=by )|(?<=every )|(?<=next )|(?<=last )|(?<=this ))"
            + _MONTH.format("dm") + r"\b)",
            rf"(?P<han>(?:(?P<hy>\d{{4}}|[零〇一二三四五六七八九]{{4}})年)?(?P<hm>\d{{1,2}}|{_HAN_NUMBER}{{1,2}})月(?:(?P<hd>\d{{1,2}}|"
    rf"{_HAN_NUMBER}{{1,3}})[日号])?(?!份?[租])|(?P<hy2>\d{{4}})年)",
            r"(?P<clock>(?P<ch>\d{1,2})(?::(?P<cmin>\d\d))? ?(?P<half>[ap])\.?m\b\.?|(?<!\d)(?P<ch2>\d{1,2})"
    r":(?P<cmin2>\d\d)(?!\d))",
            rf"(?P<hanclock>(?P<part>早上|上午|中午|下午|晚上|傍晚)?(?P<hh>\d{{1,2}}|{_HAN_NUMBER}{{1,3}})点(?P<hhalf>半)?)",
            r"(?P<rel>\bday after tomorrow\b|\b(?:today|tonight|tomorrow|yesterday)\b|大后天|后天|明天|今天|今晚|明早|昨天|前天)",
            rf"(?P<ago>\b(?P<an>\d{{1,3}}|an?|{_WORD_NUMBER}) (?P<au>day|week|month|year)s? ago\b)",
            rf"(?P<inn>\bin (?P<nn>\d{{1,3}}|an?|{_WORD_NUMBER}) (?P<nu>day|week|month|year)s?\b)",
            rf"(?P<hago>(?P<gn>\d{{1,3}}|{_HAN_NUMBER}{{1,3}})(?P<gu>天|个月|年|个?星期|周)(?P<gw>前|后|以前|以后))",
            r"(?P<turn>\b(?P<tw>last|next|this) (?P<tu>week|month|year)\b|(?P<tw2>上个?|下个?|这个?)(?P<tu2>月|周(?![一二三四五六日天])"
    r"|星期(?![一二三四五六日天]))|去年|明年|前年|后年)",
            rf"(?P<weekday>\b(?P<wd>{'|'.join(_DAYS)})s?\b|(?:下|上|这|本|每)?个?(?:周|星期|礼拜)(?P<hw>[一二三四五六日天]))",
            r"(?P<year>\b(?:19|20)\d\d\b)",
            r"(?P<number>(?<![a-z\d_.-])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![a-z\d_])|(?<![a-z\d_.-])\d+(?:\.\d+)?(?=(?:kg|"
    r"cm|mm|km|mg|ml|st|nd|rd|th|m|g|h|%)?\b|[^\W\da-z_]|元|%)"
            rf"|(?<!\w)(?:{_WORD_NUMBER})(?!\w)|(?!一[家名位种些直般起样定切]){_HAN_NUMBER}+)",
        )
    ),
    re.IGNORECASE,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Day:
    """A date of which only some parts may be known; `year`, `month`, `day` 0 and `weekday` -1 where not said."""

    year: int = 0
    month: int = 0
    day: int = 0
    weekday: int = -1

    def said_by(self, other: Day) -> bool:
        """Whether all that this one says agrees with what the other says, which says as much (a year may have been left out)."""
        if self.weekday >= 0 and not self.month and not self.year:
            return self.weekday == other.weekday or (other.day > 0 and other.year > 0 and other.weekday_of() == self.weekday)
        if (self.day and not other.day) or (self.month and not other.month):
            return False
        pairs = ((self.year, other.year), (self.month, other.month), (self.day, other.day))
        return all(not mine or not theirs or mine == theirs for mine, theirs in pairs) and (other.year or other.month) > 0

    def weekday_of(self) -> int:
        """The weekday of a whole date; -1 where there is no such day."""
        try:
            return date(self.year, self.month, self.day).weekday()
        except ValueError:
            return -1


@dataclass(frozen=True, slots=True)
class Named:
    """A stretch of text that names a number, a date (one of `days`) or a time of day (`value` as HH:MM)."""

    start: int
    end: int
    kind: str
    value: str
    days: tuple[Day, ...] = ()


def named_in(text: str, said: date) -> Iterator[Named]:
    """The numbers, dates and times in a text that was said on that day, in order; the stretches do not overlap."""
    for match in _PATTERNS.finditer(text):
        groups = {name: value for name, value in match.groupdict().items() if value}
        kind = next(name for name in _READERS if name in groups)
        value, days = _READERS[kind](groups, match[0].lower(), said)
        name = "date" if days else "time" if kind in ("clock", "hanclock") else "number"
        yield Named(match.start(), match.end(), name, value, days)


def number_of(text: str) -> str:
    """The number that digits, English words or Chinese characters name, as digits."""
    text = text.lower().replace(",", "")
    if text[0].isdigit():
        return text.rstrip("0").rstrip(".") if "." in text else text
    if text[0] in _HAN_DIGITS or text[0] in _HAN_UNITS:
        return str(_han_number(text))
    if text in ("a", "an"):
        return "1"
    return str(sum(_ENGLISH[part] for part in re.split("[- ]", text)))


def _han_number(text: str) -> int:
    if not any(character in _HAN_UNITS for character in text):
        return int("".join(str(_HAN_DIGITS[character]) for character in text))
    total, section, digit = 0, 0, 0
    for character in text:
        if character in _HAN_DIGITS:
            digit = _HAN_DIGITS[character]
        elif character == "万":
            total, section, digit = total + (section + digit) * 10000, 0, 0
        else:
            section, digit = section + (digit or 1) * _HAN_UNITS[character], 0
    return total + section + digit


def _month(name: str) -> int:
    return _MONTHS.index(name[:3].lower()) + 1


def _calendar(groups: dict[str, str], text: str, said: date) -> tuple[str, tuple[Day, ...]]:
    year = next((groups[name] for name in ("iy", "ay", "by", "cy", "hy", "hy2") if name in groups), "0")
    month = next((groups[name] for name in ("am", "bm", "cm", "dm") if name in groups), "")
    number = int(number_of(groups.get("im") or groups.get("hm") or "0"))
    day = next((groups[name] for name in ("id", "ad", "bd", "hd") if name in groups), "0")
    return "", (Day(int(number_of(year)), _month(month) if month else number, int(number_of(day))),)


def _figures(groups: dict[str, str], text: str, said: date) -> tuple[str, tuple[Day, ...]]:
    """A date all in figures; with strokes it may be read in both orders."""
    first, second, year = (int(groups[name]) for name in ("f1", "f2", "f3"))
    days = (
        (Day(year, second, first),) if groups["fs"] == "." or second > first > 12 else (Day(year, second, first), Day(year, first, second))
    )
    return "", tuple(day for day in days if 1 <= day.month <= 12)


def _whole(day: date) -> tuple[Day, ...]:
    return (Day(day.year, day.month, day.day),)


def _shifted(said: date, count: int, unit: str) -> tuple[Day, ...]:
    if unit[0] in "d天":
        return _whole(said + timedelta(days=count))
    if unit[0] == "w" or "周" in unit or "星期" in unit:
        return _whole(said + timedelta(days=7 * count))
    if unit[0] in "y年":
        return (Day(said.year + count),)
    months = said.year * 12 + said.month - 1 + count
    return (Day(months // 12, months % 12 + 1),)


_AWAY: Final = {
    "today": 0, "tonight": 0, "今天": 0, "今晚": 0, "tomorrow": 1, "明天": 1, "明早": 1, "yesterday": -1, "昨天": -1, "前天": -2,
    "day after tomorrow": 2, "后天": 2, "大后天": 3,
}  # fmt: skip


def _relative(groups: dict[str, str], text: str, said: date) -> tuple[str, tuple[Day, ...]]:
    if text in _AWAY:
        return "", _whole(said + timedelta(days=_AWAY[text]))
    if "an" in groups:
        return "", _shifted(said, -int(number_of(groups["an"])), groups["au"])
    if "nn" in groups:
        return "", _shifted(said, int(number_of(groups["nn"])), groups["nu"])
    sign = -1 if "前" in groups["gw"] else 1
    return "", _shifted(said, sign * int(number_of(groups["gn"])), groups["gu"])


def _turn(groups: dict[str, str], text: str, said: date) -> tuple[str, tuple[Day, ...]]:
    years = {"去年": -1, "明年": 1, "前年": -2, "后年": 2}
    if text in years:
        return "", (Day(said.year + years[text]),)
    which = groups.get("tw") or groups["tw2"]
    count = {"last": -1, "上": -1, "next": 1, "下": 1}.get(which.lower().rstrip("个"), 0)
    unit = groups.get("tu") or groups["tu2"]
    if unit == "week" or unit[0] in "周星":
        monday = said - timedelta(days=said.weekday()) + timedelta(weeks=count)
        return "", tuple(Day(day.year, day.month, day.day) for day in (monday + timedelta(days=n) for n in range(7)))
    return "", _shifted(said, count, unit)


def _weekday(groups: dict[str, str], text: str, said: date) -> tuple[str, tuple[Day, ...]]:
    number = _DAYS.index(groups["wd"].lower()) if "wd" in groups else "一二三四五六日天".index(groups["hw"]) % 7
    coming = said + timedelta(days=(number - said.weekday()) % 7)
    near = [coming + timedelta(weeks=week) for week in (-1, 0, 1)]
    return "", (Day(weekday=number), *(Day(day.year, day.month, day.day, number) for day in near))


def _clock(groups: dict[str, str], text: str, said: date) -> tuple[str, tuple[Day, ...]]:
    if "ch" in groups:
        hour = int(groups["ch"]) % 12 + (12 if groups["half"].lower() == "p" else 0)
        return f"{hour:02}:{groups.get('cmin', '00')}", ()
    if "ch2" in groups:
        return f"{int(groups['ch2']):02}:{groups['cmin2']}", ()
    hour = int(number_of(groups["hh"]))
    late = groups.get("part") in ("下午", "晚上", "傍晚") and hour < 12
    return f"{hour + 12 * late:02}:{'30' if 'hhalf' in groups else '00'}", ()


def _year(groups: dict[str, str], text: str, said: date) -> tuple[str, tuple[Day, ...]]:
    return "", (Day(int(text)),)


def _number(groups: dict[str, str], text: str, said: date) -> tuple[str, tuple[Day, ...]]:
    return number_of(text), ()


_READERS: Final = {
    "iso": _calendar, "figures": _figures,
    "dmy": _calendar, "mdy": _calendar, "my": _calendar, "inmonth": _calendar, "han": _calendar, "clock": _clock,
    "hanclock": _clock, "rel": _relative, "ago": _relative, "inn": _relative, "hago": _relative, "turn": _turn, "weekday": _weekday,
    "year": _year, "number": _number,
}  # fmt: skip
