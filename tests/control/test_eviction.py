"""Eviction: the oldest leaves first; what was used since the last flush gets one second chance."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_mem.control.eviction import OldestFirst, SecondChance
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.ports import SummaryRecord

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
NOBODY: frozenset[str] = frozenset()


class Summaries:
    """The summaries of a journal."""

    def __init__(self, *records: SummaryRecord) -> None:
        self._records = records

    def changes(self, cause: str) -> list:
        return []

    def summary(self, address: str) -> SummaryRecord:
        return self._records[int(address[1:]) - 1]

    def chain(self, address: str) -> list:
        return []


def at(minute: int) -> datetime:
    return NOON + timedelta(minutes=minute)


def user(number: int, text: str = "hello") -> Message:
    return Message(Role.USER, text, at(number), f"m{number}", tokens=10)


def reply(number: int, text: str = "all right") -> Message:
    return Message(Role.ASSISTANT, text, at(number), f"m{number}", call=FunctionCall("send_message", {"message": text}), tokens=10)


def call(number: int, **arguments: str) -> Message:
    return Message(Role.ASSISTANT, "", at(number), f"m{number}", call=FunctionCall("open_page", arguments), tokens=10)


def result(number: int, text: str) -> Message:
    return Message(Role.FUNCTION, text, at(number), f"m{number}", tokens=10)


def block(number: int, text: str) -> Message:
    return Message(Role.EVENT, text, at(number), f"m{number}", turn=f"m{number + 1}", tokens=10)


def clock(*records: SummaryRecord) -> SecondChance:
    return SecondChance(Summaries(*records))


def test_without_use_the_oldest_leaves() -> None:
    queue = [user(1), reply(2), user(3), reply(4)]
    assert clock().choose(queue, 15, keep=NOBODY, summary="").addresses == ("m1", "m2")


@pytest.mark.parametrize(
    ("used", "spared"),
    [
        (reply(4, "You told me so [m1]."), (("m1", "cited"),)),
        (result(4, "ok: 1 of 1, page 1 of 1.\n[m1 2026-03-02 user] hello"), (("m1", "cited"),)),
        (call(4, address="m1"), (("m1", "cited"),)),
        (reply(4, "Take the M1, or section d3#m1."), ()),
    ],
)
def test_what_was_cited_stays_once(used: Message, spared: tuple[tuple[str, str], ...]) -> None:
    queue = [user(1), user(2), user(3), used, user(5), user(6)]
    evicted = clock().choose(queue, 10, keep=NOBODY, summary="")
    assert evicted.spared == spared
    assert evicted.addresses == (("m2",) if spared else ("m1",))


def test_a_chance_is_spent_by_the_flush() -> None:
    queue = [user(1), user(2), user(3), reply(4, "As you said in m1."), user(6), user(7), user(8)]
    flushed = SummaryRecord("notes", ("m0",), at(5), address="s1")
    assert clock(flushed).choose(queue, 10, keep=NOBODY, summary="s1").addresses == ("m1",)
    by_hand = SummaryRecord("my own notes", (), at(9), by="user", address="s2", before="s1")
    before_it = SummaryRecord("notes", ("m0",), at(3), address="s1")
    assert clock(before_it, by_hand).choose(queue, 10, keep=NOBODY, summary="s2").spared == (("m1", "cited"),)


def test_a_page_in_block_stays_once_and_longer_when_a_reply_rests_on_it() -> None:
    queue = [block(1, "[p7 notes.pdf, page 4] The key is under the mat."), user(2), reply(3), user(4), reply(5), user(6)]
    assert clock().choose(queue, 10, keep=NOBODY, summary="").spared == (("m1", "paged in"),)
    flushed = SummaryRecord("notes", ("m0",), at(2), address="s1")
    assert clock(flushed).choose(queue, 10, keep=NOBODY, summary="s1").spared == ()
    queue[2] = reply(3, "Under the mat [p7].")
    assert clock(flushed).choose(queue, 10, keep=NOBODY, summary="s1").spared == (("m1", "cited"),)


def test_what_a_topic_brought_back_into_view_stays_once() -> None:
    """It is in view although the summary in view covers it: it was paged in."""
    queue = [user(1), user(2), user(8), user(9)]
    left = SummaryRecord("notes", ("m1",), at(5), address="s1")
    assert clock(left).choose(queue, 10, keep=NOBODY, summary="s1").addresses == ("m2",)


def test_a_call_leaves_with_its_result() -> None:
    queue = [user(1), call(2, address="p1"), result(3, "ok: [p1] text"), reply(4), user(5)]
    for policy in (OldestFirst(), clock()):
        assert policy.choose(queue, 11, keep=NOBODY, summary="").addresses == ("m1", "m2", "m3")


def test_a_call_stays_with_the_result_that_its_reply_rests_on() -> None:
    queue = [call(2, address="p1"), result(3, "ok: [p1] text"), reply(4, "It says so [p1]."), user(5), user(6), user(7), user(8)]
    evicted = clock().choose(queue, 20, keep=NOBODY, summary="")
    assert evicted.addresses == ("m4", "m5")
    assert evicted.spared == (("m2", "cited"), ("m3", "cited"))


def test_second_chances_take_at_most_half_of_what_stays() -> None:
    """The newest words of the conversation come before old finds; what was cited comes before what was only paged in."""
    queue = [block(n, f"[p{n}] text") for n in range(1, 9)] + [user(9), reply(10, "So says p2.")]
    evicted = clock().choose(queue, 60, keep=frozenset({"m10"}), summary="")
    assert evicted.spared == (("m2", "cited"),)
    assert evicted.addresses == ("m1", "m3", "m4", "m5", "m6", "m7")


def test_where_nothing_else_is_left_chances_do_not_count() -> None:
    queue = [user(1), reply(2, "See m1.")]
    assert clock().choose(queue, 10, keep=frozenset({"m2"}), summary="").addresses == ("m1",)


def test_oldest_first_gives_no_chances() -> None:
    queue = [user(1), user(2), reply(3, "See m1."), user(4)]
    assert OldestFirst().choose(queue, 10, keep=NOBODY, summary="").addresses == ("m1",)


@given(st.lists(st.sampled_from(["user", "reply", "cites", "call", "block"]), max_size=30), st.integers(0, 400))
def test_what_can_be_freed_is_freed_and_what_is_kept_stays(kinds: Iterable[str], tokens: int) -> None:
    queue: list[Message] = []
    for kind in kinds:
        number = len(queue) + 1
        match kind:
            case "user":
                queue.append(user(number))
            case "reply":
                queue.append(reply(number))
            case "cites":
                queue.append(reply(number, f"See m{max(1, number - 3)}."))
            case "block":
                queue.append(block(number, "[p3] x"))
            case "call":
                queue += [call(number), result(number + 1, "ok: [p3] x")]
    keep = frozenset(m.address for m in queue[-1:])
    for policy in (OldestFirst(), clock()):
        evicted = policy.choose(queue, tokens, keep=keep, summary="")
        freed = sum(m.tokens for m in queue if m.address in evicted.addresses)
        most = sum(m.tokens for m in queue if m.address not in keep)
        assert freed >= min(tokens, most)
        assert freed < max(1, tokens + 20) or freed == most
        assert keep.isdisjoint(evicted.addresses)
        assert evicted.addresses == policy.choose(queue, tokens, keep=keep, summary="").addresses
