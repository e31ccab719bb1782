"""What page-in adds to a turn, at a number of passages: the milliseconds of choosing, with and without the cache, and what of it is search.

A profile of its own over real SQLite and LanceDB, filled as by `search_scale.py`, with an embedder that was told the vectors (embedding
the question costs the same at any size). It prints the median and the 95th percentile in milliseconds.

    python tests/benchmarks/page_in_cost.py [--passages 100000] [--profile DIR]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from search_scale import Known, World, _store

from desktop_mem.control.address_cache import AddressCache
from desktop_mem.control.page_in import SearchPageIn
from desktop_mem.memory.message import Message, Role
from desktop_mem.settings import Settings
from desktop_mem.storage.stores import Stores

_QUESTIONS = 200


def _timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def _print(name: str, took: list[float]) -> None:
    print(f"{name:>28} {statistics.median(took):>8.1f} ms {statistics.quantiles(took, n=20)[-1]:>8.1f} ms", flush=True)


def measure(profile: Path, passages: int) -> None:
    """Fill the profile and print a line for each way."""
    world, embedder = World(None), Known()
    with closing(Stores.open(profile)) as stores:
        stores.set_embedder(embedder)
        texts, vectors = world.rows(passages)
        held = stores.newest("p")
        if not held:
            _store(stores, embedder, texts, vectors)
            stores.index.tidy()
        asked = [(question, vector) for question, vector in world.questions(texts, vectors)][:_QUESTIONS]
        least = Settings().page_in_score
        plain = SearchPageIn(stores.recall, stores.archival, least_score=least)
        cached = SearchPageIn(stores.recall, stores.archival, least_score=least, cache=AddressCache(stores))
        print(f"{passages} passages; {'':>10} median      p95")
        figures: dict[str, list[float]] = {
            "recall search": [],
            "archival search": [],
            "page-in": [],
            "page-in, first time": [],
            "again": [],
        }
        served = 0
        for question, vector in asked:
            embedder.vectors = {question: vector.tolist()}
            before = stores.recall.insert(Message(Role.USER, question + "?", datetime.now(UTC))).address
            figures["recall search"].append(_timed(lambda q=question, b=before: stores.recall.search(q, 1, before=b)))
            figures["archival search"].append(_timed(lambda q=question: stores.archival.search(q, 1)))
            for name, chooser in (("page-in", plain), ("page-in, first time", cached), ("again", cached)):
                figures[name].append(_timed(lambda c=chooser, q=question, b=before: c.choose(q, in_view=frozenset(), before=b)))
            served += cached.choose(question, in_view=frozenset(), before=before).from_cache
        for name, took in figures.items():
            _print(name, took)
        print(f"served from the cache: {served} of {len(asked)}")


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", type=int, default=100_000)
    parser.add_argument("--profile", type=Path, default=None, help="keep the profile in this folder; a filled one is used as it is")
    options = parser.parse_args()
    if options.profile:
        measure(options.profile, options.passages)
        return
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder), options.passages)


if __name__ == "__main__":
    main()
