"""Runs a corpus of hostile and ordinary files through the real parser process, and compares how each ends with what it should.

Every file below DIR is read as an import reads it, under the caps of the settings and without the recognition of text in pictures;
the members of archives, too. Printed are the files by reason, every crash, every silent empty, the seconds, the peak memory of the
parser process, and each file whose reason is not the one written down for it in `document_corpus_expected.csv` (`path`, `reason`,
and `opened`: the reason once one of the passwords given opens it). That list was made by looking at the files with other programs.

    python tests/benchmarks/document_corpus.py --data DIR [--passwords 1234,foo] [--only pdf-] [--dump FILE]
    python tests/benchmarks/document_corpus.py --data DIR --citations SENTENCES

SENTENCES is a table of `path`, `sentence` and `place` (what the citation must show, as in `page=4` or `line=10-20`): each file is
imported into fresh stores without an embedder, and the first hit for the sentence has to stand at that place.
"""

from __future__ import annotations

import argparse
import csv
import json
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path

import psutil

from desktop_mem.control.document_ledger import ArchiveMembers, Chunk, ReadFault, ReadSummary, Reason
from desktop_mem.documents.formats import FORMATS
from desktop_mem.documents.parser_process import ParserProcess
from desktop_mem.inference.model_catalogue import embedder_folder
from desktop_mem.settings import Settings
from desktop_mem.storage.stores import Stores

EXPECTED = Path(__file__).with_name("document_corpus_expected.csv")
_NOT_OF_IT = ("manifest.csv",)
_CRASHED = "the reader crashed"


@dataclass
class Outcome:
    """How one file, or member of an archive, ended; `opened` is the reason once a password opens it."""

    path: str
    reason: str = ""
    opened: str = ""
    detail: str = ""
    parser: str = ""
    encoding: str = ""
    pages: int = 0
    characters: int = 0
    chunks: int = 0
    seconds: float = 0.0
    memory: int = 0
    members: tuple[str, ...] = ()
    first: str = field(default="", repr=False)
    place: str = ""

    @property
    def crashed(self) -> bool:
        return _CRASHED in self.detail

    @property
    def silent(self) -> bool:
        """Stored without text, or refused without a sentence."""
        stored = self.reason in (Reason.STORED, Reason.PARTIAL)
        return (stored and not self.characters and not self.members) or (not stored and not self.detail)


class Corpus:
    """Reads the files of a folder, one at a time, in one parser process after another."""

    def __init__(self, folder: Path, passwords: Sequence[str]) -> None:
        settings = Settings()
        self._folder = folder
        self._passwords = passwords
        self._reader = ParserProcess(embedder_folder(settings), settings.parser_memory_mb, settings.parser_seconds, FORMATS)

    def outcomes(self, only: str) -> Iterator[Outcome]:
        """Each file below the folder whose path holds `only`, its members behind it."""
        with self._reader:
            for path in sorted(each for each in self._folder.rglob("*") if each.is_file()):
                name = path.relative_to(self._folder).as_posix()
                if name not in _NOT_OF_IT and only in name:
                    yield from self._with_members(path)

    def _with_members(self, path: Path) -> Iterator[Outcome]:
        outcome = self._read(path)
        if outcome.reason == Reason.ENCRYPTED:
            for password in self._passwords:
                tried = self._read(path, password)
                outcome.seconds += tried.seconds
                if tried.reason != Reason.ENCRYPTED:
                    outcome.opened, outcome.first = tried.reason, tried.first
                    break
        yield outcome
        for member in outcome.members:
            yield from self._with_members(path / member)

    def _read(self, path: Path, password: str = "") -> Outcome:
        outcome = Outcome(path.relative_to(self._folder).as_posix())
        began = time.monotonic()
        try:
            for item in self._reader.read(path, password):
                outcome.memory = max(outcome.memory, self._memory())
                if isinstance(item, Chunk):
                    outcome.chunks += 1
                    outcome.first = outcome.first or item.text[:600]
                    outcome.place = outcome.place or item.place.fragment()
                elif isinstance(item, ArchiveMembers):
                    outcome.members += item.names
                elif isinstance(item, ReadSummary):
                    outcome.reason = Reason.PARTIAL if item.warning else Reason.STORED
                    outcome.detail, outcome.parser, outcome.encoding = item.warning, item.parser, item.encoding
                    outcome.pages, outcome.characters = item.pages, item.characters
        except ReadFault as fault:
            outcome.reason, outcome.detail = fault.reason, fault.detail
        outcome.seconds = time.monotonic() - began
        return outcome

    def _memory(self) -> int:
        try:
            return int(psutil.Process(self._reader.pid).memory_info().rss)
        except psutil.Error:
            return 0


def report(outcomes: Sequence[Outcome], only: str, expected: dict[str, tuple[str, str]]) -> None:
    """The tables."""
    print(f"{len(outcomes)} files and members in {sum(each.seconds for each in outcomes):.1f} s", end="; ")
    slowest, largest = max(outcomes, key=lambda each: each.seconds), max(outcomes, key=lambda each: each.memory)
    print(f"the slowest {slowest.path} ({slowest.seconds:.1f} s), peak of the parser {largest.memory >> 20} MB ({largest.path})")
    for reason, count in Counter(each.reason for each in outcomes).most_common():
        opened = sum(bool(each.opened) for each in outcomes if each.reason == reason)
        print(f"  {reason:<12} {count:>4}" + (f", of which {opened} open with a password" if opened else ""))
    crashes, silent = [each for each in outcomes if each.crashed], [each for each in outcomes if each.silent]
    print(f"crashes: {len(crashes)}, silent empties: {len(silent)}")
    for each in crashes + silent:
        print(f"  {each.path}: {each.reason} {each.detail}")
    wrong = [each for each in outcomes if expected.get(each.path) != (each.reason, each.opened)]
    print(f"as written down: {len(outcomes) - len(wrong)} of {len(outcomes)}")
    for each in wrong:
        print(f"  {each.path}: {each.reason} {each.opened} and not {' '.join(expected.get(each.path, ('in the list',)))}. {each.detail}")
    missing = {path for path in expected if only in path} - {each.path for each in outcomes}
    print(f"in the list and not there: {len(missing)}", *sorted(missing), sep="\n  ")


@dataclass(frozen=True)
class Known:
    """A sentence that somebody read in a file, and the place where it stands: the fragment of an address that has to lead to it."""

    path: str
    sentence: str
    place: str


def check_citations(folder: Path, sentences: Path) -> None:
    """Import the files and look each sentence up: the first hit, its place, and what opens there."""
    with sentences.open(encoding="utf-8", newline="") as file:
        known = [Known(row["path"], row["sentence"], row["place"]) for row in csv.DictReader(file)]
    with tempfile.TemporaryDirectory() as scratch, closing(Stores.open(Path(scratch) / "profile")) as stores:
        settings = Settings()
        addresses = {}
        with ParserProcess(embedder_folder(settings), settings.parser_memory_mb, settings.parser_seconds, FORMATS) as reader:
            for path in dict.fromkeys(each.path for each in known):
                addresses[path] = import_one(stores, reader, folder / path)
        wrong = [fault for each in known if (fault := misled(stores, addresses[each.path], each))]
    print(f"citations that lead to the place: {len(known) - len(wrong)} of {len(known)}", *wrong, sep="\n  ")


def import_one(stores: Stores, reader: ParserProcess, path: Path) -> str:
    """Store one document as an import does; its address."""
    address = stores.catalogue.add(str(path)).address
    stores.catalogue.begin(address)
    stores.archival.add_chunks(address, [item for item in reader.read(path) if isinstance(item, Chunk)])
    stores.catalogue.finish(address, Reason.STORED)
    return address


def misled(stores: Stores, document: str, known: Known) -> str:
    """What is wrong about the hit for a sentence; nothing when its citation leads there."""
    hits = stores.archival.search(known.sentence, 1).hits
    if not hits:
        return f"{known.path}: nothing is found"
    hit = hits[0]
    if stores.archival.read(hit.address).document != document:
        return f"{known.path}: the first hit is {hit.citation}"
    if not leads_to(hit.place, known.place):
        return f"{known.path}: {hit.place} and not {known.place}"
    opened = stores.archival.read_place(f"{document}#{hit.place}" if hit.place else document)
    squeezed = "".join("".join(passage.text for passage in opened).split()).casefold()
    if "".join(known.sentence.split()).casefold() not in squeezed:
        return f"{known.path}: {hit.place} opens something else"
    return ""


def leads_to(place: str, wanted: str) -> bool:
    """Whether a place is the one wanted (any, if none is): the same page, and rows, lines or seconds that hold those wanted."""
    have, want = _parts(place), _parts(wanted)
    return not want or (
        have.keys() == want.keys() and all(have[unit][0] <= want[unit][0] and want[unit][1] <= have[unit][1] for unit in want)
    )


def _parts(place: str) -> dict[str, tuple[int, int]]:
    parts = {}
    for part in filter(None, place.split("&")):
        unit, _, numbers = part.partition("=")
        first, _, last = numbers.partition("-")
        parts[unit] = (int(first), int(last or first))
    return parts


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, metavar="DIR")
    parser.add_argument("--passwords", default="", metavar="WORD,...", help="to be tried on what is protected")
    parser.add_argument("--only", default="", help="only files with this in their path")
    parser.add_argument("--dump", type=Path, metavar="FILE", help="write each outcome as a line of JSON, with the beginning of the text")
    parser.add_argument("--citations", type=Path, metavar="SENTENCES", help="check instead where known sentences are found")
    options = parser.parse_args()
    if options.citations:
        check_citations(options.data, options.citations)
        return
    corpus = Corpus(options.data, [word for word in options.passwords.split(",") if word])
    outcomes = []
    for outcome in corpus.outcomes(options.only):
        outcomes.append(outcome)
        if options.dump:
            with options.dump.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(outcome), ensure_ascii=False) + "\n")
    with EXPECTED.open(encoding="utf-8", newline="") as file:
        expected = {row["path"]: (row["reason"], row["opened"] if options.passwords else "") for row in csv.DictReader(file)}
    report(outcomes, options.only, expected)


if __name__ == "__main__":
    main()
