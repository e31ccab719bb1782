"""The user's own models: which files there are, linked or copied, and the settings of each; kept in the profile."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Generator
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

from desktop_mem.control.model_rows import ModelRow
from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.gguf import read_header
from desktop_mem.inference.model_catalogue import known_models, models_folder
from desktop_mem.inference.model_facts import facts_of
from desktop_mem.inference.split_files import parts_of
from desktop_mem.settings import SETTINGS_FILE, Settings
from desktop_mem.whole_file import write_whole

LIST_FILE = "models.json"
COPIES = "models"
# What may differ from model to model; everything else is of the whole profile.
OWN_SETTINGS = frozenset({
    "context_window", "answer_reserve", "paging", "prompt_tier", "temperature", "threads", "gpu_layers", "prefill_batch",
    "load_anyway", "chat_format", "flash_attention", "kv_type", "memory_map", "memory_lock", "lora", "lora_scale",
})  # fmt: skip
_CHUNK = 8 * 2**20


class ModelList:
    """The rows of one profile. A linked file is the user's and never deleted; a copy lies in the profile and goes with its row.

    Every method reads the list anew and writes it whole. Raises `EnvironmentFault` for a list that cannot be read or written.
    """

    def __init__(self, profile: Path) -> None:
        self._profile = profile
        self._file = profile / LIST_FILE

    def rows(self) -> list[ModelRow]:
        """All rows, in the order in which they were added; those whose file is gone, too."""
        try:
            stored = json.loads(self._file.read_text(encoding="utf-8")) if self._file.exists() else []
            return [_row(entry) for entry in stored]
        except (OSError, ValueError, TypeError) as error:
            raise EnvironmentFault(
                f"The list of models in {self._file} cannot be read ({error}).",
                "Mend or remove that file, and add the models again; the models themselves are not touched.",
            ) from error

    def everything(self) -> list[ModelRow]:
        """The chat models that come with the program, then the user's own."""
        return [*_shipped(), *self.rows()]

    @property
    def default(self) -> str:
        """The name of the model that is loaded at the next start: a row's, or the bare path that the settings name."""
        chosen = Settings.load(self._profile).chat_model
        if not chosen:
            return next((row.name for row in _shipped()), "")
        return next((row.name for row in self.rows() if Path(row.path) == Path(chosen).expanduser()), chosen)

    def use(self, name: str) -> ModelRow:
        """Make this model the one that is loaded at the next start. Raises `EnvironmentFault` when its file is missing or no GGUF."""
        row = self.find(name)
        read_header(Path(row.path))
        self._choose("" if row.shipped else row.path)
        return row

    def _choose(self, path: str) -> None:
        settings = replace(Settings.load(self._profile), chat_model=path)
        try:
            self._profile.mkdir(parents=True, exist_ok=True)
            settings.save(self._profile)
        except OSError as error:
            raise EnvironmentFault(
                f"{self._profile / SETTINGS_FILE} cannot be written ({error.strerror}).", "Free some space on that disk and try again."
            ) from error

    def find(self, name: str) -> ModelRow:
        """The row of that name, capitals or not, or of that file."""
        rows = self.everything()
        for row in rows:
            if row.name.casefold() == name.casefold() or Path(row.path) == Path(name).absolute():
                return row
        names = ", ".join(row.name for row in rows)
        raise EnvironmentFault(f"There is no model named {name}.", f"There are: {names}.")

    def add(self, path: Path, *, copy: bool = False) -> Generator[tuple[int, int], None, ModelRow]:
        """Take in a GGUF, linked or copied, and yield bytes copied so far and all bytes. A file that is in the list already keeps its row.

        When the generator is closed before the end, nothing of the copy stays.
        """
        path = path.expanduser().absolute()
        header = read_header(path)
        rows = self.rows()
        if known := next((row for row in rows if Path(row.path) == path), None):
            yield from ()
            return self._put(_looked_at(known))
        parts = parts_of(path, header).files
        if copy:
            yield from self._copy(parts)
            path = self._profile / COPIES / path.name
        return self._put(_looked_at(ModelRow(_free_name(path.stem, {row.name.casefold() for row in rows}), str(path), copied=copy)))

    def remove(self, name: str) -> ModelRow:
        """Take a row out of the list, and with it the file if that is our copy. If it was the default, the shipped model is again."""
        gone = self.find(name)
        if gone.shipped:
            raise EnvironmentFault(f"{gone.name} comes with the program and cannot be removed.", "Choose another one to use in its place.")
        if self.default == gone.name:
            self._choose("")
        self._write([row for row in self.rows() if row.name != gone.name])
        file = Path(gone.path)
        if gone.copied and file.is_file() and file.parent == self._profile / COPIES:
            for part in _parts(file):
                part.unlink(missing_ok=True)
        return gone

    def configure(self, name: str, changes: dict[str, Any]) -> ModelRow:
        """Change settings that hold for this model alone; None takes one back to the profile's. Raises `EnvironmentFault`."""
        row = self.find(name)
        if row.shipped:
            raise EnvironmentFault(
                f"{row.name} comes with the program and has the profile's settings.", "Change those, or add a copy of it."
            )
        if unknown := sorted(set(changes) - OWN_SETTINGS):
            raise EnvironmentFault(
                f"A model has no setting {', '.join(unknown)} of its own.", f"It can have: {', '.join(sorted(OWN_SETTINGS))}."
            )
        own = {key: value for key, value in (row.settings | changes).items() if value is not None}
        Settings(**own)  # checks them
        return self._put(replace(row, settings=own))

    def rescan(self) -> list[ModelRow]:
        """Look at every file anew, and take in copies in the profile that no row names."""
        rows = [_looked_at(row) for row in self.rows()]
        listed = {Path(row.path) for row in rows}
        for file in sorted((self._profile / COPIES).glob("*.gguf")):
            found = None if file in listed else _looked_at(ModelRow("", str(file), copied=True))
            if found and found.kind and parts_and_first(file)[1]:
                rows.append(replace(found, name=_free_name(file.stem, {row.name.casefold() for row in rows})))
        self._write(rows)
        return rows

    def settings_of(self, path: str) -> dict[str, Any]:
        """The settings that hold for the model at that path alone."""
        if not path:
            return {}
        return next((row.settings for row in self.rows() if Path(row.path) == Path(path).expanduser()), {})

    def _put(self, row: ModelRow) -> ModelRow:
        rows = self.rows()
        known = {each.name for each in rows}
        self._write([row if each.name == row.name else each for each in rows] + ([] if row.name in known else [row]))
        return row

    def _write(self, rows: list[ModelRow]) -> None:
        try:
            self._profile.mkdir(parents=True, exist_ok=True)
            write_whole(self._file, json.dumps([_entry(row) for row in rows], indent=2, ensure_ascii=False) + "\n")
        except OSError as error:
            raise EnvironmentFault(
                f"{self._file} cannot be written ({error.strerror}).", "Free some space on that disk and try again."
            ) from error

    def _copy(self, parts: tuple[Path, ...]) -> Generator[tuple[int, int], None, None]:
        """Copy the parts into the profile: under another name first, so that a half copy is never taken for a model."""
        folder = self._profile / COPIES
        taken = [part.name for part in parts if (folder / part.name).exists()]
        if taken:
            raise EnvironmentFault(
                f"There is a copy named {taken[0]} in {folder} already.", "Remove that model first, or rename the file that you add."
            )
        drafts = [folder / f"{part.name}.part" for part in parts]
        try:
            folder.mkdir(parents=True, exist_ok=True)
            yield from _copied(parts, drafts)
            for part, draft in zip(parts, drafts, strict=True):
                draft.replace(folder / part.name)
        except OSError as error:
            raise EnvironmentFault(
                f"{parts[0]} cannot be copied to {folder} ({error.strerror}).",
                "Free some space on that disk, or add the file without copying it.",
            ) from error
        finally:
            for draft in drafts:
                draft.unlink(missing_ok=True)


def _copied(parts: tuple[Path, ...], drafts: list[Path]) -> Generator[tuple[int, int], None, None]:
    total = sum(part.stat().st_size for part in parts)
    if shutil.disk_usage(drafts[0].parent).free < total:
        raise OSError(28, "No space left on device")
    done = 0
    for part, draft in zip(parts, drafts, strict=True):
        with part.open("rb") as source, draft.open("wb") as target:
            while chunk := source.read(_CHUNK):
                target.write(chunk)
                done += len(chunk)
                yield done, total


def finished(adding: Generator[tuple[int, int], None, ModelRow], tell: Callable[[int, int], None]) -> ModelRow:
    """Carry an addition through; `tell` hears the bytes done and all bytes."""
    try:
        while True:
            tell(*next(adding))
    except StopIteration as end:
        row: ModelRow = end.value
        return row
    finally:
        adding.close()


def parts_and_first(file: Path) -> tuple[tuple[Path, ...], bool]:
    """The files of the model that the file belongs to, and whether it is the first of them. Raises `EnvironmentFault`."""
    parts = parts_of(file, read_header(file))
    return parts.files, parts.chosen == 0


def _parts(file: Path) -> tuple[Path, ...]:
    try:
        return parts_and_first(file)[0]
    except EnvironmentFault:
        return (file,)


def _looked_at(row: ModelRow) -> ModelRow:
    """The row with what its file says now; as it was when the file cannot be read."""
    try:
        header = read_header(Path(row.path))
    except EnvironmentFault:
        return row
    files = [file for file in parts_of(Path(row.path), header).files if file.is_file()]
    facts = facts_of([header])
    return replace(
        row,
        size=sum(file.stat().st_size for file in files),
        kind=facts.kind,
        architecture=facts.architecture,
        quantisation=facts.quantisation,
        parameters=facts.parameters,
        context_length=facts.context_length,
        licence=facts.licence,
    )


def _shipped() -> list[ModelRow]:
    """The chat models that come with the program."""
    shipped = [model for model in known_models() if model.embedded and model.role == "chat"]
    return [
        ModelRow(model.id, str(models_folder() / model.file), size=model.size, kind="chat", licence=model.licence, shipped=True)
        for model in shipped
    ]


def _entry(row: ModelRow) -> dict[str, Any]:
    entry = asdict(row)
    del entry["shipped"]
    return entry


def _row(entry: Any) -> ModelRow:
    """One row of the file; what a newer version added is passed over. Raises `TypeError` or `ValueError`."""
    known = {item.name for item in fields(ModelRow)} - {"shipped"}
    row = ModelRow(**{key: value for key, value in dict(entry).items() if key in known})
    if not (isinstance(row.name, str) and isinstance(row.path, str) and isinstance(row.settings, dict)):
        raise TypeError("a row without name, path or settings")
    return replace(row, settings={key: value for key, value in row.settings.items() if key in OWN_SETTINGS})


def _free_name(wanted: str, taken: set[str]) -> str:
    """The name, or the name with the first number that nobody has."""
    name, number = wanted, 1
    while name.casefold() in taken:
        number += 1
        name = f"{wanted} {number}"
    return name
