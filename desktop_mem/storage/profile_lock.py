"""The profile's lock: one running program per profile, held by the operating system so that it dies with the process."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import IO, Final

from desktop_mem.errors import EnvironmentFault

LOCK_FILE: Final = "lock"
_HELD_AT: Final = 1 << 20
"""The byte that is locked on Windows, behind the text, so that the process number can still be read there."""

_HELD_BY_ANOTHER: Final = frozenset({errno.EAGAIN, errno.EACCES, errno.EDEADLK})


class ProfileLock:
    """Holds a profile until `release`, or until the process ends in whatever way."""

    def __init__(self, profile: Path, file: IO[str]) -> None:
        self.profile = profile
        self._file = file

    @classmethod
    def acquire(cls, profile: Path) -> ProfileLock:
        """Make the folder if there is none, and hold it. Raises `EnvironmentFault` when it cannot be written or is held."""
        path = profile / LOCK_FILE
        try:
            profile.mkdir(parents=True, exist_ok=True)
            file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="utf-8")
        except OSError as error:
            raise EnvironmentFault(
                f"The profile folder {profile} cannot be used ({error.strerror}).",
                "Make it a folder that you may write in, or choose another one with --profile or DESKTOP_MEM_HOME.",
            ) from error
        try:
            _hold(file)
        except OSError as error:
            if error.errno not in _HELD_BY_ANOTHER:
                file.close()
                raise EnvironmentFault(
                    f"The disk that holds {path} cannot lock files ({error.strerror}).", "Choose a profile folder on a local disk."
                ) from error
            holder = file.read(20).strip() or "unknown"
            file.close()
            raise EnvironmentFault(
                f"desktop_mem is already open on the profile {profile} (process {holder}).",
                "Use that window, or close it and try again.",
            ) from error
        try:
            file.truncate(0)
            file.write(f"{os.getpid()}\n")
            file.flush()
        except OSError as error:
            file.close()
            raise EnvironmentFault(
                f"{path} cannot be written ({error.strerror}).", "Free some space on that disk and try again."
            ) from error
        return cls(profile, file)

    def release(self) -> None:
        """Give the profile back; releasing twice does nothing."""
        self._file.close()


if sys.platform == "win32":
    import msvcrt

    def _hold(file: IO[str]) -> None:
        os.lseek(file.fileno(), _HELD_AT, os.SEEK_SET)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(file.fileno(), 0, os.SEEK_SET)

else:
    import fcntl

    def _hold(file: IO[str]) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
