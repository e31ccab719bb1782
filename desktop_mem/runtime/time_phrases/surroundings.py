"""Where in a text a time may begin, what may stand inside one, and what beside it shows that it is part of something else."""

from __future__ import annotations

import re

_FILLERS = "please|around|about|approximately|roughly|exactly|sharp|大概|大约|左右|请|的|在|于|约|吧"
BETWEEN = re.compile(rf"[ ,、]*(?:(?:{_FILLERS})[ ,、]*){{0,3}}")
"""Between two parts of a phrase."""

EDGES = re.compile(
    r"^[\s.,;:!?…。、！？：\"“”„()（）-]*(?:(?:(?:please|for)\b|请|在)[\s,]*)*|(?:[\s,]*(?:please|sharp|左右|吧))?[\s.,;:!?…。、！？：\"“”()（）]*$"
)
"""Around a phrase that stands by itself."""

_WORDS = (
    r"in|on|at|@|every|each|of(?= (?:every|each|next|this))|once|daily|everyday|weekly|monthly|yearly|annually|hourly|fortnightly"
    "|weekdays|workdays|today|tomorrow|tonight"
    r"|later|this|next|coming|the(?= (?:day|end|last|next|coming|weekend|\d|[a-z]+(?:st|nd|rd|th)\b))|day|noon|midday|midnight|half|quarter"
    r"|an?(?= (?:quarter|half|couple|second|minute|hour|day|week|fortnight|month|year))|last|end"
    "|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mon|tues?|thu(?:rs?)?|fri"
    "|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|september|october|november|december"
    "|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
    "|twenty|thirty|forty|fifty|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth"
    "|twentieth|thirtieth"
)
STARTS = re.compile(
    rf"(?<![a-z0-9])(?:(?:{_WORDS})(?![a-z])|\d)|[今明后大每下这本周星礼月年天凌清早上中正午傍晚夜深半零〇一二三四五六七八九十两再过差工]"
)
"""Every place where a time can begin."""

_OWNERS = (
    "last|past|since|until|till|before|after|from|by|not|than|ago|within|during|except|through|between|"
    "page|pages|chapter|chapters|section|room|number|no\\.?|part|version|step|figure|table|line|lines|verse|level|grade|type|volume|item|question"
)
_DAY_WORD = "(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|yesterday|today|tomorrow|tonight)"
_BEFORE_IT = re.compile(
    rf"(?:(?<![a-z])(?:{_OWNERS})\s+(?:on\s+|at\s+)?(?:the\s+)?|[-–—/]|[上第到从至年月]|直到|截止|除了|不是"
    # The end of a range, or of a list, whose beginning was not read with it.
    rf"|(?:(?:\d|{_DAY_WORD})\s*(?:to|and|or|&|,)|{_DAY_WORD})\s+(?:on\s+|at\s+)?)$"
)
# "We may", "they march".
_VERB_BEFORE = re.compile(r"(?<![a-z])(?:i|you|he|she|it|we|they|who|that|this|what|which|there|to)\s+$")
_VERB = re.compile(r"(?:may|march|mar)\b")
_ZONES = "utc|gmt|z|est|edt|cst|cdt|mst|mdt|pst|pdt|cet|cest|bst|ist|jst"
_A_TIME = (
    r"(?:the\s+|on\s+|at\s+|in\s+)?(?:\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|noon|midnight|tonight|morning|afternoon|evening"
    r"|january|february|april|june|july|august|september|october|november|december)"
)
_BEHIND_IT = re.compile(
    rf"\s*(?:ago|before|earlier|or\s+so|old|{_ZONES})\b|\s+(?:and|or|until|till|through|to|except|but\s+not|not)\s+{_A_TIME}|\s*[-–—~]\s*\d"
    r"|\s+(?:until|till|through|except|starting|beginning|from|excluding)\b"
    r"|(?:之前|以前|前(?![往去])|之?内|以来|为止|或|到[\d一二三四五六七八九十周星下明后零两月]|至|起(?![床来身飞草])|开始到)"
)
_CLOCK_ONLY = re.compile(r"(?:\d{1,2}|[零一二三四五六七八九十两]{1,3})[点时]")
_CLOCK_BEFORE = re.compile(r"(?:^|[\s,.;:!?、。！？：\"“”(（]|[在于到我叫他她请])$")


def belongs_to_something_else(text: str, start: int, end: int) -> bool:
    """Whether what stands beside a stretch shows that it is no time to come, or only a part of a larger one."""
    before = text[max(0, start - 24) : start]
    if _BEFORE_IT.search(before) or _BEHIND_IT.match(text, end):
        return True
    if _VERB.match(text, start) and _VERB_BEFORE.search(before):
        return True
    return _CLOCK_ONLY.fullmatch(text, start, end) is not None and _CLOCK_BEFORE.search(before) is None
