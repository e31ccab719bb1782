"""Addresses are stable: the same thing stands at them after a move, another embedder and a restart; none is given twice."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from desktop_mem.control.document_ledger import Chunk, Reason
from desktop_mem.control.resolver import AddressResolver
from desktop_mem.inference.scripted import HashEmbedder
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Passage
from desktop_mem.memory.ports import SummaryRecord
from desktop_mem.memory.topic import Topic
from desktop_mem.storage.stores import Stores

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
EVERYTHING = ("m1", "p1", "p2", "d1", "d1#page=1", "s1", "t1")


def filled(profile):
    stores = Stores.open(profile, embedder_dimension=64)
    stores.set_embedder(HashEmbedder(64))
    stores.recall.insert(Message(Role.USER, "Hi", NOON))
    stores.catalogue.add("/x/report.txt", NOON)
    stores.catalogue.begin("d1")
    stores.archival.add_chunks("d1", [Chunk("The harbour opens at nine.")], NOON)
    stores.catalogue.finish("d1", Reason.STORED)
    stores.archival.insert(Passage("kept", NOON))
    stores.journal.record(SummaryRecord("They met.", ("m1",), NOON))
    stores.topics.put(Topic("Harbour", NOON))
    while stores.drain():
        pass
    return stores


def everything(stores):
    resolver = AddressResolver(stores, lambda: ())
    return [(found.address, found.kind, found.text, found.standing) for found in map(resolver.resolve, EVERYTHING)]


def test_the_same_stands_there_after_a_move_another_embedder_and_a_restart(profile) -> None:
    stores = filled(profile)
    before = everything(stores)
    assert [text for _, _, text, _ in before] == [
        "Hi", "The harbour opens at nine.", "kept", "The harbour opens at nine.", "The harbour opens at nine.", "They met.", "Harbour",
    ]  # fmt: skip
    stores.catalogue.move("d1", "/y/renamed.txt")
    stores.rebuild(HashEmbedder(32))
    while stores.drain():
        pass
    assert everything(stores) == before
    stores.close()
    again = Stores.open(profile)
    assert everything(again) == before
    again.close()


def test_a_new_version_or_the_end_of_a_document_is_said_and_its_addresses_are_not_given_again(profile) -> None:
    stores = filled(profile)
    resolver = AddressResolver(stores, lambda: ())
    stores.catalogue.begin("d1")
    stores.archival.add_chunks("d1", [Chunk("The harbour opens at ten.")], NOON)
    stores.catalogue.finish("d1", Reason.UPDATED)
    while stores.catalogue.sweep("d1"):
        pass
    old = resolver.resolve("p1")
    assert (old.standing, old.texts) == ("source deleted", ())
    assert resolver.resolve("p3").text == "The harbour opens at ten."
    stores.catalogue.forget("d1")
    assert resolver.resolve("p3").standing == "source deleted"
    with pytest.raises(LookupError, match="There is no text of a document d1"):
        resolver.resolve("d1")
    with pytest.raises(LookupError, match="There is no passage p4"):
        resolver.resolve("p4")
    assert stores.archival.insert(Passage("new", NOON)).address == "p4"
    stores.close()
