"""Lists the files of an archive; each is then imported under its own path."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from desktop_mem.documents.archives import Archive
from desktop_mem.documents.blocks import Blocks, Findings


def read(path: Path) -> Blocks:
    """Its members, in its own order."""
    with closing(Archive(path, path)) as archive:
        yield archive.members()
        return Findings(warning=archive.warning)
