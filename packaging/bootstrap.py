"""The one door to the program on a fresh machine: sets everything up, then runs it or its tests.

    python3 packaging/bootstrap.py run [arguments of desktop-mem]
    python3 packaging/bootstrap.py test [arguments of pytest]
    python3 packaging/bootstrap.py setup

The first call makes `.venv`, installs the libraries, fetches the two embedded models and checks them; a later one starts at once.
Standard library only. This file keeps to what Python 3.6 understands, so that an old Python can still say which one is needed.
"""

import shutil
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

OLDEST, NEWEST = (3, 11), (3, 13)


def python_fault(version: "Sequence[int]", executable: str, which: "Callable[[str], str | None]" = shutil.which) -> str:
    """A sentence when this Python is too old or too new, with a better one that is at hand; else an empty text."""
    if OLDEST <= tuple(version[:2]) <= NEWEST:
        return ""
    names = [f"python3.{minor}" for minor in range(NEWEST[1], OLDEST[1] - 1, -1)]
    found = next((name for name in names if which(name)), "")
    remedy = (
        f"Start it with: {found} packaging/bootstrap.py" if found else "Install one of them from python.org or with your package manager."
    )
    current = ".".join(str(part) for part in version[:3])
    return f"desktop_mem needs Python 3.11, 3.12 or 3.13, and {executable} is Python {current}. {remedy}"


if __name__ == "__main__":
    fault = python_fault(sys.version_info[:3], sys.executable)
    if fault:
        sys.exit(fault)
    from door import main

    sys.exit(main(sys.argv[1:]))
