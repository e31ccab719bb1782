"""Files of JSON lines below a folder, found by what their first line looks like."""

from __future__ import annotations

import itertools
import random
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from desktop_mem.errors import EnvironmentFault
from desktop_mem.evaluation.data_sets.finding import records
from desktop_mem.evaluation.task import Tell

T = TypeVar("T")
_BROKEN: Final = (OSError, EOFError, zlib.error, UnicodeDecodeError)


def line_files(folder: Path, fits: Callable[[Any], bool], tell: Tell) -> Iterator[tuple[Path, list[Any]]]:
    """Every file of lines below `folder` of which the first fits, with all lines that do. Raises `EnvironmentFault` without a folder."""
    if not folder.is_dir():
        raise EnvironmentFault(f"{folder} is not a folder.", "Give the folder that holds the data sets with --data.")
    for path in sorted(folder.rglob("*.jsonl*")):
        if path.suffixes[-1:] != [".jsonl"] and path.suffixes[-2:] != [".jsonl", ".gz"]:
            continue
        try:
            lines = records(path, tell)
            first = next(lines, None)
            if fits(first):
                yield path, [line for line in itertools.chain([first], lines) if fits(line)]
        except _BROKEN as error:
            tell(f"{path} cannot be read ({error}); it is left out.")


def missing(what: str, folder: Path) -> EnvironmentFault:
    """The fault that tells that the data of an experiment is not there."""
    return EnvironmentFault(f"There is no {what} in {folder}.", "desktop_mem/evaluation/README.md names the forms that are read.")


def drawn(items: Sequence[T], limit: int | None, seed: int) -> list[T]:
    """At most `limit` of them, drawn by the seed, in their order."""
    if limit is None or limit >= len(items):
        return list(items)
    return [items[i] for i in sorted(random.Random(seed).sample(range(len(items)), limit))]
