"""E-mail in all its files: what people search for, the text in any charset, and attachments by name."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from desktop_mem.control.document_ledger import Chunk, ReadFault, ReadSummary, Reason
from desktop_mem.documents.readers import mail
from desktop_mem.documents.readers.compressed_rtf import unpacked_rtf

Read = Callable[[Path], tuple[list[Chunk], ReadSummary]]


def message(subject: str, text: str) -> EmailMessage:
    built = EmailMessage()
    built["Subject"], built["From"], built["To"] = subject, "Lena Weiß <lena@example.org>", "tom@example.org"
    built["Date"], built["Message-ID"] = "Mon, 02 Mar 2026 10:00:00 +0800", "<1@example.org>"
    built.set_content(text)
    return built


def everything(chunks: list[Chunk]) -> str:
    return "\n".join(chunk.text for chunk in chunks)


def test_header_text_and_attachments(tmp_path: Path, read: Read) -> None:
    built = message("Einladung für Montag", "Wir treffen uns um drei.\n\nGruß\nLena\n")
    built.add_alternative("<p>Wir treffen uns um <b>drei</b>.</p>", subtype="html")
    built.add_attachment(b"x" * 122_880, maintype="application", subtype="pdf", filename="Bericht März.pdf")
    (tmp_path / "a.eml").write_bytes(built.as_bytes())
    chunks, summary = read(tmp_path / "a.eml")
    assert (summary.parser, summary.title, summary.warning) == ("eml", "Einladung für Montag", "")
    assert everything(chunks).split("\n\n") == [
        "Subject: Einladung für Montag\nFrom: Lena Weiß <lena@example.org>\nTo: tom@example.org\nDate: Mon, 02 Mar 2026 10:00:00 +0800",
        "Wir treffen uns um drei.",
        "Gruß\nLena",
        "[attachment: Bericht März.pdf, 120 KB]",
    ]
    assert chunks[0].place.heading == "Einladung für Montag"


def test_a_page_is_read_where_the_plain_text_only_points_to_it(tmp_path: Path, read: Read) -> None:
    built = message("News", "See the page.\n")
    built.add_alternative(f"<html><body><h1>Opening hours</h1><p>{'We open at nine on Mondays. ' * 20}</p></body></html>", subtype="html")
    (tmp_path / "a.eml").write_bytes(built.as_bytes())
    chunks, _ = read(tmp_path / "a.eml")
    assert "See the page." not in everything(chunks)
    assert chunks[-1].place.heading == "News > Opening hours"


@pytest.mark.parametrize(
    ("declared", "actual"), [("utf-8", "cp1251"), ("iso-8859-1", "utf-8"), ("us-ascii", "utf-8"), ("x-unknown", "koi8_r")]
)
def test_the_bytes_are_believed_before_the_charset_that_is_claimed(tmp_path: Path, read: Read, declared: str, actual: str) -> None:
    text = "Встретимся завтра в три часа дня у библиотеки. Возьми с собой книгу и тетрадь."
    head = f"Subject: x\nMIME-Version: 1.0\nContent-Type: text/plain; charset={declared}\nContent-Transfer-Encoding: 8bit\n\n"
    (tmp_path / "a.eml").write_bytes(head.encode() + text.encode(actual))
    assert text in everything(read(tmp_path / "a.eml")[0])


def test_raw_and_broken_headers(tmp_path: Path, read: Read) -> None:
    raw = "Subject: Übung am Freitag\nFrom: =?utf-8?q?M=C3=BCller?= <m@x>\nDate: never\nTo: =?utf-8?b?###?=\nMessage-ID: <\n\nText.\n"
    (tmp_path / "a.eml").write_bytes(raw.encode("cp1252"))
    found = everything(read(tmp_path / "a.eml")[0])
    assert "Subject: Übung am Freitag\nFrom: Müller <m@x>" in found
    assert "Date: never" in found


def test_a_forwarded_message_stands_under_both_subjects(tmp_path: Path, read: Read) -> None:
    outer = message("Fwd", "see below\n")
    outer.add_attachment(message("Contract", "The notice period is three months.\n"))
    (tmp_path / "a.eml").write_bytes(outer.as_bytes())
    chunks, _ = read(tmp_path / "a.eml")
    assert chunks[-1].place.heading == "Fwd > Contract"
    assert "The notice period is three months." in chunks[-1].text


def test_signed_text_is_read_and_sealed_text_is_not_passed_over(tmp_path: Path, read: Read) -> None:
    signed = (
        'MIME-Version: 1.0\nContent-Type: multipart/signed; protocol="application/x-pkcs7-signature"; boundary=B\n\n'
        "--B\n\nSigned words.\n--B\nContent-Type: application/x-pkcs7-signature; name=smime.p7s\n"
        "Content-Transfer-Encoding: base64\n\nAAAA\n--B--\n"
    )
    (tmp_path / "a.p7s").write_text(signed, encoding="utf-8")
    chunks, summary = read(tmp_path / "a.p7s")
    assert (everything(chunks), summary.warning) == ("Signed words.", "")
    sealed = "Subject: secret\nMIME-Version: 1.0\nContent-Type: application/pkcs7-mime; name=smime.p7m\n"
    sealed += "Content-Transfer-Encoding: base64\n\nMIIB\n"
    (tmp_path / "b.eml").write_text(sealed, encoding="utf-8")
    chunks, summary = read(tmp_path / "b.eml")
    assert everything(chunks) == "Subject: secret\n\n[attachment: smime.p7m, 1 KB]"
    assert summary.warning.startswith("1 encrypted or sealed texts are not stored.")


def test_a_mailbox_is_read_message_by_message(tmp_path: Path, read: Read) -> None:
    messages = [message(f"Number {number}", f"Text of {number}.\n\n>From here it goes on.\n").as_bytes() for number in range(1, 4)]
    (tmp_path / "Inbox").write_bytes(b"".join(b"From lena@example.org Mon Mar 02 10:00:00 2026\n" + each + b"\n" for each in messages))
    chunks, summary = read(tmp_path / "Inbox")
    assert (summary.parser, summary.pages) == ("mbox", 3)
    assert [(chunk.place.page, chunk.place.unit, chunk.place.heading) for chunk in chunks] == [
        (number, "message", f"Number {number}") for number in (1, 2, 3)
    ]
    assert "Text of 2.\n\nFrom here it goes on." in chunks[1].text


def test_one_message_that_is_too_large_does_not_end_the_mailbox(tmp_path: Path, read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail, "LARGEST", 1000)
    separator = b"From a@b Mon Mar 02 10:00:00 2026\n"
    (tmp_path / "a.mbox").write_bytes(separator + b"Subject: big\n\n" + b"x\n" * 2000 + b"\n" + separator + b"Subject: small\n\nhere\n")
    chunks, summary = read(tmp_path / "a.mbox")
    assert [(chunk.text, chunk.place.page) for chunk in chunks] == [("Subject: small\n\nhere", 2)]
    assert summary.warning.startswith("1 messages are too large or damaged, and not stored.")


def test_apple_mail_begins_with_a_length(tmp_path: Path, read: Read) -> None:
    content = b"Subject: hello\nMessage-ID: <1>\n\nwords\n"
    (tmp_path / "1.emlx").write_bytes(b"%d  \n" % len(content) + content + b'<?xml version="1.0"?><plist/>')
    assert everything(read(tmp_path / "1.emlx")[0]) == "Subject: hello\n\nwords"


def test_a_web_archive_is_read_as_its_page_whatever_its_name(tmp_path: Path, read: Read) -> None:
    archive = (
        "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=B\r\n\r\n--B\r\nContent-Type: text/html; charset=utf-8\r\n"
        "Content-Transfer-Encoding: quoted-printable\r\n\r\n<html><head><title>Tides</title></head><body><p>High water at n=C3=A9ap"
        "=\r\n tide.</p></body></html>\r\n--B\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n--B--\r\n"
    )
    (tmp_path / "page.doc").write_bytes(archive.encode())
    chunks, summary = read(tmp_path / "page.doc")
    assert (summary.parser, summary.title, everything(chunks)) == ("mhtml", "Tides", "High water at néap tide.")


def test_parts_nested_without_end(tmp_path: Path, read: Read) -> None:
    lines = "".join(f"Content-Type: multipart/mixed; boundary=b{number}\n\n--b{number}\n" for number in range(3000))
    (tmp_path / "a.eml").write_text(f"Subject: deep\nMIME-Version: 1.0\n{lines}", encoding="utf-8")
    with pytest.raises(ReadFault) as caught:
        read(tmp_path / "a.eml")
    assert caught.value.reason is Reason.CORRUPT


def test_compressed_rich_text() -> None:
    packed = bytes.fromhex("2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0")
    assert unpacked_rtf(packed) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"
    assert unpacked_rtf(b"\x14\0\0\0\x08\0\0\0MELA\0\0\0\0{\\rtf1 }") == b"{\\rtf1 }"
