"""Reads messages of Outlook (.msg): what their header says, their text, and the names of what is attached."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import olefile

from desktop_mem.documents.blocks import Block, Blocks, Findings
from desktop_mem.documents.encoding import decode_as, detect_in
from desktop_mem.documents.faults import corrupt
from desktop_mem.documents.readers import html, rtf
from desktop_mem.documents.readers.compressed_rtf import unpacked_rtf
from desktop_mem.documents.readers.mail_message import named_attachment

_DAMAGE = (OSError, ValueError, KeyError, IndexError, struct.error, TypeError, AttributeError, RecursionError)
_PROPERTIES = "__properties_version1.0"
_SUBJECT, _SENDER, _SENDER_ADDRESS, _SENDER_SMTP, _TO, _COPY, _BLIND_COPY = "0037", "0C1A", "0C1F", "5D01", "0E04", "0E03", "0E02"
_TEXT, _HTML, _RTF = "1000", "1013", "1009"
_SENT, _DELIVERED, _CODE_PAGE = 0x00390040, 0x0E060040, 0x3FFD0003
_FILE_NAME, _SHORT_NAME, _SHOWN_NAME, _DATA = "3707", "3704", "3001", "3701"
_ATTACHED = "__attach_version1.0_"


def read(path: Path) -> Blocks:
    """One block for the header, one per paragraph, one per attachment's name."""
    try:
        with olefile.OleFileIO(str(path)) as container:
            message = _Properties(container, [])
            title, blocks = message.text(_SUBJECT), [*_blocks(message)]
    except _DAMAGE as error:
        raise corrupt(path, "Outlook message") from error
    yield from blocks
    return Findings(title=title)


class _Properties:
    """The properties of a message or attachment: each longer one is a stream whose name ends with its number and type."""

    def __init__(self, container: Any, storage: list[str]) -> None:
        self._container = container
        self._storage = storage
        self._fixed = self._numbers()
        code_page = self._fixed.get(_CODE_PAGE, 0) & 0xFFFF
        self._encoding = f"cp{code_page}" if code_page else ""

    def text(self, number: str) -> str:
        """A property that is text; or nothing."""
        wide = self.raw(number, "001F")
        if wide:
            return wide.decode("utf-16-le", "replace").rstrip("\0")
        narrow = self.raw(number, "001E")
        return decode_as(narrow, self._encoding).rstrip("\0") if narrow else ""

    def raw(self, number: str, kind: str = "0102") -> bytes:
        """The bytes of a property."""
        name = [*self._storage, f"__substg1.0_{number}{kind}"]
        return bytes(self._container.openstream(name).read()) if self._container.exists(name) else b""

    def time(self) -> str:
        """When the message was sent or arrived, in UTC; or nothing."""
        ticks = self._fixed.get(_SENT) or self._fixed.get(_DELIVERED) or 0
        if not 0 < ticks < 3_000_000_000_000_000_000:
            return ""
        moment = datetime(1601, 1, 1, tzinfo=UTC) + timedelta(microseconds=ticks // 10)
        return moment.strftime("%a, %d %b %Y %H:%M:%S UTC")

    def attachments(self) -> Iterator[_Properties]:
        """The attachments' own properties."""
        depth = len(self._storage)
        names = {entry[depth] for entry in self._container.listdir() if entry[:depth] == self._storage and len(entry) > depth + 1}
        for name in sorted(names):
            if name.startswith(_ATTACHED):
                yield _Properties(self._container, [*self._storage, name])

    def _numbers(self) -> dict[int, int]:
        """The short properties by tag: 16 bytes each, behind a header whose length tells what they belong to."""
        name = [*self._storage, _PROPERTIES]
        content = bytes(self._container.openstream(name).read()) if self._container.exists(name) else b""
        header = 8 if self._storage else 32
        return {tag: value for tag, _, value in struct.iter_unpack("<IIQ", content[header : header + (len(content) - header) // 16 * 16])}


def _blocks(message: _Properties) -> Iterator[Block]:
    path = (subject,) if (subject := message.text(_SUBJECT)) else ()
    address = message.text(_SENDER_SMTP) or message.text(_SENDER_ADDRESS)
    sender = message.text(_SENDER)
    if "@" in address and address != sender:
        sender = f"{sender} <{address}>".strip()
    head = (
        ("Subject", subject),
        ("From", sender),
        ("To", message.text(_TO)),
        ("Cc", message.text(_COPY)),
        ("Bcc", message.text(_BLIND_COPY)),
        ("Date", message.time()),
    )
    if lines := "\n".join(f"{name}: {' '.join(value.split())}" for name, value in head if value):
        yield Block(lines, headings=path)
    for block in _body(message):
        yield replace(block, headings=(*path, *block.headings))
    for attached in message.attachments():
        name = attached.text(_FILE_NAME) or attached.text(_SHORT_NAME) or attached.text(_SHOWN_NAME) or "?"
        yield Block(named_attachment(name, len(attached.raw(_DATA))), headings=path)


def _body(message: _Properties) -> Iterator[Block]:
    """The plain text, else the page, else the rich text."""
    if text := message.text(_TEXT).strip():
        for paragraph in text.replace("\r\n", "\n").split("\n\n"):
            if paragraph.strip():
                yield Block(paragraph.strip("\n").rstrip())
    elif page := message.raw(_HTML):
        yield from html.page(page.decode(detect_in(page), "replace"))[1]
    elif page_text := message.text(_HTML):
        yield from html.page(page_text)[1]
    elif packed := message.raw(_RTF):
        yield from rtf.blocks(unpacked_rtf(packed))
