"""What every store of proposals promises, over the one in memory and the one in SQLite."""

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from desktop_mem.memory.proposal import Proposal, ProposalState
from desktop_mem.storage.database import Database
from desktop_mem.storage.in_memory_proposals import InMemoryProposals
from desktop_mem.storage.migrations import migrate
from desktop_mem.storage.proposals import SqliteProposals

MADE = datetime(2027, 4, 14, 14, 0, 1, 250000, tzinfo=timezone(timedelta(hours=2)))
DRAFT = Proposal(
    "core_memory_append",
    {"label": "human", "content": "用户住在巴黎"},
    "w:human",
    "Name: Anna",
    "Name: Anna\n用户住在巴黎",
    "Only a document says that.",
    MADE,
    ("p1", "d3#page=4"),
    "m7",
    "scripted",
)


@pytest.fixture
def database(tmp_path):
    opened = Database.open(tmp_path)
    migrate(opened)
    yield opened
    opened.close()


@pytest.fixture(params=["in memory", "stored"])
def proposals(request, database):
    return InMemoryProposals() if request.param == "in memory" else SqliteProposals(database)


def test_a_proposal_comes_back_as_it_was_made(proposals):
    assert proposals.waiting() == []
    first, second = proposals.add(DRAFT), proposals.add(replace(DRAFT, function="set_reminder"))
    assert (first, second.address) == (replace(DRAFT, address="q1"), "q2")
    assert proposals.read("q1") == first
    assert proposals.waiting() == [first, second]


def test_what_was_decided_waits_no_more_and_can_still_be_read(proposals):
    first, second = proposals.add(DRAFT), proposals.add(DRAFT)
    decided = replace(first, state=ProposalState.REJECTED, decided_at=MADE + timedelta(days=1))
    proposals.change(decided)
    assert proposals.read("q1") == decided
    assert proposals.waiting() == [second]


def test_an_unknown_address_is_told(proposals):
    with pytest.raises(LookupError, match=r"^There is no proposal q9\.$"):
        proposals.read("q9")
    with pytest.raises(LookupError, match=r"^There is no proposal q9\.$"):
        proposals.change(replace(DRAFT, address="q9"))
    with pytest.raises(LookupError, match="r1 is not the address of a proposal"):
        proposals.read("r1")


def test_a_rolled_back_step_leaves_none(database):
    stored = SqliteProposals(database)

    def add_and_fail():
        with database.transaction():
            stored.add(DRAFT)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        add_and_fail()
    assert stored.waiting() == []
