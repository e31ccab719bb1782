"""Markdown and code of a reply: formulas and prices stay as written, HTML is text, and code has colours."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextCursor

from desktop_mem.gui.conversation.markdown import html_of
from desktop_mem.gui.conversation.rich_text import code_document, prose_document


@pytest.mark.parametrize(
    "text",
    [r"\(x_1 + x_2\)", r"\[\frac{a}{b} * c * d\]", "$a_b$ and $c_d$", "$$e^{i*pi*1}$$", r"cost \(n*m*k\) steps"],
)
def test_formulas_stay_as_they_were_written(theme, text) -> None:
    """lmstudio 430: LaTeX is not eaten by Markdown."""
    assert prose_document(text, theme.font(), 400, theme.colour("border")).toPlainText() == text


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("It costs $3 or $4, *really*.", "<p>It costs $3 or $4, <em>really</em>.</p>"),
        ("<b>no</b> <script>alert(1)</script>", "<p>&lt;b&gt;no&lt;/b&gt; &lt;script&gt;alert(1)&lt;/script&gt;</p>"),
        ("one\ntwo", "<p>one<br />\ntwo</p>"),
        ("~~old~~", "<p><s>old</s></p>"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
        ("![cat](http://x/y.png)", "<p>[cat: http://x/y.png]</p>"),
    ],
)
def test_what_becomes_of_it(text, html) -> None:
    assert html_of(text).strip() == html


def test_a_table_and_text_from_right_to_left(theme) -> None:
    document = prose_document("| a | b |\n|---|---|\n| 1 | 2 |\n\nשלום **עולם**", theme.font(), 400, theme.colour("border"))
    assert "שלום עולם" in document.toPlainText()
    assert document.lastBlock().layout().textOption().textDirection().name == "LayoutDirectionAuto"


def test_words_of_code_have_colours_also_behind_an_emoji(theme) -> None:
    code = 's = "👍🏽 ok"  # a note\nreturn 12'
    document = code_document(code, theme.font(fixed=True), 400, "python", theme.colour)
    assert document.toPlainText() == code
    cursor = QTextCursor(document)
    for word, token in (('ok"', "success"), ("# a note", "muted"), ("return", "accent_text"), ("12", "warning")):
        at = len(code[: code.index(word)].encode("utf-16-le")) // 2
        cursor.setPosition(at + 1)
        assert cursor.charFormat().foreground().color() == theme.colour(token), word


def test_an_unknown_language_and_a_very_long_text_stay_plain(theme) -> None:
    for text, language in (("return 1", "klingon"), ("return 1\n" * 9000, "python")):
        cursor = QTextCursor(code_document(text, theme.font(), 400, language, theme.colour))
        cursor.setPosition(2)
        assert cursor.charFormat().foreground().style().name == "NoBrush"
