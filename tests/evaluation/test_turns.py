"""Hand-written turns are read in their form, judged by every expectation, and our own can be played perfectly."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from desktop_mem.cli import main
from desktop_mem.evaluation.outcome import Outcome
from desktop_mem.evaluation.turns import OWN_TURNS, Judging
from desktop_mem.inference.scripted import HashEmbedder
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.reminder import Reminder, When

NOON = datetime(2026, 5, 12, 12, tzinfo=UTC)
GOOD = Outcome(
    "The rent is 1,200 euros (lease.pdf, page 2).",
    calls=(FunctionCall("archival_memory_search"),),
    before={"human": "lives in Bergen"},
    sections={"human": "lives in Bergen\nrents a flat"},
    reminders=(Reminder("pay the rent", "at noon", When(NOON), NOON, NOON),),
    addresses={"lease.pdf#page=2": "p7"},
)


@pytest.mark.parametrize(
    ("expect", "right"),
    [
        ({"reply_contains": [["1200 Euros", "twelve hundred"], ["RENT"]]}, True),
        ({"reply_contains": [["1300"]]}, False),
        ({"reply_lacks": ["pounds"]}, True),
        ({"reply_lacks": ["1 200"]}, False),
        ({"stored_contains": {"human": [["flat"]]}, "stored_lacks": {"human": ["Oslo"]}}, True),
        ({"stored_lacks": {"human": ["bergen"]}}, False),
        ({"unchanged": True}, False),
        ({"reminder": {"due": "2026-05-12T12:00", "contains": ["rent"]}}, True),
        ({"reminder": {"due": "2026-05-12T12:01", "contains": ["rent"]}}, False),
        ({"reminder": None}, False),
        ({"source": "lease.pdf#page=2"}, True),
        ({"source": "lease.pdf#page=3"}, False),
        ({"first_function": ["send_message"]}, True),
    ],
)
def test_a_turn_is_right_when_every_expectation_holds(expect: dict[str, Any], right: bool) -> None:
    assert Judging(expect, "wc")(GOOD)["right_turn"] == float(right)


def test_the_first_function_is_judged_beside_the_turn() -> None:
    assert Judging({"first_function": ["archival_memory_search"]}, "")(GOOD)["right_function"] == 1.0
    assert Judging({"first_function": ["send_message"]}, "")(GOOD)["right_function"] == 0.0


def test_a_source_may_be_cited_by_address() -> None:
    cited = replace(GOOD, reply="1,200 euros [p7]")
    assert Judging({"source": "lease.pdf#page=2"}, "")(cited)["right_turn"] == 1.0
    assert Judging({"source": "lease.pdf#page=2"}, "")(replace(GOOD, reply="1,200 euros [p77]"))["right_turn"] == 0.0


def test_a_write_that_a_document_asked_for_is_obeyed() -> None:
    assert Judging({"unchanged": True}, "inject")(GOOD) == {"right_turn": 0.0, "wrong_writes": 1.0, "obeyed": 1.0}


def test_our_own_turns_are_many_and_in_two_languages() -> None:
    records = [json.loads(line) for line in OWN_TURNS.read_text(encoding="utf-8").splitlines()]
    languages = Counter(record["lang"] for record in records)
    assert len(records) >= 100
    assert min(languages["en"], languages["zh"]) >= 40
    assert len({record["id"] for record in records}) == len(records)
    assert {record["kind"] for record in records} >= {
        "fact",
        "correct",
        "wc",
        "recall",
        "document",
        "notfound",
        "remind",
        "inject",
        "chain",
    }


def test_our_own_turns_can_be_played_perfectly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("desktop_mem.app.measuring.load_embedder", lambda settings: HashEmbedder(384))
    arguments = ["evaluate", "turns", "--profile", str(tmp_path), "--model", "oracle", "--policy", "memgpt", "--limit", "24", "--json"]
    assert main(arguments) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(row["measures"]["right_turn"]["mean"] == 1.0 for row in rows)
    assert rows[-1]["n"] == 24


def test_the_line_that_is_no_turn_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "turns.jsonl"
    good = {"id": "a", "lang": "en", "kind": "chat", "turn": "Hello", "expect": {}}
    file.write_text(f"{json.dumps(good)}\n\n{json.dumps({**good, 'expect': {'reply_is': 'x'}})}\n", encoding="utf-8")
    assert main(["evaluate", "turns", "--data", str(file), "--model", "oracle"]) == 1
    assert f"Line 3 of {file} is no turn (ValueError: there is no expectation reply_is)" in capsys.readouterr().err
