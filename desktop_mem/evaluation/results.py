"""Results of a run as JSON lines: one for each task as soon as it is done, so that a run that was killed goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from desktop_mem.errors import EnvironmentFault


@dataclass(frozen=True, slots=True)
class Line:
    """What one task came to by one policy: its measures by name; the reply is kept to be looked at."""

    policy: str
    task: str
    group: str
    measures: Mapping[str, float]
    reply: str = ""
    fault: str = ""
    calls: tuple[str, ...] = ()


class ResultsFile:
    """Lines in a file whose first one says what was measured; a line that was cut off is dropped. Without a path nothing is kept.

    Raises `EnvironmentFault` when the file tells of another measurement, or cannot be read or written.
    """

    def __init__(self, path: Path | None, what: Mapping[str, Any]) -> None:
        self._path = path
        self.lines: list[Line] = []
        if path is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            whole = path.read_bytes() if path.exists() else b""
            records = whole[: whole.rfind(b"\n") + 1].decode("utf-8").splitlines()
            if not records:
                path.write_text(json.dumps(what, ensure_ascii=False) + "\n", encoding="utf-8")
            else:
                self._take(path, records, what)
                if not whole.endswith(b"\n"):
                    path.write_bytes(whole[: whole.rfind(b"\n") + 1])
        except (OSError, ValueError, TypeError) as error:
            raise EnvironmentFault(f"{path} cannot be used for results ({error}).", "Move it away, or name another file.") from error

    def _take(self, path: Path, records: list[str], what: Mapping[str, Any]) -> None:
        if json.loads(records[0]) != json.loads(json.dumps(what, ensure_ascii=False)):
            raise EnvironmentFault(
                f"{path} holds results of another measurement ({records[0][:200]}).", "Move it away, or name another file with --results."
            )
        for record in records[1:]:
            fields = json.loads(record)
            self.lines.append(Line(**{**fields, "calls": tuple(fields["calls"])}))

    @property
    def done(self) -> frozenset[tuple[str, str]]:
        """Policy and task of every line."""
        return frozenset((line.policy, line.task) for line in self.lines)

    def add(self, line: Line) -> None:
        """Keep one line."""
        self.lines.append(line)
        if self._path is None:
            return
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(line), ensure_ascii=False) + "\n")
        except OSError as error:
            raise EnvironmentFault(f"{self._path} cannot be written ({error.strerror}).", "Free some space on that disk.") from error
