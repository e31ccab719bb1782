"""What the kernel asks of the control plane: the deterministic rules beside the model, as Protocols."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.message import Message
from desktop_mem.memory.passage import Hit
from desktop_mem.memory.reminder import Fallen, Reminder, When
from desktop_mem.memory.source import View
from desktop_mem.memory.update import WorkingSetMeasured
from desktop_mem.memory.working_context import SectionState


class TimePhrases(Protocol):
    """Reads times as people phrase them ("in an hour and a quarter", "every weekday at 9", "明天下午三点")."""

    def parse(self, phrase: str, now: datetime) -> When:
        """The time that the phrase names, later than `now`. Raises `Refused` with a sentence that shows phrases it knows."""
        ...

    def find(self, text: str, now: datetime) -> str:
        """The longest stretch of `text`, letter for letter, that names such a time; empty when none does."""
        ...

    def next_due(self, when: When, after: datetime) -> datetime | None:
        """When it is due next, later than `after`: by the wall clock of the zone that holds at that time; None when it never is again."""
        ...


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is worth bringing into view for a question: `hits`, best first; the addresses of what is worth it and `in_view` already; and
    whether it was remembered from an earlier question (`from_cache`) and not searched for.
    """

    hits: tuple[Hit, ...]
    in_view: tuple[str, ...] = ()
    from_cache: bool = False


class PageIn(Protocol):
    """Chooses what to bring into the window before the model answers a user message."""

    def choose(self, query: str, *, in_view: frozenset[str], before: str) -> Chosen:
        """Hits worth their tokens, best first; none of `in_view`, none newer than the address `before`."""
        ...


class WorkingSet(Protocol):
    """Counts what was brought into view, and what of it served."""

    def brought(self, chosen: Chosen, shown: Sequence[Hit]) -> None:
        """These of what was chosen for a question stand in view now."""
        ...

    def answered(self, reply: str) -> WorkingSetMeasured:
        """The question was answered so (empty: not at all); all that was counted."""
        ...


@dataclass(frozen=True, slots=True)
class Evicted:
    """What leaves the queue, in its order; and what is older than some of it and stays all the same, with the reason."""

    addresses: tuple[str, ...]
    spared: tuple[tuple[str, str], ...] = ()


class Eviction(Protocol):
    """Chooses what leaves the queue at a flush."""

    def choose(self, queue: Sequence[Message], tokens: int, *, keep: frozenset[str], summary: str) -> Evicted:
        """The messages that go so that at least `tokens` are freed (or as many as can be); none of `keep`.

        `summary` is the address of the summary in view, which the flush before wrote.
        """
        ...


@dataclass(frozen=True, slots=True)
class Noted:
    """A line for the section `label` that the program writes itself, in the place of the line that it `replaces` (empty: a new one)."""

    label: str
    text: str
    replaces: str = ""


class WriteBack(Protocol):
    """Knows which facts the user plainly told, and which of them nobody has written."""

    def due(self, message: Message, newer: Sequence[Message], section: SectionState) -> Sequence[Noted]:
        """What is still to be written of a message of the user into the section; `newer` are later messages in view."""
        ...


class Coherence(Protocol):
    """Compares the lines of sections."""

    def twin(self, line: str, lines: Sequence[str]) -> str:
        """The first of the lines that says the same as this one; empty when none does."""
        ...

    def fuller(self, one: str, other: str) -> str:
        """Of two lines that say the same the one that says more; the first of equals."""
        ...

    def conflict(self, line: str, lines: Sequence[str]) -> str:
        """The first of the lines that cannot hold together with this one; empty when all can."""
        ...


class Quoting(Protocol):
    """Answers where there is no model."""

    def reply(self, said: str, hits: Sequence[Hit], sections: Sequence[SectionState]) -> str:
        """What the program says to a message of the user: the hits, and what the sections say of it, as quotes with their addresses and
        marked as such; in the language of the message.
        """
        ...


class ReminderPlane(Protocol):
    """What the control plane knows of reminders: it reads their times, tells when they fall due, and words what is certain."""

    def reminder(self, phrase: str, message: str, now: datetime, cause: str) -> Reminder:
        """A reminder at the time that the phrase names. Raises `Refused`."""
        ...

    def names_time(self, text: str, now: datetime) -> bool:
        """Whether the text names a time to come."""
        ...

    def request(self, text: str, now: datetime) -> FunctionCall | None:
        """The `set_reminder` call that the user's text plainly asks for, if it does."""
        ...

    def confirmation(self, reminder: Reminder, like: str) -> str:
        """A sentence that says what was set and for when, in the language of `like`."""
        ...

    def misread(self, phrase: str, like: str) -> str:
        """A sentence that says that no time could be read in the phrase, and how to write one, in the language of `like`."""
        ...

    def fall_due(self, reminder: Reminder, now: datetime) -> Fallen | None:
        """What to tell of a reminder whose time has come, and None for one that still waits."""
        ...

    def as_the_clock_stands(self, reminder: Reminder, now: datetime) -> Reminder:
        """The reminder with its next time by the clock and zone as they are now; the same one where nothing has to change."""
        ...


@dataclass(frozen=True, slots=True)
class ProposedWrite:
    """A lasting change that the model wants: `kind` is `section`, `passage`, `reminder`, `topic` or `pause`.

    `text` is what it says that was not there before, `replaced` what it takes away; `label` names the section, `when` is the
    phrase for the time of a reminder.
    """

    kind: str
    text: str
    replaced: str = ""
    label: str = "human"
    when: str = ""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What becomes of a proposed write: it is done, or `refusal` says why not, or `waits_for` says what the user has to decide.

    `sources` are the addresses that it rests on.
    """

    sources: tuple[str, ...] = ()
    refusal: str = ""
    waits_for: str = ""


class WriteGate(Protocol):
    """Judges every lasting change that the model proposes, and says what a reply rests on."""

    def judge(self, write: ProposedWrite, view: View) -> Judgement:
        """Whether the write is done at once, refused with a sentence, or left to the user."""
        ...

    def grounds(self, reply: str, view: View) -> tuple[str, ...]:
        """The addresses that a reply to the user rests on, oldest first; none: it is not from memory."""
        ...


@dataclass(frozen=True, slots=True)
class ControlPlane:
    """The deterministic rules beside the model: what is paged in and what of it served, what is evicted, what may be written, what is
    certain about reminders, what is said where there is no model, what a section says twice or in conflict, and what is written
    although the model did not write it (None: nothing).
    """

    page_in: PageIn
    working_set: WorkingSet
    eviction: Eviction
    reminders: ReminderPlane
    gate: WriteGate
    quoting: Quoting
    coherence: Coherence
    write_back: WriteBack | None = None
