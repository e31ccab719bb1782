"""Proposals in the terminal: told in the chat, decided there or by a command, and grounds behind every reply."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from desktop_mem.cli import main
from desktop_mem.inference.scripted import SetClock, say
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.storage.stores import Stores

OPEN = FunctionCall("open_page", {"address": "p1"}, "", True)
PARIS = FunctionCall("core_memory_append", {"label": "human", "content": "User lives in Paris"}, "", True)


def piped(*lines: str) -> Iterator[bytes]:
    return iter([f"{line}\n".encode() for line in lines])


@pytest.fixture
def letter(tmp_path: Path) -> None:
    """A profile that holds a letter, passage p1."""
    from desktop_mem.control.document_ledger import Chunk, Reason

    stores = Stores.open(tmp_path / "profile")
    address = stores.catalogue.add("letter.txt").address
    stores.catalogue.begin(address)
    stores.archival.add_chunks(address, [Chunk("The user lives in Paris.")])
    stores.catalogue.finish(address, Reason.STORED)
    stores.close()


def test_a_proposal_is_told_and_accepted_in_the_chat(letter: None, terminal) -> None:
    lines = piped("What does the letter say?", "/proposals", "/accept q1", "/accept q1", "/sections")
    assert terminal.chat(lines, OPEN, PARIS, say("The user lives in Paris."), as_json=True) == 1
    records = terminal.records
    [made] = [record for record in records if record["type"] == "proposal_made"]
    assert (made["address"], made["target"], made["sources"]) == ("q1", "w:human", ["p1"])
    assert [record["address"] for record in records if record["type"] == "proposal"] == ["q1"]
    assert [(r["address"], r["state"]) for r in records if r["type"] == "proposal_decided"] == [("q1", "accepted")]
    assert [record["text"] for record in records if record.get("label") == "human"][-1] == "User lives in Paris"
    [reply] = [record for record in records if record["type"] == "reply"]
    assert (reply["grounds"], reply["tainted"]) == (["p1"], True)
    assert [r["reason"] for r in records if r["type"] == "failed"] == ["Not done: q1 waits no more: it was accepted."]


def test_a_reply_shows_what_it_rests_on_or_that_it_is_not_from_memory(terminal) -> None:
    assert (
        terminal.chat(piped("My dentist is Dr. Brown.", "How far is the moon?"), say("Your dentist is Dr. Brown."), say("Very far.")) == 0
    )
    assert "[m1]" in terminal.err
    assert "[not from memory]" in terminal.err


def test_commands_list_and_reject_what_waits(letter: None, terminal, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    terminal.clock = SetClock(datetime.now(UTC))  # the commands go by the system's, and a proposal lapses
    assert terminal.chat(piped("What does the letter say?"), OPEN, PARIS, say("Paris.")) == 0
    assert main(["memory", "proposals", "--json", "--profile", str(tmp_path / "profile")]) == 0
    assert json.loads(capsys.readouterr().out)["after"] == "User lives in Paris"
    assert main(["memory", "reject", "q1", "--profile", str(tmp_path / "profile")]) == 0
    assert "[q1 is rejected]" in capsys.readouterr().out
    assert main(["memory", "accept", "q1", "--profile", str(tmp_path / "profile")]) == 1
    assert "q1 waits no more: it was rejected." in capsys.readouterr().err
    assert main(["memory", "proposals", "--profile", str(tmp_path / "profile")]) == 0
    assert "No change waits for your decision." in capsys.readouterr().err
