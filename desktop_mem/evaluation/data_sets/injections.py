"""Prompts that want to make a model do something, found by the forms of the files that collect them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_mem.errors import EnvironmentFault

_FOLDER = "prompt_injection"
_FIELDS = ("attack", "prompt")


@dataclass(frozen=True, slots=True)
class InjectionSet:
    """The prompts of one file, each once, named after the file and its folder."""

    name: str
    prompts: tuple[str, ...]


def find_injections(folder: Path, tell: Callable[[str], None]) -> list[InjectionSet]:
    """The sets below `folder` (below `prompt_injection` in it, if that is there), in the order of their paths; no prompt twice.

    Known forms: lists of prompts by category, lists and lines of objects with a field `attack` or `prompt`. Other files are passed over;
    one that cannot be read is told. Raises `EnvironmentFault` when no prompt is found.
    """
    base = folder / _FOLDER if (folder / _FOLDER).is_dir() else folder
    known: set[str] = set()
    found: list[InjectionSet] = []
    for path in sorted(base.rglob("*.json*")) if base.is_dir() else ():
        try:
            prompts = [prompt for prompt in dict.fromkeys(_prompts(path)) if prompt.strip() and prompt not in known]
        except (OSError, ValueError) as error:
            tell(f"{path} cannot be read ({error}); it is left out.")
            continue
        known.update(prompts)
        if prompts:
            found.append(InjectionSet(f"{path.parent.name}/{path.stem}", tuple(prompts)))
    if not found:
        raise EnvironmentFault(f"There are no injection prompts in {base}.", f"Give the folder that holds {_FOLDER}.")
    return found


def drawn(found: InjectionSet, limit: int | None, seed: int) -> InjectionSet:
    """At most `limit` of the prompts, by chance."""
    if limit is None or limit >= len(found.prompts):
        return found
    return InjectionSet(found.name, tuple(random.Random(f"{seed} {found.name}").sample(found.prompts, limit)))


def _prompts(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".jsonl":
        for line in text.splitlines():
            if line.strip():
                yield from _of_record(json.loads(line))
        return
    content = json.loads(text)
    if isinstance(content, dict):
        for entries in content.values():
            yield from (entry for entry in entries if isinstance(entry, str)) if isinstance(entries, list) else ()
    elif isinstance(content, list):
        for entry in content:
            yield from _of_record(entry)


def _of_record(entry: Any) -> Iterator[str]:
    if isinstance(entry, dict):
        yield from (entry[name] for name in _FIELDS if isinstance(entry.get(name), str))
