"""Reads Org, reStructuredText, AsciiDoc, wiki and LaTeX sources as they are written, each paragraph under its path of headings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from desktop_mem.documents.blocks import Block, Blocks, heading_path
from desktop_mem.documents.readers import text as plain

_Found = tuple[int, int, str] | None
"""How many lines a heading takes, its level (0: the document's title, 1: topmost) and its words."""

_Finder = Callable[[list[str], int], _Found]

_ORG = re.compile(r"(\*+)\s+(?:(?:TODO|DONE|NEXT|WAITING|CANCELLED)\s+)?(?:\[#[A-Z]\]\s*)?(.+?)(?:\s+:[\w@:]+:)?\s*$")
_ORG_TITLE = re.compile(r"#\+title:\s*(\S.*?)\s*$", re.IGNORECASE)
_TEX_TITLE = re.compile(r"\s*\\title\{(.+?)\}\s*$")
_EQUALS = re.compile(r"(={1,6})\s*(\S.*?)\s*=*\s*$")
_TEX = re.compile(
    r"\s*\\(part|chapter|section|subsection|subsubsection|paragraph)\*?(?:\[[^\]]*\])?\{(.+?)\}\s*(?:\\label\{[^}]*\})?\s*(?:%.*)?$"
)
_TEX_LEVELS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph")
_RULE = re.compile(r"([!-/:-@\[-`{-~])\1{2,}\s*$")


def read(path: Path) -> Blocks:
    """One block per heading and paragraph."""
    outline = _Outline(_finder(path.suffix.lower()))
    return (yield from plain.read_arranged(path, outline.arranged))


class _Outline:
    """The path of headings as it grows."""

    def __init__(self, find: _Finder) -> None:
        self._find = find
        self._path: tuple[str, ...] = ()
        self._levels: tuple[int, ...] = ()

    def arranged(self, paragraphs: Iterator[Block]) -> Iterator[Block]:
        """The paragraphs, with headings parted from what follows without an empty line."""
        for paragraph in paragraphs:
            lines = paragraph.text.split("\n")
            begin = at = 0
            while at < len(lines):
                found = self._find(lines, at)
                if found is None:
                    at += 1
                    continue
                if at > begin:
                    yield plain.lines_of(paragraph, begin, at, self._path)
                taken, level, words = found
                self._path, self._levels = heading_path(self._path, self._levels, words, level)
                yield replace(plain.lines_of(paragraph, at, at + taken, self._path), is_heading=True)
                begin = at = at + taken
            if begin < len(lines):
                yield plain.lines_of(paragraph, begin, len(lines), self._path)


def _finder(suffix: str) -> _Finder:
    """How headings are told in files of this name."""
    if suffix == ".org":
        return _org
    if suffix in (".tex", ".ltx", ".latex"):
        return _tex
    return _Underlined() if suffix in (".rst", ".rest") else _equals


def _org(lines: list[str], at: int) -> _Found:
    if title := _ORG_TITLE.match(lines[at]):
        return 1, 0, title[1]
    found = _ORG.match(lines[at])
    return (1, len(found[1]), found[2]) if found else None


def _equals(lines: list[str], at: int) -> _Found:
    found = _EQUALS.match(lines[at])
    return (1, len(found[1]), found[2]) if found else None


def _tex(lines: list[str], at: int) -> _Found:
    if title := _TEX_TITLE.match(lines[at]):
        return 1, 0, title[1]
    found = _TEX.match(lines[at])
    return (1, _TEX_LEVELS.index(found[1]) + 1, found[2]) if found else None


class _Underlined:
    """Headings of reStructuredText: a line with a rule below it, and perhaps above; which rules go deeper is told by their order."""

    def __init__(self) -> None:
        self._rules: list[str] = []

    def __call__(self, lines: list[str], at: int) -> _Found:
        over = bool(_RULE.match(lines[at])) and at + 2 < len(lines) and lines[at].rstrip() == lines[at + 2].rstrip()
        words = at + 1 if over else at
        if words + 1 >= len(lines) or not self._is_heading(lines, words, over):
            return None
        rule = ("=" if over else " ") + lines[words + 1][0]
        if rule not in self._rules:
            self._rules.append(rule)
        return (3 if over else 2), self._rules.index(rule) + 1, lines[words].strip()

    @staticmethod
    def _is_heading(lines: list[str], words: int, over: bool) -> bool:
        """Words above a rule of their length; a table or a transition is none."""
        text, rule = lines[words].rstrip(), lines[words + 1].rstrip()
        if not _RULE.match(rule) or not text.strip() or _RULE.match(text):
            return False
        if not over and (text[0].isspace() or (words and not _RULE.match(lines[words - 1]) and lines[words - 1].strip())):
            return False
        return len(rule) >= len(text.strip())
