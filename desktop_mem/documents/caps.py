"""Caps on reading that several formats share, and the sentences said when one, or a cap that is a setting, is hit.

A cap of one format alone stands in its reader.
"""

from __future__ import annotations

from pathlib import Path

from desktop_mem.control.document_ledger import ReadFault, Reason
from desktop_mem.documents.faults import fault

MOST_PAGES = 50_000
"""Pages of a PDF that are read; the summary's warning tells of those beyond."""

OFFICE_BYTES = 512 << 20
"""Bytes of all parts of an office document together, unpacked."""

MEMBER_BYTES = 1 << 30
"""Bytes of one member of an archive, unpacked."""

ARCHIVE_BYTES = 8 << 30
"""Bytes of all members of an archive together, unpacked (what it holds itself, not what archives in it hold)."""

MOST_MEMBERS = 20_000
"""Files of an archive that are listed; the summary's warning tells of those beyond."""

MOST_NESTED = 2
"""Archives within which a file may lie."""

MOST_RATIO = 250
"""How many times its packed size a member may unpack to, once it is larger than `RATIO_FREE`."""

RATIO_FREE = 64 << 20
"""Bytes that a member may unpack to whatever its packed size: short repetitive files pack very well and do no harm."""

PICTURE_PIXELS = 100_000_000
"""Pixels of a picture that is read by text recognition."""

MOST_FRAMES = 500
"""Frames of a picture that are read by text recognition."""

RECOGNITION_SECONDS = 300
"""Seconds of text recognition for one document."""

_UNPACK = "Unpack it yourself and drop the files that you need."


def over_memory(path: Path, memory_mb: int) -> ReadFault:
    """Reading took more memory than the setting allows."""
    what = f"needs more than the {memory_mb} MB of memory allowed for reading one document"
    return fault(Reason.TOO_LARGE, path, what, "Split it into smaller files, or raise the setting parser_memory_mb.")


def over_seconds(path: Path, seconds: float) -> ReadFault:
    """Reading took more time than the setting allows."""
    what = f"took longer than the {seconds:g} seconds allowed for reading one document"
    return fault(Reason.TIMEOUT, path, what, "Split it into smaller files, or raise the setting parser_seconds.")


def over_unpacked(path: Path, size: int, largest: int) -> ReadFault:
    """A document that is a zip archive takes this many bytes, unpacked."""
    what = f"unpacks to {size >> 20} MB, more than the {largest >> 20} MB that a document may have"
    return fault(Reason.TOO_LARGE, path, what, "Split it into smaller documents, or save it as plain text.")


def over_member_bytes(path: Path) -> ReadFault:
    """One member of an archive is too large."""
    return fault(Reason.TOO_LARGE, path, f"unpacks to more than {MEMBER_BYTES >> 20} MB", _UNPACK)


def over_archive_bytes(path: Path) -> ReadFault:
    """All members of an archive together are too large."""
    return fault(Reason.TOO_LARGE, path, f"holds files that unpack to more than {ARCHIVE_BYTES >> 20} MB together", _UNPACK)


def over_ratio(path: Path) -> ReadFault:
    """A member unpacks to so much that it was made to do harm."""
    what = f"unpacks to more than {MOST_RATIO} times its packed size, as a trap does"
    return fault(Reason.TOO_LARGE, path, what, "If you trust it, unpack it yourself and drop the file.")


def over_nesting(path: Path) -> ReadFault:
    """An archive lies in too many others."""
    return fault(Reason.TOO_LARGE, path, f"is an archive that lies within {MOST_NESTED} others", _UNPACK)


def over_pixels(path: Path) -> ReadFault:
    """A picture is too large for text recognition."""
    what = f"has more than {PICTURE_PIXELS // 1_000_000} million pixels"
    return fault(Reason.TOO_LARGE, path, what, "Make it smaller and drop it again.")


def over_recognition() -> str:
    """The warning for a document whose pictures take too long."""
    return f"Text recognition takes at most {RECOGNITION_SECONDS} seconds a document. Split it into smaller files."


def over_members(total: int) -> str:
    """The warning for an archive with too many files."""
    return f"The archive holds {total} files, of which the first {MOST_MEMBERS} are imported. Unpack it and drop the folder."


def over_pages(total: int) -> str:
    """The warning for a PDF with too many pages."""
    return f"It has {total} pages, of which the first {MOST_PAGES} were read. Split it into smaller files."
