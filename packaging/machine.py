"""What a machine must have before anything can be installed: a compiler, the venv module, room on the disk."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from faults import SetupFault

NEEDED_BYTES = 4_000_000_000  # libraries 1.5 GB, models 0.2 GB, and as much again while llama.cpp compiles and wheels unpack
_GET_COMPILER = {
    "linux": "Install a compiler and try again: sudo apt-get install -y build-essential (Debian, Ubuntu), "
    "sudo dnf install -y gcc-c++ (Fedora), sudo pacman -S --needed base-devel (Arch).",
    "darwin": "Install Apple's command line tools and try again: xcode-select --install",
    "win32": "Install 'Build Tools for Visual Studio' with the workload 'Desktop development with C++' and try again.",
}


def check(root: Path) -> None:
    """Raises `SetupFault` that names what is missing and how to get it."""
    check_compiler(sys.platform, os.environ)
    check_venv()
    check_room(root)


def check_compiler(system: str, environment: Mapping[str, str], which: Callable[[str], str | None] = shutil.which) -> None:
    """llama-cpp-python comes as source, so that it fits the processor: it needs a C and a C++ compiler."""
    if system == "win32":
        lacking = [] if _has_visual_studio(environment) or which("cl") or environment.get("CC") else ["Visual C++"]
    elif system == "darwin":
        lacking = [] if environment.get("CC") or _has_xcode() else ["clang"]
    else:
        lacking = [kind for kind, names in _candidates(environment).items() if not any(which(name) for name in names)]
    if lacking:
        what = f"No {' and no '.join(lacking)} was found; llama.cpp, which runs the model, is compiled on this machine."
        raise SetupFault(what, _GET_COMPILER.get(system, _GET_COMPILER["linux"]))


def _candidates(environment: Mapping[str, str]) -> dict[str, list[str]]:
    """Where CMake looks for each compiler; a variable may carry a launcher or flags, of which the first word counts."""
    c = (environment.get("CC") or "").split()[:1] or ["cc", "gcc", "clang"]
    cxx = (environment.get("CXX") or "").split()[:1] or ["c++", "g++", "clang++"]
    return {"C compiler (cc)": c, "C++ compiler (c++)": cxx}


def _has_visual_studio(environment: Mapping[str, str]) -> bool:
    folder = environment.get("ProgramFiles(x86)", r"C:\Program Files (x86)")
    return Path(folder, "Microsoft Visual Studio", "Installer", "vswhere.exe").exists()


def _has_xcode() -> bool:
    """`/usr/bin/cc` is there on every Mac; it works only with the command line tools behind it."""
    try:
        return subprocess.run(["xcode-select", "-p"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def check_venv(find: Callable[[str], object] = importlib.util.find_spec) -> None:
    """Debian and Ubuntu ship Python without the part that fills a new virtual environment."""
    if find("venv") and find("ensurepip"):
        return
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    what = f"{sys.executable} cannot make virtual environments: its module ensurepip is not installed."
    raise SetupFault(what, f"Install it and try again: sudo apt-get install -y {package}")


def check_room(root: Path, needed: int = NEEDED_BYTES) -> None:
    """`needed` bytes must be free where the program is installed."""
    free = shutil.disk_usage(root).free
    if free < needed:
        what = f"The set-up needs {needed / 1e9:.1f} GB in {root}, and {free / 1e9:.1f} GB are free."
        raise SetupFault(what, "Free some room on that disk and try again.")
