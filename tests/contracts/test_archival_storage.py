"""What every archival storage promises, over the one in memory and the one in SQLite and LanceDB."""

from datetime import datetime, timedelta, timezone

import pytest

from desktop_mem.control.document_ledger import Chunk
from desktop_mem.memory.passage import Passage, Place

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=timezone(timedelta(hours=-5, minutes=-30)))


def kept(text):
    return Passage(text, NOON)


def test_a_kept_passage_comes_back_whole(world):
    stored = world.archival.insert(kept("The user's sister is called Lena. 👋"))
    assert stored.address == "p1"
    assert world.archival.read("p1") == stored
    assert world.archival.read("p1").created_at.isoformat() == "2026-03-01T12:00:00-05:30"


@pytest.mark.parametrize("address", ["p9", "m1", "nonsense", ""])
def test_an_unknown_address_is_a_lookup_error(world, address):
    world.archival.insert(kept("hello"))
    with pytest.raises(LookupError, match=r"\w"):
        world.archival.read(address)


def test_what_was_kept_is_found_at_once_and_is_not_tainted(world):
    world.archival.insert(kept("The greenhouse key hangs behind the door."))
    hit = world.archival.search("greenhouse", 1).hits[0]
    assert (hit.address, hit.tainted, hit.citation) == ("p1", False, "")


def test_a_chunk_keeps_its_place_and_taint(world):
    place = Place(page=4, label="iv", heading="Costs > Travel", line=(3, 9), span=(120, 260))
    document = world.document("report.pdf", [Chunk("The budget for travel is 400 euros.", place)])
    hit = world.archival.search("budget", 1).hits[0]
    assert (hit.place, hit.citation, hit.tainted) == ("page=4", "report.pdf, page iv", True)
    passage = world.archival.read(hit.address)
    assert (passage.document, passage.title, passage.place) == (document, "report.pdf", place)


def test_a_document_is_found_by_its_name(world):
    world.document("tax-return-2025.md", [Chunk("Form with many figures.")])
    world.document("recipes.md", [Chunk("Boil the water.")])
    assert world.archival.search("tax-return-2025", 1).hits[0].citation == "tax-return-2025.md"


def test_read_page_gives_one_page_in_order(world):
    chunks = [Chunk(f"chunk {number}", Place(page=1 + number // 2)) for number in range(6)]
    document = world.document("book.pdf", chunks)
    assert [passage.text for passage in world.archival.read_page(document, 2)] == ["chunk 2", "chunk 3"]
    with pytest.raises(LookupError, match="last page is 3"):
        world.archival.read_page(document, 4)


def test_read_page_of_a_document_without_pages_gives_runs(world):
    document = world.document("notes.txt", [Chunk(f"line {number}", Place(line=(number, number))) for number in range(1, 8)])
    assert [passage.text for passage in world.archival.read_page(document, 2)] == ["line 6", "line 7"]
    with pytest.raises(LookupError, match="last page is 2"):
        world.archival.read_page(document, 3)
    with pytest.raises(LookupError):
        world.archival.read_page(document, 0)


def test_read_page_of_an_unknown_document_is_a_lookup_error(world):
    with pytest.raises(LookupError, match="d7"):
        world.archival.read_page("d7", 1)


def test_search_pages_have_totals(world):
    world.document("log.txt", [Chunk(f"Valve {number} was opened.", Place(line=(number, number))) for number in range(1, 8)])
    page = world.archival.search("valve", 2)
    assert (page.total, page.page, page.pages, len(page.hits)) == (7, 2, 2, 2)
    assert world.archival.search("valve", 3).hits == ()


def test_a_search_counts_what_was_stored_since_and_dates_each_hit(world):
    """An original defect: total, page and time of an archival search were wrong, and the second came from a cache of the first."""
    for number in range(6):
        world.archival.insert(Passage(f"The harbour has {number} boats.", NOON + timedelta(days=number)))
    first = world.archival.search("harbour", 2)
    assert (first.total, first.page, first.pages, len(first.hits)) == (6, 2, 2, 1)
    world.archival.insert(Passage("The harbour is closed.", NOON + timedelta(days=6)))
    second = world.archival.search("harbour", 2)
    assert (second.total, second.page, second.pages, len(second.hits)) == (7, 2, 2, 2)
    dates = {hit.address: hit.created_at for page in (1, 2) for hit in world.archival.search("harbour", page).hits}
    assert dates == {f"p{number + 1}": NOON + timedelta(days=number) for number in range(7)}


def test_an_empty_store_gives_an_empty_page(world):
    page = world.archival.search("anything", 1)
    assert (page.hits, page.total, page.pages) == ((), 0, 0)


def test_chinese_words_of_two_characters_are_found_first(world):
    world.document("notes.txt", [Chunk(f"今天我们讨论了项目{number}的进展。") for number in range(6)])
    world.document("合同.txt", [Chunk("甲方应于每月五日支付租金。")])
    assert world.archival.search("租金", 1).hits[0].citation == "合同.txt"
