"""Kinds of files: content decides, names only among texts, and every refusal names the file and the way out."""

from __future__ import annotations

import struct
import zipfile
from pathlib import Path

import pytest

from desktop_mem.control.document_ledger import ReadFault, Reason
from desktop_mem.documents.formats import FORMATS
from desktop_mem.documents.recognition import recognise


def kind(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    return recognise(path, FORMATS).name


def refused(path: Path) -> ReadFault:
    with pytest.raises(ReadFault) as caught:
        recognise(path, FORMATS)
    assert f'"{path.name}"' in caught.value.detail
    assert caught.value.detail.endswith(".")
    return caught.value


def ole(*streams: str) -> bytes:
    """The header and directory of an OLE container with these streams."""
    header = bytearray(512)
    header[:8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    struct.pack_into("<H", header, 30, 9)
    struct.pack_into("<I", header, 48, 0)
    entries = b"".join(name.encode("utf-16-le").ljust(64, b"\0") + bytes(64) for name in ("Root Entry", *streams))
    return bytes(header) + entries.ljust(512, b"\0")


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("letter.txt", b"%PDF-1.4\n...", "pdf"),
        ("letter.pdf", b"Dear Lena,\n", "text"),
        ("page.txt", b"<!DOCTYPE html><p>x", "html"),
        ("page.pdf", b"\n<!-- saved --><html><p>x", "html"),
        ("page.html", "<!doctype html><p>x</p>".encode("utf-16"), "html"),
        ("part.html", b"<p>only a part</p>", "html"),
        ("notes.md", b"# Notes\n", "markdown"),
        ("script.py", b"print('x')\n", "source"),
        ("run", b"#!/usr/bin/env python\nprint('x')\n", "source"),
        ("letter.doc", b"{\\rtf1 hello}", "rtf"),
        ("page.xls", b"<html><table><tr><td>x", "html"),
        ("mail.txt", b"Subject: x\r\nFrom: a@b\r\nMIME-Version: 1.0\r\n\r\nhello", "eml"),
        ("note.txt", b"Subject: x\nFrom: my desk\n\nhello", "text"),
        ("Inbox", b"From a@b Mon Jun 01 10:00:00 2009\nSubject: x\n\nhello", "mbox"),
        ("letter.txt", b"From Lena, at 10:00\nSubject matter\n", "text"),
        ("news", b'<?xml version="1.0"?>\n<rss version="2.0"><channel/></rss>', "xml"),
        ("data.xml", b'<?xml version="1.0"?>\n<factbook/>', "source"),
        ("data.json", b"{}", "json"),
        ("no_name", "牙医 李明\n".encode(), "text"),
        ("mind.txt", b"BMW and RIFF are words\n", "text"),
    ],
)
def test_content_decides_before_the_name(tmp_path: Path, name: str, content: bytes, expected: str) -> None:
    assert kind(tmp_path / name, content) == expected


@pytest.mark.parametrize(
    ("name", "content", "reason", "words"),
    [
        (
            "old.doc",
            ole("WordDocument"),
            Reason.UNSUPPORTED,
            "legacy Word format, which cannot be read here. Save it as .docx and drop it again",
        ),
        ("old.ppt", ole("PowerPoint Document"), Reason.UNSUPPORTED, "legacy PowerPoint"),
        ("photo.txt", b"\x89PNG\r\n\x1a\n" + bytes(64), Reason.UNSUPPORTED, "picture (PNG)"),
        ("archive.7z", b"7z\xbc\xaf\x27\x1c" + bytes(64), Reason.UNSUPPORTED, "Unpack it"),
        ("broken.pdf", bytes(range(256)), Reason.CORRUPT, "damaged or incomplete PDF"),
        ("broken.docx", b"PK\x03\x04" + bytes(range(256)), Reason.CORRUPT, "damaged or incomplete Word document"),
        ("unknown.xyz", bytes(range(256)), Reason.UNSUPPORTED, "no kind that is known here"),
        ("nothing.txt", b"", Reason.EMPTY, "0 bytes"),
        ("smime.p7m", b"0\x82\x0a\x0b" + bytes(range(256)), Reason.UNSUPPORTED, "Open the message in your mail program"),
    ],
)
def test_refusals_say_what_it_is_and_what_to_do(tmp_path: Path, name: str, content: bytes, reason: Reason, words: str) -> None:
    (tmp_path / name).write_bytes(content)
    fault = refused(tmp_path / name)
    assert fault.reason is reason
    assert words in fault.detail


def test_a_zip_named_pdf_is_a_zip(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "report.pdf", "w") as archive:
        archive.writestr("word/readme.txt", "not a Word document")
    assert recognise(tmp_path / "report.pdf", FORMATS).name == "zip"


def test_a_protected_office_document_is_known_by_what_is_in_it(tmp_path: Path) -> None:
    assert kind(tmp_path / "secret.docx", ole("EncryptionInfo", "EncryptedPackage")) == "encrypted-office"


@pytest.mark.parametrize(("mimetype", "name"), [("application/epub+zip", "epub"), ("application/vnd.oasis.opendocument.text", "odt")])
def test_zip_formats_are_told_apart_by_their_members(tmp_path: Path, mimetype: str, name: str) -> None:
    with zipfile.ZipFile(tmp_path / "book.bin", "w") as archive:
        archive.writestr("mimetype", mimetype)
    assert recognise(tmp_path / "book.bin", FORMATS).name == name


def test_vanished_files_and_folders(tmp_path: Path) -> None:
    assert refused(tmp_path / "gone.txt").reason is Reason.MISSING
    assert refused(tmp_path).reason is Reason.UNSUPPORTED
