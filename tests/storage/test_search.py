"""What a search over real stores finds, in which order and why."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

import desktop_mem
from desktop_mem.control.document_ledger import Chunk, Reason
from desktop_mem.inference.embedding import SentenceTransformerEmbedder
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Place

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
MODEL = Path(desktop_mem.__file__).parents[1] / "models" / "all-MiniLM-L6-v2"
SAID = (
    "My dentist is Doctor Okafor in Mill Street.",
    "Lena cannot eat peanuts or cashews.",
    "We went rowing on the lake with two dogs.",
    "I have been feeling tired and my physician ordered blood tests.",
    "The boiler showed error E-117 again.",
    "母は東京に住んでいます。",
    "我昨天在北京买了一本关于机器学习的书。",
    "我对花生和虾过敏。",
)


def say(stores, texts=SAID):
    for text in texts:
        stores.recall.insert(Message(Role.USER, text, NOON))


def first(stores, query):
    return stores.recall.search(query, 1).hits[0]


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("dog", 3),
        ("row", 3),
        ("E-117", 5),
        ("e-117?", 5),
        ("東京", 6),
        ("北京", 7),
        ("一本", 7),
        ("机器学习", 7),
        ("虾", 8),
        ("过敏", 8),
        ("DENTIST", 1),
    ],
)
def test_words_are_found_in_every_script(stores, query, number):
    say(stores)
    assert first(stores, query).address == f"m{number}"


def test_a_hit_says_why(stores):
    say(stores)
    assert first(stores, "E-117").why == ("exact", "words")
    assert first(stores, "who rowed with a dog").why == ("words",)


def test_a_sentence_of_the_query_does_not_hide_its_identifier(stores):
    say(stores, [f"The boiler showed an error again and again, number {number}." for number in range(20)] + ["E-117: call service."])
    assert first(stores, "What does it mean when the boiler shows the error E-117 again?").address == "m21"


def test_punctuation_of_the_query_is_no_syntax(stores):
    say(stores)
    for query in ('"dentist', "dentist AND (", "dentist*", "+dentist -nobody", "field:dentist", "dentist\\", "d'entist dentist"):
        assert first(stores, query).address == "m1", query


def test_long_queries_and_texts_are_searched(stores):
    say(stores, ["word " * 20_000 + "lighthouse", "x" * 50_000])
    assert first(stores, "where is the lighthouse " + "and the boat " * 2000).address == "m1"


def test_file_names_and_headings_are_searched(stores):
    for name, heading in (("tax-return-2025.pdf", ""), ("notes.md", "Travel > Portugal")):
        address = stores.catalogue.add(f"/x/{name}").address
        stores.catalogue.begin(address)
        stores.archival.add_chunks(address, [Chunk("Many figures and a signature.", Place(page=2, heading=heading))])
        stores.catalogue.finish(address, Reason.STORED)
    assert stores.archival.search("tax-return-2025.pdf", 1).hits[0].citation == "tax-return-2025.pdf, page 2"
    assert stores.archival.search("tax return", 1).hits[0].address == "p1"
    assert stores.archival.search("Portugal", 1).hits[0].address == "p2"


@pytest.mark.embedder
def test_meaning_is_found_with_the_embedded_model(stores):
    say(stores)
    stores.set_embedder(SentenceTransformerEmbedder(MODEL))
    while stores.drain():
        pass
    for query, number in (
        ("Which allergies to nuts does my daughter have?", 2),
        ("an outing by boat", 3),
        ("a medical examination", 4),
        ("teeth", 1),
        ("北京", 7),
        ("E-117", 5),
    ):
        assert first(stores, query).address == f"m{number}", query
    assert "meaning" in first(stores, "an outing by boat").why
    assert first(stores, "teeth").score < first(stores, "dentist").score


def test_a_message_is_found_by_its_day(stores):
    stores.recall.insert(Message(Role.USER, "We planted the tree.", datetime(2024, 10, 3, 9, tzinfo=UTC)))
    stores.recall.insert(Message(Role.USER, "The tree has leaves.", datetime(2025, 4, 20, 9, tzinfo=UTC)))
    for query in ("the tree in October 2024", "2024-10-03", "what about 3 October?"):
        assert first(stores, query).address == "m1", query
