"""What the engine says of changes of memory that nobody said or that wait for the user, one template a sentence, marked for translation."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

GATE_WORDS: tuple[str, ...] = (
    QT_TRANSLATE_NOOP("EngineWords", "proposal"),
    QT_TRANSLATE_NOOP("EngineWords", "accepted"),
    QT_TRANSLATE_NOOP("EngineWords", "rejected"),
    QT_TRANSLATE_NOOP("EngineWords", "lapsed"),
    QT_TRANSLATE_NOOP("EngineWords", "withdrawn"),
)

GATE_REASONS: tuple[str, ...] = (
    QT_TRANSLATE_NOOP("EngineWords", "Only text of a document says that, or text made from one; the user did not."),
    QT_TRANSLATE_NOOP("EngineWords", "The user did not ask to take that away, and text of a document is in view."),
    QT_TRANSLATE_NOOP("EngineWords", "The user did not ask for this reminder, and text of a document is in view."),
    QT_TRANSLATE_NOOP("EngineWords", "The user did not ask to change the subject, and text of a document is in view."),
    QT_TRANSLATE_NOOP("EngineWords", "{section} holds {length} of {limit} characters."),
)

GATE_REFUSALS: tuple[str, ...] = (
    QT_TRANSLATE_NOOP("EngineWords", "There is no proposal {address}."),
    QT_TRANSLATE_NOOP("EngineWords", "{address} waits no more: it was {state}."),
    QT_TRANSLATE_NOOP("EngineWords", "the section {section} has changed since this was proposed."),
    QT_TRANSLATE_NOOP("EngineWords", "Reject it, or edit the section yourself."),
    QT_TRANSLATE_NOOP("EngineWords", "the time of this reminder has passed ({time})."),
    QT_TRANSLATE_NOOP("EngineWords", "Reject it, or ask for another time."),
)

GATE_RESULTS: tuple[str, ...] = (
    QT_TRANSLATE_NOOP("EngineWords", "proposed to the user as {address}, waits for their decision; nothing has changed."),
    QT_TRANSLATE_NOOP("EngineWords", "that is proposed to the user already ({address}) and waits for their decision."),
    QT_TRANSLATE_NOOP("EngineWords", "nobody said that: {text}."),
    QT_TRANSLATE_NOOP("EngineWords", "Write only what was said, in the user's own words."),
    QT_TRANSLATE_NOOP("EngineWords", "nobody asked to be reminded of that."),
    QT_TRANSLATE_NOOP("EngineWords", "Set reminders only of what was said."),
    QT_TRANSLATE_NOOP("EngineWords", "the user did not ask for a pause, and text of a document is in view."),
    QT_TRANSLATE_NOOP("EngineWords", "Go on without it."),
)
