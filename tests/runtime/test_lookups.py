"""Lookups over real stores: what a place has about it, what a search without a query shows, and what stands in the prompt."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import SimpleNamespace

import pytest

from desktop_mem.control.document_ledger import Chunk, Reason
from desktop_mem.control.resolver import AddressResolver
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import HitPage, Passage, Place
from desktop_mem.runtime.command import Narrowing, OpenPlace, Search
from desktop_mem.runtime.lookups import looked_up
from desktop_mem.runtime.update import OpenedText, PlaceOpened, SearchFinished
from desktop_mem.storage.stores import Stores

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=timezone(timedelta(hours=1)))


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[Stores]:
    made = Stores.open(tmp_path / "profile", embedder_dimension=8)
    yield made
    made.close()


def store(stores: Stores, name: str, *chunks: Chunk) -> str:
    """A document of these chunks; its address."""
    entry = stores.catalogue.add(f"/home/lena/{name}", NOON)
    stores.catalogue.begin(entry.address)
    stores.archival.add_chunks(entry.address, chunks, NOON)
    stores.catalogue.finish(entry.address, Reason.STORED, passages=len(chunks))
    return entry.address


def opened(stores: Stores, address: str) -> tuple[OpenedText, ...]:
    agent = SimpleNamespace(session=AddressResolver(stores, lambda: ()))
    answer = looked_up(OpenPlace(address), stores, agent, None)
    assert isinstance(answer, PlaceOpened)
    return answer.texts


def shown(stores: Stores, within: Narrowing, page: int = 1) -> tuple[HitPage | None, HitPage | None]:
    answer = looked_up(Search("", within, page), stores, None, None)
    assert isinstance(answer, SearchFinished)
    return answer.recall, answer.archival


def texts(page: HitPage | None) -> list[str]:
    return [hit.text for hit in page.hits] if page else []


@pytest.mark.parametrize(
    ("place", "around"),
    [
        (Place(page=7), "d1#page=7"),
        (Place(page=2, unit="sheet", line=(40, 44), counted="row"), "d1#page=2&row=10-74"),
        (Place(line=(5, 9)), "d1#line=1-39"),
        (Place(line=(75, 90), counted="second"), "d1#second=15-150"),
        (Place(heading="Costs"), ""),
    ],
)
def test_a_passage_says_where_its_surroundings_are(stores, place, around) -> None:
    store(stores, "soil.pdf", Chunk("Water at 2.4 m.", place))
    (text,) = opened(stores, "p1")
    assert (text.text, text.around) == ("Water at 2.4 m.", around)
    if around:
        assert "Water at 2.4 m." in [each.text for each in opened(stores, around)]


def test_what_was_kept_has_no_surroundings(stores) -> None:
    stores.archival.insert(Passage("The key hangs behind the door.", NOON))
    assert opened(stores, "p1") == (OpenedText("p1", "The key hangs behind the door."),)


def test_without_a_query_what_was_kept_is_shown_the_newest_first(stores) -> None:
    """letta 753: what the user put into the archive can be looked through."""
    store(stores, "soil.pdf", Chunk("Water."))
    for number in range(12):
        stores.archival.insert(Passage(f"Note {number}", NOON + timedelta(minutes=number)))
    recall, archival = shown(stores, Narrowing("p"))
    assert recall is None
    assert archival is not None
    assert texts(archival)[0] == "Note 11"
    assert archival.total == 12
    again = shown(stores, Narrowing("p"), archival.pages)[1]
    assert texts(again)[-1] == "Note 0"


def test_without_a_query_a_document_is_shown_in_its_order(stores) -> None:
    store(stores, "other.txt", Chunk("Not this."))
    address = store(stores, "soil.pdf", Chunk("One.", Place(page=1)), Chunk("Two.", Place(page=2)))
    stores.choice.tag(address, "site")
    for within in (Narrowing(inside="soil.pdf"), Narrowing(tag="site")):
        recall, archival = shown(stores, within)
        assert (recall, texts(archival)) == (None, ["One.", "Two."])
    assert [str(each) for each in archival.coverage] == ["2 of 2 passages of soil.pdf"]


def test_without_a_query_a_day_shows_what_was_said_and_kept_then(stores) -> None:
    for day in (1, 2):
        at = NOON + timedelta(days=day)
        stores.recall.insert(Message(Role.USER, f"Said on day {day}", at))
        stores.archival.insert(Passage(f"Kept on day {day}", at))
    recall, archival = shown(stores, Narrowing(start="2026-03-02", end="2026-03-02"))
    assert (texts(recall), texts(archival)) == (["Said on day 1"], ["Kept on day 1"])
