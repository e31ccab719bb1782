"""Reads programs and settings files as the text that they are, each stretch under the functions, classes or sections that enclose it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from desktop_mem.documents.blocks import Block, Blocks
from desktop_mem.documents.readers import text as plain

_C_LIKE = frozenset((".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".m", ".mm", ".cu", ".ino", ".java", ".cs", ".dart", ".d"))
_SECTIONED = frozenset((".ini", ".cfg", ".conf", ".toml", ".desktop", ".service", ".reg", ".properties", ".env"))
_PATTERNS = {
    frozenset((".sql", ".ddl", ".pls")): r"\s*create\s+(?:or\s+replace\s+)?(?:\w+\s+)?(?:table|view|function|procedure|trigger|index|type)"
    r"\s+(?:if\s+not\s+exists\s+)?(?P<name>[\w.\"`\[\]]+)",
    _SECTIONED: r"\s*\[+(?P<name>[^\[\]]+)\]+\s*$",
    frozenset((".yaml", ".yml")): r"(?P<name>[\w.-]+):\s*(?:#.*)?$",
    frozenset((".mk", ".mak", ".ninja")): r"(?P<name>[\w./%-]+)\s*:(?!=)",
    frozenset((".lisp", ".cl", ".el", ".clj", ".cljs", ".scm", ".rkt")): r"\s*\((?:def[\w*-]*|define[\w-]*)\s+\(?(?P<name>[^\s()]+)",
    frozenset((".r",)): r"\s*(?P<name>[\w.]+)\s*(?:<-|=)\s*function\b",
    frozenset((".css", ".scss", ".less", ".xml", ".xsd", ".xsl", ".xslt", ".svg", ".plist", ".log", ".diff", ".patch")): r"(?P<name>)(?!)",
}
_MODIFIERS = (
    r"(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|pub(?:\([^)]*\))?|override|virtual|inline|sealed|open"
    r"|data|partial|unsafe|extern|const|declare|local|suspend|synchronized|native)\s+)"
)
_KEYWORD = (
    rf"\s*{_MODIFIERS}*(?:def|defp|defmodule|class|func|fn|function\*?|fun|interface|struct|enum|trait|impl(?:<[^>]*>)?|module|namespace"
    r"|protocol|extension|object|record|sub|procedure|type|union)\s+(?:\([^)]*\)\s*)?(?P<name>[A-Za-z_$][\w$.:!?<>-]*)"
    r"\s*(?=$|[({<:=\[;]|(?:extends|implements|for|where|with|struct|interface|do|is|as)\b)"
)
_ARROW = (
    r"\s*(?:export\s+)?(?:const|let|var)\s+(?P<arrow>[\w$]+)\s*(?::[^=]+)?=\s*(?:async\s*)?"
    r"(?:function\b|\([^()]*\)\s*(?::[^=]+)?=>|[\w$]+\s*=>)"
)
_SHELL = r"(?P<shell>[\w-]+)\s*\(\)\s*\{"
_FUNCTION = (
    r"(?!(?:if|for|while|switch|return|else|do|case|using|typedef|new|throw)\b)"
    r"[A-Za-z_][\w \t*&:<>,\[\]~]*?[\s*&](?P<function>[\w:~]+)\s*\([^;=]*$"
)
_METHOD = rf"\s+{_MODIFIERS}+[\w<>\[\],.?\s]*?(?P<method>\w+)\s*\([^;=]*$"

_PROGRAM = re.compile("|".join((_KEYWORD, _ARROW, _SHELL)))
_C_PROGRAM = re.compile("|".join((_KEYWORD, _FUNCTION, _METHOD)))
_REMARK = re.compile(r"\s*(?:#|//|/\*|\*|--|;|@|\[\w|\"\"\"|'''|<!--)")
_GOES_ON = re.compile(r"\s*(?:[)}\]{#]|end\b|else\b|elif\b|except\b|catch\b|finally\b|rescue\b|when\b)")
_LONGEST_LINE = 500  # a longer one is data or minified, and not looked at


def read(path: Path) -> Blocks:
    """The stretches between empty lines and definitions, verbatim."""
    outline = _Outline(_pattern(path), by_indent=path.suffix.lower() not in _SECTIONED)
    return (yield from plain.read_arranged(path, outline.arranged))


def _pattern(path: Path) -> re.Pattern[str]:
    """What opens a definition in this kind of file; its first group with a value is the name."""
    suffix = path.suffix.lower()
    for suffixes, pattern in _PATTERNS.items():
        if suffix in suffixes:
            return re.compile(pattern, re.IGNORECASE)
    return _C_PROGRAM if suffix in _C_LIKE else _PROGRAM


class _Outline:
    """The definitions that are open at a line, told by their indentation; sections (not `by_indent`) last until the next one."""

    def __init__(self, pattern: re.Pattern[str], by_indent: bool) -> None:
        self._pattern = pattern
        self._by_indent = by_indent
        self._open: list[tuple[int, str]] = []

    def arranged(self, paragraphs: Iterator[Block]) -> Iterator[Block]:
        """The paragraphs, parted where a definition begins or ends."""
        for paragraph in paragraphs:
            lines = paragraph.text.split("\n")
            begin = 0
            for at, line in enumerate(lines):
                before = tuple(name for _, name in self._open)
                name = self._name(line)
                if not self._moves(line, name):
                    continue
                cut = _with_remarks(lines, begin, at) if name else at
                if cut > begin:
                    yield _stretch(paragraph, begin, cut, before)
                    begin = cut
            if begin < len(lines):
                yield _stretch(paragraph, begin, len(lines), tuple(name for _, name in self._open))

    def _name(self, line: str) -> str:
        """What the line defines; or nothing."""
        found = self._pattern.match(line) if len(line) <= _LONGEST_LINE else None
        return next((name for name in found.groupdict().values() if name), "").strip('"`[]:') if found else ""

    def _moves(self, line: str, name: str) -> bool:
        """Close what ends before this line and open what begins on it; whether anything changed."""
        if not line.strip() or (not name and (not self._by_indent or _GOES_ON.match(line))):
            return False
        indent = len(line.expandtabs(8)) - len(line.expandtabs(8).lstrip())
        known = len(self._open)
        while self._open and self._open[-1][0] >= indent:
            self._open.pop()
        closed = len(self._open) < known
        if name:
            self._open.append((indent, name))
        return closed or bool(name)


def _with_remarks(lines: list[str], begin: int, at: int) -> int:
    """Where a definition begins, with the remarks and decorators directly above it."""
    while at > begin and _REMARK.match(lines[at - 1]):
        at -= 1
    return at


def _stretch(paragraph: Block, begin: int, end: int, headings: tuple[str, ...]) -> Block:
    return replace(plain.lines_of(paragraph, begin, end, headings), verbatim=True)
