"""The write gate: nothing enters memory that nobody said, and what only a document says waits for the user."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from desktop_mem.control.content_words import content_keys, unsaid, worth_reading
from desktop_mem.control.grounding import Verdict, Write, check, grounds_of
from desktop_mem.memory.plane import Judgement, ProposedWrite
from desktop_mem.memory.source import Origin, Source, View

_FORGET: Final = re.compile(
    r"\b(?:forget|delete|remove|erase|clear|drop|strike|wrong|no longer|any ?more|not|never|\w+n't|stopped|quit)\b"
    "|忘|删|去掉|清除|不再|没有|不是|不用|错",
    re.IGNORECASE,
)
_PAUSE: Final = re.compile(r"\bheartbeats?\b|\b(?:be|stay|keep) (?:quiet|silent)\b|心跳|安静|别打扰", re.IGNORECASE)
_OF_REMINDERS: Final = frozenset(content_keys("remind reminder please alarm o'clock am pm 00"))
# What a person can do or be with many things at once: by such a word alone one of them is not in the place of another.
_OF_MANY: Final = content_keys(
    "like love hate prefer enjoy play eat drink have own use need want take plan speak study allergic allergy 喜欢 讨厌 过敏 会说"
)
_MOST_NAMED: Final = 5
_FROM_DOCUMENT: Final = "Only text of a document says that, or text made from one; the user did not."
_NOT_ASKED: Final = "The user did not ask to take that away, and text of a document is in view."
_NO_REMINDER: Final = "The user did not ask for this reminder, and text of a document is in view."
_NO_SWITCH: Final = "The user did not ask to change the subject, and text of a document is in view."
_NOBODY_ASKED: Final = "nobody asked to be reminded of that. Set reminders only of what was said."
_NO_PAUSE: Final = "the user did not ask for a pause, and text of a document is in view. Go on without it."


class GroundedGate:
    """Judges by what is in view; see `WriteGate`. Each of its two rules can be switched off.

    `grounding`: what nobody said is refused. `taint`: while a document's text is in view, a change is made at once only when the user's own
    words support it; else it waits for the user's decision. A kept passage needs no such support: it carries the label itself.
    """

    def __init__(self, *, grounding: bool, taint: bool) -> None:
        self._grounding = grounding
        self._taint = taint

    def judge(self, write: ProposedWrite, view: View) -> Judgement:
        """See `WriteGate.judge`."""
        if not self._taint or not view.tainted or write.kind == "passage":
            verdict = self._grounded(write, view.sources)
            return Judgement(verdict.addresses, verdict.refusal)
        supported = _supported(write, view)
        if supported.grounded:
            return Judgement(supported.addresses)
        if write.kind == "pause":
            return Judgement(refusal=_NO_PAUSE)
        verdict = self._grounded(write, view.sources)
        if not verdict.grounded:
            return Judgement(refusal=verdict.refusal)
        tainted = tuple(source.address for source in view.sources if source.tainted)
        return Judgement(verdict.addresses or tainted[-_MOST_NAMED:], waits_for=_why(write))

    def grounds(self, reply: str, view: View) -> tuple[str, ...]:
        """See `WriteGate.grounds`."""
        return grounds_of(reply, worth_reading(reply, view.sources))

    def _grounded(self, write: ProposedWrite, sources: Sequence[Source]) -> Verdict:
        if not self._grounding or not write.text:
            return Verdict(())
        match write.kind:
            case "section":
                return check(Write(write.text, write.replaced, write.label), sources)
            case "passage":
                # A note may hold what the assistant told the user before.
                told = [replace(each, origin=Origin.TOOL) if each.origin is Origin.ASSISTANT else each for each in sources]
                return check(Write(write.text, label=""), told)
            case "reminder":
                return _named_somewhere(write.text, sources)
        return Verdict(())  # a subject to talk of says nothing that could be untrue


def _supported(write: ProposedWrite, view: View) -> Verdict:
    """Whether the user's own words support the write: those of this turn, and for what is added also others in view."""
    if write.text and not _tells(write.text, view.asked):
        return _verdict(False)
    match write.kind:
        case "section":
            return _section_supported(write, view)
        case "reminder":
            asked = content_keys(view.asked) | _OF_REMINDERS
            return _verdict(_covered(write.text, view.asked, asked) and _covered(write.when, view.asked, asked))
        case "topic":
            return _verdict(bool(view.asked) and not unsaid(write.text, view.asked))
    return _verdict(_PAUSE.search(view.asked) is not None)


def _section_supported(write: ProposedWrite, view: View) -> Verdict:
    if not _may_take_away(write, view.asked):
        return _verdict(False)
    if not write.text:
        return Verdict(())
    told = [source for source in view.sources if not source.tainted and source.origin in (Origin.USER, Origin.ASSISTANT)]
    verdict = check(Write(write.text, write.replaced, write.label), told)
    # What holds no claim that could be checked is not supported by that.
    return verdict if verdict.addresses or not verdict.grounded else _verdict(False)


def _may_take_away(write: ProposedWrite, asked: str) -> bool:
    """Whether what goes was named in this turn: to be forgotten, or with what takes its place."""
    old, new, said = content_keys(write.replaced), content_keys(write.text), content_keys(asked)
    if old <= new:
        return not write.replaced or bool(old)
    telling = old - _OF_MANY or old
    if _FORGET.search(asked) and telling & said:
        return True
    return bool(new & said and new & telling)


def _tells(text: str, asked: str) -> bool:
    """Whether the text has any word that could have been asked for; signs alone stand in the request as they are, or nobody asked."""
    return bool(content_keys(text)) or text.strip().casefold() in asked.casefold()


def _covered(text: str, asked: str, keys: frozenset[str]) -> bool:
    return bool(asked) and all(content_keys(word) <= keys for word in unsaid(text, asked))


def _named_somewhere(text: str, sources: Sequence[Source]) -> Verdict:
    """Whether at least half of the words of a reminder occur in view."""
    wanted = content_keys(text) - _OF_REMINDERS
    found = {key: source.address for source in sources for key in wanted & content_keys(source.text)}
    if 2 * len(found) >= len(wanted):
        return Verdict(tuple(dict.fromkeys(found.values())))
    return Verdict((), _NOBODY_ASKED)


def _verdict(supported: bool) -> Verdict:
    return Verdict(()) if supported else Verdict((), _FROM_DOCUMENT)


def _why(write: ProposedWrite) -> str:
    match write.kind:
        case "reminder":
            return _NO_REMINDER
        case "topic":
            return _NO_SWITCH
    return _FROM_DOCUMENT if write.text else _NOT_ASKED
