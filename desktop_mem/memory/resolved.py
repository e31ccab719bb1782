"""What stands at an address: a piece of memory as text, and what has become of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Standing(StrEnum):
    """What has become of a piece of memory. What was undone or forgotten can be brought back; what was deleted cannot.

    `SOURCE_DELETED`: it is gone because the document that it was cut from is, or has a newer version.
    """

    LIVE = "live"
    UNDONE = "undone"
    FORGOTTEN = "forgotten"
    DELETED = "deleted"
    SOURCE_DELETED = "source deleted"


@dataclass(frozen=True, slots=True)
class OpenedText:
    """One stretch of text at its own address, with the words that name its place; `around` is the address of what stands about it there."""

    address: str
    text: str
    citation: str = ""
    around: str = ""


@dataclass(frozen=True, slots=True)
class Resolved:
    """What stands at `address`: what `kind` of thing it is (`message`, `passage`, …), its texts in order, how it stands, and in `note` a
    sentence on that when it is not live. What was forgotten shows no text. `tainted` marks a document's text.
    """

    address: str
    kind: str
    texts: tuple[OpenedText, ...] = ()
    standing: Standing = Standing.LIVE
    note: str = ""
    at: datetime | None = None
    sources: tuple[str, ...] = ()
    tainted: bool = False

    @property
    def text(self) -> str:
        """All that can be read there."""
        return "\n".join(each.text for each in self.texts)
