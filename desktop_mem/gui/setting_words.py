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
            "threads",
            "gpu_layers",
            "prefill_batch",
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
    "flush_share": QT_TRANSLATE_NOOP("Settings", "Flush down to"),
    "max_steps": QT_TRANSLATE_NOOP("Settings", "Most calls in a row"),
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
    "language": QT_TRANSLATE_NOOP("Settings", "Language"),
    "theme": QT_TRANSLATE_NOOP("Settings", "Colours"),
}

CHOICES = {
    "system": QT_TRANSLATE_NOOP("Settings", "as the desktop"),
    "light": QT_TRANSLATE_NOOP("Settings", "light"),
    "dark": QT_TRANSLATE_NOOP("Settings", "dark"),
    "en": "English",
    "zh_CN": "简体中文",
    "auto": QT_TRANSLATE_NOOP("Settings", "automatic"),
    "off": QT_TRANSLATE_NOOP("Settings", "off"),
    "model": QT_TRANSLATE_NOOP("Settings", "the model alone"),
    "assisted": QT_TRANSLATE_NOOP("Settings", "the program before each answer"),
    "automatic": QT_TRANSLATE_NOOP("Settings", "the program only"),
    "compact": QT_TRANSLATE_NOOP("Settings", "in few words"),
    "full": QT_TRANSLATE_NOOP("Settings", "with all details"),
}

_TEXTS = (
    QT_TRANSLATE_NOOP("Settings", "Path of the GGUF model; empty: the embedded one."),
    QT_TRANSLATE_NOOP("Settings", "Folder of the sentence-transformers model; empty: the embedded one."),
    QT_TRANSLATE_NOOP("Settings", "Tokens of the model's window; 0: as many as the model was trained for."),
    QT_TRANSLATE_NOOP("Settings", "Tokens always kept free for the answer (at most a quarter of the window)."),
    QT_TRANSLATE_NOOP("Settings", "Share of the window at which the model is warned of memory pressure."),
    QT_TRANSLATE_NOOP("Settings", "Share of the window that a flush brings the prompt down to."),
    QT_TRANSLATE_NOOP("Settings", "Most function calls in answer to one event."),
    QT_TRANSLATE_NOOP(
        "Settings",
        "Who pages memory in: the model alone, the program before each answer (assisted), the program only (automatic), "
        "or as advised for the model (auto).",
    ),
    QT_TRANSLATE_NOOP(
        "Settings",
        "How much the model is told of its functions: in few words (compact), with all details (full), or full from a window of "
        "8192 tokens up (auto).",
    ),
    QT_TRANSLATE_NOOP("Settings", "Minutes without any event after which the model is woken to think on its own; 0: never."),
    QT_TRANSLATE_NOOP("Settings", "Hours of silence after which a new topic begins."),
    QT_TRANSLATE_NOOP("Settings", "Largest share of the window that one page-in may take."),
    QT_TRANSLATE_NOOP("Settings", "Score below which nothing is paged in."),
    QT_TRANSLATE_NOOP("Settings", "Largest share of the window that one page of search results may take."),
    QT_TRANSLATE_NOOP("Settings", "Characters that a section of the working context may hold."),
    QT_TRANSLATE_NOOP("Settings", "Sampling temperature; 0 always takes the likeliest token."),
    QT_TRANSLATE_NOOP("Settings", "Seed of the sampling."),
    QT_TRANSLATE_NOOP("Settings", "Processor threads for the model; 0: one per physical core."),
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
