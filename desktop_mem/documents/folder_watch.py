"""Watches folders for changes, with watchfiles: the system tells, and nothing is read."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from watchfiles import watch

from desktop_mem.errors import EnvironmentFault

_DEBOUNCE_MS = 1000
_STEP_MS = 100
_STOP_MS = 500


def changed_folders(folders: Sequence[str], stop: threading.Event) -> Iterator[frozenset[str]]:
    """The folders among these in or below which something changed, each time that something has, until `stop` is set.

    Raises `EnvironmentFault` when the system cannot watch so many files; a folder that is not there is not watched.
    """
    present = [folder for folder in folders if Path(folder).is_dir()]
    if not present:
        return
    try:
        for changes in watch(
            *present,
            watch_filter=None,
            debounce=_DEBOUNCE_MS,
            step=_STEP_MS,
            rust_timeout=_STOP_MS,
            yield_on_timeout=True,
            stop_event=stop,
            raise_interrupt=False,
            ignore_permission_denied=True,
        ):
            if changes:
                yield frozenset(folder for folder in present if any(Path(path).is_relative_to(folder) for _, path in changes))
    except (OSError, RuntimeError) as error:
        raise EnvironmentFault(
            f"Changes in the watched folders are not noticed ({error}).",
            "They are looked through each time the program starts; fewer or smaller watched folders may help.",
        ) from error
