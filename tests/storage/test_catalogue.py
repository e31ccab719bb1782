"""The document ledger: imports are resumable, idempotent, and show whole or not at all."""

from datetime import UTC, datetime

import pytest

from desktop_mem.control.document_ledger import Chunk, ImportState, Reason
from desktop_mem.control.import_work import Dependent
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Place
from desktop_mem.memory.ports import Counts
from desktop_mem.storage.stores import Stores

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def add(stores, path="/home/anna/notes.txt"):
    return stores.catalogue.add(path, NOON).address


def store(stores, address, *texts, reason=Reason.STORED, **fields):
    stores.catalogue.begin(address)
    stores.archival.add_chunks(address, [Chunk(text) for text in texts])
    return stores.catalogue.finish(address, reason, **fields)


def texts(stores, query):
    return [hit.text for hit in stores.archival.search(query, 1).hits]


def test_a_new_entry_waits(stores):
    entry = stores.catalogue.add("/home/anna/notes.txt", NOON)
    assert (entry.address, entry.path, entry.state, entry.reason) == ("d1", "/home/anna/notes.txt", ImportState.WAITING, None)
    assert entry.added_at == NOON
    assert stores.catalogue.read("d1") == entry
    assert stores.catalogue.unfinished() == [entry]


def test_a_finished_entry_says_all(stores):
    entry = store(
        stores, add(stores), "one", "two", sha256="ab", size=9, pages=1, characters=6, encoding="utf-8", parser="text", seconds=0.5
    )
    assert (entry.state, entry.reason, entry.passages, entry.sha256, entry.seconds) == (ImportState.DONE, Reason.STORED, 2, "ab", 0.5)
    assert stores.catalogue.unfinished() == []
    assert stores.counts() == Counts(messages=0, passages=2, documents=1)


def test_entries_come_newest_first_and_are_found_by_path_and_content(stores):
    first, second = add(stores, "/a.txt"), add(stores, "/b.txt")
    store(stores, first, "x", sha256="ab")
    stores.catalogue.update(second, sha256="ab", state=ImportState.DONE, reason=Reason.DUPLICATE)
    assert [entry.address for entry in stores.catalogue.entries()] == [second, first]
    assert stores.catalogue.by_path("/b.txt").address == second
    assert stores.catalogue.by_path("/c.txt") is None
    assert stores.catalogue.by_hash("ab").address == first
    assert stores.catalogue.by_hash("") is None
    assert stores.catalogue.by_hash("cd") is None


def test_update_changes_only_what_can_change(stores):
    address = add(stores)
    assert stores.catalogue.update(address, detail="locked", reason=Reason.ENCRYPTED, state=ImportState.FAILED).detail == "locked"
    with pytest.raises(TypeError, match="path"):
        stores.catalogue.update(address, path="/elsewhere")
    with pytest.raises(LookupError, match="d9"):
        stores.catalogue.update("d9", detail="x")


def test_a_document_shows_only_when_it_is_whole(stores):
    address = add(stores)
    stores.catalogue.begin(address)
    stores.archival.add_chunks(address, [Chunk("The harbour opens at six.", Place(page=1))])
    assert texts(stores, "harbour") == []
    assert stores.counts() == Counts()
    with pytest.raises(LookupError):
        stores.archival.read_place(address)
    stores.catalogue.finish(address, Reason.STORED)
    assert texts(stores, "harbour") == ["The harbour opens at six."]


def test_a_large_unfinished_import_does_not_push_out_what_is_stored(stores):
    store(stores, add(stores, "/old.txt"), "The harbour, in one of many words of a long old note about ships and sails.")
    address = add(stores, "/new.txt")
    stores.catalogue.begin(address)
    stores.archival.add_chunks(address, [Chunk("harbour") for _ in range(450)])
    assert len(texts(stores, "harbour")) == 1


def test_an_interrupted_import_starts_over_without_doubles(stores):
    address = add(stores)
    stores.catalogue.begin(address)
    stores.archival.add_chunks(address, [Chunk("The harbour opens at six.")])
    stores.close()
    again = Stores.open(stores.profile, embedder_dimension=512)
    assert [(entry.address, entry.state) for entry in again.catalogue.unfinished()] == [(address, ImportState.READING)]
    store(again, address, "The harbour opens at six.", "The ferry leaves at seven.")
    assert texts(again, "harbour ferry") == ["The ferry leaves at seven.", "The harbour opens at six."]
    assert again.counts().passages == 2
    again.close()


def test_a_changed_file_replaces_its_old_text_at_once(stores):
    address = add(stores)
    store(stores, address, "The harbour opens at six.", sha256="ab")
    stores.catalogue.begin(address)
    stores.archival.add_chunks(address, [Chunk("The harbour opens at eight.")])
    assert texts(stores, "harbour") == ["The harbour opens at six."]
    entry = stores.catalogue.finish(address, Reason.UPDATED, sha256="cd")
    assert texts(stores, "harbour") == ["The harbour opens at eight."]
    assert (entry.address, entry.reason, entry.passages, entry.sha256) == (address, Reason.UPDATED, 1, "cd")
    assert stores.catalogue.leftovers() == [address]
    assert not stores.catalogue.sweep(address)
    assert stores.catalogue.leftovers() == []
    with pytest.raises(LookupError):
        stores.archival.read("p1")
    assert stores.words.numbers("p") == {2}


def test_a_change_that_cannot_be_read_leaves_the_old_text(stores):
    address = add(stores)
    store(stores, address, "The harbour opens at six.")
    stores.catalogue.begin(address)
    stores.archival.add_chunks(address, [Chunk("The harbour op")])
    entry = stores.catalogue.abandon(address, ImportState.FAILED, Reason.CORRUPT, "The file ends early.")
    assert (entry.state, entry.reason, entry.detail) == (ImportState.FAILED, Reason.CORRUPT, "The file ends early.")
    assert texts(stores, "harbour") == ["The harbour opens at six."]


def test_a_cancelled_first_import_leaves_no_text(stores):
    address = add(stores)
    stores.catalogue.begin(address)
    stores.archival.add_chunks(address, [Chunk("The harbour opens at six.")])
    stores.catalogue.abandon(address, ImportState.CANCELLED, Reason.CANCELLED, "")
    assert texts(stores, "harbour") == []
    assert not stores.catalogue.sweep(address)
    assert stores.words.numbers("p") == set()


def test_deleted_text_is_gone_from_truth_and_index(stores):
    address = add(stores)
    store(stores, address, "The harbour opens at six.", "The ferry leaves at seven.")
    kept = add(stores, "/kept.txt")
    store(stores, kept, "The harbour is closed.")
    assert texts(stores, "six harbour") != []
    assert stores.catalogue.delete_chunks(address) == 2
    assert texts(stores, "harbour ferry") == ["The harbour is closed."]
    assert stores.words.numbers("p") == {3}
    assert stores.catalogue.read(address).passages == 0
    assert stores.catalogue.by_hash(stores.catalogue.read(address).sha256) is None


def test_names_come_back_byte_for_byte_and_show_composed(stores):
    decomposed = "/home/anna/Cafe\u0301.txt"
    broken = b"/home/anna/caf\xe9.txt".decode("utf-8", "surrogateescape")
    assert stores.catalogue.title_of(add(stores, decomposed)) == "Café.txt"
    assert stores.catalogue.by_path(decomposed).path == decomposed
    store(stores, add(stores, broken), "The harbour opens at six.")
    assert stores.catalogue.by_path(broken).path == broken
    assert stores.archival.search("harbour", 1).hits[0].citation == "caf\ufffd.txt"


def test_chunks_of_an_unknown_document_are_refused(stores):
    with pytest.raises(LookupError, match="d4"):
        stores.archival.add_chunks("d4", [Chunk("x")])


def test_an_import_goes_on_behind_what_it_stored_if_content_and_reader_are_the_same(stores):
    """gpt4all 1757, 2743: progress was lost with the program, and a big import began at zero."""
    address = add(stores)
    stores.catalogue.begin(address, "hash reader")
    stores.archival.add_chunks(address, [Chunk("one"), Chunk("two")])
    stores.catalogue.begin(address, "hash reader")
    assert stores.catalogue.in_work(address) == (2, "two")
    stores.catalogue.begin(address, "hash another reader")
    assert stores.catalogue.in_work(address) == (0, "")


def test_what_is_left_behind_goes_in_slices_and_what_rests_is_kept(stores):
    cancelled, resting = add(stores, "/a.txt"), add(stores, "/b.txt")
    for address in (cancelled, resting):
        stores.catalogue.begin(address, "hash reader")
        stores.archival.add_chunks(address, [Chunk(str(number)) for number in range(5)])
    stores.catalogue.update(resting, state=ImportState.PAUSED)
    stores.catalogue.abandon(cancelled, ImportState.CANCELLED, Reason.CANCELLED, "")
    assert stores.catalogue.leftovers() == [cancelled]
    assert stores.catalogue.sweep(cancelled, 3)
    assert not stores.catalogue.sweep(cancelled, 3)
    assert not stores.catalogue.sweep(resting)
    assert [stores.catalogue.in_work(address)[0] for address in (cancelled, resting)] == [0, 5]


def test_a_call_that_quotes_a_document_rests_on_it_though_it_says_nothing(stores):
    """What the model wrote into a call goes along, too, when the user wants that."""
    entry = stores.catalogue.add("/x/garage.txt")
    stores.catalogue.begin(entry.address)
    stores.archival.add_chunks(entry.address, [Chunk("The garage code is 4711.")], NOON)
    stores.catalogue.finish(entry.address, Reason.STORED, passages=1)
    call = stores.recall.insert(Message(Role.ASSISTANT, "", NOON, prompt_text='{"thought": "found: [p1] the code is 4711"}'))
    assert stores.dependents.of(entry.address) == [Dependent(call.address, "")]
    stores.dependents.forget([call.address])
    assert stores.recall.read(call.address).prompt_text == ""


def test_a_forgotten_document_leaves_no_bytes(stores):
    """gpt4all 777, 2546: a deleted file still answered."""
    address = add(stores)
    store(stores, address, "The xylophonist lives in Zanzibar.", "Her cat is called Quagga.", sha256="ab")
    kept = add(stores, "/kept.txt")
    store(stores, kept, "The harbour is closed.")
    assert texts(stores, "xylophonist") != []
    stores.catalogue.forget(address)
    assert texts(stores, "xylophonist quagga") == []
    while stores.drain() or stores.tidy():
        pass
    with pytest.raises(LookupError):
        stores.catalogue.read(address)
    assert add(stores) == "d3"
    files = [file for file in stores.profile.rglob("*") if file.is_file()]
    for word in (b"xylophonist", b"Zanzibar", b"quagga", b"Quagga"):
        assert [file.name for file in files if word in file.read_bytes()] == []


def test_a_file_that_moved_keeps_its_address_and_is_cited_by_its_new_name(stores):
    address = add(stores, "/home/anna/old.txt")
    store(stores, address, "The harbour opens at six.", sha256="ab")
    moved = stores.catalogue.move(address, "/home/anna/new.txt")
    assert (moved.address, moved.path, moved.passages) == (address, "/home/anna/new.txt", 1)
    assert [hit.citation for hit in stores.archival.search("harbour", 1).hits] == ["new.txt"]


def test_entries_are_found_by_folder_and_by_other_spellings(stores):
    for path in ("/home/anna/Cafe\u0301/a.txt", "/home/anna/b.txt", "/home/annabel/c.txt"):
        add(stores, path)
    assert [entry.address for entry in stores.catalogue.below("/home/anna/")] == ["d1", "d2"]
    assert [entry.address for entry in stores.catalogue.spelled_like("/HOME/anna/CAF\u00c9/A.txt")] == ["d1"]


def test_the_backlog_lives_through_the_end_of_the_program(stores):
    odd = b"/home/anna/caf\xe9".decode("utf-8", "surrogateescape")
    number = stores.backlog.add(["/home/anna", odd])
    stores.backlog.watch(odd)
    stores.backlog.rests = True
    stores.close()
    again = Stores.open(stores.profile, embedder_dimension=512)
    assert (again.backlog.waiting(), again.backlog.watched(), again.backlog.rests) == ({number: ["/home/anna", odd]}, [odd], True)
    again.backlog.end(number)
    assert (again.backlog.waiting(), again.backlog.unwatch(odd), again.backlog.watched()) == ({}, True, [])
    again.close()
