"""The engine's English about finding: places that are opened, documents that are meant, and what the ledger answers."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

FINDING: tuple[str, ...] = (
    # Places that are opened.
    QT_TRANSLATE_NOOP("EngineWords", "{document} has {total} {units}; there is no {unit} {page}."),
    QT_TRANSLATE_NOOP("EngineWords", "{document} has {total} {units}. Say which one, as in {example}."),
    QT_TRANSLATE_NOOP("EngineWords", "{document} has no text on {unit} {page}."),
    QT_TRANSLATE_NOOP("EngineWords", "{document} has no {units}. Ask for {first} to {last}."),
    QT_TRANSLATE_NOOP("EngineWords", "{document} has {units} {first} to {last} there; there is no {unit} {line}."),
    QT_TRANSLATE_NOOP("EngineWords", "{document} has no text in {units} {first} to {last}."),
    QT_TRANSLATE_NOOP("EngineWords", "That is more of {document} than can be opened at once: {count} passages."),
    QT_TRANSLATE_NOOP("EngineWords", "Ask for fewer {units}, as in {example}."),
    # Searches that are narrowed.
    QT_TRANSLATE_NOOP("EngineWords", "No document is called '{text}' or lies in a folder of that name."),
    QT_TRANSLATE_NOOP("EngineWords", "No document has the tag '{text}'. The tags are: {names}."),
    QT_TRANSLATE_NOOP("EngineWords", "A tag is a word. Write one."),
    QT_TRANSLATE_NOOP("EngineWords", "{end} lies before {start}. Swap the two dates."),
    # Searches that miss a list.
    QT_TRANSLATE_NOOP("EngineWords", "Not everything is found yet: the index of words is being made again."),
    # What the ledger answers.
    QT_TRANSLATE_NOOP("EngineWords", "The number of documents stored is {count}: {names}."),
    QT_TRANSLATE_NOOP("EngineWords", "The number of {format} documents stored is {count}: {names}."),
    QT_TRANSLATE_NOOP("EngineWords", "The number of documents stored is 0."),
    QT_TRANSLATE_NOOP("EngineWords", "The number of {format} documents stored is 0."),
    QT_TRANSLATE_NOOP("EngineWords", "Not imported: {count}."),
    QT_TRANSLATE_NOOP("EngineWords", "Every document was imported; none failed."),
    QT_TRANSLATE_NOOP("EngineWords", "No document called {name} was ever imported."),
    QT_TRANSLATE_NOOP("EngineWords", "{document} is imported: {count} passages."),
    QT_TRANSLATE_NOOP("EngineWords", "{document} is not imported:"),
    QT_TRANSLATE_NOOP("EngineWords", "{document} is not imported yet; its import is {cause}."),
)

PLACES: tuple[str, ...] = (
    QT_TRANSLATE_NOOP("EngineWords", "page"),
    QT_TRANSLATE_NOOP("EngineWords", "pages"),
    QT_TRANSLATE_NOOP("EngineWords", "slide"),
    QT_TRANSLATE_NOOP("EngineWords", "slides"),
    QT_TRANSLATE_NOOP("EngineWords", "sheet"),
    QT_TRANSLATE_NOOP("EngineWords", "sheets"),
    QT_TRANSLATE_NOOP("EngineWords", "cell"),
    QT_TRANSLATE_NOOP("EngineWords", "cells"),
    QT_TRANSLATE_NOOP("EngineWords", "messages"),
    QT_TRANSLATE_NOOP("EngineWords", "chapter"),
    QT_TRANSLATE_NOOP("EngineWords", "chapters"),
    QT_TRANSLATE_NOOP("EngineWords", "line"),
    QT_TRANSLATE_NOOP("EngineWords", "lines"),
    QT_TRANSLATE_NOOP("EngineWords", "row"),
    QT_TRANSLATE_NOOP("EngineWords", "rows"),
    QT_TRANSLATE_NOOP("EngineWords", "second"),
    QT_TRANSLATE_NOOP("EngineWords", "seconds"),
    QT_TRANSLATE_NOOP("EngineWords", "waiting"),
    QT_TRANSLATE_NOOP("EngineWords", "reading"),
    QT_TRANSLATE_NOOP("EngineWords", "paused"),
    QT_TRANSLATE_NOOP("EngineWords", "cancelled"),
)
"""What pages and lines are called, and how far an import is."""
