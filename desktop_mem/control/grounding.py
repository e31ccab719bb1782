"""Grounding: whether a proposed memory says what somebody said, and on which addresses a reply rests."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from desktop_mem.control import lexicon as known
from desktop_mem.control.clause_support import Links, Support, Weighing, links_of
from desktop_mem.control.clause_words import Reader, small_words, told_names
from desktop_mem.control.clauses import Clause, ClauseReader
from desktop_mem.memory.source import Origin, Source

_YES = re.compile(r"^\s*(?:yes|yeah|yep|correct|right|exactly|sure|对|对的|是|是的|没错|嗯)(?:[\s.!,，。！]+|$)", re.IGNORECASE)
_NO = re.compile(r"^\s*(?:no|nope|wrong|不是?|不对|没有)(?:[\s.!,，。！]+|$)", re.IGNORECASE)
_SHORT_ANSWER = 60
_LEAST_SHARE, _LEAST_TERMS = 0.6, 2


@dataclass(frozen=True, slots=True)
class Write:
    """A proposed write to a section: the new text, the text that it replaces (or empty), and the section's label.

    Without a label it is a note, in which a clause without a subject is not about the user.
    """

    text: str
    replaced: str = ""
    label: str = "human"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`addresses` are the grounds, oldest first; `refusal` is empty, or a sentence that says what nobody said."""

    addresses: tuple[str, ...]
    refusal: str = ""

    @property
    def grounded(self) -> bool:
        """Whether the write may be carried out."""
        return not self.refusal


def check(write: Write, sources: Sequence[Source]) -> Verdict:
    """Whether all that the write says was said. What it only keeps of the text that it replaces needs no grounds."""
    view = _View.of(sources, write.text, write.label)
    kept = list(view.claims(write.replaced, write.label)) if write.replaced else []
    grounds: set[int] = set()
    for claim in view.claims(write.text, write.label):
        support = view.support(claim, kept)
        if not support.refusal or (not support.opposed and any(_says_no_more(claim, old) for old in kept)):
            grounds |= support.sources
            continue
        return Verdict((), support.refusal)
    return Verdict(tuple(view.sources[place].address for place in sorted(grounds)))


def grounds_of(reply: str, sources: Sequence[Source]) -> tuple[str, ...]:
    """The addresses that a reply to the user rests on, oldest first; empty: it is not from memory."""
    view = _View.of(sources, reply, "human")
    grounds: set[int] = set()
    for claim in view.reader("assistant", "user", sources[-1].said_at if sources else None, "", 0).clauses(reply):
        grounds |= view.rests_on(claim)
    return tuple(view.sources[place].address for place in sorted(grounds))


@dataclass(frozen=True, slots=True)
class _View:
    """The sources as clauses, newest last, with who is who."""

    sources: tuple[Source, ...]
    clauses: tuple[Clause, ...]
    links: Links
    names: frozenset[str]
    small: frozenset[str]

    @classmethod
    def of(cls, sources: Sequence[Source], text: str, label: str) -> _View:
        names = frozenset[str]().union(*(told_names(source.text) for source in sources))
        small = frozenset[str]().union(*(small_words(source.text) for source in sources))
        view = cls(tuple(sources), (), Links(frozenset()), names, small)
        clauses = tuple(view._read())
        return replace(view, clauses=clauses, links=links_of(clauses))

    def reader(self, speaker: str, addressed: str, day: datetime | None, bare: str, source: int) -> ClauseReader:
        said = (day or datetime.now().astimezone()).date()
        return ClauseReader(Reader(speaker, addressed, said, self.names, self.small), bare, source)

    def _read(self) -> Iterator[Clause]:
        previous: list[Clause] = []
        third: frozenset[str] = frozenset()
        for place, source in enumerate(self.sources):
            if source.origin is Origin.ASSISTANT:
                previous = list(self.reader("assistant", "user", source.said_at, "user", place).clauses(source.text))
                continue
            by_user = source.origin is Origin.USER
            reader = self.reader("user" if by_user else "author", "assistant", source.said_at, "user" if by_user else "", place)
            reader.third = third if by_user else frozenset()
            text = known.ASKED_TO_KEEP.sub("", source.text) if by_user else source.text
            if by_user and previous and place and self.sources[place - 1].origin is Origin.ASSISTANT:
                answered, text = _answered(previous, text, place)
                yield from answered
                reader.previous = previous[-1] if previous[-1].asked else None
                reader.last = previous[-1].subjects if previous[-1].asked and len(text) < _SHORT_ANSWER else frozenset()
                clauses = [_as_answer(clause, previous[-1]) for clause in reader.clauses(text)] if text else []
            else:
                clauses = list(reader.clauses(text))
            third = reader.third if by_user else third
            yield from clauses

    def claims(self, text: str, label: str) -> Iterator[Clause]:
        """What the write claims, clause by clause."""
        own = label == "persona"
        day = self.sources[-1].said_at if self.sources else None
        who = "assistant" if own else "user"
        reader = self.reader(who, "user", day, who if label else "", 0)
        reader.third = frozenset({who})
        whole = [clause for clause in reader.clauses(text) if clause.terms or clause.people]
        yield from _folded(whole)

    def support(self, claim: Clause, kept: Sequence[Clause]) -> Support:
        """What the newest clause that has to do with the claim makes of it."""
        return Weighing(self.clauses, links_of([*self.clauses, *kept]) if kept else self.links, claim, tuple(kept)).decide()

    def rests_on(self, claim: Clause) -> set[int]:
        """The sources that say most of what a clause of a reply says."""
        weighing = Weighing(self.clauses, self.links, claim, ())
        count = len(claim.terms) + sum(word.kind == "name" for word in claim.words)
        found: set[int] = set()
        for clause in self.clauses:
            share = weighing.share(clause)
            if not clause.asked and share >= _LEAST_SHARE and share * count >= min(_LEAST_TERMS, max(1, count)) and count:
                found.add(clause.source)
        return found


def _answered(question: Iterable[Clause], text: str, place: int) -> tuple[list[Clause], str]:
    """What a yes or no to the assistant's question says, and the rest of the answer."""
    yes, no = _YES.match(text), _NO.match(text)
    match = yes or no
    if match is None:
        return [], text
    said = [
        replace(clause, asked=False, negated=clause.negated != bool(no), source=place) for clause in question if clause.asked or yes is None
    ]
    return said, text[match.end() :]


def _as_answer(clause: Clause, question: Clause) -> Clause:
    """A short answer goes on from its question."""
    if not question.asked or clause.asked or len(clause.text) > _SHORT_ANSWER or (clause.own_subject and clause.subjects):
        return clause
    return replace(clause, context=question.words, subjects=question.subjects or clause.subjects, own_subject=False)


def _folded(claims: Sequence[Clause]) -> Iterator[Clause]:
    """Clauses that only name people go with the next one."""
    waiting: tuple[Clause, ...] = ()
    for claim in claims:
        if claim.terms or claim is claims[-1]:
            words = tuple(word for before in waiting for word in before.words) + claim.words
            subjects = frozenset().union(
                claim.subjects if claim.own_subject or not waiting else (), *(before.subjects for before in waiting)
            )
            yield replace(claim, words=words, subjects=subjects or claim.subjects)
            waiting = ()
        else:
            waiting = (*waiting, claim)


def _says_no_more(claim: Clause, old: Clause) -> bool:
    mine, theirs = ({(word.kind, word.key) for word in clause.words if word.kind not in ("stop", "mark")} for clause in (claim, old))
    return claim.negated == old.negated and claim.moods == old.moods and mine <= theirs and claim.subjects <= old.subjects | claim.people
