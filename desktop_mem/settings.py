"""Every setting once: its type, default, bounds and one line of text; dialogs and documentation derive from it."""

from __future__ import annotations

import json
from dataclasses import Field, asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from desktop_mem.errors import EnvironmentFault
from desktop_mem.whole_file import write_whole

SETTINGS_FILE = "settings.json"


def _setting(default: Any, text: str, *, bounds: tuple[float, float] | None = None, choices: tuple[str, ...] = ()) -> Any:
    """One declared setting. `bounds` are inclusive."""
    return field(default=default, metadata={"text": text, "bounds": bounds, "choices": choices})


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of one profile, checked when made. Raises `EnvironmentFault` that names every bad value at once."""

    chat_model: str = _setting("", "Path of the GGUF model; empty: the embedded one.")
    embedder: str = _setting("", "Folder of the sentence-transformers model; empty: the embedded one.")
    context_window: int = _setting(4096, "Tokens of the model's window; 0: as many as the model was trained for.", bounds=(0, 1_048_576))
    answer_reserve: int = _setting(512, "Tokens always kept free for the answer (at most a quarter of the window).", bounds=(64, 65_536))
    warn_share: float = _setting(0.7, "Share of the window at which the model is warned of memory pressure.", bounds=(0.3, 0.95))
    flush_share: float = _setting(0.5, "Share of the window that is still filled once older messages are summarised.", bounds=(0.1, 0.9))
    max_steps: int = _setting(6, "Most steps that the model takes for one answer.", bounds=(1, 100))
    paging: str = _setting(
        "auto",
        "Who looks for memories: the model alone, the program before each answer (assisted), the program only (automatic), "
        "or as advised for the model (auto).",
        choices=("auto", "model", "assisted", "automatic"),
    )
    prompt_tier: str = _setting(
        "auto",
        "How much the model is told of its functions: in few words (compact), with all details (full), or full from a window of "
        "8192 tokens up (auto).",
        choices=("auto", "compact", "full"),
    )
    heartbeat_minutes: int = _setting(
        0, "Minutes without any event after which the model is woken to think on its own; 0: never.", bounds=(0, 10_080)
    )
    topic_gap_hours: float = _setting(8.0, "Hours of silence after which a new topic begins.", bounds=(0.25, 8760.0))
    eviction: str = _setting(
        "second_chance",
        "What leaves the window first: the oldest, but what was used since the last time once later (second_chance), or simply the "
        "oldest (oldest_first).",
        choices=("second_chance", "oldest_first"),
    )
    write_back: bool = _setting(True, "Note what the user plainly says of themselves when the model does not (not with paging model).")
    page_in_cache: bool = _setting(True, "Remember which memories served a question, until something is written that bears on it.")
    fold_duplicates: bool = _setting(True, "Keep one line for what a section says twice, with both sources.")
    find_conflicts: bool = _setting(True, "Tell model and user when two lines of a section cannot both hold.")
    consolidation: bool = _setting(
        False, "Tidy memory when nothing else is to do: fold duplicates, look again for facts, propose shorter sections."
    )
    page_in_share: float = _setting(
        0.15, "Largest share of the window that the memories found for one question may take.", bounds=(0.0, 0.5)
    )
    page_in_score: float = _setting(0.35, "How well a memory must fit before it is brought into view, from 0 to 1.", bounds=(0.0, 1.0))
    result_share: float = _setting(0.2, "Largest share of the window that one page of search results may take.", bounds=(0.02, 0.5))
    section_limit: int = _setting(2000, "Characters that a section of the working context may hold.", bounds=(100, 100_000))
    grounding: bool = _setting(True, "Refuse what the model wants to remember when nobody has said it.")
    taint_gate: bool = _setting(
        True, "While text of a document is in view, changes of the memory that you did not ask for yourself wait for your decision."
    )
    proposal_days: int = _setting(14, "Days after which a change that waits for your decision is dropped.", bounds=(1, 3650))
    temperature: float = _setting(0.0, "Sampling temperature; 0 always takes the likeliest token.", bounds=(0.0, 2.0))
    seed: int = _setting(0, "Seed of the sampling.", bounds=(0, 2**31 - 1))
    deterministic: bool = _setting(False, "The same conversation gives the very same answers again; they begin a little later.")
    threads: int = _setting(0, "Processor threads for the model; 0: as many as are fastest, measured at its first load.", bounds=(0, 1024))
    gpu_layers: int = _setting(0, "Layers of the model put on the graphics card; -1: all.", bounds=(-1, 10_000))
    flash_attention: str = _setting(
        "auto",
        "Attention worked out in one pass: on, off, or with layers on a graphics card only (auto).",
        choices=("auto", "on", "off"),
    )
    kv_type: str = _setting(
        "f16",
        "Kind of numbers that the model's key-value cache holds; small ones (q8_0, q5_1, q4_0) save memory and turn flash attention on.",
        choices=("f16", "bf16", "f32", "q8_0", "q5_1", "q4_0"),
    )
    memory_map: bool = _setting(True, "Let the system bring the model's file into memory as it is needed.")
    memory_lock: bool = _setting(False, "Keep the model's weights in main memory, where the system lets a program do so.")
    lora: str = _setting("", "Path of a LoRA adapter (GGUF) for the model; empty: the one that the catalogue names for it, if any.")
    lora_scale: float = _setting(1.0, "How strongly the LoRA adapter acts.", bounds=(-10.0, 10.0))
    prefix_state_mb: int = _setting(
        256,
        "Megabytes on disk for what the model has read of the conversation, so that it need not read it again after a new start; 0: none.",
        bounds=(0, 65_536),
    )
    load_anyway: bool = _setting(False, "Load the model also when it seems too large for the memory that is free.")
    chat_format: str = _setting("", "Family whose chat template is used, such as ChatML; empty: the model's own template.")
    prefill_batch: int = _setting(512, "Most tokens evaluated at once before an answer.", bounds=(16, 4096))
    parser_memory_mb: int = _setting(2048, "Memory that reading one document may take, in megabytes.", bounds=(256, 65_536))
    parser_seconds: int = _setting(600, "Seconds that reading one document may take.", bounds=(1, 86_400))
    ignored_names: str = _setting(
        ".*; ~$*; *~; *.part; *.partial; *.crdownload; *.download; Thumbs.db; desktop.ini; __pycache__; node_modules; __MACOSX; "
        "$RECYCLE.BIN; System Volume Information",
        "Names in folders that an import passes over, as in a .gitignore: * and ? stand for anything, ! takes a name in again.",
    )
    ocr: str = _setting(
        "auto",
        "Text in scanned pages and pictures: recognised when desktop-mem[ocr] is installed (auto), or never (off).",
        choices=("auto", "off"),
    )
    language: str = _setting("system", "Language of the window.", choices=("system", "en", "zh_CN"))
    theme: str = _setting("system", "Colours of the window.", choices=("system", "light", "dark"))

    def __post_init__(self) -> None:
        faults = [fault for item in fields(self) if (fault := _fault(item, getattr(self, item.name)))]
        if self.flush_share >= self.warn_share:
            faults.append("flush_share must be smaller than warn_share")
        if faults:
            raise EnvironmentFault(
                f"Some settings cannot be used: {'; '.join(faults)}.", f"Correct them in {SETTINGS_FILE} or remove them."
            )

    def save(self, profile: Path) -> None:
        """Write `settings.json` into the profile folder, whole or not at all."""
        write_whole(profile / SETTINGS_FILE, json.dumps(asdict(self), indent=2, ensure_ascii=False) + "\n")

    @classmethod
    def load(cls, profile: Path, **overrides: Any) -> Settings:
        """Read `settings.json` of the profile (defaults where there is none), then apply `overrides`. Raises `EnvironmentFault`."""
        target = profile / SETTINGS_FILE
        try:
            stored = json.loads(target.read_text(encoding="utf-8")) if target.exists() else {}
        except (OSError, ValueError) as error:
            raise EnvironmentFault(f"The settings in {target} cannot be read ({error}).", "Mend or remove that file.") from error
        if not isinstance(stored, dict):
            raise EnvironmentFault(f"The settings in {target} are not a JSON object.", "Mend or remove that file.")
        known = {item.name for item in fields(cls)}
        if unknown := sorted(set(stored) - known):
            raise EnvironmentFault(f"Unknown settings in {target}: {', '.join(unknown)}.", "Remove them from that file.")
        if unknown := sorted(set(overrides) - known):
            raise EnvironmentFault(f"There is no setting {', '.join(unknown)}.", f"The settings are: {', '.join(sorted(known))}.")
        return replace(cls(**stored), **overrides)


def _fault(item: Field[Any], value: Any) -> str:
    """A sentence on what is wrong with the value, or nothing."""
    kind: type = type(item.default)
    if not (isinstance(value, kind) or (kind is float and isinstance(value, int))) or isinstance(value, bool) != (kind is bool):
        return f"{item.name} must be of type {kind.__name__}, not {value!r}"
    if item.metadata["choices"] and value not in item.metadata["choices"]:
        return f"{item.name} must be one of {', '.join(item.metadata['choices'])}, not {value!r}"
    if bounds := item.metadata["bounds"]:
        low, high = bounds
        if not low <= value <= high:
            return f"{item.name} must lie between {low:g} and {high:g}, not {value!r}"
    return ""
