"""English days, dates and repetitions."""

from __future__ import annotations

import re
from datetime import datetime

from desktop_mem.errors import Refused
from desktop_mem.runtime.time_phrases.english_times import PART, SPAN, english, part_of, read_span
from desktop_mem.runtime.time_phrases.numerals import ORDINAL, english_number
from desktop_mem.runtime.time_phrases.slots import (
    Clock,
    Date,
    Every,
    Exact,
    Nth,
    Period,
    Relative,
    Slots,
    Weekdays,
    days_between,
    repetition,
)

_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAY_NAME = "(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
# Words of their own, as in "I sat": a weekday only behind a word that says so.
_SHORT_DAY = r"(?:mon|tues?|thu(?:rs?)?|fri)\b\.?"
_ANY_DAY = rf"(?:{_DAY_NAME}|{_SHORT_DAY}|(?:wed|sat|sun)\b\.?)"
_DAYS = rf"{_ANY_DAY}s?(?:\s*(?:,\s*(?:and )?|&\s*|and )(?:on |every )?{_ANY_DAY}s?){{0,6}}"
_MONTH = (
    "(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?)"
)
_DAY_OF_MONTH = rf"(?:\d{{1,2}}(?:st|nd|rd|th)?|{ORDINAL})"
_DAY_MONTH = rf"(?:on )?(?:the )?(?P<day>{_DAY_OF_MONTH})(?: of)? (?P<month>{_MONTH})(?:,? (?P<year>\d{{4}}))?"
_MONTH_DAY = rf"(?:on )?(?P<month>{_MONTH}) (?:the )?(?P<day>{_DAY_OF_MONTH})(?:,? (?P<year>\d{{4}})(?!:))?"
_BARE_DATE = rf"(?:the )?(?:{_DAY_OF_MONTH}(?: of)? {_MONTH}|{_MONTH} (?:the )?{_DAY_OF_MONTH})"
_OWN_WORDS = r"(?!\s+(?:floor|page|chapter|time)\b)"
# "On the 5th floor" is no date: what follows must be an end or a word that can follow a time.
_ENDS = (
    r"(?=\s*$|\s*[^\w\s]|\s*[^\x00-\x7f]|\s+(?:to|that|about|at|in|and|please|for|around|next|this|morning|evening|noon)\b"
    r"|\s+of\s+(?:the|every|each|this|next)\b)"
)
_NTH = "(?P<nth>first|second|third|fourth|1st|2nd|3rd|4th|last)"
_UNIT_NAMES = "(?P<unit>week|month|year)"
_ISO = r"(?:on )?(?P<date>\d{4}[-/]\d{1,2}[-/]\d{1,2})"
_ISO_TIME = r"(?:t|,?\s+(?:at\s+)?)(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:\.\d{1,6})?)?"


def _place(names: tuple[str, ...], text: str) -> int:
    return names.index(text[:3])


def _named_days(text: str) -> tuple[int, ...]:
    found = re.findall(rf"\b({'|'.join(_WEEKDAYS)})", text)
    return tuple(sorted({_WEEKDAYS.index(name) for name in found}))


def _date(match: re.Match[str]) -> Slots:
    return (Date(english_number(match["day"]), _place(_MONTHS, match["month"]) + 1, int(match["year"]) if match["year"] else None),)


def _iso(match: re.Match[str]) -> Slots:
    year, month, day = (int(part) for part in re.split("[-/]", match["date"]))
    if not (zone := match.groupdict().get("zone")):
        clock = (
            (Clock(int(match["hour"]), int(match["minute"]), int(match["second"] or 0), sure=True),) if "hour" in match.groupdict() else ()
        )
        return (Date(day, month, year), *clock)
    zone = "+00:00" if zone == "z" else f"{zone[:3]}:{zone[-2:]}"
    text = f"{year:04}-{month:02}-{day:02}T{int(match['hour']):02}:{match['minute']}:{match['second'] or '00'}{zone}"
    try:
        return (Exact(datetime.fromisoformat(text)),)
    except ValueError:
        raise Refused(f"there is no such time as {text}. Write it like 2027-05-03 10:00.") from None


def _end_of(match: re.Match[str]) -> Slots:
    if month := match["month"]:
        return (Date(-1, _place(_MONTHS, month) + 1),)
    last = Date(31, 12) if match["unit"] == "year" else Date(-1)
    if match["which"] in ("every", "each"):
        return (last, Every(match["unit"]))
    return (last, Period(match["unit"], 1 if match["which"] == "next" else 0))


def _nth(match: re.Match[str]) -> Slots:
    nth = -1 if match["nth"] == "last" else english_number(match["nth"])
    found: Slots = (Nth(nth, _named_days(match["weekday"])[0]),)
    which = match.groupdict().get("which")
    if which is None:
        return found
    return (*found, Every("month") if which in ("every", "each") else Period("month", 1 if which == "next" else 0))


def _every_unit(match: re.Match[str]) -> Slots:
    interval = 2 if match["other"] else 1
    unit = match["unit"]
    if unit in ("hour", "minute"):
        return (Every("minute", interval * (60 if unit == "hour" else 1)),)
    return (Every("week", 2 * interval),) if unit == "fortnight" else (Every(unit, interval),)


_ADVERBS = {
    "hourly": Every("minute", 60), "daily": Every("day"), "everyday": Every("day"), "weekly": Every("week"),
    "fortnightly": Every("week", 2), "monthly": Every("month"), "yearly": Every("year"), "annually": Every("year"),
}  # fmt: skip
_RELATIVE = {"today": 0, "tomorrow": 1}
_EVERY = "(?:every|each)"

FORMS = (
    english("today|tomorrow", lambda match: (Relative(_RELATIVE[match[0]]),)),
    english("(?:on )?(?:the )?day after tomorrow", lambda _: (Relative(2),)),
    english(
        rf"(?:(?P<this>this (?:coming )?)|on (?:the )?(?:next |coming )?|(?:the )?(?:next|coming) )(?P<day>{_ANY_DAY})",
        lambda match: (Weekdays(_named_days(match["day"]), today_too=bool(match["this"])),),
    ),
    english(rf"{_DAY_NAME}|{_SHORT_DAY}", lambda match: (Weekdays(_named_days(match[0])),)),
    english("(?:this|on the|at the|next|the) weekend", lambda _: (Weekdays((5,), today_too=True),)),
    english(_DAY_MONTH, _date),
    english(_MONTH_DAY + _OWN_WORDS, _date),
    english(rf"(?:on (?:the )?|the )(?P<day>{ORDINAL}){_ENDS}", lambda match: (Date(english_number(match["day"])),)),
    english(
        rf"(?:(?:at|on) )?(?:the )?(?:end|last day) of (?:(?P<which>the|this|next|every|each) (?P<unit>month|year)|(?P<month>{_MONTH}))",
        _end_of,
    ),
    english("(?:on )?the last day", lambda _: (Date(-1),), alone=False, first=False),
    english(rf"(?:on )?(?:the )?{_NTH} (?P<weekday>{_ANY_DAY}) (?:of|in) (?P<which>the|this|next|every|each) month", _nth),
    english(rf"on the {_NTH} (?P<weekday>{_ANY_DAY})", _nth, alone=False, first=False),
    english(rf"{_EVERY} {_NTH} (?P<weekday>{_ANY_DAY}) of (?:the|a) month", lambda match: (*_nth(match), Every("month"))),
    english(rf"(?:of )?(?P<which>next|this) {_UNIT_NAMES}", lambda match: (Period(match["unit"], int(match["which"] == "next")),)),
    english(_ISO, _iso),
    english(_ISO + _ISO_TIME, _iso),
    english(_ISO + _ISO_TIME + r"\s*(?P<zone>z|[+-]\d\d:?\d\d)", _iso),
    english(rf"{_EVERY} ({PART})", lambda match: (Every("day"), part_of(match[1]))),
    english(
        rf"(?:{_EVERY} (?:weekday|work ?day|working day|business day)|(?:on )?(?:weekdays|workdays))",
        lambda _: (Every("week"), Weekdays((0, 1, 2, 3, 4))),
    ),
    english(rf"(?:{_EVERY} weekend|(?:on|at) weekends)", lambda _: (Every("week"), Weekdays((5, 6)))),
    english(
        rf"{_EVERY} (?P<other>(?:other|second) )?(?P<days>{_DAYS})",
        lambda match: (Every("week", 2 if match["other"] else 1), Weekdays(_named_days(match["days"]))),
    ),
    english(
        rf"{_EVERY} (?P<first>{_DAY_NAME}) (?:to|through) (?P<last>{_DAY_NAME})",
        lambda match: (Every("week"), Weekdays(days_between(_named_days(match["first"])[0], _named_days(match["last"])[0]))),
    ),
    english(
        rf"(?:on )?{_DAY_NAME}s(?:\s*(?:,\s*(?:and )?|and )(?:on )?{_DAY_NAME}s){{0,6}}",
        lambda match: (Every("week"), Weekdays(_named_days(match[0]))),
    ),
    english(rf"on (?P<days>{_DAYS})", lambda match: (Weekdays(_named_days(match["days"])),), alone=False, first=False),
    english(rf"(?:of )?{_EVERY} (?P<other>(?:other|second) )?(?P<unit>minute|hour|day|week|fortnight|month|year)", _every_unit),
    english("once (?:a|every) (?P<other>)(?P<unit>day|week|month|year)", _every_unit),
    english("|".join(_ADVERBS), lambda match: (_ADVERBS[match[0]],)),
    english(rf"{_EVERY} ({SPAN})", lambda match: (repetition(read_span(match[1])),)),
    english(rf"{_EVERY} (hour and an? (?:half|quarter))", lambda match: (repetition(read_span(f"an {match[1]}")),)),
    english(rf"{_EVERY} (?P<day>{ORDINAL})(?: of the month){_ENDS}", lambda match: (Every("month"), Date(english_number(match["day"])))),
    # The date itself is read by the forms above.
    english(rf"{_EVERY}(?= {_BARE_DATE}(?:[^a-z0-9]|$))", lambda _: (Every("year"),), alone=False),
)
"""Every way to write these in the middle of other text."""
