"""What every embedder promises, the hashing one and the real one."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.embedding import SentenceTransformerEmbedder
from desktop_mem.inference.scripted import HashEmbedder


@pytest.fixture(scope="module")
def real(embedder_folder: Path) -> SentenceTransformerEmbedder:
    return SentenceTransformerEmbedder(embedder_folder)


@pytest.fixture(params=["hash", pytest.param("real", marks=pytest.mark.embedder)])
def embedder(request: pytest.FixtureRequest):
    return request.getfixturevalue("real") if request.param == "real" else HashEmbedder(384)


def cosine(a: list[float], b: list[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def test_one_unit_vector_per_text_in_order(embedder) -> None:
    texts = ["The cat sleeps on the mat.", "", "你好，世界", "x" * 5000]
    vectors = embedder.embed(texts)
    assert [len(v) for v in vectors] == [embedder.dimension] * 4 == [384] * 4
    for vector in vectors:
        assert math.isclose(math.hypot(*vector), 1.0, abs_tol=0.01)
    assert cosine(vectors[0], embedder.embed(texts[:1])[0]) > 0.999
    assert embedder.embed([]) == []


def test_like_texts_are_nearer_than_unlike_ones(embedder) -> None:
    cat, kitten, tax = embedder.embed(["A cat sleeps on the sofa.", "A kitten sleeps on the sofa.", "Income tax is due in April."])
    assert cosine(cat, kitten) > cosine(cat, tax) + 0.2


@pytest.mark.embedder
def test_the_embedded_one_knows_meaning(real: SentenceTransformerEmbedder) -> None:
    assert real.name == "all-MiniLM-L6-v2"
    question, answer, other = real.embed(["Where does she work?", "Her office is in the hospital.", "The soup needs salt."])
    assert cosine(question, answer) > cosine(question, other) + 0.2


@pytest.mark.parametrize("name", ["missing", "empty"])
def test_a_folder_that_is_no_model_is_a_sentence(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    if name == "empty":
        folder.mkdir()
    with pytest.raises(EnvironmentFault) as caught:
        SentenceTransformerEmbedder(folder)
    assert str(folder) in str(caught.value)
    assert "Put a sentence-transformers model folder there" in str(caught.value)
