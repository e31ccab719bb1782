"""The commands behind `bootstrap.py`: set up what is missing, then become the program or its tests."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import FrameType
from typing import NoReturn

import system_libraries
from faults import SetupFault
from installer import set_up
from place import Place
from progress import Progress

ROOT = Path(__file__).resolve().parent.parent


def main(arguments: list[str]) -> int:
    """Exit code 0: done; 1: this machine lacks something, and standard error says what; 2: wrong usage; else the program's own."""
    options = _parse(arguments)
    signal.signal(signal.SIGTERM, _interrupt)
    place, progress = Place(ROOT), Progress(sys.stderr)
    try:
        set_up(place, progress, for_tests=options.command == "test", torch_index=options.torch_index)
        command, platform = _command(place, options.command, options.arguments)
        _check_libraries(options.command, platform)
    except SetupFault as fault:
        progress.fault(fault.what, fault.remedy)
        return 1
    except KeyboardInterrupt:
        progress.fault("The set-up was interrupted.", "Give the same command again: it goes on from here.")
        return 130
    if not command:
        progress.line(f"Everything is set up. Start it with: {Path(sys.executable).name} packaging/bootstrap.py run")
        return 0
    return _become(command, _environment(options.command))


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bootstrap.py", description="Set desktop_mem up, then run it or its tests.")
    parser.add_argument(
        "--torch-index",
        metavar="URL",
        default="",
        help="where to take PyTorch from; on Linux https://download.pytorch.org/whl/cpu saves gigabytes of CUDA libraries",
    )
    parser.add_argument("command", choices=("run", "test", "setup"))
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="passed on to desktop-mem or to pytest")
    return parser.parse_args(arguments)


def _interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
    """A polite kill ends like Ctrl-C, so that pip is not left behind at work."""
    raise KeyboardInterrupt


def _command(place: Place, name: str, arguments: list[str]) -> tuple[list[str], str]:
    """What to start (nothing for `setup`), and the Qt platform that it will draw on (empty: it draws nothing)."""
    if name == "setup":
        return [], system_libraries.qt_platform(os.environ, sys.platform)
    if name == "test":
        return [str(place.python), "-m", "pytest", *arguments], "offscreen"
    word = _first_word(arguments)
    platform = system_libraries.qt_platform(os.environ, sys.platform) if word in ("", "gui") else ""
    if word == "" and not platform and not {"-h", "--help", "--version"} & set(arguments):
        arguments = ["chat", *arguments]
    return [str(place.program), *arguments], platform


def _first_word(arguments: list[str]) -> str:
    """The command among the arguments of desktop-mem; without one, or with `gui`, it opens the window."""
    words = iter(arguments)
    for word in words:
        if word == "--profile":
            next(words, "")
        elif not word.startswith("-"):
            return word
    return ""


def _check_libraries(command: str, platform: str) -> None:
    """Raises `SetupFault` that names every missing system library at once, and how to get it."""
    if not sys.platform.startswith("linux") or not platform:
        return
    if missing := system_libraries.missing(platform):
        purpose = "The tests of the window need" if command == "test" else "The window needs"
        raise SetupFault(f"{purpose} system libraries that are not here: {', '.join(missing)}.", system_libraries.remedy(missing))


def _environment(command: str) -> dict[str, str]:
    """Nothing may reach for the network once everything is set up; tests draw on no screen."""
    environment = {**os.environ, "HF_HUB_OFFLINE": "1"}
    return {**environment, "QT_QPA_PLATFORM": "offscreen"} if command == "test" else environment


def _become(command: list[str], environment: dict[str, str]) -> int:  # noqa: RET503 - execve does not come back
    """Replace this process by the command, so that signals and the terminal go straight to it; on Windows wait for it."""
    sys.stderr.flush()
    if command[1:3] == ["-m", "pytest"]:
        os.chdir(ROOT)
    if sys.platform == "win32":
        return subprocess.call(command, env=environment)
    os.execve(command[0], command, environment)
