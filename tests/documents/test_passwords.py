"""Passwords: the right one opens a file, a wrong one says so, and none of them is ever told."""

from __future__ import annotations

import io
import zipfile
from base64 import b64decode
from pathlib import Path

import docx
import msoffcrypto.format.ooxml
import pypdf
import pytest
from fpdf import FPDF

from desktop_mem.control.document_ledger import Chunk, ReadFault, ReadSummary, Reason
from desktop_mem.documents.parser_child import ReadRequest
from desktop_mem.documents.parser_process import ParserProcess
from desktop_mem.documents.reading import read_document
from desktop_mem.documents.tokenizer import ChunkTokenizer

WORDS = ChunkTokenizer(lambda text: len(text.split()), 254)
NO_PASSWORD = "is protected by a password. Give the password, or save a copy without it and drop that."
WRONG = "is protected by a password. The password does not open it. Check capitals and the keyboard's language, and give it again."


def read(path: Path, password: str = "") -> tuple[str, str]:
    """The text, and the parser's name."""
    items = list(read_document(path, WORDS, password=password))
    assert isinstance(items[-1], ReadSummary)
    return "\n".join(item.text for item in items if isinstance(item, Chunk)), items[-1].parser


def told(path: Path, password: str = "") -> str:
    with pytest.raises(ReadFault) as caught:
        read(path, password)
    assert caught.value.reason is Reason.ENCRYPTED
    return caught.value.detail


def locked_pdf(path: Path, user: str, algorithm: str = "AES-256") -> Path:
    document = FPDF()
    document.set_font("Helvetica", size=12)
    document.add_page()
    document.cell(text="a secret meeting")
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(bytes(document.output())))
    writer.encrypt(user_password=user, owner_password="ownér", algorithm=algorithm)
    writer.write(path)
    return path


def locked_docx(path: Path, password: str) -> Path:
    plain = io.BytesIO()
    document = docx.Document()
    document.add_paragraph("a secret letter")
    document.save(plain)
    with path.open("wb") as target:
        msoffcrypto.format.ooxml.OOXMLFile(plain).encrypt(password, target)
    return path


@pytest.mark.parametrize("algorithm", ["RC4-40", "RC4-128", "AES-128", "AES-256-R5", "AES-256"])
@pytest.mark.parametrize("password", ["user", "pässwört", "密码"])
def test_pdf_of_every_encryption_with_either_password(tmp_path: Path, algorithm: str, password: str) -> None:
    path = locked_pdf(tmp_path / "locked.pdf", password, algorithm)
    assert read(path, password) == read(path, "ownér") == ("a secret meeting", "pdf")
    assert told(path) == f'"locked.pdf" {NO_PASSWORD}'
    assert told(path, "wrong") == f'"locked.pdf" {WRONG}'


def test_a_password_that_is_not_needed_does_no_harm(tmp_path: Path) -> None:
    assert read(locked_pdf(tmp_path / "open.pdf", ""), "anything")[0] == "a secret meeting"
    (tmp_path / "note.txt").write_text("a note", encoding="utf-8")
    assert read(tmp_path / "note.txt", "anything") == ("a note", "text")


def test_word_documents(tmp_path: Path) -> None:
    path = locked_docx(tmp_path / "letter.docx", "pässwört")
    assert read(path, "pässwört") == ("a secret letter", "docx")
    assert told(path) == f'"letter.docx" {NO_PASSWORD}'
    assert told(path, "wrong") == f'"letter.docx" {WRONG}'


def test_a_damaged_protected_document_is_damaged(tmp_path: Path) -> None:
    path = locked_docx(tmp_path / "letter.docx", "right")
    path.write_bytes(path.read_bytes()[:3000])
    with pytest.raises(ReadFault) as caught:
        read(path, "right")
    assert caught.value.reason is Reason.CORRUPT


def test_workbooks_protected_only_against_changes_open_without_a_password(tmp_path: Path) -> None:
    assert read(locked_docx(tmp_path / "letter.docx", "VelvetSweatshop"))[0] == "a secret letter"


# "secret.txt" with the words "hidden words" (old cipher, AES-128 and AES-256), password "pässwört": no library at hand writes them.
OLD_CIPHER = """
UEsDBBQAAQAAAAAAIQBGdeBUGAAAAAwAAAAKAAAAc2VjcmV0LnR4dNFKykM/l8Z1QlRe92ffN7TkL83mRh9OW1BLAQIUABQAAQAAAAAAIQBGdeBUGAAAAAwA
AAAKAAAAAAAAAAAAAAAAAAAAAABzZWNyZXQudHh0UEsFBgAAAAABAAEAOAAAAEAAAAAAAA==
"""
AES_128 = """
UEsDBBQAAQBjAJpefl0AAAAAIgAAAAwAAAAKAAsAc2VjcmV0LnR4dAGZBwACAEFFAQgAEx12YkJPMK5lt99fQ0YriQPSp6c25x4fCCGbWgBsrv9e8FBLAQIU
AxQAAQBjAJpefl0AAAAAIgAAAAwAAAAKAAsAAAAAAAAAAACAAQAAAABzZWNyZXQudHh0AZkHAAIAQUUBCABQSwUGAAAAAAEAAQBDAAAAVQAAAAAA
"""
AES_256 = """
UEsDBBQAAQBjAJpefl0AAAAAKgAAAAwAAAAKAAsAc2VjcmV0LnR4dAGZBwACAEFFAwgAybsHLjwLsa//V2Skm2BccWklLdy6tHeqszERzlEByvS1+mnR2lbi
7tVjUEsBAhQDFAABAGMAml5+XQAAAAAqAAAADAAAAAoACwAAAAAAAAAAAIABAAAAAHNlY3JldC50eHQBmQcAAgBBRQMIAFBLBQYAAAAAAQABAEMAAABdAAAA
AAA=
"""


@pytest.mark.parametrize("content", [OLD_CIPHER, AES_128, AES_256])
def test_zip_archives(parser: ParserProcess, tmp_path: Path, content: str) -> None:
    archive = tmp_path / "locked.zip"
    archive.write_bytes(b64decode(content))
    member = archive / "secret.txt"
    assert [item.text for item in parser.read(member, "pässwört") if isinstance(item, Chunk)] == ["hidden words"]
    for password, sentence in (("", NO_PASSWORD), ("wrong", WRONG)):
        with pytest.raises(ReadFault) as caught:
            list(parser.read(member, password))
        assert (caught.value.reason, caught.value.detail) == (Reason.ENCRYPTED, f'"secret.txt" {sentence}')


def test_a_locked_pdf_in_an_archive(parser: ParserProcess, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "papers.zip", "w") as archive:
        archive.write(locked_pdf(tmp_path / "locked.pdf", "密码"), "locked.pdf")
    items = list(parser.read(tmp_path / "papers.zip" / "locked.pdf", "密码"))
    assert [item.text for item in items if isinstance(item, Chunk)] == ["a secret meeting"]


def test_the_password_is_in_no_text_that_is_made_of_a_request() -> None:
    request = ReadRequest(Path("locked.pdf"), "hunter2")
    assert "hunter2" not in f"{request} {request!r}"
