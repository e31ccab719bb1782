"""What is paged in: what was told before what was replied, and hardly ever what a model made up."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from desktop_mem.control.page_in import SearchPageIn
from desktop_mem.memory.message import Message, Role
from desktop_mem.storage.stores import Stores

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
TOLD = "I have a sister called June. She is allergic to peanuts."
REPLY = "I am sorry about your sister June. Being allergic can be distressing, and many families have such traditions."


@pytest.mark.parametrize(
    ("grounds", "question", "paged_in"),
    [
        ((), "What is my sister allergic to?", ["m1"]),
        (("m1",), "What is my sister allergic to?", ["m1", "m2"]),
        (None, "What is my sister allergic to?", ["m1", "m2"]),
        ((), "Distressing, and many families have such traditions?", ["m2"]),
    ],
)
def test_a_reply_that_rests_on_nothing_is_paged_in_only_for_its_own_words(
    tmp_path: Path, grounds: tuple[str, ...] | None, question: str, paged_in: list[str]
) -> None:
    """Otherwise a small model reads its own invention again, and repeats it in place of what the user told."""
    with closing(Stores.open(tmp_path / "profile")) as stores:
        with stores.journal.step():
            stores.recall.insert(Message(Role.USER, TOLD, NOON))
            stores.recall.insert(Message(Role.ASSISTANT, REPLY, NOON, grounds=grounds))
        chosen = SearchPageIn(stores.recall, stores.archival, least_score=0.35).choose(question, in_view=frozenset(), before="")
    assert [hit.address for hit in chosen.hits] == paged_in
