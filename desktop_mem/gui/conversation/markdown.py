"""Markdown as the HTML that Qt lays out: no raw HTML, no pictures, line breaks as they were written, LaTeX left as text."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline

_LATEX = (("\\(", "\\)"), ("\\[", "\\]"), ("$$", "$$"), ("$", "$"))
_SAFE_LINKS = ("http://", "https://", "mailto:")


def html_of(text: str) -> str:
    """The text as HTML; everything that is not Markdown is shown as it was written."""
    return _reader().render(text).strip()


@cache
def _reader() -> MarkdownIt:
    """The library is loaded with the first reply, not with the window."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False, "breaks": True, "linkify": False}).enable(["table", "strikethrough"])
    reader.inline.ruler.before("escape", "latex", _latex)
    reader.add_render_rule("image", _picture_as_text)
    reader.validateLink = lambda address: address.strip().lower().startswith(_SAFE_LINKS)
    return reader


def _latex(state: StateInline, silent: bool) -> bool:
    """A formula keeps every backslash, underscore and star; a price is no formula."""
    for opening, closing in _LATEX:
        if not state.src.startswith(opening, state.pos):
            continue
        start = state.pos + len(opening)
        end = state.src.find(closing, start, state.posMax)
        inner = state.src[start:end]
        if end <= start or (opening == "$" and (inner != inner.strip() or state.src[end + 1 : end + 2].isdigit())):
            continue
        if not silent:
            state.push("text", "", 0).content = state.src[state.pos : end + len(closing)]
        state.pos = end + len(closing)
        return True
    return False


def _picture_as_text(_renderer: Any, tokens: Any, place: int, _options: Any, _env: Any) -> str:
    """Nothing is fetched or opened because a message names it: what stands for a picture is its title and address."""
    token = tokens[place]
    return escape(f"[{token.content or 'image'}: {token.attrs.get('src', '')}]")
