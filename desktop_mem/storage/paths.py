"""Paths as SQLite holds them: byte for byte, and folded for file systems that do not tell letters apart."""

from __future__ import annotations

import unicodedata


def storable(path: str) -> str | bytes:
    """A name that is not valid text holds lone surrogates: it is stored as bytes, so that it comes back exactly and the file opens."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return path.encode("utf-8", "surrogatepass")
    return path


def path_of(stored: str | bytes) -> str:
    """The path behind what `storable` gave."""
    return stored if isinstance(stored, str) else stored.decode("utf-8", "surrogatepass")


def path_key(path: str) -> str:
    """The same for all spellings of a path that one file can have: composed and decomposed, small and capital letters."""
    whole = path.encode("utf-8", "replace").decode("utf-8")
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", whole).casefold())
