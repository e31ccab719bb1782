"""Finds the files behind what was dropped: folders in depth, in sorted order, and a fault for each path that cannot be reached."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from desktop_mem.control.document_ledger import ReadFault, Reason
from desktop_mem.documents.faults import fault, os_fault
from desktop_mem.settings import Settings

_Identity = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Unreachable:
    """A path that was to be imported, and why it cannot be."""

    path: Path
    fault: ReadFault


def patterns(text: str) -> tuple[str, ...]:
    """The patterns of names in a text, one a line or between semicolons; a line that begins with # says nothing."""
    lines = [line.strip() for line in text.replace(";", "\n").splitlines()]
    return tuple(line.rstrip("/") for line in lines if line.strip("/!") and not line.startswith("#"))


IGNORED = patterns(Settings().ignored_names)
"""What is passed over unless the user chooses otherwise; in archives always, as nobody puts anything there by hand."""


def discover(paths: Iterable[Path], ignored: Sequence[str] = ()) -> Iterator[Path | Unreachable]:
    """Every file below the paths once, lazily: those of a folder in the order of their names, folders among them.

    `ignored` are patterns of names that are passed over, as in a .gitignore: the last one that fits counts, and one behind `!` takes
    a name in again. They count for what lies in a folder; what is dropped itself is never ignored, so that `.config` can be.
    """
    search = _Search(ignored)
    for path in paths:
        yield from search.below(path)


class _Search:
    """Remembers the folders and files that were seen, so that none comes twice and no link leads in circles."""

    def __init__(self, ignored: Sequence[str]) -> None:
        self._ignored = [(pattern.lstrip("!").casefold(), not pattern.startswith("!")) for pattern in ignored]
        self._folders: set[_Identity] = set()
        self._files: set[str] = set()

    def below(self, top: Path) -> Iterator[Path | Unreachable]:
        """Without recursion: folders may be nested deeper than Python's stack."""
        waiting: list[tuple[Path, frozenset[_Identity]]] = [(top, frozenset())]
        while waiting:
            path, above = waiting.pop()
            try:
                status = path.stat()
                if stat.S_ISDIR(status.st_mode):
                    waiting += self._folder(path, (status.st_dev, status.st_ino), above)
                elif not stat.S_ISREG(status.st_mode):
                    raise fault(Reason.UNSUPPORTED, path, "is a device or pipe and not a file", "Drop a file with text in it.")
                elif (name := os.path.abspath(path)) not in self._files:  # noqa: PTH100 - Path.resolve would follow links
                    self._files.add(name)
                    yield path
            except ReadFault as known:
                yield Unreachable(path, known)
            except OSError as error:
                yield Unreachable(path, os_fault(path, error))
            except ValueError:
                yield Unreachable(path, fault(Reason.MISSING, path, "has a name that cannot exist", "Drop the file itself."))

    def _folder(self, path: Path, identity: _Identity, above: frozenset[_Identity]) -> list[tuple[Path, frozenset[_Identity]]]:
        """What is in a folder, last name first. Raises `ReadFault` for a link to a folder that it lies in; empty if seen before."""
        if identity in above:
            raise fault(Reason.LOOP, path, "is a link to a folder that it lies in", "Nothing is lost: the files there are imported once.")
        if identity in self._folders:
            return []
        self._folders.add(identity)
        names = sorted((name for name in os.listdir(path) if not self._is_ignored(name)), reverse=True)  # noqa: PTH208 - names may be any bytes
        return [(path / name, above | {identity}) for name in names]

    def _is_ignored(self, name: str) -> bool:
        verdicts = [ignored for pattern, ignored in self._ignored if fnmatchcase(name.casefold(), pattern)]
        return bool(verdicts) and verdicts[-1]
