"""Finds the file behind a path that may lead into an archive: `/x/archive.zip/inner/report.pdf` is taken out of it for a while."""

from __future__ import annotations

import stat
from dataclasses import dataclass
from pathlib import Path

from desktop_mem.control.document_ledger import ReadFault, Reason
from desktop_mem.documents import caps
from desktop_mem.documents.archives import Archive
from desktop_mem.documents.faults import fault, os_fault

_LONGEST_NAME = 200  # bytes of a file's name: disks take 255


@dataclass(frozen=True, slots=True)
class Located:
    """Where the content behind a path lies now, and within how many archives it was."""

    file: Path
    depth: int


class MemberFiles:
    """Takes members out into `scratch`, one at a time, and keeps the archives on its way open for the next; for one thread.

    What was taken out stays until another path is asked for, `discard` or `close`.
    """

    def __init__(self, scratch: Path) -> None:
        self._scratch = scratch
        self._top: _Level | None = None
        self._identity: tuple[int, int, int] | None = None

    def locate(self, path: Path, password: str = "") -> Located:
        """The file itself, or the member taken out. Raises `ReadFault`."""
        archive = _archive_above(path)
        if archive is None:
            self.close()
            return Located(path, 0)
        level = self._open(archive)
        rest = path.relative_to(archive).parts
        for depth in range(1, caps.MOST_NESTED + 1):
            name, rest = level.split(path, rest)
            file = level.take(name, password)
            if not rest:
                return Located(file, depth)
            if depth < caps.MOST_NESTED:
                level = level.below(name, file)
        raise caps.over_nesting(path.parent)

    def discard(self) -> None:
        """Delete the member that was taken out last; archives stay open."""
        if self._top is not None:
            self._top.discard()

    def close(self) -> None:
        """Delete all that was taken out and close the archives."""
        if self._top is not None:
            self._top.close()
            self._top = None

    def _open(self, archive: Path) -> _Level:
        """The archive as it is now: kept open since the last time unless it has changed."""
        status = archive.stat()
        identity = (status.st_ino, status.st_size, status.st_mtime_ns)
        if self._top is None or self._top.path != archive or identity != self._identity:
            self.close()
            self._top, self._identity = _Level(archive, archive, self._scratch), identity
        return self._top


class _Level:
    """One open archive, the member that was taken out of it last, and the archive that this member is, if one was asked for in it."""

    def __init__(self, path: Path, file: Path, scratch: Path) -> None:
        self.path = path
        self._archive = Archive(path, file)
        self._scratch = scratch / "taken"
        self._taken: tuple[str, Path] | None = None
        self._below: _Level | None = None

    def split(self, path: Path, parts: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        """The member that these parts begin with, and the parts within it. Raises `ReadFault` for none."""
        for size in (len(parts), *range(1, len(parts))):
            if (name := "/".join(parts[:size])) in self._archive:
                return name, parts[size:]
        raise fault(Reason.MISSING, path, f"is not (any more) in the archive {self.path.name}", "Drop the archive again.")

    def take(self, name: str, password: str) -> Path:
        """The member as a file with its own name."""
        if self._taken is None or self._taken[0] != name:
            self.discard_own()
            self._scratch.mkdir(exist_ok=True)
            file = self._scratch / _file_name(name)
            self._taken = (name, file)
            try:
                self._archive.take(name, file, password)
            except (ReadFault, MemoryError):
                self.discard_own()
                raise
        return self._taken[1]

    def below(self, name: str, file: Path) -> _Level:
        """The archive that the member is."""
        if self._below is None:
            self._below = _Level(self.path / name, file, self._scratch)
        return self._below

    def discard(self) -> None:
        """Delete the innermost member that was taken out."""
        if self._below is not None:
            self._below.discard()
        else:
            self.discard_own()

    def discard_own(self) -> None:
        """Delete the member taken out of this archive, and what was taken out of that."""
        if self._below is not None:
            self._below.close()
            self._below = None
        if self._taken is not None:
            self._taken[1].unlink(missing_ok=True)
            self._taken = None

    def close(self) -> None:
        self.discard_own()
        self._archive.close()


def _archive_above(path: Path) -> Path | None:
    """The regular file that the path leads through; None when it is a path of the disk."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError:
        return None  # what is wrong with it is told when it is opened
    else:
        return None
    for above in path.parents:
        try:
            return above if stat.S_ISREG(above.stat().st_mode) else None
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            raise os_fault(path, error) from error
    return None


def _file_name(name: str) -> str:
    """The member's own name, shortened in the middle where disks would refuse it."""
    last = name.rpartition("/")[2]
    stem, dot, suffix = last.rpartition(".")
    return last if len(last.encode()) <= _LONGEST_NAME else f"{stem[: _LONGEST_NAME // 5]}…{dot}{suffix[-10:]}"
