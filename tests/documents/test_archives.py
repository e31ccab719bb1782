"""Archives: their files are listed, and a path into one is read like any other, whatever the archive tries."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import lzma
import os
import stat
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import docx
import pytest
from fpdf import FPDF

from desktop_mem.control.document_ledger import ArchiveMembers, Chunk, ContentIdentity, ReadFault, ReadSummary, Reason
from desktop_mem.documents import caps
from desktop_mem.documents.archive_names import addresses, decode_names
from desktop_mem.documents.formats import FORMATS
from desktop_mem.documents.member_files import MemberFiles
from desktop_mem.documents.parser_process import ParserProcess
from desktop_mem.documents.reading import read_path
from desktop_mem.documents.recognition import recognise
from desktop_mem.documents.tokenizer import ChunkTokenizer

WORDS = ChunkTokenizer(lambda text: len(text.split()), 254)


class Reader:
    """Reads paths as the parser process does, and tells what is left in its folder of temporary files."""

    def __init__(self, scratch: Path) -> None:
        scratch.mkdir()
        self._scratch = scratch
        self.files = MemberFiles(scratch)

    def members(self, path: Path, password: str = "") -> ArchiveMembers:
        items = list(read_path(path, self.files, WORDS, password=password))
        assert isinstance(items[-1], ReadSummary)
        (members,) = (item for item in items if isinstance(item, ArchiveMembers))
        return members

    def text(self, path: Path, password: str = "") -> str:
        items = read_path(path, self.files, WORDS, password=password)
        return "\n".join(item.text for item in items if isinstance(item, Chunk))

    def fault(self, path: Path, password: str = "") -> ReadFault:
        with pytest.raises(ReadFault) as caught:
            list(read_path(path, self.files, WORDS, password=password))
        assert f'"{path.name}"' in caught.value.detail
        return caught.value

    @property
    def left_over(self) -> list[Path]:
        return [path for path in self._scratch.rglob("*") if path.is_file()]


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    made = Reader(tmp_path / "scratch")
    yield made
    made.files.close()
    assert not made.left_over


def zip_of(path: Path, **members: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def pdf_bytes(text: str) -> bytes:
    document = FPDF()
    document.set_font("Helvetica", size=12)
    document.add_page()
    document.cell(text=text)
    return bytes(document.output())


def docx_bytes(text: str) -> bytes:
    target = io.BytesIO()
    document = docx.Document()
    document.add_paragraph(text)
    document.save(target)
    return target.getvalue()


def unflagged(path: Path, names: dict[str, str]) -> Path:
    """A zip whose names are in an old encoding, without saying in which: each ASCII name stands for one of the same number of bytes."""
    zip_of(path, **{name: name.encode() for name in names})
    content = path.read_bytes()
    for name, true in names.items():
        raw = true.encode(names_encoding := "cp932") if name.startswith("j") else true.encode("gbk")
        assert len(raw) == len(name), names_encoding
        content = content.replace(name.encode(), raw)
    path.write_bytes(content)
    return path


def test_a_zip_gives_its_files_and_each_is_read_as_what_it_is(tmp_path: Path, reader: Reader) -> None:
    archive = zip_of(
        tmp_path / "papers.zip",
        **{"notes.txt": b"the dentist", "in/report.pdf": pdf_bytes("a meeting"), "in/letter": docx_bytes("dear Lena")},
    )
    assert reader.members(archive) == ArchiveMembers(("notes.txt", "in/report.pdf", "in/letter"))
    assert reader.text(archive / "notes.txt") == "the dentist"
    assert reader.text(archive / "in" / "report.pdf") == "a meeting"
    assert reader.text(archive / "in/letter") == "dear Lena"
    assert not reader.left_over
    assert reader.fault(archive / "gone.txt").reason is Reason.MISSING


def test_office_documents_and_books_are_no_archives(tmp_path: Path) -> None:
    (tmp_path / "letter.zip").write_bytes(docx_bytes("dear Lena"))
    assert recognise(tmp_path / "letter.zip", FORMATS).name == "docx"


def test_a_pdf_at_the_start_of_an_archive_does_not_make_it_a_pdf(tmp_path: Path, reader: Reader) -> None:
    with zipfile.ZipFile(tmp_path / "stored.zip", "w") as archive:
        archive.writestr("first.pdf", pdf_bytes("a meeting"))
    with tarfile.open(tmp_path / "plain.tar", "w") as tar:
        tar.addfile(tarfile.TarInfo("empty"))
        info = tarfile.TarInfo("first.pdf")
        info.size = len(content := pdf_bytes("a meeting"))
        tar.addfile(info, io.BytesIO(content))
    assert reader.text(tmp_path / "stored.zip" / "first.pdf") == reader.text(tmp_path / "plain.tar" / "first.pdf") == "a meeting"


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_tar_plain_and_packed(tmp_path: Path, reader: Reader, mode: str) -> None:
    (tmp_path / "a.txt").write_text("first", encoding="utf-8")
    (tmp_path / "b.txt").write_text("second", encoding="utf-8")
    with tarfile.open(tmp_path / "all.dat", mode) as tar:
        tar.add(tmp_path / "a.txt", "in/a.txt")
        tar.add(tmp_path / "b.txt", "in/b.txt")
    archive = tmp_path / "all.dat"
    assert reader.members(archive).names == ("in/a.txt", "in/b.txt")
    assert [reader.text(archive / name) for name in ("in/b.txt", "in/a.txt", "in/b.txt")] == ["second", "first", "second"]


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)])
def test_a_single_packed_file_has_the_name_without_the_suffix(tmp_path: Path, reader: Reader, suffix: str, pack: object) -> None:
    archive = tmp_path / f"report.pdf{suffix}"
    archive.write_bytes(pack(pdf_bytes("a meeting")))  # type: ignore[operator]
    assert reader.members(archive).names == ("report.pdf",)
    assert reader.text(archive / "report.pdf") == "a meeting"


def test_links_devices_hidden_files_and_folders_are_not_listed(tmp_path: Path, reader: Reader) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("not for you", encoding="utf-8")
    with tarfile.open(tmp_path / "links.tar", "w") as tar:
        for kind, name in ((tarfile.SYMTYPE, "link"), (tarfile.LNKTYPE, "hard"), (tarfile.CHRTYPE, "device"), (tarfile.FIFOTYPE, "pipe")):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, str(secret)
            tar.addfile(info)
        folder = tarfile.TarInfo("folder")
        folder.type = tarfile.DIRTYPE
        tar.addfile(folder)
        for name in ("folder/real.txt", ".hidden", "__MACOSX/._real.txt"):
            info = tarfile.TarInfo(name)
            info.size = 4
            tar.addfile(info, io.BytesIO(b"real"))
    assert reader.members(tmp_path / "links.tar") == ArchiveMembers(("folder/real.txt",), left_out=6)
    assert reader.fault(tmp_path / "links.tar" / "link").reason is Reason.MISSING
    with zipfile.ZipFile(tmp_path / "link.zip", "w") as archive:
        info = zipfile.ZipInfo("link")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, str(secret))
    assert reader.fault(tmp_path / "link.zip").reason is Reason.EMPTY


def test_names_never_lead_out_and_are_distinct() -> None:
    names = ["../../etc/passwd", "/etc/passwd", "C:\\Users\\me\\a.txt", "a/./b//c.txt", "a/b/c.txt", "x\x01y", "", "..", "folder/"]
    assert addresses(names) == ["etc/passwd", "etc/passwd (2)", "Users/me/a.txt", "a/b/c.txt", "a/b/c (2).txt", "x\ufffdy", "", "", ""]


def test_a_name_that_leads_out_is_read_and_nothing_is_written_outside(tmp_path: Path, reader: Reader) -> None:
    archive = zip_of(tmp_path / "slip.zip", **{"../../slipped.txt": b"harmless", "nul.txt\0.exe": b"cut"})
    before = set(tmp_path.iterdir())
    assert reader.members(archive).names == ("slipped.txt", "nul.txt")
    assert reader.text(archive / "slipped.txt") == "harmless"
    assert set(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("会议纪要.docx", "gbk"),
        ("見積書.pdf", "cp932"),
        ("テスト.txt", "cp932"),
        ("報告.txt", "big5"),
        ("보고서.txt", "cp949"),
        ("отчёт.txt", "cp866"),
        ("Übersicht.txt", "cp437"),
        ("Größe.txt", "utf-8"),
    ],
)
def test_names_in_old_encodings(name: str, encoding: str) -> None:
    assert decode_names([name.encode(encoding)]) == [name]


def test_a_file_with_a_chinese_name_without_the_unicode_flag(tmp_path: Path, reader: Reader) -> None:
    """An archive packed on Chinese Windows."""
    archive = unflagged(tmp_path / "windows.zip", {"xxxxxxxx.txt": "会议纪要.txt"})
    assert reader.members(archive).names == ("会议纪要.txt",)
    assert reader.text(archive / "会议纪要.txt") == "xxxxxxxx.txt"


def test_an_archive_in_an_archive_and_no_deeper(tmp_path: Path, reader: Reader) -> None:
    third = zip_of(tmp_path / "3", **{"deep.txt": b"too deep"}).read_bytes()
    second = zip_of(tmp_path / "2", **{"third.zip": third, "inner.txt": b"inside"}).read_bytes()
    first = zip_of(tmp_path / "first.zip", **{"in/second.zip": second})
    assert reader.members(first / "in/second.zip").names == ("third.zip", "inner.txt")
    assert reader.text(first / "in/second.zip/inner.txt") == "inside"
    for path in (first / "in/second.zip/third.zip", first / "in/second.zip/third.zip/deep.txt"):
        with pytest.raises(ReadFault, match=r'"third\.zip" is an archive that lies within 2 others'):
            list(read_path(path, reader.files, WORDS))


def test_what_unpacks_to_too_much_is_refused(tmp_path: Path, reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caps, "RATIO_FREE", 1 << 16)
    bomb = zip_of(tmp_path / "bomb.zip", **{"zeros.txt": bytes(1 << 20)})
    assert "250 times its packed size" in reader.fault(bomb / "zeros.txt").detail
    packed = tmp_path / "zeros.gz"
    packed.write_bytes(gzip.compress(bytes(1 << 20)))
    assert reader.fault(packed / "zeros").reason is Reason.TOO_LARGE
    monkeypatch.setattr(caps, "MEMBER_BYTES", 1 << 18)
    assert "unpacks to more than 0 MB" in reader.fault(bomb / "zeros.txt").detail
    monkeypatch.setattr(caps, "ARCHIVE_BYTES", 1 << 19)
    assert "together" in reader.fault(bomb).detail
    assert not reader.left_over


def test_a_size_that_is_not_true_does_not_help_a_bomb(tmp_path: Path, reader: Reader) -> None:
    bomb = zip_of(tmp_path / "bomb.zip", **{"zeros.txt": bytes(1 << 20)})
    bomb.write_bytes(bomb.read_bytes().replace((1 << 20).to_bytes(4, "little"), (9).to_bytes(4, "little")))
    assert reader.fault(bomb / "zeros.txt").reason is Reason.CORRUPT


def test_too_many_files_are_told(tmp_path: Path, reader: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caps, "MOST_MEMBERS", 3)
    archive = zip_of(tmp_path / "many.zip", **{f"{number}.txt": b"x" for number in range(5)})
    items = list(read_path(archive, reader.files, WORDS))
    assert items[0] == ArchiveMembers(("0.txt", "1.txt", "2.txt"), left_out=2)
    assert isinstance(items[-1], ReadSummary)
    assert items[-1].warning.startswith("The archive holds 5 files, of which the first 3 are imported.")


def test_damage_in_one_member_leaves_the_others(tmp_path: Path, reader: Reader) -> None:
    archive = zip_of(tmp_path / "damaged.zip", **{"a.txt": os.urandom(500).hex().encode(), "b.txt": b"whole"})
    content = bytearray(archive.read_bytes())
    content[60:90] = bytes(30)
    archive.write_bytes(content)
    assert reader.fault(archive / "a.txt").reason is Reason.CORRUPT
    assert reader.text(archive / "b.txt") == "whole"
    (tmp_path / "cut.gz").write_bytes(gzip.compress(os.urandom(9000))[:5000])
    assert reader.fault(tmp_path / "cut.gz" / "cut").reason is Reason.CORRUPT


def test_an_archive_that_changed_is_looked_at_anew(tmp_path: Path, reader: Reader) -> None:
    archive = zip_of(tmp_path / "changing.zip", **{"a.txt": b"before"})
    assert reader.text(archive / "a.txt") == "before"
    zip_of(archive, **{"a.txt": b"afterwards, and longer"})
    assert reader.text(archive / "a.txt") == "afterwards, and longer"


def test_through_the_parser_process(parser: ParserProcess, tmp_path: Path) -> None:
    archive = zip_of(tmp_path / "papers.zip", **{"notes.txt": b"the dentist", "crash.bin": b"crash"})
    assert list(parser.identify(archive / "notes.txt"))[-1] == ContentIdentity(hashlib.sha256(b"the dentist").hexdigest(), 11)
    assert [item.text for item in parser.read(archive / "notes.txt") if isinstance(item, Chunk)] == ["the dentist"]
    with pytest.raises(ReadFault) as caught:
        list(parser.read(archive / "crash.bin"))
    assert caught.value.reason is Reason.CORRUPT
    assert [item.text for item in parser.read(archive / "notes.txt") if isinstance(item, Chunk)] == ["the dentist"]


def test_temporary_files_go_with_the_process(parser: ParserProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    archive = zip_of(tmp_path / "papers.zip", **{"hang.bin": b"hang"})
    with pytest.raises(ReadFault) as caught:
        list(parser.read(archive / "hang.bin"))
    assert caught.value.reason is Reason.TIMEOUT
    assert not list(temporary.iterdir())
