"""What a large import needs: a big text, a big PDF and thousands of small files, one after the other, each in a profile of its own.

For each it prints the files, passages, seconds, the peak memory of the importing process and of the parser process, and how long the
longest single piece of work took. Of the text it also measures a cancel and a resume: the seconds until a cancel in the middle is
done, and how many passages were embedded a second time after an import was cut off and taken up again by a new runtime.

    python tests/benchmarks/import_scale.py [--text-mb 300] [--pdf-mb 70] [--files 5000] [--embedder hash|real] [--scratch DIR]

The default embedder hashes, since memory and not the speed of a model is measured. A size of 0 leaves a part out.
"""

from __future__ import annotations

import argparse
import dataclasses
import os
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import psutil

from desktop_mem.app import Home, make_parts
from desktop_mem.inference.scripted import HashEmbedder
from desktop_mem.runtime.command import CancelImport, ImportPaths
from desktop_mem.runtime.inbox import Inbox
from desktop_mem.runtime.worker import Worker
from desktop_mem.settings import Settings

_LINE = "Line {n} of the harbour's book: vessel {a} took on {b} barrels at quay {c} and left with the tide of day {d}."


def big_text(path: Path, megabytes: float) -> None:
    """Numbered lines in paragraphs, none like another."""
    with path.open("w", encoding="utf-8") as file:
        number = 0
        while file.tell() < megabytes * 1e6:
            for _ in range(1000):
                number += 1
                end = "\n\n" if number % 8 == 0 else "\n"
                file.write(_LINE.format(n=number, a=number * 7919 % 9973, b=number % 311, c=number % 17, d=number // 40) + end)


def big_pdf(path: Path, megabytes: float) -> None:
    """Pages of text, with an attached block of noise for the rest of the size, as pictures would make it."""
    from fpdf import FPDF

    made = FPDF()
    made.set_font("helvetica", size=9)
    number = 0
    for _ in range(700):
        made.add_page()
        for _ in range(45):
            number += 1
            made.cell(
                0,
                5,
                _LINE.format(n=number, a=number * 7919 % 9973, b=number % 311, c=number % 17, d=number // 40),
                new_x="LMARGIN",
                new_y="NEXT",
            )
    made.output(str(path))
    with path.open("r+b") as file:
        # A stream that no page uses stands before the table of objects, as the leftovers of edited files do.
        content = file.read()
        start = content.rindex(b"xref\n")
        noise = b"%" + os.urandom(1 << 20).replace(b"\n", b" ").replace(b"\r", b" ") + b"\n"
        tail, count = content[start:], max(0, int((megabytes * 1e6 - len(content)) / len(noise)))
        file.seek(start)
        for _ in range(count):
            file.write(noise)
        moved = start + count * len(noise)
        file.write(tail.replace(b"startxref\n%d\n" % start, b"startxref\n%d\n" % moved))


def many_files(folder: Path, count: int) -> None:
    """Small notes in nested folders."""
    for number in range(count):
        target = folder / f"year{number % 10}" / f"month{number % 12}" / f"note{number}.txt"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("\n".join(_LINE.format(n=number * 10 + n, a=number, b=n, c=n, d=number) for n in range(5)), encoding="utf-8")


class Peak:
    """The most memory that this process and its children held, looked at twenty times a second."""

    def __init__(self) -> None:
        self.own = self.child = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        process = psutil.Process()
        while not self._stop.wait(0.05):
            self.own = max(self.own, process.memory_info().rss)
            for child in process.children():
                try:
                    self.child = max(self.child, child.memory_info().rss)
                except psutil.Error:
                    continue

    def close(self) -> str:
        self._stop.set()
        self._thread.join()
        return f"{self.own / 1e6:.0f} MB here, {self.child / 1e6:.0f} MB in the parser process"


def make_worker(profile: Path, embedder: str) -> Worker:
    """A runtime without a model."""
    inbox = Inbox()
    parts = make_parts(Home(profile, Settings(parser_seconds=86_400)), inbox)
    if embedder == "hash":
        parts = dataclasses.replace(parts, load_embedder=lambda: HashEmbedder(384))
    worker = Worker(parts, lambda update: None, inbox)
    worker.start_stores()
    worker.load_embedder()
    return worker


def imported(name: str, path: Path, profile: Path, embedder: str) -> None:
    """Import all and print what it took."""
    worker = make_worker(profile, embedder)
    began, longest, peak = time.monotonic(), 0.0, Peak()
    worker._serve(ImportPaths((str(path),)))
    busy = True
    while busy:
        step = time.monotonic()
        busy = worker._imports.step()
        longest = max(longest, time.monotonic() - step)
    seconds, counts, memory = time.monotonic() - began, worker._stores.counts(), peak.close()
    reasons = sorted({str(entry.reason) for entry in worker._stores.catalogue.entries()})
    worker.close()
    print(f"{name}: {counts.documents} documents ({', '.join(reasons)}), {counts.passages} passages in {seconds:.0f} s; "
          f"peak {memory}; longest piece of work {longest:.2f} s", flush=True)  # fmt: skip


def cancelled(path: Path, profile: Path, embedder: str, after: int) -> None:
    """Cancel in the middle, and see how long that takes."""
    worker = make_worker(profile, embedder)
    _import_until(worker, path, after)
    began = time.monotonic()
    worker._serve(CancelImport())
    seconds = time.monotonic() - began
    longest = 0.0
    busy = True
    while busy:
        step = time.monotonic()
        busy = worker._imports.step()
        longest = max(longest, time.monotonic() - step)
    print(f"cancel after {after} passages: {seconds:.3f} s; the longest piece of clearing up {longest:.2f} s", flush=True)
    worker.close()


def resumed(path: Path, profile: Path, embedder: str, after: int) -> None:
    """End the runtime in the middle and begin another one, and count what is done twice."""
    worker = make_worker(profile, embedder)
    _import_until(worker, path, after)
    worker.close()
    worker = make_worker(profile, embedder)
    stored = worker._stores.catalogue.in_work("d1")[0]
    began = time.monotonic()
    while worker._imports._ingest._batch.stored == 0:
        worker._imports.step()
    seconds = time.monotonic() - began
    first = worker._stores.catalogue.in_work("d1")[0]
    again = worker._imports._ingest._batch.stored - (first - stored)
    print(f"resume behind {stored} passages: the next ones stored after {seconds:.1f} s, {again} of them a second time", flush=True)
    worker.close()


def _import_until(worker: Any, path: Path, passages: int) -> None:
    worker._serve(ImportPaths((str(path),)))
    while worker._imports._ingest._batch.stored < passages:
        if not worker._imports.step():
            raise SystemExit(f"The file gives fewer than {passages} passages.")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text-mb", type=float, default=300)
    parser.add_argument("--pdf-mb", type=float, default=70)
    parser.add_argument("--files", type=int, default=5000)
    parser.add_argument("--embedder", choices=("hash", "real"), default="hash")
    parser.add_argument("--cut-after", type=int, default=5000, help="passages of the text after which it is cancelled, and cut off")
    parser.add_argument("--scratch", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.scratch) as scratch:
        run(options, Path(scratch))


def run(options: argparse.Namespace, scratch: Path) -> None:
    """All parts."""
    if options.files:
        many_files(scratch / "notes", options.files)
        imported(f"{options.files} files", scratch / "notes", scratch / "profile-files", options.embedder)
    if options.pdf_mb:
        big_pdf(scratch / "big.pdf", options.pdf_mb)
        imported(
            f"PDF of {(scratch / 'big.pdf').stat().st_size / 1e6:.0f} MB", scratch / "big.pdf", scratch / "profile-pdf", options.embedder
        )
    if options.text_mb:
        big_text(scratch / "big.txt", options.text_mb)
        cancelled(scratch / "big.txt", scratch / "profile-cancel", options.embedder, options.cut_after)
        resumed(scratch / "big.txt", scratch / "profile-resume", options.embedder, options.cut_after)
        imported(f"text of {options.text_mb:.0f} MB", scratch / "big.txt", scratch / "profile-text", options.embedder)


if __name__ == "__main__":
    main()
