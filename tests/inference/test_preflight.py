"""Preflight: what is wrong with a model file is found in its header, said in a sentence, and only refused when it cannot work."""

from __future__ import annotations

import struct
import time
from pathlib import Path

import pytest

from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.load_trial import refusal
from desktop_mem.inference.memory_need import LoadPlan
from desktop_mem.inference.preflight import Preflight, preflight
from tests.inference.gguf_writer import F16, Q4_0, Gguf, chat_model

PLENTY = LoadPlan(window=2048, free=64 * 10**9)


def looked(path: Path, plan: LoadPlan = PLENTY, **options: object) -> Preflight:
    return preflight(path, plan, **options)  # type: ignore[arg-type]


def said(found: Preflight, severity: str) -> list[str]:
    return [str(finding) for finding in found.findings if finding.severity == severity]


def test_a_whole_model_is_described_and_works(tmp_path: Path) -> None:
    found = looked(chat_model().write(tmp_path / "tiny.gguf"))
    assert found.findings == ()
    assert found.facts
    assert (found.facts.name, found.facts.architecture, found.facts.quantisation) == ("Tiny", "llama", "Q4_0")
    assert (found.facts.parameters, found.facts.weights, found.facts.context_length) == (6400, 3600, 4096)
    assert (found.facts.licence, found.facts.tokenizer, found.facts.vocabulary) == ("apache-2.0", "bpe", 6)
    assert (found.facts.bos, found.facts.eos, found.verdict, found.works) == ("<s>", "</s>", "fits", True)


def test_the_embedded_model_works_and_is_found_out_fast(gguf: Path) -> None:
    """gpt4all 3629: a broken download loads or crashes; the whole look takes less than a second, so it is done before every load."""
    started = time.monotonic()
    found = looked(gguf)
    assert time.monotonic() - started < 3
    assert found.works
    assert found.findings == ()
    assert found.facts
    assert (found.facts.parameters, found.facts.quantisation, found.facts.licence) == (134515008, "Q4_1", "apache-2.0")
    assert found.need
    assert found.need.cache == 2 * 30 * 3 * 2 * 64 * 2048  # as llama.cpp allots it


def test_an_incomplete_file_says_what_is_missing(tmp_path: Path) -> None:
    """ollama 6228: "tensor data not within file bounds" was all that the user was told."""
    padding = 16
    needed = len(chat_model().content()) - padding
    path = chat_model().write(tmp_path / "cut.gguf", cut=1000 + padding)
    found = looked(path)
    assert found.header is None
    assert said(found, "error") == [
        f"The model file {path} is incomplete: it has {needed - 1000:,} of {needed:,} bytes (1,000 are missing). "
        "Download or copy it again, or choose another model."
    ]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"ggjt" + b"\0" * 60, "is a model in the old format GGML, which llama.cpp no longer reads."),
        (b"tjgg" + b"\0" * 60, "is a model in the old format GGML, which llama.cpp no longer reads."),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 4\n", "is only a pointer to a model (Git LFS)"),
        (b"<!DOCTYPE html><html>", "is a web page, saved in place of a model."),
        (struct.pack("<Q", 40) + b'{"weights":{"dtype":"F16"}}', "is a model in the format Safetensors"),
        (b"GGUF" + struct.pack("<IQQ", 1, 0, 0), "has GGUF version 1; versions 2 and 3 can be read."),
        (b"GGUF" + struct.pack(">IQQ", 3, 0, 0), "was made for machines of the other byte order (big-endian)."),
    ],
)
def test_what_is_no_model_is_called_by_its_name(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "else.gguf"
    path.write_bytes(content)
    assert [str(path) in text and sentence in text for text in said(looked(path), "error")] == [True]


KEY = struct.pack("<Q", 1) + b"k"


@pytest.mark.parametrize(
    "hostile",
    [
        struct.pack("<QQ", 2**63, 1),
        struct.pack("<QQ", 0, 2**63),
        struct.pack("<QQ", 0, 1) + struct.pack("<Q", 2**64 - 1) + b"endless",
        struct.pack("<QQ", 0, 1) + KEY + struct.pack("<I", 99),
        struct.pack("<QQ", 0, 1) + KEY + struct.pack("<IIQ", 9, 8, 2**40),
        struct.pack("<QQ", 0, 1) + KEY + struct.pack("<IIQ", 9, 0, 2**62),
        struct.pack("<QQ", 0, 1) + KEY + struct.pack("<I", 9) + struct.pack("<IQ", 9, 1) * 500 + struct.pack("<IQ", 4, 0),
        struct.pack("<QQ", 0, 2) + (KEY + struct.pack("<IB", 0, 1)) * 2,
        struct.pack("<QQ", 1, 0) + KEY + struct.pack("<I", 2**31) + b"\0" * 64,
        struct.pack("<QQ", 0, 1) + struct.pack("<Q", 17) + b"general.alignment" + struct.pack("<II", 4, 0),
    ],
)
def test_a_hostile_header_is_damaged_and_costs_nothing(tmp_path: Path, hostile: bytes) -> None:
    path = tmp_path / "hostile.gguf"
    path.write_bytes(b"GGUF" + struct.pack("<I", 3) + hostile + b"\0" * 4096)
    started = time.monotonic()
    assert "is damaged or cut off" in said(looked(path), "error")[0]
    assert time.monotonic() - started < 1


def test_a_tensor_that_reaches_beyond_all_disks_is_an_incomplete_file(tmp_path: Path) -> None:
    path = tmp_path / "huge.gguf"
    entry = struct.pack("<Q", 1) + b"t" + struct.pack("<I4QIQ", 4, 2**40, 2**40, 2**40, 2**40, 0, 2**60)
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, 1, 0) + entry)
    assert "is incomplete" in said(looked(path), "error")[0]


def test_metadata_of_the_wrong_types_is_taken_as_not_said(tmp_path: Path) -> None:
    wrong = {
        "general.architecture": 3, "general.name": [1, 2], "llama.context_length": "many", "tokenizer.ggml.tokens": 5,
        "tokenizer.chat_template": True, "general.file_type": "x", "split.count": "two", "llama.block_count": 4294967295,
    }  # fmt: skip
    for key, value in wrong.items():
        found = looked(chat_model(**{key: value}).write(tmp_path / "wrong.gguf"))
        assert found.header is not None, key
        assert "NaN" not in " ".join(map(str, found.findings))


@pytest.mark.parametrize(
    ("metadata", "sentence"),
    [
        ({"general.architecture": "nomic-bert"}, "an embedding model"),
        ({"general.architecture": "qwen3", "qwen3.pooling_type": 3}, "an embedding model"),
        ({"general.architecture": "qwen3", "qwen3.pooling_type": 4}, "a reranker"),
        ({"general.architecture": "llama", "general.type": "adapter", "adapter.type": "lora"}, "an adapter (LoRA)"),
        ({"general.architecture": "clip", "general.type": "mmproj"}, "a vision projector (mmproj)"),
        ({"general.architecture": "whisper"}, "a speech model"),
        ({"general.type": "imatrix"}, "an importance matrix"),
        ({"general.architecture": "flux"}, "a model that makes pictures"),
        ({"general.architecture": "t5"}, "an encoder-decoder model"),
    ],
)
def test_models_that_do_not_chat_are_refused_by_name(tmp_path: Path, metadata: dict[str, object], sentence: str) -> None:
    path = Gguf(metadata, [("w", (32,), F16)]).write(tmp_path / "other.gguf")
    found = looked(path)
    assert not found.works
    assert said(found, "error")[0].startswith(f"The model {path} cannot chat: it is {sentence}")
    assert said(found, "error")[0].endswith("Choose an instruct or chat model.")


def test_a_vocabulary_without_a_model_and_a_model_without_a_vocabulary_are_refused(tmp_path: Path) -> None:
    bare = chat_model()
    bare.tensors = []
    assert "holds a vocabulary, but no model." in said(looked(bare.write(tmp_path / "v.gguf")), "error")[0]
    blind = chat_model(tokenizer__ggml__model=None, tokenizer__ggml__tokens=None)
    assert "has no vocabulary" in said(looked(blind.write(tmp_path / "b.gguf")), "error")[0]
    nameless = chat_model(general__architecture=None)
    assert "does not say which architecture" in said(looked(nameless.write(tmp_path / "n.gguf")), "error")[0]


def split(folder: Path, count: int = 3) -> list[Path]:
    files = []
    for part in range(count):
        model = chat_model() if part == 0 else Gguf({}, [])
        model.metadata |= {"split.no": part, "split.count": count}
        model.tensors = [(f"t{part}", (64, 10), Q4_0)]
        files.append(model.write(folder / f"big-{part + 1:05}-of-{count:05}.gguf"))
    return files


def test_a_split_model_is_one_model(tmp_path: Path) -> None:
    first, *_ = split(tmp_path)
    found = looked(first)
    assert found.findings == ()
    assert found.facts
    assert (found.facts.parameters, found.facts.weights, len(found.files)) == (3 * 640, 3 * 360, 3)


def test_missing_cut_and_later_parts_are_named(tmp_path: Path) -> None:
    """gpt4all 3629: a download in parts of which one is not there."""
    first, second, third = split(tmp_path)
    assert said(looked(second), "error")[0] == f"{second} is part 2 of 3 of a model. Choose the first one: {first.name}."
    third.write_bytes(third.read_bytes()[:-32])
    assert f"The model file {third} is incomplete" in said(looked(first), "error")[0]
    third.unlink()
    assert said(looked(first), "error") == [
        f"Of the 3 files of the model {first} some are missing: {third.name}. Put them into the same folder, under these names."
    ]


def test_fits_tight_and_too_large_have_figures_and_a_way_round(tmp_path: Path) -> None:
    """lmstudio 1544, 2017, 1631, 128: false refusals. lmstudio 1038: an estimate of NaN. lmstudio 2295: what others take is not counted."""
    path = chat_model().write(tmp_path / "tiny.gguf")
    need = looked(path).need
    assert need
    assert looked(path, LoadPlan(2048, need.total * 2)).findings == ()
    tight = looked(path, LoadPlan(2048, int(need.total * 1.05)))
    assert tight.verdict == "tight"
    assert "fits only just into the memory that is free now: it takes about 176 of 185 MB." in said(tight, "warning")[0]
    tight.require(anyway=False)
    large = looked(path, LoadPlan(2048, need.total // 2))
    assert large.verdict == "too large"
    assert large.works
    with pytest.raises(EnvironmentFault, match=r"too large for the memory that is free now: .* or load it anyway"):
        large.require(anyway=False)
    large.require(anyway=True)


def test_anyway_is_no_way_round_what_cannot_work(tmp_path: Path) -> None:
    broken = looked(chat_model().write(tmp_path / "cut.gguf", cut=3000))
    with pytest.raises(EnvironmentFault, match="is incomplete"):
        broken.require(anyway=True)


def test_what_a_card_has_free_is_said_to_be_unknown(tmp_path: Path) -> None:
    """lmstudio 2295: a guardrail that ignored the card's memory in use."""
    path = chat_model().write(tmp_path / "tiny.gguf")
    assert "how much it has free is not known" in said(looked(path, LoadPlan(2048, 10**10, gpu_layers=-1, offloads=True)), "note")[0]
    assert "gpu_layers has no effect" in said(looked(path, LoadPlan(2048, 10**10, gpu_layers=-1)), "warning")[0]


def test_a_file_without_a_template_is_given_that_of_its_family_and_says_so(tmp_path: Path) -> None:
    """gpt4all 3287, 3425, 3309, 3345, 3264: garbage from files without a template. llama_cpp/llama.py: a silent fall-back."""
    path = chat_model(**{"tokenizer.chat_template": None}).write(tmp_path / "old.gguf")
    found = looked(path)
    assert found.works
    assert found.template
    assert found.template.family == "ChatML"
    assert said(found, "warning") == [
        f"The model {path} has no chat template, so it is not known how to talk to it. "
        "The template of the family ChatML is used, which the model seems to be of."
    ]


def test_a_file_of_no_known_family_is_refused_unless_the_user_names_one(tmp_path: Path) -> None:
    """llama_cpp/llama.py: fell back to llama-2 silently."""
    strange = chat_model(**{"tokenizer.chat_template": None, "tokenizer.ggml.tokens": ["<s>", "</s>", "a"]}).write(tmp_path / "x.gguf")
    assert not looked(strange).works
    assert "has no chat template" in said(looked(strange), "error")[0]
    chosen = looked(strange, family="vicuna")
    assert chosen.works
    assert chosen.template
    assert chosen.template.family == "Vicuna"
    assert "There is no template named nonsense. The templates are: Llama 3," in said(looked(strange, family="nonsense"), "error")[0]


def test_a_broken_template_is_replaced_by_the_familys_and_said(tmp_path: Path) -> None:
    """gpt4all 3345: a template that the program could not read."""
    found = looked(chat_model(**{"tokenizer.chat_template": "{% for %}"}).write(tmp_path / "b.gguf"))
    assert found.works
    assert "cannot be read" in said(found, "warning")[0]
    assert "family ChatML is used" in said(found, "warning")[0]


def test_a_template_that_begins_twice_is_told(tmp_path: Path) -> None:
    """llama-cpp-python 1501, 1561, 1537: two BOS."""
    doubled = chat_model(**{"tokenizer.chat_template": "{{ bos_token + bos_token }}" + chat_model().metadata["tokenizer.chat_template"]})
    assert "begins with <s> twice" in said(looked(doubled.write(tmp_path / "d.gguf")), "warning")[0]


@pytest.mark.model
def test_the_installed_library_is_asked_in_its_own_process(tmp_path: Path, gguf: Path) -> None:
    """lmstudio 2295: what makes the library abort must not take the program with it."""
    assert refusal(gguf) == ""
    unknown = chat_model(general__architecture="no-such-thing").write(tmp_path / "u.gguf")
    assert refusal(unknown) == "unknown model architecture: 'no-such-thing'"
    found = looked(unknown, trial=(refusal(unknown), "unknown"))
    assert said(found, "error") == [
        f"The installed llama.cpp does not load {unknown} (unknown model architecture: 'no-such-thing'). "
        "Update llama-cpp-python, or choose another model."
    ]
