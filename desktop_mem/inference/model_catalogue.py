"""The catalogue of known models, and where the files of the chosen ones lie."""

from __future__ import annotations

import functools
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_mem.settings import Settings


@dataclass(frozen=True, slots=True)
class KnownModel:
    """One entry of the catalogue: `size` in bytes, `memory_mb` in megabytes. Without a `sha256` both are only round figures."""

    id: str
    role: str
    file: str
    sha256: str
    size: int
    licence: str
    memory_mb: int
    paging: str
    embedded: bool


_CHAT, _EMBEDDINGS = "chat", "embeddings"
_PAGING_OF_UNKNOWN = "assisted"


def models_folder() -> Path:
    """The folder of the embedded models: `DESKTOP_MEM_MODELS` if set, else `models` beside the package."""
    if folder := os.environ.get("DESKTOP_MEM_MODELS"):
        return Path(folder)
    return Path(__file__).resolve().parents[2] / "models"


@functools.cache
def _entries(folder: Path) -> list[dict[str, Any]]:
    file = folder / "catalogue.json"
    entries: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else []
    return entries


def _embedded(role: str) -> Path:
    folder = models_folder()
    for entry in _entries(folder):
        if entry["role"] == role and entry["embedded"]:
            return folder / str(entry["file"])
    return folder / f"the embedded {role} model"


def chat_model_path(settings: Settings) -> Path:
    """The GGUF that the settings choose."""
    return Path(settings.chat_model).expanduser() if settings.chat_model else _embedded(_CHAT)


def adapter_path(settings: Settings) -> Path | None:
    """The LoRA adapter that the settings choose, else the one that the catalogue names for the model's file and that lies beside it."""
    if settings.lora:
        return Path(settings.lora).expanduser()
    model = chat_model_path(settings)
    named = next((str(entry.get("lora") or "") for entry in _entries(models_folder()) if Path(str(entry["file"])).name == model.name), "")
    beside = model.parent / named
    return beside if named and beside.is_file() else None


def embedder_folder(settings: Settings) -> Path:
    """The sentence-transformers folder that the settings choose."""
    return Path(settings.embedder).expanduser() if settings.embedder else _embedded(_EMBEDDINGS)


def known_models() -> list[KnownModel]:
    """The catalogue. `file` is the one that `sha256` and `size` are of."""
    return [
        KnownModel(
            id=str(entry["id"]),
            role=str(entry["role"]),
            file=str(entry["weights"]),
            sha256=str(entry["sha256"] or ""),
            size=int(entry["size"]),
            licence=str(entry["licence"]),
            memory_mb=int(entry["memory_mb"]),
            paging=str(entry["paging"] or ""),
            embedded=bool(entry["embedded"]),
        )
        for entry in _entries(models_folder())
    ]


def model_paging(path: Path) -> str:
    """The paging that the catalogue advises for the model file of that name; `assisted` where it knows none."""
    for entry in _entries(models_folder()):
        if entry["role"] == _CHAT and Path(str(entry["file"])).name == path.name:
            return str(entry["paging"] or _PAGING_OF_UNKNOWN)
    return _PAGING_OF_UNKNOWN
