"""The engine's English about memory: what it keeps in order itself, what is undone, forgotten and brought back, what has become of it."""

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

MEMORY: tuple[str, ...] = (
    # Undo and redo.
    QT_TRANSLATE_NOOP("EngineWords", "there is nothing to undo."),
    QT_TRANSLATE_NOOP("EngineWords", "there is nothing to redo."),
    QT_TRANSLATE_NOOP("EngineWords", "later changes rest on {address}: {names}."),
    QT_TRANSLATE_NOOP("EngineWords", "Undo those first, or all of them together."),
    QT_TRANSLATE_NOOP("EngineWords", "{address} is no change of memory."),
    QT_TRANSLATE_NOOP("EngineWords", "Those begin with e."),
    QT_TRANSLATE_NOOP("EngineWords", "{address} cannot be undone."),
    QT_TRANSLATE_NOOP("EngineWords", "{address} was undone already."),
    QT_TRANSLATE_NOOP("EngineWords", "the section {section} was changed since then."),
    QT_TRANSLATE_NOOP("EngineWords", "the summary {address} was changed since then."),
    QT_TRANSLATE_NOOP("EngineWords", "the title of {address} was changed since then."),
    QT_TRANSLATE_NOOP("EngineWords", "{address} was changed since then."),
    QT_TRANSLATE_NOOP("EngineWords", "the turn of {address} was taken back."),
    QT_TRANSLATE_NOOP("EngineWords", "{address} is gone."),
    QT_TRANSLATE_NOOP("EngineWords", "the section {section} would hold {length} characters and may hold {limit} now."),
    QT_TRANSLATE_NOOP("EngineWords", "Shorten its text, or raise its limit."),
    # The trash.
    QT_TRANSLATE_NOOP("EngineWords", "{address} cannot be forgotten."),
    QT_TRANSLATE_NOOP("EngineWords", "That can be messages (m), kept passages (p) and lines of sections (w)."),
    QT_TRANSLATE_NOOP("EngineWords", "{address} is not in the trash."),
    QT_TRANSLATE_NOOP("EngineWords", "{address} was taken back or forgotten already."),
    QT_TRANSLATE_NOOP("EngineWords", "{address} still waits for its answer."),
    QT_TRANSLATE_NOOP("EngineWords", "Undo that turn instead."),
    QT_TRANSLATE_NOOP("EngineWords", "{address} stands in the document {document}."),
    QT_TRANSLATE_NOOP("EngineWords", "Forget that document instead."),
    QT_TRANSLATE_NOOP("EngineWords", "'{text}' is no line of the section {section}."),
    QT_TRANSLATE_NOOP("EngineWords", "Give the whole line as it stands there."),
    # What an address names.
    QT_TRANSLATE_NOOP("EngineWords", "There is no {kind} {address}."),
    QT_TRANSLATE_NOOP("EngineWords", "There is no section {section}."),
    QT_TRANSLATE_NOOP("EngineWords", "The words of {address} were forgotten with the document that they quoted."),
    QT_TRANSLATE_NOOP("EngineWords", "{address} was taken back by the user."),
    QT_TRANSLATE_NOOP("EngineWords", "{address} was forgotten on {due} and lies in the trash."),
    QT_TRANSLATE_NOOP("EngineWords", "{address} was deleted with a document that it rested on."),
    QT_TRANSLATE_NOOP("EngineWords", "The source of {address} was deleted: its document was forgotten, or has a newer version."),
    QT_TRANSLATE_NOOP("EngineWords", "{document} was forgotten on {due}."),
    QT_TRANSLATE_NOOP("EngineWords", "The section {section} was removed on {due}."),
    QT_TRANSLATE_NOOP("EngineWords", "{address} was called off."),
    QT_TRANSLATE_NOOP("EngineWords", "{address} fell due and is done."),
    QT_TRANSLATE_NOOP("EngineWords", "{address} was undone."),
)
