"""A search can be narrowed to documents, by address, name, folder, archive or tag, and to a stretch of time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from desktop_mem.control.document_ledger import Chunk, Reason
from desktop_mem.memory.message import Message, Role
from desktop_mem.storage.stores import Stores

MARCH = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def stores(tmp_path):
    with_documents = Stores.open(tmp_path / "profile", page_size=20)
    paths = (
        "/home/me/work/Report.pdf",
        "/home/me/work/old/report-2019.pdf",
        "/home/me/private/diary.md",
        "/home/me/all.zip",
        "/home/me/all.zip/b.txt",
    )
    for day, path in enumerate(paths):
        address = with_documents.catalogue.add(path, MARCH + timedelta(days=day)).address
        with_documents.catalogue.begin(address)
        with_documents.archival.add_chunks(address, [Chunk(f"The harbour, as {path} says.")], MARCH + timedelta(days=day))
        with_documents.catalogue.finish(address, Reason.STORED)
    for day in range(3):
        with_documents.recall.insert(Message(Role.USER, f"The harbour on day {day}.", MARCH + timedelta(days=day)))
    yield with_documents
    with_documents.close()


def found(stores, words):
    hits = stores.archival.search("harbour", 1, documents=stores.choice.inside(words)).hits
    return sorted(hit.document for hit in hits)


@pytest.mark.parametrize(
    ("words", "documents"),
    [
        ("d1", ["d1"]),
        ("[d1#page=2]", ["d1"]),
        ("report.pdf", ["d1"]),
        ("REPORT", ["d1"]),
        ("report-", ["d2"]),
        ("work", ["d1", "d2"]),
        ("me/work/", ["d1", "d2"]),
        ("/home/me/work/old", ["d2"]),
        ("home\\\\me\\\\private", ["d3"]),
        ("all.zip", ["d4", "d5"]),
        ("d4", ["d4", "d5"]),
    ],
)
def test_documents_are_chosen_as_a_user_calls_them(stores, words, documents):
    assert found(stores, words.replace("\\\\", "\\")) == documents


@pytest.mark.parametrize("words", ["d99", "nothing", "", "/"])
def test_what_is_no_document_is_said(stores, words):
    with pytest.raises(LookupError, match="No document is called"):
        stores.choice.inside(words)


def test_tags_choose_documents_and_go_with_them(stores):
    stores.choice.tag("d1", " #Work ")
    stores.choice.tag("d1", "work")
    stores.choice.tag("d4", "work")
    stores.choice.tag("d1", "urgent")
    assert stores.catalogue.read("d1").tags == ("urgent", "work")
    assert stores.choice.tagged("WORK") == {1, 4, 5}
    stores.choice.tag("d1", "work", remove=True)
    assert stores.choice.tagged("work") == {4, 5}
    with pytest.raises(LookupError, match=r"No document has the tag 'home'\. The tags are: urgent, work\."):
        stores.choice.tagged("home")
    with pytest.raises(LookupError, match="no document d99"):
        stores.choice.tag("d99", "work")
    with pytest.raises(LookupError, match="A tag is a word"):
        stores.choice.tag("d1", " # ")
    stores.catalogue.forget("d1")
    with pytest.raises(LookupError, match=r"The tags are: work\."):
        stores.choice.tagged("urgent")


def test_a_stretch_of_time_is_searched_alone(stores):
    span = (MARCH + timedelta(days=1), MARCH + timedelta(days=2))
    assert [hit.address for hit in stores.recall.search("harbour", 1, span=span).hits] == ["m2"]
    assert [hit.document for hit in stores.archival.search("harbour", 1, span=span).hits] == ["d2"]
    empty = (MARCH - timedelta(days=9), MARCH - timedelta(days=8))
    assert stores.recall.search("harbour", 1, span=empty).total == 0
    assert stores.archival.search("harbour", 1, span=empty).total == 0
    assert stores.recall.search("harbour", 1, before="m2", span=(MARCH, MARCH + timedelta(days=9))).total == 1


def test_no_document_at_all_finds_nothing(stores):
    assert stores.archival.search("harbour", 1, documents=frozenset()).total == 0
