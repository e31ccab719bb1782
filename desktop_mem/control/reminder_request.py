"""Requests for a reminder: whether the user plainly asks to be reminded, when, and of what."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime

from desktop_mem.errors import Refused
from desktop_mem.memory.plane import TimePhrases

LONGEST_REQUEST = 2000
_MOST_CONNECTORS = 6

_EVERY_KIND = r"(?:(?P<often>hourly|daily|weekly|fortnightly|monthly|yearly|annual)\s+)?"
_ASKED = re.compile(
    r"\b(?:remind me|wake me(?: up)?"
    rf"|(?:set|create|add|make|schedule|give)(?: up)?(?: me)? (?:an?|another|the) {_EVERY_KIND}(?:reminder|alarm))\b"
    r"|提醒一?下?我|叫醒我|叫我|喊我|通知我"
    r"|(?:[设設][置定]?|新建|创建|添加|增加|加|订|(?<![一决肯确规固稳])定)(?:一?个|上|好)*(?P<between>.{0,30}?)的?(?:提醒(?![你他她它过])|闹钟|鬧鐘)",
    re.IGNORECASE,
)
_WAKING = re.compile(r"\bwake me|\balarm\b|叫醒|起床|闹钟|鬧鐘", re.IGNORECASE)
_MAY_PRECEDE = re.compile(
    r"^(?:please|hey|hi|hello|ok(?:ay)?|so|and|then|also|now|thanks|could you|can you|would you|will you|kindly|just|don'?t forget to"
    r"|i (?:want|need|would like|'?d like) you to|i'?d like you to|i need to|assistant"
    r"|[请請]你?|麻烦你?|你?(?:能不能|可不可以|能|可以)|[帮幫]我|帮忙|给我|[记記]得"
    r"|到时候?|到时|那么?|好的?|我想让你|我要你|我希望你|让你|你|再|要|(?:[别別]|不要|不要再)忘[了记]?)(?![a-z])[\s,.，、!！]*",
    re.IGNORECASE,
)
_SENTENCE_BEFORE = re.compile(r"(?:[.!?;]\s+|[。！？；\n])")
_SENTENCE_END = re.compile(r"[.!?]\s+(?=[A-Z\u4e00-\u9fff])|[。！？\n]")
_QUESTION = re.compile(
    r"(?:again\s+)?(?:(?:of|about)\s+)?(?:what|who|whom|whose|where|when|why|how|which|whether|if)\b|什么|谁|哪|几点|怎么|为什么|是否|过",
    re.IGNORECASE,
)
_PLAINLY = re.compile(
    r"(?P<phrase>(?:at|on|in|by|before|after|every|each|next|this|tomorrow|yesterday|later|soon|sometime)\b[^,;]{0,60}?)?(?:^|\s+)to\s",
    re.IGNORECASE,
)
_NOT_PLAINLY = re.compile("[吗？?]|的(?:是|事)|过")
_CONNECTOR = re.compile(r"\s*(?:,\s*)?\b(?:to|that|about|of|with)\b\s*|\s*[:：]\s+|：|\s+[-–—]\s+|[,，、]\s*", re.IGNORECASE)
_HEAD = re.compile(
    r"^(?:[\s,.;:!?，。；：！？、\-–—]+|(?:please|to|that|about|of|for|with|then|again)\b(?!\s*$)|(?:的时候|一下|关于|吧|的(?=[：:，,])))+",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:[\s,.;:!?，。；：！？、\-–—]+|\b(?:please|thanks|thank you|ok(?:ay)?|for|on|at)\b|谢谢你?|好吗|可以吗|行吗|吗|吧)+$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class ReminderRequest:
    """The user's `phrase` for the time, and the `message`, never empty. `TimePhrases.parse` reads the phrase, or says why it cannot."""

    phrase: str
    message: str


def read_request(text: str, phrases: TimePhrases, now: datetime) -> ReminderRequest | None:
    """What the user asks to be reminded of and when; None where this is not plainly asked.

    Where it is, but no time can be read, the phrase is what stands in its place, or empty.

    A time before "remind me" counts first, then the one right behind it, then any other in the sentence. Who asks to be woken at 6 means
    the morning, where the phrase leaves that open.
    A request is at most 2,000 characters long.
    """
    if len(text) > LONGEST_REQUEST or (asked := _ASKED.search(text)) is None:
        return None
    request = _read(text, asked, phrases, now) or _without_time(text, asked)
    return _in_the_morning(request, phrases, now) if request and _WAKING.search(text) else request


def _read(text: str, asked: re.Match[str], phrases: TimePhrases, now: datetime) -> ReminderRequest | None:
    before = _bare(_SENTENCE_BEFORE.split(text[: asked.start()])[-1])
    behind = text[asked.end() :].strip()
    groups = asked.groupdict()
    named = before or _bare(groups["between"] or "")
    if _QUESTION.match(behind) or (before and not _reads(before, phrases, now)):
        return None
    if named and _reads(named, phrases, now):
        return _request(named, behind, text)
    if groups["between"] and (inside := phrases.find(groups["between"], now)):
        return _request(inside, behind or groups["between"].replace(inside, "", 1), text)
    return _from_behind(behind, groups["often"] or "", text, phrases, now)


def _without_time(text: str, asked: re.Match[str]) -> ReminderRequest | None:
    """A request that is plain from its form alone: "remind me to …", "remind me at … to …", "提醒我…"."""
    before, behind = _bare(_SENTENCE_BEFORE.split(text[: asked.start()])[-1]), text[asked.end() :].strip()
    if before or _QUESTION.match(behind):
        return None
    if asked[0].casefold() == "remind me" and (plain := _PLAINLY.match(behind)):
        return _request(plain["phrase"] or "", behind[plain.end() :], text)
    chinese = asked[0].startswith("提醒") and behind and not _NOT_PLAINLY.search(behind)
    return _request("", behind, text) if chinese else None


def _in_the_morning(request: ReminderRequest, phrases: TimePhrases, now: datetime) -> ReminderRequest:
    phrase = f"{request.phrase} in the morning" if request.phrase.isascii() else f"{request.phrase}早上"
    return replace(request, phrase=phrase) if _reads(phrase, phrases, now) else request


def _bare(stretch: str) -> str:
    """What stands before the asking, without the words of politeness."""
    stretch = stretch.strip(" \t,，、:：")
    while match := _MAY_PRECEDE.match(stretch):
        stretch = stretch[match.end() :]
    return re.sub(
        r"(?:\s*[,，、]\s*|\s+)(?:please|请|can you|could you|would you|will you)?$|(?:请|记得|你|再|要)$", "", stretch, flags=re.IGNORECASE
    )


def _reads(phrase: str, phrases: TimePhrases, now: datetime) -> bool:
    try:
        phrases.parse(phrase, now)
    except Refused:
        return False
    return True


def _from_behind(behind: str, often: str, text: str, phrases: TimePhrases, now: datetime) -> ReminderRequest | None:
    """From what follows the asking: a time up to a connecting word, or the longest time in the sentence."""
    often = "yearly" if often.lower() == "annual" else often
    for number, link in enumerate(_CONNECTOR.finditer(behind)):
        phrase = f"{often} {_HEAD.sub('', behind[: link.start()])}".strip()
        if number >= _MOST_CONNECTORS:
            break
        if phrase and _reads(phrase, phrases, now) and not _goes_on(behind[link.start() :], phrase, phrases, now):
            return _request(phrase, behind[link.end() :], text)
    whole = f"{often} {_HEAD.sub('', _TAIL.sub('', behind))}".strip()
    if whole and _reads(whole, phrases, now):
        return _request(whole, "", text)
    end = _SENTENCE_END.search(behind)
    sentence = behind[: end.start()] if end else behind
    found = phrases.find(sentence, now)
    if not found or often:
        return _request(often, behind, text) if often and not found and _reads(often, phrases, now) else None
    first, _, rest = sentence.partition(found)
    return _request(found, f"{first.strip()} {rest.strip()}" if first.strip() and rest.strip() else first + rest, text)


def _goes_on(rest: str, phrase: str, phrases: TimePhrases, now: datetime) -> bool:
    """Whether the time goes on behind the link, as in "on Friday, 3 May" and "at ten to eight": then only a longer one counts."""
    longer = phrases.find(phrase + rest, now)
    if longer.startswith(phrase) and len(longer) > len(phrase):
        return True
    following = rest.lstrip(" ,，、")
    return following != rest.lstrip() and bool(found := phrases.find(following, now)) and following.startswith(found)


def _request(phrase: str, about: str, text: str) -> ReminderRequest:
    message = _TAIL.sub("", _HEAD.sub("", about.strip()))
    return ReminderRequest(phrase.strip(), " ".join(message.split()) or text.strip())
