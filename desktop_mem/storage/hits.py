"""Hits as the stores show them: what counts as said, and how a message or passage is presented."""

from __future__ import annotations

from desktop_mem.memory.message import Message, Role
from desktop_mem.memory.passage import Hit, Passage, Place


def is_said(message: Message) -> bool:
    """Whether this is something that user or assistant said to the other, as against calls, results and events."""
    if message.role is Role.USER:
        return True
    return message.role is Role.ASSISTANT and (message.call is None or message.call.function == "send_message")


def message_hit(message: Message, score: float, why: tuple[str, ...]) -> Hit:
    """The message as a search result."""
    return Hit(message.address, message.text, message.created_at, score, why, speaker=message.role.value)


def passage_hit(passage: Passage, score: float, why: tuple[str, ...], also: tuple[str, ...] = ()) -> Hit:
    """The passage as a search result, `also` the addresses of those that say the same; a document's text is tainted."""
    return Hit(
        passage.address,
        passage.text,
        passage.created_at,
        score,
        why,
        citation=citation_of(passage.title, passage.place) if passage.document else "",
        place=passage.place.fragment(),
        tainted=bool(passage.document),
        also=also,
    )


def citation_of(title: str, place: Place) -> str:
    """How a person would name the place: `report.pdf, page 4`, `notes.md, Travel > Rome`, `log.txt, lines 10-20`,
    `costs.xlsx, sheet 2024, rows 5-9`, `talk.srt, 1:05-1:20`.
    """
    parts = [title]
    if place.page is not None:
        parts.append(f"{place.unit} {place.label or place.page}")
    elif place.heading:
        parts.append(place.heading)
    if place.line and (len(parts) == 1 or place.counted == "row"):
        parts.append(_lines(place.line, place.counted))
    return ", ".join(parts)


def _lines(line: tuple[int, int], counted: str) -> str:
    if counted == "second":
        return "-".join(dict.fromkeys(_clock(second) for second in line))
    return f"{counted} {line[0]}" if line[0] == line[1] else f"{counted}s {line[0]}-{line[1]}"


def _clock(second: int) -> str:
    hours, rest = divmod(second, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
