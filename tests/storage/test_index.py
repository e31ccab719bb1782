"""The index can be lost, damaged, behind or ahead at any time: the truth mends it."""

import shutil
from datetime import UTC, datetime

import pytest

from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.scripted import HashEmbedder
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Passage
from desktop_mem.storage.index import Entry, LanceIndex
from desktop_mem.storage.stores import Stores

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def filled(profile):
    """A closed profile with two messages and a passage in its index."""
    stores = Stores.open(profile, embedder_dimension=64)
    stores.set_embedder(HashEmbedder(64))
    stores.recall.insert(Message(Role.USER, "The lamp is broken.", NOON))
    stores.recall.insert(Message(Role.ASSISTANT, "Buy a new one.", NOON))
    stores.archival.insert(Passage("The lamp was a gift.", NOON))
    while stores.drain():
        pass
    stores.close()
    return profile


def assert_mended(profile):
    stores = Stores.open(profile, embedder_dimension=64)
    stores.set_embedder(HashEmbedder(64))
    assert [hit.address for hit in stores.recall.search("lamp", 1).hits] == ["m1"]
    while stores.drain():
        pass
    assert stores.index.addresses() == {"m1": True, "m2": True, "p1": True}
    stores.close()


def test_a_whole_index_is_left_as_it_is(filled):
    before = sorted(path.name for path in (filled / "index").rglob("*"))
    Stores.open(filled, embedder_dimension=64).close()
    assert sorted(path.name for path in (filled / "index").rglob("*")) == before


def test_a_lost_index_is_made_again(filled):
    shutil.rmtree(filled / "index")
    assert_mended(filled)


@pytest.mark.parametrize("pattern", ["*.manifest", "*.lance", "*"])
def test_a_damaged_index_is_made_again(filled, pattern):
    for path in (filled / "index").rglob(pattern):
        if path.is_file():
            path.write_bytes(b"\0" * 10)
    assert_mended(filled)


def test_a_file_in_place_of_the_index_is_replaced(filled):
    shutil.rmtree(filled / "index")
    (filled / "index").write_text("", encoding="utf-8")
    assert_mended(filled)


def test_an_index_that_is_behind_is_filled_up(filled):
    index = LanceIndex(filled / "index", 64)
    index.delete(["m1", "p1"])
    assert_mended(filled)


def test_an_index_that_is_ahead_is_cut_back(filled):
    index = LanceIndex(filled / "index", 64)
    index.upsert([Entry("m9", "The lamp of a lost step."), Entry("p9", "The lamp of a lost step.")])
    stores = Stores.open(filled, embedder_dimension=64)
    assert [hit.address for hit in stores.recall.search("lamp", 1).hits] == ["m1"]
    assert [hit.address for hit in stores.archival.search("lamp", 1).hits] == ["p1"]
    stores.close()
    assert_mended(filled)


def test_an_orphan_never_shows(profile):
    stores = Stores.open(profile, embedder_dimension=64)
    stores.recall.insert(Message(Role.FUNCTION, "ok: the lamp", NOON))
    stores.index.upsert([Entry("m1", "lamp"), Entry("m7", "lamp"), Entry("p7", "lamp")])
    assert stores.recall.search("lamp", 1).total == 0
    assert stores.archival.search("lamp", 1).total == 0
    stores.close()


def test_an_index_of_another_version_is_made_again(filled):
    stores = Stores.open(filled, embedder_dimension=64)
    with stores.database.transaction():
        stores.database.change("UPDATE meta SET value = '0' WHERE name = 'index_version'")
    stores.close()
    assert_mended(filled)


def test_writing_the_same_row_twice_leaves_one(tmp_path):
    index = LanceIndex(tmp_path / "index", 8)
    for text in ("first", "second"):
        index.upsert([Entry("m1", text, vector=[1.0] + [0.0] * 7), Entry("p1", text)])
    assert index.addresses() == {"m1": True, "p1": False}
    rows = index.candidates(index.query("second"), None, "m", 10).rows
    assert [(row.address, row.words) for row in rows] == [("m1", "second")]
    assert index.candidates(index.query("first"), None, "m", 10).rows == ()


def test_rows_without_vector_are_found_by_words_beside_rows_with_one(tmp_path):
    index = LanceIndex(tmp_path / "index", 8)
    one = [1.0] + [0.0] * 7
    index.upsert([Entry("m1", "red lamp", vector=one), Entry("m2", "red house"), Entry("m3", "blue", vector=one)])
    found = index.candidates(index.query("red"), one, "m", 10)
    assert {row.address: row.similarity for row in found.rows} == {"m1": 1.0, "m2": None, "m3": 1.0}
    assert found.complete


def test_inflections_are_found_by_their_stem(tmp_path):
    index = LanceIndex(tmp_path / "index", 8)
    index.upsert([Entry("m1", "She was walking the dogs."), Entry("m2", "The cat slept.")])
    assert [row.address for row in index.candidates(index.query("walk dog"), None, "m", 10).rows] == ["m1"]


def test_no_word_that_matters_is_taken_for_a_stop_word(tmp_path):
    """LanceDB's own list drops all of these."""
    index = LanceIndex(tmp_path / "index", 8)
    assert index.query("the dogs, a cat, my son and the doors").stems == ("dog", "cat", "son", "door")


def test_texts_are_stemmed_apart_even_when_they_hold_the_boundary(tmp_path):
    index = LanceIndex(tmp_path / "index", 8)
    index.upsert([Entry("m1", "dogs 8200174509110072 running"), Entry("m2", "cats"), Entry("m3", "")])
    stems = {row.address: row.stems for row in index.candidates(index.query("dogs cats"), None, "m", 10).rows}
    assert stems == {"m1": "dog 8200174509110072 run", "m2": "cat"}


def test_before_holds_back_newer_rows_of_every_list(tmp_path):
    index = LanceIndex(tmp_path / "index", 8)
    one = [1.0] + [0.0] * 7
    index.upsert([Entry(f"m{number}", "lamp", vector=one) for number in range(1, 6)])
    assert {row.address for row in index.candidates(index.query("lamp"), one, "m", 10, before=3).rows} == {"m1", "m2"}


def test_new_rows_are_found_before_and_after_tidying(tmp_path):
    index = LanceIndex(tmp_path / "index", 8)
    index.upsert([Entry(f"m{number}", f"lamp {number}") for number in range(1, 701)])
    index.delete(["m5"])
    for needed in (True, False):
        assert index.needs_tidying() is needed
        assert [row.address for row in index.candidates(index.query("700"), None, "m", 5).rows] == ["m700"]
        assert index.candidates(index.query("5"), None, "m", 5).rows == ()
        assert index.count() == 699
        index.tidy()


def test_faults_of_the_disk_are_told(tmp_path):
    index = LanceIndex(tmp_path / "index", 8)
    shutil.rmtree(tmp_path / "index")
    (tmp_path / "index").write_text("", encoding="utf-8")
    with pytest.raises(EnvironmentFault, match=r"search index in .*index cannot be read or written.*Nothing is lost"):
        index.upsert([Entry("m1", "lamp")])
