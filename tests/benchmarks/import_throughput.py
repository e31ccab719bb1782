"""How fast an import is, against the embedder's own `encode` of the same chunks, and how long a chat turn waits meanwhile.

Writes text files of real-looking length into a folder, imports it through the whole runtime (listing, hashing, reading in the parser
process, embedding, storing, indexing), and then encodes the very chunks that were stored with the embedder's model alone, in one call
for each of several batch sizes; the best of those is the measure. In a second import messages are sent while it runs, to a scripted
model that answers at once; the wait of a turn is from its arrival in the inbox to its acceptance and first update.

    python tests/benchmarks/import_throughput.py [--megabytes 1] [--files 40] [--turns 20] [--data DIR] [--profile DIR]

With `--data` the files of that folder are imported instead. Prints chunks a second of both, their ratio, and the longest wait.
"""

from __future__ import annotations

import argparse
import dataclasses
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from desktop_mem.app import Home, make_agent, make_parts
from desktop_mem.inference.scripted import ScriptedModel, say
from desktop_mem.memory.update import EventAdmitted
from desktop_mem.runtime.clock import SystemClock
from desktop_mem.runtime.command import ImportPaths, SendMessage
from desktop_mem.runtime.inbox import Inbox
from desktop_mem.runtime.worker import Worker
from desktop_mem.settings import Settings

_ENCODE_BATCHES = (8, 32)
_SYLLABLES = (
    "ba",
    "ber",
    "dor",
    "el",
    "fin",
    "gar",
    "har",
    "in",
    "ka",
    "lem",
    "mo",
    "nar",
    "os",
    "pel",
    "qui",
    "ra",
    "sol",
    "tan",
    "ur",
    "vel",
    "zim",
)


def write_files(folder: Path, count: int, megabytes: float) -> None:
    """Text of sentences and paragraphs in made-up words, a little different in length from file to file."""
    chance = random.Random(7)
    words = ["".join(chance.choices(_SYLLABLES, k=chance.randint(1, 3))) for _ in range(4000)]
    for number in range(count):
        size = int(megabytes * 1e6 / count * chance.uniform(0.5, 1.5))
        parts: list[str] = []
        while size > 0:
            sentences = [" ".join(chance.choices(words, k=chance.randint(5, 18))).capitalize() + "." for _ in range(chance.randint(2, 8))]
            parts.append(" ".join(sentences))
            size -= len(parts[-1]) + 2
        target = folder / f"part{number % 5}" / f"file{number}.txt"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("\n\n".join(parts), encoding="utf-8")


class Driven:
    """A worker on a profile of its own, with the real embedder and a scripted model, and what it emitted when."""

    def __init__(self, profile: Path, embedder: Any) -> None:
        self.inbox = Inbox()
        self.emitted: list[tuple[float, Any]] = []
        home = Home(profile, Settings(paging="model"))
        parts = dataclasses.replace(
            make_parts(home, self.inbox),
            load_model=lambda: ScriptedModel(default=say("All right.")),
            load_embedder=lambda: embedder,
            make_agent=lambda stores, model: make_agent(home, stores, model, SystemClock()),
        )
        self.worker = Worker(parts, lambda update: self.emitted.append((time.monotonic(), update)), self.inbox)
        self.worker.start()
        self.worker.load_embedder()

    def until_idle(self) -> None:
        """Turn until nothing is in the works."""
        while self.worker.turn():
            pass

    def import_all(self, folder: Path, turns: int) -> tuple[float, list[float]]:
        """Seconds of the import, and the wait of each turn that was sent while it ran."""
        began, sent = time.monotonic(), []
        self.inbox.put(ImportPaths((str(folder),)))
        self.worker.turn()
        waits = []
        while self.worker._imports.step():
            if turns and time.monotonic() - began > (len(sent) + 1) * 0.7 and len(sent) < turns:
                # It arrives in the middle of a piece of work in life; here at its end, so the piece before is counted in full.
                sent.append(time.monotonic())
                step_began = time.monotonic()
                self.worker._imports.step()
                self.inbox.put(SendMessage(f"Message {len(sent)}"))
                mark = len(self.emitted)
                while not any(isinstance(update, EventAdmitted) for _, update in self.emitted[mark:]):
                    self.worker.turn()
                waits.append(time.monotonic() - step_began)
        return time.monotonic() - began, waits


def encode_seconds(embedder: Any, texts: list[str], batch: int) -> float:
    """The embedder's own call, on all texts at once."""
    began = time.monotonic()
    embedder._model.encode(texts, batch_size=batch, normalize_embeddings=True, show_progress_bar=False, convert_to_tensor=True)
    return time.monotonic() - began


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=float, default=1.0)
    parser.add_argument("--files", type=int, default=40)
    parser.add_argument("--turns", type=int, default=20)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--profile", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        run(options, Path(scratch))


def run(options: argparse.Namespace, scratch: Path) -> None:
    """One measurement in a scratch folder."""
    from desktop_mem.inference.embedding import SentenceTransformerEmbedder
    from desktop_mem.inference.model_catalogue import embedder_folder

    folder = options.data or scratch / "data"
    if not options.data:
        write_files(folder, options.files, options.megabytes)
    embedder = SentenceTransformerEmbedder(embedder_folder(Settings()))
    embedder.embed(["warm"] * 32)
    embedding = [0.0]
    embed = embedder.embed

    def timed(texts: Any) -> Any:
        began = time.monotonic()
        vectors = embed(texts)
        embedding[0] += time.monotonic() - began
        return vectors

    embedder.embed = timed  # type: ignore[method-assign]
    driven = Driven((options.profile or scratch) / "profile1", embedder)
    seconds, _ = driven.import_all(folder, 0)
    texts = [row["text"] for row in driven.worker._stores.database.rows("SELECT text FROM passage ORDER BY number")]  # type: ignore[attr-defined]
    in_embedder = embedding[0]
    driven.worker.close()
    encode = {batch: encode_seconds(embedder, texts, batch) for batch in _ENCODE_BATCHES}
    best = min(encode.values())
    print(f"{len(texts)} chunks of {sum(map(len, texts)) / len(texts):.0f} characters")
    print("encode alone: " + ", ".join(f"batch {batch}: {len(texts) / took:.1f}/s" for batch, took in encode.items()))
    print(f"import: {len(texts) / seconds:.1f}/s in {seconds:.1f} s, of which {in_embedder:.1f} s in the embedder")
    print(f"ratio to the best encode: {best / seconds:.3f}")
    if options.turns:
        driven = Driven((options.profile or scratch) / "profile2", embedder)
        _, waits = driven.import_all(folder, options.turns)
        driven.worker.close()
        print(f"waits of {len(waits)} turns: longest {max(waits):.3f} s, mean {sum(waits) / len(waits):.3f} s")


if __name__ == "__main__":
    main()
