"""Made-up sentences around identifiers, each among others that differ in one character, with a question for each."""

from __future__ import annotations

import random
import string
import uuid
from collections.abc import Callable
from functools import partial
from typing import Final

from desktop_mem.evaluation.data_sets.forms import Corpus, DataSet, Item, Question

NAME: Final = "identifiers"
_OF_EACH_KIND: Final = 20
_LOOK_ALIKES: Final = 8

Make = Callable[[random.Random], str]


def _digits(chance: random.Random, count: int) -> str:
    return "".join(chance.choices(string.digits, k=count))


def _letters(chance: random.Random, count: int) -> str:
    return "".join(chance.choices(string.ascii_uppercase, k=count))


def _path(chance: random.Random) -> str:
    owner, file = chance.choice(("kim", "ana", "lee")), chance.choice(("plan", "report", "scan", "backup"))
    if chance.random() < 0.5:
        return f"/srv/{owner}/{chance.randint(2010, 2029)}/{file}_{_digits(chance, 3)}.csv"
    return f"C:\\Users\\{owner}\\{file}-{_digits(chance, 3)}.docx"


_KINDS: Final[dict[str, tuple[Make, tuple[tuple[str, str], ...]]]] = {
    # How to make one; then sentences, each with the question that it answers.
    "part number": (
        lambda chance: f"{_letters(chance, 2)}-{_digits(chance, 4)}-{_letters(chance, 1)}",
        (
            ("The pump needs the part {} and two new seals.", "Which machine needs {}?"),
            ("备件 {} 存放在三号仓库。", "备件 {} 在哪里？"),
        ),
    ),
    "error code": (
        lambda chance: f"0x{uuid.UUID(int=chance.getrandbits(128)).hex[:8].upper()}",
        (("The printer stopped with the error {} after the update.", "What does {} mean?"),),
    ),
    "error number": (
        lambda chance: f"E{_digits(chance, 4)}",
        (("Error {} went away when the valve was cleaned.", "How do I get rid of error {}"),),
    ),
    "uuid": (
        lambda chance: str(uuid.UUID(int=chance.getrandbits(128), version=4)),
        (("The session {} was closed by the server.", "what happened to session {}"),),
    ),
    "path": (_path, (("The old figures are in {} and nowhere else.", "{}"),)),
    "date": (
        lambda chance: f"{chance.randint(1990, 2039)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}",
        (("On {} the boiler was inspected and found safe.", "What was done on {}?"),),
    ),
    "version": (
        lambda chance: f"{chance.randint(1, 20)}.{chance.randint(0, 30)}.{chance.randint(0, 30)}",
        (("Release {} mended the crash at the start.", "What changed in version {}?"),),
    ),
    "phone number": (
        lambda chance: f"+49 30 {_digits(chance, 4)} {_digits(chance, 3)}",
        (("The plumber can be reached at {} in the evening.", "Whose number is {}?"),),
    ),
    "invoice number": (
        lambda chance: f"INV-{chance.randint(2015, 2029)}-{_digits(chance, 5)}",
        (
            ("The invoice {} was paid by bank transfer.", "Was {} paid?"),
            ("发票 {} 已经付款。", "发票 {} 付款了吗？"),
        ),
    ),
}


def identifiers(seed: int) -> DataSet:
    """The same sentences and questions for the same seed; each question has exactly one sentence that answers it."""
    chance = random.Random(seed)
    taken: set[str] = set()
    texts: list[str] = []
    asked: list[tuple[str, str, str]] = []
    for kind, (make, sentences) in _KINDS.items():
        for number in range(_OF_EACH_KIND):
            sentence, question = sentences[number % len(sentences)]
            value = _untaken(partial(make, chance), taken)
            look_alikes = [_untaken(partial(_look_alike, value, chance), taken) for _ in range(_LOOK_ALIKES)]
            texts += [sentence.format(each) for each in (value, *look_alikes)]
            asked.append((question.format(value), sentence.format(value), kind))
    chance.shuffle(texts)
    ids = {text: f"sentence-{number}" for number, text in enumerate(texts, 1)}
    items = tuple(Item(id_, text) for text, id_ in ids.items())
    questions = tuple(Question(question, {ids[text]: 1.0}, kind) for question, text, kind in asked)
    return DataSet(NAME, (Corpus(NAME, items, questions),))


def _untaken(make: Callable[[], str], taken: set[str]) -> str:
    """A value that no other one contains, so that a sentence cannot answer by accident."""
    while True:
        value = make()
        if not any(value in other or other in value for other in taken):
            taken.add(value)
            return value


def _look_alike(value: str, chance: random.Random) -> str:
    """The value with one digit changed."""
    at = chance.choice([position for position, character in enumerate(value) if character.isdigit()])
    return value[:at] + chance.choice([digit for digit in string.digits if digit != value[at]]) + value[at + 1 :]
