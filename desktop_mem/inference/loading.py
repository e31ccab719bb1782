"""Loading: a GGUF into llama.cpp with the options of the user, tuned to this machine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import llama_cpp
from llama_cpp import Llama

from desktop_mem.errors import EnvironmentFault
from desktop_mem.inference.calibration import Calibrations, measured
from desktop_mem.inference.ggml_types import kind_named
from desktop_mem.inference.gguf import GgufHeader
from desktop_mem.inference.library_log import listen, refusal
from desktop_mem.inference.memory_need import window_of
from desktop_mem.inference.model_key import model_key
from desktop_mem.inference.prefix_file import PrefixFile

_WHOLE_NUMBERS = frozenset({"f16", "bf16", "f32"})


@dataclass(frozen=True, slots=True)
class LlamaOptions:
    """How to load and sample; see the settings of the same names. `context_window` 0 takes what the model was trained for.

    `threads` 0 takes the number that was measured: the file `calibration` keeps it (None: measured at each load). What was read is kept
    in `prefix_file`, `prefix_bytes` at most (None or 0: not at all).
    """

    context_window: int
    threads: int
    gpu_layers: int
    prefill_batch: int
    temperature: float
    seed: int
    flash_attention: bool = False
    kv_type: str = "f16"
    memory_map: bool = True
    memory_lock: bool = False
    deterministic: bool = False
    lora: Path | None = None
    lora_scale: float = 1.0
    calibration: Path | None = None
    prefix_file: Path | None = None
    prefix_bytes: int = 0


def load(path: Path, header: GgufHeader, options: LlamaOptions) -> Llama:
    """Load the model, and its adapter if one is named. Raises `EnvironmentFault` with llama.cpp's own reason."""
    threads: dict[str, Any] = {"n_threads": options.threads, "n_threads_batch": options.threads} if options.threads else {}
    listen()
    try:
        llama = Llama(
            str(path),
            n_ctx=window_of(header, options.context_window),
            n_batch=options.prefill_batch,
            n_ubatch=options.prefill_batch,
            n_gpu_layers=options.gpu_layers,
            seed=options.seed,
            # llama.cpp works with a cache of packed numbers only in this way.
            flash_attn=options.flash_attention or options.kv_type not in _WHOLE_NUMBERS,
            type_k=kind_named(options.kv_type),
            type_v=kind_named(options.kv_type),
            use_mmap=options.memory_map,
            use_mlock=options.memory_lock,
            lora_path=str(options.lora) if options.lora else None,
            lora_scale=options.lora_scale,
            verbose=False,
            **threads,
        )
    except (ValueError, RuntimeError, OSError, AssertionError) as error:
        raise EnvironmentFault(
            f"llama.cpp could not load {path} (architecture {header.architecture or 'unknown'}; {refusal() or error}).",
            "Free some memory, choose a smaller window, or choose another model.",
        ) from error
    # The library goes on without an adapter that it could not read, and says nothing.
    if options.lora and not llama._lora_adapter:
        llama.close()
        raise EnvironmentFault(
            f"The adapter {options.lora} does not fit the model {path}.",
            "Choose an adapter that was made for this very model, or empty the setting lora.",
        )
    return llama


def tune(llama: Llama, path: Path, options: LlamaOptions) -> None:
    """Give the model the number of threads that is the fastest here, unless the user named one; measured when it is not known."""
    if options.threads:
        return
    kept = Calibrations(options.calibration)
    key = model_key([path], options.gpu_layers, options.flash_attention, options.kv_type, options.prefill_batch)
    threads = kept.of(key)
    if threads is None:
        threads = measured(llama)
        kept.keep(key, threads)
    llama_cpp.llama_set_n_threads(llama.ctx, threads.decode, threads.prefill)


def prefix_file(path: Path, options: LlamaOptions) -> PrefixFile | None:
    """Where what this model has read with these options is kept, if anywhere: what is to be repeated begins from nothing.

    With a bound of 0 nothing is read or kept, and what an earlier launch kept can still be forgotten.
    """
    if options.prefix_file is None:
        return None
    files = [path, options.lora] if options.lora else [path]
    settings = (options.context_window, options.gpu_layers, options.flash_attention, options.kv_type, options.lora_scale)
    return PrefixFile(options.prefix_file, model_key(files, *settings), 0 if options.deterministic else options.prefix_bytes)
