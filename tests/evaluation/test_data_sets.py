"""Data sets are found by their form, at any depth; what is broken is named, and the rest goes on."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from desktop_mem.errors import EnvironmentFault
from desktop_mem.evaluation.data_sets.finding import find_data_sets
from desktop_mem.evaluation.data_sets.forms import DataSet, Question

from .conftest import Write


def _found(folder: Path) -> tuple[dict[str, DataSet], list[str]]:
    told: list[str] = []
    return {each.name: each for each in find_data_sets(folder, told.append)}, told


def test_a_conversation_gives_its_turns_in_order_with_their_dates(write: Write, data: Path, locomo_sample: dict[str, Any]) -> None:
    write("deep/down/talks.json", [locomo_sample])
    found, _ = _found(data)
    (corpus,) = found["talks"].corpora
    assert corpus.conversation
    assert corpus.name == "talk-1"
    assert [(item.id, item.speaker, item.text) for item in corpus.items] == [
        ("D1:1", "Ada", "I have adopted a hedgehog."),
        ("D1:2", "Bo", "My kayak leaks."),
        ("D2:1", "Bo", "The kayak is sold."),
        ("D2:3", "Ada", "Look! [a red bicycle by a wall]"),
    ]
    assert corpus.items[0].said_at == datetime(2021, 5, 8, 13, 6, tzinfo=UTC)
    assert corpus.items[2].said_at == datetime(2021, 6, 2, 9, 31, tzinfo=UTC)


def test_evidence_that_names_no_turn_is_dropped_and_counted(write: Write, data: Path, locomo_sample: dict[str, Any]) -> None:
    write("talks.json", [locomo_sample])
    found, told = _found(data)
    (corpus,) = found["talks"].corpora
    assert corpus.questions == (
        Question("Which animal does Ada have?", {"D1:1": 1.0}, "4", ("hedgehog",)),
        Question("What became of the kayak?", {"D1:2": 1.0, "D2:1": 1.0}, "1", ("sold",)),
    )
    assert told == ["talks: 2 pieces of evidence name no turn and are left out."]


def test_chats_of_a_folder_are_one_set_and_ranges_are_all_their_turns(write: Write, data: Path) -> None:
    turns = [
        {"clean_text": f"Line {number}.", "speaker": "Ada", "date_time": f"29.12.2023, 22:42:0{number}", "dia_id": f"D1:{number}"}
        for number in range(1, 6)
    ]
    chat = {
        "name": {"speaker_1": "Ada"},
        "session_1": turns,
        "events_session_1": {},
        "session_1_date_time": "29.12.2023, 22:42:01",
        "qa": [{"question": "Which lines?", "evidence": ["D1:2-D1:4", "D1:1. D1:5"], "category": 1}],
    }
    write("chats/Chat_2.json", chat)
    write("chats/Chat_1.json", {**chat, "qa": [{"question": "Which?", "evidence": "D1:3", "category": 2}]})
    found, told = _found(data)
    assert told == []
    assert [corpus.name for corpus in found["chats"].corpora] == ["Chat_1", "Chat_2"]
    first, second = found["chats"].corpora
    assert first.questions == (Question("Which?", {"D1:3": 1.0}, "2"),)
    assert list(second.questions[0].relevant) == ["D1:2", "D1:3", "D1:4", "D1:1", "D1:5"]
    assert second.items[2].said_at == datetime(2023, 12, 29, 22, 42, 3, tzinfo=UTC)


def test_judged_folders_give_the_queries_of_the_test_split_with_their_grades(write: Write, data: Path) -> None:
    write("facts/corpus.jsonl", [{"_id": "a", "title": "Tea", "text": "It is hot."}, {"_id": "b", "text": "It is cold."}])
    write("facts/queries.jsonl", [{"_id": "1", "text": "What is hot?"}, {"_id": "2", "text": "Only in training?"}])
    write("facts/qrels/test.tsv", "query-id\tcorpus-id\tscore\n1\ta\t2\n1\tb\t0\n1\tgone\t1\n")
    write("facts/qrels/train.tsv", "query-id\tcorpus-id\tscore\n2\tb\t1\n")
    found, told = _found(data)
    (corpus,) = found["facts"].corpora
    assert [(item.id, item.text) for item in corpus.items] == [("a", "Tea\nIt is hot."), ("b", "It is cold.")]
    assert corpus.questions == (Question("What is hot?", {"a": 2.0}),)
    assert not corpus.conversation
    assert told == ["facts: 1 judgements name no document and are left out."]


def test_paragraphs_are_answers_to_their_questions(write: Write, data: Path) -> None:
    paragraphs = [
        {"context": "水是湿的。", "qas": [{"question": "水怎么样？"}, {"question": "什么是湿的？"}]},
        {"context": "火", "qas": []},
    ]
    write("x/squad.zh.json", {"data": [{"title": "t", "paragraphs": paragraphs}], "version": "1"})
    found, _ = _found(data)
    (corpus,) = found["squad.zh"].corpora
    assert [item.text for item in corpus.items] == ["水是湿的。", "火"]
    assert [(question.text, list(question.relevant)) for question in corpus.questions] == [
        ("水怎么样？", ["passage-1"]),
        ("什么是湿的？", ["passage-1"]),
    ]


@pytest.mark.parametrize("name", ["open.jsonl", "open.jsonl.gz"])
def test_all_shown_passages_are_one_corpus(write: Write, data: Path, name: str) -> None:
    gold, other = {"title": "A", "text": "one", "isgold": True}, {"title": "B", "text": "two"}
    write(
        name,
        [
            {"question": "q1", "ctxs": [other, gold]},
            {"question": "q2", "ctxs": [{**other, "isgold": True}]},
            {"question": "q3", "ctxs": []},
        ],
    )
    found, told = _found(data)
    (corpus,) = found["open"].corpora
    assert [item.text for item in corpus.items] == ["B\ntwo", "A\none"]
    assert [dict(question.relevant) for question in corpus.questions] == [{"passage-2": 1.0}, {"passage-1": 1.0}]
    assert told == ["open: 1 questions have no gold passage and are left out."]


def test_broken_files_are_named_and_the_rest_goes_on(write: Write, data: Path, locomo_sample: dict[str, Any]) -> None:
    write("a.json", "{ not json")
    write("b.json", [{"conversation": {"session_1": [{"text": "no id"}]}, "qa": []}])
    write("c.jsonl.gz", "x").write_bytes(b"no gzip at all")
    write("d.jsonl", '{"question": "q", "ctxs": [{"text": "one", "isgold": true}]}\nbroken\n')
    write("e.json", {"anything": "else"})
    write("f.json", [locomo_sample])
    write("g.txt", "no data set")
    found, told = _found(data)
    assert set(found) == {"d", "f"}
    assert [f"{data / name} cannot be read" in " ".join(told) for name in ("a.json", "b.json", "c.jsonl.gz")] == [True, True, True]
    assert f"{data / 'd.jsonl'}: 1 lines are not JSON and are left out." in told
    assert not any("e.json" in sentence or "g.txt" in sentence for sentence in told)


def test_a_folder_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault, match="is not a folder"):
        _found(tmp_path / "nowhere")
