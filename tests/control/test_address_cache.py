"""The address cache: it answers only while nothing was written that bears on the question."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime

import pytest

from desktop_mem.control.address_cache import AddressCache, terms_of
from desktop_mem.control.document_ledger import Chunk, Reason
from desktop_mem.control.page_in import SearchPageIn
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Passage
from desktop_mem.storage.in_memory_journal import InMemoryStores
from desktop_mem.storage.stores import Stores

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
QUESTION = "Where does my sister Lena live?"


class Shelf(InMemoryStores):
    """Stores with a page-in that counts its searches."""

    def __init__(self) -> None:
        super().__init__()
        self.searches = 0
        self.page_in = SearchPageIn(self, self.archival, least_score=0.2, cache=AddressCache(self))

    def search(self, query: str, page: int, *, before: str = ""):
        self.searches += 1
        return self.recall.search(query, page, before=before)

    def said(self, text: str, role: Role = Role.USER) -> Message:
        return self.recall.insert(Message(role, text, NOON))

    def ask(self, question: str = QUESTION, in_view: frozenset[str] = frozenset()):
        return self.page_in.choose(question, in_view=in_view, before=self.said(question).address)


@pytest.fixture
def shelf() -> Shelf:
    shelf = Shelf()
    shelf.told = shelf.said("My sister Lena lives in Bergen.")
    first = shelf.ask()
    assert ([hit.address for hit in first.hits], first.from_cache) == (["m1"], False)
    return shelf


def test_the_same_question_is_not_searched_again(shelf: Shelf) -> None:
    again = shelf.ask("where does Lena, my sister, live?")
    assert ([hit.address for hit in again.hits], again.from_cache, shelf.searches) == (["m1"], True, 1)


def test_what_is_in_view_is_named_and_not_brought_again(shelf: Shelf) -> None:
    again = shelf.ask(in_view=frozenset({"m1"}))
    assert (again.hits, again.in_view, again.from_cache) == ((), ("m1",), True)


def test_replies_and_questions_tell_nothing_new(shelf: Shelf) -> None:
    shelf.said("Your sister Lena lives in Bergen.", Role.ASSISTANT)
    shelf.said("Does Lena like it there?")
    assert shelf.ask().from_cache


@pytest.mark.parametrize("text", ["Lena has moved to Oslo.", "My sister has a boat.", "I live in Graz."])
def test_a_statement_in_words_of_the_question_makes_it_search_again(shelf: Shelf, text: str) -> None:
    shelf.said(text)
    assert not shelf.ask().from_cache


def test_a_statement_about_something_else_does_not(shelf: Shelf) -> None:
    shelf.said("The weather is fine today.")
    shelf.archival.insert(Passage("Bread needs flour and water.", NOON))
    assert shelf.ask().from_cache


def test_a_new_passage_makes_it_search_again(shelf: Shelf) -> None:
    shelf.archival.insert(Passage("Lena's new flat is in Oslo.", NOON))
    found = shelf.ask()
    assert "p1" in [hit.address for hit in found.hits]
    assert not found.from_cache


def test_what_was_taken_back_is_never_served(shelf: Shelf) -> None:
    shelf.turns.undo(["m1"])
    found = shelf.ask()
    assert (found.from_cache, [hit.address for hit in found.hits if hit.address == "m1"]) == (False, [])


def test_it_is_bounded_and_forgets_the_question_asked_longest_ago(shelf: Shelf) -> None:
    for number in range(70):
        shelf.said(f"Token{number} means value{number}.")
        shelf.ask(f"What does token{number} mean?")
    assert not shelf.ask().from_cache
    assert shelf.ask("What does token69 mean?").from_cache


def test_chinese_questions_are_told_apart() -> None:
    assert terms_of("我妹妹住在哪里？") != terms_of("我妹妹叫什么？")
    assert terms_of("我妹妹住在哪里？") == terms_of("我妹妹住在哪里")


def test_nothing_is_remembered_while_a_document_is_being_stored(tmp_path) -> None:
    """Its passages get their numbers before they can be found."""
    with closing(Stores.open(tmp_path)) as stores:
        stores.recall.insert(Message(Role.USER, "My sister Lena lives in Bergen.", NOON))
        cache, hits = AddressCache(stores), stores.recall.search(QUESTION, 1).hits
        assert stores.settled()
        address = stores.catalogue.add("/a/notes.md").address
        stores.catalogue.begin(address)
        stores.archival.add_chunks(address, [Chunk("Lena's flat is in Oslo.")])
        assert not stores.settled()
        cache.put(QUESTION, hits)
        assert cache.find(QUESTION) is None
        stores.catalogue.finish(address, Reason.STORED)
        assert stores.settled()
        cache.put(QUESTION, hits)
        assert cache.find(QUESTION) == hits
