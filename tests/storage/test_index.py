"""The index can be lost, damaged, behind or ahead at any time: the truth mends it."""

import shutil
from datetime import UTC, datetime

import numpy as np
import pytest

from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.scripted import HashEmbedder
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Passage
from desktop_mem.storage.held_vectors import COARSE_FROM, HeldVectors
from desktop_mem.storage.index import VectorIndex
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
    index.write()
    stores = Stores.open(filled, embedder_dimension=64)
    stores.set_embedder(HashEmbedder(64))
    assert [hit.address for hit in stores.recall.search("lamp", 1).hits] == ["m1"]
    assert [hit.address for hit in stores.archival.search("lamp", 1).hits] == ["p1"]
    stores.close()
    assert_mended(filled)


def test_a_row_that_is_there_twice_is_made_again(filled):
    index = VectorIndex(filled / "index", 64)
    index.add("m", {1: HashEmbedder(64).embed(["The lamp is broken."])[0]}, {}, anew=False)
    index.write()
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


@pytest.mark.parametrize("written", [False, True])
def test_writing_a_row_anew_leaves_one(tmp_path, written):
    index = VectorIndex(tmp_path / "index", 8)
    index.add("m", {1: ONE}, {}, anew=False)
    if written:
        index.write()
    index.add("m", {1: TWO, 2: ONE}, {}, anew=True)
    for _ in range(2):
        assert sorted(index.numbers("m")) == [1, 2]
        assert index.nearest("m", ONE, 1, Scope()) == {2: pytest.approx(1.0)}
        index.write()


@pytest.mark.parametrize("graph", [False, True])
def test_a_scope_holds_back_all_other_rows(tmp_path, monkeypatch, graph):
    monkeypatch.setattr("desktop_mem.storage.index.GRAPH_FROM", 2 if graph else 100)
    index = VectorIndex(tmp_path / "index", 8)
    index.add("p", dict.fromkeys(range(1, 5), ONE), {1: 5, 2: 5, 3: 6}, anew=False)
    index.write()
    index.add("p", dict.fromkeys(range(5, 7), ONE), {}, anew=False)
    assert set(index.nearest("p", ONE, 10, Scope(first=2, end=6))) == {2, 3, 4, 5}
    assert set(index.nearest("p", ONE, 10, Scope(documents=(5,)))) == {1, 2}
    assert index.nearest("p", ONE, 10, Scope(documents=())) == {}
    assert index.cosines("p", [1, 6, 9], TWO) == {1: pytest.approx(0.0), 6: pytest.approx(0.0)}


def test_rows_are_found_when_new_when_stored_and_when_tidied(tmp_path):
    index = VectorIndex(tmp_path / "index", 8)
    for number in range(1, 71):
        index.add("m", {number: TWO}, {}, anew=False)
        index.write()
    index.add("m", {9999: ONE}, {}, anew=False)
    index.delete("m", [5])
    for needed in (True, False):
        assert index.needs_tidying() is needed
        assert index.nearest("m", ONE, 1, Scope()) == {9999: pytest.approx(1.0)}
        assert 5 not in index.nearest("m", TWO, 1000, Scope())
        assert len(index.numbers("m")) == 70
        index.write()
        index.tidy()
    assert not VectorIndex(tmp_path / "index", 8).needs_tidying()


def test_files_of_many_short_sessions_are_tidied_too(tmp_path):
    """Each session stores a few rows: what piles up is seen on the disk, not counted from the start of the program; none of it stays."""
    for number in range(60):
        index = VectorIndex(tmp_path / "index", 8)
        assert not index.needs_tidying()
        index.add("m", {number: ONE}, {}, anew=False)
        index.write()
    index = VectorIndex(tmp_path / "index", 8)
    assert index.needs_tidying()
    index.tidy()
    assert len(list((tmp_path / "index").glob("messages.lance/data/*"))) == 1


def _around_centres(rows):
    """Unit vectors about sixty centres."""
    generator = np.random.default_rng(7)
    centres = generator.normal(size=(60, 128))
    vectors = centres[generator.integers(0, 60, rows)] + 0.4 * generator.normal(size=(rows, 128))
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def _share_found(rows, nearest):
    """How many of the ten exactly nearest to some of the rows are found among the first ten."""
    exact = [set(np.argsort(-(rows @ query))[:10].tolist()) for query in rows[:20]]
    return sum(len(wanted & set(nearest(query))) for wanted, query in zip(exact, rows, strict=False)) / 200


def test_a_graph_finds_what_looking_at_all_rows_finds(tmp_path, monkeypatch):
    monkeypatch.setattr("desktop_mem.storage.index.GRAPH_FROM", 3000)
    rows = _around_centres(3000)
    index = VectorIndex(tmp_path / "index", 128)
    index.add("p", {number: row.tolist() for number, row in enumerate(rows)}, {}, anew=False)
    index.write()
    assert index.needs_tidying()
    index.tidy()
    assert not index.needs_tidying()
    index.add("p", {3000: rows[0].tolist()}, {}, anew=False)
    assert _share_found(rows, lambda query: list(index.nearest("p", query.tolist(), 11, Scope()))) >= 0.98
    assert 3000 in index.nearest("p", rows[0].tolist(), 10, Scope())


def test_many_rows_held_in_memory_are_found_by_their_directions_first():
    rows = _around_centres(COARSE_FROM + 5000).astype(np.float32)
    held = HeldVectors(128)
    for start in range(0, len(rows), 5000):
        numbers = np.arange(start, start + 5000)
        held.add(numbers, numbers % 3, rows[start : start + 5000])
        if start == 20_000 - 5000:
            held.nearest(rows[0], 10, Scope())
    assert _share_found(rows, lambda query: list(held.nearest(query, 10, Scope()))) >= 0.99
    held.delete(np.arange(1, 25_000, 2))
    assert len(held) == 12_500
    found = held.nearest(rows[4], 10, Scope())
    assert next(iter(found)) == 4
    assert all(number % 2 == 0 for number in found)
    assert found == pytest.approx({number: float(rows[number] @ rows[4]) for number in found}, abs=1e-5)
    assert all(number % 3 == 1 and 100 <= number < 9000 for number in held.nearest(rows[4], 10, Scope(100, 9000, (1,))))


def test_faults_of_the_disk_are_told(tmp_path):
    index = VectorIndex(tmp_path / "index", 8)
    shutil.rmtree(tmp_path / "index")
    (tmp_path / "index").write_text("", encoding="utf-8")
    index.add("m", {1: ONE}, {}, anew=False)
    with pytest.raises(EnvironmentFault, match=r"search index in .*index cannot be read or written.*Nothing is lost"):
        index.write()
    assert index.nearest("m", ONE, 1, Scope()) == {1: pytest.approx(1.0)}
