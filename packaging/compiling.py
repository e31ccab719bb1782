"""How llama.cpp is compiled on this machine, and the trial that shows that the result runs on its processor."""

from __future__ import annotations

import os
import platform
import signal
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

# Compiled for the processor at hand, llama.cpp uses AMX tiles as soon as the compiler sees them; many virtual machines show them to
# the compiler and then refuse them to the program, which dies of an illegal instruction at its first word. Desktops have none.
WITHOUT_AMX = ("-mno-amx-tile", "-mno-amx-int8", "-mno-amx-bf16")
_ILLEGAL_INSTRUCTION = {-int(getattr(signal, "SIGILL", 4)), 0xC000001D, 0xC000001D - (1 << 32)}
_TRIAL = """
import sys, llama_cpp
model = llama_cpp.Llama(sys.argv[1], n_ctx=256, verbose=False)
model.eval(model.tokenize(b"A trial of the processor's arithmetic, long enough to fill a whole batch of tokens. " * 4))
"""


def build_environment(environment: Mapping[str, str], *, refuses_amx: bool) -> dict[str, str]:
    """Use all cores and leave out the part that reads pictures, which this program does not use; the user's own variables stand.

    Only pip's wish to install for the whole user, which some have in their configuration, cannot stand in a virtual environment.
    """
    built = {"CMAKE_BUILD_PARALLEL_LEVEL": str(os.cpu_count() or 1), "CMAKE_ARGS": "-DLLAVA_BUILD=OFF", **environment, "PIP_USER": "0"}
    if refuses_amx:
        for name in ("CFLAGS", "CXXFLAGS"):
            built[name] = " ".join([built.get(name, ""), *WITHOUT_AMX]).strip()
    return built


def refuses_amx(cpuinfo: Path = Path("/proc/cpuinfo"), accepts: Callable[[str], bool] | None = None) -> bool:
    """The processor shows AMX and the compiler has a switch to leave it out. A compiler too old for the switch is too old for AMX."""
    if platform.machine() != "x86_64" or not cpuinfo.exists():
        return False
    return "amx_tile" in cpuinfo.read_text(encoding="utf-8", errors="replace") and (accepts or _compiler_accepts)(WITHOUT_AMX[0])


def _compiler_accepts(switch: str) -> bool:
    compiler = os.environ.get("CXX", "c++").split() or ["c++"]
    try:
        return subprocess.run([*compiler, switch, "-E", "-x", "c++", os.devnull], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def trial(python: Path, model: Path) -> str:
    """Let the model read one batch in a process of its own. Empty: it works; `illegal instruction`; or the last line of what went wrong."""
    tried = subprocess.run([str(python), "-c", _TRIAL, str(model)], capture_output=True, encoding="utf-8", errors="replace", check=False)
    if tried.returncode in _ILLEGAL_INSTRUCTION:
        return "illegal instruction"
    if tried.returncode:
        return (tried.stderr.strip().splitlines() or [f"exit code {tried.returncode}"])[-1]
    return ""
