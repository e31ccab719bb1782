"""Nested key-value retrieval: 140 pairs in archival storage, and a value that is itself a key, up to four times over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Final

from desktop_mem.evaluation.experiments.lines import line_files, missing
from desktop_mem.evaluation.oracle import Moves
from desktop_mem.evaluation.oracle_moves import Lookup
from desktop_mem.evaluation.task import Experiment, Kept, Request, Task, World

LEVELS: Final = 5
ORDERINGS: Final = 30
_ASKED: Final = (
    "My archive holds pairs of keys and values, and all of them are UUIDs. A value can itself be a key: then look that key up in turn, "
    "until you come to a value that is no key. What do you come to from the key {key}? Answer with that value alone."
)
# A level takes one search, or two where the result is cut off; at the end one shows that the value is no key.
_STEPS: Final = 2 * (LEVELS + 1) + 2

Pairs = Sequence[tuple[str, str]]


def tasks(request: Request) -> Iterator[Task]:
    """The given orderings, the first 30 (or `limit`) of each level; level n has n + 1 indices. Raises `EnvironmentFault`."""
    pairs = _pairs(request)
    orderings = _orderings(request)
    for level in range(LEVELS):
        if level + 1 not in orderings:
            raise missing(f"file with orderings of {level + 1} indices", request.data)
        for number, ordering in enumerate(orderings[level + 1][: min(request.limit or ORDERINGS, ORDERINGS)]):
            yield _task(level, number, pairs, ordering)


def nested(pairs: Pairs, ordering: Sequence[int]) -> list[tuple[str, str]]:
    """The pairs, of which each that the ordering names has the key of the next one as its value."""
    values = dict(enumerate(value for _, value in pairs))
    for place, following in pairwise(ordering):
        values[place] = pairs[following][0]
    return [(key, values[place]) for place, (key, _) in enumerate(pairs)]


def _task(level: int, number: int, pairs: Pairs, ordering: Sequence[int]) -> Task:
    stored = nested(pairs, ordering)
    key, answer = stored[ordering[0]][0], stored[ordering[-1]][1]
    passages = tuple(Kept(f"pair-{place}", f"key = {key}, value = {value}") for place, (key, value) in enumerate(stored))
    return Task(
        f"level-{level}-{number}",
        f"level {level}",
        World(f"nested-kv-{level}-{number}", passages=passages),
        (_ASKED.format(key=key),),
        partial(_moves, key),
        answers=(answer,),
        evidence=frozenset(f"pair-{place}" for place in ordering),
    )


def _moves(key: str, addresses: Mapping[str, str]) -> Moves:
    return Lookup(key)


def _pairs(request: Request) -> Pairs:
    """The pairs of the first record, as the paper takes them."""
    for _, records in line_files(request.data, _is_pairs, request.tell):
        return [(str(key), str(value)) for key, value in records[0]["ordered_kv_records"]]
    raise missing("file of key-value pairs", request.data)


def _orderings(request: Request) -> dict[int, list[list[int]]]:
    """Orderings by the number of their indices."""
    return {len(found[0]): found for _, found in line_files(request.data, _is_ordering, request.tell)}


def _is_pairs(record: Any) -> bool:
    return isinstance(record, dict) and isinstance(record.get("ordered_kv_records"), list)


def _is_ordering(record: Any) -> bool:
    return isinstance(record, list) and bool(record) and all(isinstance(place, int) for place in record)


EXPERIMENT: Final = Experiment(
    "nested-kv",
    "nested key-value retrieval: a value that is itself a key, up to four times over",
    tasks,
    ("completed", "exact", "contained", "evidence"),
    {"max_steps": _STEPS},
)
