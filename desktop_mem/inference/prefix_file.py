"""The prefix file: what a model has worked out of a prompt's beginning, kept on disk so that a relaunch need not read it again."""

from __future__ import annotations

import json
import logging
import os
import zlib
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_log = logging.getLogger(__name__)
_FORM = "desktop_mem prefix 1"
_LONGEST_HEAD = 64 * 2**20


@dataclass(frozen=True, slots=True)
class SavedPrefix:
    """Token ids, the state that llama.cpp had after them, and for each text that the model itself wrote the ids it wrote."""

    ids: Sequence[int]
    state: bytes
    written: Mapping[str, Sequence[int]] = field(default_factory=dict)


class PrefixFile:
    """One file, for one model with one set of load options (the `key`), of `limit` bytes at most (0: nothing is kept).

    It holds words of the conversation, as the database does. A file that is broken, or of another key, is ignored with a line in the log.
    """

    def __init__(self, path: Path, key: str, limit: int) -> None:
        self._path = path
        self._key = key
        self.limit = limit
        self.ids: tuple[int, ...] = ()

    def read(self) -> SavedPrefix | None:
        """What was saved last, if this model can go on from it."""
        if not self.limit:
            return None
        try:
            saved = self._parsed(self._path.read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            _log.info("The saved prefix in %s is not used: %s", self._path, error)
            return None
        self.ids = tuple(saved.ids)
        return saved

    def write(self, saved: SavedPrefix) -> None:
        """Put this in the place of what was there, whole or not at all. Without space on the disk nothing is kept."""
        ids = array("i", saved.ids).tobytes()
        body = {
            "key": self._key,
            "ids": len(saved.ids),
            "written": {text: list(own) for text, own in saved.written.items()},
            "check": zlib.crc32(saved.state, zlib.crc32(ids)),
        }
        head = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        if len(head) + len(ids) + len(saved.state) > self.limit:
            return
        draft = self._path.with_suffix(".new")
        try:
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.writelines((f"{_FORM}\n{len(head)}\n".encode("ascii"), head, ids, saved.state))
            draft.replace(self._path)
        except OSError as error:
            _log.info("The prefix could not be saved in %s: %s", self._path, error)
            draft.unlink(missing_ok=True)
            return
        self.ids = tuple(saved.ids)

    def remove(self) -> None:
        """Keep nothing of what was saved."""
        self.ids = ()
        self._path.unlink(missing_ok=True)

    def _parsed(self, content: bytes) -> SavedPrefix:
        """Raises `ValueError`, `KeyError` or `TypeError` for anything but a whole file of this key."""
        form, _, rest = content.partition(b"\n")
        length, _, rest = rest.partition(b"\n")
        if form.decode("utf-8", "replace") != _FORM or not length.isdigit() or int(length) > _LONGEST_HEAD:
            raise ValueError("it is not of this version")
        body: dict[str, Any] = json.loads(rest[: int(length)])
        if body["key"] != self._key:
            raise ValueError("it is of another model, or of other settings")
        size = int(body["ids"]) * array("i").itemsize
        ids, state = rest[int(length) : int(length) + size], rest[int(length) + size :]
        if len(ids) != size or zlib.crc32(state, zlib.crc32(ids)) != body["check"]:
            raise ValueError("it is damaged")
        return SavedPrefix(array("i", ids), state, {str(text): tuple(map(int, own)) for text, own in body["written"].items()})
