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


def texts(world, address):
    return [passage.text for passage in world.archival.read_place(address)]


def refusal(world, address):
    with pytest.raises(LookupError) as caught:
        world.archival.read_place(address)
    return caught.value.args[0]


def test_a_page_of_a_document_opens_in_order(world):
    document = world.document("book.pdf", [Chunk(f"chunk {number}", Place(page=1 + number // 2)) for number in range(6)])
    assert texts(world, f"{document}#page=2") == ["chunk 2", "chunk 3"]
    assert texts(world, document) == ["chunk 0", "chunk 1"]
    assert texts(world, f"[{document}#pages=2-3]") == ["chunk 2", "chunk 3", "chunk 4", "chunk 5"]
    assert refusal(world, f"{document}#page=4") == f"book.pdf ({document}) has 3 pages; there is no page 4."
    assert refusal(world, f"{document}#line=4") == f"book.pdf ({document}) has 3 pages. Say which one, as in {document}#page=1&line=4."
    assert (
        refusal(world, f"{document}#page=1&line=4")
        == f"book.pdf ({document}) has no lines. Ask for {document}#page=1 to {document}#page=3."
    )


def test_a_page_without_text_says_so(world):
    document = world.document("talk.pptx", [Chunk("First", Place(page=2, unit="slide")), Chunk("Last", Place(page=4, unit="slide"))])
    assert texts(world, document) == ["First"]
    assert texts(world, f"{document}#slide=4") == ["Last"]
    assert refusal(world, f"{document}#page=3") == f"talk.pptx ({document}) has no text on slide 3."
    assert refusal(world, f"{document}#page=40") == f"talk.pptx ({document}) has 4 slides; there is no slide 40."


def test_a_page_of_a_document_without_pages_is_a_run(world):
    document = world.document("notes.docx", [Chunk(f"paragraph {number}") for number in range(1, 8)])
    assert texts(world, f"{document}#page=2") == ["paragraph 6", "paragraph 7"]
    assert refusal(world, f"{document}#page=3") == f"notes.docx ({document}) has 2 pages; there is no page 3."
    assert refusal(world, f"{document}#page=0") == "'page=0' is no place. Places look like page=4 or part=2."
    assert refusal(world, f"{document}#row=5") == f"notes.docx ({document}) has no rows. Ask for {document}#page=1 to {document}#page=2."


@pytest.mark.parametrize("counted", ["line", "row", "second"])
def test_lines_rows_and_seconds_open_what_overlaps_them(world, counted):
    chunks = [Chunk(f"{first}", Place(line=(first, first + 9), counted=counted)) for first in (1, 11, 31)]
    document = world.document("log.txt", chunks)
    assert texts(world, f"{document}#{counted}=10-12") == ["1", "11"]
    assert texts(world, f"{document}#{counted}=40") == ["31"]
    assert refusal(world, f"{document}#{counted}=50-60") == f"log.txt ({document}) has {counted}s 1 to 40 there; there is no {counted} 50."
    assert refusal(world, f"{document}#{counted}=22-30") == f"log.txt ({document}) has no text in {counted}s 22 to 30."


def test_rows_of_a_sheet(world):
    places = [Place(page=sheet, label=label, line=(first, first + 4), unit="sheet", counted="row") for sheet, label, first in SHEETS]
    document = world.document("costs.xlsx", [Chunk(f"{place.label} {place.line[0]}", place) for place in places])
    assert texts(world, f"{document}#page=2&row=6-12") == ["2025 6", "2025 11"]
    assert texts(world, f"{document}#sheet=1") == ["2024 1"]
    assert refusal(world, f"{document}#page=1&row=9") == f"costs.xlsx ({document}) has rows 1 to 5 there; there is no row 9."
    assert refusal(world, f"{document}#row=3") == f"costs.xlsx ({document}) has 2 sheets. Say which one, as in {document}#page=1&row=3."


SHEETS = [(1, "2024", 1), (2, "2025", 1), (2, "2025", 6), (2, "2025", 11)]


def test_what_is_too_much_to_open_says_how_to_ask_for_less(world):
    chunks = [Chunk(f"row {row}", Place(page=1, line=(row, row), unit="sheet", counted="row")) for row in range(1, 302)]
    document = world.document("long.xlsx", chunks)
    assert refusal(world, document) == (
        f"That is more of long.xlsx ({document}) than can be opened at once: 301 passages. "
        f"Ask for fewer rows, as in {document}#page=1&row=1-100."
    )
    assert len(texts(world, f"{document}#page=1&row=1-100")) == 100


def test_a_passage_opens_by_itself_and_with_its_page(world):
    world.document("book.pdf", [Chunk("one", Place(page=1)), Chunk("two", Place(page=2)), Chunk("three", Place(page=2))])
    assert texts(world, "p2") == ["two"]
    assert texts(world, "p1#page=2") == ["two", "three"]
    world.archival.insert(kept("a note"))
    assert texts(world, "p4") == ["a note"]


def test_a_place_in_an_unknown_document_is_a_lookup_error(world):
    assert refusal(world, "d7#page=1") == "There is no text of a document d7."
    assert refusal(world, "m7") == "m7 is not the address of a document."
    assert refusal(world, "d7#shelf=2") == "'shelf=2' is no place. Places look like page=4 or part=2."


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


def test_a_page_of_hits_says_how_little_of_each_document_it_is(world):
    """Coverage is honest: a few hits are not the document."""
    report = world.document("report.pdf", [Chunk(f"Harbour {number}", Place(page=number)) for number in range(1, 42)])
    plans = world.document("plans.md", [Chunk("Harbour notes"), Chunk("Something else")])
    world.archival.insert(kept("The harbour is closed."))
    shown = world.archival.search("harbour notes", 1)
    seen = {each.document: each for each in shown.coverage}
    assert str(seen[plans]) == "1 of 2 passages of plans.md"
    assert sum(each.seen for each in shown.coverage) == sum(bool(hit.document) for hit in shown.hits)
    beyond = world.archival.search("harbour 41", 1)
    assert str(beyond.coverage[0]) == f"{beyond.coverage[0].seen} of 41 passages of report.pdf"
    assert beyond.hits[0].document == report
    assert world.archival.search("nothing like it", 1).coverage == ()


def test_an_empty_store_gives_an_empty_page(world):
    page = world.archival.search("anything", 1)
    assert (page.hits, page.total, page.pages) == ((), 0, 0)


def test_chinese_words_of_two_characters_are_found_first(world):
    world.document("notes.txt", [Chunk(f"今天我们讨论了项目{number}的进展。") for number in range(6)])
    world.document("合同.txt", [Chunk("甲方应于每月五日支付租金。")])
    assert world.archival.search("租金", 1).hits[0].citation == "合同.txt"
