"""A text into a file, whole or not at all: who reads it sees the old one or the new one, whenever the program ends."""

from __future__ import annotations

from pathlib import Path


def write_whole(target: Path, text: str) -> None:
    """Put the text in the place of what the file held. Raises `OSError`; the file is then as it was."""
    draft = target.with_name(f"{target.name}.part")
    draft.write_text(text, encoding="utf-8")
    draft.replace(target)
