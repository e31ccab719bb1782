"""Small, made-up data of each form, written to files."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from desktop_mem.cli import main
from desktop_mem.inference.scripted import HashEmbedder

Write = Callable[[str, Any], Path]
Evaluate = Callable[..., tuple[int, str]]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file below `tmp_path / "data"`: a list as lines for `.jsonl`, text as it is, everything else as JSON; `.gz` packed."""

    def write_one(name: str, content: Any) -> Path:
        path = tmp_path / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            text = content
        elif ".jsonl" in name:
            text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in content)
        else:
            text = json.dumps(content, ensure_ascii=False)
        data = text.encode("utf-8")
        path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        return path

    return write_one


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder that `write` writes into."""
    return tmp_path / "data"


@pytest.fixture
def locomo_sample() -> dict[str, Any]:
    """One conversation over two sessions, with a picture, and questions of all kinds."""
    return {
        "sample_id": "talk-1",
        "conversation": {
            "speaker_a": "Ada",
            "speaker_b": "Bo",
            "session_2_date_time": "9:30 am on 2 June, 2021",
            "session_2": [
                {"speaker": "Bo", "dia_id": "D2:1", "text": "The kayak is sold."},
                {"speaker": "Ada", "dia_id": "D2:2", "text": "", "blip_caption": ""},
                {"speaker": "Ada", "dia_id": "D2:3", "text": "Look!", "blip_caption": "a red bicycle by a wall"},
            ],
            "session_1_date_time": "1:05 pm on 8 May, 2021",
            "session_1": [
                {"speaker": "Ada", "dia_id": "D1:1", "text": "I have adopted a hedgehog."},
                {"speaker": "Bo", "dia_id": "D1:2", "text": "My kayak leaks."},
            ],
        },
        "qa": [
            {"question": "Which animal does Ada have?", "answer": "hedgehog", "evidence": ["D1:1"], "category": 4},
            {"question": "What became of the kayak?", "answer": "sold", "evidence": ["D1:2; D2:1", "D9:9"], "category": 1},
            {"question": "What does Bo eat?", "answer": "?", "evidence": ["D1:1"], "category": 5},
            {"question": "Is it so?", "answer": "?", "evidence": ["D"], "category": 3},
            {"question": "Why?", "answer": "?", "evidence": [], "category": 3},
        ],
    }


@pytest.fixture
def evaluate(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Evaluate:
    """Runs `desktop-mem evaluate` on the data with the oracle; exit code and standard output."""
    monkeypatch.setattr("desktop_mem.app.measuring.load_embedder", lambda settings: HashEmbedder(384))

    def run(name: str, *more: str) -> tuple[int, str]:
        arguments = ["evaluate", name, "--profile", str(tmp_path / "profile"), "--model", "oracle", "--data", str(data), *more]
        code = main(arguments)
        return code, capsys.readouterr().out

    return run


@pytest.fixture
def talks(write: Write, locomo_sample: dict[str, Any]) -> None:
    """One conversation in the form of LoCoMo."""
    write("talks.json", [locomo_sample])
