"""Encodings: told from marks, patterns, declarations and statistics; binary content is no text."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_mem.documents.encoding import PIECE, detect_encoding, detect_in, is_text

SENTENCES = {
    "Chinese": "明天下午三点我们在图书馆门口见面，请带上你的书和笔记本，不要迟到。",
    "Traditional": "明天下午三點我們在圖書館門口見面，請帶上你的書和筆記本，不要遲到。",
    "Japanese": "明日の午後三時に図書館の前で会いましょう。本とノートを持って来てください。",
    "Korean": "내일 오후 세 시에 도서관 앞에서 만나요. 책과 공책을 가지고 오세요.",
    "Russian": "Встретимся завтра в три часа дня у библиотеки. Возьми с собой книгу и тетрадь.",
    "Greek": "Θα βρεθούμε αύριο στις τρεις μπροστά στη βιβλιοθήκη. Φέρε το βιβλίο και το τετράδιο.",
    "Hebrew": "ניפגש מחר בשעה שלוש ליד הספרייה. תביא איתך את הספר ואת המחברת.",
    "Arabic": "نلتقي غدا في الساعة الثالثة أمام المكتبة. أحضر معك الكتاب والدفتر.",
    "German": "Wir treffen uns morgen früh vor der Bücherei. Bring bitte dein schönes Heft für die Übungen mit.",
    "French": "Nous nous verrons demain à côté de la bibliothèque. Apporte tes cahiers préférés, s’il te plaît.",
    "Polish": "Spotkamy się jutro o trzeciej przed biblioteką. Weź ze sobą książkę i żółty zeszyt.",
    "Czech": "Sejdeme se zítra ve tři hodiny před knihovnou. Přines si prosím knížku a žlutý sešit.",
    "Turkish": "Yarın saat üçte kütüphanenin önünde buluşalım. Lütfen kitabını ve güzel çantanı getir, ışık.",
}
CASES = [
    ("Chinese", "gb18030"),
    ("Chinese", "utf-8"),
    ("Chinese", "utf-16"),
    ("Chinese", "utf-8-sig"),
    ("Traditional", "big5"),
    ("Japanese", "shift_jis"),
    ("Japanese", "euc_jp"),
    ("Japanese", "iso2022_jp"),
    ("Korean", "euc_kr"),
    ("Korean", "johab"),
    ("Korean", "iso2022_kr"),
    ("Russian", "cp1251"),
    ("Russian", "koi8_r"),
    ("Russian", "cp866"),
    ("Russian", "mac_cyrillic"),
    ("Greek", "iso8859_7"),
    ("Hebrew", "cp1255"),
    ("Arabic", "cp1256"),
    ("German", "cp1252"),
    ("German", "utf-16-le"),
    ("German", "utf-32-be"),
    ("French", "cp1252"),
    ("French", "mac_roman"),
    ("Polish", "cp1250"),
    ("Polish", "iso8859_2"),
    ("Czech", "iso8859_2"),
    ("Turkish", "cp1254"),
]


@pytest.mark.parametrize(("language", "encoding"), CASES)
def test_the_text_comes_back(language: str, encoding: str, tmp_path: Path) -> None:
    raw = (SENTENCES[language] + "\n").encode(encoding)
    file = tmp_path / "text"
    file.write_bytes(raw)
    assert is_text(raw)
    assert raw.decode(detect_encoding(file)) == raw.decode(encoding)
    assert detect_in(raw) == detect_encoding(file)


def test_one_foreign_line_late_in_a_long_file(tmp_path: Path) -> None:
    file = tmp_path / "late.txt"
    file.write_bytes(b"plain ascii line\n" * (3 * PIECE // 17) + SENTENCES["German"].encode("cp1252") + b"\n")
    assert detect_encoding(file) == "cp1252"


def test_a_few_broken_bytes_leave_utf_8_what_it_is() -> None:
    assert detect_in((SENTENCES["Russian"] * 5).encode() + b"\xff" + SENTENCES["Russian"].encode()) == "utf-8"


def test_what_the_text_says_of_itself_is_believed_when_it_is_valid() -> None:
    assert detect_in(b'<?xml version="1.0" encoding="iso-8859-5"?><a>\xbf\xe0\xd8</a>') == "iso8859-5"
    assert detect_in(b'<meta charset="ascii">' + SENTENCES["German"].encode("cp1252")) == "cp1252"


@pytest.mark.parametrize("raw", [b"\x00\x01\x02\x03" * 100, bytes(range(256)) * 8, b"\x89PNG\r\n\x1a\n" + b"\x00\x00\x00\rIHDR" * 50])
def test_binary_content_is_no_text(raw: bytes) -> None:
    assert not is_text(raw)


def test_a_few_kana_are_not_taken_for_accented_letters() -> None:
    """Their bytes are letters with accents in the encodings of DOS."""
    raw = "かきくけこ\r\nさしすせそ\r\n".encode("shift_jis")
    assert raw.decode(detect_in(raw)) == "かきくけこ\r\nさしすせそ\r\n"
