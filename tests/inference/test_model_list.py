"""The user's models: linked or copied, named, configured, chosen, removed; and never lost with a file or an update."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop_mem.app import open_home
from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.model_catalogue import known_models, models_folder
from desktop_mem.inference.model_list import ModelList, finished
from desktop_mem.settings import Settings
from tests.inference.gguf_writer import Q4_0, Gguf, chat_model


@pytest.fixture
def models(tmp_path: Path) -> ModelList:
    return ModelList(tmp_path / "profile")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return chat_model().write(tmp_path / "tiny.gguf")


def add(models: ModelList, path: Path, *, copy: bool = False):
    return finished(models.add(path, copy=copy), lambda done, total: None)


def test_a_linked_file_is_listed_with_what_it_says_and_stays_when_its_row_goes(models: ModelList, file: Path) -> None:
    row = add(models, file)
    assert (row.name, row.path, row.copied) == ("tiny", str(file), False)
    assert (row.kind, row.architecture, row.quantisation, row.parameters, row.context_length) == ("chat", "llama", "Q4_0", 6400, 4096)
    assert models.rows() == [row]
    models.remove("TINY")
    assert models.rows() == []
    assert file.is_file()


def test_a_copy_lies_in_the_profile_and_goes_with_its_row(models: ModelList, file: Path, tmp_path: Path) -> None:
    row = add(models, file, copy=True)
    assert Path(row.path) == tmp_path / "profile" / "models" / "tiny.gguf"
    assert Path(row.path).read_bytes() == file.read_bytes()
    models.remove("tiny")
    assert list((tmp_path / "profile" / "models").iterdir()) == []
    assert file.is_file()


def test_a_cancelled_copy_leaves_nothing(models: ModelList, file: Path, tmp_path: Path) -> None:
    adding = models.add(file, copy=True)
    next(adding)
    adding.close()
    assert list((tmp_path / "profile" / "models").iterdir()) == []
    assert models.rows() == []


def test_a_copy_never_takes_the_place_of_another(models: ModelList, file: Path, tmp_path: Path) -> None:
    add(models, file, copy=True)
    (tmp_path / "other").mkdir()
    other = chat_model(general__name="Other").write(tmp_path / "other" / "tiny.gguf")
    with pytest.raises(EnvironmentFault, match=r"There is a copy named tiny\.gguf .* Remove that model first"):
        add(models, other, copy=True)
    assert add(models, other).name == "tiny 2"
    assert [row.name for row in models.rows()] == ["tiny", "tiny 2"]


def test_all_parts_are_copied_and_removed(models: ModelList, tmp_path: Path) -> None:
    for part in range(2):
        model = chat_model() if part == 0 else Gguf()
        model.metadata |= {"split.no": part, "split.count": 2}
        model.tensors = [(f"t{part}", (64, 10), Q4_0)]
        model.write(tmp_path / f"big-{part + 1:05}-of-00002.gguf")
    add(models, tmp_path / "big-00001-of-00002.gguf", copy=True)
    copies = tmp_path / "profile" / "models"
    assert len(list(copies.iterdir())) == 2
    models.remove("big-00001-of-00002")
    assert list(copies.iterdir()) == []


def test_a_file_that_is_no_model_is_not_taken_in(models: ModelList, tmp_path: Path) -> None:
    (tmp_path / "x.gguf").write_bytes(b"nothing")
    with pytest.raises(EnvironmentFault, match="is not a GGUF model"):
        add(models, tmp_path / "x.gguf")
    assert models.rows() == []


def test_a_moved_file_marks_its_row_and_nothing_else(models: ModelList, file: Path, tmp_path: Path) -> None:
    """jan 6328: one missing file broke the whole list."""
    add(models, file)
    second = add(models, chat_model().write(tmp_path / "second.gguf"))
    file.rename(tmp_path / "moved.gguf")
    gone, there = models.rescan()
    assert (gone.is_there, gone.architecture, there.is_there) == (False, "llama", True)
    assert models.use("second") == second
    with pytest.raises(EnvironmentFault, match=r"does not exist\. Choose another model, or put the file back"):
        models.use("tiny")
    (tmp_path / "moved.gguf").rename(file)
    assert [row.is_there for row in models.rows()] == [True, True]


def test_a_lost_list_is_made_again_of_the_copies(models: ModelList, file: Path, tmp_path: Path) -> None:
    """jan 8374, lmstudio 962, 199: models vanished after an update or a move."""
    row = add(models, file, copy=True)
    (tmp_path / "profile" / "models.json").unlink()
    assert models.rows() == []
    assert models.rescan() == [row]
    chat_model(general__license="mit").write(Path(row.path))
    assert [again.licence for again in models.rescan()] == ["mit"]


def test_nothing_of_the_users_lies_in_the_install_folder(models: ModelList, file: Path, tmp_path: Path) -> None:
    """lmstudio-js 266: an update deleted the models inside the program's folder."""
    before = sorted(models_folder().iterdir())
    add(models, file, copy=True)
    models.use("tiny")
    assert sorted(models_folder().iterdir()) == before
    assert {path.name for path in (tmp_path / "profile").iterdir()} == {"models", "models.json", "settings.json"}


def test_the_default_is_the_one_that_is_used_and_the_shipped_one_without_it(models: ModelList, file: Path, tmp_path: Path) -> None:
    shipped = models.everything()[0]
    assert (shipped.name, shipped.shipped, models.default) == ("SmolLM2-135M-Instruct", True, "SmolLM2-135M-Instruct")
    add(models, file)
    models.use("tiny")
    assert (models.default, open_home(tmp_path / "profile").settings.chat_model) == ("tiny", str(file))
    models.remove("tiny")
    assert (models.default, Settings.load(tmp_path / "profile").chat_model) == (shipped.name, "")
    with pytest.raises(EnvironmentFault, match="comes with the program and cannot be removed"):
        models.remove(shipped.name)


def test_settings_of_a_model_stand_above_the_profiles_and_below_this_times(models: ModelList, file: Path, tmp_path: Path) -> None:
    add(models, file)
    models.configure("tiny", {"context_window": 2048, "chat_format": "chatml"})
    profile = tmp_path / "profile"
    assert open_home(profile).settings.context_window == Settings().context_window
    models.use("tiny")
    assert open_home(profile).settings.context_window == 2048
    assert open_home(profile, context_window=3000).settings.context_window == 3000
    assert Settings.load(profile).context_window == Settings().context_window
    models.configure("tiny", {"context_window": None})
    assert models.find("tiny").settings == {"chat_format": "chatml"}
    with pytest.raises(EnvironmentFault, match="must lie between"):
        models.configure("tiny", {"gpu_layers": -7})
    with pytest.raises(EnvironmentFault, match="A model has no setting theme of its own"):
        models.configure("tiny", {"theme": "dark"})


@pytest.mark.parametrize("content", ["{", "[3]", '[{"name": 1, "path": "x"}]', '[{"name": "x"}]', '"text"'])
def test_a_broken_list_is_a_sentence_and_no_reason_not_to_start(models: ModelList, tmp_path: Path, content: str) -> None:
    (tmp_path / "profile").mkdir()
    (tmp_path / "profile" / "models.json").write_text(content, encoding="utf-8")
    with pytest.raises(EnvironmentFault, match=r"The list of models in .* cannot be read"):
        models.rows()
    assert open_home(tmp_path / "profile").settings == Settings()


def test_what_a_newer_version_stored_is_passed_over(models: ModelList, file: Path, tmp_path: Path) -> None:
    add(models, file)
    path = tmp_path / "profile" / "models.json"
    entries = json.loads(path.read_text(encoding="utf-8"))
    entries[0] |= {"colour": "red", "settings": {"context_window": 2048, "speed": 9}}
    path.write_text(json.dumps(entries), encoding="utf-8")
    assert models.find("tiny").settings == {"context_window": 2048}


def test_the_catalogue_recommends_open_models_without_a_way_to_fetch_them() -> None:
    recommended = [model for model in known_models() if not model.embedded]
    assert len(recommended) >= 5
    assert {model.licence for model in recommended} <= {"Apache-2.0", "MIT"}
    assert all(model.size and model.memory_mb * 10**6 > model.size and model.paging for model in recommended)
    assert all(not model.sha256 for model in recommended)
