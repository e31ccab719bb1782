"""Deep memory retrieval: many past sessions in recall storage, an empty queue, and one question about what was said in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from functools import partial
from typing import Final

from desktop_mem.evaluation.answers import words
from desktop_mem.evaluation.data_sets.finding import find_data_sets
from desktop_mem.evaluation.data_sets.forms import Corpus, DataSet, Question
from desktop_mem.evaluation.experiments.lines import missing
from desktop_mem.evaluation.experiments.multi_session import FRAME, multi_session, self_instruct
from desktop_mem.evaluation.oracle import Moves
from desktop_mem.evaluation.oracle_moves import Digging
from desktop_mem.evaluation.retrieval import limited, with_names
from desktop_mem.evaluation.task import DEFAULT_NOW, Experiment, Request, Said, Task, World
from desktop_mem.memory.message import Role

# Five searches fit in the six steps of a turn: the question itself, what a reader guesses who knows what the answer sounds like, and at
# last what somebody would search for who knows what was said: whether it can be found at all.
_OWN_PAGES, _WITH_GUESS_PAGES, _GUESS_PAGES = 2, 1, 1
_SEARCHES: Final = _OWN_PAGES + _WITH_GUESS_PAGES + _GUESS_PAGES
_HINT_WORDS: Final = 8


def tasks(request: Request) -> Iterator[Task]:
    """Questions of LoCoMo, REALTALK, Multi-Session Chat and MSC-Self-Instruct, as far as the folder holds them; `limit` of each."""
    found = False
    for data_set in (*_conversations(request), *multi_session(request), *self_instruct(request)):
        found = True
        yield from tasks_of(limited(data_set, request.limit, request.seed), data_set.name)
    if not found:
        raise missing("long conversation with questions", request.data)


def _conversations(request: Request) -> Iterable[DataSet]:
    for data_set in find_data_sets(request.data, request.tell):
        if all(corpus.conversation for corpus in data_set.corpora):
            yield with_names(data_set)


def tasks_of(data_set: DataSet, group: str) -> Iterator[Task]:
    """A task for each question of the data set."""
    for corpus in data_set.corpora:
        world = world_of(corpus)
        for number, question in enumerate(corpus.questions):
            yield question_task(f"{group}-{corpus.name}-{number}", group, world, question)


def question_task(id_: str, group: str, world: World, question: Question) -> Task:
    """The task of one question about what was said."""
    return Task(
        f"{id_}-{question.text[:40]}",
        group,
        world,
        (question.text,),
        partial(_moves, question, world),
        answers=question.answers,
        evidence=frozenset(question.relevant),
    )


def _moves(question: Question, world: World, addresses: Mapping[str, str]) -> Moves:
    """Searches with the question's words first. The key picks nothing but the words of later queries, which the table tells apart."""
    text = question.text.removeprefix(FRAME)
    queries = [(text, _SEARCHES)]
    if question.answers:
        guess = question.answers[0]
        queries = [(text, _OWN_PAGES), (f"{text} {guess}", _WITH_GUESS_PAGES), (guess, _GUESS_PAGES)]
    hints = _hints(world, frozenset(question.relevant))
    return Digging("conversation_search", queries, {addresses[id_]: hint for id_, hint in hints.items()})


def _hints(world: World, evidence: frozenset[str]) -> dict[str, str]:
    """Of each piece of evidence the words that the fewest messages of the conversation have, in their order."""
    common = Counter(word for said in world.messages for word in set(words(said.text)))
    hints = {}
    for said in world.messages:
        if said.id in evidence:
            rarest = set(sorted(dict.fromkeys(words(said.text)), key=lambda word: common[word])[:_HINT_WORDS])
            hints[said.id] = " ".join(word for word in dict.fromkeys(words(said.text)) if word in rarest)
    return hints


def world_of(corpus: Corpus) -> World:
    """The turns of a conversation in recall storage. The first to speak is the user, everybody else the assistant."""
    user = corpus.items[0].speaker if corpus.items else ""
    said, moment = [], DEFAULT_NOW
    for position, item in enumerate(corpus.items):
        moment = item.said_at or DEFAULT_NOW + timedelta(minutes=position)
        said.append(Said(item.id, Role.USER if item.speaker == user else Role.ASSISTANT, item.text, moment))
    return World(corpus.name, tuple(said), now=moment + timedelta(days=1))


EXPERIMENT: Final = Experiment(
    "dmr",
    "deep memory retrieval: many past sessions in recall storage, and one question about them",
    tasks,
    ("completed", "contained", "rouge_l", "evidence", "reached", "guessed", "own_words", "writes"),
)
