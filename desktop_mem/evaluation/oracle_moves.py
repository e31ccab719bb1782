"""Perfect play of the experiments that search, read and write: what the oracle does in each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from desktop_mem.evaluation.answers import contained, words
from desktop_mem.evaluation.oracle import View, say, search
from desktop_mem.memory.function_call import FunctionCall

_CUT: Final = "…"
_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_SEAL: Final = re.compile(r"</?data [a-z]+>")
_SECTION: Final = re.compile(r"(Outside this window|[a-z][a-z0-9_]*)(?: \([^)]*\))?: ")
_UNKNOWN: Final = "I do not know: nothing in memory says it."


class Digging:
    """Searches until all evidence was in view, then quotes it. `queries` are tried in turn, each with the pages to look at, and at last,
    for a piece of evidence that is still missing, what `evidence` has for its address (nothing: it is only compared with what is shown).
    """

    def __init__(self, function: str, queries: Sequence[tuple[str, int]], evidence: Mapping[str, str]) -> None:
        self._function = function
        self._plan = [search(function, query, page) for query, pages in queries for page in range(1, pages + 1)]
        self._evidence = frozenset(evidence)
        self._hints = {address: words for address, words in evidence.items() if words}
        self._read: dict[str, str] = {}
        self._opened: set[str] = set()

    def move(self, view: View) -> FunctionCall:
        """See `Moves`."""
        self._read |= {address: text for address, text in (*view.lines.items(), *_opened(view)) if address in self._evidence}
        while self._plan and view.may_call and self._read.keys() != self._evidence:
            call = self._plan.pop(0)
            if call.function in view.allowed and not self._is_beyond(call, view):
                return call
        for address in [*self._hints]:
            hint = self._hints.pop(address)
            if view.may_call and address not in self._read and self._function in view.allowed:
                return search(self._function, hint)
        for address in [address for address, text in self._read.items() if text.endswith(_CUT) and address not in self._opened]:
            self._opened.add(address)
            if "open_page" in view.allowed:
                return FunctionCall("open_page", {"address": address}, request_heartbeat=True)
        return say(" ".join(self._read.values()) or _UNKNOWN)

    def _is_beyond(self, call: FunctionCall, view: View) -> bool:
        """Whether the result in view tells that there is no such page of that query."""
        match = re.match(r"ok: \d+ of \d+, page (\d+) of (\d+)", view.result)
        page = call.arguments["page"]
        return page > 1 and (match is None or int(match[1]) != page - 1 or page > int(match[2]))


def _opened(view: View) -> list[tuple[str, str]]:
    """Address and text of what `open_page` showed, each on one line."""
    found = [re.match(r"ok: \[([mp]\d+)\](?: \(part [^)]*\))?\s(.*)", message.text, re.DOTALL) for message in view.prompt[1:]]
    return [(match[1], " ".join(_SEAL.sub(" ", match[2]).split())) for match in found if match]


class Lookup:
    """Follows keys of pairs until a value that is no key: it knows that it must search the value of the value."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._pairs: dict[str, str] = {}
        self._searched: set[str] = set()
        self._opened: set[str] = set()

    def move(self, view: View) -> FunctionCall:
        """See `Moves`."""
        cut = self._learn(view)
        while self._key in self._pairs:
            self._key = self._pairs[self._key]
        if view.may_call and self._key in cut and cut[self._key] not in self._opened:
            self._opened.add(cut[self._key])
            return FunctionCall("open_page", {"address": cut[self._key]}, request_heartbeat=True)
        if view.may_call and self._key not in self._searched:
            self._searched.add(self._key)
            return search("archival_memory_search", self._key)
        return say(self._key)

    def _learn(self, view: View) -> dict[str, str]:
        """Take in the pairs in view; of those that are cut off, the address by key."""
        cut = {}
        for address, text in (*view.lines.items(), *_opened(view)):
            found = _UUID.findall(text)
            if len(found) == 2:
                self._pairs[found[0]] = found[1]
            elif found and _CUT in text:
                cut[found[0]] = address
        return cut


class Reading:
    """Answers from the working context: one of the `answers` where a section shows it, for it knows one when it sees it, else by quoting
    the line that has most of the question's rarer words.

    With `news`, what the user says first is written in place of the line that it contradicts: the one most like it.
    """

    def __init__(self, label: str, answers: Sequence[str], *, news: str = "") -> None:
        self._label = label
        self._answers = answers
        self._news = news

    def move(self, view: View) -> FunctionCall:
        """See `Moves`."""
        lines = section_lines(view.head, self._label)
        if self._news:
            news, self._news = self._news, ""
            old = most_alike(lines, news)
            if old and view.may_call:
                arguments = {"label": self._label, "old_content": old, "new_content": news}
                return FunctionCall("core_memory_replace", arguments, request_heartbeat=True)
        question = next((message.text for message in reversed(view.prompt) if message.role == "user"), "")
        shown = "\n".join(lines)
        return say(next((each for each in self._answers if contained(shown, each)), "") or most_alike(lines, question) or _UNKNOWN)


class Greeting:
    """Opens a conversation with one line of what the working context tells of the user."""

    def __init__(self, label: str) -> None:
        self._label = label

    def move(self, view: View) -> FunctionCall:
        """See `Moves`."""
        return say(next(iter(section_lines(view.head, self._label)), "Welcome back!"))


def section_lines(head: str, label: str) -> list[str]:
    """The lines of a section as the head of a prompt shows them: behind its label, until the next one."""
    lines: list[str] = []
    current = ""
    for line in head.splitlines():
        if opening := _SECTION.match(line):
            current, line = opening[1], line[opening.end() :]
        if current == label and line.strip():
            lines.append(line.strip())
    return lines


def most_alike(lines: Sequence[str], text: str) -> str:
    """The line that shares most with the text, rare words counting more; empty where there is no line."""
    common = Counter(word for line in lines for word in set(words(line)))
    wanted = set(words(text))
    return max(lines, key=lambda line: sum(1 / common[word] for word in set(words(line)) & wanted), default="")
