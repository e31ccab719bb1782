"""Support: whether one clause of the sources says what a claim says, of the same people, in the same way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from textwrap import shorten
from typing import Final

from desktop_mem.control import lexicon as known
from desktop_mem.control.clause_relations import related_thing, says_relation
from desktop_mem.control.clause_words import Word
from desktop_mem.control.clauses import Clause


@dataclass(frozen=True, slots=True)
class Links:
    """Which names belong to which people ("my sister Lena"); two names of one relation are two people."""

    pairs: frozenset[tuple[str, str]]

    def same(self, one: str, other: str) -> bool:
        """Whether the two keys name the same person."""
        if one == other or (one, other) in self.pairs or (other, one) in self.pairs:
            return True
        mine, theirs = set(one.split()), set(other.split())
        return "/" not in one + other and (mine <= theirs or theirs <= mine)

    def meets(self, ones: Iterable[str], others: Iterable[str]) -> bool:
        """Whether the two groups have a person in common."""
        others = tuple(others)
        return any(self._is(one, other, others) for one in ones for other in others)

    def _is(self, one: str, other: str, people: Iterable[str]) -> bool:
        """Whether the two are the same person; a relation beside a name is that name's and no other's."""
        if not self.same(one, other):
            return False
        if "/" in one or "/" not in other:
            return True
        return not any((other, name) in self.pairs and not self.same(one, name) for name in people if "/" not in name)

    def among(self, one: str, people: Iterable[str]) -> bool:
        """Whether a person is one of the people, or the one whose relation one of them is."""
        people = tuple(people)
        return any(self._is(one, other, people) or other.startswith(f"{one}/") for other in people)


@dataclass(frozen=True, slots=True)
class Support:
    """The indices of the sources that support a claim, or the sentence that says what nobody said."""

    sources: frozenset[int]
    refusal: str = ""
    opposed: bool = False


def links_of(clauses: Sequence[Clause]) -> Links:
    """Who is who, by what stands side by side ("my sister Lena", "my sister's name is Lena", "I'm Anna", "我叫李娜")."""
    pairs: set[tuple[str, str]] = set()
    last: Word | None = None
    for clause in clauses:
        if clause.own_subject:
            last = None
        for word in clause.words:
            if word.kind in ("person", "name", "owner"):
                if last is not None and _can_be(last, word):
                    pairs.add((last.key, word.key))
                last = last if last is not None and last.plural and word.kind == "name" else word
            elif word.kind == "mark" or not (word.kind == "stop" or word.key == "name" or _is_plain_adjective(word)):
                last = None
    return Links(frozenset(pairs))


def _is_plain_adjective(word: Word) -> bool:
    return word.kind == "word" and word.key in {"new", "old", "oldest", "best", "younger", "older", "big", "little", "full", "first"}


def _can_be(one: Word, other: Word) -> bool:
    """Whether a name and a person who are told side by side are one: two names or two relations are not."""
    if one.kind == "owner":
        return other.kind == "name" and ("/" in one.key or one.key in ("user", "assistant"))
    if one.kind == "name":
        return "/" in other.key and other.kind == "person"
    return (other.kind == "name" and one.key not in ("assistant", "he", "she", "they")) or (one.key == "assistant" and other.kind == "name")


@dataclass(slots=True)
class Weighing:
    """Weighs one claim against all clauses; the newest that says all of it, or its opposite, decides."""

    clauses: tuple[Clause, ...]
    links: Links
    claim: Clause
    kept: tuple[Clause, ...]
    _kept_words: tuple[Word, ...] = field(default=())

    def decide(self) -> Support:
        """Grounds or a refusal, with the nearest reason."""
        self._kept_words = tuple(
            word for clause in self.kept for word in clause.words if self.links.meets(clause.subjects, self.claim.subjects)
        )
        if all(word.key == "name" for word in self.claim.terms):
            return self._identity()
        for own in (True, False):
            for clause in reversed(self.clauses):
                if clause.asked or not self._of_same_people(clause) or not self._covers(clause, own):
                    continue
                if self._opposes(clause):
                    return self._refused("the opposite was said", opposed=True)
                if self._in_same_mood(clause) and self._numbers_agree(clause, own):
                    return Support(frozenset({clause.source}))
        return self._refused(self._why())

    def _opposes(self, clause: Clause) -> bool:
        """Whether the clause says the opposite; what somebody used to do they do no longer."""
        return (clause.negated or ("past" in clause.moods and "past" not in self.claim.moods)) != self.claim.negated

    def share(self, clause: Clause) -> float:
        """How much of the claim's words the clause has, 0 where it is of other people or says the opposite."""
        if not self._of_same_people(clause) or clause.negated != self.claim.negated or not self._numbers_agree(clause, True):
            return 0.0
        wanted = [word for word in self.claim.words if word in self.claim.terms or word.kind == "name"]
        exact = ("name", "number", "date", "time")
        if any(word.kind in exact and not self._has(word, clause, clause.words) for word in wanted):
            return 0.0
        return sum(self._has(word, clause, clause.words) for word in wanted) / len(wanted) if wanted else 0.0

    def _identity(self) -> Support:
        """A claim that only says who is who."""
        people = [word.key for word in self.claim.words if word.kind in ("person", "name", "owner")]
        for clause in reversed(self.clauses):
            named = clause.people
            presupposed = any(word.owned and self.links.meets([word.key], people) for word in clause.words)
            if not all(self.links.among(person, named) for person in people) or not (presupposed or self._is_related(clause)):
                continue
            said = not clause.asked and clause.negated == self.claim.negated and self._in_same_mood(clause)
            if (said and not (presupposed and self.claim.negated)) or (presupposed and not self.claim.negated):
                if self._linked(people):
                    return Support(frozenset({clause.source}))
            elif not clause.asked and clause.negated != self.claim.negated:
                return self._refused("the opposite was said", opposed=True)
        return self._refused("")

    def _linked(self, people: Sequence[str]) -> bool:
        """Whether all names of the claim belong to the people beside them."""
        names = [word.key for word in self.claim.words if word.kind == "name"]
        others = [person for person in people if person not in names] or sorted(self.claim.subjects)
        return all(self.links.meets([name], others) for name in names) if others else True

    def _of_same_people(self, clause: Clause) -> bool:
        claimed = self.claim.subjects
        if not claimed:
            return (
                not clause.subjects
                or not clause.own_subject
                or bool(clause.subjects & {"user"})
                or self.links.meets(clause.subjects, self.claim.people)
            )
        if not clause.subjects:
            return "user" in claimed or self.links.meets(claimed, clause.about) or self.links.meets(claimed, clause.people)
        if all(self.links.among(person, clause.subjects | clause.people) for person in claimed) and self._meets_as_subject(claimed, clause):
            return True
        return self._turned_round(clause)

    def _meets_as_subject(self, claimed: frozenset[str], clause: Clause) -> bool:
        return self.links.meets(claimed, clause.subjects)

    def _turned_round(self, clause: Clause) -> bool:
        """Whether the claim says the same from the other side: passive, or lend for borrow, give for get."""
        if not all(self.links.among(person, clause.people - clause.subjects) for person in self.claim.subjects):
            return False
        keys = {word.key for word in clause.words}
        inverse = any(known.INVERSE.get(word.key) in keys for word in self.claim.terms)
        passive = any(word.raw in ("was", "were", "been", "be", "被") for word in self.claim.words)
        return passive or (inverse and self.links.meets(clause.subjects, self.claim.people - self.claim.subjects))

    def _covers(self, clause: Clause, own: bool) -> bool:
        words = clause.words if own else clause.words + clause.context
        if not own and not (clause.context or self._kept_words):
            return False
        if not own and not self._carries_on(clause):
            return False
        if not all(self._has(word, clause, words) or (not own and self._is_kept(word)) for word in self._wanted()):
            return False
        return not own or self._is_related(clause)

    def _is_related(self, clause: Clause) -> bool:
        """Whether what the claim says somebody is or has is said so, and not only mentioned."""
        thing, forms = related_thing(self.claim.words)
        if thing is None or not self.claim.subjects:
            return True
        wanted = tuple(self._wanted())
        return says_relation(
            clause.words,
            forms,
            lambda word: self._has(thing, clause, (word,)) and word.kind != "stop",
            lambda word: any(self._has(claimed, clause, (word,)) for claimed in wanted),
        )

    def _carries_on(self, clause: Clause) -> bool:
        """Whether the clause itself says what is new in the claim; one about somebody else than its context says what they do, too."""
        for word in self.claim.terms:
            counts = word.kind in ("number", "date", "time") and any(own.kind == word.kind for own in clause.words)
            if counts and not self._has(word, clause, clause.words):
                return False
        says_what = any(word.kind in ("word", "han", "turned") for word in clause.words)
        if says_what and clause.own_subject and clause.subjects and self.claim.terms and not self._is_kept(self.claim.terms[0]):
            return self._has(self.claim.terms[0], clause, clause.words)
        return any(self._has(word, clause, clause.words) for word in self._new_terms())

    def _new_terms(self) -> list[Word]:
        new = [word for word in self._wanted() if not self._is_kept(word)]
        return new or list(self._wanted())

    def _is_kept(self, word: Word) -> bool:
        return any(word.kind == old.kind and word.key == old.key for old in self._kept_words)

    def _wanted(self) -> Iterator[Word]:
        """The words of the claim that must have been said."""
        names = [word.key for word in self.claim.words if word.kind == "name"]
        for place, word in enumerate(self.claim.words):
            if word.key == "work" and [other.raw.lower() for other in self.claim.words[place + 1 : place + 2]] == ["as"]:
                continue
            if word.key == "name" and word.kind == "word" and names and self._linked(sorted(self.claim.people)):
                continue
            if word.kind in ("word", "han", "number", "date", "time", "turned", "name") or (
                word.kind in ("person", "owner") and "/" in word.key
            ):
                yield word

    def _has(self, word: Word, clause: Clause, words: Sequence[Word]) -> bool:
        if word.kind in ("person", "owner", "name"):
            return self.links.among(word.key, {other.key for other in words if other.kind in ("person", "owner", "name")} | clause.subjects)
        if word.kind == "date":
            return any(day.said_by(said) for other in words if other.kind == "date" for day in word.days for said in other.days)
        if word.kind in ("number", "time"):
            return any(other.kind == word.kind and other.key == word.key for other in words)
        if word.kind == "han":
            return _has_run(word.raw, "".join(other.raw for other in words))
        turned = word.key in known.INVERSE and not self._meets_as_subject(self.claim.subjects, clause)
        accepted = {known.INVERSE[word.key] if turned else word.key, *known.FOLLOWS.get(word.key, ())}
        moved = word.key == "live" and self._is_moving(words)
        return any(
            other.key in accepted
            for other in words
            if other.kind in ("word", "turned", "name", "han") and not (moved and other.key == "move")
        )

    def _is_moving(self, words: Sequence[Word]) -> bool:
        """Whether a move is still to come."""
        raws = {word.raw.lower() for word in words}
        return "moving" in raws or "will" in raws or "move" in raws or "moves" in raws

    def _in_same_mood(self, clause: Clause) -> bool:
        mine, theirs = self.claim.moods, clause.moods - ({"past"} if self.claim.negated else set())
        asked_for = not clause.subjects and any(word.raw.lower() in ("me", "叫我") for word in clause.words)
        if mine == theirs or (mine - theirs == {"wish"} and (asked_for or "assistant" in clause.subjects)):
            return True
        return mine >= theirs and mine - theirs <= {"wish"} and bool(theirs)

    def _numbers_agree(self, clause: Clause, own: bool) -> bool:
        """Whether each number of the claim stands beside the same word as in the clause, where that has several numbers."""
        words = clause.words if own else clause.words + clause.context
        if _tells_age(self.claim.words) and not (_tells_age(words) or len(clause.terms) == 1):
            return False
        said = _counted(words)
        return all(
            not (beside and beside in set().union(*said.values()) and beside not in said.get(number, {beside}))
            for number, besides in _counted(self.claim.words).items()
            for beside in besides
        )

    def _why(self) -> str:
        """The nearest reason for which nothing supports the claim."""
        asserted = [clause for clause in self.clauses if not clause.asked]
        missing = [word for word in self._wanted() if not any(self._has(word, clause, clause.words) for clause in asserted)]
        if missing:
            return ", ".join(f'"{word.raw}"' for word in missing[:3]) + " does not occur in what was said"
        whole = [clause for clause in asserted if self._covers(clause, True)]
        if any(not self._of_same_people(clause) for clause in whole):
            return "it was said of somebody else"
        return "it was only said as a possibility" if whole else "it was not said in one place of the same person"

    def _refused(self, why: str, *, opposed: bool = False) -> Support:
        said = shorten(" ".join(word.raw for word in self.claim.words if word.kind != "mark"), _LONGEST_QUOTE, placeholder=" …")
        return Support(
            frozenset(),
            f"nobody said that: {said}{f' ({why})' if why else ''}. Write only what was said, in the user's own words.",
            opposed,
        )


def _tells_age(words: Sequence[Word]) -> bool:
    return any(word.kind == "number" for word in words) and any(
        word.raw.lower() in ("old", "aged", "age", "岁", "turn", "turns", "turned") for word in words
    )


_LONGEST_QUOTE: Final = 80
_MEASURES: Final = frozenset(("mg", "ml", "g", "kg", "gram", "cm", "m", "km", "euro", "eur", "dollar", "percent"))


def _counted(words: Sequence[Word]) -> dict[str, set[str]]:
    """For each number the key of the word behind it, and of a plain measure the one behind that."""
    counted: dict[str, set[str]] = {}
    for place, word in enumerate(words):
        if word.kind == "number":
            following = [w for w in words[place + 1 : place + 4] if w.kind in ("word", "han", "person")]
            if len(following) > 1 and following[0].key in _MEASURES:
                del following[0]
            if following:
                counted.setdefault(word.key, set()).add(following[0].key)
    return counted


def _has_run(run: str, said: str) -> bool:
    """Whether a run of Chinese characters was said, in pieces of at least two characters (a lone one: itself)."""
    if run in said:
        return True
    place = 0
    while place < len(run):
        size = next((size for size in range(len(run) - place, 1, -1) if run[place : place + size] in said), 0)
        if not size:
            return False
        place += size
    return True
