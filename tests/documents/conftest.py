"""What the tests of reading share: a parser process with hostile readers, and a way to read a file in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from desktop_mem.control.document_ledger import Chunk, ReadItem, ReadSummary
from desktop_mem.documents.formats import FORMATS
from desktop_mem.documents.parser_process import ParserProcess
from desktop_mem.documents.reading import read_document
from desktop_mem.documents.recognition import Format
from desktop_mem.documents.tokenizer import ChunkTokenizer

WORDS = ChunkTokenizer(lambda text: len(text.split()), 254)
HOSTILE = tuple(
    Format(name, name, f"hostile_readers:{name}", magic=(name.encode(),))
    for name in ("crash", "unforeseen", "hang", "devour", "endless", "modules")
)

Read = Callable[[Path], tuple[list[Chunk], ReadSummary]]


def split(items: Iterator[ReadItem]) -> tuple[list[Chunk], ReadSummary]:
    """The chunks of a read, and the summary that must end it."""
    everything = list(items)
    assert isinstance(everything[-1], ReadSummary)
    return [item for item in everything if isinstance(item, Chunk)], everything[-1]


@pytest.fixture
def read() -> Read:
    return lambda path: split(read_document(path, WORDS))


@pytest.fixture
def parser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ParserProcess]:
    """A parser process that knows the hostile readers: a file that starts with their name is read by them."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    embedder = tmp_path / "embedder"
    embedder.mkdir()
    with ParserProcess(embedder, memory_mb=512, seconds=2, formats=(*HOSTILE, *FORMATS)) as process:
        yield process
