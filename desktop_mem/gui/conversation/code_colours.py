"""The words of a code block in their colours, for languages that Pygments knows."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextDocument

_MOST_CHARACTERS = 30_000  # beyond this, colours would cost the window its breath
_COLOURS = (
    ("Comment", "muted"),
    ("Keyword", "accent_text"),
    ("Operator.Word", "accent_text"),
    ("Name.Builtin", "accent_text"),
    ("Name.Tag", "accent_text"),
    ("Literal.String", "success"),
    ("Literal.Number", "warning"),
    ("Name.Function", "warning"),
    ("Name.Class", "warning"),
    ("Name.Decorator", "muted"),
    ("Generic.Deleted", "danger"),
    ("Generic.Inserted", "success"),
)


def paint_words(document: QTextDocument, text: str, language: str, colour: Callable[[str], QColor]) -> None:
    """Colour the words of `text`, which `document` holds; nothing where the language is not known or the text is very long."""
    lexer = _lexer(language.lower()) if len(text) <= _MOST_CHARACTERS else None
    if lexer is None:
        return
    cursor = QTextCursor(document)
    at = 0
    for kind, piece in lexer.get_tokens(text):
        # Qt counts in UTF-16: an emoji takes two places.
        length = len(piece.encode("utf-16-le")) // 2
        token = _token(str(kind).removeprefix("Token."))
        if token and piece.strip():
            _colour(cursor, at, min(at + length, document.characterCount() - 1), colour(token))
        at += length


def _colour(cursor: QTextCursor, start: int, end: int, colour: QColor) -> None:
    form = QTextCharFormat()
    form.setForeground(colour)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    cursor.mergeCharFormat(form)


def _token(kind: str) -> str:
    return next((token for name, token in _COLOURS if kind.startswith(name)), "")


@lru_cache(maxsize=32)
def _lexer(language: str) -> Any:
    """Pygments is loaded with the first block of code, not with the window."""
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
