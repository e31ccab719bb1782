"""Grounding: what nobody said is refused, what was said passes, and a reply names what it rests on."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_mem.control.grounding import Verdict, Write, check, grounds_of
from desktop_mem.control.named_times import named_in
from desktop_mem.memory.source import Origin, Source

from .labelled_cases import proposed_writes, refusals

NOW = datetime(2026, 5, 8, 10).astimezone()
# Of the refusal, on each half: how many of the refused were rightly refused, and how many of the untrue were refused.
FLOORS = {"tuning": (0.97, 0.99), "held-out": (0.90, 0.98), "new": (0.90, 0.95)}


def _user(text: str, address: str = "m1") -> Source:
    return Source(address, text, Origin.USER, NOW)


def _check(text: str, *sources: Source) -> Verdict:
    return check(Write(text), sources)


@pytest.mark.parametrize("half", FLOORS)
def test_precision_and_recall_of_the_refusal_on_the_labelled_writes(half: str) -> None:
    """`tests/benchmarks/control_checks.py` prints the figures."""
    figures = refusals(half)
    assert figures.precision >= FLOORS[half][0]
    assert figures.recall >= FLOORS[half][1]


def test_there_are_at_least_three_hundred_labelled_writes_of_every_kind() -> None:
    kinds = Counter(case.kind for half in FLOORS for case in proposed_writes(half))
    assert sum(kinds.values()) >= 300
    assert set(kinds) == {"true", "paraphrase", "inferred", "invented", "mixed", "negated", "hedged"}
    assert min(kinds.values()) >= 10


@pytest.mark.parametrize(
    ("said", "write", "grounded"),
    [
        ("I met a nurse yesterday.", "User is a nurse", False),
        ("Please correct what you know: Tove and Sigrid run a ferry.", "Tove and Sigrid run a ferry.", True),
        ("Remember this: Tove runs a ferry.", "Tove runs a ferry.", True),
        ("Can you write this down: my car is a blue Volvo", "Car: blue Volvo", True),
        ("That's correct, I live in Oslo.", "Lives in Oslo", True),
        ("请记住：我住在杭州。", "住在杭州", True),
        ("Please correct this text: I lives in Oslo.", "Lives in Oslo", False),
        ("Write a poem: my car is blue", "Car: blue", False),
        ("I saw a cat in the garden.", "User has a cat", False),
        ("My sister gave me a book.", "User does not have a sister", False),
        ("My sister gave me a book.", "User has a sister", True),
        ("I don't have a sister.", "User has a sister", False),
        ("I don't have a sister.", "User does not have a sister", True),
        ("I don't see my sister often.", "User has a sister", True),
        ("I want a dog.", "User has a dog", False),
        ("我没有妹妹。", "用户有妹妹", False),
        ("I have a nut allergy.", "User is allergic to nuts", True),
        ("My sister lives in Rome. I visited her in March.", "The sister visited the user in March", False),
        ("The doctor said I should drink less coffee.", "The doctor drinks less coffee", False),
        ("I usually get up at six and go to bed at ten.", "User goes to bed at six", False),
        ("I'm moving to Bergen in autumn.", "User lives in Bergen", False),
        ("My son is two years older than my daughter. She is five.", "User's son is five", False),
        ("我不喜欢吃鱼，但我妈妈很喜欢。", "用户喜欢吃鱼", False),
        ("我住在Bergen。", "User lives in Bergen", True),
        ("Born 3.4.1980 in Graz.", "User was born on 4.3.1980", False),
    ],
)
def test_what_is_near_to_what_was_said_is_told_from_what_was(said: str, write: str, grounded: bool) -> None:
    assert _check(write, _user(said)).grounded is grounded


def test_the_refusal_names_what_nobody_said() -> None:
    verdict = _check("User works in a hospital", _user("I am a doctor."))
    assert verdict.addresses == ()
    assert verdict.refusal.startswith("nobody said that: user works in a hospital (")
    assert '"hospital"' in verdict.refusal


def test_the_grounds_are_the_addresses_of_what_was_said() -> None:
    sources = [
        _user("I live in Graz.", "m1"),
        _user("Nice weather.", "m2"),
        Source("d3#page=4", "The lease ends in May 2028.", Origin.DOCUMENT, NOW),
    ]
    assert _check("User lives in Graz. The lease ends in May 2028.", *sources).addresses == ("m1", "d3#page=4")


def test_the_assistants_own_words_are_no_grounds() -> None:
    assert not _check("User likes opera", Source("m1", "You like opera.", Origin.ASSISTANT, NOW)).grounded


def test_the_i_of_a_document_is_not_the_user() -> None:
    """A document could otherwise write what it likes into the user's memory by saying "I"."""
    document = Source("d1", "I live in Paris. My sister is Zoe.", Origin.DOCUMENT, NOW)
    assert not _check("User lives in Paris", document).grounded
    assert not _check("User's sister is Zoe", document).grounded


def test_a_refusal_does_not_repeat_a_long_text() -> None:
    assert len(_check("User " + "visited many places " * 30, _user("Hello.")).refusal) < 300


def test_what_was_said_last_counts() -> None:
    sources = [_user("I live in Oslo.", "m1"), _user("I don't live in Oslo any more.", "m9")]
    assert not _check("User lives in Oslo", *sources).grounded
    assert _check("User does not live in Oslo", *sources).addresses == ("m9",)


def test_a_replacement_needs_grounds_only_for_what_is_new() -> None:
    write = Write("Sister Lena lives in Rome and is a lawyer", replaced="Sister Lena lives in Oslo and is a lawyer")
    assert check(write, [_user("Lena moved to Rome.")]).grounded
    assert not check(write, [_user("Tom moved to Rome.")]).grounded


def test_without_any_source_every_write_is_refused() -> None:
    assert not check(Write("User likes tea"), []).grounded


SEEN = [
    _user("I moved to Bergen last month. My sister Lena lives in Oslo.", "m1"),
    Source("d1#page=4", "The lease ends on 30 September 2028.", Origin.DOCUMENT, NOW),
    _user("我对花生过敏。", "m5"),
]


@pytest.mark.parametrize(
    ("reply", "addresses"),
    [
        ("Your sister Lena lives in Oslo.", ("m1",)),
        ("Your lease ends on 30 September 2028, and you live in Bergen.", ("m1", "d1#page=4")),
        ("你对花生过敏。", ("m5",)),
        ("Lena lives in Bergen.", ()),
        ("Paris is the capital of France.", ()),
        ("Thank you! I'll remember that.", ()),
        ("You are not allergic to peanuts.", ()),
    ],
)
def test_a_reply_rests_on_addresses_or_is_not_from_memory(reply: str, addresses: tuple[str, ...]) -> None:
    assert grounds_of(reply, SEEN) == addresses


@given(st.text(max_size=120), st.text(max_size=120))
def test_no_text_makes_it_fail(said: str, write: str) -> None:
    check(Write(write, replaced=said), [_user(said)])
    grounds_of(write, [_user(said)])


@given(
    st.lists(
        st.sampled_from(
            [
                "I",
                "my",
                "Lena",
                "sister",
                "not",
                "and",
                "lives",
                "in",
                "Oslo",
                "is",
                "3",
                "who",
                "that",
                ",",
                ".",
                "?",
                "我",
                "妹妹",
                "住在",
                "三",
                "月",
                "year",
                "'s",
            ]
        ),
        max_size=30,
    )
)
def test_no_order_of_its_own_words_makes_it_fail(words: list[str]) -> None:
    check(Write(" ".join(words)), [_user(" ".join(reversed(words)))])


@pytest.mark.parametrize(
    ("one", "other"),
    [("4 July 1951", "1951-07-04"), ("July 4, 1951", "4.7.1951"), ("七月四号", "7月4日"), ("tomorrow", "2026-05-09"), ("两", "2"),
     ("3 pm", "15:00"), ("下午三点半", "15:30"),
     ("twenty-one", "21"), ("上个月", "2026-04"), ("two years ago", "2024"), ("一千", "1,000")],
)  # fmt: skip
def test_times_and_numbers_compare_across_the_ways_to_write_them(one: str, other: str) -> None:
    (first,), (second,) = named_in(one, NOW.date()), named_in(other, NOW.date())
    assert first.value == second.value
    assert bool(first.days) == bool(second.days)
    assert not first.days or second.days[0].said_by(first.days[0])
