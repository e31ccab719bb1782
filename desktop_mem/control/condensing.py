"""Condensing: a section said shorter, without a model: what it says twice once, and lines of one form in one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from desktop_mem.control.line_facts import duplicates, fuller

_FORMS: Final = (
    *((start, ", ") for start in ("Likes ", "Dislikes ", "Prefers ", "Allergic to ", "Cannot eat ", "Speaks ", "Takes ", "Has ")),
    *((start, "、") for start in ("喜欢", "不喜欢", "讨厌", "会说")),
)


def condensed(lines: Sequence[str]) -> list[str]:
    """The lines in fewer words, in the order of the first of each; nothing that they say is left out."""
    kept = [line.strip() for line in lines if line.strip()]
    while pairs := duplicates(kept):
        one, other = pairs[0]
        stays = fuller(one, other)
        place = kept.index(one)
        kept = [line for at, line in enumerate(kept) if at != place]
        kept[kept.index(other)] = stays
    for start, between in _FORMS:
        same_form = [line for line in kept if line.startswith(start) and between not in line]
        if len(same_form) > 1:
            together = start + between.join(line.removeprefix(start).rstrip(" .。") for line in same_form)
            kept[kept.index(same_form[0])] = together
            kept = [line for line in kept if line not in same_form]
    return kept
