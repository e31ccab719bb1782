"""`desktop-mem gallery`: the window in all its states as PNG files, for whoever works on its looks."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from desktop_mem.cli.output import Output
from desktop_mem.errors import EnvironmentFault


def paint(folder: Path, names: Sequence[str], *, as_json: bool) -> int:
    """Paint the scenes of these names, or all, into the folder, and name every file that was written. Raises `EnvironmentFault`."""
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from desktop_mem.gui.gallery import NAMES, render_gallery

    if unknown := [name for name in names if name not in NAMES]:
        raise EnvironmentFault(f"There is no scene {', '.join(unknown)}.", f"The scenes are: {', '.join(NAMES)}.")
    output = Output(as_json=as_json)
    render_gallery(folder, names, told=lambda file: output.result({"file": str(file)}, str(file)))
    return 0
