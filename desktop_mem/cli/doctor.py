"""`desktop-mem doctor`: versions, models, paths and free memory; what is missing and how to get it."""

from __future__ import annotations

import importlib.metadata
import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

from desktop_mem import __version__
from desktop_mem.app import look_at_model
from desktop_mem.cli.output import Output
from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.embedding import check_folder
from desktop_mem.inference.model_advice import advised_paging
from desktop_mem.inference.model_catalogue import chat_model_path, embedder_folder, model_paging
from desktop_mem.settings import Settings

_LIBRARIES = ("llama-cpp-python", "outlines", "llguidance", "sentence-transformers", "torch", "lancedb", "tiktoken", "PySide6-Essentials")
_LEAST_FREE_DISK = 200 * 2**20
_GIB = 2**30


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. `remedy` says what to do when it is not `ok`."""

    name: str
    ok: bool
    text: str
    remedy: str = ""


def examine(profile: Path, *, as_json: bool) -> int:
    """Print every finding; 1 when one of them needs a hand."""
    output = Output(as_json=as_json)
    healthy = True
    for finding in _findings(profile):
        healthy = healthy and finding.ok
        remedy = f"\n      -> {finding.remedy}" if finding.remedy else ""
        output.result(asdict(finding), f"{'ok  ' if finding.ok else 'FAIL'}  {finding.name}: {finding.text}{remedy}")
    return 0 if healthy else 1


def _findings(profile: Path) -> Iterator[Finding]:
    yield Finding("desktop_mem", True, f"{__version__}, Python {platform.python_version()} on {platform.platform()}")
    for name in _LIBRARIES:
        yield _library(name)
    settings, finding = _settings(profile)
    yield finding
    yield _chat_model(profile, settings)
    yield _embedder(settings)
    yield _profile(profile)
    memory = psutil.virtual_memory()
    yield Finding("memory", True, f"{memory.available / _GIB:.1f} of {memory.total / _GIB:.1f} GiB free")
    yield _window()


def _library(name: str) -> Finding:
    try:
        return Finding(name, True, importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError:
        return Finding(name, False, "not installed", f"Install it into this environment: {sys.executable} -m pip install {name}")


def _settings(profile: Path) -> tuple[Settings, Finding]:
    try:
        settings = Settings.load(profile)
    except EnvironmentFault as fault:
        return Settings(), Finding("settings", False, fault.what, fault.remedy)
    return settings, Finding("settings", True, "read" if (profile / "settings.json").exists() else "all at their defaults")


def _chat_model(profile: Path, settings: Settings) -> Finding:
    path = chat_model_path(settings)
    looked = look_at_model(path, settings)
    try:
        looked.require(anyway=settings.load_anyway)
    except EnvironmentFault as fault:
        return Finding("chat model", False, fault.what, fault.remedy)
    assert looked.header
    header = looked.header
    paging = advised_paging(profile, path) or model_paging(path)
    trained = f"trained for {header.context_length} tokens" if header.context_length else "window not stated"
    return Finding("chat model", True, f"{path} ({header.architecture}, {trained}, paging {paging})")


def _embedder(settings: Settings) -> Finding:
    folder = embedder_folder(settings)
    try:
        check_folder(folder)
    except EnvironmentFault as fault:
        return Finding("embedder", False, fault.what, fault.remedy)
    return Finding("embedder", True, str(folder))


def _profile(profile: Path) -> Finding:
    nearest = next(folder for folder in (profile, *profile.absolute().parents) if folder.exists())
    if not nearest.is_dir():
        return Finding("profile", False, f"{nearest} is a file, not a folder", "Choose another folder with --profile.")
    free = shutil.disk_usage(nearest).free
    text = f"{profile}{'' if profile.exists() else ' (made at the first start)'}, {free / _GIB:.1f} GiB free on its disk"
    if free < _LEAST_FREE_DISK:
        return Finding("profile", False, text, "Free some space on that disk.")
    return Finding("profile", True, text)


def _window() -> Finding:
    try:
        import PySide6.QtWidgets  # noqa: F401
    except ImportError as error:
        return Finding(
            "window", False, f"Qt cannot be loaded ({error})", "Install the system library that is named, or use desktop-mem chat."
        )
    return Finding("window", True, "Qt can be loaded")
