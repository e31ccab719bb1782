"""The readable blocks of one e-mail: what its header says, its text, and the names of what is attached."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32  # the other policies raise on headers that real mail has

from desktop_mem.documents.blocks import Block
from desktop_mem.documents.encoding import codec_of, decode_as, detect_in
from desktop_mem.documents.readers import html

SHOWN = ("Subject", "From", "To", "Cc", "Bcc", "Date")
"""The header lines that people search for."""

_DEEPEST = 30
_PARAGRAPHS = re.compile(r"\n[ \t\r>]*\n")
_SIGNATURES = ("application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature")
_SEALED = ("application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted")
_TELLING = 5  # how many times as long a page may be as the plain text beside it, which then only says that there is a page


@dataclass(slots=True)
class Mail:
    """Reads messages and counts what of them stays closed: `sealed` bodies, encrypted or signed so that only a mail program opens them."""

    sealed: int = 0
    _path: tuple[str, ...] = ()

    def blocks(self, content: bytes) -> Iterator[Block]:
        """The blocks of a message; the subject is their heading. Raises `ValueError` when it is nested too deeply to be read."""
        try:
            message = BytesParser(policy=compat32).parsebytes(content)
        except RecursionError as error:
            raise ValueError("nested too deeply") from error
        yield from self._message(message)

    def _message(self, message: Message) -> Iterator[Block]:
        before = self._path
        self._path = (*before, heading) if (heading := subject(message)) else before
        if head := head_lines(message):
            yield self._block(head)
        yield from self._part(message)
        self._path = before

    def _part(self, part: Message, depth: int = 0) -> Iterator[Block]:
        kind = part.get_content_type()
        if kind in _SIGNATURES or depth > _DEEPEST:
            return
        if kind in _SEALED:
            self.sealed += 1
            yield self._block(attachment_line(part))
        elif kind == "message/rfc822" and part.is_multipart():
            for inner in _inner(part):
                yield from self._message(inner)
        elif kind == "multipart/alternative":
            yield from self._alternative(part, depth)
        elif part.is_multipart():
            for inner in _inner(part):
                yield from self._part(inner, depth + 1)
        elif part.get_content_maintype() == "text" and part.get_content_disposition() != "attachment":
            yield from self._text(part)
        elif _payload(part) or part.get_filename():
            yield self._block(attachment_line(part))

    def _alternative(self, part: Message, depth: int) -> Iterator[Block]:
        """One of several forms of the same: the plain text, unless only the page says it."""
        forms = [[*self._part(inner, depth + 1)] for inner in _inner(part)]
        lengths = [sum(len(block.text) for block in form) for form in forms]
        kinds = [inner.get_content_type() for inner in _inner(part)]
        longest = max(lengths, default=0)
        for kind, form, length in zip(kinds, forms, lengths, strict=True):
            if kind == "text/plain" and length and (length * _TELLING >= longest or longest < 200):
                yield from form
                return
        chosen = next((form for form, length in zip(forms, lengths, strict=True) if length == longest), [])
        yield from chosen

    def _text(self, part: Message) -> Iterator[Block]:
        text = decode_as(_payload(part), part.get_content_charset() or "").replace("\r\n", "\n").replace("\r", "\n")
        if part.get_content_subtype() == "html":
            for block in html.page(text)[1]:
                yield replace(block, headings=(*self._path, *block.headings))
            return
        for paragraph in _PARAGRAPHS.split(text):
            if paragraph.strip():
                yield self._block(paragraph.strip("\n").rstrip())

    def _block(self, text: str) -> Block:
        return Block(text, headings=self._path)


def head_lines(message: Message) -> str:
    """The header lines that are shown, decoded."""
    found = ((name, header_text(message, name)) for name in SHOWN)
    return "\n".join(f"{name}: {value}" for name, value in found if value)


def subject(message: Message) -> str:
    """The decoded subject, or nothing."""
    return header_text(message, "Subject")


def header_text(message: Message, name: str) -> str:
    """All lines of this name, decoded and joined; bytes beyond ASCII in whatever encoding they are."""
    lines = [value for key, value in message.raw_items() if key.lower() == name.lower()]
    return " ".join(", ".join(_decoded(str(line)) for line in lines).split())


def _decoded(line: str) -> str:
    raw = line.encode("utf-8", "surrogateescape")
    text = raw.decode(detect_in(raw), "replace") if not raw.isascii() else line
    if "=?" not in text:
        return text
    try:
        words = decode_header(text.replace("\r", "").replace("\n", ""))
    except (MessageError, ValueError):
        return text
    return "".join(word if isinstance(word, str) else decode_as(word, charset or "latin-1") for word, charset in words)


def _inner(part: Message) -> list[Message]:
    """The parts of a part."""
    inner = part.get_payload()
    return [item for item in inner if isinstance(item, Message)] if isinstance(inner, list) else []


def _payload(part: Message) -> bytes:
    try:
        content = part.get_payload(decode=True)
    except (ValueError, LookupError, AssertionError):  # damaged base64 or uuencode
        content = None
    return content if isinstance(content, bytes) else b""


def attachment_line(part: Message) -> str:
    """How something attached is named in the text."""
    name = part.get_filename() or part.get_param("name") or ""
    if isinstance(name, tuple):
        name = name[2]
    return named_attachment(_decoded(str(name)) or part.get_content_type(), len(_payload(part)))


def named_attachment(name: str, size: int) -> str:
    """`[attachment: report.pdf, 120 KB]`"""
    return f"[attachment: {' '.join(name.split())}, {max(1, round(size / 1024))} KB]"


def page_of(part: Message) -> str:
    """The source of a part that is a web page."""
    content, declared = _payload(part), part.get_content_charset() or ""
    return decode_as(content, declared) if codec_of(declared) else content.decode(detect_in(content), "replace")
