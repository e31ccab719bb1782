"""What search costs as archival storage grows: latency, nearness of the graph's answers to exact ones, one more passage, disk.

A profile of its own over real SQLite and LanceDB. Texts are drawn from a vocabulary in which words are as common as in a language;
vectors lie around the centres of topics, as those of an embedder do (or are mixed from those of a file that `desktop-mem evaluate
retrieval --cache` wrote). Per size it prints milliseconds of a hybrid search (median and 95th percentile, without embedding the question,
which costs the same at any size), the share of the ten exactly nearest rows that the index finds, milliseconds until one more passage is
stored and found, and the bytes on disk as a multiple of texts and vectors (4 bytes a number).

    python tests/benchmarks/search_scale.py [--sizes 1000,10000,100000] [--vectors FILE] [--profile DIR]
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import psutil

from desktop_mem.memory.passage import Passage
from desktop_mem.storage.scope import Scope
from desktop_mem.storage.stores import Stores
from desktop_mem.storage.words import query_terms_of

_DIMENSION = 384
_WORDS, _TOPICS, _LENGTH = 60_000, 600, 90
_QUESTIONS = 200


class World:
    """Texts with their vectors, the same for the same seed."""

    def __init__(self, vectors: Path | None, seed: int = 7) -> None:
        self._random = np.random.default_rng(seed)
        letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
        self._vocabulary = ["".join(self._random.choice(letters, self._random.integers(3, 11))) for _ in range(_WORDS)]
        ranks = np.arange(1, _WORDS + 1)
        self._common = (1 / (ranks + 2.7)) / (1 / (ranks + 2.7)).sum()
        self._stop_words = frozenset(self._vocabulary[:120])
        self._real = _read(vectors) if vectors else None
        self._centres = self._random.normal(size=(_TOPICS, _DIMENSION))

    def rows(self, count: int) -> tuple[list[str], np.ndarray]:
        """That many texts and unit vectors."""
        topics = self._random.integers(0, _TOPICS, count)
        drawn = self._random.choice(_WORDS, (count, _LENGTH), p=self._common)
        own = (topics[:, None] * 97 + self._random.integers(0, 40, (count, 12))) % _WORDS
        texts = [" ".join(self._vocabulary[word] for word in (*few, *many)) for few, many in zip(own, drawn, strict=True)]
        return texts, self._vectors(topics)

    def _vectors(self, topics: np.ndarray) -> np.ndarray:
        if self._real is None:
            vectors = self._centres[topics] + 1.1 * self._random.normal(size=(len(topics), _DIMENSION)) * _fading()
        else:
            first, second = (self._real[self._random.integers(0, len(self._real), len(topics))] for _ in range(2))
            share = self._random.uniform(0.55, 0.9, (len(topics), 1))
            vectors = share * first + (1 - share) * second + self._random.normal(0, 0.015, first.shape)
        unit: np.ndarray = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return unit

    def questions(self, texts: Sequence[str], vectors: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
        """Questions of eight words of a text that are not among the commonest, with a vector near its own."""
        for place in self._random.integers(0, len(texts), _QUESTIONS):
            words = [word for word in texts[place].split() if word not in self._stop_words]
            asked = " ".join(words[at] for at in sorted(self._random.choice(len(words), 8, replace=False)))
            near = vectors[place] + 0.035 * self._random.normal(size=_DIMENSION)
            yield asked, near / np.linalg.norm(near)


class Known:
    """An embedder that was told the vectors."""

    name, dimension = "known", _DIMENSION

    def __init__(self) -> None:
        self.vectors: dict[str, list[float]] = {}

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """The vector told for each text, or the first axis."""
        return [self.vectors.get(text, [1.0] + [0.0] * (_DIMENSION - 1)) for text in texts]


def _fading() -> np.ndarray:
    """Most of what tells real embeddings apart lies in few directions."""
    fading: np.ndarray = 1 / np.sqrt(1 + np.arange(_DIMENSION) / 24)
    return fading


def _read(path: Path) -> np.ndarray:
    data = path.read_bytes()
    size = 16 + 4 * int.from_bytes(data[:4], "little")
    rows = np.frombuffer(data[4 : 4 + (len(data) - 4) // size * size], np.uint8).reshape(-1, size)
    return rows[:, 16:].copy().view(np.float32)


def disk(folder: Path) -> int:
    """Bytes of all files below the folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def measure(profile: Path, sizes: Sequence[int], vectors: Path | None) -> None:
    """Grow the profile from size to size, and print a line at each."""
    world, embedder = World(vectors), Known()
    texts: list[str] = []
    held = np.zeros((0, _DIMENSION))
    names = ("passages", "median", "p95", "words", "nearest", "recall@10", "one more", "disk", "memory", "built")
    print(" ".join(f"{name:>9}" for name in names))
    with closing(Stores.open(profile)) as stores:
        stores.set_embedder(embedder)
        for size in sizes:
            more, theirs = world.rows(size - len(texts))
            began = time.perf_counter()
            _store(stores, embedder, more, theirs)
            texts, held = texts + more, np.concatenate([held, theirs])
            stores.index.tidy()
            built = time.perf_counter() - began
            _print(stores, world, embedder, texts, held, built)


def _store(stores: Stores, embedder: Known, texts: Sequence[str], vectors: np.ndarray) -> None:
    now = datetime.now(UTC)
    for start in range(0, len(texts), 1000):
        some = texts[start : start + 1000]
        embedder.vectors = dict(zip(some, vectors[start : start + 1000].tolist(), strict=True))
        with stores.journal.step(synced=False):
            for text in some:
                stores.archival.insert(Passage(text, now))
        while stores.outbox.drain(1000):
            pass


def _print(stores: Stores, world: World, embedder: Known, texts: list[str], held: np.ndarray, built: float) -> None:
    took: list[float] = []
    by_words: list[float] = []
    by_nearness: list[float] = []
    shares = []
    numbers = [
        row[0] for row in stores.database.rows("SELECT number FROM passage WHERE text NOT LIKE 'one more passage %' ORDER BY number")
    ]
    for asked, vector in world.questions(texts, held):
        embedder.vectors = {asked: vector.tolist()}
        took.append(_timed(lambda asked=asked: stores.searcher.search(asked, "p")))
        by_words.append(_timed(lambda asked=asked: _by_words(stores, asked)))
        by_nearness.append(_timed(lambda vector=vector: stores.index.nearest("p", vector.tolist(), 150, Scope())))
        exact = {numbers[place] for place in np.argpartition(-(held @ vector), 10)[:10]}
        shares.append(len(exact & set(list(stores.index.nearest("p", vector.tolist(), 150, Scope()))[:10])) / 10)
    one_more = []
    for number in range(20):
        text = f"one more passage {len(texts)} {number}"
        one_more.append(_timed(lambda text=text: _insert_and_index(stores, text)))
    content = sum(len(text.encode()) for text in texts) + held.size * 4
    figures = (
        f"{len(texts)}",
        f"{statistics.median(took):.1f} ms",
        f"{statistics.quantiles(took, n=20)[-1]:.1f} ms",
        f"{statistics.median(by_words):.1f} ms",
        f"{statistics.median(by_nearness):.1f} ms",
        f"{statistics.mean(shares):.3f}",
        f"{statistics.median(one_more):.1f} ms",
        f"{disk(stores.profile) / content:.2f}x",
        f"{psutil.Process().memory_info().rss / 2**20:.0f} MB",
        f"{built:.0f} s",
    )
    print(" ".join(f"{figure:>9}" for figure in figures), flush=True)


def _by_words(stores: Stores, asked: str) -> None:
    stores.words.candidates("p", stores.words.frequencies("p", query_terms_of(asked)), 150, Scope())


def _insert_and_index(stores: Stores, text: str) -> None:
    stores.archival.insert(Passage(text, datetime.now(UTC)))
    stores.outbox.drain()


def _timed(work: object) -> float:
    """Milliseconds that it takes."""
    began = time.perf_counter()
    work()  # type: ignore[operator]
    return (time.perf_counter() - began) * 1000


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--vectors", type=Path, default=None)
    parser.add_argument("--profile", type=Path, default=None, help="keep the profile in this folder, which must be new")
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    if options.profile:
        options.profile.mkdir(parents=True)
        measure(options.profile, sizes, options.vectors)
        return
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder), sizes, options.vectors)


if __name__ == "__main__":
    main()
