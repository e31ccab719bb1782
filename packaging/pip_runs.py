"""pip of the virtual environment at work: installing, fetching, rebuilding, with its words in a log and its failures in a sentence."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import compiling
from faults import SetupFault
from place import Place
from progress import Progress, run_logged, tail

OLDEST_PIP = 23
_REMEDIES = (
    (r"No space left on device|not enough space", "The disk is full: free some room and try again."),
    (
        r"CERTIFICATE_VERIFY_FAILED",
        "The package registry's certificate was not trusted: set PIP_CERT to your organisation's certificate and try again.",
    ),
    (
        r"NewConnectionError|NameResolution|Name or service not known|name resolution|ConnectTimeout|ReadTimeout|ConnectionReset",
        "The package registry could not be reached: check the connection and try again; what was fetched is kept.",
    ),
    (
        r"CMake Error|CMAKE_CXX_COMPILER|Failed building wheel for llama.cpp.python",
        "llama.cpp could not be compiled: check that a C++17 compiler is installed and that 2 GB of memory are free, then try again.",
    ),
    (
        r"No matching distribution found",
        "The package registry has no version for this Python and system: try another Python from 3.11 to 3.13.",
    ),
)
_REPORT = "Try again; if it stays so, report it with that file."


@dataclass(frozen=True, slots=True)
class Pip:
    """`descriptor` is the set-up's lock, which a pip that outlives its parent goes on holding."""

    place: Place
    progress: Progress
    descriptor: int = -1

    def install(self, arguments: list[str], index: str = "") -> None:
        """Raises `SetupFault` with the end of what pip said."""
        if self._is_old():
            self._run(["install", "--upgrade", f"pip>={OLDEST_PIP}"])
        self._run(["install", *(["--index-url", index] if index else []), *arguments])

    def download(self, requirement: str, folder: Path) -> Path:
        """One wheel, without what it depends on. Raises `SetupFault`."""
        self._run(["download", "--no-deps", "--only-binary", ":all:", "--dest", str(folder), requirement])
        return next(folder.glob("*.whl"))

    def rebuild(self, package: str) -> None:
        """Compile the package anew, and put the result in pip's cache in place of what lay there. Raises `SetupFault`."""
        with suppress(SetupFault):  # nothing lay there, or there is no cache
            self._run(["cache", "remove", package.replace("-", "_")])
        self._run(["install", "--force-reinstall", "--no-deps", package])

    def _is_old(self) -> bool:
        command = [str(self.place.python), "-m", "pip", "--version"]
        found = re.match(r"pip (\d+)", subprocess.run(command, capture_output=True, encoding="utf-8", check=False).stdout)
        return found is not None and int(found[1]) < OLDEST_PIP

    def _run(self, arguments: list[str]) -> None:
        log = self.place.log
        log.parent.mkdir(exist_ok=True)
        command = [str(self.place.python), "-m", "pip", "--no-input", "--disable-pip-version-check", *arguments]
        inherit = (self.descriptor,) if self.descriptor >= 0 and sys.platform != "win32" else ()
        environment = compiling.build_environment(os.environ, refuses_amx=compiling.refuses_amx())
        if run_logged(command, log=log, progress=self.progress, folder=self.place.root, environment=environment, inherit=inherit):
            said = tail(log)
            lines = "\n".join(f"    {line}" for line in said.strip().splitlines()[-15:])
            raise SetupFault(f"pip {' '.join(arguments)} failed. The end of {log}:\n{lines}", remedy(said))


def remedy(said: str) -> str:
    """What to do about a failed pip, from what it said."""
    return next((advice for pattern, advice in _REMEDIES if re.search(pattern, said)), _REPORT)
