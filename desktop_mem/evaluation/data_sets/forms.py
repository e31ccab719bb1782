"""What every data set becomes: corpora of items, with questions and the items that answer each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Item:
    """One turn of a conversation, or one passage. `said_at` is aware; `speaker` is the name in the data."""

    id: str
    text: str
    speaker: str = ""
    said_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and the items of its corpus that answer it, each with its grade (1 where the data has none).

    `answers` are right ones, as far as the data has any.
    """

    text: str
    relevant: Mapping[str, float]
    category: str = ""
    answers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Corpus:
    """What one question is asked of: items in order, told apart by id. `conversation` says that they are turns.

    `unanswerable` are questions that nothing in it answers.
    """

    name: str
    items: tuple[Item, ...]
    questions: tuple[Question, ...]
    conversation: bool = False
    unanswerable: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DataSet:
    """Corpora that are measured together. `notes` are sentences on what of the data could not be used."""

    name: str
    corpora: tuple[Corpus, ...]
    notes: tuple[str, ...] = ()

    @property
    def questions(self) -> int:
        """How many questions it has."""
        return sum(len(corpus.questions) for corpus in self.corpora)
