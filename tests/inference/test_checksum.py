"""A model file against the catalogue: hashed only where the size is known, and not to the end when nobody wants it."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_mem.inference import checksum as module
from desktop_mem.inference.checksum import checksum, compared
from desktop_mem.inference.model_catalogue import KnownModel

ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.fixture(autouse=True)
def catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    known = KnownModel("m", "chat", "m.gguf", ABC, 3, "MIT", 1, "assisted", False)
    monkeypatch.setattr(module, "known_models", lambda: [known])


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("m.gguf", b"abc", "equal"),
        ("renamed.gguf", b"abc", "equal"),
        ("m.gguf", b"abd", "different"),
        ("another.gguf", b"abd", "unknown"),
        ("m.gguf", b"abcd", "unknown"),
    ],
)
def test_a_file_is_compared_by_its_contents(tmp_path: Path, name: str, content: bytes, found: str) -> None:
    """gpt4all 3629: a download of the right size with the wrong contents."""
    (tmp_path / name).write_bytes(content)
    assert checksum(tmp_path / name) == found


def test_it_comes_in_pieces_and_can_be_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_CHUNK", 1)
    (tmp_path / "m.gguf").write_bytes(b"abc")
    assert list(compared(tmp_path / "m.gguf")) == [1, 2, 3]
    assert checksum(tmp_path / "m.gguf", lambda: True) == "unknown"
