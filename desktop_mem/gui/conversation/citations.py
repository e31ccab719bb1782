"""Citations: what a reply rests on, by address and place, and how much of each document that is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication, QDate, QLocale

from desktop_mem.control.document_ledger import DocumentEntry
from desktop_mem.gui.change_words import title_words
from desktop_mem.gui.documents.ledger_model import name_of
from desktop_mem.gui.engine_words import place_words
from desktop_mem.gui.wording import number_words
from desktop_mem.memory.passage import Hit
from desktop_mem.runtime.update import DocumentChanged, DocumentsForgotten, DocumentsListed, DocumentsShown

_LINE = re.compile(r"^\[(?P<address>[mpd][1-9]\d*) (?P<where>[^\n]+?)\] (?P<text>[^\n]*)$", re.MULTILINE)
_SAID = re.compile(r"^(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)(?: (?P<speaker>user|assistant))?$")
COVERED = 3


@dataclass(frozen=True, slots=True)
class Citation:
    """One source: its address, the words that name its place (a date and a speaker for what was said), and the text found there."""

    address: str
    where: str
    text: str = ""

    @property
    def of_document(self) -> bool:
        """Whether it stands in a document or a kept note, and was not said."""
        return not self.address.startswith("m")


def cited(text: str) -> tuple[Citation, ...]:
    """The sources that a search result, or what was brought into view, names line by line."""
    return tuple(Citation(match["address"], match["where"], match["text"]) for match in _LINE.finditer(text))


def cited_hits(hits: Iterable[Hit]) -> tuple[Citation, ...]:
    """The same of hits."""
    return tuple(Citation(hit.address, hit.citation or f"{hit.created_at:%Y-%m-%d} {hit.speaker}".strip(), hit.text) for hit in hits)


def in_order(citations: Iterable[Citation]) -> tuple[Citation, ...]:
    """Each source once, documents before what was said."""
    each = tuple({citation.address: citation for citation in citations}.values())
    return tuple(sorted(each, key=lambda citation: not citation.of_document))


def resting_on(grounds: Iterable[str], found: Iterable[Citation], said: Callable[[str], str]) -> tuple[Citation, ...]:
    """The sources at these addresses, as they were found; for what was only in view, `said` gives the date and speaker of a message."""
    known = {citation.address: citation for citation in found}
    return in_order(known.get(address) or Citation(address, said(address) if address.startswith("m") else "") for address in grounds)


def chip_words(citation: Citation) -> str:
    """What a chip says: the place in a document, who said it when, or what kind of memory it is."""
    if not citation.where:
        return title_words(citation.address)
    said = _SAID.match(citation.where)
    if said is None:
        return place_words(citation.where)
    day = QLocale().toString(QDate(int(said["year"]), int(said["month"]), int(said["day"])), QLocale.FormatType.ShortFormat)
    if said["speaker"] == "user":
        return QCoreApplication.translate("Citations", "You, {day}").format(day=day)
    if said["speaker"] == "assistant":
        return QCoreApplication.translate("Citations", "Assistant, {day}").format(day=day)
    if citation.address.startswith("m"):  # an event: a reminder, say, or that documents were stored
        return QCoreApplication.translate("Citations", "The program, {day}").format(day=day)
    return QCoreApplication.translate("Citations", "Note, {day}").format(day=day)


def coverage_words(covered: Iterable[tuple[int, int, str]]) -> str:
    """How many passages were seen of how many, for each document by its title; empty where there is none."""
    translate = QCoreApplication.translate
    words = translate("Citations", "{seen} of {count} passages of {title}")
    parts = [words.format(seen=number_words(seen), count=number_words(count), title=title) for seen, count, title in covered]
    return translate("Citations", "seen: {parts}").format(parts=" · ".join(parts)) if parts else ""


class KnownDocuments:
    """How many passages each document of the ledger has, by its name; names that two documents share are not told apart."""

    def __init__(self) -> None:
        self._entries: dict[str, tuple[str, int]] = {}

    def take(self, update: Any) -> None:
        """Follow the ledger."""
        match update:
            case DocumentsShown(entries=entries):
                self._entries = {}
                self._put(entries)
            case DocumentsListed(entries=entries):
                self._put(entries)
            case DocumentChanged(entry=entry):
                self._put((entry,))
            case DocumentsForgotten(addresses=addresses):
                for address in addresses:
                    self._entries.pop(address, None)

    def coverage(self, citations: Iterable[Citation]) -> str:
        """ "seen: 2 of 188 passages of soil-report.pdf" for each document among the sources; empty where none is known."""
        passages = dict(self._entries.values())
        seen = Counter(name for citation in citations if citation.of_document and (name := _document(citation.where, passages)))
        return coverage_words((count, passages[name], name) for name, count in seen.most_common(COVERED) if passages[name] >= count)

    def _put(self, entries: Iterable[DocumentEntry]) -> None:
        for entry in entries:
            self._entries[entry.address] = (name_of(entry), entry.passages)


def _document(where: str, names: Container[str]) -> str:
    """The document that the words of a place name; the longest name that fits."""
    name = where
    while name and name not in names:
        name = name.rpartition(", ")[0]
    return name
