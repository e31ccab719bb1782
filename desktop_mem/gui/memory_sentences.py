"""What the engine says of memory that it keeps in order itself, one template a sentence, marked for translation."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

MEMORY_SENTENCES: tuple[str, ...] = (
    QT_TRANSLATE_NOOP("EngineWords", "'{text}' was put into archival storage as {address}, because the section could not take it."),
)

MEMORY_REFUSALS: tuple[str, ...] = (
    QT_TRANSLATE_NOOP("EngineWords", "a suggestion needs a reason."),
    QT_TRANSLATE_NOOP("EngineWords", "a confidence of {confidence} is too little."),
    QT_TRANSLATE_NOOP("EngineWords", "It takes {least} to 1."),
    QT_TRANSLATE_NOOP("EngineWords", "{address} is not in view, so it cannot be kept there."),
    QT_TRANSLATE_NOOP("EngineWords", "Suggest to prefetch it."),
    QT_TRANSLATE_NOOP("EngineWords", "with {address} more would be kept in view than has room there."),
    QT_TRANSLATE_NOOP("EngineWords", "Let something else go first."),
    QT_TRANSLATE_NOOP("EngineWords", "{address} is not in view, so it cannot leave it."),
    QT_TRANSLATE_NOOP("EngineWords", "{address} is still needed in view."),
    QT_TRANSLATE_NOOP("EngineWords", "{address} is in view already."),
    QT_TRANSLATE_NOOP("EngineWords", "there is no room in view for {address}."),
    QT_TRANSLATE_NOOP("EngineWords", "{address} cannot be prefetched."),
    QT_TRANSLATE_NOOP("EngineWords", "That can be messages (m) and passages (p)."),
    QT_TRANSLATE_NOOP("EngineWords", "the section {section} has changed since this was suggested."),
    QT_TRANSLATE_NOOP("EngineWords", "only lines of a section, or two kept passages, can be merged."),
    QT_TRANSLATE_NOOP("EngineWords", "{address} stands in the document {document}, which is not changed."),
    QT_TRANSLATE_NOOP("EngineWords", "'{one}' and '{other}' do not say the same."),
)

MEMORY_RESULTS: tuple[str, ...] = (
    QT_TRANSLATE_NOOP("EngineWords", "{section} says that already: {text}."),
    QT_TRANSLATE_NOOP("EngineWords", "Nothing was written twice."),
    QT_TRANSLATE_NOOP("EngineWords", "{address} says that already; nothing was stored twice."),
    QT_TRANSLATE_NOOP("EngineWords", "But '{one}' and '{other}' cannot both hold: replace the one that is outdated."),
    QT_TRANSLATE_NOOP("EngineWords", "The section {section} was changed after you read it."),
)
