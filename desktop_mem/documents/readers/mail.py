"""Reads e-mail: single messages (.eml, .emlx), mailboxes (.mbox) message by message, and web pages saved as mail (.mhtml)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from email.parser import BytesParser
from email.policy import compat32
from pathlib import Path
from typing import BinaryIO

from desktop_mem.control.document_ledger import ReadProgress, Reason
from desktop_mem.documents.blocks import Blocks, Findings
from desktop_mem.documents.faults import corrupt, fault
from desktop_mem.documents.readers import html
from desktop_mem.documents.readers.mail_message import Mail, page_of, subject

LARGEST = 128 << 20
"""Bytes of one message above which it is not read: attachments take several times as much memory."""

_LINE = 1 << 20
_SEPARATOR = re.compile(rb"From \S+.*\d\d:\d\d")
_QUOTED_SEPARATOR = re.compile(rb">+From ")


def read(path: Path) -> Blocks:
    """One block for the header, one per paragraph, one per attachment's name."""
    mail = Mail()
    title = ""
    try:
        for block in mail.blocks(_content(path)):
            title = title or (block.headings[0] if block.headings else "")
            yield block
    except ValueError as error:
        raise corrupt(path, "e-mail file") from error
    return Findings(title=title, warning=_warning(mail.sealed))


def read_mailbox(path: Path) -> Blocks:
    """The same for each message of a mailbox, under its number; one message at a time is in memory."""
    mail = Mail()
    total, number, unread = path.stat().st_size, 0, 0
    title = ""
    with path.open("rb") as file:
        for content in _messages(file):
            number += 1
            try:
                if len(content) > LARGEST:
                    raise ValueError("too large")
                for block in mail.blocks(content):
                    title = block.headings[0] if block.headings and number == 1 else title
                    yield replace(block, page=number, unit="message")
            except ValueError:
                unread += 1
            yield ReadProgress(file.tell(), total)
    return Findings(pages=number, title=title if number == 1 else "", warning=_warning(mail.sealed, unread))


def read_web_archive(path: Path) -> Blocks:
    """The page that the archive holds, then those in its frames."""
    message = BytesParser(policy=compat32).parsebytes(_content(path))
    pages = [part for part in message.walk() if part.get_content_type() in ("text/html", "application/xhtml+xml")]
    title = ""
    for part in pages:
        heading, blocks = html.page(page_of(part))
        title = title or heading
        yield from blocks
    if not pages:
        return (yield from read(path))
    return Findings(title=title or subject(message))


def _content(path: Path) -> bytes:
    """The message in a file; Apple's begin with a line that gives its length. Raises `ReadFault`."""
    if path.stat().st_size > LARGEST:
        what = f"is a message of more than {LARGEST >> 20} MB"
        raise fault(Reason.TOO_LARGE, path, what, "Save it without its attachments and drop that.")
    content = path.read_bytes()
    first, _, rest = content.partition(b"\n")
    if first.strip().isdigit():
        return rest[: int(first)]
    return content.lstrip(b"\xef\xbb\xbf\r\n")


def _messages(file: BinaryIO) -> Iterator[bytes]:
    """The messages of a mailbox without the lines that part them; of one beyond the limit only its beginning and one byte more."""
    parts: list[bytes] = []
    size = 0
    blank = True
    while line := file.readline(_LINE):
        if blank and _SEPARATOR.match(line):
            if any(part.strip() for part in parts):
                yield b"".join(parts)
            parts, size = [], 0
            continue
        blank = not line.strip()
        if size <= LARGEST:
            parts.append(line[1:] if _QUOTED_SEPARATOR.match(line) else line)
            size += len(line)
    if any(part.strip() for part in parts):
        yield b"".join(parts)


def _warning(sealed: int, unread: int = 0) -> str:
    """A sentence on what could not be read, or nothing."""
    parts = []
    if sealed:
        parts.append(
            f"{sealed} encrypted or sealed texts are not stored. Open them in your mail program, save them as text, and drop that."
        )
    if unread:
        parts.append(
            f"{unread} messages are too large or damaged, and not stored. Save them one by one without their attachments and drop those."
        )
    return " ".join(parts)
