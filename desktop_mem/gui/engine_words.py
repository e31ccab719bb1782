"""The engine's sentences in the user's language: it speaks English, and the window says the same in Qt's words."""

from __future__ import annotations

import re
from functools import cache

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

# One sentence each, as the engine writes it. A sentence that is not here is shown as it came.
SENTENCES = (
    QT_TRANSLATE_NOOP("EngineWords", "The engine stopped: it was killed, perhaps because the machine ran out of memory ({signal})."),
    QT_TRANSLATE_NOOP("EngineWords", "The engine stopped: a library gave up ({signal})."),
    QT_TRANSLATE_NOOP("EngineWords", "The engine stopped: a library accessed memory that is not its own ({signal})."),
    QT_TRANSLATE_NOOP("EngineWords", "The engine stopped: a library used an instruction that this processor does not have ({signal})."),
    QT_TRANSLATE_NOOP("EngineWords", "The engine stopped: a file that it reads was cut off or a disk is full ({signal})."),
    QT_TRANSLATE_NOOP("EngineWords", "The engine stopped: it was asked to end ({signal})."),
    QT_TRANSLATE_NOOP("EngineWords", "The engine stopped unexpectedly (exit code {code})."),
    QT_TRANSLATE_NOOP("EngineWords", "desktop_mem is already open on the profile {path} (process {number})."),
    QT_TRANSLATE_NOOP("EngineWords", "The model file {path} does not exist."),
    QT_TRANSLATE_NOOP("EngineWords", "Choose another model, or put the file back."),
    QT_TRANSLATE_NOOP("EngineWords", "{path} is a folder, not a model file."),
    QT_TRANSLATE_NOOP("EngineWords", "Choose a .gguf file."),
    QT_TRANSLATE_NOOP("EngineWords", "The file {path} is empty."),
    QT_TRANSLATE_NOOP("EngineWords", "The file {path} is not a GGUF model."),
    QT_TRANSLATE_NOOP("EngineWords", "Choose a file in GGUF format (its name usually ends in .gguf)."),
    QT_TRANSLATE_NOOP("EngineWords", "The model file {path} is incomplete: it has {have} of {need} bytes ({missing} are missing)."),
    QT_TRANSLATE_NOOP("EngineWords", "The header of the model file {path} is damaged or cut off after {size} bytes."),
    QT_TRANSLATE_NOOP("EngineWords", "Download or copy it again, or choose another model."),
    QT_TRANSLATE_NOOP("EngineWords", "The model {path} has no chat template, so it is not known how to talk to it."),
    QT_TRANSLATE_NOOP("EngineWords", "Choose an instruct or chat model, or a newer GGUF of this one."),
    QT_TRANSLATE_NOOP("EngineWords", "Free some memory, choose a smaller window, or choose another model."),
    QT_TRANSLATE_NOOP("EngineWords", "Your message is stored, but there is no model to answer it."),
    QT_TRANSLATE_NOOP("EngineWords", "The embedder's folder {path} does not exist."),
    QT_TRANSLATE_NOOP("EngineWords", "Put a sentence-transformers model folder there, or choose another one."),
    QT_TRANSLATE_NOOP("EngineWords", "Stopped before an answer."),
    QT_TRANSLATE_NOOP("EngineWords", "The model did not come to an answer in the steps it may take."),
    QT_TRANSLATE_NOOP("EngineWords", "Ask again in other words, or allow more steps."),
    QT_TRANSLATE_NOOP("EngineWords", "The program ended twice while it answered this message, so it was not tried again."),
    QT_TRANSLATE_NOOP("EngineWords", "Send it again to retry."),
    QT_TRANSLATE_NOOP("EngineWords", "A fault in this program interrupted the answer; what was said before is kept."),
    QT_TRANSLATE_NOOP("EngineWords", "The log tells more."),
    QT_TRANSLATE_NOOP("EngineWords", "The message is empty."),
    QT_TRANSLATE_NOOP("EngineWords", "Write something first."),
    QT_TRANSLATE_NOOP("EngineWords", "Not saved: the section {section} has changed since you began to edit it."),
    QT_TRANSLATE_NOOP("EngineWords", "Look at the new text and edit again."),
    QT_TRANSLATE_NOOP("EngineWords", "Cancelled."),
    QT_TRANSLATE_NOOP("EngineWords", "Drop the file again to import it."),
    QT_TRANSLATE_NOOP("EngineWords", "The same content is stored already as {name} ({address})."),
    QT_TRANSLATE_NOOP("EngineWords", '"{name}" may not be read by this user.'),
    QT_TRANSLATE_NOOP("EngineWords", "Change its permissions and drop it again."),
    QT_TRANSLATE_NOOP("EngineWords", '"{name}" is not there (any more).'),
    QT_TRANSLATE_NOOP("EngineWords", "Check whether it was moved or deleted, and drop it again."),
    QT_TRANSLATE_NOOP("EngineWords", '"{name}" is a link that leads back to itself.'),
    QT_TRANSLATE_NOOP("EngineWords", "Remove the link, or drop the file that it should lead to."),
    QT_TRANSLATE_NOOP("EngineWords", '"{name}" is a damaged or incomplete {kind}.'),
    QT_TRANSLATE_NOOP("EngineWords", "Get a fresh copy of the file and drop that."),
    QT_TRANSLATE_NOOP("EngineWords", '"{name}" is empty (0 bytes).'),
    QT_TRANSLATE_NOOP("EngineWords", '"{name}" is a PDF without any text.'),
    QT_TRANSLATE_NOOP("EngineWords", '"{name}" holds no text.'),
    QT_TRANSLATE_NOOP("EngineWords", "Nothing was stored; check whether it is the file that you meant."),
    QT_TRANSLATE_NOOP("EngineWords", '"{name}" is protected by a password.'),
    QT_TRANSLATE_NOOP("EngineWords", "Save a copy without the password and drop that."),
    QT_TRANSLATE_NOOP("EngineWords", "Run text recognition (OCR) on it and drop the result."),
    QT_TRANSLATE_NOOP("EngineWords", "Page {page} is a picture without text, and not stored."),
    QT_TRANSLATE_NOOP("EngineWords", "Pages {pages} are pictures without text, and not stored."),
    QT_TRANSLATE_NOOP("EngineWords", "Run text recognition (OCR) on the file and drop it again."),
    QT_TRANSLATE_NOOP("EngineWords", "Page {page} is damaged, and not stored."),
    QT_TRANSLATE_NOOP("EngineWords", "Pages {pages} are damaged, and not stored."),
    QT_TRANSLATE_NOOP("EngineWords", '"{name}" is not text and of no kind that is known here.'),
    QT_TRANSLATE_NOOP("EngineWords", '"{name}" could not be read: the reader crashed on it.'),
    QT_TRANSLATE_NOOP("EngineWords", "Save a fresh copy in the program that made it and drop that."),
    QT_TRANSLATE_NOOP("EngineWords", '"{name}" took longer than the {seconds} seconds allowed for reading one document.'),
    QT_TRANSLATE_NOOP("EngineWords", "Split it into smaller files, or raise the setting parser_seconds."),
    QT_TRANSLATE_NOOP("EngineWords", '"{name}" needs more than the {size} MB of memory allowed for reading one document.'),
    QT_TRANSLATE_NOOP("EngineWords", "Split it into smaller files, or raise the setting parser_memory_mb."),
)


def in_the_users_language(text: str) -> str:
    """The engine's text, sentence by sentence, in the window's language; as it came where a sentence is not known or in English."""
    said, at = [], 0
    while at < len(text):
        sentence, match = _known(text, at)
        words = QCoreApplication.translate("EngineWords", sentence) if sentence else ""
        if match is None or words == sentence:
            return text
        said.append(words.format(**match.groupdict()))
        at = match.end()
    return "".join(said)


def _known(text: str, at: int) -> tuple[str, re.Match[str] | None]:
    """The sentence that begins at `at`, and how it matches; nothing when none does."""
    for sentence, pattern in _patterns():
        if match := pattern.match(text, at):
            return sentence, match
    return "", None


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Each sentence with a pattern for it, its placeholders as named groups."""
    return tuple((sentence, re.compile(_pattern(sentence), re.DOTALL)) for sentence in SENTENCES)


def _pattern(sentence: str) -> str:
    parts = re.split(r"\{(\w+)\}", sentence)
    return "".join(f"(?P<{part}>.+?)" if place % 2 else re.escape(part) for place, part in enumerate(parts)) + r"(?: |$)"
