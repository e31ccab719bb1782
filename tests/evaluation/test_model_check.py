"""The model check grades what a model shows, advises how to page it, keeps to its time, and is remembered."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_mem.app import Home, default_paging, make_agent
from desktop_mem.control.model_rows import Grade, ModelGrades
from desktop_mem.evaluation.bench import Bench
from desktop_mem.evaluation.finished import finished
from desktop_mem.evaluation.metered import MeteredModel, Model
from desktop_mem.evaluation.model_check import SKILLS, advised, check, probes, report
from desktop_mem.evaluation.oracle import OracleModel
from desktop_mem.inference.model_advice import ADVICE_FILE, advised_paging, keep_advice
from desktop_mem.inference.scripted import HashEmbedder, ScriptedModel, SetClock
from desktop_mem.settings import Settings
from desktop_mem.storage.stores import Stores


def _grades(tmp_path: Path, model: Model, seconds: float = 100.0) -> ModelGrades:
    def agent(stores, metered, clock, changes):  # type: ignore[no-untyped-def]
        return make_agent(Home(tmp_path, Settings(**changes)), stores, metered, clock)

    bench = Bench(Stores.open, agent, SetClock, MeteredModel(model), HashEmbedder(384), lambda text: None)
    return finished(check(bench, "model.gguf", lambda: 5, seconds))


def test_a_perfect_player_is_graded_well(tmp_path: Path) -> None:
    found = _grades(tmp_path, OracleModel(4096))
    share = {grade.skill: grade.share for grade in found.grades}
    assert found.whole
    assert {skill for skill in SKILLS if share[skill] < 1.0} == {"follows pages"}  # which needs reading that the oracle does not do here
    assert found.paging == "assisted"
    assert "| right function | good | 1.00 |" in report(found)


def test_a_model_that_only_chatters_is_not_to_page(tmp_path: Path) -> None:
    found = _grades(tmp_path, ScriptedModel(default="La la la.", window=4096))
    assert found.paging == "automatic"
    assert {grade.skill: grade.mark for grade in found.grades}["whole calls"] == "poor"


def test_a_check_ends_when_its_time_is_up(tmp_path: Path) -> None:
    found = _grades(tmp_path, OracleModel(4096), seconds=0.0)
    assert not found.whole
    assert all(grade.mark == "not asked" for grade in found.grades)
    assert found.paging == "automatic"
    assert "time was up" in report(found)


@pytest.mark.parametrize(
    ("weak", "paging"), [((), "model"), (("follows pages",), "assisted"), (("right function",), "automatic"), (("stops",), "automatic")]
)
def test_the_advice_follows_from_the_grades(weak: tuple[str, ...], paging: str) -> None:
    assert advised([Grade(skill, 0.2 if skill in weak else 1.0, 5) for skill in SKILLS]) == paging


def test_every_skill_is_probed() -> None:
    asked = {skill for probe in probes() for skill in probe.skills}
    assert asked == set(SKILLS) - {"whole calls", "right function", "heartbeats", "stops"}


def test_the_advice_is_the_default_until_the_file_changes(tmp_path: Path) -> None:
    model = tmp_path / "some.gguf"
    model.write_bytes(b"GGUF")
    home = Home(tmp_path, Settings(chat_model=str(model)))
    assert default_paging(home) == "assisted"
    keep_advice(tmp_path, model, "automatic", {"stops": 0.1})
    assert advised_paging(tmp_path, model) == default_paging(home) == "automatic"
    model.write_bytes(b"GGUF, another one")
    assert default_paging(home) == "assisted"
    (tmp_path / ADVICE_FILE).write_text("[", encoding="utf-8")
    assert advised_paging(tmp_path, model) == ""
