"""Reads one file: recognises it, runs its reader, and cuts what comes into chunks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from desktop_mem.control.document_ledger import ArchiveMembers, ReadItem, ReadProgress, ReadSummary
from desktop_mem.documents import caps
from desktop_mem.documents.blocks import Findings
from desktop_mem.documents.chunking import Chunker
from desktop_mem.documents.faults import empty, os_fault
from desktop_mem.documents.formats import FORMATS
from desktop_mem.documents.member_files import MemberFiles
from desktop_mem.documents.recognition import Format, recognise
from desktop_mem.documents.tokenizer import ChunkTokenizer


def read_path(
    path: Path, files: MemberFiles, tokenizer: ChunkTokenizer, formats: Sequence[Format] = FORMATS, password: str = ""
) -> Iterator[ReadItem]:
    """The same for a path that may lead into an archive; what is taken out for it is deleted at the end. Raises `ReadFault`."""
    located = files.locate(path, password)
    try:
        for item in read_document(located.file, tokenizer, formats, password):
            if isinstance(item, ArchiveMembers) and located.depth >= caps.MOST_NESTED:
                raise caps.over_nesting(path)
            yield item
    finally:
        files.discard()


def read_document(path: Path, tokenizer: ChunkTokenizer, formats: Sequence[Format] = FORMATS, password: str = "") -> Iterator[ReadItem]:
    """Chunks (of an archive: its members) and progress in order, then the summary. Raises `ReadFault`; never ends without either."""
    kind = recognise(path, formats)
    blocks = kind.load()(path, password) if kind.takes_password else kind.load()(path)
    chunker = Chunker(tokenizer)
    has_members = False
    try:
        while True:
            try:
                item = next(blocks)
            except StopIteration as end:
                findings: Findings = end.value
                break
            if isinstance(item, ReadProgress | ArchiveMembers):
                has_members = has_members or isinstance(item, ArchiveMembers)
                yield item
            else:
                yield from chunker.add(item)
        yield from chunker.finish()
    except OSError as error:
        raise os_fault(path, error) from error
    finally:
        blocks.close()
    if not (chunker.characters or has_members):
        raise empty(path)
    parser = findings.parser or kind.name
    yield ReadSummary(findings.pages, chunker.characters, parser, findings.encoding, findings.warning, findings.title)
