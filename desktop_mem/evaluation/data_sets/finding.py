"""Every data set below a folder, whatever the files are called; what is broken is named, and the rest goes on."""

from __future__ import annotations

import gzip
import itertools
import json
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from desktop_mem.errors import EnvironmentFault
from desktop_mem.evaluation.data_sets import conversations, passages
from desktop_mem.evaluation.data_sets.forms import DataSet

_BROKEN: Final = (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, AttributeError, RecursionError)
Tell = Callable[[str], None]


def find_data_sets(folder: Path, tell: Tell) -> Iterator[DataSet]:
    """The data sets below `folder` in the order of their paths; `tell` is given a sentence for each file that cannot be used.

    Raises `EnvironmentFault` when there is no such folder.
    """
    if not folder.is_dir():
        raise EnvironmentFault(f"{folder} is not a folder.", "Give the folder that holds the data sets.")
    for place in [folder, *sorted(path for path in folder.rglob("*") if path.is_dir())]:
        yield from _in_folder(place, tell)


def _in_folder(folder: Path, tell: Tell) -> Iterator[DataSet]:
    files = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    if passages.is_beir(folder):
        yield from _told(folder, tell, partial(_beir, folder, tell))
        files = [path for path in files if path.name not in ("corpus.jsonl", "queries.jsonl")]
    chats: defaultdict[str, Any] = defaultdict(dict)
    for path in files:
        suffixes = [suffix for suffix in path.suffixes if suffix != ".gz"]
        if suffixes[-1:] == [".jsonl"]:
            yield from _told(path, tell, partial(_lines, path, tell))
        elif suffixes[-1:] == [".json"]:
            yield from _told(path, tell, partial(_whole, path, chats))
    if chats:
        yield from _told(folder, tell, partial(conversations.realtalk, folder.name, chats))


def _told(path: Path, tell: Tell, read: Callable[[], DataSet | None]) -> Iterator[DataSet]:
    """The data set that `read` gives, if it has questions."""
    try:
        found = read()
    except _BROKEN as error:
        reason = f"{type(error).__name__}: {error}".splitlines()[0][:200]
        tell(f"{path} cannot be read as the data set that it seems to be ({reason}); it is left out.")
        return
    if found is not None and found.questions:
        for note in found.notes:
            tell(note)
        yield found


def _whole(path: Path, chats: dict[str, Any]) -> DataSet | None:
    """The data set in a JSON file; a chat is put beside the other chats of its folder."""
    content = json.loads(_text(path))
    name = path.name.removesuffix(".gz").removesuffix(".json")
    if conversations.is_locomo(content):
        return conversations.locomo(name, content)
    if passages.is_squad(content):
        return passages.squad(name, content)
    if conversations.is_realtalk(content):
        chats[name] = content
    return None


def _lines(path: Path, tell: Tell) -> DataSet | None:
    lines = records(path, tell)
    first = next(lines, None)
    if not passages.is_lost_in_the_middle(first):
        return None
    fitting = filter(passages.is_lost_in_the_middle, itertools.chain([first], lines))
    return passages.lost_in_the_middle(path.name.removesuffix(".gz").removesuffix(".jsonl"), fitting)


def _beir(folder: Path, tell: Tell) -> DataSet:
    corpus, queries = (records(folder / name, tell) for name in ("corpus.jsonl", "queries.jsonl"))
    return passages.beir(folder.name, corpus, queries, folder / "qrels")


def records(path: Path, tell: Tell) -> Iterator[Any]:
    """The lines of a file (packed or not) that are JSON; `tell` is given a sentence when some are not."""
    broken = 0
    for line in _text(path).split("\n"):
        try:
            if line.strip():
                yield json.loads(line)
        except ValueError:
            broken += 1
    if broken:
        tell(f"{path}: {broken} lines are not JSON and are left out.")


def _text(path: Path) -> str:
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8-sig")
