"""The report for whoever helps with a fault: versions, sizes and the last warnings, without names, places or anything that was said."""

from __future__ import annotations

import platform
import re
from collections import deque
from dataclasses import asdict, fields
from pathlib import Path

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication

from desktop_mem import __version__
from desktop_mem.gui.job_state import JobState
from desktop_mem.memory.ports import Counts
from desktop_mem.settings import Settings

MOST_LINES = 30
_TAIL_BYTES = 200_000
_WARNING = re.compile(r"\b(WARNING|ERROR|CRITICAL)\b")
_QUOTED = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|“[^”\n]*”")
# From the first separator to the last one, or the dot of an ending, before punctuation: names of folders may hold spaces.
_PATH = re.compile(r"(?<!\w)(?:[A-Za-z]:)?[/\\](?=\S)[^\n,;:\"']*[/\\.][^\s,;:\"']*")
_FILE = re.compile(r'^  File "(?P<path>[^"]*)"')


def redacted(text: str) -> str:
    """The text without what stands in quotation marks, and every path without its folders and name."""
    return _PATH.sub("…", _QUOTED.sub("“…”", text))


def redacted_trace(trace: str) -> str:
    """A traceback whose files are named from the package on, and whose error says nothing of the user's."""
    lines = []
    for line in trace.splitlines():
        if found := _FILE.match(line):
            whole = found["path"].replace("\\", "/")
            short = whole[whole.rfind("desktop_mem/") :] if "desktop_mem/" in whole else whole.rpartition("/")[2]
            lines.append(line.replace(found["path"], short))
        else:
            lines.append(line if line.startswith("    ") else redacted(line))
    return "\n".join(lines)


def report(settings: Settings | None, state: JobState, counts: Counts | None, stalls: list[float], log_file: Path | None) -> str:
    """Everything on lines that can be copied. Paths and texts of the user's are not among it."""
    lines = [
        f"desktop_mem {__version__}",
        f"Python {platform.python_version()} on {platform.system()} {platform.release()} ({platform.machine()})",
        f"PySide {pyside_version}, Qt {qVersion()}, platform {QGuiApplication.platformName()}",
        f"Engine: {state.engine}, model: {state.model or 'none'}, searches meaning: {state.searches_meaning}",
    ]
    if counts is not None:
        lines.append(f"Holds: {counts.messages} messages, {counts.passages} passages, {counts.documents} documents")
    if stalls:
        lines.append(f"Stalls of the window: {len(stalls)}, the longest {max(stalls) * 1000:.0f} ms")
    if settings is not None:
        lines.append("Settings that differ: " + (", ".join(_changed(settings)) or "none"))
    warnings = _warnings(log_file) if log_file is not None else []
    lines += ["", "Last warnings:", *warnings] if warnings else []
    return "\n".join(lines)


def _changed(settings: Settings) -> list[str]:
    """Settings that are not at their default; of texts only that they are set."""
    usual, now = asdict(Settings()), asdict(settings)
    free = {item.name for item in fields(Settings) if isinstance(item.default, str) and not item.metadata["choices"]}
    return [f"{name}={'(set)' if name in free else now[name]}" for name in usual if usual[name] != now[name]]


def _warnings(log_file: Path) -> list[str]:
    try:
        with log_file.open("rb") as file:
            file.seek(max(0, log_file.stat().st_size - _TAIL_BYTES))
            tail = file.read().decode("utf-8", errors="replace")
    except OSError:
        return []
    return [redacted(line) for line in deque((line for line in tail.splitlines() if _WARNING.search(line)), MOST_LINES)]
