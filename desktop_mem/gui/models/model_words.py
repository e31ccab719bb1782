"""What is known of a model and what a check came to, in words."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from desktop_mem.control.model_rows import ModelReport, ModelRow
from desktop_mem.gui.engine_words import in_the_users_language
from desktop_mem.gui.wording import number_words, size_words

VERDICTS = {
    "fits": (QT_TRANSLATE_NOOP("Models", "Fits into memory"), "success"),
    "tight": (QT_TRANSLATE_NOOP("Models", "Just fits into memory: other programs may get slow"), "warning"),
    "too large": (QT_TRANSLATE_NOOP("Models", "Too large for the memory that is free"), "danger"),
}


def row_words(row: ModelRow, default: str) -> str:
    """A model on two or three lines: its name, what it is, and whether it is used or missing."""
    translate = QCoreApplication.translate
    facts = [
        size_words(row.size) if row.size else "",
        row.architecture,
        row.quantisation,
        translate("Models", "trained for {count} tokens").format(count=number_words(row.context_length)) if row.context_length else "",
        row.licence,
        translate("Models", "comes with the program")
        if row.shipped
        else translate("Models", "copied into the data folder")
        if row.copied
        else "",
    ]
    used = translate("Models", "in use")
    lines = [row.name + (f" · {used}" if row.name == default else ""), " · ".join(filter(None, facts))]
    if not row.is_there:
        lines.append(translate("Models", "Missing: {path} is not there. Put the file back, or remove the model.").format(path=row.path))
    elif row.kind and row.kind != "chat":
        lines.append(translate("Models", "Not a chat model ({kind}).").format(kind=row.kind))
    return "\n".join(filter(None, lines))


def report_words(report: ModelReport) -> list[tuple[str, str]]:
    """What a check came to, line by line, each with the colour token of its weight."""
    translate = QCoreApplication.translate
    lines = [(translate("Models", VERDICTS[report.verdict][0]), VERDICTS[report.verdict][1])] if report.verdict in VERDICTS else []
    if report.memory:
        figures = {key: size_words(report.memory[key]) for key in ("total", "free")}
        window = number_words(report.memory["window"])
        words = translate("Models", "About {total} for a window of {window} tokens; {free} are free.").format(window=window, **figures)
        lines.append((words, "muted"))
    if report.works:
        own = translate("Models", "Its own chat template is used.")
        lines.append(
            (
                translate("Models", "The chat template of {family} is used.").format(family=report.template) if report.template else own,
                "muted",
            )
        )
    weights = {"error": "danger", "too large": "danger", "warning": "warning", "note": "muted"}
    lines += [(in_the_users_language(str(finding)), weights[finding.severity]) for finding in report.findings]
    if not report.works and not report.findings:
        lines.append((translate("Models", "This file cannot be used as a chat model."), "danger"))
    return lines
