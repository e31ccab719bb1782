"""The experiments, played by the oracle on small data of their forms: all of it is reached."""

from __future__ import annotations

import json
import random
import uuid
from pathlib import Path
from typing import Any

import pytest

from desktop_mem.cli import main
from desktop_mem.evaluation.experiments import nested_kv
from desktop_mem.evaluation.policies import POLICIES

from .conftest import Evaluate, Write


def _rows(output: str) -> dict[tuple[str, str], dict[str, Any]]:
    records = [json.loads(line) for line in output.splitlines()]
    return {(record["policy"], record["group"]): record["measures"] for record in records}


def _mean(measures: dict[str, Any], name: str) -> float:
    return float(measures[name]["mean"])


@pytest.fixture
def pairs(write: Write) -> None:
    """Thirty pairs, and two orderings for each number of indices."""
    chance = random.Random(3)

    def made() -> str:
        return str(uuid.UUID(int=chance.getrandbits(128), version=4))

    write("kv.jsonl.gz", [{"ordered_kv_records": [[made(), made()] for _ in range(30)]}])
    for indices in range(1, 7):
        write(f"orderings_{indices}.jsonl", [chance.sample(range(30), indices) for _ in range(2)])


def test_nesting_replaces_the_values_on_the_way() -> None:
    stored = nested_kv.nested([("a", "1"), ("b", "2"), ("c", "3")], [2, 0])
    assert stored == [("a", "1"), ("b", "2"), ("c", "a")]


@pytest.mark.usefixtures("pairs")
def test_the_oracle_follows_keys_to_the_end_at_every_level(evaluate: Evaluate) -> None:
    code, output = evaluate("nested-kv", "--policy", "memgpt", "--json")
    rows = _rows(output)
    assert code == 0
    assert [group for _, group in rows] == [*(f"level {level}" for level in range(5)), "all"]
    assert all(_mean(measures, "exact") == 1.0 and _mean(measures, "over_window") == 0.0 for measures in rows.values())
    assert _mean(rows["memgpt", "level 4"], "calls") > _mean(rows["memgpt", "level 0"], "calls")


@pytest.mark.usefixtures("talks")
def test_deep_memory_is_reached_and_every_policy_plays(evaluate: Evaluate) -> None:
    code, output = evaluate("dmr", "--policy", "all", "--json")
    rows = _rows(output)
    assert code == 0
    assert {policy for policy, _ in rows} == POLICIES.keys()
    assert all(_mean(measures, "completed") == 1.0 and _mean(measures, "over_window") == 0.0 for measures in rows.values())
    assert all(_mean(rows[policy, "talks"], "all_reached") == 1.0 for policy in ("memgpt", "assisted", "full", "retrieval"))
    # The oracle reads what the prompt shows: what is in the evidence is in its answer.
    assert _mean(rows["memgpt", "talks"], "contained") == 1.0


@pytest.mark.usefixtures("talks")
def test_what_nothing_answers_is_left_unanswered(evaluate: Evaluate) -> None:
    rows = _rows(evaluate("locomo", "--policy", "memgpt", "--json")[1])
    assert _mean(rows["memgpt", "unanswerable"], "abstained") == 1.0
    assert _mean(rows["memgpt", "single-hop"], "evidence") == 1.0
    assert "abstained" not in rows["memgpt", "single-hop"]


def test_multi_session_chat_and_its_questions_are_read(evaluate: Evaluate, write: Write) -> None:
    turns = [
        {"id": "S1:1", "session": 1, "speaker": "bot_0", "text": "I mend clocks for a living."},
        {"id": "S1:2", "session": 1, "speaker": "bot_1", "text": "I grow dahlias."},
        {"id": "S2:1", "session": 2, "speaker": "bot_0", "text": "The dahlias must be in flower by now."},
    ]
    write("msc/histories.jsonl", [{"dialog_id": "a", "turns": turns}])
    write("msc/queries.jsonl", [{"dialog_id": "a", "query": "I am a clockmaker who mends clocks.", "gold": ["S1:1"]}])
    row = {
        "previous_dialogs": [{"dialog": [{"text": "Which singer do you like?"}, {"text": "I could get into Nina Hale."}]}],
        "dialog": [{"id": "Speaker 1", "text": "Good to see you."}],
        "self_instruct": {"B": "Which singer did you say that you could get into?", "A": "Nina Hale!"},
    }
    write("MSC-Self-Instruct.json", [row])
    rows = _rows(evaluate("dmr", "--policy", "memgpt", "--json")[1])
    assert _mean(rows["memgpt", "msc"], "reached") == 1.0
    assert "contained" not in rows["memgpt", "msc"]
    assert _mean(rows["memgpt", "msc-self-instruct"], "contained") == 1.0


def test_documents_are_asked_among_few_and_many(evaluate: Evaluate, write: Write) -> None:
    towns = ("Arlow", "Belm", "Cort", "Dunn", "Elst", "Fenn", "Gard", "Holt", "Irk", "Jedd", "Kolm", "Lunt")
    lines = [
        {
            "question": f"How high is the tower of {town}?",
            "answers": [f"{number + 20} metres"],
            "ctxs": [{"title": town, "text": f"The tower of {town} is {number + 20} metres high.", "isgold": True}],
        }
        for number, town in enumerate(towns)
    ]
    write("towers.jsonl.gz", lines)
    rows = _rows(evaluate("doc-qa", "--policy", "memgpt,retrieval", "--limit", "3", "--json")[1])
    assert [group for policy, group in rows if policy == "memgpt"] == ["K = 1", "K = 10", "all"]
    assert all(_mean(measures, "contained") == 1.0 for measures in rows.values())


def test_an_opener_is_compared_with_the_persona_and_with_a_person(evaluate: Evaluate, write: Write) -> None:
    record = {
        "initial_data_id": "x",
        "dialog": [{"id": "bot_0", "text": "How are your bees?"}, {"id": "bot_1", "text": "Fine."}],
        "init_personachat": {"init_personas": [["I am a baker."], ["I keep bees.", "I live by the sea."]]},
    }
    write("openers.jsonl", [record])
    write("histories.jsonl", [{"dialog_id": "x", "turns": [{"id": "S1:1", "session": 1, "speaker": "bot_1", "text": "I keep bees."}]}])
    measures = _rows(evaluate("opener", "--policy", "memgpt", "--json")[1])["memgpt", "opener"]
    assert _mean(measures, "sim_1") == pytest.approx(1.0, abs=1e-3)
    assert _mean(measures, "sim_3") < _mean(measures, "sim_1")
    assert _mean(measures, "sim_h") < _mean(measures, "sim_1")


def test_facts_are_read_and_corrected(evaluate: Evaluate, write: Write) -> None:
    facts = ["Tove plays the harp.", "Tove and Arne run a ferry.", "Arne collects maps."]
    asked = {"input": "With whom does Tove run a ferry?", "ground_truth": "Arne", "agent_args": {"extra": {"facts": facts}}}
    news = {"facts": facts, "contradicting_fact": '"Tove and Sigrid run a ferry."'}
    write("read.jsonl", [asked])
    write("update.jsonl", [{**asked, "ground_truth": "Sigrid", "agent_args": {"extra": news}}])
    rows = _rows(evaluate("core-memory", "--policy", "memgpt", "--json")[1])
    assert _mean(rows["memgpt", "read"], "contained") == 1.0
    assert _mean(rows["memgpt", "update"], "updated") == 1.0
    assert (_mean(rows["memgpt", "read"], "writes"), _mean(rows["memgpt", "update"], "writes")) == (0.0, 1.0)


def test_data_and_policies_that_are_not_there_are_named(evaluate: Evaluate, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data.mkdir()
    assert main(["evaluate", "nested-kv", "--data", str(data), "--model", "oracle"]) == 1
    assert "There is no file of key-value pairs" in capsys.readouterr().err
    assert main(["evaluate", "dmr", "--data", str(data), "--model", "oracle", "--policy", "magic"]) == 1
    assert "There is no policy magic" in capsys.readouterr().err


def test_the_oracle_opens_what_a_page_of_results_cut_off(evaluate: Evaluate, write: Write) -> None:
    chance = random.Random(7)
    lines = []
    for town in ("Arlow", "Belm", "Cort", "Dunn", "Elst", "Fenn", "Gard", "Holt", "Irk", "Jedd"):
        stones = " ".join("".join(chance.choices("abdeginorstu", k=6)) + " stone of the wall." for _ in range(30))
        passage = {"title": town, "text": f"The wall of {town}. {stones} Only the keystone of {town} is blue.", "isgold": True}
        asked = f"Which stone of the wall of {town} is blue?"
        lines.append({"question": asked, "answers": [f"keystone of {town}"], "ctxs": [passage]})
    write("walls.jsonl", lines)
    measures = _rows(evaluate("doc-qa", "--policy", "memgpt", "--limit", "2", "--json")[1])["memgpt", "K = 10"]
    assert _mean(measures, "contained") == 1.0
    assert _mean(measures, "calls") == 3.0
