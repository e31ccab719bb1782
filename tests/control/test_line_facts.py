"""Lines of a section: which contradict, and which say the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_mem.control.line_facts import contradict, contradictions, duplicates, fuller, same, single_in


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lives in Rome", "Lives in Oslo (since 2020)"),
        ("The user lives in Rome.", "Lives in Oslo"),
        ("User moved to Lisbon", "Lives in Oslo"),
        ("Name: Anna", "The user's name is Eva"),
        ("Name: Anna", "User is called Eva."),
        ("Birthday: 3 May", "The user's birthday is on May 4"),
        ("Birthday: 3 May 1990", "Was born on 3 May 1991"),
        ("Phone number: 555 0147", "Phone number: 555 0192"),
        ("Age: 34", "The user is 35 years old"),
        ("Wife: Ida", "The user's wife is called Nora"),
        ("Sister Lena lives in Rome", "Sister Lena lives in Oslo"),
        ("住在重庆", "用户住在成都"),
        ("姓名：王芳", "用户叫李梅"),
        ("生日：5月3日", "生日：6月3日"),
        ("Lives in Chongqing", "住在成都"),
    ],
)
def test_two_values_of_one_thing_contradict(one: str, other: str) -> None:
    assert contradict(one, other)
    assert contradict(other, one)
    assert not same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lives in Rome", "Lives in Rome, Italy"),
        ("Lives in Rome (since 2026-04)", "The user lives in Rome."),
        ("Name: Anna", "The user's name is Anna Berg"),
        ("Birthday: 3 May", "Birthday: May 3rd"),
        ("Birthday: 3 May", "Birthday: 3 May 1990"),
        ("生日：5月3日", "Birthday: 3 May"),
        ("Likes green tea", "The user likes green tea."),
        ("Allergic to nuts", "User is allergic to nuts"),
        ("住在成都", "用户住在成都"),
        ("喜欢喝茶", "用户喜欢喝茶。"),
    ],
)
def test_lines_that_say_the_same(one: str, other: str) -> None:
    assert same(one, other)
    assert not contradict(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Likes tea", "Dislikes tea"),
        ("Likes tea", "Likes green tea"),
        ("Likes tea", "Does not like tea"),
        ("Sister: Lena", "Sister: Maya"),
        ("Lena is taller than Maya", "Maya is taller than Lena"),
        ("Sister Lena lives in Rome", "Lives in Oslo"),
        ("Has two cats", "Has three cats"),
        ("Allergic to nuts", "Allergic to penicillin"),
        ("Speaks French", "Speaks German"),
        ("喜欢喝茶", "不喜欢喝茶"),
        ("Used to live in Oslo", "Lives in Rome"),
    ],
)
def test_lines_that_are_about_different_things(one: str, other: str) -> None:
    assert not same(one, other)
    assert not contradict(one, other)


def test_pairs_come_in_the_order_of_the_lines() -> None:
    lines = ["Lives in Rome", "Likes tea", "Lives in Oslo", "The user likes tea.", ""]
    assert contradictions(lines) == (("Lives in Rome", "Lives in Oslo"),)
    assert duplicates(lines) == (("Likes tea", "The user likes tea."),)


def test_the_fuller_line_is_the_one_that_says_more() -> None:
    assert fuller("Lives in Rome", "Lives in Rome, Italy") == "Lives in Rome, Italy"
    assert fuller("Lives in Rome (since 2026-04)", "The user lives in Rome.") == "Lives in Rome (since 2026-04)"
    assert fuller("The user lives in Rome.", "Lives in Rome (since 2026-04)") == "Lives in Rome (since 2026-04)"
    assert fuller("Likes tea", "The user likes tea.") == "Likes tea"


@given(st.text(max_size=80), st.text(max_size=80))
def test_no_text_makes_it_fail(one: str, other: str) -> None:
    single_in(one)
    assert contradict(one, other) == contradict(other, one)
    assert same(one, other) == same(other, one)
    assert not contradict(one, one)
