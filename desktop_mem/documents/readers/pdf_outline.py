"""The outline (bookmarks) of a PDF as the headings that its text stands under."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice

import pypdfium2

from desktop_mem.documents.blocks import heading_path

_MOST = 20_000  # bookmarks
_LONGEST = 200  # characters of a bookmark that can be a heading


class Outline:
    """The bookmarks by page, and the path of headings that is open at the page which was parted last. Pages are parted in order."""

    def __init__(self, document: pypdfium2.PdfDocument) -> None:
        self._bookmarks: dict[int, list[tuple[str, int]]] = defaultdict(list)
        self._path: tuple[str, ...] = ()
        self._levels: tuple[int, ...] = ()
        for bookmark in islice(document.get_toc(), _MOST):
            title = " ".join(bookmark.get_title().split())
            page = bookmark.get_dest() and bookmark.get_dest().get_index()
            if title and page is not None and len(title) <= _LONGEST:
                self._bookmarks[page].append((title, bookmark.level + 1))

    def part(self, index: int, text: str) -> Iterator[tuple[tuple[str, ...], str]]:
        """The text of page `index` in parts, each with its path of headings; a part begins where a heading stands on a line of its own.

        A heading that is not found counts from where the one before it was: at the latest, it is open on the next page.
        """
        lines = text.split("\n")
        begun = 0
        for title, level in self._bookmarks.get(index, ()):
            found = next((number for number in range(begun, len(lines)) if _is_heading(lines[number], title)), begun)
            if before := "\n".join(lines[begun:found]).strip():
                yield self._path, before
            begun = found
            self._path, self._levels = heading_path(self._path, self._levels, title, level)
        if last := "\n".join(lines[begun:]).strip():
            yield self._path, last


def _is_heading(line: str, title: str) -> bool:
    """Whether the line is the title, or the title behind its number."""
    words, wanted = line.casefold().split(), title.casefold().split()
    return words[-len(wanted) :] == wanted and len(words) <= len(wanted) + 2
