"""The index can be lost, damaged, behind or ahead at any time: the truth mends it."""

import shutil
from datetime import UTC, datetime

import numpy as np
import pytest

from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.scripted import HashEmbedder
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Passage
from desktop_mem.storage.index import GRAPH_FROM, TIDY_AFTER, VectorIndex
from desktop_mem.storage.scope import Scope
from desktop_mem.storage.searcher import REWORDING_NOTE
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
    assert (sorted(stores.index.numbers("m")), stores.index.numbers("p")) == ([1, 2], [1])
    assert (stores.words.numbers("m"), stores.words.numbers("p")) == ({1, 2}, {1})
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
    index = VectorIndex(filled / "index", 64)
    index.delete("m", [1])
    index.delete("p", [1])
    assert_mended(filled)


def test_an_index_that_is_ahead_is_cut_back(filled):
    index = VectorIndex(filled / "index", 64)
    vector = HashEmbedder(64).embed(["The lamp of a lost step."])[0]
    index.add("m", {9: vector}, {}, anew=False)
    index.add("p", {9: vector}, {}, anew=False)
    stores = Stores.open(filled, embedder_dimension=64)
    stores.set_embedder(HashEmbedder(64))
    assert [hit.address for hit in stores.recall.search("lamp", 1).hits] == ["m1"]
    assert [hit.address for hit in stores.archival.search("lamp", 1).hits] == ["p1"]
    stores.close()
    assert_mended(filled)


def test_a_row_that_is_there_twice_is_made_again(filled):
    index = VectorIndex(filled / "index", 64)
    index.add("m", {1: HashEmbedder(64).embed(["The lamp is broken."])[0]}, {}, anew=False)
    assert sorted(index.numbers("m")) == [1, 1, 2]
    assert_mended(filled)


def test_words_that_are_lost_are_made_again(filled):
    stores = Stores.open(filled, embedder_dimension=64)
    with stores.database.transaction():
        stores.words.clear()
    stores.close()
    assert_mended(filled)


def test_many_lost_words_are_made_again_when_idle_and_search_says_so(profile):
    stores = Stores.open(profile, embedder_dimension=64)
    with stores.journal.step():
        for number in range(1, 601):
            stores.recall.insert(Message(Role.USER, f"lamp number {number}", NOON))
    with stores.database.transaction():
        stores.words.clear()
    stores.close()
    stores = Stores.open(profile, embedder_dimension=64)
    stores.set_embedder(HashEmbedder(64))
    assert stores.recall.search("lamp", 1).note == REWORDING_NOTE
    while stores.drain():
        pass
    assert stores.words.numbers("m") == set(range(1, 601))
    found = stores.recall.search("number 599", 1)
    assert (found.hits[0].address, found.note) == ("m599", "")
    stores.close()


def test_an_orphan_never_shows(profile):
    stores = Stores.open(profile, embedder_dimension=64)
    stores.set_embedder(HashEmbedder(64))
    stores.recall.insert(Message(Role.FUNCTION, "ok: the lamp", NOON))
    vector = HashEmbedder(64).embed(["lamp"])[0]
    stores.index.add("m", {1: vector, 7: vector}, {}, anew=False)
    stores.index.add("p", {7: vector}, {}, anew=False)
    with stores.database.transaction():
        stores.words.add("m", [(7, "lamp")])
        stores.words.add("p", [(7, "lamp")])
    assert stores.recall.search("lamp", 1).total == 0
    assert stores.archival.search("lamp", 1).total == 0
    stores.close()


@pytest.mark.parametrize("name", ["index_version", "words_version"])
def test_an_index_of_another_version_is_made_again(filled, name):
    stores = Stores.open(filled, embedder_dimension=64)
    with stores.database.transaction():
        stores.database.change("UPDATE meta SET value = '0' WHERE name = ?", (name,))
    stores.close()
    assert_mended(filled)


ONE, TWO = [1.0] + [0.0] * 7, [0.0, 1.0] + [0.0] * 6


def test_writing_a_row_anew_leaves_one(tmp_path):
    index = VectorIndex(tmp_path / "index", 8)
    index.add("m", {1: ONE}, {}, anew=False)
    index.add("m", {1: TWO, 2: ONE}, {}, anew=True)
    assert sorted(index.numbers("m")) == [1, 2]
    assert index.nearest("m", ONE, 1, Scope()) == {2: pytest.approx(1.0)}


def test_a_scope_holds_back_all_other_rows(tmp_path):
    index = VectorIndex(tmp_path / "index", 8)
    index.add("p", dict.fromkeys(range(1, 7), ONE), {1: 5, 2: 5, 3: 6}, anew=False)
    assert set(index.nearest("p", ONE, 10, Scope(first=2, end=5))) == {2, 3, 4}
    assert set(index.nearest("p", ONE, 10, Scope(documents=(5,)))) == {1, 2}
    assert index.nearest("p", ONE, 10, Scope(documents=())) == {}
    assert index.cosines("p", [1, 9], TWO) == {1: pytest.approx(0.0)}


def test_new_rows_are_found_before_and_after_tidying(tmp_path):
    index = VectorIndex(tmp_path / "index", 8)
    for number in range(1, TIDY_AFTER + 1):
        index.add("m", {number: TWO}, {}, anew=False)
    index.add("m", {9999: ONE}, {}, anew=False)
    index.delete("m", [5])
    for needed in (True, False):
        assert index.needs_tidying() is needed
        assert index.nearest("m", ONE, 1, Scope()) == {9999: pytest.approx(1.0)}
        assert 5 not in index.nearest("m", TWO, 1000, Scope())
        assert len(index.numbers("m")) == TIDY_AFTER
        index.tidy()


def test_a_graph_finds_what_looking_at_all_rows_finds(tmp_path):
    generator = np.random.default_rng(7)
    centres = generator.normal(size=(60, 32))
    rows = centres[generator.integers(0, 60, GRAPH_FROM)] + 0.4 * generator.normal(size=(GRAPH_FROM, 32))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    index = VectorIndex(tmp_path / "index", 32)
    index.add("p", {number: row.tolist() for number, row in enumerate(rows)}, {}, anew=False)
    index.tidy()
    index.add("p", {GRAPH_FROM: rows[0].tolist()}, {}, anew=False)
    shares = []
    for query in rows[:20]:
        nearest = set(np.argsort(-(rows @ query))[:10].tolist())
        shares.append(len(nearest & set(index.nearest("p", query.tolist(), 10, Scope()))) / 10)
    assert sum(shares) / len(shares) >= 0.9
    assert GRAPH_FROM in index.nearest("p", rows[0].tolist(), 10, Scope())


def test_faults_of_the_disk_are_told(tmp_path):
    index = VectorIndex(tmp_path / "index", 8)
    shutil.rmtree(tmp_path / "index")
    (tmp_path / "index").write_text("", encoding="utf-8")
    with pytest.raises(EnvironmentFault, match=r"search index in .*index cannot be read or written.*Nothing is lost"):
        index.add("m", {1: ONE}, {}, anew=False)
