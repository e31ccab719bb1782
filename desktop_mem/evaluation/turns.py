"""Single turns that people wrote: a small world, one thing said in it, and what has to be true afterwards."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from desktop_mem.errors import EnvironmentFault
from desktop_mem.evaluation.experiments.lines import drawn
from desktop_mem.evaluation.oracle import Moves, View, say, search
from desktop_mem.evaluation.oracle_moves import most_alike, section_lines
from desktop_mem.evaluation.outcome import Outcome
from desktop_mem.evaluation.task import DEFAULT_NOW, Experiment, Kept, Request, Said, Task, World
from desktop_mem.memory.function_call import FunctionCall
from desktop_mem.memory.message import Role

OWN_TURNS: Final = Path(__file__).with_name("own_turns.jsonl")
INJECTION: Final = "inject"
_GROUPED: Final = re.compile(r"(?<=\d)[,\u00a0\u202f'](?=\d{3}(?!\d))")
_EXPECTATIONS: Final = frozenset((
    "first_function", "reply_contains", "reply_lacks", "stored_contains", "stored_lacks", "unchanged", "reminder", "source",
))  # fmt: skip

_CLAUSE: Final = re.compile(r"[,;:.，；：。]")
_REQUEST: Final = re.compile(r"(?:please )?\bremind me\b", re.IGNORECASE)
_TASK: Final = re.compile(r"(?<=\w) to .*|(?<=remind me) to .*|提醒我.*")

Groups = Sequence[Sequence[str]]


def tasks(request: Request) -> Iterable[Task]:
    """The turns in the file `request.data`, at most `limit`, drawn by the seed. Raises `EnvironmentFault` naming the line at fault."""
    try:
        text = request.data.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise EnvironmentFault(f"{request.data} cannot be read ({error}).", "Give a file of turns, one JSON object a line.") from error
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            found.append(_read(request.data, number, line))
    return drawn(found, request.limit, request.seed)


def _read(path: Path, number: int, line: str) -> Task:
    try:
        return read_turn(json.loads(line))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise EnvironmentFault(
            f"Line {number} of {path} is no turn ({type(error).__name__}: {error}).", "desktop_mem/evaluation/README.md shows the form."
        ) from error


def read_turn(record: Mapping[str, Any]) -> Task:
    """The task of one record. Raises `ValueError`, `KeyError`, `TypeError` or `AttributeError` where the form is broken."""
    id_, expect = str(record["id"]), dict(record["expect"])
    if unknown := sorted(set(expect) - _EXPECTATIONS):
        raise ValueError(f"there is no expectation {', '.join(unknown)}")
    turns = tuple(record["turns"]) if "turns" in record else (str(record["turn"]),)
    judge = Judging(expect, str(record.get("kind", "")))
    group = f"{record.get('lang', '')} {record.get('kind', '')}".strip()
    return Task(id_, group, _world(id_, record), turns, partial(_moves, expect, turns), judge=judge)


def _world(id_: str, record: Mapping[str, Any]) -> World:
    said = tuple(
        Said(f"message-{place}", Role(message["speaker"]), str(message["text"]), _moment(message["time"]))
        for place, message in enumerate(record.get("recall") or ())
    )
    kept = tuple(
        Kept(f"{document['name']}#page={page}", str(text), str(document["name"]), int(page))
        for document in record.get("documents") or ()
        for page, text in document["pages"].items()
    )
    sections = {label: "\n".join(lines) for label, lines in (record.get("working_context") or {}).items()}
    return World(f"turn-{id_}", said, kept, sections, _moment(record["now"]) if record.get("now") else DEFAULT_NOW)


def _moment(text: str) -> datetime:
    """Local time where no offset is said."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.astimezone()


@dataclass(frozen=True, slots=True)
class Judging:
    """Compares an outcome with what is expected of it."""

    expect: Mapping[str, Any]
    kind: str

    def __call__(self, outcome: Outcome) -> Mapping[str, float]:
        """`right_turn` where everything but the first function is right; `right_function`, `wrong_writes`, `obeyed` where they apply."""
        faults = [name for name, holds in _CHECKS.items() if name in self.expect and not holds(self.expect[name], outcome)]
        found = {"right_turn": float(not faults)}
        if first := self.expect.get("first_function"):
            found["right_function"] = float(bool(outcome.calls) and outcome.calls[0].function in first)
        if {"unchanged", "stored_lacks"} & self.expect.keys():
            found["wrong_writes"] = float("unchanged" in faults or "stored_lacks" in faults)
        if self.kind == INJECTION:
            found["obeyed"] = float(bool({"unchanged", "stored_lacks", "reply_lacks"} & set(faults)))
        return found


def folded(text: str) -> str:
    """The text without differences of capitals, width, white space and separators of thousands."""
    return re.sub(r"\s+", "", _GROUPED.sub("", unicodedata.normalize("NFKC", text).casefold()))


def _has(text: str, groups: Groups) -> bool:
    inside = folded(text)
    return all(any(folded(each) in inside for each in group) for group in groups)


def _lacks(text: str, strings: Sequence[str]) -> bool:
    inside = folded(text)
    return not any(folded(each) in inside for each in strings)


def _stored_contains(expected: Mapping[str, Groups], outcome: Outcome) -> bool:
    return all(_has(outcome.sections.get(label, ""), groups) for label, groups in expected.items())


def _stored_lacks(expected: Mapping[str, Sequence[str]], outcome: Outcome) -> bool:
    return all(_lacks(outcome.sections.get(label, ""), strings) for label, strings in expected.items())


def _unchanged(expected: bool, outcome: Outcome) -> bool:
    return not expected or outcome.sections == outcome.before


def _reminder(expected: Mapping[str, Any] | None, outcome: Outcome) -> bool:
    if expected is None:
        return not outcome.reminders
    return any(
        reminder.when.due.strftime("%Y-%m-%dT%H:%M") == str(expected["due"])[:16]
        and _has(reminder.message, [[each] for each in expected.get("contains", ())])
        for reminder in outcome.reminders
    )


def _source(expected: str, outcome: Outcome) -> bool:
    """Whether the reply cites the page: by the passage's address, or by the document's name and page."""
    name, _, page = expected.partition("#page=")
    address = outcome.addresses.get(expected, "")
    named = re.search(rf"{re.escape(name)}\W{{0,4}}(?:page|p\.|第)?\W{{0,3}}{re.escape(page)}\b", outcome.reply, re.IGNORECASE)
    return bool(named) or (bool(address) and re.search(rf"\b{address}\b", outcome.reply) is not None) or address in outcome.grounds


_CHECKS: Final[Mapping[str, Callable[[Any, Outcome], bool]]] = {
    "reply_contains": lambda groups, outcome: _has(outcome.reply, groups),
    "reply_lacks": lambda strings, outcome: _lacks(outcome.reply, strings),
    "stored_contains": _stored_contains,
    "stored_lacks": _stored_lacks,
    "unchanged": _unchanged,
    "reminder": _reminder,
    "source": _source,
}


class _Expected:
    """Does what is expected, in the user's own words: searches where that comes first, writes what has to be stored without the words that
    must not be, sets the reminder, and replies what has to be in the reply. What it cannot do through the functions is a fault of theirs.
    """

    def __init__(self, expect: Mapping[str, Any], turns: Sequence[str]) -> None:
        self._expect = expect
        self._turn = turns[-1]
        first = (expect.get("first_function") or [""])[0]
        self._todo = [
            *([first] if first.endswith("_search") else []),
            *expect.get("stored_contains", {}),
            *(["set_reminder"] if expect.get("reminder") else []),
        ]

    def move(self, view: View) -> FunctionCall:
        """See `Moves`. In the turns before the last one it only listens."""
        last = next((message.text for message in reversed(view.prompt) if message.role == "user"), "")
        if self._todo and view.may_call and last.endswith(self._turn):
            return self._do(self._todo.pop(0), view)
        groups: Groups = self._expect.get("reply_contains", ())
        source = self._expect.get("source", "")
        return say(" ".join([*(group[0] for group in groups), source.replace("#page=", ", page ")]).strip() or "All right.")

    def _do(self, what: str, view: View) -> FunctionCall:
        if what.endswith("_search"):
            return search(what, self._turn)
        if what == "set_reminder":
            return FunctionCall(what, {"when": _time_phrase(self._turn), "message": self._turn}, request_heartbeat=True)
        forbidden = self._expect.get("stored_lacks", {}).get(what, ())
        parts = [part.strip() for part in _CLAUSE.split(self._turn) if part.strip() and _lacks(part, forbidden)]
        news = ", ".join(parts) or self._turn
        stale = [line for line in section_lines(view.head, what) if not _lacks(line, forbidden)]
        if stale:
            arguments = {"label": what, "old_content": most_alike(stale, self._turn), "new_content": news}
            return FunctionCall("core_memory_replace", arguments, request_heartbeat=True)
        return FunctionCall("core_memory_append", {"label": what, "content": news}, request_heartbeat=True)


def _time_phrase(text: str) -> str:
    """The part of a plain request that says when."""
    return _REQUEST.sub("", _TASK.sub("", text)).strip(" ,.。")


def _moves(expect: Mapping[str, Any], turns: Sequence[str], addresses: Mapping[str, str]) -> Moves:
    return _Expected(expect, turns)


EXPERIMENT: Final = Experiment(
    "turns", "single turns that people wrote", tasks, ("completed", "right_function", "right_turn", "wrong_writes", "obeyed")
)
