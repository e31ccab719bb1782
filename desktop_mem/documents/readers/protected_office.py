"""Reads Office documents (.docx, .xlsx, .pptx) that are encrypted with a password: opened for a while, then read as what they are."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from struct import error as struct_error
from typing import IO
from xml.parsers.expat import ExpatError

import msoffcrypto
from msoffcrypto.exceptions import DecryptionError, EncryptionError, FileFormatError, InvalidKeyError, ParseError

from desktop_mem.control.document_ledger import Reason
from desktop_mem.documents import caps
from desktop_mem.documents.blocks import Blocks
from desktop_mem.documents.faults import corrupt, fault, wrong_password
from desktop_mem.documents.formats import FORMATS
from desktop_mem.documents.recognition import recognise

_BUILT_IN = "VelvetSweatshop"
"""The password that Excel itself gives to workbooks which are only protected against changes; it opens them without asking."""

_DAMAGE = (
    FileFormatError,
    ParseError,
    EncryptionError,
    struct_error,
    ExpatError,
    ValueError,
    KeyError,
    IndexError,
    AttributeError,
    OSError,
)


def read(path: Path, password: str) -> Blocks:
    """What the reader of the document inside gives. Raises `ReadFault`."""
    if (size := path.stat().st_size) > caps.OFFICE_BYTES:
        raise caps.over_unpacked(path, size, caps.OFFICE_BYTES)
    with tempfile.TemporaryDirectory(prefix="opened-") as folder:
        opened = Path(folder) / path.name
        with path.open("rb") as locked, opened.open("wb") as target:
            if not any(_unlock(path, locked, target, secret) for secret in (password, _BUILT_IN) if secret):
                raise wrong_password(path, password)
        kind = recognise(opened, FORMATS)
        findings = yield from kind.load()(opened)
    return replace(findings, parser=findings.parser or kind.name)


def _unlock(path: Path, locked: IO[bytes], target: IO[bytes], password: str) -> bool:
    """Write the document inside; False when this password does not open it. Raises `ReadFault` for a damaged one."""
    locked.seek(0)
    try:
        office = msoffcrypto.OfficeFile(locked)
        office.load_key(password=password, verify_password=True)
        office.decrypt(target, verify_integrity=False)
    except InvalidKeyError:
        return False
    except DecryptionError as error:
        what = "is locked by a protection that cannot be opened here"
        raise fault(Reason.ENCRYPTED, path, what, "Save a copy without the password and drop that.") from error
    except _DAMAGE as error:
        raise corrupt(path, "Office document") from error
    return True
