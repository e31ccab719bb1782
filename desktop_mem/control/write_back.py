"""Write-back without the model: the facts that the user plainly states about themselves, as entries for the `human` section."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from desktop_mem.control.chinese_facts import in_chinese, subject_after
from desktop_mem.control.english_facts import ENGLISH
from desktop_mem.control.fact_forms import Fact, matched
from desktop_mem.control.named_times import named_in

LONGEST_TOLD = 1200
LONGEST_ENTRY = 160
_ENDS: Final = " .!?。！？"

_PASTED: Final = re.compile(
    r"```|^\s*>|^(?:from|to|subject|date|von|betreff):\s.*\n|\b(?:here is|here's|below is|this is) (?:my|"
    r"the|a|an|his|her|their)\b[^\n]{0,60}:\s*\n"
    r"|(?:以下是|下面是|这是).{0,20}[：:]\s*\n",
    re.IGNORECASE | re.MULTILINE,
)
_ASKED_TO_WRITE: Final = re.compile(
    r"\b(?:write|draft|compose|translate|summari[sz]e|rewrite|rephrase|paraphrase|proofread|correct (?:this|"
    r"my|the)|imagine|pretend|suppose|assume|let'?s say"
    r"|act as|role-?play|how (?:do|would|can) (?:you|i|we|one) say|just kidding|(?:just )?joking|kidding|"
    r"lol|haha)\b|翻译(?:成|一下|这|下面|以下)|[把将].*翻译|写一?(?:个|封|篇|首|段)|帮我写|开玩笑|假装|哈哈|改写|润色",
    re.IGNORECASE,
)
_QUOTED: Final = re.compile(r"“[^”]*”|「[^」]*」|\"[^\"\n]*\"|‘[^’\n]*’|(?<!\w)'[^'\n]*'(?!\w)")
_SENTENCE: Final = re.compile(r"(?:(?:\b(?:Dr|Mr|Mrs|Ms|St|Prof)\.)|[^.!?。！？\n;；]|[.](?=\w))+[.!?。！？;；]*")
_ASKING: Final = re.compile(r"[?？]\s*$|吗\s*[。！]?$|什么|哪里|哪儿|是不是|会不会|有没有|几点")
_POLITE_ASKING: Final = re.compile(
    r"^\s*(?:can|could|would|will) you (?:please )?(?:remember|note|keep in mind)\b|^(?:请|能|可以|你能)?(?:帮我)?记(?:住|一下)",
    re.IGNORECASE,
)
_NOT_A_STATEMENT: Final = re.compile(
    r"\b(?:if|unless|whether|maybe|perhaps|might|i (?:think|guess|suppose|wish)|what if|would(?! you)"
    r"|used to|when i was|years ago|do you remember|remind me"
    r"|(?:he|she|they|who|\w+) (?:always |once |just )?(?:said|says|say|told|tells|wrote|writes|asked|"
    r"asks|claims|claimed)|i never said)\b"
    r"|如果|假如|要是|假设|可能|也许|好像|大概|以前|曾经|小时候|(?<!用户)(?<!会)(?<!我会)(?<![法英])说(?!法|英|德|日|俄|中|西|意|韩|汉)|告诉|想要?(?!念)|打算|准备|还记得",
    re.IGNORECASE,
)
_REMEMBER: Final = re.compile(
    r"^\s*(?:(?:please|hey|ok(?:ay)?|and|also|(?:can|could|would|will) you(?: please)?)[\s,]+)*"
    r"(?:(?:remember|keep in mind|note|don'?t forget|do not forget)(?: that\b|\s*:|,| (?=my|i\b|i'm|we|"
    r"our))|make a note(?: that\b|:))\s*(?P<what>.{4,})$"
    r"|^\s*(?:请|麻烦|帮我|你|要|能|可以)*(?:记住|记一下|记得|别忘了|不要忘了)[，,：:\s]*(?P<han>[^了吗？]{3,}.*)$",
    re.IGNORECASE | re.DOTALL,
)
_PRECEDES: Final = re.compile(
    r"^\s*(?:(?:hi|hello|hey|by the way|btw|well|so|ok(?:ay)?|yes|no|actually|careful|fyi|also|oh|and|"
    r"but|thanks|thank you|changed? jobs|i changed jobs"
    r"|对了|顺便说一下|你好|您好|嗯|其实|另外)(?:\s*[,，:：!！-]\s*|\s+))+",
    re.IGNORECASE,
)
_REASON: Final = re.compile(r",? \b(?:so|because|which|although|though|therefore)\b .*$", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Entry:
    """A proposed line of the section `label`: its `text`, the `span` of the user's words, and the existing line that it `replaces`
    (or empty).

    `key` names what it tells of ("home", "name"), so that a later statement takes the place of an earlier one; `single` says that
    this can have one value only.
    """

    label: str
    text: str
    span: tuple[int, int]
    key: str
    replaces: str = ""
    single: bool = field(default=False, compare=False)


def read_entries(told: str, said: date, existing: Sequence[str] = ()) -> tuple[Entry, ...]:
    """The entries that the user's own message plainly tells; `existing` are the lines of the section as they are.

    What the section says already is not proposed again. Nothing is read from questions, suppositions, quotes, jokes, what others said,
    what used to be, what is asked to be written, or pasted text.
    """
    if len(told) > LONGEST_TOLD or _PASTED.search(told) or _ASKED_TO_WRITE.search(told):
        return ()
    bare = _QUOTED.sub(lambda match: "\0" * len(match[0]), told)
    entries: dict[str, Entry] = {}
    for match in _SENTENCE.finditer(bare):
        for fact, start, end in _facts(match[0], match.start()):
            if len(fact.text) <= LONGEST_ENTRY and "\0" not in fact.text:
                text, replaced = _dated(fact, match[0], said), _replaced(fact, existing)
                entry = Entry("human", text, (start, end), fact.key, replaced, bool(fact.outdates))
                entries[entry.text] = entry
    lines = {line.strip() for line in existing}
    return tuple(entry for entry in entries.values() if entry.text not in lines)


def _facts(sentence: str, offset: int) -> Iterator[tuple[Fact, int, int]]:
    remembered = _REMEMBER.match(sentence)
    if _ASKING.search(sentence) and not (_POLITE_ASKING.search(sentence) and remembered):
        return
    if remembered:
        name = "what" if remembered["what"] else "han"
        what = remembered[name].strip(_ENDS)
        found = list(_stated(what, offset + remembered.start(name)))
        if found:
            yield from found
        elif not re.match(r"(?:to|when|that|this|it|了)\b|了", what):
            said = "User said: " if name == "what" else "用户说："
            yield Fact(f"said {what}", said + what), offset + remembered.start(name), offset + remembered.end(name)
        return
    yield from _stated(sentence, offset)


def _stated(sentence: str, offset: int) -> Iterator[tuple[Fact, int, int]]:
    """The facts of a sentence, clause by clause; a clause that is no statement ends it."""
    if _NOT_A_STATEMENT.search(sentence):
        return
    lead = _PRECEDES.match(sentence)
    start = lead.end() if lead else 0
    han = re.search("[\u4e00-\u9fff]", sentence) is not None
    subject: str | None = ""
    for clause in _clauses(sentence[start:], han):
        begin = start + clause.start()
        text = _REASON.sub("", clause[0]).strip(" ,，.!。！;；\n")
        facts = list(in_chinese(text, subject) if han else matched(text, ENGLISH))
        subject = subject_after(text, subject, stated=bool(facts)) if han else ""
        for fact in facts:
            if re.search(r"\b(?:i|i['’]m|mine|hers|you|your)\b|[我你您]", fact.text, re.IGNORECASE):
                continue
            yield replace(fact, text=re.sub(r"\b(?:my|our)\b", "their", fact.text)), offset + begin, offset + start + clause.end()


def _clauses(sentence: str, han: bool) -> Iterator[re.Match[str]]:
    """The parts of a sentence that have a subject of their own; in Chinese those between commas."""
    if han:
        return re.finditer(r"[^，,]+", sentence)
    cut = r"(?:,\s*(?:and |but |so )?|\s+(?:and|but)\s+|:\s+|,?\s+by the way,?\s+)(?=(?:i|i'm|i’m|i've|we|we've|my|our|just kidding)\b)"
    places = [0, *(match.end() for match in re.finditer(cut, sentence, re.IGNORECASE)), len(sentence)]
    pattern = re.compile(r".+", re.DOTALL)
    ends = [*(match.start() for match in re.finditer(cut, sentence, re.IGNORECASE)), len(sentence)]
    return (found for begin, end in zip(places[:-1], ends, strict=True) if (found := pattern.match(sentence, begin, end)))


def _dated(fact: Fact, sentence: str, said: date) -> str:
    """The entry with the time from which it holds, as a date; an age with the month in which it was told."""
    if fact.key == "age":
        return f"{fact.text}（{said:%Y-%m}）" if "岁" in fact.text else f"{fact.text} (in {said:%Y-%m})"
    if fact.key != "home" or not fact.since:
        return fact.text
    days = [named.days[0] for named in named_in(fact.since, said) if named.days]
    if not days or not days[0].year:
        return fact.text
    since = f"{days[0].year}" + (f"-{days[0].month:02}" if days[0].month else "")
    return f"{fact.text}（{since}起）" if re.search("[\u4e00-\u9fff]", fact.text) else f"{fact.text} (since {since})"


def _replaced(fact: Fact, existing: Sequence[str]) -> str:
    """The existing line that tells of the same thing, which can only have one value."""
    if not fact.outdates:
        return ""
    return next((line.strip() for line in existing if re.match(fact.outdates, line.strip(), re.IGNORECASE)), "")
