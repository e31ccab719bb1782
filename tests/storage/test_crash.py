"""The program is killed at its worst moments; what was committed is there, and nothing is half there."""

import time
from contextlib import closing

import pytest

from desktop_mem.control.document_ledger import ImportState
from desktop_mem.inference.scripted import HashEmbedder
from desktop_mem.memory.ports import Counts
from desktop_mem.storage.stores import Stores

START = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from desktop_mem.control.document_ledger import Chunk
from desktop_mem.inference.scripted import HashEmbedder
from desktop_mem.memory.agenda import OpenEvent
from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Passage
from desktop_mem.memory.ports import ContextState, MemoryEvent
from desktop_mem.storage.stores import Stores

def wait():
    print("now", flush=True)
    sys.stdin.read()

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
stores = Stores.open(Path(sys.argv[1]), embedder_dimension=512)

def step(number):
    with stores.journal.step():
        message = stores.recall.insert(Message(Role.USER, f"harbour {number}", NOON))
        stores.archival.insert(Passage(f"harbour {number}", NOON))
        stores.journal.record(MemoryEvent("w:human", "append", "", str(number), "model", NOON, cause=message.address))
        stores.journal.save(ContextState(queue=(message.address,), open_events=(OpenEvent("m1", 1, attempts=number),)))
"""
IN_A_STEP = (
    START
    + """
step(1)
step(2)
with stores.journal.step():
    stores.recall.insert(Message(Role.USER, "harbour lost", NOON))
    stores.journal.save(ContextState(open_events=(OpenEvent("m1", 1, attempts=3),)))
    wait()
"""
)
AFTER_A_STEP = (
    START
    + """
for number in range(1, 4):
    step(number)
wait()
"""
)
IN_AN_IMPORT = (
    START
    + """
address = stores.catalogue.add("/x/notes.txt").address
stores.catalogue.begin(address)
stores.archival.add_chunks(address, [Chunk(f"harbour {number}") for number in range(50)])
stores.drain()
wait()
"""
)
IN_THE_INDEX = (
    START
    + """
stores.set_embedder(HashEmbedder(512))
for number in range(1, 21):
    step(number)
write = stores.index.write
def interrupted():
    write()
    wait()
stores.index.write = interrupted
stores.drain()
stores.outbox.settle()
"""
)
AT_ANY_MOMENT = (
    START
    + """
stores.set_embedder(HashEmbedder(512))
print("now", flush=True)
number = 0
while True:
    number += 1
    step(number)
    if number % 3 == 0:
        stores.drain()
"""
)


def killed(child, code, profile, after=0.0):
    process = child(code, profile)
    assert process.stdout.readline() == "now\n"
    time.sleep(after)
    process.kill()
    process.wait()


def drained(profile):
    stores = Stores.open(profile, embedder_dimension=512)
    stores.set_embedder(HashEmbedder(512))
    while stores.drain():
        pass
    return stores


def assert_steps_are_whole(stores, steps):
    assert stores.counts() == Counts(messages=steps, passages=steps, documents=0)
    assert [event.after for event in stores.history.events()] == [str(number) for number in range(1, steps + 1)]
    assert stores.journal.load().open_events[0].attempts == steps
    assert stores.journal.load().queue == (f"m{steps}",)
    for kind in "mp":
        assert sorted(stores.index.numbers(kind)) == list(range(1, steps + 1))
        assert stores.words.numbers(kind) == set(range(1, steps + 1))
    assert stores.recall.search("harbour", 1).total == min(steps, 100)
    assert stores.database.value("PRAGMA integrity_check") == "ok"


@pytest.mark.parametrize(
    ("code", "steps"), [(IN_A_STEP, 2), (AFTER_A_STEP, 3), (IN_THE_INDEX, 20)], ids=["in a step", "after", "in the index"]
)
def test_killed_in_a_step(child, profile, code, steps):
    """letta 709, and an original defect: a save that was cut off corrupted the agent."""
    killed(child, code, profile)
    with closing(drained(profile)) as stores:
        assert_steps_are_whole(stores, steps)


@pytest.mark.parametrize("after", [0.05, 0.3])
def test_killed_at_any_moment(child, profile, after):
    """letta 709, and an original defect: a save that was cut off corrupted the agent."""
    killed(child, AT_ANY_MOMENT, profile, after)
    with closing(drained(profile)) as stores:
        assert stores.counts().messages > 0
        assert_steps_are_whole(stores, stores.counts().messages)


def test_killed_in_an_import(child, profile):
    killed(child, IN_AN_IMPORT, profile)
    with closing(drained(profile)) as stores:
        assert [entry.state for entry in stores.catalogue.unfinished()] == [ImportState.READING]
        assert stores.archival.search("harbour", 1).total == 0
        stores.catalogue.begin("d1")
        while stores.drain():
            pass
        assert (stores.index.numbers("p"), stores.words.numbers("p")) == ([], set())
