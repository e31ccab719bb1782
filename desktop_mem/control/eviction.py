"""Eviction: which messages leave the queue at a flush, oldest first, with a second chance for what was used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from desktop_mem.memory.heartbeat import SEND_MESSAGE
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.plane import Evicted
from desktop_mem.memory.ports import Ledger, SummaryRecord

CITED, PAGED_IN = "cited", "paged in"
_NAMED: Final = re.compile(r"(?<![\w#/.-])[mp][1-9]\d{0,17}(?![\w-])")
_SHOWN: Final = re.compile(r"\[([mp][1-9]\d{0,17})(?=[\s\]#])")
_SPARED_SHARE: Final = 0.5
"""Second chances hold at most this share of what a flush leaves: the newest words of the conversation come before old finds."""


@dataclass(frozen=True, slots=True)
class _Unit:
    """Messages that leave together: a call with its results, or any other message alone."""

    messages: tuple[Message, ...]

    @property
    def addresses(self) -> tuple[str, ...]:
        return tuple(message.address for message in self.messages)

    @property
    def tokens(self) -> int:
        return sum(message.tokens for message in self.messages)

    @property
    def shown(self) -> frozenset[str]:
        """The addresses of what lies outside the queue and is shown here."""
        texts = (m.text for m in self.messages if m.role in (Role.FUNCTION, Role.EVENT))
        return frozenset(address for text in texts for address in _SHOWN.findall(text))


class OldestFirst:
    """Evicts from the head of the queue; a call and its result leave together."""

    def choose(self, queue: Sequence[Message], tokens: int, *, keep: frozenset[str], summary: str) -> Evicted:
        """See `Eviction.choose`."""
        units = list(_units(queue))
        return _evicted(queue, units, tokens, keep, {})


class SecondChance:
    """The clock: oldest first, but what was cited or paged in since the last flush is passed over once.

    Nothing is kept for it: what happened since the last flush is read from the queue, and when that was, from the summary in view,
    so that a restart changes nothing. What is spared takes at most half of what the flush leaves; what was cited comes first.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def choose(self, queue: Sequence[Message], tokens: int, *, keep: frozenset[str], summary: str) -> Evicted:
        """See `Eviction.choose`."""
        units = list(_units(queue))
        chances = _chances(units, self._last_pass(summary))
        room = (sum(message.tokens for message in queue) - tokens) * _SPARED_SHARE
        spared: dict[int, str] = {}
        for reason in (CITED, PAGED_IN):
            for place in sorted((at for at, why in chances.items() if why == reason), reverse=True):
                if units[place].tokens <= room and keep.isdisjoint(units[place].addresses):
                    spared[place] = reason
                    room -= units[place].tokens
        return _evicted(queue, units, tokens, keep, spared)

    def _last_pass(self, summary: str) -> SummaryRecord | None:
        """The summary of the last flush; a summary that the user wrote since is none."""
        record = self._ledger.summary(summary) if summary else None
        while record is not None and record.by == "user":
            record = self._ledger.summary(record.before) if record.before else None
        return record


def _units(queue: Iterable[Message]) -> Iterator[_Unit]:
    held: list[Message] = []
    for message in queue:
        if held and message.role is not Role.FUNCTION:
            yield _Unit(tuple(held))
            held = []
        held.append(message)
    if held:
        yield _Unit(tuple(held))


def _evicted(queue: Sequence[Message], units: Sequence[_Unit], tokens: int, keep: frozenset[str], spared: dict[int, str]) -> Evicted:
    """The oldest, without what is spared; that too where it is not enough, and at last what belongs to a message that is kept."""
    whole = [at for at, unit in enumerate(units) if keep.isdisjoint(unit.addresses)]
    rounds = [[at for at in whole if at not in spared], [at for at in whole if at in spared]]
    leaving: set[str] = set()
    gone: set[int] = set()
    for at in (place for each in rounds for place in each):
        if tokens <= 0:
            break
        leaving.update(units[at].addresses)
        gone.add(at)
        tokens -= units[at].tokens
    for message in (m for unit in units for m in unit.messages if m.address not in keep and m.address not in leaving):
        if tokens <= 0:
            break
        leaving.add(message.address)
        tokens -= message.tokens
    last = max(gone, default=-1)
    reasons = ((address, why) for at, why in sorted(spared.items()) if at < last and at not in gone for address in units[at].addresses)
    return Evicted(tuple(m.address for m in queue if m.address in leaving), tuple(reasons))


def _chances(units: Sequence[_Unit], last: SummaryRecord | None) -> dict[int, str]:
    """The units that were used since the last flush, and how."""
    since = last.created_at if last else None
    covered = frozenset(last.covers) if last else frozenset[str]()
    written, found = _cited(units, since)
    chances: dict[int, str] = {}
    for at, unit in enumerate(units):
        own = frozenset(unit.addresses)
        if not (written | found).isdisjoint(own) or not written.isdisjoint(unit.shown):
            chances[at] = CITED
        elif not own.isdisjoint(covered) or (_is_page_in(unit) and _is_new(unit.messages[0], since)):
            chances[at] = PAGED_IN
    return chances


def _cited(units: Sequence[_Unit], since: datetime | None) -> tuple[frozenset[str], frozenset[str]]:
    """The addresses that replies, thoughts and pages opened since then name, and those that searches came upon."""
    written: set[str] = set()
    found: set[str] = set()
    for message in (m for unit in units for m in unit.messages if _is_new(m, since)):
        if message.role is Role.ASSISTANT:
            written.update(_NAMED.findall(_written(message)))
        elif message.role is Role.FUNCTION:
            found.update(_SHOWN.findall(message.text))
    return frozenset(written), frozenset(found)


def _written(message: Message) -> str:
    """What of an assistant's message can name an address that it rests on or goes to."""
    call = message.call
    if call is None or call.function == SEND_MESSAGE:
        return f"{message.text} {call.thought if call else ''}"
    return f"{call.thought} {call.arguments.get('address', '')}"


def _is_page_in(unit: _Unit) -> bool:
    """Whether this is a block that the control plane put in front of a message."""
    message = unit.messages[0]
    return message.role is Role.EVENT and bool(message.turn) and bool(unit.shown)


def _is_new(message: Message, since: datetime | None) -> bool:
    return since is None or message.created_at > since
