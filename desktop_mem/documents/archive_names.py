"""The names of an archive's members as paths that can be shown and stored, whatever encoding and tricks they are written with."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from fnmatch import fnmatchcase

from desktop_mem.documents.discovery import IGNORED
from desktop_mem.documents.double_byte import guess_double_byte
from desktop_mem.documents.encoding import detect_in
from desktop_mem.documents.single_byte import guess_single_byte

_SAMPLE = 65_536  # bytes of names that their encoding is guessed from
_CHINESE_PAIRS = re.compile(rb"(?:[\x00-\x7f]|[\xb0-\xf7][\xa1-\xfe])*")  # where code page 437 has lines and Greek, not letters
_LINES = re.compile(rb"[\xb0-\xdf]")  # code page 437 draws frames with these, and no name has frames
_FOREIGN_PAGES = frozenset({"cp866", "cp855", "cp737", "cp862", "cp852", "cp857"})
_DRIVE = re.compile(r"\A[A-Za-z]:")


def decode_names(names: Sequence[bytes]) -> list[str]:
    """The names as text, all in the encoding that fits them together; bytes that fit nothing become U+FFFD."""
    encoding = _encoding(b"\n".join(names)[:_SAMPLE])
    return [name.decode(encoding, "replace") for name in names]


def _encoding(sample: bytes) -> str:
    """UTF-8, else the code page of the machine that packed them: Chinese, Japanese, Korean, Cyrillic, Greek, else the first PC's."""
    try:
        sample.decode("utf-8")
    except UnicodeDecodeError:
        if found := guess_double_byte(sample)[0]:
            return found
        if _CHINESE_PAIRS.fullmatch(sample):
            return "gb18030"
        if _LINES.search(sample):
            return detect_in(sample)
        single, _ = guess_single_byte(sample)
        return single if single in _FOREIGN_PAGES else "cp437"
    return "utf-8"


def addresses(names: Sequence[str]) -> list[str]:
    """For each name the relative path that its member is addressed by, each one distinct; nothing for hidden files and folders.

    Nothing in it leads out of the archive: no drive, no `..`, no leading `/`. A second member of the same name gets a number.
    """
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        address = _address(name)
        if address:
            seen[address] += 1
            address = _numbered(address, seen[address]) if seen[address] > 1 else address
        found.append(address)
    return found


def _address(name: str) -> str:
    parts = [part for part in _DRIVE.sub("", name.replace("\\", "/")).split("/") if part not in ("", ".", "..")]
    if name.endswith(("/", "\\")) or any(fnmatchcase(part, pattern) for part in parts for pattern in IGNORED):
        return ""
    return "/".join(unicodedata.normalize("NFC", _shown(part)) for part in parts)


def _shown(part: str) -> str:
    return "".join("\ufffd" if unicodedata.category(letter) in ("Cc", "Cs") else letter for letter in part)


def _numbered(address: str, number: int) -> str:
    """`folder/report.pdf` as `folder/report (2).pdf`."""
    folder, slash, name = address.rpartition("/")
    stem, dot, suffix = name.rpartition(".")
    return f"{folder}{slash}{stem} ({number}).{suffix}" if dot and stem else f"{address} ({number})"
