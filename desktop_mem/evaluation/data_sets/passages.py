"""Passages with questions: the forms of BEIR folders, of SQuAD files, and of lost-in-the-middle lines."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from desktop_mem.evaluation.data_sets.forms import Corpus, DataSet, Item, Question


def is_squad(content: Any) -> bool:
    """Whether this is a file of articles with paragraphs and their questions."""
    data = content.get("data") if isinstance(content, dict) else None
    return isinstance(data, list) and bool(data) and isinstance(data[0], dict) and "paragraphs" in data[0]


def is_beir(folder: Path) -> bool:
    """Whether this folder holds a corpus, queries and judgements."""
    return (folder / "corpus.jsonl").is_file() and (folder / "queries.jsonl").is_file() and any(folder.glob("qrels/*.tsv"))


def is_lost_in_the_middle(record: Any) -> bool:
    """Whether this is a question with the passages shown for it."""
    return isinstance(record, dict) and "question" in record and isinstance(record.get("ctxs"), list)


def squad(name: str, content: Mapping[str, Any]) -> DataSet:
    """Each paragraph is an item; its questions are answered by it. Raises `KeyError` or `TypeError` where the form is broken."""
    passages = _Passages()
    questions = []
    for article in content["data"]:
        for paragraph in article["paragraphs"]:
            id_ = passages.id_of(str(paragraph["context"]))
            questions += [Question(str(asked["question"]), {id_: 1.0}) for asked in paragraph["qas"]]
    return DataSet(name, (Corpus(name, passages.items(), tuple(questions)),))


def lost_in_the_middle(name: str, records: Iterable[Mapping[str, Any]]) -> DataSet:
    """All passages of all questions are one corpus. Raises as `squad` does."""
    passages = _Passages()
    questions = []
    for record in records:
        ids = [(passages.id_of(_titled(shown)), bool(shown.get("isgold"))) for shown in record["ctxs"]]
        questions.append(Question(str(record["question"]), {id_: 1.0 for id_, gold in ids if gold}))
    asked = tuple(question for question in questions if question.relevant)
    left_out = len(questions) - len(asked)
    notes = (f"{name}: {left_out} questions have no gold passage and are left out.",) if left_out else ()
    return DataSet(name, (Corpus(name, passages.items(), asked),), notes)


def beir(name: str, corpus: Iterable[Mapping[str, Any]], queries: Iterable[Mapping[str, Any]], judgements: Path) -> DataSet:
    """The queries that the judgements of the test split (of all splits, where there is none) name. Raises as `squad` does."""
    items = tuple(Item(str(record["_id"]), _titled(record)) for record in corpus)
    known = {item.id for item in items}
    relevant: defaultdict[str, dict[str, float]] = defaultdict(dict)
    test = judgements / "test.tsv"
    missing = 0
    for file in [test] if test.is_file() else sorted(judgements.glob("*.tsv")):
        for query, document, grade in _judged(file):
            missing += document not in known
            if document in known and grade > 0:
                relevant[query][document] = grade
    questions = tuple(Question(str(record["text"]), relevant[str(record["_id"])]) for record in queries if str(record["_id"]) in relevant)
    notes = (f"{name}: {missing} judgements name no document and are left out.",) if missing else ()
    return DataSet(name, (Corpus(name, items, questions),), notes)


def _judged(file: Path) -> Iterable[tuple[str, str, float]]:
    with file.open(encoding="utf-8", newline="") as lines:
        rows = csv.reader(lines, delimiter="\t")
        for row in rows:
            if len(row) == 3 and row[2].strip().lstrip("-").isdigit():  # anything else is the heading
                yield row[0], row[1], float(row[2])


def _titled(record: Mapping[str, Any]) -> str:
    return f"{record.get('title') or ''}\n{record['text']}".strip()


class _Passages:
    """Different texts, each with an id by which it is asked for."""

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}

    def id_of(self, text: str) -> str:
        """The id of the text, a new one where it was not met before."""
        return self._ids.setdefault(text, f"passage-{len(self._ids) + 1}")

    def items(self) -> tuple[Item, ...]:
        """All texts in the order in which they were met."""
        return tuple(Item(id_, text) for text, id_ in self._ids.items())
