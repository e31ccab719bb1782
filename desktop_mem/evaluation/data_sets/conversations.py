"""Long conversations with questions and the turns that answer them: the forms of LoCoMo and of REALTALK."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from desktop_mem.evaluation.data_sets.forms import Corpus, DataSet, Item, Question

UNANSWERABLE: Final = "5"
"""The category of questions that nothing in the conversation answers."""
_SESSION = re.compile(r"session_(\d+)")
_TURN_ID = re.compile(r"[A-Za-z]*\d+:\d+")
_RANGE = re.compile(r"([A-Za-z]*\d+:\d+)\s*[-–~]\s*([A-Za-z]*\d+:\d+)")
_DATES: Final = ("%I:%M %p on %d %B, %Y", "%d.%m.%Y, %H:%M:%S")
_FIRST_DAY: Final = datetime(2023, 1, 1, 9, tzinfo=UTC)


def is_locomo(content: Any) -> bool:
    """Whether this is a list of samples that each hold a conversation and questions."""
    return isinstance(content, list) and bool(content) and isinstance(content[0], dict) and {"conversation", "qa"} <= content[0].keys()


def is_realtalk(content: Any) -> bool:
    """Whether this is one chat: its sessions and questions side by side."""
    return isinstance(content, dict) and "qa" in content and any(_SESSION.fullmatch(key) for key in content)


def locomo(name: str, samples: Sequence[Mapping[str, Any]]) -> DataSet:
    """One corpus for each conversation. Raises `KeyError`, `TypeError` or `ValueError` where the form is broken."""
    corpora = [
        _corpus(str(sample.get("sample_id", f"{name}-{number}")), sample["conversation"], sample["qa"])
        for number, sample in enumerate(samples, 1)
    ]
    return _data_set(name, corpora)


def realtalk(name: str, chats: Mapping[str, Mapping[str, Any]]) -> DataSet:
    """One corpus for each chat, by its name. Raises as `locomo` does."""
    return _data_set(name, [_corpus(chat, content, content["qa"]) for chat, content in sorted(chats.items())])


def _data_set(name: str, parts: Sequence[tuple[Corpus, int]]) -> DataSet:
    dropped = sum(count for _, count in parts)
    notes = (f"{name}: {dropped} pieces of evidence name no turn and are left out.",) if dropped else ()
    return DataSet(name, tuple(corpus for corpus, _ in parts), notes)


def _corpus(name: str, sessions: Mapping[str, Any], questions: Sequence[Mapping[str, Any]]) -> tuple[Corpus, int]:
    """The corpus, and how many pieces of evidence name no turn."""
    items = tuple(_turns(sessions))
    order = {item.id: position for position, item in enumerate(items)}
    asked, unanswerable, dropped = [], [], 0
    for question in questions:
        category = str(question.get("category", ""))
        if category == UNANSWERABLE:
            unanswerable.append(str(question["question"]))
            continue
        evidence, broken = _evidence(question.get("evidence") or (), order, [item.id for item in items])
        dropped += broken
        if evidence:
            answers = (str(question["answer"]),) if question.get("answer") not in (None, "") else ()
            asked.append(Question(str(question["question"]), dict.fromkeys(evidence, 1.0), category, answers))
    return Corpus(name, items, tuple(asked), conversation=True, unanswerable=tuple(unanswerable)), dropped


def _turns(sessions: Mapping[str, Any]) -> Iterator[Item]:
    """All turns that say something, in order; each a minute after the one before where the data has only the session's time."""
    numbered = sorted((int(match[1]), key) for key in sessions if (match := _SESSION.fullmatch(key)))
    moment = _FIRST_DAY
    for _, key in numbered:
        moment = _moment(sessions.get(f"{key}_date_time")) or moment + timedelta(days=1)
        for turn in sessions[key]:
            moment = _moment(turn.get("date_time")) or moment + timedelta(minutes=1)
            if text := _text(turn):
                yield Item(str(turn["dia_id"]), text, str(turn["speaker"]), moment)


def _text(turn: Mapping[str, Any]) -> str:
    """What was said, with the caption of a picture that was sent along."""
    said = str(turn.get("clean_text") or turn.get("text") or "").strip()
    caption = str(turn.get("blip_caption") or "").strip()
    return f"{said} [{caption}]".strip() if caption else said


def _moment(text: Any) -> datetime | None:
    for form in _DATES if isinstance(text, str) else ():
        try:
            return datetime.strptime(text.strip(), form).replace(tzinfo=UTC)
        except ValueError:
            continue
    return None


def _evidence(given: Any, order: Mapping[str, int], ids: Sequence[str]) -> tuple[list[str], int]:
    """The turns named (several in one string, and ranges, too), and how many names stand for none."""
    found: list[str] = []
    broken = 0
    for text in [given] if isinstance(given, str) else given:
        rest = str(text)
        for first, last in _RANGE.findall(rest):
            if first in order and last in order:
                found += ids[order[first] : order[last] + 1]
            else:
                broken += 1
        rest = _RANGE.sub(" ", rest)
        names = _TURN_ID.findall(rest)
        found += [name for name in names if name in order]
        broken += sum(name not in order for name in names) + (not names and bool(rest.strip()))
    return list(dict.fromkeys(found)), broken
