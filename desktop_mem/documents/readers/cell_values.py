"""Shows the values of a workbook's cells as a person sees them: dates, percentages, whole numbers without a point."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from decimal import Decimal

_UNSHOWN = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]', re.IGNORECASE)
_BUILT_IN_DATES = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})
_BUILT_IN_PERCENT = {9: "0%", 10: "0.00%"}
_DAY = 86_400
_EPOCH = datetime.datetime(1899, 12, 30)
_EPOCH_1904 = datetime.datetime(1904, 1, 1)
_LAST = 2_958_466  # the serial number of the year 10000


def kind_of_format(number: int, codes: Mapping[int, str]) -> str:
    """`date`, `time`, `elapsed`, `percent…` (its code) or nothing, for a number format and the workbook's own codes."""
    if number not in codes and number in _BUILT_IN_DATES:
        return "elapsed" if number == 46 else "time" if number in (18, 19, 20, 21, 45, 47) else "date"
    code = codes.get(number) or _BUILT_IN_PERCENT.get(number, "")
    shown = _UNSHOWN.sub("", code).split(";")[0].lower()
    if "%" in shown:
        return f"percent{shown}"
    if re.search(r"\[[hms]+\]", shown):
        return "elapsed"
    if re.search(r"[yd]|m{3,}", shown) and "general" not in shown:
        return "date"
    return "time" if re.search(r"h|s(?!\w)|ss", shown) and "general" not in shown else ""


def number_text(text: str, kind: str = "", since_1904: bool = False) -> str:
    """A number as its format shows it: `text` is what the file holds. What is no number comes back as it is."""
    if not kind and text.isdecimal() and not text.startswith("0"):
        return text
    try:
        value = Decimal(text)
    except ArithmeticError:
        return text
    if not value.is_finite():
        return text
    if kind.startswith("percent"):
        places = len(re.sub(r"[^0#?]", "", kind.partition(".")[2]))
        return f"{round(value * 100, places):f}%" if abs(value) < 10**20 else text
    if kind and 0 <= value < _LAST:
        return _moment(float(value), kind, since_1904)
    return plain_number(value, text)


def plain_number(value: Decimal, text: str) -> str:
    """A number in plain digits, fifteen of them after the leading zeros, as spreadsheets show it."""
    whole = value == value.to_integral_value()
    if not value or abs(value.adjusted()) > 25:
        return text if value else "0"
    if whole:
        return f"{value.to_integral_value():f}"
    shown = f"{float(value):.15g}"
    return f"{Decimal(shown):f}"


def value_text(value: object) -> str:
    """A value that a library has already understood (number, moment, duration, truth, text), as one shows it."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        return number_text(repr(value))
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ", "seconds").removesuffix(" 00:00:00").removesuffix(":00")
    if isinstance(value, datetime.time):
        return value.isoformat("seconds").removesuffix(":00")
    if isinstance(value, datetime.timedelta):
        return _elapsed(value.total_seconds())
    return str(value)


def _moment(serial: float, kind: str, since_1904: bool) -> str:
    """A serial number of days as a moment, rounded to the second."""
    seconds = round(serial * _DAY)
    if kind == "elapsed":
        return _elapsed(seconds)
    moment = (_EPOCH_1904 if since_1904 else _EPOCH) + datetime.timedelta(seconds=seconds)
    if serial < 60 and not since_1904:
        moment += datetime.timedelta(days=1)  # Lotus thought that 1900 was a leap year, and everyone after it does
    if seconds < _DAY or (kind == "time" and serial < 1):
        return value_text(moment.time())
    return value_text(moment)


def _elapsed(seconds: float) -> str:
    minutes, rest = divmod(round(abs(seconds)), 60)
    return f"{'-' if seconds < 0 else ''}{minutes // 60}:{minutes % 60:02}:{rest:02}"
