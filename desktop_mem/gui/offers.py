"""Offers: what can be done with a piece of memory wherever it is shown, as a word to click and in menus."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

WHY, HISTORY, UNDO, FORGET, RESTORE, OPEN = "why", "history", "undo", "forget", "restore", "open"
"""`forget` is of an address, or of `section_line`; `undo` and `restore` are of a change (`e9`)."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that can be done: its `kind`, the address that it is about in `value`, and its words."""

    kind: str
    value: str
    words: str


def why(address: str) -> Offer:
    """Ask why it is believed."""
    return Offer(WHY, address, QCoreApplication.translate("Offers", "Why?"))


def history(address: str) -> Offer:
    """See what changed there."""
    return Offer(HISTORY, address, QCoreApplication.translate("Offers", "History…"))


def undo(event: str) -> Offer:
    """Take a change back."""
    return Offer(UNDO, event, QCoreApplication.translate("Offers", "Undo"))


def forget(address: str) -> Offer:
    """Put it into the trash."""
    return Offer(FORGET, address, QCoreApplication.translate("Offers", "Forget"))


def restore(event: str) -> Offer:
    """Bring it back from the trash."""
    return Offer(RESTORE, event, QCoreApplication.translate("Offers", "Bring back"))


def show_cause(address: str) -> Offer:
    """Go to what led to it."""
    return Offer(OPEN, address, QCoreApplication.translate("Offers", "Show what led to it"))


def section_line(address: str, line: str) -> str:
    """A line of a section, as the value of an offer."""
    return f"{address}\n{line}"


def can_be_forgotten(address: str, document: str = "") -> bool:
    """Whether it is a message or a kept note; what stands in a document goes with the document."""
    return address[:1] in ("m", "p") and not document
