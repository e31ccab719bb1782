"""How texts are taken apart for search."""

from datetime import UTC, datetime

import pytest

from desktop_mem.storage.words import date_words_of, folded, identifiers_of, phrase_of, query_terms_of, terms_of, words_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The Dentist's Café, ZÜRICH", ["the", "dentist", "s", "cafe", "zurich"]),
        ("我在北京", ["我在", "在北", "北京"]),
        ("虾", ["虾"]),
        ("去Paris旅行", ["去", "paris", "旅行"]),
        ("서울에서", ["서울", "울에", "에서"]),
        ("ｆｕｌｌ ﬁne", ["full", "fine"]),
        ("が", ["が"]),
        ("Привет Ёж", ["привет", "еж"]),
        ("", []),
        ("?! — 👋", []),
    ],
)
def test_words(text, words):
    assert words_of(text) == words


def test_folding_keeps_japanese_marks_and_drops_latin_ones():
    assert folded("ガギ É") == "ガギ e"


@pytest.mark.parametrize(
    ("text", "identifiers"),
    [
        ("Order part AX-4471/B, please.", ["ax-4471/b"]),
        ("error 0x80070057!", ["0x80070057"]),
        ("3F2504E0-4F89-11D3-9A0C-0305E82C3301", ["3f2504e0-4f89-11d3-9a0c-0305e82c3301"]),
        ("version 2.14.0 of 2025", ["2.14.0"]),
        ("call 5551234567", ["5551234567"]),
        ("no names here: a-b, x/y", []),
        ("在2025年", []),
    ],
)
def test_identifiers(text, identifiers):
    assert identifiers_of(text) == identifiers


def test_the_index_holds_lone_characters_and_whole_identifiers_too():
    assert terms_of("吃虾 AX-1") == ["吃虾", "ax", "1", "吃", "虾", "ax-1"]


def test_a_query_leaves_out_stop_words_unless_it_has_nothing_else():
    assert query_terms_of("What is my dentist called?") == ["dentist", "call"]
    assert query_terms_of("who are you") == ["who", "are", "you"]


def test_inflections_share_a_stem():
    assert terms_of("She was walking the dogs.") == ["she", "was", "walk", "the", "dog"]
    assert query_terms_of("walk dog") == ["walk", "dog"]


def test_a_phrase_has_whole_words():
    assert phrase_of("The Dentist, 北京!") == " the dentist 北京 "


def test_a_day_is_named_as_people_name_it():
    assert date_words_of(datetime(2026, 5, 8, 23, 59, tzinfo=UTC)) == "2026-05-08 8 May 2026"
