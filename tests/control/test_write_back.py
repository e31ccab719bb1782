"""Write-back without the model: what users plainly state of themselves is proposed, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_mem.control.write_back import LONGEST_TOLD, Entry, read_entries

from .labelled_cases import DAY, proposals, told_sentences

FLOORS = {"tuning": (0.97, 0.95), "held-out": (0.97, 0.85)}


@pytest.mark.parametrize("half", FLOORS)
def test_precision_and_recall_on_the_labelled_sentences(half: str) -> None:
    """`tests/benchmarks/control_checks.py` prints the figures."""
    figures = proposals(half)
    assert figures.precision >= FLOORS[half][0]
    assert figures.recall >= FLOORS[half][1]


def test_there_are_at_least_two_hundred_labelled_sentences() -> None:
    cases = [case for half in FLOORS for case in told_sentences(half)]
    assert len(cases) >= 200
    assert 80 <= sum(not entries for _, entries in cases) <= len(cases) - 80


@pytest.mark.parametrize(
    ("told", "existing", "text", "replaces"),
    [
        (
            "I moved to Rome last month.",
            "Name: Anna\nLives in Oslo (since 2020)",
            "Lives in Rome (since 2026-04)",
            "Lives in Oslo (since 2020)",
        ),
        ("My name is Eva.", "Name: Anna", "Name: Eva", "Name: Anna"),
        ("My phone number is 555 0192.", "Phone number: 555 0147", "Phone number: 555 0192", "Phone number: 555 0147"),
        (
            "My sister Lena lives in Rome.",
            "Sister: Lena\nSister Lena lives in Oslo",
            "Sister Lena lives in Rome",
            "Sister Lena lives in Oslo",
        ),
        ("I'm allergic to nuts.", "Allergic to penicillin", "Allergic to nuts", ""),
        ("我搬到成都了。", "住在重庆", "住在成都", "住在重庆"),
        ("我搬到成都了。", "Lives in Chongqing", "住在成都", "Lives in Chongqing"),
    ],
)
def test_a_new_value_names_the_line_that_it_replaces(told: str, existing: str, text: str, replaces: str) -> None:
    (entry,) = read_entries(told, DAY, existing.splitlines())[-1:]
    assert (entry.text, entry.replaces) == (text, replaces)


def test_what_the_section_says_already_is_not_proposed_again() -> None:
    assert read_entries("I live in Rome.", DAY, ["Lives in Rome"]) == ()


def test_the_span_is_where_the_user_said_it() -> None:
    told = "Hi there! My name is Anna and I live in Graz."
    entries = read_entries(told, DAY)
    assert [told[slice(*entry.span)].strip(" .") for entry in entries] == ["My name is Anna", "I live in Graz"]
    assert entries[0] == Entry("human", "Name: Anna", entries[0].span, "name")


def test_a_long_text_is_taken_for_pasted() -> None:
    assert read_entries("My name is Anna. " + "x" * LONGEST_TOLD, DAY) == ()


@given(st.text(max_size=300))
def test_no_text_makes_it_fail(told: str) -> None:
    for entry in read_entries(told, DAY):
        assert 0 <= entry.span[0] < entry.span[1] <= len(told)
        assert entry.text.strip()
