"""Reads the labelled cases and splits them into a half to tune on and a half held out, by a hash of the scene or the sentence."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from desktop_mem.control.grounding import Write, check
from desktop_mem.control.write_back import read_entries
from desktop_mem.memory.source import Origin, Source

_HERE = Path(__file__).parent
_ORIGINS = {"u": Origin.USER, "a": Origin.ASSISTANT, "d": Origin.DOCUMENT}
DAY = date(2026, 5, 8)
GROUNDED = ("true", "paraphrase")


@dataclass(frozen=True, slots=True)
class ProposedWrite:
    """One labelled write with what is in view."""

    kind: str
    write: Write
    sources: tuple[Source, ...]

    @property
    def grounded(self) -> bool:
        return self.kind in GROUNDED


def half_of(text: str) -> str:
    """`tuning` or `held-out`, the same on every machine."""
    return "tuning" if hashlib.sha256(text.encode("utf-8")).digest()[0] % 2 else "held-out"


def proposed_writes(half: str) -> list[ProposedWrite]:
    """The labelled writes of one half, or of the `new` ones: whole scenes, so that no source is in two of them."""
    text = (_HERE / "grounding_cases.txt").read_text(encoding="utf-8")
    scenes = text.split("\n== ")[1:]
    return [case for scene in scenes if _part_of(scene) == half for case in _of_scene(scene)]


def _part_of(scene: str) -> str:
    scene = scene.partition("\n##")[0]
    return "new" if scene.splitlines()[0].endswith(" new") else half_of(scene)


def _of_scene(scene: str) -> list[ProposedWrite]:
    day, *lines = scene.strip().splitlines()
    said_at = datetime.fromisoformat(f"{day.split()[0]}T10:00").astimezone()
    sources = tuple(
        Source(f"{'d' if line[0] == 'd' else 'm'}{number}", line[3:], _ORIGINS[line[0]], said_at)
        for number, line in enumerate(lines, 1)
        if line[:3] in ("u: ", "a: ", "d: ")
    )
    replaced = next((line.removeprefix("was: ") for line in lines if line.startswith("was: ")), "")
    label = "persona" if "Your name is" in scene else "human"
    pairs = [line.split("> ", 1) for line in lines if "> " in line]
    return [ProposedWrite(kind, Write(text, replaced, "human" if text.startswith("User") else label), sources) for kind, text in pairs]


def told_sentences(half: str) -> list[tuple[str, list[str]]]:
    """The labelled sentences of one half, each with the entries that should be proposed."""
    cases = []
    for line in (_HERE / "write_back_cases.txt").read_text(encoding="utf-8").splitlines():
        said, arrow, wanted = line.partition(" =>")
        if arrow and not line.startswith("#") and half_of(said) == half:
            cases.append((said.replace("\\n", "\n"), [entry.strip() for entry in wanted.split("|") if entry.strip()]))
    return cases


@dataclass(frozen=True, slots=True)
class Figures:
    """Of what was found: `right` and `wrong`; of what should have been: `missed`."""

    right: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float:
        return self.right / (self.right + self.wrong)

    @property
    def recall(self) -> float:
        return self.right / (self.right + self.missed)


def refusals(half: str) -> Figures:
    """Of the refusal: untrue writes refused, true ones refused, untrue ones let through."""
    found = [(case.grounded, check(case.write, case.sources).grounded) for case in proposed_writes(half)]
    return Figures(found.count((False, False)), found.count((True, False)), found.count((False, True)))


def proposals(half: str) -> Figures:
    """Of write-back: entries rightly proposed, wrongly proposed, not proposed."""
    right = wrong = missed = 0
    for said, wanted in told_sentences(half):
        found = {entry.text for entry in read_entries(said, DAY)}
        right, wrong, missed = right + len(found & set(wanted)), wrong + len(found - set(wanted)), missed + len(set(wanted) - found)
    return Figures(right, wrong, missed)
