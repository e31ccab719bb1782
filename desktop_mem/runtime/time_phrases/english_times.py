"""English clock times, parts of the day and spans."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from desktop_mem.errors import Refused
from desktop_mem.runtime.time_phrases.numerals import NUMBER, WORD, english_number
from desktop_mem.runtime.time_phrases.slots import Clock, Form, Part, Relative, Slots, Span, added, span_of

_BEFORE = r"(?<![a-z0-9_@#$€£-])(?<![a-z0-9]['’])(?<!\d[.,:/])"
_BEHIND = r"(?![a-z0-9_-]|['’][a-z]|[.,:/]\d|\s?[%°])"

_PARTS = {"morning": Part.MORNING, "noon": Part.NOON, "afternoon": Part.AFTERNOON, "evening": Part.EVENING, "night": Part.NIGHT}
PART = "(?:morning|afternoon|evening|night)"

_HALF = r"(?P<half>[ap]m|[ap]\.m\.?)(?![a-z])"
_HOUR = rf"(?P<hour>\d{{1,2}}|{WORD})"
_ABOUT = "(?:around|about|approximately|roughly|exactly|~)"
_AT = rf"(?:(?:at|@)\s*(?:{_ABOUT}\s*)?)"
# What is counted, measured or addressed, in "at 5 percent" and "at 12 Hill Street".
_THINGS = (
    r"(?!\s+(?:percent|per|kg|km|kilos?|miles?|met(?:re|er)s?|euros?|dollars?|pounds?|usd|eur|degrees?|years?|people|points?|places?|times?"
    r"|of|st|street|avenue|road|different|stage|once|first|last|least|most|all|home|work|any|another|more)\b)(?!\s?[€$£])"
)

_UNITS = (
    ("second", "seconds?|secs?"),
    ("minute", "minutes?|mins?"),
    ("hour", "hours?|hrs?"),
    ("day", "days?"),
    ("week", "weeks?"),
    ("fortnight", "fortnights?"),
    ("month", "months?"),
    ("year", "years?"),
)
_UNIT = rf"(?P<unit>{'|'.join(names for _, names in _UNITS)}|(?<=\d)[hms](?![a-z]))"
_WHOLE = _UNIT.replace("unit", "whole")
_SHARE = r"(?:a|one|three|3)[ -]quarters?|a half|one half"
_TERM = (
    rf"(?:(?P<share>{_SHARE}|half|quarter)(?: of)?(?: an?)?[ -]{_UNIT}"
    rf"|(?P<amount>-?\d{{1,9}}(?:\.\d{{1,4}})?|-?{WORD}|an?|a couple of)"
    rf"(?:\s*(?P<mixed>[½¼¾]|(?<=\s)[1-9]/[1-9])| and (?P<between>{_SHARE}))?[\s-]*{_WHOLE}(?: and (?P<rest>{_SHARE})(?! of))?)"
)
SPAN = re.sub(r"\?P<\w+>", "?:", rf"{_TERM}(?:(?:\s*,\s*(?:and )?| and |\s*){_TERM}){{0,3}}")
_TERM_READER = re.compile(_TERM.replace(" ", r"\s+"))
_SHARES = {"half": Fraction(1, 2), "quarter": Fraction(1, 4), "½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}


def english(pattern: str, read: Callable[[re.Match[str]], Slots], *, alone: bool = True, first: bool = True) -> Form:
    """A form whose spaces stand for any white space, and which begins and ends with whole words."""
    return Form(_BEFORE + "(?:" + pattern.replace(" ", r"\s+") + ")" + _BEHIND, read, alone, first)


def part_of(word: str) -> Part:
    """The part of the day of that name."""
    return _PARTS[word]


def read_span(text: str) -> Span:
    """The length of what `SPAN` matches. Raises `Refused`."""
    spans, at = [], 0
    while match := _TERM_READER.match(text, at):
        spans += [span_of(amount, unit) for amount, unit in _amounts(match)]
        at = match.end() + len(re.match(r"\s*(?:,\s*)?(?:and\s+)?", text[match.end() :])[0])  # type: ignore[index]
    return added(spans)


def _amounts(match: re.Match[str]) -> list[tuple[Fraction, str]]:
    word = match["unit"] or match["whole"]
    unit, factor = next(
        ((name, 1) for name, names in _UNITS if re.fullmatch(names, word)), ({"h": "hour", "m": "minute"}.get(word, "second"), 1)
    )
    if unit == "fortnight":
        unit, factor = "week", 2
    if match["share"]:
        amount = _share(match["share"])
    else:
        amount = _amount(match["amount"]) + sum((_share(match[name]) for name in ("mixed", "between", "rest") if match[name]), Fraction(0))
    return [(amount * factor, unit)]


def _amount(text: str) -> Fraction:
    if text in ("a", "an"):
        return Fraction(1)
    if text.startswith("a "):
        return Fraction(2)
    if text.startswith("-"):
        raise Refused("a time lies ahead, so a span is not negative. Write it like 'in 5 minutes'.")
    return Fraction(text) if text[0].isdigit() else Fraction(english_number(text))


def _share(text: str) -> Fraction:
    if text[0].isdigit() and "/" in text:
        return Fraction(text)
    name = next(name for name in _SHARES if name in text)
    return _SHARES[name] * (3 if text.startswith(("three", "3")) else 1)


def _clock(match: re.Match[str], *, bare: bool = False) -> Slots:
    found = match.groupdict()
    written = found["hour"]
    return (
        Clock(
            english_number(written),
            int(found.get("minute") or 0),
            int(found.get("second") or 0),
            (found.get("half") or "").replace(".", ""),
            sure=written.startswith("0"),
            bare=bare,
        ),
    )


def _past_or_to(match: re.Match[str]) -> Slots:
    """Half past seven, twenty to eight pm."""
    words = match["minutes"]
    minutes = 30 if "half" in words else 15 if "quarter" in words else english_number(words)
    hour, before = english_number(match["hour"]), match["side"] in ("to", "before")
    if not 0 < minutes < 60 or (before and "half" in words):
        raise Refused(f"'{match[0]}' is no clock time. Write it like 8:30, 5 pm or 17:45.")
    if before:
        hour, minutes = (hour - 1 if hour > 1 else 12), 60 - minutes
    half = (match["half"] or "").replace(".", "")
    # A quarter to twelve pm is before noon: am and pm belong to the hour that is named.
    half = {"am": "pm", "pm": "am"}.get(half, "") if before and hour == 11 else half
    return (Clock(hour, minutes, half=half),)


_PAST_OR_TO = rf"(?P<side>past|after|to|before) {_HOUR}(?: o['’]?clock)?(?:\s*{_HALF})?"

FORMS = (
    english(rf"in (?:{_ABOUT} )?({SPAN})(?:['’]?s?['’]? time)?", lambda match: (read_span(match[1]),)),
    english(rf"({SPAN}) (?:from now|later)", lambda match: (read_span(match[1]),)),
    english(rf"(?:{_AT})?{_HOUR}\s*{_HALF}", _clock),
    english(rf"(?:{_AT})?(?P<hour>\d{{1,2}})[:.](?P<minute>\d\d)(?::(?P<second>\d\d))?\s*{_HALF}", _clock),
    english(rf"{_AT}(?P<hour>\d{{1,2}})[:.](?P<minute>\d\d)(?::(?P<second>\d\d))?", _clock),
    english(r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d))?", _clock, alone=False),
    english(rf"{_AT}{_HOUR}{_THINGS}", _clock),
    english(rf"(?:{_AT})?{_HOUR} ?o['’]?clock".replace(" ?", r"\s*"), _clock),
    # "Tomorrow 3 guests come" names no hour.
    english(
        _HOUR + r"(?=\s*$|\s*[^\w\s]|\s*[^\x00-\x7f]|\s+(?:in the|to|that|about|tomorrow|today)\b)",
        lambda match: _clock(match, bare=True),
        alone=False,
        first=False,
    ),
    english(rf"(?:{_AT})?(?P<minutes>(?:a )?quarter|half|{NUMBER} minutes?) {_PAST_OR_TO}", _past_or_to),
    english(rf"{_AT}(?P<minutes>{NUMBER}) {_PAST_OR_TO}", _past_or_to),
    english(rf"(?P<minutes>five|ten|twenty|twenty[ -]five) {_PAST_OR_TO}", _past_or_to, alone=False),
    english(rf"(?:{_AT})?(?:12 )?(?:noon|midday)", lambda _: (Clock(12, sure=True),)),
    english(rf"(?:{_AT})?(?:12 )?midnight", lambda _: (Clock(24, sure=True),)),
    english("in the (morning|afternoon|evening)", lambda match: (part_of(match[1]),)),
    english("at night", lambda _: (Part.NIGHT,)),
    english(f"(?:later )?this ({PART})", lambda match: (Relative(0), part_of(match[1]))),
    english("(?:later )?tonight", lambda _: (Relative(0), Part.NIGHT)),
    english(f"({PART})s?", lambda match: (part_of(match[1]),), alone=False, first=False),
)
"""Every way to write these in the middle of other text."""

WHOLE_FORMS = (
    english(rf"({SPAN})", lambda match: (read_span(match[1]),)),
    english(rf"(?:{_ABOUT} )?{_HOUR}", lambda match: _clock(match, bare=True)),
)
"""What can only be meant where the phrase stands by itself."""
