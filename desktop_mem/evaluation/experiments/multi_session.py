"""Multi-Session Chat, and the questions that MSC-Self-Instruct asks of it, as conversations with questions."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from desktop_mem.evaluation.data_sets.forms import Corpus, DataSet, Item, Question
from desktop_mem.evaluation.experiments.lines import line_files
from desktop_mem.evaluation.task import DEFAULT_NOW, Request

FRAME: Final = "Do you remember this from what we talked about: "
_BETWEEN_SESSIONS: Final = timedelta(days=3)
_NAME: Final = "msc"
_SELF_INSTRUCT: Final = "msc-self-instruct"


def multi_session(request: Request) -> Iterator[DataSet]:
    """The dialogues of which facts are tied to utterances; a question asks for the utterance that a fact came from."""
    asked: defaultdict[str, list[Question]] = defaultdict(list)
    for _, queries in line_files(request.data, _is_query, request.tell):
        for query in queries:
            asked[query["dialog_id"]].append(Question(f"{FRAME}{query['query']}", dict.fromkeys(query["gold"], 1.0)))
    corpora = [
        Corpus(f"{_NAME}-{name}", turns_of(turns), tuple(asked[name]), conversation=True)
        for name, turns in histories(request).items()
        if asked[name]
    ]
    if corpora:
        yield DataSet(_NAME, tuple(corpora))


def histories(request: Request) -> dict[str, Sequence[Mapping[str, Any]]]:
    """The utterances of each dialogue by its id."""
    return {d["dialog_id"]: d["turns"] for _, found in line_files(request.data, _is_history, request.tell) for d in found}


def turns_of(turns: Sequence[Mapping[str, Any]], before_session: int | None = None) -> tuple[Item, ...]:
    """The utterances, each a minute after the other and each session days after the one before; only of sessions before that one."""
    return tuple(
        Item(
            str(turn["id"]),
            str(turn["text"]),
            str(turn["speaker"]),
            DEFAULT_NOW + int(turn["session"]) * _BETWEEN_SESSIONS + timedelta(minutes=place),
        )
        for place, turn in enumerate(turns)
        if before_session is None or int(turn["session"]) < before_session
    )


def self_instruct(request: Request) -> Iterator[DataSet]:
    """The original questions: rows (lines, or one JSON list) that each hold the sessions before and a question with its answer.

    These rows name no evidence: the utterances that contain the answer's words stand for it.
    """
    rows = [row for _, found in line_files(request.data, _is_row, request.tell) for row in found]
    for path in sorted(request.data.rglob("*.json")):
        if "self" in path.name.casefold() and "instruct" in path.name.casefold():
            content = json.loads(path.read_text(encoding="utf-8"))
            rows += [row for row in content if _is_row(row)] if isinstance(content, list) else []
    corpora = [_row_corpus(number, row) for number, row in enumerate(rows, 1)]
    if corpora:
        yield DataSet(_SELF_INSTRUCT, tuple(corpora))


def _row_corpus(number: int, row: Mapping[str, Any]) -> Corpus:
    sessions = [*(session["dialog"] for session in row.get("previous_dialogs", ())), row.get("dialog", ())]
    turns = [
        {"id": f"S{session}:{place}", "session": session, "speaker": f"speaker {1 + place % 2}", "text": turn["text"]}
        for session, dialogue in enumerate(sessions, 1)
        for place, turn in enumerate(dialogue)
        if turn.get("text")
    ]
    asked, answer = str(row["self_instruct"]["B"]), str(row["self_instruct"]["A"])
    wanted = answer.casefold().strip(" .!?")
    evidence = {str(turn["id"]): 1.0 for turn in turns if wanted and wanted in str(turn["text"]).casefold()}
    return Corpus(f"{_SELF_INSTRUCT}-{number}", turns_of(turns), (Question(asked, evidence, answers=(answer,)),), conversation=True)


def _is_history(record: Any) -> bool:
    return isinstance(record, dict) and {"dialog_id", "turns"} <= record.keys()


def _is_query(record: Any) -> bool:
    return isinstance(record, dict) and {"dialog_id", "query", "gold"} <= record.keys() and bool(record["gold"])


def _is_row(record: Any) -> bool:
    asked = record.get("self_instruct") if isinstance(record, dict) else None
    return isinstance(asked, dict) and {"A", "B"} <= asked.keys()
