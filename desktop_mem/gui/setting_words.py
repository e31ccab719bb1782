"""The settings in the user's words: the title of each, and its line of text in the window's language."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

GROUPS = (
    (QT_TRANSLATE_NOOP("Settings", "Window"), ("theme", "language")),
    (
        QT_TRANSLATE_NOOP("Settings", "Memory"),
        (
            "paging",
            "topic_gap_hours",
            "page_in_share",
            "page_in_score",
            "result_share",
            "section_limit",
            "warn_share",
            "flush_share",
            "max_steps",
            "heartbeat_minutes",
            "eviction",
            "page_in_cache",
            "write_back",
            "fold_duplicates",
            "find_conflicts",
            "grounding",
            "taint_gate",
            "proposal_days",
            "consolidation",
        ),
    ),
    (
        QT_TRANSLATE_NOOP("Settings", "Model"),
        (
            "chat_model",
            "embedder",
            "context_window",
            "answer_reserve",
            "prompt_tier",
            "temperature",
            "seed",
            "deterministic",
            "threads",
            "gpu_layers",
            "flash_attention",
            "kv_type",
            "memory_map",
            "memory_lock",
            "prefill_batch",
            "prefix_state_mb",
            "lora",
            "lora_scale",
            "chat_format",
            "load_anyway",
        ),
    ),
    (QT_TRANSLATE_NOOP("Settings", "Documents"), ("ignored_names", "ocr", "parser_memory_mb", "parser_seconds")),
)
"""The pages of the preferences. What is in none of them stands on the last."""

TITLES = {
    "chat_model": QT_TRANSLATE_NOOP("Settings", "Chat model"),
    "embedder": QT_TRANSLATE_NOOP("Settings", "Search model"),
    "context_window": QT_TRANSLATE_NOOP("Settings", "Context window"),
    "answer_reserve": QT_TRANSLATE_NOOP("Settings", "Reserve for the answer"),
    "warn_share": QT_TRANSLATE_NOOP("Settings", "Warn from"),
    "flush_share": QT_TRANSLATE_NOOP("Settings", "Summarise down to"),
    "max_steps": QT_TRANSLATE_NOOP("Settings", "Most steps in a row"),
    "paging": QT_TRANSLATE_NOOP("Settings", "Who brings memories into view"),
    "prompt_tier": QT_TRANSLATE_NOOP("Settings", "Instructions"),
    "heartbeat_minutes": QT_TRANSLATE_NOOP("Settings", "Think when idle"),
    "topic_gap_hours": QT_TRANSLATE_NOOP("Settings", "New topic after"),
    "page_in_share": QT_TRANSLATE_NOOP("Settings", "Room for memories"),
    "page_in_score": QT_TRANSLATE_NOOP("Settings", "Least score of memories"),
    "result_share": QT_TRANSLATE_NOOP("Settings", "Room for results"),
    "section_limit": QT_TRANSLATE_NOOP("Settings", "Size of a section"),
    "temperature": QT_TRANSLATE_NOOP("Settings", "Temperature"),
    "seed": QT_TRANSLATE_NOOP("Settings", "Seed"),
    "threads": QT_TRANSLATE_NOOP("Settings", "Threads"),
    "gpu_layers": QT_TRANSLATE_NOOP("Settings", "Layers on the graphics card"),
    "load_anyway": QT_TRANSLATE_NOOP("Settings", "Load large models anyway"),
    "chat_format": QT_TRANSLATE_NOOP("Settings", "Chat template"),
    "prefill_batch": QT_TRANSLATE_NOOP("Settings", "Tokens read at once"),
    "parser_memory_mb": QT_TRANSLATE_NOOP("Settings", "Memory for reading"),
    "parser_seconds": QT_TRANSLATE_NOOP("Settings", "Time for reading"),
    "ignored_names": QT_TRANSLATE_NOOP("Settings", "Passed over in folders"),
    "ocr": QT_TRANSLATE_NOOP("Settings", "Text in pictures"),
    "eviction": QT_TRANSLATE_NOOP("Settings", "What leaves the window first"),
    "page_in_cache": QT_TRANSLATE_NOOP("Settings", "Remember what served a question"),
    "write_back": QT_TRANSLATE_NOOP("Settings", "Note what I say of myself"),
    "fold_duplicates": QT_TRANSLATE_NOOP("Settings", "Fold duplicates"),
    "find_conflicts": QT_TRANSLATE_NOOP("Settings", "Tell of conflicts"),
    "grounding": QT_TRANSLATE_NOOP("Settings", "Remember only what was said"),
    "taint_gate": QT_TRANSLATE_NOOP("Settings", "Ask before documents change memory"),
    "proposal_days": QT_TRANSLATE_NOOP("Settings", "Days a proposal waits"),
    "consolidation": QT_TRANSLATE_NOOP("Settings", "Tidy memory when idle"),
    "deterministic": QT_TRANSLATE_NOOP("Settings", "Repeatable answers"),
    "flash_attention": QT_TRANSLATE_NOOP("Settings", "Flash attention"),
    "kv_type": QT_TRANSLATE_NOOP("Settings", "Numbers of the cache"),
    "memory_map": QT_TRANSLATE_NOOP("Settings", "Map the model's file"),
    "memory_lock": QT_TRANSLATE_NOOP("Settings", "Lock the model in memory"),
    "prefix_state_mb": QT_TRANSLATE_NOOP("Settings", "Disk for a quick start"),
    "lora": QT_TRANSLATE_NOOP("Settings", "LoRA adapter"),
    "lora_scale": QT_TRANSLATE_NOOP("Settings", "Strength of the adapter"),
    "language": QT_TRANSLATE_NOOP("Settings", "Language"),
    "theme": QT_TRANSLATE_NOOP("Settings", "Colours"),
}

CHOICES = {
    "system": QT_TRANSLATE_NOOP("Settings", "as the desktop"),
    "light": QT_TRANSLATE_NOOP("Settings", "light"),
    "dark": QT_TRANSLATE_NOOP("Settings", "dark"),
    "en": "English",
    "zh_CN": "简体中文",
    "auto": QT_TRANSLATE_NOOP("Settings", "as is best (auto)"),
    "off": QT_TRANSLATE_NOOP("Settings", "off"),
    "model": QT_TRANSLATE_NOOP("Settings", "the model alone"),
    "assisted": QT_TRANSLATE_NOOP("Settings", "the program before each answer"),
    "automatic": QT_TRANSLATE_NOOP("Settings", "the program only"),
    "on": QT_TRANSLATE_NOOP("Settings", "on"),
    "second_chance": QT_TRANSLATE_NOOP("Settings", "the oldest, but what was used later"),
    "oldest_first": QT_TRANSLATE_NOOP("Settings", "simply the oldest"),
    **{kind: kind for kind in ("f16", "bf16", "f32", "q8_0", "q5_1", "q4_0")},
    "compact": QT_TRANSLATE_NOOP("Settings", "in few words"),
    "full": QT_TRANSLATE_NOOP("Settings", "with all details"),
}

_TEXTS = (
    QT_TRANSLATE_NOOP("Settings", "Refuse what the model wants to remember when nobody has said it."),
    QT_TRANSLATE_NOOP(
        "Settings", "While text of a document is in view, changes of the memory that you did not ask for yourself wait for your decision."
    ),
    QT_TRANSLATE_NOOP("Settings", "Days after which a change that waits for your decision is dropped."),
    QT_TRANSLATE_NOOP("Settings", "Path of the GGUF model; empty: the embedded one."),
    QT_TRANSLATE_NOOP("Settings", "Folder of the sentence-transformers model; empty: the embedded one."),
    QT_TRANSLATE_NOOP("Settings", "Tokens of the model's window; 0: as many as the model was trained for."),
    QT_TRANSLATE_NOOP("Settings", "Tokens always kept free for the answer (at most a quarter of the window)."),
    QT_TRANSLATE_NOOP("Settings", "Share of the window at which the model is warned of memory pressure."),
    QT_TRANSLATE_NOOP("Settings", "Share of the window that is still filled once older messages are summarised."),
    QT_TRANSLATE_NOOP("Settings", "Most steps that the model takes for one answer."),
    QT_TRANSLATE_NOOP(
        "Settings",
        "Who looks for memories: the model alone, the program before each answer (assisted), the program only (automatic), "
        "or as advised for the model (auto).",
    ),
    QT_TRANSLATE_NOOP(
        "Settings",
        "How much the model is told of its functions: in few words (compact), with all details (full), or full from a window of "
        "8192 tokens up (auto).",
    ),
    QT_TRANSLATE_NOOP("Settings", "Minutes without any event after which the model is woken to think on its own; 0: never."),
    QT_TRANSLATE_NOOP("Settings", "Hours of silence after which a new topic begins."),
    QT_TRANSLATE_NOOP("Settings", "Largest share of the window that the memories found for one question may take."),
    QT_TRANSLATE_NOOP("Settings", "How well a memory must fit before it is brought into view, from 0 to 1."),
    QT_TRANSLATE_NOOP("Settings", "Largest share of the window that one page of search results may take."),
    QT_TRANSLATE_NOOP("Settings", "Characters that a section of the working context may hold."),
    QT_TRANSLATE_NOOP("Settings", "Sampling temperature; 0 always takes the likeliest token."),
    QT_TRANSLATE_NOOP("Settings", "Seed of the sampling."),
    QT_TRANSLATE_NOOP(
        "Settings",
        "What leaves the window first: the oldest, but what was used since the last time once later (second_chance), or simply the "
        "oldest (oldest_first).",
    ),
    QT_TRANSLATE_NOOP("Settings", "Note what the user plainly says of themselves when the model does not (not with paging model)."),
    QT_TRANSLATE_NOOP("Settings", "Remember which memories served a question, until something is written that bears on it."),
    QT_TRANSLATE_NOOP("Settings", "Keep one line for what a section says twice, with both sources."),
    QT_TRANSLATE_NOOP("Settings", "Tell model and user when two lines of a section cannot both hold."),
    QT_TRANSLATE_NOOP(
        "Settings", "Tidy memory when nothing else is to do: fold duplicates, look again for facts, propose shorter sections."
    ),
    QT_TRANSLATE_NOOP("Settings", "The same conversation gives the very same answers again; they begin a little later."),
    QT_TRANSLATE_NOOP("Settings", "Processor threads for the model; 0: as many as are fastest, measured at its first load."),
    QT_TRANSLATE_NOOP("Settings", "Attention worked out in one pass: on, off, or with layers on a graphics card only (auto)."),
    QT_TRANSLATE_NOOP(
        "Settings",
        "Kind of numbers that the model's key-value cache holds; small ones (q8_0, q5_1, q4_0) save memory and turn flash attention on.",
    ),
    QT_TRANSLATE_NOOP("Settings", "Let the system bring the model's file into memory as it is needed."),
    QT_TRANSLATE_NOOP("Settings", "Keep the model's weights in main memory, where the system lets a program do so."),
    QT_TRANSLATE_NOOP("Settings", "Path of a LoRA adapter (GGUF) for the model; empty: the one that the catalogue names for it, if any."),
    QT_TRANSLATE_NOOP("Settings", "How strongly the LoRA adapter acts."),
    QT_TRANSLATE_NOOP(
        "Settings",
        "Megabytes on disk for what the model has read of the conversation, so that it need not read it again after a new start; 0: none.",
    ),
    QT_TRANSLATE_NOOP("Settings", "Layers of the model put on the graphics card; -1: all."),
    QT_TRANSLATE_NOOP("Settings", "Load the model also when it seems too large for the memory that is free."),
    QT_TRANSLATE_NOOP("Settings", "Family whose chat template is used, such as ChatML; empty: the model's own template."),
    QT_TRANSLATE_NOOP("Settings", "Most tokens evaluated at once before an answer."),
    QT_TRANSLATE_NOOP("Settings", "Memory that reading one document may take, in megabytes."),
    QT_TRANSLATE_NOOP("Settings", "Seconds that reading one document may take."),
    QT_TRANSLATE_NOOP(
        "Settings", "Names in folders that an import passes over, as in a .gitignore: * and ? stand for anything, ! takes a name in again."
    ),
    QT_TRANSLATE_NOOP(
        "Settings", "Text in scanned pages and pictures: recognised when desktop-mem[ocr] is installed (auto), or never (off)."
    ),
    QT_TRANSLATE_NOOP("Settings", "Language of the window."),
    QT_TRANSLATE_NOOP("Settings", "Colours of the window."),
)


def title_words(name: str) -> str:
    """What a setting is called; one that has no title yet keeps its name."""
    return QCoreApplication.translate("Settings", TITLES[name]) if name in TITLES else name.replace("_", " ")


def choice_words(choice: str) -> str:
    """One of a setting's choices."""
    return QCoreApplication.translate("Settings", CHOICES[choice]) if choice in CHOICES else choice


def text_words(text: str) -> str:
    """A setting's own line of text."""
    return QCoreApplication.translate("Settings", text) if text in _TEXTS else text


def group_words(title: str) -> str:
    """The heading of a page of the preferences."""
    return QCoreApplication.translate("Settings", title)
