"""The working set: which memories were brought into view, how often a reply rested on them, and how often the search was right."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from desktop_mem.control.grounding import grounds_of
from desktop_mem.memory.passage import Hit
from desktop_mem.memory.plane import Chosen
from desktop_mem.memory.source import Origin, Source
from desktop_mem.memory.update import MemoryUsed, WorkingSetMeasured

_MOST: Final = 64
_ADDRESS: Final = re.compile(r"(?<![\w#/.-])[mpd][1-9]\d{0,17}(?![\w-])")


class UsedMemories:
    """Counts over the run of the program; of single memories it keeps those used last, at most 64."""

    def __init__(self) -> None:
        self._asked = self._found = self._in_view = self._from_cache = self._served = 0
        self._used: OrderedDict[str, MemoryUsed] = OrderedDict()
        self._shown: tuple[Hit, ...] = ()

    def brought(self, chosen: Chosen, shown: Sequence[Hit]) -> None:
        """See `WorkingSet.brought`."""
        self._asked += 1
        self._found += bool(shown)
        self._in_view += bool(chosen.in_view)
        self._from_cache += chosen.from_cache
        self._shown = tuple(shown)
        for hit in shown:
            self._count(hit.address, shown=1)

    def answered(self, reply: str) -> WorkingSetMeasured:
        """See `WorkingSet.answered`."""
        rests_on = self._cited(reply)
        self._served += bool(rests_on)
        for address in rests_on:
            self._count(address, cited=1)
        self._shown = ()
        return WorkingSetMeasured(
            self._asked, self._found, self._in_view, self._from_cache, self._served, tuple(reversed(self._used.values()))
        )

    def _cited(self, reply: str) -> list[str]:
        """Which of what was brought into view for it the reply names, or rests on."""
        if not self._shown or not reply:
            return []
        sources = [Source(hit.address, hit.text, _origin(hit), hit.created_at) for hit in self._shown]
        named = {*_ADDRESS.findall(reply), *grounds_of(reply, sources)}
        return [hit.address for hit in self._shown if hit.address in named]

    def _count(self, address: str, *, shown: int = 0, cited: int = 0) -> None:
        before = self._used.pop(address, MemoryUsed(address))
        self._used[address] = MemoryUsed(address, before.shown + shown, before.cited + cited)
        if len(self._used) > _MOST:
            self._used.popitem(last=False)


def _origin(hit: Hit) -> Origin:
    if hit.speaker == "assistant":
        return Origin.ASSISTANT
    return Origin.USER if hit.speaker else Origin.DOCUMENT
