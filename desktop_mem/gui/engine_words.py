"""The engine's sentences in the user's language: it speaks English, and the window says the same in Qt's words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache

from PySide6.QtCore import QCoreApplication

from desktop_mem.control.document_ledger import LEDGER
from desktop_mem.gui.engine_sentences import REFUSALS, RESULTS, SENTENCES
from desktop_mem.gui.engine_terms import COMMA, SEMICOLON, WORDS
from desktop_mem.gui.wording import SECTIONS, moment_words, section_words
from desktop_mem.memory.passage import Hit

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_LISTS = {"names": COMMA, "pages": COMMA, "lines": COMMA, "sections": COMMA, "faults": SEMICOLON}
_DATE, _TIME = re.compile(r"\d{4}-\d\d-\d\d"), re.compile(r"\d\d:\d\d(?= |$)")
_TOKENS = frozenset({"address", "argument", "count", "function", "section", "shown"})


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of text as it came (`raw`), the template that it follows, and what stands in the placeholders."""

    raw: str
    template: str
    values: tuple[tuple[str, str], ...]


def in_the_users_language(text: str) -> str:
    """What the engine tells the user, sentence by sentence in the window's language.

    English comes through as it is, but for sections, which have titles; so does everything from the first sentence on that is not known.
    """
    return _said(text, SENTENCES + REFUSALS)


def result_words(text: str) -> str:
    """What a function call came to; the texts that it found stay as they are."""
    return _said(text, RESULTS + REFUSALS)


def citation_words(hit: Hit) -> str:
    """Where a hit is from: its citation, or its address where it has none."""
    return (_word(hit.citation) if hit.place else hit.citation) or hit.address


def place_words(citation: str) -> str:
    """The words of a place in the window's language; what is none stays as it is."""
    return _word(citation)


def hit_words(hit: Hit) -> str:
    """The text of a hit as it was found; an answer of the ledger in the window's language."""
    return in_the_users_language(hit.text) if hit.address == LEDGER else hit.text


def _said(text: str, templates: tuple[str, ...]) -> str:
    pieces, rest = _taken_apart(text, templates)
    return "".join(map(_translated, pieces)) + rest


@lru_cache(maxsize=2048)  # a ledger is painted many times
def _taken_apart(text: str, templates: tuple[str, ...]) -> tuple[tuple[_Piece, ...], str]:
    """The known sentences from the front, and the unknown rest."""
    pieces, at = [], 0
    while at < len(text):
        found = next(((t, match) for t, pattern in _patterns(templates) if (match := pattern.match(text, at))), None)
        if found is None:
            break
        template, match = found
        pieces.append(_Piece(match[0], template, tuple(match.groupdict().items())))
        at = match.end()
    return tuple(pieces), text[at:]


def _translated(piece: _Piece) -> str:
    words = QCoreApplication.translate("EngineWords", piece.template)
    if words == piece.template:
        return _in_english(piece)
    return words.format(**{name: _value(name, value) for name, value in piece.values})


def _in_english(piece: _Piece) -> str:
    """As it came, but each section that the window shows under a title by that title."""
    labels = {
        name: value.split(COMMA) if name == "sections" else [value] for name, value in piece.values if name in ("section", "sections")
    }
    if not any(label in SECTIONS for each in labels.values() for label in each):
        return piece.raw
    values = dict(piece.values) | {name: COMMA.join(map(_titled, each)) for name, each in labels.items()}
    words = piece.template.replace("'{section}'", "{section}").format(**values)
    return words + " " if piece.raw.endswith(" ") and not words.endswith(" ") else words


def _titled(label: str) -> str:
    return f"“{section_words(label)}”" if label in SECTIONS else label


def _value(name: str, value: str) -> str:
    """What stands in a placeholder, translated where it is a word of the engine; names of files and other content stay."""
    if separator := _LISTS.get(name):
        parts = [_section(part) if name == "sections" else _word(part) for part in value.split(separator)]
        return QCoreApplication.translate("EngineWords", separator).join(parts)
    if name == "section":
        return _section(value)
    if name == "due":
        return _moment(value)
    return _word(value) if name in ("cause", "holder", "kind", "unit", "units") else value


def _moment(text: str) -> str:
    """A date and a time of day, as the kernel writes them for the model, in the reader's form."""
    date, time = _DATE.search(text), _TIME.search(text)
    return moment_words(datetime.fromisoformat(f"{date[0]} {time[0]}")) if date and time else text


def _section(label: str) -> str:
    return section_words(label) if label in SECTIONS else label


def _word(text: str) -> str:
    """A cause, kind or place, if it is known as a whole."""
    for template, pattern in _patterns(WORDS):
        if match := pattern.fullmatch(text):
            return _translated(_Piece(text, template, tuple(match.groupdict().items())))
    return text


@cache
def _patterns(templates: tuple[str, ...]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Each template with its pattern, those with the most words of their own first."""
    ordered = sorted(templates, key=lambda template: len(_PLACEHOLDER.sub("", template)), reverse=True)
    return tuple((template, re.compile(_pattern(template), re.DOTALL)) for template in ordered)


def _pattern(template: str) -> str:
    """Placeholders as named groups; a text found by a search must not be taken for the beginning of a sentence."""
    parts = _PLACEHOLDER.split(template)
    words = [re.escape(part) if place % 2 == 0 else f"(?P<{part}>.+?)" for place, part in enumerate(parts)]
    if not parts[0]:
        first = r"\S+?" if parts[1] in _TOKENS else ".+" if parts[1] == "title" else r"[^\n]+?"
        words[1] = f"(?P<{parts[1]}>{first})"
    if not parts[-1] and len(parts) > 1:
        words[-2] = f"(?P<{parts[-2]}>.*)"
        return "".join(words)
    return "".join(words) + r"(?: |(?=\n)|$)"
