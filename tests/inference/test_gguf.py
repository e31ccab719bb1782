"""Preflight: every kind of broken model file is a sentence that names it and says what to do."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.gguf import read_header


def string(text: str) -> bytes:
    return struct.pack("<Q", len(text.encode())) + text.encode()


def small_gguf(*, tensor_bytes: int = 64, template: str = "x") -> bytes:
    """A GGUF of one F32 tensor of 16 elements, followed by that many bytes of data."""
    pairs = [("general.architecture", "llama"), ("tokenizer.chat_template", template)]
    body = b"GGUF" + struct.pack("<IQQ", 3, 1, len(pairs))
    for key, value in pairs:
        body += string(key) + struct.pack("<I", 8) + string(value)
    body += string("weights") + struct.pack("<IQIQ", 1, 16, 0, 0)
    return body + b"\0" * (-len(body) % 32) + b"\0" * tensor_bytes


def test_the_embedded_model_is_what_the_catalogue_says(gguf: Path) -> None:
    """letta 3121, 490: window and chat template are read from the file."""
    header = read_header(gguf)
    assert (header.architecture, header.context_length, header.tensors) == ("llama", 8192, 272)
    assert header.needed_bytes == gguf.stat().st_size == 98362432
    assert "<|im_start|>" in header.chat_template


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is empty. Choose a file in GGUF format"),
        (b"PK\x03\x04 a zip file", "is a zip archive or a PyTorch model, not a GGUF model. Choose a file in GGUF format"),
        (b"GGUF", "is damaged or cut off after 4 bytes. Download or copy it again"),
        (b"GGUF" + struct.pack("<IQQ", 99, 0, 0), "has GGUF version 99; versions 2 and 3 can be read."),
        (b"GGUF" + struct.pack("<IQQ", 3, 2**40, 2**40), "is damaged or cut off"),
        (small_gguf(tensor_bytes=40), "bytes (24 are missing). Download or copy it again"),
        (small_gguf()[:70], "is damaged or cut off after 70 bytes"),
    ],
)
def test_a_broken_file_is_a_sentence(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "broken.gguf"
    path.write_bytes(content)
    with pytest.raises(EnvironmentFault) as caught:
        read_header(path)
    assert str(path) in str(caught.value)
    assert sentence in str(caught.value)


def test_a_missing_file_and_a_folder_are_sentences(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault, match=r"does not exist\. Choose another model"):
        read_header(tmp_path / "none.gguf")
    with pytest.raises(EnvironmentFault, match="is a folder, not a model file"):
        read_header(tmp_path)


def test_a_whole_file_passes(tmp_path: Path) -> None:
    path = tmp_path / "small.gguf"
    path.write_bytes(small_gguf())
    assert read_header(path).needed_bytes == path.stat().st_size


@given(st.binary(max_size=300), st.integers(0, 200))
def test_no_garbage_ends_in_anything_but_a_sentence(tmp_path_factory: pytest.TempPathFactory, noise: bytes, at: int) -> None:
    path = tmp_path_factory.mktemp("noise") / "noise.gguf"
    content = small_gguf()
    path.write_bytes(content[:at] + noise + content[at + len(noise) :])
    said = ""
    try:
        needed = read_header(path).needed_bytes
    except EnvironmentFault as fault:
        needed, said = 0, str(fault)
    assert needed <= path.stat().st_size
    assert not said or str(path) in said
