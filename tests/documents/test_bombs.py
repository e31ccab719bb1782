"""Files made to do harm: each is refused under the caps, the program lives, and the next file is read."""

from __future__ import annotations

import io
import zipfile
import zlib
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from desktop_mem.control.document_ledger import Chunk, ReadFault, Reason
from desktop_mem.documents.parser_process import ParserProcess

SIDE = 40_000


@pytest.fixture
def strict(tmp_path: Path) -> ParserProcess:
    embedder = tmp_path / "embedder"
    embedder.mkdir()
    return ParserProcess(embedder, memory_mb=512, seconds=20)


def fault_of(parser: ParserProcess, path: Path) -> ReadFault:
    """What is told of the file; afterwards the next one is read, and no memory is held."""
    with pytest.raises(ReadFault) as caught:
        list(parser.read(path))
    following = next(above for above in path.parents if above.is_dir()) / "next.txt"
    following.write_text("the next file", encoding="utf-8")
    assert [item.text for item in parser.read(following) if isinstance(item, Chunk)] == ["the next file"]
    assert psutil.Process(parser.pid).memory_info().rss < 512 << 20
    parser.close()
    return caught.value


def giant_picture_pdf() -> bytes:
    """A PDF of 2 MB whose only page is an image of 1.6 thousand million pixels."""
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(bytes(SIDE) * 100) for _ in range(SIDE // 100)) + packer.flush()
    image = b"<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode/Length %d>>" % (
        SIDE,
        SIDE,
        len(packed),
    )
    drawing = b"q 500 0 0 500 40 40 cm /I Do Q"
    return b"\n".join(
        (
            b"%PDF-1.4",
            b"1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
            b"2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj",
            b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 600]/Resources<</XObject<</I 4 0 R>>>>/Contents 5 0 R>>endobj",
            b"4 0 obj" + image + b"stream\n" + packed + b"\nendstream endobj",
            b"5 0 obj<</Length %d>>stream\n" % len(drawing) + drawing + b"\nendstream endobj",
            b"trailer<</Root 1 0 R>>",
        )
    )


def test_a_pdf_with_a_giant_picture(strict: ParserProcess, tmp_path: Path) -> None:
    (tmp_path / "giant.pdf").write_bytes(giant_picture_pdf())
    assert fault_of(strict, tmp_path / "giant.pdf").reason in (
        Reason.TOO_LARGE,
        Reason.SCANNED,
        Reason.EMPTY,
        Reason.CORRUPT,
        Reason.TIMEOUT,
    )


def test_a_zip_of_zeros(strict: ParserProcess, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "zeros.zip", "w", zipfile.ZIP_DEFLATED) as archive, archive.open("zeros.txt", "w") as member:
        for _ in range(300):
            member.write(bytes(1 << 20))
    assert fault_of(strict, tmp_path / "zeros.zip" / "zeros.txt").reason is Reason.TOO_LARGE


def test_zips_in_zips_in_zips(strict: ParserProcess, tmp_path: Path) -> None:
    content, name = b"0" * 1000, "0.txt"
    for depth in range(5):
        target = io.BytesIO()
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            for copy in range(10):
                archive.writestr(f"{copy}-{name}", content)
        content, name = target.getvalue(), f"{depth}.zip"
    (tmp_path / "deep.zip").write_bytes(content)
    path = tmp_path / "deep.zip" / "0-3.zip" / "0-2.zip"
    with pytest.raises(ReadFault, match="lies within 2 others"):
        list(strict.read(path))
    strict.close()


def test_text_that_is_nested_or_names_itself_without_end(strict: ParserProcess, tmp_path: Path) -> None:
    """Deep JSON and an entity bomb are text at most: nothing of them is expanded."""
    (tmp_path / "deep.json").write_text("[" * 200_000, encoding="utf-8")
    entities = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    (tmp_path / "laughs.xml").write_text(f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">{entities}]><x>&l9;</x>', encoding="utf-8")
    for name in ("deep.json", "laughs.xml"):
        size = 0
        with suppress(ReadFault):
            size = sum(len(item.text) for item in strict.read(tmp_path / name) if isinstance(item, Chunk))
        assert size <= (tmp_path / name).stat().st_size * 2
        assert strict.pid is not None, "the process died of it"
    strict.close()
