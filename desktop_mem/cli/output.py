"""What the terminal shows: results on standard output, as text or as JSON lines, and everything else on standard error."""

from __future__ import annotations

import dataclasses
import json
import sys
from datetime import datetime
from typing import Any


class Output:
    """Writes results and notes. `as_json` turns each result into one JSON object a line."""

    def __init__(self, *, as_json: bool) -> None:
        self.as_json = as_json
        self._at_line_start = True

    def result(self, record: dict[str, Any], text: str) -> None:
        """One result: the record for programs, or the text for people."""
        self._write((json.dumps(record, ensure_ascii=False, default=_plain) if self.as_json else text) + "\n")

    def stream(self, text: str) -> None:
        """Text for people, as it comes; programs get the whole later."""
        if not self.as_json:
            self._write(text)

    def end_line(self) -> None:
        """Begin a new line unless at the start of one."""
        if not self._at_line_start and not self.as_json:
            self._write("\n")

    def began_line(self) -> None:
        """The terminal itself began a new line, since the user ended one."""
        self._at_line_start = True

    def note(self, text: str) -> None:
        """A line about what is going on, on standard error."""
        sys.stderr.write(text + "\n")
        sys.stderr.flush()

    def _write(self, text: str) -> None:
        if text:
            sys.stdout.write(text)
            sys.stdout.flush()
            self._at_line_start = text.endswith("\n")


def _plain(value: Any) -> Any:
    """Dataclasses as objects, times in ISO form, everything else as its text."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    return value.isoformat() if isinstance(value, datetime) else str(value)
