"""Where everything lies in one checkout: the virtual environment, its stamp, the log, the models."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Place:
    """Where everything lies in one checkout."""

    root: Path

    @property
    def venv(self) -> Path:
        """The virtual environment."""
        return self.root / ".venv"

    @property
    def scripts(self) -> Path:
        """The folder of its programs."""
        return self.venv / ("Scripts" if sys.platform == "win32" else "bin")

    @property
    def python(self) -> Path:
        """Its Python."""
        return self.scripts / ("python.exe" if sys.platform == "win32" else "python")

    @property
    def program(self) -> Path:
        """desktop-mem itself."""
        return self.scripts / ("desktop-mem.exe" if sys.platform == "win32" else "desktop-mem")

    @property
    def stamp(self) -> Path:
        """What the virtual environment was made from, and whether it is whole."""
        return self.venv / "desktop-mem.json"

    @property
    def log(self) -> Path:
        """All that pip said."""
        return self.root / "build" / "setup.log"

    @property
    def models(self) -> Path:
        """The embedded models."""
        return self.root / "models"
