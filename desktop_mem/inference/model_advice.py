"""What model checks advised, kept in the profile: how each model is paged for as long as its file stays the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from desktop_mem.errors import EnvironmentFault
from desktop_mem.whole_file import write_whole

ADVICE_FILE = "model_checks.json"


def advised_paging(profile: Path, model: Path) -> str:
    """The paging that the last check of this very file advised; empty where there was none."""
    entry = _read(profile).get(str(model.absolute()), {})
    return str(entry.get("paging", "")) if entry.get("file") == _identity(model) else ""


def keep_advice(profile: Path, model: Path, paging: str, grades: dict[str, Any]) -> None:
    """Remember what a check came to. Raises `EnvironmentFault` when it cannot be written."""
    file = profile / ADVICE_FILE
    entries = {**_read(profile), str(model.absolute()): {"file": _identity(model), "paging": paging, "grades": grades}}
    try:
        profile.mkdir(parents=True, exist_ok=True)
        write_whole(file, json.dumps(entries, indent=2, ensure_ascii=False) + "\n")
    except OSError as error:
        raise EnvironmentFault(f"{file} cannot be written ({error.strerror}).", "Free some space on that disk and try again.") from error


def _identity(model: Path) -> list[int]:
    """Size and time of the file; another file of that name has to be checked anew."""
    try:
        status = model.stat()
    except OSError:
        return []
    return [status.st_size, status.st_mtime_ns]


def _read(profile: Path) -> dict[str, dict[str, Any]]:
    """All advice; what cannot be read advises nothing, as if there had been no check."""
    try:
        entries = json.loads((profile / ADVICE_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {key: entry for key, entry in entries.items() if isinstance(entry, dict)} if isinstance(entries, dict) else {}
