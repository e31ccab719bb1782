"""Titles of topics: short, and not cut in the middle of a word."""

from __future__ import annotations

import pytest

from desktop_mem.memory.topic import title_of


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Holiday\n in  Gotland", "Holiday in Gotland"),
        ("x" * 60, "x" * 60),
        (
            "Hello! My name is Nadia Bergstrom, I live in Uppsala and I have a dog.",
            "Hello! My name is Nadia Bergstrom, I live in Uppsala and I…",
        ),
        (
            "Hello! My name is Nadia Bergstrom, I live in Upsala and I a have a dog.",
            "Hello! My name is Nadia Bergstrom, I live in Upsala and I a…",
        ),
        ("a " + "b" * 80, "a " + "b" * 57 + "…"),
        ("猫" * 70, "猫" * 59 + "…"),
    ],
)
def test_a_title_is_as_many_whole_words_as_have_room(text: str, title: str) -> None:
    assert title_of(text) == title
    assert len(title) <= 60
    assert title_of(title) == title
