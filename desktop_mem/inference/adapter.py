"""Adapters (LoRA): whether a file is one, and fits the model that it is meant to change, found out from the headers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from desktop_mem.control.model_rows import Finding
from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.gguf import GgufHeader, read_header
from desktop_mem.inference.model_facts import kind_of

_CHOOSE = "Choose an adapter that was made for this very model, or empty the setting lora."


def adapter_findings(adapter: Path, model: Path, header: GgufHeader) -> Iterator[Finding]:
    """What keeps the adapter from being laid over the model of that header; nothing when all is well."""
    try:
        own = read_header(adapter)
    except EnvironmentFault as fault:
        yield Finding("error", fault.what, fault.remedy)
        return
    if kind_of(own) != "adapter" or own.text("adapter.type") not in ("", "lora"):
        yield Finding("error", f"{adapter} is not a LoRA adapter.", _CHOOSE)
    elif own.architecture != header.architecture:
        yield Finding(
            "error",
            f"The adapter {adapter} is for models of the architecture {own.architecture}, and {model} is {header.architecture}.",
            _CHOOSE,
        )
    elif not _fits(own, header):
        yield Finding("error", f"The adapter {adapter} does not fit the model {model}.", _CHOOSE)


def _fits(adapter: GgufHeader, model: GgufHeader) -> bool:
    """Whether each pair of matrices changes one of the model's, from as many numbers to as many."""
    shapes = {tensor.name: tensor.dimensions for tensor in model.table}
    pairs: dict[str, dict[str, tuple[int, ...]]] = {}
    for tensor in adapter.table:
        name, _, part = tensor.name.rpartition(".")
        pairs.setdefault(name, {})[part] = tensor.dimensions
    return bool(pairs) and all(_pair_fits(pair, shapes.get(name)) for name, pair in pairs.items())


def _pair_fits(pair: dict[str, tuple[int, ...]], shape: tuple[int, ...] | None) -> bool:
    first, second = pair.get("lora_a"), pair.get("lora_b")
    if shape is None or not first or not second or len(second) < 2 or len(first) < 2:
        return False
    # An embedding is looked up and not multiplied, so its pair lies the other way round.
    return first[1] == second[0] and sorted((first[0], second[1])) == sorted(shape[:2])
