"""The stores of a profile together: opening, closing, what lives through a restart, and bad surroundings."""

from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone

import pytest

from desktop_mem.control.document_ledger import Chunk, Reason
from desktop_mem.control.page_in import SearchPageIn
from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.scripted import HashEmbedder
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Passage
from desktop_mem.memory.ports import Counts, MemoryEvent, SummaryRecord
from desktop_mem.storage.searcher import CHANGED_NOTE, LOADING_NOTE
from desktop_mem.storage.stores import Stores

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=timezone(timedelta(hours=8)))


def said(text):
    return Message(Role.USER, text, NOON)


def drain(stores):
    while stores.drain():
        pass


def reopened(stores):
    stores.close()
    return Stores.open(stores.profile, embedder_dimension=512)


def found(stores, query):
    return [hit.address for hit in stores.recall.search(query, 1).hits]


def test_everything_lives_through_a_restart(stores):
    event = MemoryEvent("w:human", "append", "", "Name: Lì", "model", NOON, cause="m1", sources=("m1",), model="smol")
    summary = SummaryRecord("They met.", ("m1",), NOON, "t1", "user", "s1")
    with stores.journal.step():
        stores.recall.insert(said("My name is Lì."))
        stores.archival.insert(Passage("Lì lives in Xi'an.", NOON))
        stores.journal.record(event)
        stores.journal.record(summary)
    again = reopened(stores)
    assert again.recall.read("m1").text == "My name is Lì."
    assert again.archival.read("p1").text == "Lì lives in Xi'an."
    assert again.history.events("w:human") == [event]
    assert again.history.events("w:persona") == []
    assert again.journal.summaries() == [summary]
    assert again.counts() == Counts(messages=1, passages=1, documents=0)
    assert found(again, "name") == ["m1"]
    again.close()


def test_a_second_opening_is_refused_and_the_first_goes_on(stores):
    with pytest.raises(EnvironmentFault, match="already open"):
        Stores.open(stores.profile)
    stores.recall.insert(said("still here"))
    assert found(stores, "here") == ["m1"]


def test_a_failed_opening_gives_the_lock_back(profile):
    profile.mkdir()
    (profile / "memory.sqlite3").write_bytes(b"no database at all, but a text" * 50)
    for _ in range(2):
        with pytest.raises(EnvironmentFault, match="not a database"):
            Stores.open(profile)


def test_without_an_embedder_search_says_so(stores):
    stores.recall.insert(said("The lamp is broken."))
    assert stores.recall.search("lamp", 1).note == LOADING_NOTE
    assert stores.recall.search("nothing of this", 1).note == LOADING_NOTE
    assert stores.set_embedder(HashEmbedder(512))
    assert stores.recall.search("lamp", 1).note == ""


def test_what_was_stored_before_the_embedder_came_is_embedded_then(stores):
    for number in range(20):
        stores.recall.insert(said(f"Message number {number}"))
    drain(stores)
    assert stores.outbox.unembedded == 20
    stores.set_embedder(HashEmbedder(512))
    drain(stores)
    assert stores.outbox.unembedded == 0
    assert sorted(stores.index.numbers("m")) == list(range(1, 21))


def test_the_embedder_may_have_another_dimension_than_was_guessed(stores):
    """letta 1086: dimension 384 against 1024."""
    stores.recall.insert(said("The lamp is broken."))
    drain(stores)
    assert stores.set_embedder(HashEmbedder(32))
    drain(stores)
    assert (stores.index.dimension, stores.index.numbers("m")) == (32, [1])
    again = reopened(stores)
    assert again.index.dimension == 32
    assert again.index.numbers("m") == [1]
    again.close()


@pytest.mark.parametrize("dimension", [512, 32])
def test_vectors_of_two_embedders_are_never_mixed(stores, dimension):
    """letta 1086: "sources not compatible with this agent's embedding model", 384 against 1024 dimensions."""
    stores.set_embedder(HashEmbedder(512))
    stores.recall.insert(said("The lamp is broken."))
    drain(stores)
    again = reopened(stores)
    other = HashEmbedder(dimension)
    other.name = "another"
    assert again.embedder_changed(other)
    assert not again.set_embedder(other)
    again.recall.insert(said("The other lamp too."))
    drain(again)
    assert again.recall.search("lamp", 1).note == CHANGED_NOTE
    assert sorted(found(again, "lamp")) == ["m1", "m2"]
    assert again.index.numbers("m") == [1]
    again.rebuild(other)
    assert again.recall.search("lamp", 1).note == ""
    drain(again)
    assert not again.embedder_changed(other)
    assert sorted(again.index.numbers("m")) == [1, 2]
    assert again.index.dimension == dimension
    again.close()


class Listening(HashEmbedder):
    """Remembers every text that it was given."""

    def __init__(self, dimension):
        super().__init__(dimension)
        self.heard = []

    def embed(self, texts):
        self.heard += texts
        return super().embed(texts)


def test_everything_is_embedded_by_the_one_embedder_that_was_chosen(stores):
    """letta 3210, 3209: archival tools ignored the chosen embedder and called a hard-coded one."""
    embedder = Listening(512)
    stores.set_embedder(embedder)
    stores.recall.insert(said("The lamp is broken."))
    stores.archival.insert(Passage("The boat is blue.", NOON))
    document = stores.catalogue.add("/x/notes.txt").address
    stores.catalogue.begin(document)
    stores.archival.add_chunks(document, [Chunk("The garden is green.")])
    stores.catalogue.finish(document, Reason.STORED)
    drain(stores)
    assert {"The boat is blue.", "The garden is green.", "The lamp is broken."} <= set(embedder.heard)
    assert stores.outbox.unembedded == 0
    stores.recall.search("which lamp", 1)
    stores.archival.search("which boat", 1)
    assert embedder.heard[-2:] == ["which lamp", "which boat"]


def test_a_rebuild_that_was_interrupted_goes_on_after_a_restart(stores):
    stores.set_embedder(HashEmbedder(512))
    for number in range(40):
        stores.recall.insert(said(f"Message number {number}"))
    drain(stores)
    other = HashEmbedder(512)
    other.name = "another"
    stores.rebuild(other)
    again = reopened(stores)
    assert again.set_embedder(other)
    drain(again)
    assert sorted(again.index.numbers("m")) == list(range(1, 41))
    again.close()


def test_given_vectors_are_used_and_not_made_again(stores):
    embedder = HashEmbedder(512)
    stores.set_embedder(embedder)
    document = stores.catalogue.add("/x/notes.txt").address
    stores.catalogue.begin(document)
    chunks = [Chunk(f"Chunk {number}") for number in range(20)]
    stores.archival.add_chunks(document, chunks, vectors=embedder.embed([chunk.text for chunk in chunks]))
    stores.catalogue.finish(document, Reason.STORED)
    embedder.embed = None  # must not be called
    drain(stores)
    assert stores.outbox.unembedded == 0
    assert sorted(stores.index.numbers("p")) == list(range(1, 21))


def test_vectors_of_an_embedder_that_was_not_set_are_not_taken(stores):
    document = stores.catalogue.add("/x/notes.txt").address
    stores.catalogue.begin(document)
    stores.archival.add_chunks(document, [Chunk("x")], vectors=HashEmbedder(512).embed(["x"]))
    drain(stores)
    assert (stores.index.numbers("p"), stores.outbox.unembedded) == ([], 1)


def test_search_finds_what_this_very_step_inserted_and_forgets_it_with_the_step(stores):
    def fail():
        with stores.journal.step():
            stores.recall.insert(said("The key is under the mat."))
            assert found(stores, "key") == ["m1"]
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert found(stores, "key") == []
    stores.recall.insert(Message(Role.FUNCTION, "ok: done", NOON))
    assert found(stores, "key") == []
    stores.recall.insert(said("The car is red."))
    again = reopened(stores)
    drain(again)
    assert again.words.numbers("m") == {2}
    again.close()


def test_a_time_of_any_offset_comes_back_exactly(stores):
    """letta 298, 1182: UTC is what is stored, with the offset beside it."""
    for offset in (timedelta(0), timedelta(hours=14), timedelta(hours=-9, minutes=-30), timedelta(hours=5, minutes=45)):
        moment = datetime(2024, 2, 29, 23, 59, 59, 999999, tzinfo=timezone(offset))
        stored = stores.recall.insert(Message(Role.USER, "x", moment))
        read = stores.recall.read(stored.address).created_at
        assert (read, read.utcoffset(), read.isoformat()) == (moment, offset, moment.isoformat())
        row = stores.database.row("SELECT created_utc, created_offset FROM message WHERE number = ?", (int(stored.address[1:]),))
        assert tuple(row) == (moment.astimezone(UTC).isoformat(), offset.total_seconds())


def test_closing_twice_does_nothing(profile):
    stores = Stores.open(profile)
    stores.close()
    stores.close()
    assert Stores.open(profile).close() is None


def test_a_question_about_the_ledger_is_answered_from_it(tmp_path):
    """Anything-LLM and its like answer "which files do I have" from whatever chunks are near: here the ledger answers, to the model too."""
    with closing(Stores.open(tmp_path / "profile")) as stores:
        for name in ("report.pdf", "notes.md"):
            address = stores.catalogue.add(f"/a/{name}").address
            stores.catalogue.begin(address)
            stores.archival.add_chunks(address, [Chunk("These files and documents are all about boats.")])
            stores.catalogue.finish(address, Reason.STORED)
        found = stores.archival.search("Which files do I have?", 1)
        assert (found.hits[0].address, found.hits[0].why) == ("documents", ("ledger",))
        assert found.hits[0].text == "The number of documents stored is 2: notes.md (d2), report.pdf (d1)."
        assert found.total >= 1
        assert stores.archival.read_place("documents")[0].text == found.hits[0].text
        paged_in = SearchPageIn(stores.recall, stores.archival, least_score=0.5).choose("有哪些文件？", in_view=frozenset(), before="")
        assert paged_in.hits[0].text == found.hits[0].text
        assert stores.archival.search("What do the files say about boats?", 1).hits[0].address != "documents"
