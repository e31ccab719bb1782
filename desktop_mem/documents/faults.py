"""The sentences of a failed read: each names the file, says what is wrong with it and what the user can do."""

from __future__ import annotations

import errno
import os
import unicodedata
from pathlib import Path

from desktop_mem.control.document_ledger import ReadFault, Reason


def display_name(path: Path) -> str:
    """The file's name as it can be shown and stored: valid Unicode, composed, without control characters."""
    name = os.fsencode(path.name or str(path)).decode("utf-8", "replace")
    composed = unicodedata.normalize("NFC", name)
    return "".join("\ufffd" if unicodedata.category(letter) in ("Cc", "Cs") else letter for letter in composed)


def fault(reason: Reason, path: Path, what: str, remedy: str) -> ReadFault:
    """A fault whose sentence starts with the file's name: `"name" what. remedy`."""
    return ReadFault(reason, f'"{display_name(path)}" {what}. {remedy}')


def os_fault(path: Path, error: OSError) -> ReadFault:
    """The fault behind an error of the file system."""
    if isinstance(error, PermissionError):
        return fault(Reason.PERMISSION, path, "may not be read by this user", "Change its permissions and drop it again.")
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return fault(Reason.MISSING, path, "is not there (any more)", "Check whether it was moved or deleted, and drop it again.")
    if error.errno == errno.ELOOP:
        return fault(Reason.LOOP, path, "is a link that leads back to itself", "Remove the link, or drop the file that it should lead to.")
    cause = error.strerror or type(error).__name__
    return fault(
        Reason.CORRUPT, path, f"could not be read from the disk ({cause})", "Check the drive or copy the file anew, and drop it again."
    )


def corrupt(path: Path, kind: str) -> ReadFault:
    """The file is of this kind (`PDF`, `Word document`) but damaged."""
    return fault(Reason.CORRUPT, path, f"is a damaged or incomplete {kind}", "Get a fresh copy of the file and drop that.")


def empty(path: Path, what: str = "holds no text") -> ReadFault:
    """Nothing in the file can be stored."""
    return fault(Reason.EMPTY, path, what, "Nothing was stored; check whether it is the file that you meant.")


def wrong_password(path: Path, password: str) -> ReadFault:
    """The file is encrypted, and this password (`""`: none was given) does not open it. The password is no part of the sentence."""
    if password:
        remedy = "The password does not open it. Check capitals and the keyboard's language, and give it again."
    else:
        remedy = "Give the password, or save a copy without it and drop that."
    return fault(Reason.ENCRYPTED, path, "is protected by a password", remedy)
