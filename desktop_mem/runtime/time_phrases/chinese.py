"""Chinese days, clock times, spans and repetitions."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from desktop_mem.errors import Refused
from desktop_mem.runtime.time_phrases.numerals import CHINESE, chinese_number
from desktop_mem.runtime.time_phrases.slots import (
    Clock,
    Date,
    Every,
    Form,
    Nth,
    Part,
    Period,
    Relative,
    Slots,
    Span,
    Weekdays,
    added,
    days_between,
    repetition,
    span_of,
)

_NO_DIGIT_BEFORE = r"(?<![\d.:/a-z第])(?<!\d-)"
_WEEK = "(?:周|星期|礼拜)"
_WEEKDAYS = "一二三四五六日天"
_PARTS = {
    **dict.fromkeys(("凌晨", "清晨", "清早", "晨"), Part.EARLY),
    **dict.fromkeys(("早晨", "早上", "上午", "早"), Part.MORNING),
    **dict.fromkeys(("中午", "正午"), Part.NOON),
    **dict.fromkeys(("下午", "午后"), Part.AFTERNOON),
    "傍晚": Part.EVENING,
    **dict.fromkeys(("晚上", "晚间", "夜里", "夜晚", "深夜", "半夜", "晚", "夜"), Part.NIGHT),
}
_PART = "|".join(name for name in _PARTS if len(name) == 2)
_RELATIVE = {"今": 0, "明": 1, "后": 2, "大后": 3}

_UNITS = {"秒": "second", "分": "minute", "小": "hour", "钟": "hour", "天": "day", "日": "day", "周": "week", "星": "week", "礼": "week"}
_UNITS |= {"月": "month", "年": "year"}
_UNIT = "秒钟?|分钟?|小时|钟头|天|周|星期|礼拜|年"
_TERM = (
    rf"(?:半个?(?P<half>小时|钟头|天|年)|(?P<quarters>{CHINESE})刻钟?"
    rf"|(?P<n>{CHINESE})(?:(?P<more>个半)(?P<u1>小时|钟头|星期|礼拜|月)|个?(?P<u2>{_UNIT}|(?<=个)月)(?P<rest>半)?))"
)
_SPAN = re.sub(r"\?P<\w+>", "?:", rf"{_TERM}(?:[零又]?{_TERM}){{0,3}}")
_TERM_READER = re.compile(rf"[零又]?{_TERM}")

_MINUTES = rf"(?:整|(?P<half>半)|(?P<quarters>[一三])刻|过?零?(?P<minute>{CHINESE})分?)?"
_CLOCK = rf"(?P<hour>{CHINESE})(?:点钟?|时)"
_NO_ADVICE = "(?!(?:建议|意见|要求|理由|原因|也|都|儿|不|没|想法|内容|问题|收获|水|事|钱))"
_MONTH_DAY = rf"(?P<month>{CHINESE})月(?P<day>{CHINESE})[日号]"


def _chinese(pattern: str, read: Callable[[re.Match[str]], Slots], *, alone: bool = True, first: bool = True) -> Form:
    return Form(_NO_DIGIT_BEFORE + "(?:" + pattern + r")(?:(?<!\d)|(?!\d))", read, alone, first)


def _read_span(text: str) -> Span:
    spans, at = [], 0
    while match := _TERM_READER.match(text, at):
        spans.append(_term(match))
        at = match.end()
    return added(spans)


def _term(match: re.Match[str]) -> Span:
    if match["half"]:
        return span_of(Fraction(1, 2), _UNITS[match["half"][0]])
    if match["quarters"]:
        return span_of(Fraction(15 * chinese_number(match["quarters"])), "minute")
    halves = Fraction(1, 2) if match["more"] or match["rest"] else Fraction(0)
    return span_of(chinese_number(match["n"]) + halves, _UNITS[(match["u1"] or match["u2"])[0]])


def _clock(match: re.Match[str]) -> Slots:
    hour, second = match["hour"], match.groupdict().get("second")
    minute = (
        30 if match["half"] else 15 * chinese_number(match["quarters"]) if match["quarters"] else chinese_number(match["minute"] or "零")
    )
    sure = hour.startswith("0") or hour in ("零", "〇")
    return (Clock(chinese_number(hour), minute, chinese_number(second) if second else 0, sure=sure),)


def _before(match: re.Match[str]) -> Slots:
    """差五分八点, 差一刻八点."""
    minutes = 15 * chinese_number(match["quarters"]) if match["quarters"] else chinese_number(match["minute"])
    hour = chinese_number(match["hour"])
    if not 0 < minutes < 60:
        raise Refused(f"'{match[0]}' is no clock time. Write it like 8:30, 5 pm or 17:45.")
    return (Clock(hour - 1 if hour > 1 else 12, 60 - minutes),)


def _relative(match: re.Match[str]) -> Slots:
    day = Relative(_RELATIVE[match["day"]])
    return (day, _PARTS[match["part"]]) if match["part"] else (day,)


def _named_days(text: str) -> tuple[int, ...]:
    return tuple(sorted({min(_WEEKDAYS.index(name), 6) for name in text if name in _WEEKDAYS}))


def _weekday(match: re.Match[str]) -> Slots:
    days = Weekdays((5,) if match["day"] == "末" else _named_days(match["day"]))
    which = match["which"] or ""
    return (Period("week", which.count("下")), days) if which else (days,)


def _year(match: re.Match[str]) -> tuple[int | None, Slots]:
    if match["year"]:
        return chinese_number(match["year"]), ()
    return None, (Period("year", "今明后".index(match["ahead"][0])),) if match["ahead"] else ()


def _date(match: re.Match[str]) -> Slots:
    year, period = _year(match)
    return (Date(chinese_number(match["day"]), chinese_number(match["month"]), year), *period)


def _month(which: str) -> tuple[Period, ...]:
    return (Period("month", int("下" in which)),) if which else ()


def _every(match: re.Match[str]) -> Slots:
    if match["other"]:
        return (Every(_UNITS[match["other"][0]], 2),)
    unit = _UNITS[match["unit"][0]]
    return (Every("minute", {"hour": 60, "minute": 1}[unit]) if unit in ("hour", "minute") else Every(unit),)


def _every_span(match: re.Match[str]) -> Slots:
    # 每隔两天 is every second day to some and every third to others; of hours and minutes there is no such doubt.
    every = repetition(_read_span(match[1]))
    if "隔" in match[0] and every.unit != "minute" and every.interval > 1:
        raise Refused(f"'{match[0]}' can be read in two ways. Write it like 每两天 or 每三天.")
    return (every,)


FORMS = (
    _chinese(rf"(?:再?过)?({_SPAN})(?:之后|以后|过后|后)", lambda match: (_read_span(match[1]),)),
    _chinese(rf"(?:再?过|再等)({_SPAN})", lambda match: (_read_span(match[1]),)),
    _chinese(rf"{_CLOCK}{_MINUTES}(?:(?P<second>{CHINESE})秒)?{_NO_ADVICE}", _clock),
    _chinese(rf"差(?:(?P<quarters>一)刻|(?P<minute>{CHINESE})分钟?)(?:到)?(?P<hour>{CHINESE})点钟?", _before),
    _chinese(f"({_PART})", lambda match: (_PARTS[match[1]],), alone=False),
    _chinese("([早晚])(?=[零〇一二三四五六七八九十两\\d])", lambda match: (_PARTS[match[1]],), alone=False, first=False),
    _chinese("午夜", lambda _: (Clock(24, sure=True),)),
    _chinese("(?P<day>今|明|大?后)(?:天|日(?!子))(?P<part>)", _relative),
    _chinese("(?P<day>今|明)儿(?P<part>)", _relative),
    _chinese("(?P<day>今|明|后)(?P<part>早上?|晚上?|晨|夜)", _relative),
    _chinese(rf"(?P<which>下+个?|这个?|本)?{_WEEK}(?P<day>[{_WEEKDAYS}末])", _weekday),
    _chinese(rf"(?:(?P<year>\d{{4}}|[零〇一二三四五六七八九]{{4}})年|(?P<ahead>今年|明年|后年)的?)?{_MONTH_DAY}", _date),
    _chinese(
        rf"(?P<which>下个?月|这个?月|本月)?的?(?P<day>{CHINESE})号(?![线楼门店院机码床])",
        lambda match: (Date(chinese_number(match["day"])), *_month(match["which"] or "")),
    ),
    _chinese(
        rf"(?:(?<=每月)|(?<=每个月))(?P<day>{CHINESE})日", lambda match: (Date(chinese_number(match["day"])),), alone=False, first=False
    ),
    _chinese(
        rf"(?P<which>下个?月|这个?月|本月)的?(?P<day>{CHINESE})日",
        lambda match: (Date(chinese_number(match["day"])), *_month(match["which"])),
    ),
    _chinese("(?P<which>下个?|这个?|本)?月(?:底|末)", lambda match: (Date(-1), Period("month", int("下" in (match["which"] or ""))))),
    _chinese("(?P<which>明|今)?年(?:底|末)", lambda match: (Date(31, 12), Period("year", int(match["which"] == "明")))),
    _chinese(
        "(?P<which>下+个?|这个?|本)(?P<unit>周|星期|礼拜|月)", lambda match: (Period(_UNITS[match["unit"][0]], match["which"].count("下")),)
    ),
    _chinese("明年", lambda _: (Period("year", 1),)),
    _chinese("每[天日]", lambda _: (Every("day"),)),
    _chinese("每(?:天|日)?(早上?|晚上?|夜)", lambda match: (Every("day"), _PARTS[match[1]])),
    _chinese("(?:每个?|每逢)?工作日", lambda _: (Every("week"), Weekdays((0, 1, 2, 3, 4)))),
    _chinese("每个?周末", lambda _: (Every("week"), Weekdays((5, 6)))),
    _chinese(
        rf"每个?{_WEEK}([{_WEEKDAYS}](?:(?:[、和与及跟,，]|以及)?(?:每?个?{_WEEK})?[{_WEEKDAYS}]){{0,6}})(?![点时:个刻分])",
        lambda match: (Every("week"), Weekdays(_named_days(re.sub(_WEEK, "", match[1])))),
    ),
    _chinese(
        rf"每个?{_WEEK}(?P<first>[{_WEEKDAYS}])[到至]{_WEEK}?(?P<last>[{_WEEKDAYS}])(?![点时:个刻分])",
        lambda match: (Every("week"), Weekdays(days_between(_named_days(match["first"])[0], _named_days(match["last"])[0]))),
    ),
    _chinese("每(?:隔一个?(?P<other>天|周|星期|礼拜|月|年)|个?(?P<unit>分钟|小时|钟头|周|星期|礼拜|月|年))", _every),
    _chinese(rf"每隔?({_SPAN})", _every_span),
    _chinese(r"(?P<which>每个?)月(?:底|末|的?最后一天)", lambda _: (Date(-1), Every("month"))),
    _chinese("最后一天", lambda _: (Date(-1),), alone=False, first=False),
    _chinese("每年年?(?:底|末)", lambda _: (Date(31, 12), Every("year"))),
    _chinese(
        rf"(?:第(?P<nth>[一二三四])|最后一)个{_WEEK}(?P<day>[{_WEEKDAYS}])",
        lambda match: (Nth(chinese_number(match["nth"]) if match["nth"] else -1, _named_days(match["day"])[0]),),
        alone=False,
        first=False,
    ),
)
"""Every way to write these in the middle of other text."""

WHOLE_FORMS = (_chinese(rf"({_SPAN})", lambda match: (_read_span(match[1]),)),)
"""What can only be meant where the phrase stands by itself."""
